//! One who says what has the best effect.

use kakehiki_core::{GameRng, LazyView, Seat};

use crate::{ClaimOf, Claimable, Speaker, Standpoint, listener::odds_ratio, trust::doubted};

/// Something that can be said.
pub struct Saying<G: Claimable> {
    /// The action that says it.
    pub action: G::Action,
    /// What those who hear it will soon have been told if it is said.
    pub told: Vec<ClaimOf<G>>,
}

/// Those who hear a speaker, as it imagines them: what each takes for possible, and what follows for
/// the speaker from what they believe.
pub trait Audience<G: Claimable> {
    /// How many hear it.
    fn hearers(&self) -> usize;

    /// How likely each of a hearer's worlds is by what it knows itself, compared with the others.
    fn weights(&self, hearer: usize) -> Vec<f64>;

    /// What others told a hearer before.
    fn told(&self, _hearer: usize) -> &[ClaimOf<G>] {
        &[]
    }

    /// How likely a claim is true in each of a hearer's worlds; `None` where a world does not tell.
    fn likely(&self, hearer: usize, claim: &ClaimOf<G>) -> Vec<Option<f64>>;

    /// Whether nothing may be said that this hearer would know to be false.
    fn is_feared(&self, hearer: usize) -> bool;

    /// What the speaker can expect if the worlds of each hearer have these weights.
    fn worth(&self, weights: &[&[f64]]) -> f64;
}

/// What is at stake when somebody speaks in a game: what can be said, and to whom.
pub trait Stakes<G: Claimable>: Send {
    /// A statement must be worth this much more than silence: less is chance.
    const LEAST: f64;

    /// Takes a seat for a new game.
    fn sit(&mut self, _seat: Seat) {}

    /// Hears what happened.
    fn hear(&mut self, _view: &LazyView<'_, G>, _sight: &G::Sight) {}

    /// What can be said here; nothing where speech can change nothing.
    fn sayings(&self, at: &Standpoint<'_, G>, menu: &[G::Action]) -> Vec<Saying<G>>;

    /// Imagines those who hear it.
    fn audience(&self, at: &Standpoint<'_, G>, rng: &mut GameRng) -> Box<dyn Audience<G>>;

    /// What says nothing, if that is not left to the other parts of an agent.
    fn silence(&self, _at: &Standpoint<'_, G>) -> Option<G::Action> {
        None
    }
}

/// Chooses the statement, or silence, with the best expected effect on its own chance to win.
///
/// It imagines those who hear it: the worlds that each takes for possible, which a statement makes
/// likelier or less likely as it does for a [listener](crate::WordListener) who takes the statement
/// for true with a given probability. What follows from what they then believe is a matter of the game
/// ([`Stakes`]): which deals they take, or whom they vote for. Whether a statement is true does not
/// count, and what comes of being found out later neither.
#[derive(Clone)]
pub struct EffectSpeaker<S> {
    stakes: S,
    /// How likely others take what it says to be true.
    trusted: f64,
}

impl<S> EffectSpeaker<S> {
    /// One who thinks that others take what it says for true so often.
    pub fn new(stakes: S, trusted: f64) -> Self {
        Self { stakes, trusted }
    }

    /// What is worth most, if it is worth more than silence.
    fn best<G: Claimable>(
        &self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action>
    where
        S: Stakes<G>,
    {
        let sayings = self.stakes.sayings(at, menu);
        if sayings.is_empty() {
            return None;
        }
        let audience = self.stakes.audience(at, rng);
        let minds: Vec<Mind> = (0..audience.hearers())
            .map(|hearer| {
                let mut mind = Mind::new(audience.weights(hearer));
                for claim in audience.told(hearer) {
                    mind.hear(at.game, &*audience, hearer, claim, self.trusted);
                }
                mind
            })
            .collect();
        let worth = |minds: &[Mind]| {
            let weights: Vec<&[f64]> = minds.iter().map(|mind| &mind.weights[..]).collect();
            audience.worth(&weights)
        };
        let (mut best, mut most) = (None, worth(&minds) + S::LEAST);
        for saying in sayings {
            let mut minds = minds.clone();
            let mut is_exposed = false;
            for (hearer, mind) in minds.iter_mut().enumerate() {
                for claim in &saying.told {
                    let may_be = mind.hear(at.game, &*audience, hearer, claim, self.trusted);
                    is_exposed |= !may_be && audience.is_feared(hearer);
                }
            }
            let worth = worth(&minds);
            if worth > most && !is_exposed {
                (best, most) = (Some(saying.action), worth);
            }
        }
        best
    }
}

impl<G: Claimable, S: Stakes<G>> Speaker<G> for EffectSpeaker<S> {
    fn sit(&mut self, seat: Seat) {
        self.stakes.sit(seat);
    }

    fn speak(
        &mut self,
        at: &Standpoint<'_, G>,
        menu: &[G::Action],
        rng: &mut GameRng,
    ) -> Option<G::Action> {
        self.best(at, menu, rng).or_else(|| self.stakes.silence(at))
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        self.stakes.hear(view, sight);
    }
}

/// What a hearer believes: how likely it takes each of its worlds to be, compared with the others.
#[derive(Clone)]
struct Mind {
    weights: Vec<f64>,
    /// The same by what it knows itself.
    own: Vec<f64>,
    /// The same by that and by what one speaker said, of each speaker.
    stories: Vec<(Seat, Vec<f64>)>,
}

impl Mind {
    fn new(own: Vec<f64>) -> Self {
        Self { weights: own.clone(), own, stories: Vec::new() }
    }

    /// Hears a claim and takes it for true so often, by the rule of
    /// [`WordListener`](crate::WordListener). Says whether it may be true for all that the hearer
    /// knows: nobody believes what it knows to be false, and who says so loses credit.
    fn hear<G: Claimable>(
        &mut self,
        game: &G,
        audience: &dyn Audience<G>,
        hearer: usize,
        claim: &ClaimOf<G>,
        trusted: f64,
    ) -> bool {
        let ground = game.rests_on(claim).map(|ground| audience.likely(hearer, &ground));
        let counts = |place: usize| ground.as_ref().is_none_or(|ground| ground[place] == Some(1.0));
        let likely = audience.likely(hearer, claim);
        let told = || {
            let told = likely.iter().enumerate().filter(|(place, _)| counts(*place));
            told.filter_map(|(place, likely)| Some((place, (*likely)?)))
        };
        let known = self.stories.iter().position(|(speaker, _)| *speaker == claim.speaker);
        let known = known.unwrap_or_else(|| {
            self.stories.push((claim.speaker, self.own.clone()));
            self.stories.len() - 1
        });
        let story = &mut self.stories[known].1;
        let total: f64 = told().map(|(place, _)| story[place]).sum();
        if total <= 0.0 {
            return true;
        }
        let before = told().map(|(place, likely)| story[place] * likely).sum::<f64>() / total;
        // What is likely anyway is not doubted because it is said.
        let trusted = trusted.max(before);
        let [when_true, when_false] = if ground.is_some() {
            let [trusted, before] = [trusted, before].map(doubted);
            [trusted / before, (1.0 - trusted) / (1.0 - before)]
        } else if before > 0.0 {
            [odds_ratio(trusted, before), 1.0]
        } else {
            [1.0; 2]
        };
        for (place, likely) in told() {
            let factor = likely * when_true + (1.0 - likely) * when_false;
            story[place] *= factor;
            self.weights[place] *= factor;
        }
        before > 0.0
    }
}
