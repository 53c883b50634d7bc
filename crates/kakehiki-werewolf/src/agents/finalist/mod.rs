//! A rule-based player of the strength of contest finalists, after what public ones have in common:
//! exact suspicion over all assignments, claims at once, votes that are declared early and move
//! with the crowd, werewolves that lurk, and a possessed that claims to be the seer.

mod pack;
mod suspicion;
mod village;
mod wolfside;

use kakehiki_core::{Explanation, GameRng, Likelihood, Seat};
use rand::RngExt;
use strum::{Display, EnumString, VariantNames};

pub use self::{pack::Pack, suspicion::Grounds};
use super::{
    lines::{Line, Lines},
    table_player::{RoleCard, TablePlayer},
};
use crate::{
    estimate::{CommonKnowledge, Factors, Limits, Marginals, Private},
    rules::{Fact, MAX_PLAYERS, Players, Role, Sentence, Species},
};

/// What can be set of a finalist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalistSettings {
    /// The model of how others behave; the possessed's share of black results is the knob of
    /// difficulty, 0.3 for hard.
    pub factors: Factors,
    /// What it goes by when it suspects others.
    pub suspects_by: Grounds,
    /// How much the declared votes of others count.
    pub follow: f32,
    /// Whether it says whom it will vote for.
    pub declares: bool,
    /// The day on which a seer claims at the latest.
    pub seer_day: u8,
    /// The same of a medium.
    pub medium_day: u8,
    /// Whether a seer who found a human reports its top suspect as a werewolf instead.
    pub false_black: bool,
    /// The standard deviation of an error in its suspicions, as log odds, drawn anew every day.
    pub noise: f32,
    /// When a possessed claims to be the seer.
    pub possessed: Posing,
    /// How likely the lowest werewolf claims to be the seer.
    pub fake: f32,
    /// How a werewolf weighs the suspicion of a fellow.
    pub mate: f32,
    /// The share of the living whose declarations make a werewolf vote for a fellow.
    pub bus: f32,
    /// How the votes of werewolves go together.
    pub pack: Pack,
}

impl Default for FinalistSettings {
    fn default() -> Self {
        Self {
            factors: Factors::default(),
            suspects_by: Grounds::Assignments,
            follow: 0.5,
            declares: true,
            seer_day: 1,
            medium_day: 1,
            false_black: false,
            noise: 0.0,
            possessed: Posing::Early,
            fake: 0.0,
            mate: 0.3,
            bus: 0.5,
            pack: Pack::Apart,
        }
    }
}

/// When a possessed claims to be the seer.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Posing {
    /// At once.
    #[default]
    Early,
    /// As soon as somebody else has.
    Rival,
    /// Never: it passes for a villager.
    Hidden,
}

/// Finalists that differ in kind, as those of the contests do: who weighs everything, who claims at every
/// chance and judges hastily, who goes by results and the crowd, who reads votes, and who keeps quiet.
/// Where all sit together, werewolves win as often as in the contests.
pub const FINALIST_KINDS: [(&str, &str); 5] = [
    ("weigher", "finalist"),
    ("claimer", "finalist(fake=1, follow=0, noise=2)"),
    ("follower", "finalist(suspects-by=results, follow=3, possessed=rival)"),
    ("vote reader", "finalist(suspects-by=votes, medium-day=2, bus=0.3)"),
    ("lurker", "finalist(declare=off, seer-day=2, medium-day=2, possessed=hidden)"),
];

/// The most often that a vote is declared in a day.
const DECLARATIONS: u8 = 5;
/// The turn from which on it says `Over` when it has nothing to say.
const LAST_TURN: u8 = 3;

/// The player; it plays every role.
#[derive(Clone, Debug, Default)]
pub struct Finalist {
    settings: FinalistSettings,
    card: RoleCard,
    lines: Lines,
    black: Players,
    white: Players,
    untold: Option<(Seat, Species)>,
    is_out: bool,
    declared: Option<Seat>,
    declarations: u8,
    /// Breaks ties, the same way for a whole game.
    whim: [f32; MAX_PLAYERS],
    /// Today's errors, as factors of the odds.
    errors: [f32; MAX_PLAYERS],
    guarded: Option<Seat>,
    prey: Option<Seat>,
    failed_prey: Option<Seat>,
    /// Of werewolves: whether it claims to be the seer.
    fakes: bool,
    /// The last day whose result is made up.
    invented_on: u8,
    /// Whom everybody on the werewolves' side is openly asked to vote for.
    rally: Option<Seat>,
    has_rallied: bool,
    /// Whom the werewolves agreed to vote for, and the last day on which it named one.
    plan: Option<Seat>,
    planned_on: u8,
    /// The last beliefs, by the version of the public one.
    own: Cached,
    pretended: Cached,
    public: Cached,
}

