//! Intervals around measured rates and means: no figure is shown without one.

use kakehiki_core::Moments;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// A 95 % confidence interval, written `[low, high]` in documents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// All that a rate can be, which is what is known before the first game.
    pub const UNKNOWN: Self = Self { low: 0.0, high: 1.0 };

    /// The Wilson score interval of a rate: `successes` of `trials`.
    ///
    /// After Wilson (1927): `(p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)` with the 97.5 %
    /// point `z` of the normal distribution. It stays inside 0 to 1 and is not empty for a rate of
    /// 0 or of 1. It takes the trials to be independent, which games under shared luck, or of one
    /// series, are not quite; [`PairedMean`] respects that.
    pub fn wilson(successes: u64, trials: u64) -> Self {
        if trials == 0 {
            return Self::UNKNOWN;
        }
        Self::score(successes as f64 / trials as f64, trials as f64)
    }

    /// The interval of the mean of independent numbers by Student's t; nothing is known below two.
    pub fn of_mean(numbers: &Moments) -> Option<Self> {
        let freedom = numbers.count().checked_sub(1).filter(|freedom| *freedom > 0)?;
        let (mean, half) =
            (numbers.mean(), student_point(freedom as f64) * numbers.standard_error());
        Some(Self { low: mean - half, high: mean + half })
    }

    /// The score interval of a rate that need not be a whole number of successes.
    fn score(rate: f64, trials: f64) -> Self {
        let square = normal_point().powi(2) / trials;
        let centre = (rate + square / 2.0) / (1.0 + square);
        let spread = rate.mul_add(1.0 - rate, square / 4.0) * square;
        let half = spread.max(0.0).sqrt() / (1.0 + square);
        // At the very ends the two terms cancel exactly on paper, but not in floating point.
        let low = if rate <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
        let high = if rate >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
        Self { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// The mean outcome of an agent over rounds, with an interval that respects what the games of a
/// round share.
///
/// All games of a round are played under the same luck, and the games of a series by the same
/// instances, so games are not independent but rounds are. With `o` the sum of outcomes and `g` the
/// number of games of each of `R` rounds, the mean is `m = Σo / Σg`, and its variance that of a
/// ratio of sums, `Σ(o − m g)² / (R − 1) / R / ḡ²`. Where seats are rotated this interval is
/// usually much narrower than one that counts every game for itself, which is what pairing is for.
///
/// Outcomes are added in whole `shares` of a win, so that no order of adding changes a digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairedMean {
    rounds: u64,
    shares: u128,
    games: u128,
    shares_squared: u128,
    shares_by_games: u128,
    games_squared: u128,
}

impl PairedMean {
    /// Adds a round: the shares won in it, and the games that counted. A round without games tells
    /// nothing.
    pub fn add(&mut self, shares: u64, games: u64) {
        if games == 0 {
            return;
        }
        let (shares, games) = (u128::from(shares), u128::from(games));
        self.rounds += 1;
        self.shares += shares;
        self.games += games;
        self.shares_squared += shares * shares;
        self.shares_by_games += shares * games;
        self.games_squared += games * games;
    }

    /// The number of rounds that counted.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The mean outcome of a game, if there was one; a win is `unit` shares.
    pub fn mean(&self, unit: u64) -> Option<f64> {
        (self.games > 0).then(|| self.shares as f64 / (self.games as f64 * unit as f64))
    }

    /// The variance of one round's mean outcome around the whole mean; nothing is known before the
    /// second round.
    pub fn variance(&self, unit: u64) -> Option<f64> {
        if self.rounds < 2 {
            return None;
        }
        let (rounds, games) = (self.rounds as f64, self.games as f64);
        let mean = self.shares as f64 / games;
        let scatter = (mean * mean).mul_add(
            self.games_squared as f64,
            (2.0 * mean).mul_add(-(self.shares_by_games as f64), self.shares_squared as f64),
        );
        let games_a_round = games / rounds;
        let scale = (games_a_round * unit as f64).powi(2);
        Some(scatter.max(0.0) / (rounds - 1.0) / scale)
    }

    /// The interval around the mean: Student's t over rounds, cut to what an outcome can be.
    ///
    /// Rounds that all came out alike would give an interval of no width; the Wilson interval over
    /// rounds stands in.
    pub fn interval(&self, unit: u64) -> Interval {
        let (Some(mean), Some(variance)) = (self.mean(unit), self.variance(unit)) else {
            return Interval::UNKNOWN;
        };
        let rounds = self.rounds as f64;
        if variance < 1e-12 {
            return Interval::score(mean.clamp(0.0, 1.0), rounds);
        }
        let half = student_point(rounds - 1.0) * (variance / rounds).sqrt();
        Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }
}

/// The point below which 97.5 % of the standard normal distribution lie.
pub(crate) fn normal_point() -> f64 {
    Normal::standard().inverse_cdf(0.975)
}

/// The point below which 97.5 % of Student's distribution lie.
fn student_point(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or_else(|_| normal_point(), |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn wilson_agrees_with_published_and_scipy_figures() {
        // The third pair is the example of Newcombe (1998), who prints 0.2553 to 0.3662; all digits
        // are from scipy.stats.binomtest(k, n).proportion_ci(0.95, "wilson").
        for (successes, trials, low, high) in [
            (8, 10, 0.490_162_471_536_641_8, 0.943_317_848_545_624_8),
            (55, 100, 0.452_446_029_974_421_35, 0.643_854_620_204_880_3),
            (81, 263, 0.255_288_519_878_274_2, 0.366_209_576_982_800_04),
            (5123, 10_000, 0.502_500_302_605_471_4, 0.522_090_251_034_61),
            (0, 20, 0.0, 0.161_125_158_052_819_35),
            (148, 148, 0.974_700_856_732_215_5, 1.0),
        ] {
            let interval = Interval::wilson(successes, trials);
            assert!(close(interval.low, low) && close(interval.high, high), "{interval:?}");
        }
        assert_eq!(Interval::wilson(0, 0), Interval::UNKNOWN);
    }

    #[test]
    fn a_mean_has_the_usual_student_interval() {
        // scipy.stats.t.interval(0.95, 9, mean, sem) of the ten numbers below.
        let numbers = [1.0, 0.5, 0.0, 0.75, 0.5, 1.0, 0.25, 0.5, 1.0, 0.5];
        let interval = Interval::of_mean(&numbers.into_iter().collect()).unwrap();
        assert!(close(interval.low, 0.358_585_444_033_408_1), "{interval:?}");
        assert!(close(interval.high, 0.841_414_555_966_591_9), "{interval:?}");
        assert_eq!(Interval::of_mean(&[3.0].into_iter().collect()), None);
        assert_eq!(Interval::of_mean(&Moments::default()), None);
    }

    #[test]
    fn equal_rounds_give_the_usual_student_interval() {
        // scipy.stats.t.interval of the ten means 1, .5, 0, .75, .5, 1, .25, .5, 1, .5; two games a
        // round, unit 2.
        let mut mean = PairedMean::default();
        for shares in [4, 2, 0, 3, 2, 4, 1, 2, 4, 2] {
            mean.add(shares, 2);
        }
        assert!(close(mean.mean(2).unwrap(), 0.6));
        assert!(close(mean.variance(2).unwrap(), 0.113_888_888_888_888_9));
        let interval = mean.interval(2);
        assert!(close(interval.low, 0.358_585_444_033_408_1), "{interval:?}");
        assert!(close(interval.high, 0.841_414_555_966_591_9), "{interval:?}");
    }

    #[test]
    fn rounds_with_void_games_count_by_their_games() {
        // By hand: m = 7/11 and se = 0.185205…, t with 5 degrees of freedom from SciPy; the top is
        // cut to 1.
        let mut mean = PairedMean::default();
        for (shares, games) in [(3, 2), (1, 2), (4, 2), (0, 2), (2, 1), (4, 2), (0, 0)] {
            mean.add(shares, games);
        }
        assert_eq!(mean.rounds(), 6);
        assert!(close(mean.mean(2).unwrap(), 7.0 / 11.0));
        let interval = mean.interval(2);
        assert!(close(interval.low, 0.160_278_724_200_378_1), "{interval:?}");
        assert!(close(interval.high, 1.0));
    }

    #[test]
    fn rounds_that_are_all_alike_still_leave_doubt() {
        let mut mean = PairedMean::default();
        assert_eq!(mean.interval(2), Interval::UNKNOWN);
        for _ in 0..20 {
            mean.add(4, 2);
        }
        assert_eq!(mean.interval(2), Interval::wilson(20, 20));
    }

    #[test]
    fn wilson_covers_the_truth_about_as_often_as_it_says() {
        // The exact coverage for n = 50, summed over the binomial distribution; Wilson's stays
        // above 0.92 here.
        for rate in [0.05_f64, 0.2, 0.5, 0.77] {
            let mut weight = (1.0 - rate).powi(50);
            let mut covered = 0.0;
            for successes in 0..=50_u64 {
                let interval = Interval::wilson(successes, 50);
                if interval.low <= rate && rate <= interval.high {
                    covered += weight;
                }
                weight *= (50 - successes) as f64 / (successes + 1) as f64 * rate / (1.0 - rate);
            }
            assert!((0.92..0.98).contains(&covered), "rate {rate}: {covered}");
        }
    }
}
