//! Stopping a comparison of two agents as soon as it is decided: Wald's sequential probability
//! ratio test.

use serde::{Deserialize, Serialize};

use crate::PairedMean;

/// A test of "the first agent scores `p1` against the second" against "it scores only `p0`".
///
/// A score is the mean outcome, so that a draw is half a win. The log likelihood ratio is the one
/// of the generalised test with normal increments, `R (p1 − p0)(2m − p0 − p1) / 2σ²` after `R`
/// rounds of mean `m` and variance `σ²`: draws, and the luck that the games of a round share, are
/// in the variance, which a count of decided games would miss. Two imagined rounds, one won and one
/// lost, are added to the variance, so that a lucky start cannot end the test.
///
/// It is looked at after every `batch` rounds of the plan and at no other time, so where it stops
/// depends on the plan alone and not on threads. The chances of a wrong answer, `alpha` and `beta`,
/// hold approximately; a simulation in the tests of this crate stays below both. The win rate of a
/// run that was stopped leans towards the answer it was stopped for, and its interval does not
/// correct that.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sprt {
    /// The score that would mean "not better"; 0.5 unless told.
    pub p0: f64,
    /// The score that would mean "better"; 0.55 unless told.
    pub p1: f64,
    /// The chance to accept "better" when the score is `p0`; 0.05 unless told.
    pub alpha: f64,
    /// The chance to reject "better" when the score is `p1`; 0.05 unless told.
    pub beta: f64,
    /// The number of rounds between two looks; 50 unless told.
    pub batch: u64,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { p0: 0.5, p1: 0.55, alpha: 0.05, beta: 0.05, batch: 50 }
    }
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The first agent is better.
    Accepted,
    /// It is not.
    Rejected,
    /// More games are needed.
    Open,
}

/// The state of the test after some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// What it says.
    pub decision: Decision,
    /// The log likelihood ratio.
    pub llr: f64,
    /// At or below this the test rejects.
    pub lower: f64,
    /// At or above this the test accepts.
    pub upper: f64,
    /// The rounds it has seen.
    pub rounds: u64,
}

impl Sprt {
    /// What is wrong with the numbers, as the field and what would be right.
    pub(crate) fn problem(&self) -> Option<(&'static str, String, &'static str)> {
        let inside = |value: f64, high: f64| value > 0.0 && value < high;
        if !inside(self.p0, 1.0) {
            Some(("sprt.p0", self.p0.to_string(), "a score between 0 and 1"))
        } else if !(self.p1 > self.p0 && self.p1 < 1.0) {
            Some(("sprt.p1", self.p1.to_string(), "a score above p0 and below 1"))
        } else if !inside(self.alpha, 0.5) {
            Some(("sprt.alpha", self.alpha.to_string(), "a chance between 0 and 0.5"))
        } else if !inside(self.beta, 0.5) {
            Some(("sprt.beta", self.beta.to_string(), "a chance between 0 and 0.5"))
        } else if !(2..=1_000_000).contains(&self.batch) {
            Some(("sprt.batch", self.batch.to_string(), "a number of rounds from 2 to 1000000"))
        } else {
            None
        }
    }

