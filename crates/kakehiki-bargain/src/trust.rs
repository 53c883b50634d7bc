//! How honest each speaker has been, by what was proved.

use kakehiki_core::{MAX_SEATS, Seat};

use crate::CLAIM_KINDS;

/// The kind of what somebody says by keeping silent.
pub(crate) const SILENCE: usize = CLAIM_KINDS;

/// How often each seat's claims of each kind turned out true and false.
///
/// The share of true ones has a Beta prior: before anything is proved it counts as if `PRIOR` claims
/// had been, half of them true.
#[derive(Clone, Debug, PartialEq)]
pub struct Trust {
    /// `proved[seat][kind]`: how many were false, and how many true.
    proved: [[[u32; 2]; CLAIM_KINDS + 1]; MAX_SEATS],
}

/// How many claims the prior counts for.
const PRIOR: f64 = 2.0;

/// How likely a claim is true before any was proved.
const PRIOR_HONESTY: f64 = 0.5;

/// The same of a claim that rests on a true one.
const HONESTY_WITHIN: f64 = 0.95;

impl Default for Trust {
    fn default() -> Self {
        Self { proved: [[[0; 2]; CLAIM_KINDS + 1]; MAX_SEATS] }
    }
}

impl Trust {
    /// A claim turned out true or false.
    pub fn prove(&mut self, speaker: Seat, kind: usize, holds: bool) {
        let count = &mut self.proved[speaker.index()][kind][usize::from(holds)];
        *count = count.saturating_add(1);
    }

    /// How likely a claim of this kind is true, by what was proved of those before it.
    pub fn honesty(&self, speaker: Seat, kind: usize) -> f64 {
        self.honesty_from(speaker, kind, PRIOR_HONESTY)
    }

    /// How likely a claim is true that rests on another, where that one is true: who has told the
    /// truth so far is taken to go on with it until the contrary was proved.
    pub(crate) fn honesty_within(&self, speaker: Seat, kind: usize) -> f64 {
        self.honesty_from(speaker, kind, HONESTY_WITHIN)
    }

    /// How likely a claim is true for one who takes it to have had this probability before: as long as
    /// nothing is proved, what is said tells nothing. So it is with silence.
    pub(crate) fn honesty_from(&self, speaker: Seat, kind: usize, before: f64) -> f64 {
        let [lies, truths] = self.proved[speaker.index()][kind].map(f64::from);
        (PRIOR * before + truths) / (PRIOR + truths + lies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honesty_is_the_mean_of_a_beta_distribution() {
        let mut trust = Trust::default();
        let (one, other) = (Seat::new(0), Seat::new(1));
        assert!((trust.honesty(one, 0) - 0.5).abs() < 1e-12);
        for holds in [true, true, true, false] {
            trust.prove(one, 0, holds);
        }
        // Beta(1, 1) and three of four.
        assert!((trust.honesty(one, 0) - 4.0 / 6.0).abs() < 1e-12);
        assert!((trust.honesty(one, 1) - 0.5).abs() < 1e-12, "another kind");
        assert!((trust.honesty(other, 0) - 0.5).abs() < 1e-12, "another speaker");
        assert!((trust.honesty_from(one, SILENCE, 0.3) - 0.3).abs() < 1e-12);
        trust.prove(one, SILENCE, true);
        assert!((trust.honesty_from(one, SILENCE, 0.3) - 1.6 / 3.0).abs() < 1e-12);
    }
}
