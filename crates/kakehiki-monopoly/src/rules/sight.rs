//! What is perceived of a step: all of it.

use std::borrow::Cow;

use kakehiki_core::{Seat, Step};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::{
    action::{Action, Chance},
    rules::Monopoly,
};

/// What a player or a spectator perceives of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// A player's choice.
    Action(Seat, Action),
    /// Dice or a card.
    Chance(Chance),
}

impl From<&Step<Monopoly>> for Sight {
    fn from(step: &Step<Monopoly>) -> Self {
        match step {
            Step::Action(seat, action) => Self::Action(*seat, *action),
            Step::Chance(chance) => Self::Chance(*chance),
        }
    }
}

/// A sight is the whole step.
impl From<&Sight> for Step<Monopoly> {
    fn from(sight: &Sight) -> Self {
        match *sight {
            Sight::Action(seat, action) => Self::Action(seat, action),
            Sight::Chance(chance) => Self::Chance(chance),
        }
    }
}

/// A sight as it is written.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Sight")]
enum WrittenSight {
    /// A player's choice.
    Action {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// Dice or a card.
    Chance {
        /// How it fell.
        chance: Chance,
    },
}

impl Serialize for Sight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::Action(seat, action) => WrittenSight::Action { seat, action },
            Self::Chance(chance) => WrittenSight::Chance { chance },
        }
        .serialize(serializer)
    }
}

impl JsonSchema for Sight {
    fn schema_name() -> Cow<'static, str> {
        WrittenSight::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenSight::json_schema(generator)
    }
}
