//! The five resources, and hands of them.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

use super::schema::{counts_schema, text_schema};

/// The number of resources.
pub const RESOURCES: usize = 5;

/// A kind of resource card.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Resource {
    /// From forests.
    Wood,
    /// From hills.
    Brick,
    /// From pastures.
    Sheep,
    /// From fields.
    Wheat,
    /// From mountains.
    Ore,
}

impl Resource {
    /// All five in the order of hands and notation.
    pub const ALL: [Self; RESOURCES] =
        [Self::Wood, Self::Brick, Self::Sheep, Self::Wheat, Self::Ore];

    /// The place in a hand.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word of the notation.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Brick => "brick",
            Self::Sheep => "sheep",
            Self::Wheat => "wheat",
            Self::Ore => "ore",
        }
    }

    /// The letter of the notation: W, B, S, H or O.
    pub const fn letter(self) -> char {
        match self {
            Self::Wood => 'W',
            Self::Brick => 'B',
            Self::Sheep => 'S',
            Self::Wheat => 'H',
            Self::Ore => 'O',
        }
    }

    /// The resource of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|resource| resource.letter() == letter)
    }
}

/// A number of cards of each resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hand(pub(crate) [u8; RESOURCES]);

impl Hand {
    /// No cards.
    pub const EMPTY: Self = Self([0; RESOURCES]);

    /// One card.
    pub const fn one(resource: Resource) -> Self {
        let mut hand = Self::EMPTY;
        hand.0[resource as usize] = 1;
        hand
    }

    /// A hand from the number of cards of each resource, in the order of [`Resource::ALL`].
    pub const fn from_counts(counts: [u8; RESOURCES]) -> Self {
        Self(counts)
    }

    /// The number of cards of each resource, in the order of [`Resource::ALL`].
    pub const fn counts(self) -> [u8; RESOURCES] {
        self.0
    }

    /// How many cards of a resource there are.
    #[inline]
    pub const fn count(self, resource: Resource) -> u8 {
        self.0[resource as usize]
    }

    /// How many cards there are.
    #[inline]
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether all the cards of `other` are there.
    #[inline]
    pub fn contains(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(have, need)| *have >= need)
    }

    /// These cards and those.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|index| self.0[index] + other.0[index]))
    }

    /// These cards without those, if all of them are there.
    #[inline]
    pub fn minus(self, other: Self) -> Option<Self> {
        let contains = self.contains(other);
        contains.then(|| Self(std::array::from_fn(|index| self.0[index] - other.0[index])))
    }
}

/// Letters, each as often as there are cards of it, `-` for none.
impl fmt::Display for Hand {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return formatter.write_str("-");
        }
        for resource in Resource::ALL {
            for _ in 0..self.count(resource) {
                write!(formatter, "{}", resource.letter())?;
            }
        }
        Ok(())
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

text_schema!(
    Hand,
    "^(-|W*B*S*H*O*)$",
    "resource cards: one letter for each, W wood, B brick, S sheep, H wheat, O ore; - for none"
);

/// A hand written as a number for each resource: those of a bank would make long words.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted(pub(super) Hand);

impl Serialize for Counted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(RESOURCES))?;
        for resource in Resource::ALL {
            map.serialize_entry(resource.word(), &self.0.count(resource))?;
        }
        map.end()
    }
}

counts_schema!(Counted, "ResourceCounts", Resource, "the number of cards of each resource");
