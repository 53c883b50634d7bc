//! What players may say, and when.

use std::{fmt, str::FromStr};

use kakehiki_bargain::Statement;
use kakehiki_core::{Illegal, NotationError, Seat};

use super::{
    action::{Action, read_seat},
    card::Card,
    fact::{Fact, Hidden},
    options::Options,
    resource::Resource,
    state::{Stage, State},
};

/// What a player announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intention {
    /// It will not rob this player when it next moves the robber: `not-rob:P1`.
    NotRob(Seat),
    /// It makes at most one more offer in this turn: `last-offer`.
    LastOffer,
}

impl fmt::Display for Intention {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRob(seat) => write!(formatter, "not-rob:{seat}"),
            Self::LastOffer => formatter.write_str("last-offer"),
        }
    }
}

impl FromStr for Intention {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let spared = text.strip_prefix("not-rob:").and_then(read_seat).map(Self::NotRob);
        spared.or_else(|| (text == "last-offer").then_some(Self::LastOffer)).ok_or_else(|| {
            NotationError {
                text: text.to_owned(),
                expected: "an intention: not-rob:P1 or last-offer",
            }
        })
    }
}

/// What a player says it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opinion {
    /// This player is about to win: `winning:P1`.
    Winning(Seat),
}

impl fmt::Display for Opinion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Winning(seat) = self;
        write!(formatter, "winning:{seat}")
    }
}

impl FromStr for Opinion {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let leader = text.strip_prefix("winning:").and_then(read_seat);
        leader.map(Self::Winning).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an opinion: winning:P1",
        })
    }
}

/// A statement of a player.
pub type Spoken = Statement<Fact, Intention, Opinion>;

/// The most cards of a kind, or points, that are spoken of.
const MOST: u8 = 30;

/// Whether the player on turn may say one thing more.
pub(crate) fn may_speak(options: &Options, state: &State) -> bool {
    options.speaking && state.said < options.statements
}

/// The bounded part of all statements: of a resource that the speaker holds none, or two at least;
/// which card it drew in this turn; that another holds a resource; how many points the speaker has, by
/// those that all can count and some hidden ones; whom it will not rob; that an offer is its last; who
/// is winning.
pub(crate) fn statement_menu(options: &Options, state: &State, seat: Seat, menu: &mut Vec<Action>) {
    let mut say = |statement| menu.push(Action::Say(statement));
    let mut state_fact = |fact| say(Statement::Fact(fact));
    let resources = || Resource::ALL.into_iter().map(Hidden::Resource);
    let others = || Seat::all(options.players).filter(|other| *other != seat);
    for resource in resources() {
        state_fact(Fact::none(seat, resource));
        state_fact(Fact::at_least(seat, resource, 2));
    }
    if seat == state.mover && state.bought.total() > 0 {
        for card in Card::ALL {
            state_fact(Fact::at_least(seat, Hidden::Drawn(card), 1));
        }
    }
    for other in others() {
        resources().for_each(|resource| state_fact(Fact::at_least(other, resource, 1)));
    }
    let side = state.side(seat);
    for hidden in 0..=side.cards.total().min(2) as u8 {
        state_fact(Fact::exactly(seat, Hidden::Points, side.points + hidden));
    }
    for other in others() {
        say(Statement::Intention(Intention::NotRob(other)));
        say(Statement::Opinion(Opinion::Winning(other)));
    }
    if seat == state.mover && state.stage == Stage::Act {
        say(Statement::Intention(Intention::LastOffer));
    }
}

/// Whether a player may say this: it is about somebody at the table, in sensible numbers.
pub(crate) fn check_statement(
    options: &Options,
    state: &State,
    seat: Seat,
    statement: Spoken,
) -> Result<(), Illegal> {
    let about = match statement {
        Statement::Fact(fact) => {
            if fact.count > MOST {
                return Err(Illegal(format!("nobody has {} of anything", fact.count)));
            }
            let is_drawn = matches!(fact.kind, Hidden::Drawn(_));
            if is_drawn && (fact.seat != state.mover || state.bought.total() == 0) {
                return Err(Illegal(format!("{} has drawn no card in this turn", fact.seat)));
            }
            fact.seat
        }
        Statement::Intention(Intention::NotRob(spared)) if spared == seat => {
            return Err(Illegal("nobody robs itself".to_owned()));
        }
        Statement::Intention(Intention::NotRob(other))
        | Statement::Opinion(Opinion::Winning(other)) => other,
        Statement::Intention(Intention::LastOffer) if seat != state.mover => {
            return Err(Illegal("offers are made in the own turn".to_owned()));
        }
        Statement::Intention(Intention::LastOffer) => seat,
    };
    if about.index() < options.players {
        Ok(())
    } else {
        Err(Illegal(format!("{about} is not at the table")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_one_way_only() {
        for text in [
            "say:P0:brick<1",
            "say:P2:wheat>=1",
            "say:P1:drew-knight>=1",
            "say:P0:points=8",
            "say:will:not-rob:P3",
            "say:will:last-offer",
            "say:think:winning:P1",
            "quiet",
        ] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in ["say", "say:", "say:will:", "say:brick<1", "say:think:winning:P7", "say:x"] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
