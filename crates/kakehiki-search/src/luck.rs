//! The luck of a playout, kept in step between the branches that are compared.

use kakehiki_core::{GameRng, MAX_SEATS, Seat, Seed};

/// The luck of one playout, keyed by turn and purpose.
///
/// A playout that draws from a single stream loses its comparability with the first extra draw:
/// everything after it falls differently. Here every turn (by
/// [`Game::clock`](kakehiki_core::Game::clock)) has a stream for chance and one for the choices of
/// each seat, so a branch that rolls once more in one turn meets the same dice in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    seed: Seed,
}

impl Luck {
    /// The luck of the playout with this number.
    pub fn new(seed: Seed, playout: u64) -> Self {
        Self { seed: seed.derive("luck", playout) }
    }

    /// The stream from which chance falls in a turn.
    pub fn chance(&self, turn: u32) -> GameRng {
        self.stream(turn, CHANCE)
    }

    /// The stream from which a seat's policy draws in a turn.
    pub fn choices(&self, turn: u32, seat: Seat) -> GameRng {
        self.stream(turn, purpose(seat))
    }

    fn stream(&self, turn: u32, purpose: usize) -> GameRng {
        // Eight bits hold every purpose, so no two turns share a stream.
        self.seed.rng_at(u64::from(turn) << 8 | purpose as u64)
    }
}

const CHANCE: usize = 0;
const PURPOSES: usize = 1 + MAX_SEATS;
const _: () = assert!(PURPOSES <= u32::BITS as usize);

const fn purpose(seat: Seat) -> usize {
    1 + seat.index()
}

/// Where the random numbers of a playout come from.
pub trait Source {
    /// The stream from which chance falls in a turn.
    fn chance(&mut self, turn: u32) -> &mut GameRng;

    /// The stream from which a seat's policy draws in a turn.
    fn choices(&mut self, turn: u32, seat: Seat) -> &mut GameRng;
}

/// One stream for everything.
impl Source for GameRng {
    #[inline]
    fn chance(&mut self, _turn: u32) -> &mut GameRng {
        self
    }

    #[inline]
    fn choices(&mut self, _turn: u32, _seat: Seat) -> &mut GameRng {
        self
    }
}

/// The streams of the turn that a playout has reached, opened when they are first needed.
///
/// A kernel that draws from these what [`Policy::choose`](crate::Policy::choose) and the rules
/// would draw keeps in step with every playout of the same luck.
pub struct Streams<'a> {
    luck: &'a Luck,
    turn: u32,
    open: [Option<GameRng>; PURPOSES],
    /// A bit for each stream that belongs to this turn; others are left over from earlier ones.
    current: u32,
}

impl<'a> Streams<'a> {
    /// No stream is open yet.
    pub const fn new(luck: &'a Luck) -> Self {
        Self { luck, turn: 0, open: [const { None }; PURPOSES], current: 0 }
    }

    #[inline]
    fn at(&mut self, turn: u32, purpose: usize) -> &mut GameRng {
        if turn != self.turn {
            self.turn = turn;
            self.current = 0;
        }
        let (luck, stream) = (self.luck, &mut self.open[purpose]);
        if self.current >> purpose & 1 == 0 {
            self.current |= 1 << purpose;
            *stream = None;
        }
        stream.get_or_insert_with(|| luck.stream(turn, purpose))
    }
}

impl Source for Streams<'_> {
    #[inline]
    fn chance(&mut self, turn: u32) -> &mut GameRng {
        self.at(turn, CHANCE)
    }

    #[inline]
    fn choices(&mut self, turn: u32, seat: Seat) -> &mut GameRng {
        self.at(turn, purpose(seat))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    #[test]
    fn every_playout_turn_and_purpose_has_a_stream_of_its_own() {
        let mut first = HashSet::new();
        for playout in 0..20 {
            let luck = Luck::new(Seed::experiment(1), playout);
            for turn in 0..50 {
                first.insert(luck.chance(turn).next_u64());
                first.extend(Seat::all(4).map(|seat| luck.choices(turn, seat).next_u64()));
            }
        }
        assert_eq!(first.len(), 20 * 50 * 5);
    }

    #[test]
    fn a_stream_goes_on_within_a_turn_and_starts_anew_with_the_next() {
        let luck = Luck::new(Seed::experiment(2), 7);
        let mut streams = Streams::new(&luck);
        let mut expected = luck.chance(0);
        assert_eq!(streams.chance(0).next_u64(), expected.next_u64());
        streams.choices(0, Seat::new(1)).next_u64();
        assert_eq!(streams.chance(0).next_u64(), expected.next_u64());
        assert_eq!(streams.chance(1).next_u64(), luck.chance(1).next_u64());
    }
}
