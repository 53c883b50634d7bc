//! What a player may choose, and how it is written.

use std::{borrow::Cow, fmt, str::FromStr};

use kakehiki_core::NotationError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    ghost::{Ghost, GhostSet},
    speech::Spoken,
    square::Direction,
};

/// A choice. Letters name ghosts, directions are as the mover sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Makes these four ghosts bad and the others good: `set:ABCD`.
    SetUp(GhostSet),
    /// Moves a ghost one square, capturing what stands there: `A,N`.
    Move(Ghost, Direction),
    /// Takes a good ghost off the board from an exit: `A,exit`.
    Escape(Ghost),
    /// Asks to see one of the other player's ghosts: `ask:C`.
    Request(Ghost),
    /// Does without a request: `pass`.
    Pass,
    /// Names the ghost of the asking player to be shown in exchange: `for:D`.
    Name(Ghost),
    /// Refuses to exchange: `refuse`.
    Refuse,
    /// Agrees to the exchange: `agree`.
    Agree,
    /// Breaks the exchange off: `break-off`.
    BreakOff,
    /// Says something, true or not: `say:P0:C=bad`, `say:will:take:B`.
    Say(Spoken),
    /// Says nothing: `quiet`.
    Quiet,
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetUp(bad) => write!(formatter, "set:{bad}"),
            Self::Move(ghost, direction) => write!(formatter, "{ghost},{}", direction.letter()),
            Self::Escape(ghost) => write!(formatter, "{ghost},exit"),
            Self::Request(ghost) => write!(formatter, "ask:{ghost}"),
            Self::Pass => formatter.write_str("pass"),
            Self::Name(ghost) => write!(formatter, "for:{ghost}"),
            Self::Refuse => formatter.write_str("refuse"),
            Self::Agree => formatter.write_str("agree"),
            Self::BreakOff => formatter.write_str("break-off"),
            Self::Say(statement) => write!(formatter, "say:{statement}"),
            Self::Quiet => formatter.write_str("quiet"),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "an action in its notation, such as A,N or ask:C; letters name ghosts, \
                            directions are as the mover sees the board",
        })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action such as set:ABCD, A,N, A,exit, ask:C, pass, for:D, refuse, agree, \
                       break-off, say:P0:C=bad or quiet",
        })
    }
}

fn read(text: &str) -> Option<Action> {
    match text {
        "pass" => return Some(Action::Pass),
        "refuse" => return Some(Action::Refuse),
        "agree" => return Some(Action::Agree),
        "break-off" => return Some(Action::BreakOff),
        "quiet" => return Some(Action::Quiet),
        _ => {}
    }
    if let Some(letters) = text.strip_prefix("set:") {
        let mut bad = GhostSet::EMPTY;
        for letter in letters.chars() {
            let ghost = Ghost::from_letter(letter)?;
            if bad.contains(ghost) {
                return None;
            }
            bad = bad.union(GhostSet::only(ghost));
        }
        return (!bad.is_empty()).then_some(Action::SetUp(bad));
    }
    if let Some(ghost) = text.strip_prefix("ask:") {
        return one_ghost(ghost).map(Action::Request);
    }
    if let Some(ghost) = text.strip_prefix("for:") {
        return one_ghost(ghost).map(Action::Name);
    }
    if let Some(statement) = text.strip_prefix("say:") {
        return statement.parse().ok().map(Action::Say);
    }
    let (ghost, way) = text.split_once(',')?;
    let ghost = one_ghost(ghost)?;
    if way == "exit" {
        return Some(Action::Escape(ghost));
    }
    let direction = Direction::ALL.into_iter().find(|direction| {
        let mut letters = [0; 4];
        way == direction.letter().encode_utf8(&mut letters)
    })?;
    Some(Action::Move(ghost, direction))
}

pub(super) fn one_ghost(text: &str) -> Option<Ghost> {
    let mut letters = text.chars();
    let ghost = Ghost::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(ghost)
}

/// Geister has no chance: nothing of this type exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoChance {}

impl fmt::Display for NoChance {
    fn fmt(&self, _formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoChance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Err(NotationError { text: text.to_owned(), expected: "chance: Geister has none" })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn malformed_actions_are_refused() {
        for text in [
            "", "A", "A,", "A,X", "AB,N", "I,N", "set:", "set:AA", "ask:", "ask:AB", "A,N ", "Pass",
        ] {
            let error = text.parse::<Action>().unwrap_err();
            assert!(error.to_string().contains("set:ABCD"), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_panic(text in "\\PC{0,12}") {
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(action.to_string().parse::<Action>().unwrap(), action);
            }
        }
    }
}
