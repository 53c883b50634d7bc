//! Where every random number comes from.

use std::fmt;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Seat;

/// The random generator of the whole project: small, fast, and of a published algorithm that never
/// changes.
pub type GameRng = Xoshiro256PlusPlus;

/// A point in the tree of seeds.
///
/// Every draw follows from the number of the experiment and the path of purposes below it, never
/// from the order in which threads happen to run:
///
/// ```
/// use kakehiki_core::Seed;
///
/// let game = Seed::experiment(1).derive("match", 7).derive("game", 0);
/// assert_eq!(game, Seed::experiment(1).derive("match", 7).derive("game", 0));
/// assert_ne!(game.derive("chance", 0), game.derive("agent", 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The root of an experiment, named by the number a person gives.
    pub fn experiment(number: u64) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key("kakehiki experiment seed v1");
        hasher.update(&number.to_le_bytes());
        Self(hasher.finalize().into())
    }

    /// The seed of one purpose below this one; `index` tells equal purposes apart.
    #[must_use]
    pub fn derive(&self, purpose: &str, index: u64) -> Self {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&index.to_le_bytes());
        hasher.update(purpose.as_bytes());
        Self(hasher.finalize().into())
    }

    /// The seed of a seat's decisions, below the seed of a game: each decision has its own
    /// [`rng_at`](Self::rng_at), by how often the seat has acted.
    #[must_use]
    pub fn decisions(&self, seat: Seat) -> Self {
        self.derive("decision", seat.index() as u64)
    }

    /// The generator of this seed.
    pub fn rng(&self) -> GameRng {
        GameRng::from_seed(self.0)
    }

    /// The generator of the `index`-th use of this seed: a cheap [`derive`](Self::derive) for
    /// places that are visited millions of times, such as the decisions and playouts of a game.
    pub fn rng_at(&self, index: u64) -> GameRng {
        let words: [u64; 4] = std::array::from_fn(|word| {
            u64::from_le_bytes(std::array::from_fn(|byte| self.0[word * 8 + byte]))
        });
        // Four different words of the seed make four different mixtures of the index.
        let mixed = words.map(|word| mix(word ^ mix(index.wrapping_add(word.rotate_left(17)))));
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(mixed) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        GameRng::from_seed(bytes)
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Seed({self})")
    }
}

/// Hexadecimal, as plans and logs print it.
impl fmt::Display for Seed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

/// The finalising mixture of `SplitMix64`: every input bit changes every output bit.
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    #[test]
    fn the_published_seed_of_an_experiment_never_changes() {
        // A changed value here means that no published result can be repeated.
        let seed = Seed::experiment(1).derive("match", 0);
        assert_eq!(seed.to_string().len(), 64);
        assert_eq!(&seed.to_string()[..16], "6e1b6114b2ab6b87");
    }

    #[test]
    fn neighbouring_uses_differ() {
        let seed = Seed::experiment(3);
        let first: HashSet<u64> = (0..100_000).map(|index| seed.rng_at(index).next_u64()).collect();
        assert_eq!(first.len(), 100_000);
    }

    #[test]
    fn the_first_bits_of_neighbouring_uses_are_fair() {
        let seed = Seed::experiment(4);
        let ones: u32 =
            (0..100_000).map(|index| (seed.rng_at(index).next_u64() >> 63) as u32).sum();
        // Five standard deviations of a fair coin: a false alarm in two million seeds.
        assert!((f64::from(ones) - 50_000.0).abs() < 5.0 * 158.2, "{ones} ones");
    }
}
