//! How well roles are guessed: a benchmark of estimators.
//!
//! Estimators are fitted on some games and tested on others. Before the first ballot of each day
//! the lowest living plain villager is asked for the roles of all other living players. It gets one
//! point where the role it takes for most likely is the true one, and loses −ln of the probability
//! that it gave to the true one.

use std::borrow::Cow;

use kakehiki_core::Seed;
use serde::{Deserialize, Serialize};

use crate::{
    agents::{Brain, FastTable},
    estimate::{
        FactorTally, Factors, Frequencies, GUESSED_ROLES, Likelihoods, Limits, NaiveBelief,
        Private, PublicBelief, Relations, RoleOdds, place_of,
    },
    record::{Observer, PublicRecord, TableEvent},
    rules::{DEALT_ROLES, Options, Players, Role, State, Werewolf},
};

/// Later days count as this one.
const DAYS: usize = 8;
/// How much votes may count.
const VOTE_WEIGHTS: [f32; 4] = [1.0, 0.5, 0.25, 0.0];
/// One game for so many that the estimators were fitted to is played to weigh votes.
const WEIGHING: u64 = 20;

/// Probabilities below this count as this, so that one surprise does not decide a mean.
const LEAST: f32 = 1e-6;

/// The estimators that are compared.
///
/// `prior` knows the deal only, `naive` is [`NaiveBelief`], `exact` is [`PublicBelief`], and
/// `joint` weighs whole deals by the evidence of both.
pub const ESTIMATORS: [&str; 4] = ["prior", "naive", "exact", "joint"];

/// How an estimator did on one day about players of one true role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EstimationRow {
    /// The estimator.
    pub estimator: Cow<'static, str>,
    /// The day, 7 for all later ones too.
    pub day: usize,
    /// The true role.
    pub role: Role,
    /// Guesses.
    pub guesses: u64,
    /// Right ones.
    pub right: u64,
    /// The mean of −ln of the probability given to the true role.
    pub log_loss: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    guesses: u64,
    right: u64,
    loss: f64,
}

/// Estimators that were fitted to games among some players, ready to be tested on other games among
/// them.
#[derive(Clone, Debug)]
pub struct FittedEstimators {
    game: Werewolf,
    players: Vec<Brain>,
    likelihoods: Likelihoods,
    factors: Factors,
    relations: Relations,
}

impl FittedEstimators {
    /// Plays games among `players`, one for each seat, and fits the estimators to them. Votes follow
    /// each other, so that each says less than it would alone: how much they count in `exact` and
    /// in `joint` is what does best in a few games more.
    pub fn fit(game: &Werewolf, players: &[Brain], games: u64, seed: Seed) -> Self {
        let mut lessons = Lessons::default();
        let mut table = FastTable::new(*game, players.to_vec());
        let mut rng = seed.rng();
        for _ in 0..games {
            table.play(&mut rng, &mut lessons);
        }
        let mut fitted = Self {
            game: *game,
            players: players.to_vec(),
            likelihoods: lessons.frequencies.likelihoods(),
            factors: lessons.tally.factors(),
            relations: lessons.tally.relations(),
        };
        let (plain, mut least) = (fitted.clone(), [f64::INFINITY; 2]);
        for weight in VOTE_WEIGHTS {
            let candidate = Self {
                factors: plain.factors.with_vote_weight(weight),
                relations: plain.relations.with_vote_weight(weight),
                ..plain.clone()
            };
            let rows = candidate.test(games.div_ceil(WEIGHING), seed.derive("weighing", 0));
            let losses = ["exact", "joint"].map(|estimator| {
                let rows = rows.iter().filter(|row| row.estimator == estimator);
                rows.map(|row| row.log_loss * row.guesses as f64).sum::<f64>()
            });
            if losses[0] < least[0] {
                (fitted.factors, least[0]) = (candidate.factors, losses[0]);
            }
            if losses[1] < least[1] {
                (fitted.relations, least[1]) = (candidate.relations, losses[1]);
            }
        }
        fitted
    }

