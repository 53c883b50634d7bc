//! What players may say, and when.

use std::{fmt, str::FromStr};

use kakehiki_bargain::Statement;
use kakehiki_core::{Illegal, NoFact, NotationError, Seat};

use super::{
    action::Action, deal::read_seat, estate::refuse, rules::Monopoly, square::Square, state::State,
    trade::is_playing,
};

/// What a player announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intention {
    /// It proposes at most one more trade in this turn: `last-offer`.
    LastOffer,
    /// It gives this deed to this player in no trade before it throws in its next turn:
    /// `not-sell:39,P2`.
    NotSell(Square, Seat),
}

impl fmt::Display for Intention {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LastOffer => formatter.write_str("last-offer"),
            Self::NotSell(square, seat) => write!(formatter, "not-sell:{square},{seat}"),
        }
    }
}

impl FromStr for Intention {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            if text == "last-offer" {
                return Some(Self::LastOffer);
            }
            let (square, seat) = text.strip_prefix("not-sell:")?.split_once(',')?;
            Some(Self::NotSell(square.parse().ok()?, read_seat(seat)?))
        };
        read().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an intention: last-offer or not-sell:39,P2",
        })
    }
}

/// What a player says it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opinion {
    /// This player is winning: `winning:P1`.
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

/// A statement of a player: an intention or an opinion, since all else lies open.
pub type Spoken = Statement<NoFact, Intention, Opinion>;

impl Monopoly {
    /// Whether the player on turn may say something: it may propose a trade, and has not said enough.
    pub(super) fn may_speak(&self, state: &State) -> bool {
        self.options.speaking
            && state.said < self.options.statements
            && self.trader(state) == Some(state.mover())
    }

    /// All that the player on turn may say: that its next offer is its last, to whom it will not sell
    /// which of its deeds, and who is winning.
    pub(super) fn statement_menu(state: &State, menu: &mut Vec<Action>) {
        let speaker = state.mover();
        let mut say = |statement| menu.push(Action::Say(statement));
        say(Statement::Intention(Intention::LastOffer));
        for other in state.living().filter(|other| *other != speaker) {
            say(Statement::Opinion(Opinion::Winning(other)));
            for square in state.deeds(speaker).iter() {
                say(Statement::Intention(Intention::NotSell(square, other)));
            }
        }
    }

    pub(super) fn check_statement(&self, state: &State, statement: Spoken) -> Result<(), Illegal> {
        if !self.may_speak(state) {
            return Err(Illegal("no statement may be made now".to_owned()));
        }
        let speaker = state.mover();
        let is_other = |seat: Seat| seat != speaker && is_playing(state, seat);
        refuse(match statement {
            Statement::Fact(nothing) => match nothing {},
            Statement::Intention(Intention::NotSell(square, _))
                if !state.deeds(speaker).contains(square) =>
            {
                Some("players speak of their own deeds")
            }
            Statement::Intention(Intention::NotSell(_, other))
            | Statement::Opinion(Opinion::Winning(other))
                if !is_other(other) =>
            {
                Some("players speak of others who are in the game")
            }
            Statement::Intention(_) | Statement::Opinion(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_in_one_way_only() {
        for text in ["say:will:last-offer", "say:will:not-sell:39,P2", "say:think:winning:P1"] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        for text in [
            "say",
            "say:",
            "say:P0:C=bad",
            "say:will:",
            "say:will:not-sell:39",
            "say:will:not-sell:040,P2",
            "say:will:not-sell:40,P2",
            "say:will:not-sell:39,P02",
            "say:think:winning",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
    }
}
