//! What everybody may know: the whole position.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{state::State, written::WrittenTable};

/// All that everybody may know, spectators too: the whole position. Only the order of unseen cards
/// is hidden, and a position does not hold it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Public {
    players: u8,
    state: State,
}

impl Public {
    pub(super) fn new(state: &State, players: usize) -> Self {
        Self { players: players as u8, state: state.clone() }
    }

    /// The number of players at the table, those who are out included.
    pub fn players(&self) -> usize {
        usize::from(self.players)
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Serialize for Public {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenTable::new(&self.state, self.players()).serialize(serializer)
    }
}

impl JsonSchema for Public {
    fn schema_name() -> Cow<'static, str> {
        "Public".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenTable::json_schema(generator)
    }
}