    /// Plays other games and asks for all roles every evening.
    pub fn test(&self, games: u64, seed: Seed) -> Vec<EstimationRow> {
        let options = *self.game.options();
        let mut exam = Exam {
            options,
            likelihoods: &self.likelihoods,
            relations: &self.relations,
            naive: NaiveBelief::default(),
            exact: PublicBelief::new(&options, self.factors),
            cells: [[[Cell::default(); GUESSED_ROLES]; DAYS]; ESTIMATORS.len()],
        };
        let mut table = FastTable::new(self.game, self.players.clone());
        let mut rng = seed.rng();
        for _ in 0..games {
            table.play(&mut rng, &mut exam);
        }
        exam.rows()
    }
}

/// What is learned from the games for fitting.
#[derive(Default)]
struct Lessons {
    frequencies: Frequencies,
    tally: FactorTally,
}

impl Observer for Lessons {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, record: &PublicRecord) {
        self.tally.saw(event, state, record);
        if event == TableEvent::Over {
            self.frequencies.learn(&record.deeds, state.roles());
        }
    }
}

struct Exam<'a> {
    options: Options,
    likelihoods: &'a Likelihoods,
    relations: &'a Relations,
    naive: NaiveBelief,
    /// One of its own: the players' one may infer by other factors.
    exact: PublicBelief,
    cells: [[[Cell; GUESSED_ROLES]; DAYS]; ESTIMATORS.len()],
}

impl Exam<'_> {
    fn ask(&mut self, state: &State, record: &PublicRecord) {
        let villagers = state.alive().and(state.holders(Role::Villager));
        let Some(asked) = villagers.lowest() else {
            return;
        };
        self.naive.read(self.likelihoods, &record.deeds);
        let mut unknown = self.options.roles;
        unknown[Role::Villager.index()] -= 1;
        let known = record.victims.with(asked);
        let limits = Limits { wolves: Players::NONE, humans: known };
        let private = Private { limits, loyal: Players::only(asked), ..Private::default() };
        let exact = self.exact.role_odds(&private, asked);
        let joint = self.relations.role_odds(&self.options, &self.naive, record, asked);
        let day = usize::from(state.day()).min(DAYS - 1);
        for seat in state.alive().except(asked).iter() {
            let truth = place_of(state.role(seat));
            let prior = NaiveBelief::default().odds(seat, &unknown, limits);
            let naive = self.naive.odds(seat, &unknown, limits);
            let guesses = [prior, naive, exact[seat.index()], joint[seat.index()]];
            for (cells, odds) in self.cells.iter_mut().zip(guesses) {
                mark(&mut cells[day][truth], &odds, truth);
            }
        }
    }

    fn rows(&self) -> Vec<EstimationRow> {
        let mut rows = Vec::new();
        for (estimator, days) in ESTIMATORS.into_iter().zip(&self.cells) {
            for (day, roles) in days.iter().enumerate() {
                for (role, cell) in DEALT_ROLES.into_iter().zip(roles) {
                    if cell.guesses > 0 {
                        let log_loss = cell.loss / cell.guesses as f64;
                        let Cell { guesses, right, .. } = *cell;
                        let estimator = estimator.into();
                        rows.push(EstimationRow { estimator, day, role, guesses, right, log_loss });
                    }
                }
            }
        }
        rows
    }
}

fn mark(cell: &mut Cell, odds: &RoleOdds, truth: usize) {
    let better = |best: usize, next: usize| if odds[next] > odds[best] { next } else { best };
    cell.guesses += 1;
    cell.right += u64::from((0..GUESSED_ROLES).reduce(better) == Some(truth));
    cell.loss -= f64::from(odds[truth].max(LEAST).ln());
}

impl Observer for Exam<'_> {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, record: &PublicRecord) {
        match event {
            TableEvent::Dealt => {
                self.naive.clear();
                self.exact.clear();
            }
            TableEvent::Evening => {
                self.exact.read(record);
                self.ask(state, record);
            }
            _ => {}
        }
    }
}
