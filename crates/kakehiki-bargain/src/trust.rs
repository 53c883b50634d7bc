//! How much the word of each speaker is worth, by what was proved.

use kakehiki_core::{MAX_SEATS, Seat};

use crate::CLAIM_KINDS;

/// The kind of what somebody says by keeping silent.
pub(crate) const SILENCE: usize = CLAIM_KINDS;

/// How much the word of each seat is worth, for each kind of claims.
///
/// A speaker's word is worth `w` if its claims are true with the odds `e^w · p / (1 − p)`, where `p` is
/// how likely the hearer took the claim to be before. One who tells the truth has a large `w`, one who
/// says anything, whether true or not, has 0, and a liar has a negative one. What `w` may be has a
/// normal distribution at first, and every claim that is proved changes it by the rule of Bayes.
///
/// A share of claims that turned out true, with a Beta distribution, does not do: who says anything is
/// then believed as often as it is right by chance, in what is likely and in what is not. Beside
/// speakers who say anything, a listener by such shares had a log loss about hands of Catan above that
/// of a deaf one by 0.10, 0.05 and 0.06 (two, three and four players, `lies/beliefs`, 12 games each),
/// and by this rule 0.02, 0.03 and 0.04; beside liars 0.05 with four players, and now none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Trust {
    /// `proved[seat][kind]`: how likely what was proved is, for each of the [`worths`].
    proved: Vec<[[f64; WORTHS]; CLAIM_KINDS + 1]>,
}

/// How many values of a word are told apart.
const WORTHS: usize = 25;

/// The standard deviation of what a word may be worth before any claim was proved.
const SPREAD: f64 = 2.0;

/// Nothing is held for more or less likely than this and the rest to one, whoever says so.
const DOUBT: f64 = 0.02;

/// A probability that leaves room for doubt.
pub(crate) fn doubted(share: f64) -> f64 {
    share.clamp(DOUBT, 1.0 - DOUBT)
}

/// What a word may be worth: from −9 to 9.
fn worths() -> impl Iterator<Item = f64> {
    (0..WORTHS).map(|index| (index as f64 - (WORTHS / 2) as f64) * 0.75)
}

fn log_odds(share: f64) -> f64 {
    let share = doubted(share);
    (share / (1.0 - share)).ln()
}

/// How likely a claim is that had the probability `before`, by a word of this worth.
fn believed(before: f64, worth: f64) -> f64 {
    1.0 / (1.0 + (-log_odds(before) - worth).exp())
}

impl Default for Trust {
    fn default() -> Self {
        Self { proved: vec![[[1.0; WORTHS]; CLAIM_KINDS + 1]; MAX_SEATS] }
    }
}

impl Trust {
    /// A claim that the hearer took to have the probability `before` turned out true or false.
    pub(crate) fn prove(&mut self, speaker: Seat, kind: usize, before: f64, holds: bool) {
        let proved = &mut self.proved[speaker.index()][kind];
        for (likely, worth) in proved.iter_mut().zip(worths()) {
            let believed = believed(before, worth);
            *likely *= if holds { believed } else { 1.0 - believed };
        }
        // Only their proportions count, and many claims would leave nothing of them.
        let most = proved.iter().copied().fold(0.0, f64::max);
        for likely in proved {
            *likely /= most;
        }
    }

    /// How likely a claim is that had the probability `before`, for one who would take it to be
    /// `at_first` as long as nothing is proved.
    pub(crate) fn honesty(&self, speaker: Seat, kind: usize, before: f64, at_first: f64) -> f64 {
        let proved = self.proved[speaker.index()][kind];
        let credit = log_odds(at_first) - log_odds(before);
        let (mut sum, mut total) = (0.0, 0.0);
        for (likely, worth) in proved.into_iter().zip(worths()) {
            let weight = likely * (-((worth - credit) / SPREAD).powi(2) / 2.0).exp();
            sum += weight * worth;
            total += weight;
        }
        believed(before, sum / total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Seat = Seat::new(0);

    /// What is believed of a claim after these were proved, each with its probability before.
    fn after(proved: &[(f64, bool)], before: f64) -> f64 {
        let mut trust = Trust::default();
        for (before, holds) in proved {
            trust.prove(ONE, 0, *before, *holds);
        }
        trust.honesty(ONE, 0, before, before)
    }

    #[test]
    fn nobody_known_is_believed_as_at_first() {
        let trust = Trust::default();
        for (before, at_first) in [(0.1, 0.1), (0.1, 0.5), (0.5, 0.5), (0.6, 0.9)] {
            let believed = trust.honesty(ONE, 0, before, at_first);
            assert!((believed - at_first).abs() < 0.02, "{before}, {at_first}: {believed}");
        }
    }

    #[test]
    fn truthful_speakers_are_believed_liars_are_not_and_chatterers_tell_nothing() {
        let truths: Vec<(f64, bool)> = vec![(0.3, true); 20];
        assert!(after(&truths, 0.3) > 0.9);
        let lies: Vec<(f64, bool)> = vec![(0.3, false); 40];
        assert!(after(&lies, 0.3) < 0.1);
        // What is likely was true and what is not was not, as chance has it.
        let chatter: Vec<(f64, bool)> = (0..100)
            .map(
                |index| if index % 2 == 0 { (0.9, index % 20 > 0) } else { (0.1, index % 20 == 1) },
            )
            .collect();
        for before in [0.1, 0.5, 0.9] {
            assert!((after(&chatter, before) - before).abs() < 0.05, "{before}");
        }
    }

    #[test]
    fn kinds_and_speakers_are_apart_and_many_proofs_leave_numbers() {
        let mut trust = Trust::default();
        for _ in 0..100_000 {
            trust.prove(ONE, 0, 0.5, true);
        }
        assert!(trust.honesty(ONE, 0, 0.5, 0.5) > 0.98);
        assert!((trust.honesty(ONE, 1, 0.5, 0.5) - 0.5).abs() < 1e-9, "another kind");
        assert!((trust.honesty(Seat::new(1), 0, 0.5, 0.5) - 0.5).abs() < 1e-9, "another speaker");
    }
}
