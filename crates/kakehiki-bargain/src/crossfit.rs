//! Choosing by some playouts and measuring by others, so that noise is not taken for skill.
//!
//! The best of several noisy means is too high on average: the more actions and the fewer
//! playouts, the more so. A reveal splits the playouts into smaller parts, each with a best action
//! of its own, and would look valuable by that alone. Therefore the rows (one row is one world in
//! which every action was played out) are dealt into two folds, and in each row the action counts
//! that did best in the *other* fold of its part:
//!
//! ```text
//! V = 1/n · Σ R[row][a*(part(row), other fold)],   a*(p, f) = argmax_a Σ R[r][a], r in p and f
//! ```
//!
//! Choice and measure are independent, so `V` is exactly what a seat would get that knows no more
//! of its actions than half of the playouts tell it: never too high on average, a little too low
//! where the playouts are few, right in the limit.

use kakehiki_core::{Rewards, Seat};

/// What a row is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    /// A world that the deciding seat thinks possible, first half.
    First,
    /// A world that the deciding seat thinks possible, second half.
    Second,
    /// A world in which somebody else measures what the deciding seat will do. It has no say in
    /// the choice, which follows both other folds.
    Outside,
}

impl Fold {
    /// Deals the worlds of one view into two folds by their numbers, which say nothing about them.
    pub(crate) const fn of(index: u64) -> Self {
        if index.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

/// The action that a seat plays in each row; `None` where nothing tells the actions apart, and any
/// of them may come.
pub(crate) type Choices = Vec<Option<usize>>;

/// Playouts of the same actions in several worlds that look the same to the deciding seat.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// The seat that decides.
    pub(crate) decider: Seat,
    /// The number of actions it chooses from, at least one.
    pub(crate) actions: usize,
    /// The fold of each row.
    pub(crate) folds: Vec<Fold>,
    /// The rewards of each action in each row, row by row.
    pub(crate) rewards: Vec<Rewards>,
}

impl Rows {
    /// What the seat plays in each row when it can tell the parts apart. A row of which the other
    /// fold of its part is empty goes by `otherwise`.
    pub(crate) fn choices(&self, parts: &[usize], otherwise: &[Option<usize>]) -> Choices {
        let part_count = parts.iter().max().map_or(0, |last| last + 1);
        let mut sums = vec![[vec![0.0; self.actions], vec![0.0; self.actions]]; part_count];
        let mut counts = vec![[0_u32; 2]; part_count];
        let decider = self.decider.index();
        let rows = self.folds.iter().zip(parts).zip(self.rewards.chunks_exact(self.actions));
        for ((fold, &part), row) in rows {
            let half = match fold {
                Fold::First => 0,
                Fold::Second => 1,
                Fold::Outside => continue,
            };
            counts[part][half] += 1;
            for (sum, rewards) in sums[part][half].iter_mut().zip(row) {
                *sum += rewards[decider];
            }
        }
        let best: Vec<[Option<usize>; 3]> = sums
            .iter()
            .zip(&counts)
            .map(|([first, second], &[first_count, second_count])| {
                let both: Vec<f64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
                [
                    (second_count > 0).then(|| largest(second)),
                    (first_count > 0).then(|| largest(first)),
                    (first_count + second_count > 0).then(|| largest(&both)),
                ]
            })
            .collect();
        let rows = self.folds.iter().zip(parts).zip(otherwise);
        rows.map(|((&fold, &part), &otherwise)| best[part][fold as usize].or(otherwise)).collect()
    }

    /// Adds what these choices bring, in the rows of the deciding seat and in those outside.
    pub(crate) fn tally(&self, choices: &[Option<usize>], proceeds: &mut Proceeds) {
        let rows = self.folds.iter().zip(choices).zip(self.rewards.chunks_exact(self.actions));
        for ((&fold, &choice), row) in rows {
            let side =
                if fold == Fold::Outside { &mut proceeds.outside } else { &mut proceeds.believed };
            match choice {
                Some(action) => side.add(&row[action], 1.0),
                None => row.iter().for_each(|rewards| side.add(rewards, 1.0 / row.len() as f64)),
            }
        }
    }
}

/// The first of the largest.
fn largest(sums: &[f64]) -> usize {
    let better = |best: usize, next: usize| if sums[next] > sums[best] { next } else { best };
    (0..sums.len()).reduce(better).unwrap_or(0)
}

/// What choices bring each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proceeds {
    /// In the worlds that the deciding seat thinks possible.
    pub(crate) believed: Mean,
    /// In the worlds of somebody else who watches it.
    pub(crate) outside: Mean,
}

/// Mean rewards of each seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mean {
    sums: Rewards,
    weight: f64,
}

