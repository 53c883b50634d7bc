//! The development cards.

use std::{fmt, str::FromStr};

use kakehiki_core::NotationError;
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::schema::{counts_schema, words_schema};

/// The number of kinds of development cards.
pub const CARD_KINDS: usize = 5;

/// A kind of development card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Card {
    /// Moves the robber and counts for the largest army.
    Knight,
    /// Is worth a point.
    VictoryPoint,
    /// Gives two roads.
    RoadBuilding,
    /// Gives two cards of the bank.
    YearOfPlenty,
    /// Takes all cards of a resource.
    Monopoly,
}

impl Card {
    /// All kinds in the order of counts and notation.
    pub const ALL: [Self; CARD_KINDS] =
        [Self::Knight, Self::VictoryPoint, Self::RoadBuilding, Self::YearOfPlenty, Self::Monopoly];

    /// How many of each kind the deck begins with.
    pub const COUNTS: [u8; CARD_KINDS] = [14, 5, 2, 2, 2];

    /// The place in counts.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word of the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::VictoryPoint => "victory-point",
            Self::RoadBuilding => "road-building",
            Self::YearOfPlenty => "year-of-plenty",
            Self::Monopoly => "monopoly",
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL.into_iter().find(|card| card.word() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a card: knight, victory-point, road-building, year-of-plenty or monopoly",
        })
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

words_schema!(Card, Card::ALL.map(Card::word), "a kind of development card");

/// A number of development cards of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards(pub(crate) [u8; CARD_KINDS]);

impl Cards {
    /// No cards.
    pub const EMPTY: Self = Self([0; CARD_KINDS]);

    /// How many of a kind there are.
    #[inline]
    pub const fn count(self, card: Card) -> u8 {
        self.0[card as usize]
    }

    /// How many there are.
    #[inline]
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Adds a card.
    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_add(1);
    }

    /// Takes a card away.
    #[inline]
    pub(crate) fn take(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_sub(1);
    }
}

/// A number for each kind.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(CARD_KINDS))?;
        for card in Card::ALL {
            map.serialize_entry(card.word(), &self.count(card))?;
        }
        map.end()
    }
}

counts_schema!(Cards, "Cards", Card, "the number of development cards of each kind");
