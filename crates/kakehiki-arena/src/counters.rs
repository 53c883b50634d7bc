//! What the rules counted in an agent's games, and shares of it with intervals.

use std::sync::Arc;

use crate::{Interval, interval::normal_point};

/// The sums of an agent's counters over its games, and of their products within a game, from which
/// the scatter of shares follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    names: Arc<[&'static str]>,
    sums: Vec<u64>,
    /// The games in which each counter is not 0.
    games: Vec<u64>,
    /// Of each counter with itself and those before it, row by row.
    products: Vec<u64>,
}

/// One counter by another, such as offers that were taken by offers made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CounterShare {
    /// The share.
    pub value: f64,
    /// Its 95 % interval, which knows that what happens in one game hangs together.
    pub ci95: Interval,
    /// What was counted in all.
    pub of: u64,
}

impl Counters {
    /// Nothing counted yet.
    pub fn new(names: &[&'static str]) -> Self {
        let count = names.len();
        let products = vec![0; count * (count + 1) / 2];
        Self { names: names.into(), sums: vec![0; count], games: vec![0; count], products }
    }

    /// The sums by name.
    pub fn sums(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.names.iter().copied().zip(self.sums.iter().copied())
    }

    /// In how many games this was counted at all; nothing if its name is unknown.
    pub fn games_with(&self, name: &str) -> Option<u64> {
        let place = self.names.iter().position(|known| *known == name)?;
        Some(self.games[place])
    }

    /// Adds the counts of a game.
    pub fn add(&mut self, counts: &[u32]) {
        for (row, count) in counts.iter().enumerate().take(self.sums.len()) {
            let count = u64::from(*count);
            self.sums[row] += count;
            self.games[row] += u64::from(count > 0);
            for (column, other) in counts[..=row].iter().enumerate() {
                self.products[place(row, column)] += count * u64::from(*other);
            }
        }
    }

    /// Adds the games of another experiment with the same rules.
    ///
    /// # Panics
    /// If other things were counted there.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.names, other.names, "counters of one game");
        self.games.iter_mut().zip(&other.games).for_each(|(sum, more)| *sum += more);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.products.iter_mut().zip(&other.products).for_each(|(sum, more)| *sum += more);
    }

    /// One counter by another; `None` if a name is unknown or nothing was counted.
    ///
    /// The interval is that of a ratio of sums over independent games, those in which the whole is
    /// not 0. Where all of them agree there is no scatter to measure, and it is the interval of as
    /// many equal trials as games.
    pub fn share(&self, part: &str, whole: &str) -> Option<CounterShare> {
        let find = |name: &str| self.names.iter().position(|known| *known == name);
        let (part, whole) = (find(part)?, find(whole)?);
        let (parts, of) = (self.sums[part], self.sums[whole]);
        if of == 0 {
            return None;
        }
        let value = parts as f64 / of as f64;
        let product =
            |one: usize, other: usize| self.products[place(one.max(other), one.min(other))] as f64;
        let squares = product(part, part) - 2.0 * value * product(part, whole)
            + value * value * product(whole, whole);
        let games = self.games[whole] as f64;
        let ci95 = if squares < 1e-9 || games < 2.0 {
            let successes = (value.clamp(0.0, 1.0) * games).round() as u64;
            Interval::wilson(successes, self.games[whole])
        } else {
            let error = normal_point() * (squares * games / (games - 1.0)).sqrt() / of as f64;
            // What is part of a whole is not more than it.
            let most = if parts <= of { 1.0 } else { f64::INFINITY };
            Interval { low: (value - error).max(0.0), high: (value + error).min(most) }
        };
        Some(CounterShare { value, ci95, of })
    }
}

/// Where the product of a counter and one that is not behind it stands.
const fn place(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;
    use rand::RngExt;

    use super::*;

    const NAMES: &[&str] = &["offers", "taken"];

    #[test]
    fn shares_are_ratios_of_sums() {
        let mut counters = Counters::new(NAMES);
        assert_eq!(counters.share("taken", "offers"), None);
        counters.add(&[4, 2]);
        let mut others = Counters::new(NAMES);
        others.add(&[6, 6]);
        counters.merge(&others);
        let share = counters.share("taken", "offers").unwrap();
        assert!((share.value - 0.8).abs() < 1e-12 && share.of == 10);
        assert!(share.ci95.low < 0.8 && share.ci95.high > 0.8);
        assert_eq!(counters.share("lost", "offers"), None);
        assert_eq!(counters.sums().collect::<Vec<_>>(), [("offers", 10), ("taken", 8)]);
    }

    #[test]
    fn games_that_all_agree_are_not_certain() {
        let mut counters = Counters::new(NAMES);
        (0..20).for_each(|_| counters.add(&[3, 3]));
        let share = counters.share("taken", "offers").unwrap();
        assert_eq!(share.ci95, Interval::wilson(20, 20));
    }

    #[test]
    fn a_part_is_not_more_than_its_whole() {
        let mut counters = Counters::new(NAMES);
        (0..20).for_each(|_| counters.add(&[3, 3]));
        counters.add(&[9, 1]);
        let share = counters.share("taken", "offers").unwrap();
        assert!(share.value < 1.0 && share.ci95.high <= 1.0, "{share:?}");
    }

    #[test]
    fn games_in_which_nothing_happened_make_nothing_surer() {
        let [mut few, mut padded] = [Counters::new(NAMES), Counters::new(NAMES)];
        for counts in [[1, 0], [2, 0], [1, 0]] {
            few.add(&counts);
            padded.add(&counts);
        }
        (0..1000).for_each(|_| padded.add(&[0, 0]));
        let share = |counters: &Counters| counters.share("taken", "offers").unwrap();
        assert_eq!(share(&padded).ci95, Interval::wilson(0, 3));
        for counters in [&mut few, &mut padded] {
            counters.add(&[4, 3]);
        }
        assert_eq!(share(&padded), share(&few));
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        // In each game all offers are taken or none, so that counting offers for themselves would
        // give intervals that are far too narrow. Of 400 experiments 95 % cover; five standard
        // deviations are 5.4 points.
        let mut covered = 0;
        for experiment in 0..400 {
            let mut rng = Seed::experiment(3).rng_at(experiment);
            let mut counters = Counters::new(NAMES);
            for _ in 0..100 {
                let offers = rng.random_range(1..20);
                counters.add(&[offers, if rng.random_bool(0.3) { offers } else { 0 }]);
            }
            let interval = counters.share("taken", "offers").unwrap().ci95;
            covered += u32::from((interval.low..=interval.high).contains(&0.3));
        }
        assert!((358..=400).contains(&covered), "{covered} of 400");
    }
}
