//! The three bit operations a random walk is made of, in plain code and in the processor's own
//! instructions.
//!
//! The choices of a player are packed into one word, a group of eight bits for each direction and a
//! bit for each ghost in the order of its square, so that one uniform number picks one of them.

/// How words of choices are made and read.
pub(super) trait Bits: Copy {
    /// Packs groups of ghosts, each a subset of `own`, into one word of eight bits a group.
    fn pack(self, own: u64, groups: [u64; 5]) -> u64;

    /// The position of the set bit of `word` that has `rank` set bits below it.
    fn nth(self, word: u64, rank: u32) -> u32;

    /// The number of set bits.
    fn count(self, word: u64) -> u32;
}

/// Plain code that runs on every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Bits for Portable {
    #[inline]
    fn pack(self, own: u64, groups: [u64; 5]) -> u64 {
        let mut word = 0;
        let mut rest = own;
        let mut ghost = 0;
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            rest ^= square;
            for (group, members) in groups.into_iter().enumerate() {
                word |= u64::from(members & square != 0) << (8 * group + ghost);
            }
            ghost += 1;
        }
        word
    }

    #[inline]
    fn nth(self, mut word: u64, rank: u32) -> u32 {
        for _ in 0..rank {
            word &= word.wrapping_sub(1);
        }
        word.trailing_zeros()
    }

    #[inline]
    fn count(self, word: u64) -> u32 {
        word.count_ones()
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use bmi2::Bmi2;

/// The instructions of x86-64 processors since about 2013: 563,000 playouts a core-second against
/// 149,000 with plain code (`kakehiki bench geister`, AMD EPYC of the Zen 4 kind). On AMD's before
/// 2020 they exist but are slow; which way is faster there was not measured.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "the only way to call instructions that are chosen at run time")]
mod bmi2 {
    use std::arch::x86_64::{_pdep_u64, _pext_u64, _popcnt64, _tzcnt_u64};

    use super::Bits;

    /// Proof that this processor has the instructions: it can only be had from
    /// [`detect`](Self::detect).
    #[derive(Clone, Copy)]
    pub(crate) struct Bmi2(());

    impl Bmi2 {
        /// The proof, if the processor has the instructions.
        pub(crate) fn detect() -> Option<Self> {
            let has_all = is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            has_all.then_some(Self(()))
        }

        /// Runs `task` compiled for a processor that has the instructions.
        #[inline]
        pub(crate) fn run<T>(self, task: impl FnOnce(Self) -> T) -> T {
            // SAFETY: a value of this type exists only after the processor was asked for every
            // feature named there.
            unsafe { with_features(self, task) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn with_features<T>(proof: Bmi2, task: impl FnOnce(Bmi2) -> T) -> T {
        task(proof)
    }

    impl Bits for Bmi2 {
        #[inline(always)]
        fn pack(self, own: u64, groups: [u64; 5]) -> u64 {
            // SAFETY: a value of this type exists only if the processor has the instruction.
            let packed = groups.map(|group| unsafe { _pext_u64(group, own) });
            packed[0] | packed[1] << 8 | packed[2] << 16 | packed[3] << 24 | packed[4] << 32
        }

        #[inline(always)]
        fn nth(self, word: u64, rank: u32) -> u32 {
            // SAFETY: as above.
            unsafe { _tzcnt_u64(_pdep_u64(1 << rank, word)) as u32 }
        }

        #[inline(always)]
        fn count(self, word: u64) -> u32 {
            // SAFETY: as above.
            unsafe { _popcnt64(word as i64) as u32 }
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_kinds_of_bits_agree(squares in prop::collection::btree_set(0_u32..36, 1..9),
                                    masks in prop::array::uniform5(any::<u64>()),
                                    rank in 0_u32..40) {
            let Some(fast) = Bmi2::detect() else { return Ok(()) };
            let own = squares.iter().fold(0, |own, square| own | 1 << square);
            let groups = masks.map(|mask| mask & own);
            let word = Portable.pack(own, groups);
            prop_assert_eq!(fast.pack(own, groups), word);
            prop_assert_eq!(fast.count(word), Portable.count(word));
            if word != 0 {
                let rank = rank % Portable.count(word);
                prop_assert_eq!(fast.nth(word, rank), Portable.nth(word, rank));
            }
        }
    }
}
