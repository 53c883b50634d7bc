//! The eight ghosts of a player, sets of them, and what has become of each.

use std::{borrow::Cow, fmt};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::square::Square;

/// A ghost by its public name, A to H: which ghost is which is never hidden, only its colour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ghost(u8);

/// The number of ghosts a player has.
pub const GHOSTS: usize = 8;

/// How many of them are good, and how many bad.
pub const OF_A_COLOUR: u32 = 4;

impl Ghost {
    /// The ghost of this number, if there is one: A is 0, H is 7.
    pub const fn new(index: usize) -> Option<Self> {
        if index < GHOSTS { Some(Self(index as u8)) } else { None }
    }

    /// The ghost's number: A is 0, H is 7.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ghost's letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The ghost of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='H' => Some(Self(letter as u8 - b'A')),
            'a'..='h' => Some(Self(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// All eight.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..GHOSTS as u8).map(Self)
    }
}

impl fmt::Display for Ghost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.letter())
    }
}

impl Serialize for Ghost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Ghost {
    fn schema_name() -> Cow<'static, str> {
        "Ghost".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-H]$", "description": "a ghost's letter" })
    }
}

/// A set of one player's ghosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GhostSet(pub(crate) u8);

impl GhostSet {
    /// No ghost.
    pub const EMPTY: Self = Self(0);
    /// All eight.
    pub const ALL: Self = Self(0xff);

    /// The set of one ghost.
    pub const fn only(ghost: Ghost) -> Self {
        Self(1 << ghost.0)
    }

    /// Whether the ghost belongs to the set.
    pub const fn contains(self, ghost: Ghost) -> bool {
        self.0 >> ghost.0 & 1 == 1
    }

    /// How many ghosts the set holds.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ghosts of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ghosts in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ghosts of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The ghosts of the set in the order of their letters.
    pub fn iter(self) -> impl Iterator<Item = Ghost> {
        Ghost::all().filter(move |ghost| self.contains(*ghost))
    }

    /// Every set of four ghosts: the 70 ways to choose which are bad.
    pub fn setups() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self).filter(|set| set.len() == OF_A_COLOUR)
    }
}

/// The letters of the ghosts, `-` for none.
impl fmt::Display for GhostSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return formatter.write_str("-");
        }
        self.iter().try_for_each(|ghost| write!(formatter, "{ghost}"))
    }
}

/// The list of the ghosts.
impl Serialize for GhostSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl JsonSchema for GhostSet {
    fn schema_name() -> Cow<'static, str> {
        "GhostSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Ghost>::json_schema(generator)
    }
}

/// What has become of a ghost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It stands on this square.
    OnBoard(Square),
    /// The other player took it.
    Captured,
    /// It left the board through an exit.
    Escaped,
}

impl Fate {
    /// The square it stands on, if any.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::OnBoard(square) => Some(square),
            Self::Captured | Self::Escaped => None,
        }
    }
}

/// What has become of each ghost of a player, written by the ghosts' letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fates(pub(crate) [Fate; GHOSTS]);

impl Serialize for Fates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Ghost::all().zip(self.0))
    }
}

impl JsonSchema for Fates {
    fn schema_name() -> Cow<'static, str> {
        "Fates".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let fate = Value::from(generator.subschema_for::<Fate>());
        let letters: Vec<String> = Ghost::all().map(|ghost| ghost.to_string()).collect();
        let fates: Map<String, Value> =
            letters.iter().map(|letter| (letter.clone(), fate.clone())).collect();
        json_schema!({
            "type": "object",
            "properties": fates,
            "required": letters,
            "additionalProperties": false,
            "description": "what has become of each ghost of a player",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_seventy_setups() {
        assert_eq!(GhostSet::setups().count(), 70);
    }

    #[test]
    fn sets_print_their_letters() {
        assert_eq!(GhostSet(0b1000_0101).to_string(), "ACH");
        assert_eq!(GhostSet::EMPTY.to_string(), "-");
        assert_eq!(Ghost::from_letter('h'), Ghost::new(7));
        assert_eq!(Ghost::from_letter('I'), None);
    }
}
