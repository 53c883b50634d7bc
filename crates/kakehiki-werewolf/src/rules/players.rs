//! Sets of players that games walk through and draw from.

use std::borrow::Cow;

use kakehiki_core::{GameRng, Seat, SeatSet};
use rand::RngExt;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

/// A set of players, with the operations that rules and agents need on every step. It is written as
/// the list of their seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "SeatSet")]
pub struct Players(u32);

impl Players {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// The first `count` players.
    #[inline]
    pub const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// One player.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    /// The set with these bits, lowest seat first.
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits of the set, lowest seat first.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether a player belongs to the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// How many players belong to the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody does.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// This set and one more player.
    #[inline]
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// Those who belong to either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those who belong to both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those of this set who do not belong to the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those of this set but one player.
    #[inline]
    #[must_use]
    pub const fn except(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.index()))
    }

    /// Puts a player in.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    /// Takes a player out.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.index());
    }

    /// This set, or the other one where this is empty.
    #[inline]
    #[must_use]
    pub const fn or_if_empty(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }

    /// The lowest seat of the set.
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat::new(self.0.trailing_zeros() as usize)) }
    }

    /// The lowest seat of the set that is higher than `seat`.
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        Self(self.0 & !((2 << seat.index()) - 1)).lowest()
    }

    /// The seat at a place of the set, counted from the lowest; the set must be that large.
    #[inline]
    pub const fn nth(self, place: usize) -> Option<Seat> {
        let mut bits = self.0;
        let mut left = place;
        while left > 0 {
            bits &= bits.wrapping_sub(1);
            left -= 1;
        }
        Self(bits).lowest()
    }

    /// A player of the set, each as likely as the others; `None` if it is empty.
    #[inline]
    pub fn draw(self, rng: &mut GameRng) -> Option<Seat> {
        match self.len() {
            0 => None,
            1 => self.lowest(),
            count => self.nth(rng.random_range(0..count as u32) as usize),
        }
    }

    /// The players of the set, lowest seat first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.lowest()?;
            rest.0 &= rest.0 - 1;
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for Players {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Players> for SeatSet {
    fn from(players: Players) -> Self {
        players.iter().fold(Self::EMPTY, Self::with)
    }
}

impl From<SeatSet> for Players {
    fn from(seats: SeatSet) -> Self {
        seats.iter().collect()
    }
}

impl Serialize for Players {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for Players {
    fn schema_name() -> Cow<'static, str> {
        "Players".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Seat>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    #[test]
    fn sets_are_walked_in_order_and_drawn_from_fairly() {
        let set: Players = [5, 1, 17].map(Seat::new).into_iter().collect();
        let seats: Vec<usize> = set.iter().map(Seat::index).collect();
        assert_eq!(seats, [1, 5, 17]);
        assert_eq!(set.nth(2), Some(Seat::new(17)));
        assert_eq!(set.next_after(Seat::new(5)), Some(Seat::new(17)));
        assert_eq!(set.next_after(Seat::new(17)), None);
        let mut rng = Seed::experiment(1).rng();
        let mut counts = [0_u32; MAX];
        for _ in 0..30_000 {
            counts[set.draw(&mut rng).unwrap().index()] += 1;
        }
        // Six standard deviations of a third of 30,000: a false alarm in 170 million seeds.
        assert!(seats.iter().all(|seat| counts[*seat].abs_diff(10_000) < 490), "{counts:?}");
        assert_eq!(Players::NONE.draw(&mut rng), None);
    }

    const MAX: usize = 18;
}
