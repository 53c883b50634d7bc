//! What players may say, and when.

use std::{fmt, str::FromStr};

use kakehiki_bargain::Statement;
use kakehiki_core::{Illegal, NoFact, NotationError, Seat};

use super::{
    action::{Action, one_ghost},
    fact::Fact,
    ghost::Ghost,
    state::{Stage, State, opponent},
};

/// What a player announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intention {
    /// It leaves this ghost where it stands in its next move: `stay:C`.
    Stay(Ghost),
    /// It captures this ghost of the other in its next move: `take:C`.
    Take(Ghost),
    /// It agrees to the next exchange that it is offered: `agree`.
    Agree,
}

impl fmt::Display for Intention {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stay(ghost) => write!(formatter, "stay:{ghost}"),
            Self::Take(ghost) => write!(formatter, "take:{ghost}"),
            Self::Agree => formatter.write_str("agree"),
        }
    }
}

impl FromStr for Intention {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let intention = match text.split_once(':') {
            Some(("stay", ghost)) => one_ghost(ghost).map(Self::Stay),
            Some(("take", ghost)) => one_ghost(ghost).map(Self::Take),
            _ => (text == "agree").then_some(Self::Agree),
        };
        intention.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an intention: stay:C, take:C or agree",
        })
    }
}

/// A statement of a player: a colour or an intention.
pub type Spoken = Statement<Fact, Intention, NoFact>;

/// All that a player may say: the colours of all ghosts on the board, true or not, which ghost will
/// stay or be taken, and before it asks that it will agree.
pub(super) fn statement_menu(state: &State, speaker: Seat, menu: &mut Vec<Action>) {
    let mut say = |statement| menu.push(Action::Say(statement));
    for owner in [speaker, opponent(speaker)] {
        for ghost in state.sides[owner.index()].on_board().iter() {
            for is_bad in [false, true] {
                say(Statement::Fact(Fact { owner, ghost, is_bad }));
            }
            let intention =
                if owner == speaker { Intention::Stay(ghost) } else { Intention::Take(ghost) };
            say(Statement::Intention(intention));
        }
    }
    if state.stage == Stage::Request {
        say(Statement::Intention(Intention::Agree));
    }
}

/// Whether a player may say this: it is about a ghost on the board, or an exchange that is to come.
pub(super) fn check_statement(
    state: &State,
    speaker: Seat,
    statement: Spoken,
) -> Result<(), Illegal> {
    let (owner, ghost) = match statement {
        Statement::Fact(fact) => (fact.owner, fact.ghost),
        Statement::Intention(Intention::Stay(ghost)) => (speaker, ghost),
        Statement::Intention(Intention::Take(ghost)) => (opponent(speaker), ghost),
        Statement::Intention(Intention::Agree) if state.stage == Stage::Request => return Ok(()),
        Statement::Intention(Intention::Agree) => {
            return Err(Illegal("there is no exchange to agree to".to_owned()));
        }
        Statement::Opinion(nothing) => match nothing {},
    };
    if state.sides[owner.index()].on_board().contains(ghost) {
        Ok(())
    } else {
        Err(Illegal(format!("{ghost} of {owner} is not on the board")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_one_way_only() {
        for text in [
            "say:P0:C=bad",
            "say:P1:H=good",
            "say:will:stay:A",
            "say:will:take:B",
            "say:will:agree",
            "quiet",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in [
            "say",
            "say:",
            "say:C=bad",
            "say:P0:C=ugly",
            "say:will:",
            "say:will:stay",
            "say:will:take:AB",
            "say:will:agree:A",
            "say:think:P0:C=bad",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
