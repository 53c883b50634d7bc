//! Habits that are found to do best against somebody, as somebody would find them who plays against it.

use std::sync::atomic::{AtomicU64, Ordering};

use kakehiki_core::{Agent, Recipe, Seat, Seed, TrainingOrder, play};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use strum::IntoEnumIterator;

use super::{
    acts::LogLinear,
    habit::{Habit, Habitual},
};
use crate::rules::Geister;

/// The games in which each habit is tried; twice as many with other luck say how good the last one is.
const TRIAL: u64 = 120;

/// How far a step changes a weight at most.
const STRIDE: f64 = 2.0;

/// The fewest games that try every kind of habit, one step from the best, and the result.
pub(super) fn fewest_games() -> u64 {
    (kinds().count() as u64 + 3) * TRIAL
}

/// Where the search begins.
fn kinds() -> impl Iterator<Item = Habit> {
    Habit::iter().filter(|kind| *kind != Habit::Tuned)
}

/// Looks for the habit that does best against these players, by chance steps from the best of those that
/// are known, as long as the games of the order last: its weights, and how it went. Nothing where the order
/// is interrupted.
pub(super) fn tune(
    game: &Geister,
    players: &[Recipe<Geister>],
    order: &TrainingOrder<'_>,
) -> Option<(String, Vec<String>)> {
    let seed = Seed::experiment(order.seed);
    let done = AtomicU64::new(0);
    // The mean outcome of a habit, a draw for half.
    let score = |habit: LogLinear, luck: Seed, games: u64| -> Option<f64> {
        let one = |index| {
            (!order.is_interrupted()).then(|| {
                let outcome = play_one(game, players, habit, luck, index);
                (order.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, order.games);
                outcome
            })
        };
        let sum: Option<f64> = (0..games).into_par_iter().map(one).sum();
        sum.map(|sum| sum / games as f64)
    };
    let luck = seed.derive("trial", 0);
    let mut report = vec![format!("Share of {TRIAL} games that each kind of habit wins:")];
    let (mut most, mut habit) = (f64::NEG_INFINITY, Habit::Cautious.model());
    for kind in kinds() {
        let found = score(kind.model(), luck, TRIAL)?;
        report.push(format!("{kind}: {found:.3}"));
        if found > most {
            (most, habit) = (found, kind.model());
        }
    }
    let steps = (order.games / TRIAL).saturating_sub(kinds().count() as u64 + 2);
    let mut rng = seed.derive("step", 0).rng();
    for _ in 0..steps {
        let step = habit.varied(STRIDE, &mut rng);
        let found = score(step, luck, TRIAL)?;
        if found > most {
            (most, habit) = (found, step);
        }
    }
    report.push(format!("after {steps} steps: {most:.3}"));
    let check = score(habit, seed.derive("check", 0), 2 * TRIAL)?;
    report.push(format!("the last one in {} games with other luck: {check:.3}", 2 * TRIAL));
    Some((habit.write(), report))
}

/// What a habit gets out of the game with this number: against every player as often, on either side.
fn play_one(
    game: &Geister,
    players: &[Recipe<Geister>],
    habit: LogLinear,
    luck: Seed,
    index: u64,
) -> f64 {
    let seed = luck.derive("game", index);
    let place = index as usize;
    let seat = Seat::new(place / players.len() % 2);
    let other = players[place % players.len()](seed.derive("agent", 0));
    let mut agents: Vec<Box<dyn Agent<Geister>>> = vec![other];
    agents.insert(seat.index(), Box::new(Habitual(habit)));
    play(game, &mut agents, seed, &mut ()).verdict.reward(seat, 2).unwrap_or(0.5)
}
