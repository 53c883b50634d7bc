//! Those who hear what others say, and believe it or not.

use std::sync::Arc;

use kakehiki_core::{LazyView, Seat, Seed};
use kakehiki_search::{Belief, Evidence};
use strum::{Display, EnumString, VariantNames};

use crate::{
    ClaimOf, Claimable, Listener, MemorySpan, Testimony, Told, Truth,
    memory_span::Recent,
    rehearsal::Rehearsed,
    trust::{SILENCE, Trust, doubted},
};

/// How far somebody believes what others say.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Words {
    /// Not at all: it goes by what it sees.
    #[default]
    Deaf,
    /// Nearly everything.
    Trusting,
    /// As far as what the same speaker said before turned out true, by kinds of statements. Within a
    /// match of several games it remembers.
    Calibrated,
    /// The same without credit in advance: as long as nothing is proved, what others say tells
    /// nothing.
    Wary,
}

/// How likely a trusting listener takes a claim to be true.
const TRUSTING: f64 = 0.95;

/// The claims that are kept in mind at most.
const MOST_CLAIMS: usize = 48;

/// How likely a calibrated listener takes a claim to be, at least, before anything is proved.
const CREDIT: f64 = 0.5;

/// The same of a claim that rests on a true one: who has told the truth so far is taken to go on with
/// it until the contrary was proved.
const CREDIT_WITHIN: f64 = 0.95;

/// How likely a claim is for which no world tells whether it is true.
const UNTOLD: f64 = 0.5;

/// How many times likelier a claim makes worlds in which it is true, if it had one probability before
/// and is to have another.
pub(crate) fn odds_ratio(trusted: f64, before: f64) -> f64 {
    let [trusted, before] = [trusted, before].map(doubted);
    trusted / (1.0 - trusted) * (1.0 - before) / before
}

/// What a listener keeps of a claim.
#[derive(Clone, Debug)]
struct Weight<G: Claimable> {
    kind: usize,
    /// How likely it was by the rules alone.
    by_rules: f64,
    /// How many times likelier the claim makes worlds in which it was true.
    when_true: f64,
    /// The same of worlds in which it was not.
    when_false: f64,
    /// What it rests on: it tells nothing about worlds in which that is false.
    ground: Option<Ground<G>>,
    /// Whether no world told if it was true, so that it makes none likelier.
    is_idle: bool,
}

/// A claim that another one rests on.
#[derive(Clone, Debug)]
struct Ground<G: Claimable> {
    claim: ClaimOf<G>,
    trace: G::Trace,
}

/// The claims that a listener keeps in mind, as evidence about worlds.
#[derive(Clone, Debug)]
struct Heard<G: Claimable> {
    game: G,
    testimony: Testimony<G, Weight<G>>,
}

impl<G: Claimable> Heard<G> {
    fn weight_of(&self, told: &Told<G, Weight<G>>, world: &G::State) -> f64 {
        let Weight { when_true, when_false, ground, .. } = &told.note;
        let Some(likely) = self.game.was_true(&told.trace, &told.claim, world) else {
            return 1.0;
        };
        let weight = when_false + likely * (when_true - when_false);
        ground.as_ref().map_or(weight, |ground| {
            let grounded = self.game.was_true(&ground.trace, &ground.claim, world);
            1.0 + grounded.unwrap_or(0.0) * (weight - 1.0)
        })
    }
}

impl<G: Claimable> Evidence<G> for Heard<G> {
    fn weight(&self, world: &G::State) -> f64 {
        self.testimony.told().iter().map(|told| self.weight_of(told, world)).product()
    }
}

/// What one speaker has said so far, as evidence about worlds.
struct Story<G: Claimable> {
    heard: Arc<Heard<G>>,
    speaker: Seat,
}

impl<G: Claimable> Evidence<G> for Story<G> {
    fn weight(&self, world: &G::State) -> f64 {
        let told = self.heard.testimony.told().iter();
        let own = told.filter(|told| told.claim.speaker == self.speaker);
        own.map(|told| self.heard.weight_of(told, world)).product()
    }
}

/// What a listener was told, and what it made of it.
#[derive(Clone, Debug)]
pub struct Credited<G: Claimable> {
    /// Who said what.
    pub claim: ClaimOf<G>,
    /// How likely it was by the rules alone.
    pub by_rules: f64,
    /// How likely the listener took it to be.
    pub trusted: f64,
    /// How likely what it rests on was before, for one who draws conclusions about that.
    pub(crate) grounded: Option<f64>,
}