impl Mean {
    pub(crate) fn add(&mut self, rewards: &Rewards, weight: f64) {
        if self.sums.is_empty() {
            self.sums = rewards.iter().map(|_| 0.0).collect();
        }
        for (sum, reward) in self.sums.iter_mut().zip(rewards) {
            *sum += reward * weight;
        }
        self.weight += weight;
    }

    /// The mean of a seat; 0 where nothing was added.
    pub(crate) fn of(&self, seat: Seat) -> f64 {
        self.sums.get(seat.index()).map_or(0.0, |sum| sum / self.weight)
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Moments, Seed};
    use rand::RngExt;

    use super::*;

    const SEAT: Seat = Seat::new(0);

    fn rows(rewards: &[&[f64]], folds: &[Fold]) -> Rows {
        Rows {
            decider: SEAT,
            actions: rewards[0].len(),
            folds: folds.to_vec(),
            rewards: rewards
                .iter()
                .flat_map(|row| row.iter().map(|reward| [*reward].into_iter().collect()))
                .collect(),
        }
    }

    #[test]
    fn each_fold_is_played_by_the_choice_of_the_other() {
        let folds = [Fold::First, Fold::Second, Fold::Outside];
        let table = rows(&[&[1.0, 0.0], &[0.0, 0.5], &[0.2, 0.4]], &folds);
        let choices = table.choices(&[0, 0, 0], &[None; 3]);
        // The first row likes action 0 and the second likes action 1; together action 0 leads.
        assert_eq!(choices, [Some(1), Some(0), Some(0)]);
        let mut proceeds = Proceeds::default();
        table.tally(&choices, &mut proceeds);
        assert!(proceeds.believed.of(SEAT).abs() < 1e-12);
        assert!((proceeds.outside.of(SEAT) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_part_without_a_second_opinion_goes_by_what_was_known_before() {
        let folds = [Fold::First, Fold::Second, Fold::Second];
        let table = rows(&[&[1.0, 0.0], &[1.0, 0.0], &[0.0, 1.0]], &folds);
        let before = table.choices(&[0, 0, 0], &[None; 3]);
        assert_eq!(before, [Some(0), Some(0), Some(0)]);
        let after = table.choices(&[0, 0, 1], &before);
        assert_eq!(after, [Some(0), Some(0), Some(0)]);
        let blind = table.choices(&[0, 1, 2], &[None; 3]);
        assert_eq!(blind, [None; 3]);
        let mut proceeds = Proceeds::default();
        table.tally(&blind, &mut proceeds);
        assert!((proceeds.believed.of(SEAT) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn noise_is_not_taken_for_skill() {
        const ACTIONS: usize = 8;
        const ROWS: usize = 32;
        const TABLES: usize = 4_000;
        let folds: Vec<Fold> = (0..ROWS).map(|row| [Fold::First, Fold::Second][row % 2]).collect();
        let parts: Vec<usize> = (0..ROWS).map(|row| row / 2 % 2).collect();
        let (mut fitted, mut naive) = (Moments::default(), 0.0);
        for index in 0..TABLES {
            let mut rng = Seed::experiment(5).rng_at(index as u64);
            // Every action wins half of the time in every world: knowing the part is worth nothing.
            let coins: Vec<Vec<f64>> = (0..ROWS)
                .map(|_| (0..ACTIONS).map(|_| f64::from(u8::from(rng.random::<bool>()))).collect())
                .collect();
            let table = rows(&coins.iter().map(Vec::as_slice).collect::<Vec<_>>(), &folds);
            let before = table.choices(&vec![0; ROWS], &[None; ROWS]);
            let after = table.choices(&parts, &before);
            let (mut worth_before, mut worth_after) = (Proceeds::default(), Proceeds::default());
            table.tally(&before, &mut worth_before);
            table.tally(&after, &mut worth_after);
            fitted.add(worth_after.believed.of(SEAT) - worth_before.believed.of(SEAT));
            let best = |part: Option<usize>| {
                let sum = |action| -> f64 {
                    let chosen =
                        (0..ROWS).filter(|row| part.is_none_or(|part| parts[*row] == part));
                    chosen.map(|row: usize| coins[row][action]).sum()
                };
                (0..ACTIONS).map(sum).fold(0.0, f64::max)
            };
            naive += (best(Some(0)) + best(Some(1)) - best(None)) / ROWS as f64 / TABLES as f64;
        }
        // Five standard errors: a false alarm in two million seeds.
        let (mean, bound) = (fitted.mean(), 5.0 * fitted.standard_error());
        assert!(bound < 0.01 && mean.abs() < bound, "{mean} is not within {bound} of 0");
        assert!(naive > 0.04, "the plain best of means sees a worth of {naive}");
    }
}
