//! The published figures, and rows that both tables share.

use kakehiki_arena::Counters;
use kakehiki_core::Moments;

use super::{FIGURES, answers::Opponent, session::Session};
use crate::{Row, published::published};

/// A list of the paper for its six participants.
pub(super) fn by_participant(path: &str) -> Vec<f64> {
    published(FIGURES, path)
}

/// The mean over the paper's participants.
pub(super) fn published_mean(path: &str) -> f64 {
    by_participant(path).into_iter().collect::<Moments>().mean()
}

/// The negotiations of the paper's table 4.1 against an opponent, and those of them that succeeded: a
/// share of a whole number of negotiations is rounded to the whole number that it stands for.
pub(super) fn added_up(opponent: Opponent) -> [f64; 2] {
    let negotiations = by_participant(&format!("{opponent}.negotiations"));
    let success = by_participant(&format!("{opponent}.success"));
    let succeeded = negotiations.iter().zip(success).map(|(all, share)| (all * share).round());
    [negotiations.iter().sum(), succeeded.sum()]
}

/// A mean of numbers, one for each game.
pub(super) fn mean(row: &str, metric: &str, numbers: impl Iterator<Item = f64>) -> Row {
    Row::mean(row, metric, &numbers.collect())
}

/// A ratio of sums, with an interval that knows which of them belong to one game; none where nothing
/// was counted.
pub(super) fn ratio(
    row: &str,
    metric: &str,
    counts: impl Iterator<Item = [u32; 2]>,
) -> Option<Row> {
    const NAMES: [&str; 2] = ["part", "whole"];
    let mut counters = Counters::new(&NAMES);
    counts.for_each(|counts| counters.add(&counts));
    Row::counters(row, metric, &counters, NAMES)
}

/// How much more there is in a participant's game against the presenting player than in its game
/// against the base player, on average. Both games of a participant share their luck.
pub(super) fn difference(
    row: &str,
    metric: &str,
    sessions: &[Session],
    number: impl Fn(&super::course::Measures) -> Option<f64>,
) -> Row {
    let difference = |[base, presenting]: &Session| Some(number(presenting)? - number(base)?);
    mean(row, metric, sessions.iter().filter_map(difference))
}