/// Somebody who hears what others say.
///
/// A claim that is true with probability `p` by the rules and what the same speaker said before, and
/// that the listener takes for true with probability `h` when it is made by this speaker, makes worlds
/// in which it is true `h / (1 − h) · (1 − p) / p` times likelier: if nobody else speaks about it, it
/// is believed with probability `h`. Who says the same thing twice gains nothing by it. Different
/// speakers are different witnesses: those who agree confirm each other, and of those who contradict
/// each other the last one is not believed more than the first.
///
/// A claim that [rests](Claimable::rests_on) on another is judged among the worlds in which that one
/// is true, and leaves it as likely as it was: there it makes worlds `h / p` times likelier if it is
/// true and `(1 − h) / (1 − p)` times otherwise. If the other one was not made yet, it is heard too.
/// Only who has rehearsed knows what a report tells of its reporter, and makes the other one likelier
/// or less likely by it.
pub struct WordListener<G: Claimable> {
    game: G,
    words: Words,
    seed: Seed,
    seat: Seat,
    /// How many claims were judged, for their luck.
    judged: u64,
    heard: Arc<Heard<G>>,
    trust: Trust,
    /// What reports tell of whoever makes them, for one who knows.
    reports: Option<Trust>,
    /// The claims of the last thing that happened.
    credited: Vec<Credited<G>>,
    /// What the one who acted last is expected to speak about.
    expected: Option<ClaimOf<G>>,
    recent: Recent<G>,
}

impl<G: Claimable> WordListener<G> {
    /// A listener who has heard nothing yet.
    pub fn new(game: G, words: Words, span: MemorySpan, seed: Seed) -> Self {
        let testimony = Testimony::new(game.clone());
        Self {
            heard: Arc::new(Heard { game: game.clone(), testimony }),
            game,
            words,
            seed,
            seat: Seat::new(0),
            judged: 0,
            trust: Trust::default(),
            reports: None,
            credited: Vec::new(),
            expected: None,
            recent: Recent::new(span),
        }
    }

    /// The same, one level up: it knows beforehand what the words of others are worth.
    pub(crate) fn knowing(self, Rehearsed { words, reports }: Rehearsed) -> Self {
        Self { trust: words, reports: Some(reports), ..self }
    }

    /// What it was just told.
    pub fn credited(&self) -> &[Credited<G>] {
        &self.credited
    }

    /// Hears that somebody claims something, with what that rests on.
    fn take_in(&mut self, view: &G::View, claim: ClaimOf<G>) {
        if let Some(ground) = self.game.rests_on(&claim) {
            let mut told = self.heard.testimony.told().iter();
            if !told.any(|told| told.claim == ground)
                && self.game.known(view, &ground) == Truth::Undecidable
            {
                self.weigh(view, ground, false);
            }
        }
        self.weigh(view, claim, false);
    }