    /// Judges the first agent's outcomes; a win is `unit` shares.
    pub fn judge(&self, outcomes: &PairedMean, unit: u64) -> Judgement {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let rounds = outcomes.rounds() as f64;
        let llr = match (outcomes.mean(unit), outcomes.variance(unit)) {
            (Some(mean), Some(variance)) => {
                let imagined = mean.mul_add(mean, (1.0 - mean).powi(2));
                let variance = variance.mul_add(rounds - 1.0, imagined) / (rounds + 1.0);
                let lead = 2.0f64.mul_add(mean, -self.p0 - self.p1);
                rounds * (self.p1 - self.p0) * lead / (2.0 * variance)
            }
            _ => 0.0,
        };
        let decision = if llr >= upper {
            Decision::Accepted
        } else if llr <= lower {
            Decision::Rejected
        } else {
            Decision::Open
        };
        Judgement { decision, llr, lower, upper, rounds: outcomes.rounds() }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;
    use rand::Rng;

    use super::*;

    /// Plays tests to their end and tells how many of them accept, and the mean number of rounds.
    ///
    /// A round is two games under shared luck: with probability `shared` the second repeats the
    /// first.
    fn simulate(sprt: &Sprt, score: f64, draws: f64, shared: f64, tests: u64) -> (f64, f64) {
        let (mut accepted, mut rounds) = (0_u64, 0_u64);
        for test in 0..tests {
            let mut rng = Seed::experiment(11).derive("sprt", test).rng();
            let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let mut outcomes = PairedMean::default();
            loop {
                for _ in 0..sprt.batch {
                    let mut game = || {
                        if uniform() < draws {
                            1
                        } else {
                            2 * u64::from(uniform() < (score - draws / 2.0) / (1.0 - draws))
                        }
                    };
                    let (first, second) = (game(), game());
                    let second = if uniform() < shared { first } else { second };
                    outcomes.add(first + second, 2);
                }
                match sprt.judge(&outcomes, 2).decision {
                    Decision::Accepted => {
                        accepted += 1;
                        break;
                    }
                    Decision::Rejected => break,
                    Decision::Open => {}
                }
            }
            rounds += outcomes.rounds();
        }
        (accepted as f64 / tests as f64, rounds as f64 / tests as f64)
    }

    #[test]
    fn wrong_answers_are_as_rare_as_asked_for() {
        // The true error is at most 0.05; five standard deviations of 1000 tests are 0.034, so a
        // right test fails here for one choice of seeds in three million. The seeds are fixed.
        let sprt = Sprt { p1: 0.58, batch: 20, ..Sprt::default() };
        for (draws, shared) in [(0.0, 0.0), (0.3, 0.0), (0.1, 0.6)] {
            let (wrong, _) = simulate(&sprt, sprt.p0, draws, shared, 1000);
            assert!(wrong < 0.05 + 0.034, "accepted {wrong} of the equal agents");
            let (right, rounds) = simulate(&sprt, sprt.p1, draws, shared, 1000);
            assert!(right > 0.95 - 0.034, "accepted only {right} of the better agents");
            assert!(rounds < 600.0, "{rounds} rounds");
        }
    }

    #[test]
    fn a_lucky_start_does_not_end_the_test_and_a_long_row_does() {
        let sprt = Sprt::default();
        let mut outcomes = PairedMean::default();
        assert_eq!(sprt.judge(&outcomes, 2).decision, Decision::Open);
        for _ in 0..4 {
            outcomes.add(2, 1);
        }
        assert_eq!(sprt.judge(&outcomes, 2).decision, Decision::Open);
        for _ in 0..100 {
            outcomes.add(2, 1);
        }
        assert_eq!(sprt.judge(&outcomes, 2).decision, Decision::Accepted);
    }

    #[test]
    fn the_ratio_agrees_with_the_formula_by_hand() {
        // Mean 0.6 and variance 0.1138… over 10 rounds; (0.1138… × 9 + 0.36 + 0.16) / 11 =
        // 0.140454….
        let mut outcomes = PairedMean::default();
        for shares in [4, 2, 0, 3, 2, 4, 1, 2, 4, 2] {
            outcomes.add(shares, 2);
        }
        let judgement = Sprt::default().judge(&outcomes, 2);
        assert!((judgement.llr - 10.0 * 0.05 * 0.15 / (2.0 * 1.545 / 11.0)).abs() < 1e-12);
        assert!((judgement.upper - 19.0_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn impossible_numbers_are_named() {
        let field = |sprt: Sprt| sprt.problem().map(|(field, ..)| field);
        let sprt = Sprt::default();
        assert_eq!(field(sprt), None);
        assert_eq!(field(Sprt { p0: f64::NAN, ..sprt }), Some("sprt.p0"));
        assert_eq!(field(Sprt { p1: 0.5, ..sprt }), Some("sprt.p1"));
        assert_eq!(field(Sprt { alpha: 0.5, ..sprt }), Some("sprt.alpha"));
        assert_eq!(field(Sprt { beta: 0.0, ..sprt }), Some("sprt.beta"));
        assert_eq!(field(Sprt { batch: 0, ..sprt }), Some("sprt.batch"));
    }
}
