//! A rule-based player of the strength of contest finalists, after what public ones have in common:
//! exact suspicion over all assignments, claims at once, votes that are declared early and move
//! with the crowd, werewolves that lurk, and a possessed that claims to be the seer.

mod village;
mod wolfside;

use kakehiki_core::{Explanation, GameRng, Seat};
use rand::RngExt;

use super::{
    board::Board,
    lines::{Line, Lines},
    player::{Hand, Player},
};
use crate::{
    estimate::{Factors, Limits, Marginals, Private},
    rules::{MAX_PLAYERS, Players, Role, Sentence, Species, Whom},
};

/// What can be set of a finalist.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FinalistSettings {
    /// The model of how others behave; the possessed's share of black results is the knob of
    /// difficulty, 0.3 for hard.
    pub factors: Factors,
    /// How much the declared votes of others count.
    pub follow: f32,
    /// The day on which a seer claims at the latest.
    pub seer_day: u8,
    /// The same of a medium.
    pub medium_day: u8,
    /// Whether a seer who found a human reports its top suspect as a werewolf instead.
    pub false_black: bool,
    /// The standard deviation of an error in its suspicions, as log odds, drawn anew every day.
    pub noise: f32,
    /// How likely the lowest werewolf claims to be the seer.
    pub fake: f32,
    /// How a werewolf weighs the suspicion of a fellow.
    pub mate: f32,
    /// The share of the living whose declarations make a werewolf vote for a fellow.
    pub bus: f32,
}

impl Default for FinalistSettings {
    fn default() -> Self {
        Self {
            factors: Factors::default(),
            follow: 0.5,
            seer_day: 1,
            medium_day: 1,
            false_black: false,
            noise: 0.0,
            fake: 0.0,
            mate: 0.3,
            bus: 0.5,
        }
    }
}

/// The most often that a vote is declared in a day.
const DECLARATIONS: u8 = 5;
/// The turn from which on it says `Over` when it has nothing to say.
const LAST_TURN: u8 = 3;