/// A belief that is worked out again only when something has changed.
#[derive(Clone, Copy, Debug, Default)]
struct Cached {
    key: Option<(u32, Private)>,
    marginals: Marginals,
}

impl Cached {
    fn get(&mut self, common: &CommonKnowledge, private: Private) -> Marginals {
        if let Some(belief) = common.belief() {
            let key = Some((belief.version(), private));
            if self.key != key {
                self.marginals = belief.marginals(&private);
                self.key = key;
            }
        }
        self.marginals
    }
}

impl Finalist {
    /// A finalist with these settings.
    pub fn new(settings: FinalistSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    fn judge(&mut self, target: Seat, species: Species) {
        match species {
            Species::Werewolf => self.black.insert(target),
            Species::Human | Species::Any => self.white.insert(target),
        }
    }

    /// What this player knows.
    fn private(&self, common: &CommonKnowledge) -> Private {
        let me = Players::only(self.card.seat);
        let everybody = Players::first(common.record.players);
        match self.card.role {
            Role::Werewolf => Private {
                limits: Limits {
                    wolves: self.card.wolves,
                    humans: everybody.without(self.card.wolves),
                },
                ..Private::default()
            },
            Role::Possessed => Private {
                limits: Limits { wolves: Players::NONE, humans: me },
                possessed: me,
                ..Private::default()
            },
            _ => Private {
                limits: Limits { wolves: self.black, humans: self.white.or(me) },
                loyal: me,
                ..Private::default()
            },
        }
    }

    fn own_belief(&mut self, common: &CommonKnowledge) -> Marginals {
        let private = self.private(common);
        self.own.get(common, private)
    }

    /// What this player would believe if it were a villager.
    fn pretended_belief(&mut self, common: &CommonKnowledge) -> Marginals {
        let me = Players::only(self.card.seat);
        let limits = Limits { wolves: Players::NONE, humans: me };
        self.pretended.get(common, Private { limits, loyal: me, ..Private::default() })
    }

    fn public_belief(&mut self, common: &CommonKnowledge) -> Marginals {
        self.public.get(common, Private::default())
    }

    /// How many living others declare a vote for each player.
    fn declared_for(&self, common: &CommonKnowledge) -> [u8; MAX_PLAYERS] {
        let mut counts = [0; MAX_PLAYERS];
        for voter in self.card.others(&common.record).iter() {
            if let Some(target) = common.record.declared[voter.index()] {
                counts[target.index()] += 1;
            }
        }
        counts
    }

    /// Suspicion, with today's error, and the declarations of others together.
    fn scores(
        &self,
        common: &CommonKnowledge,
        suspicion: &[f32; MAX_PLAYERS],
    ) -> [f32; MAX_PLAYERS] {
        let declared = self.declared_for(common);
        let alive = common.record.alive.len() as f32;
        let mut scores = [0.0; MAX_PLAYERS];
        for seat in self.card.others(&common.record).iter().map(Seat::index) {
            let crowd = f32::from(declared[seat]) / alive;
            let (odds, error) = (suspicion[seat], self.errors[seat]);
            let suspicion = odds * error / (1.0 - odds + odds * error);
            scores[seat] = suspicion * (1.0 + self.settings.follow * crowd) + self.whim[seat];
        }
        scores
    }

    /// Whom to vote for; after a ballot without a result, one of the tied.
    fn choose(&mut self, common: &CommonKnowledge) -> Option<Seat> {
        let mut set = self.card.others(&common.record);
        if common.record.round > 0 {
            set = tied(common).and(set).or_if_empty(set);
        }
        match self.card.role {
            Role::Werewolf => self.choose_as_werewolf(common, set),
            Role::Possessed => self.choose_as_possessed(common, set),
            _ => {
                let suspicion = self.suspicion(common);
                let scores = if common.record.round > 0 {
                    suspicion
                } else {
                    self.scores(common, &suspicion)
                };
                highest(set, &scores)
            }
        }
    }
}

/// A standard normal number.
fn gauss(rng: &mut GameRng) -> f32 {
    let [radius, angle] = rng.random::<[f32; 2]>();
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f32::consts::TAU * angle).cos()
}

