//! One value for each player of a village.

use std::{borrow::Cow, collections::BTreeMap, ops::Deref};

use kakehiki_core::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::role::MAX_PLAYERS;

/// One value for each player of a village, written as an object with a key for each seat.
///
/// It is as long as the largest village, so that it is a plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    values: [T; MAX_PLAYERS],
    players: u8,
}

impl<T: Copy> BySeat<T> {
    /// The values of the first `players`; the others are not looked at but for comparisons.
    pub const fn new(values: [T; MAX_PLAYERS], players: usize) -> Self {
        Self { values, players: players as u8 }
    }

    /// The values, and for seats that the village does not have what the rules keep there.
    pub(super) const fn padded(&self) -> [T; MAX_PLAYERS] {
        self.values
    }

    /// Each player with its value.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, T)> {
        Seat::all(usize::from(self.players)).zip(self.values)
    }
}

/// The values of the players of the village in their order.
impl<T> Deref for BySeat<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.players)]
    }
}

impl<T: Copy + Serialize> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.seats())
    }
}

impl<T: JsonSchema> JsonSchema for BySeat<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}BySeat", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<Seat, T>::json_schema(generator)
    }
}