/// The player; it plays every role.
#[derive(Clone, Debug, Default)]
pub struct Finalist {
    settings: FinalistSettings,
    hand: Hand,
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
    fn get(&mut self, board: &Board, private: Private) -> Marginals {
        if let Some(belief) = board.belief() {
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

    fn others(&self, board: &Board) -> Players {
        board.alive.except(self.hand.seat)
    }

    /// What this player knows.
    fn private(&self, board: &Board) -> Private {
        let me = Players::only(self.hand.seat);
        let everybody = Players::first(board.players);
        match self.hand.role {
            Role::Werewolf => Private {
                limits: Limits {
                    wolves: self.hand.wolves,
                    humans: everybody.without(self.hand.wolves),
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

    fn own_belief(&mut self, board: &Board) -> Marginals {
        let private = self.private(board);
        self.own.get(board, private)
    }

    /// What this player would believe if it were a villager.
    fn pretended_belief(&mut self, board: &Board) -> Marginals {
        let me = Players::only(self.hand.seat);
        let limits = Limits { wolves: Players::NONE, humans: me };
        self.pretended.get(board, Private { limits, loyal: me, ..Private::default() })
    }

    fn public_belief(&mut self, board: &Board) -> Marginals {
        self.public.get(board, Private::default())
    }

    /// How many living others declare a vote for each player.
    fn declared_for(&self, board: &Board) -> [u8; MAX_PLAYERS] {
        let mut counts = [0; MAX_PLAYERS];
        for voter in self.others(board).iter() {
            if let Some(target) = board.declared[voter.index()] {
                counts[target.index()] += 1;
            }
        }
        counts
    }

    /// Suspicion, with today's error, and the declarations of others together.
    fn scores(&self, board: &Board, suspicion: &[f32; MAX_PLAYERS]) -> [f32; MAX_PLAYERS] {
        let declared = self.declared_for(board);
        let alive = board.alive.len() as f32;
        let mut scores = [0.0; MAX_PLAYERS];
        for seat in self.others(board).iter().map(Seat::index) {
            let crowd = f32::from(declared[seat]) / alive;
            let (odds, error) = (suspicion[seat], self.errors[seat]);
            let suspicion = odds * error / (1.0 - odds + odds * error);
            scores[seat] = suspicion * (1.0 + self.settings.follow * crowd) + self.whim[seat];
        }
        scores
    }

    /// Whom to vote for; after a ballot without a result, one of the tied.
    fn choose(&mut self, board: &Board) -> Option<Seat> {
        let mut set = self.others(board);
        if board.round > 0 {
            set = tied(board).and(set).or_if_empty(set);
        }
        match self.hand.role {
            Role::Werewolf => self.choose_as_werewolf(board, set),
            Role::Possessed => self.choose_as_possessed(board, set),
            _ => {
                let suspicion = self.own_belief(board).wolf;
                let scores =
                    if board.round > 0 { suspicion } else { self.scores(board, &suspicion) };
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
fn tied(board: &Board) -> Players {
    let mut votes = [0_u8; MAX_PLAYERS];
    for target in board.ballot.iter().flatten() {
        votes[target.index()] += 1;
    }
    let most = votes.iter().copied().max().unwrap_or(0);
    board.alive.iter().filter(|seat| most > 0 && votes[seat.index()] == most).collect()
}

/// The one of a set with the highest score; the lowest seat on ties.
fn highest(set: Players, scores: &[f32; MAX_PLAYERS]) -> Option<Seat> {
    let mut best: Option<Seat> = None;
    for seat in set.iter() {
        if best.is_none_or(|best| scores[seat.index()] > scores[best.index()]) {
            best = Some(seat);
        }
    }
    best
}

impl Player for Finalist {
    fn wants_belief(&self) -> Option<Factors> {
        Some(self.settings.factors)
    }

    fn sit(&mut self, hand: Hand, _board: &Board, rng: &mut GameRng) {
        *self = Self { hand, ..Self::new(self.settings) };
        self.errors = [1.0; MAX_PLAYERS];
        for whim in &mut self.whim {
            *whim = rng.random::<f32>() * 1e-4;
        }
        let is_lowest = hand.wolves.lowest() == Some(hand.seat);
        self.fakes = is_lowest && rng.random_bool(f64::from(self.settings.fake).clamp(0.0, 1.0));
    }

    fn wake(&mut self, board: &Board, result: Option<(Seat, Species)>, rng: &mut GameRng) {
        self.lines.clear();
        (self.declared, self.declarations) = (None, 0);
        self.untold = result;
        if let Some((target, species)) = result {
            self.judge(target, species);
        }
        self.failed_prey = self.prey.filter(|prey| board.alive.contains(*prey));
        self.prey = None;
        if self.settings.noise > 0.0 {
            for error in &mut self.errors {
                *error = (self.settings.noise * gauss(rng)).exp();
            }
        }
        if self.hand.role == Role::Bodyguard
            && board.day > 1
            && board.last_victim.is_none()
            && let Some(saved) = self.guarded
        {
            self.white.insert(saved);
        }
    }

    fn talk(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        self.announce(board, rng);
        if self.lines.is_empty() && board.turn > 0 && self.declarations < DECLARATIONS {
            let choice = self.choose(board);
            if choice != self.declared
                && let Some(target) = choice
            {
                self.lines.push(Line::Vote(target));
                self.declared = choice;
                self.declarations += 1;
            }
        }
        if self.lines.is_empty() && board.turn >= LAST_TURN {
            return Sentence::OVER;
        }
        self.lines.say()
    }

    fn whisper(&mut self, _board: &Board, _rng: &mut GameRng) -> Sentence {
        // All werewolves work out the same attack, so that nothing need be said.
        Sentence::OVER
    }

    fn vote(&mut self, board: &Board, _rng: &mut GameRng) -> Option<Seat> {
        self.choose(board)
    }

    fn divine(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        self.choose_divination(board, rng)
    }

    fn guard(&mut self, board: &Board, _rng: &mut GameRng) -> Option<Seat> {
        self.guarded = self.choose_guard(board);
        self.guarded
    }

    fn attack(&mut self, board: &Board, _rng: &mut GameRng) -> Option<Seat> {
        self.choose_attack(board)
    }

    fn agreed(&mut self, victim: Option<Seat>) {
        self.prey = victim;
    }

    fn explain(&self, board: &Board) -> Option<Explanation> {
        let belief = board.belief()?.marginals(&self.private(board));
        let others = self.others(board).iter();
        let beliefs = others.flat_map(|seat| {
            let (name, place) = (Whom::from(seat), seat.index());
            [
                (format!("{name} is a werewolf"), f64::from(belief.wolf[place])),
                (format!("{name} is the possessed"), f64::from(belief.possessed[place])),
            ]
        });
        Some(Explanation { beliefs: beliefs.collect(), ..Explanation::default() })
    }
}

impl Finalist {
    fn judge(&mut self, target: Seat, species: Species) {
        match species {
            Species::Werewolf => self.black.insert(target),
            Species::Human | Species::Any => self.white.insert(target),
        }
    }
}