/// Those with the most votes in the last ballot.
fn tied(common: &CommonKnowledge) -> Players {
    let votes = common.record.votes_of_ballot();
    let most = votes.iter().copied().max().unwrap_or(0);
    common.record.alive.iter().filter(|seat| most > 0 && votes[seat.index()] == most).collect()
}

/// The one of a set with the highest score; the lowest seat on ties.
fn highest(set: Players, scores: &[f32; MAX_PLAYERS]) -> Option<Seat> {
    let score = |seat: Seat| scores[seat.index()];
    set.iter().reduce(|best, next| if score(next) > score(best) { next } else { best })
}

impl TablePlayer for Finalist {
    fn wants_belief(&self) -> Option<Factors> {
        Some(self.settings.factors)
    }

    fn sit(&mut self, card: RoleCard, _common: &CommonKnowledge, rng: &mut GameRng) {
        *self = Self { card, ..Self::new(self.settings) };
        self.errors = [1.0; MAX_PLAYERS];
        for whim in &mut self.whim {
            *whim = rng.random::<f32>() * 1e-4;
        }
        let is_lowest = card.wolves.lowest() == Some(card.seat);
        self.fakes = is_lowest && rng.random_bool(f64::from(self.settings.fake).clamp(0.0, 1.0));
    }

    fn wake(
        &mut self,
        common: &CommonKnowledge,
        result: Option<(Seat, Species)>,
        rng: &mut GameRng,
    ) {
        self.lines.clear();
        (self.declared, self.declarations) = (None, 0);
        self.untold = result;
        if let Some((target, species)) = result {
            self.judge(target, species);
        }
        self.failed_prey = self.prey.filter(|prey| common.record.alive.contains(*prey));
        self.prey = None;
        if self.settings.noise > 0.0 {
            for error in &mut self.errors {
                *error = (self.settings.noise * gauss(rng)).exp();
            }
        }
        if self.card.role == Role::Bodyguard
            && common.record.day > 1
            && common.record.last_victim.is_none()
            && let Some(saved) = self.guarded
        {
            self.white.insert(saved);
        }
    }

    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        self.announce(common, rng);
        let may_declare = self.settings.declares && self.declarations < DECLARATIONS;
        if self.lines.is_empty() && common.record.turn > 0 && may_declare {
            let choice = self.choose(common);
            if choice != self.declared
                && let Some(target) = choice
            {
                self.lines.push(Line::Vote(target));
                self.declared = choice;
                self.declarations += 1;
            }
        }
        if self.lines.is_empty() && common.record.turn >= LAST_TURN {
            return Sentence::OVER;
        }
        self.lines.say()
    }

    fn whisper(&mut self, common: &CommonKnowledge, _rng: &mut GameRng) -> Sentence {
        // All werewolves work out the same attack, so that nothing need be said of it.
        self.whisper_plan(common)
    }

    fn overhear(&mut self, speaker: Seat, sentence: &Sentence) {
        self.hear_plan(speaker, sentence);
    }

    fn vote(&mut self, common: &CommonKnowledge, _rng: &mut GameRng) -> Option<Seat> {
        self.choose(common)
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.choose_divination(common, rng)
    }

    fn guard(&mut self, common: &CommonKnowledge, _rng: &mut GameRng) -> Option<Seat> {
        self.guarded = self.choose_guard(common);
        self.guarded
    }

    fn attack(&mut self, common: &CommonKnowledge, _rng: &mut GameRng) -> Option<Seat> {
        self.choose_attack(common)
    }

    fn agreed(&mut self, victim: Option<Seat>) {
        self.prey = victim;
    }

    fn explain(&self, common: &CommonKnowledge) -> Option<Explanation> {
        let belief = common.belief()?.marginals(&self.private(common));
        let others = self.card.others(&common.record).iter();
        let beliefs = others.flat_map(|seat| {
            let place = seat.index();
            [(Role::Werewolf, belief.wolf[place]), (Role::Possessed, belief.possessed[place])].map(
                |(role, odds)| {
                    let fact = Fact::IsRole(seat, role).to_string();
                    Likelihood { fact, probability: f64::from(odds) }
                },
            )
        });
        Some(Explanation { beliefs: beliefs.collect(), ..Explanation::default() })
    }
}