    /// Weighs a claim, or what somebody comes near to by saying nothing.
    fn weigh(&mut self, view: &G::View, claim: ClaimOf<G>, is_silence: bool) {
        let kind = if is_silence { SILENCE } else { self.game.kind(&claim) };
        let speaker = claim.speaker;
        let trace = self.game.trace(view, &claim);
        let ground = self.game.rests_on(&claim).map(|ground| {
            let trace = self.game.trace(view, &ground);
            Ground { claim: ground, trace }
        });
        let (judged, grounded) = {
            let seed = self.seed.derive("judge", self.judged);
            self.judged += 1;
            let mut rng = seed.derive("worlds", 0).rng();
            let story = Arc::new(Story { heard: Arc::clone(&self.heard), speaker });
            let belief = Belief::new(&self.game, view, vec![story], seed);
            let was_so = |ground: &Ground<G>, world: &G::State| {
                self.game.was_true(&ground.trace, &ground.claim, world)
            };
            let worlds = self.game.judged_worlds(&claim);
            let judged = belief.means(worlds, &mut rng, |world| {
                let holds = |ground| was_so(ground, world) == Some(1.0);
                let counts = ground.as_ref().is_none_or(holds);
                counts.then(|| self.game.was_true(&trace, &claim, world)).flatten()
            });
            let grounded = ground.as_ref().filter(|_| self.reports.is_some()).and_then(|ground| {
                Some(belief.means(worlds, &mut rng, |world| was_so(ground, world))?[1])
            });
            (judged, grounded)
        };
        let mut credited = None;
        let [when_true, when_false] = judged.map_or([1.0; 2], |[by_rules, before]| {
            let honesty =
                |credit: f64| self.trust.honesty(speaker, kind, by_rules, credit.max(by_rules));
            let trusted = match self.words {
                Words::Deaf => before,
                Words::Trusting if is_silence => before,
                Words::Trusting => TRUSTING,
                Words::Wary => honesty(0.0),
                Words::Calibrated if is_silence => honesty(0.0),
                Words::Calibrated if ground.is_some() => honesty(CREDIT_WITHIN),
                Words::Calibrated => honesty(CREDIT),
            };
            credited = Some(Credited { claim: claim.clone(), by_rules, trusted, grounded });
            if ground.is_some() {
                let [trusted, before] = [trusted, before].map(doubted);
                let reporter =
                    self.reports.as_ref().zip(grounded).map_or(1.0, |(reports, before)| {
                        odds_ratio(reports.honesty(speaker, kind, before, before), before)
                    });
                [trusted / before, (1.0 - trusted) / (1.0 - before)].map(|odds| reporter * odds)
            } else {
                [odds_ratio(trusted, before), 1.0]
            }
        });
        self.credited.extend(credited.filter(|_| !is_silence));
        let is_moot = self.is_moot(view, ground.as_ref());
        let testimony = &mut Arc::make_mut(&mut self.heard).testimony;
        let is_idle = judged.is_none();
        let by_rules = judged.map_or(UNTOLD, |[by_rules, _]| by_rules);
        let weight = Weight { kind, by_rules, when_true, when_false, ground, is_idle };
        match testimony.hear(view, claim, weight) {
            Truth::Undecidable => testimony.keep(MOST_CLAIMS, |weight| weight.is_idle),
            known if !is_moot => self.trust.prove(speaker, kind, by_rules, known == Truth::True),
            _ => {}
        }
    }

    /// Whether what a claim rests on is false, which tells enough of the speaker.
    fn is_moot(&self, view: &G::View, ground: Option<&Ground<G>>) -> bool {
        ground.is_some_and(|ground| self.game.known(view, &ground.claim) == Truth::False)
    }
}

impl<G: Claimable> Listener<G> for WordListener<G> {
    /// What was said in the last game is of no use; who said the truth is.
    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.expected = None;
        self.recent.clear();
        Arc::make_mut(&mut self.heard).testimony.clear();
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        self.recent.see(sight);
        self.credited.clear();
        if self.words == Words::Deaf {
            return;
        }
        let actor = self.game.actor(sight);
        let mut claims = Vec::new();
        self.game.claims_in(sight, &mut |claim| claims.push(claim));
        claims.retain(|claim| claim.speaker != self.seat);
        let is_silent =
            |expected: &ClaimOf<G>| actor == Some(expected.speaker) && claims.is_empty();
        let unsaid = self.expected.clone().filter(is_silent);
        if actor.is_some() && actor == self.expected.as_ref().map(|claim| claim.speaker) {
            self.expected = None;
        }
        if let Some(expected) = self.game.expected(sight) {
            self.expected = Some(expected).filter(|claim| claim.speaker != self.seat);
        }
        if claims.is_empty() && unsaid.is_none() && self.heard.testimony.is_empty() {
            return;
        }
        let remembered = self.recall(view);
        let made = remembered.as_ref().map(LazyView::made);
        let view = made.as_ref().unwrap_or(view);
        if !self.heard.testimony.is_empty() {
            let mut proved = Vec::new();
            Arc::make_mut(&mut self.heard).testimony.follow(view, sight, |claim, weight, holds| {
                proved.push((claim.speaker, weight.clone(), holds));
            });
            for (speaker, weight, holds) in proved {
                if !self.is_moot(view, weight.ground.as_ref()) {
                    self.trust.prove(speaker, weight.kind, weight.by_rules, holds);
                }
            }
        }
        for claim in claims {
            self.take_in(view, claim);
        }
        if let Some(unsaid) = unsaid {
            self.weigh(view, unsaid, true);
        }
    }

    fn evidence(&self) -> Option<Arc<dyn Evidence<G>>> {
        let is_of_use = !self.heard.testimony.is_empty();
        is_of_use.then(|| Arc::clone(&self.heard) as Arc<dyn Evidence<G>>)
    }

    fn recall(&self, view: &G::View) -> Option<G::View> {
        self.recent.recall(&self.game, view)
    }
}
