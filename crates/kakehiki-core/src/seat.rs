//! Seats at a table, sets of seats, and one number for each seat.

use std::{fmt, str::FromStr};

use arrayvec::ArrayVec;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, SeqAccess, Visitor},
};

/// The most seats any game may have (the largest Werewolf village).
pub const MAX_SEATS: usize = 18;

/// A place at the table, counted from zero in the order of play and written `P0`, `P1` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix('P').and_then(|number| number.parse::<u8>().ok());
        let seat = number.ok_or_else(|| format!("{text:?} is no seat, such as \"P0\""))?;
        Self::try_from(seat)
    }
}

/// Reads a seat by its name, or by its number as in logs of version 1.
impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl Visitor<'_> for Reader {
            type Value = Seat;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a seat, such as \"P0\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seat, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seat, E> {
                let number = u8::try_from(number)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))?;
                Seat::try_from(number).map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Seat, E> {
                Err(E::invalid_value(de::Unexpected::Signed(number), &self))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^P[0-9]+$", "description": "a seat, from P0" })
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

/// A set of seats, written as their list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u32);

/// Reads a list of seats, or one bit a seat as in logs of version 1.
impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = SeatSet;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list of seats")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seats: A) -> Result<SeatSet, A::Error> {
                let mut set = SeatSet::EMPTY;
                while let Some(seat) = seats.next_element()? {
                    set = set.with(seat);
                }
                Ok(set)
            }

            fn visit_u64<E: de::Error>(self, bits: u64) -> Result<SeatSet, E> {
                match u32::try_from(bits) {
                    Ok(bits) if bits >> MAX_SEATS == 0 => Ok(SeatSet(bits)),
                    _ => Err(E::invalid_value(de::Unexpected::Unsigned(bits), &self)),
                }
            }
        }

        deserializer.deserialize_any(Reader)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for SeatSet {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SeatSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Seat>::json_schema(generator)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}

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

    /// The seats of the set in their order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(MAX_SEATS).filter(move |seat| self.contains(*seat))
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// The word for it, in files and to people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(_) => "won",
            Self::Drawn => "drawn",
            Self::Undecided => "undecided",
        }
    }

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
            Self::Won(winners) if winners.is_empty() => {
                write!(formatter, "{} by nobody", self.word())
            }
            Self::Won(winners) => {
                let winners: Vec<String> = winners.iter().map(|seat| seat.to_string()).collect();
                write!(formatter, "{} by {}", self.word(), winners.join(", "))
            }
            Self::Drawn | Self::Undecided => formatter.write_str(self.word()),
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
