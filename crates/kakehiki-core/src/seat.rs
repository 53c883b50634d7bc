//! Seats at a table, sets of seats, and one number for each seat.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The most seats any game may have (the largest Werewolf village).
pub const MAX_SEATS: usize = 18;

/// A place at the table, counted from zero in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// Names a seat by its number.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`]: seats are named by rules, never by input.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "a table has at most MAX_SEATS seats");
        Self(index as u8)
    }

    /// The seat's number, counted from zero.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All seats of a table of `count`, in order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).map(Self::new)
    }

    /// The seat that follows at a table of `count`, the first one after the last.
    #[inline]
    #[must_use]
    pub const fn next(self, count: usize) -> Self {
        Self::new((self.index() + 1) % count)
    }
}

/// Reads a seat that comes from outside, such as from a log.
impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        if usize::from(index) < MAX_SEATS {
            Ok(Self(index))
        } else {
            Err(format!("seat {index} is not one of 0 to {}", MAX_SEATS - 1))
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "P{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    /// The set of nobody.
    pub const EMPTY: Self = Self(0);

    /// The set that holds one seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set and one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Whether the seat belongs to the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats the set holds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set holds nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One number for each seat: what an ended game, or a judged position, is worth to it.
///
/// The unit is the win: 1 for a win, 0 for a loss.
pub type Rewards = ArrayVec<f64, MAX_SEATS>;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// These seats won and all others lost.
    Won(SeatSet),
    /// The rules call it a draw.
    Drawn,
    /// A length cap ended a game that has no draw of its own.
    Undecided,
}

impl Ending {
    /// The reward of each seat: 1 for winners, 0 for losers, and an equal share of one win when
    /// nobody won.
    #[inline]
    pub fn rewards(self, seats: usize) -> Rewards {
        let share = 1.0 / seats as f64;
        Seat::all(seats)
            .map(|seat| match self {
                Self::Won(winners) => f64::from(u8::from(winners.contains(seat))),
                Self::Drawn | Self::Undecided => share,
            })
            .collect()
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(winners) if winners.is_empty() => formatter.write_str("won by nobody"),
            Self::Won(winners) => {
                let winners: Vec<String> = Seat::all(MAX_SEATS)
                    .filter(|seat| winners.contains(*seat))
                    .map(|seat| seat.to_string())
                    .collect();
                write!(formatter, "won by {}", winners.join(", "))
            }
            Self::Drawn => formatter.write_str("drawn"),
            Self::Undecided => formatter.write_str("undecided"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_follow_the_ending() {
        let winners = SeatSet::only(Seat::new(0)).with(Seat::new(2));
        assert_eq!(Ending::Won(winners).rewards(3).as_slice(), [1.0, 0.0, 1.0]);
        assert_eq!(Ending::Drawn.rewards(2).as_slice(), [0.5, 0.5]);
        assert_eq!(winners.len(), 2);
    }

    #[test]
    fn the_first_seat_follows_the_last() {
        assert_eq!(Seat::new(3).next(4), Seat::new(0));
        assert_eq!(Seat::all(2).map(|seat| seat.to_string()).collect::<Vec<_>>(), ["P0", "P1"]);
    }
}
