//! What players choose and what chance decides, with their notation.

use std::{fmt, str::FromStr, sync::Arc};

use kakehiki_core::{NotationError, Seat};

use super::{
    language::{Sentence, Telling, Whom},
    role::{MAX_PLAYERS, Role},
};

/// A player's choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Asks for a role before the deal, or for none.
    Request(Option<Role>),
    /// Says something, in talk or whisper.
    Say(Sentence),
    /// Says something in words of its own.
    Tell(Arc<Telling>),
    /// Votes for an execution.
    Vote(Seat),
    /// Divines a player, or nobody.
    Divine(Option<Seat>),
    /// Guards a player, or nobody.
    Guard(Option<Seat>),
    /// Votes for an attack, or for none.
    Attack(Option<Seat>),
    /// Does nothing when asked to speak or to vote: the rules' answer where they replace nothing.
    Pass,
}

impl Action {
    /// What somebody who says something means by it.
    pub fn sentence(&self) -> Option<&Sentence> {
        match self {
            Self::Say(sentence) => Some(sentence),
            Self::Tell(telling) => Some(telling.meaning()),
            _ => None,
        }
    }
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The next player in a random order: of the deal, or of a turn of talk.
    Next(Seat),
    /// The player whom a tie falls on.
    Pick(Seat),
    /// The time for a talk in which anybody may speak up is over. It falls at tables with a clock
    /// only, which hand it in.
    Close,
    /// The night goes on. Nothing is decided; the step keeps the length of a night from telling who
    /// is still awake.
    Night,
}

/// A player by the number that players are called by, from one.
fn player(seat: Seat) -> impl fmt::Display {
    Whom::from(seat)
}

struct Maybe(Option<Seat>);

impl fmt::Display for Maybe {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(seat) => player(seat).fmt(formatter),
            None => formatter.write_str("none"),
        }
    }
}

fn read_player(text: &str) -> Option<Seat> {
    let number: u8 = text.strip_prefix("Agent[")?.strip_suffix(']')?.parse().ok()?;
    let seat = Whom::number(number)?.seat(MAX_PLAYERS)?;
    // One spelling only.
    (player(seat).to_string() == text).then_some(seat)
}

/// Reads what acts on a player, or on nobody.
fn read_act(text: &str, act: fn(Option<Seat>) -> Action) -> Option<Action> {
    if text == "none" { Some(act(None)) } else { read_player(text).map(|seat| act(Some(seat))) }
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(Some(role)) => write!(formatter, "request:{role}"),
            Self::Request(None) => formatter.write_str("request:none"),
            Self::Say(sentence) => write!(formatter, "say:{sentence}"),
            Self::Tell(telling) => write!(formatter, "tell:{telling}"),
            Self::Vote(target) => write!(formatter, "vote:{}", player(*target)),
            Self::Divine(target) => write!(formatter, "divine:{}", Maybe(*target)),
            Self::Guard(target) => write!(formatter, "guard:{}", Maybe(*target)),
            Self::Attack(target) => write!(formatter, "attack:{}", Maybe(*target)),
            Self::Pass => formatter.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text == "pass" {
            return Ok(Self::Pass);
        }
        let read = text.split_once(':').and_then(|(verb, object)| match verb {
            "request" if object == "none" => Some(Self::Request(None)),
            "request" => object.parse().ok().map(|role| Self::Request(Some(role))),
            "say" => object.parse().ok().map(Self::Say),
            "tell" => object.parse().ok().map(|telling| Self::Tell(Arc::new(telling))),
            "vote" => read_player(object).map(Self::Vote),
            "divine" => read_act(object, Self::Divine),
            "guard" => read_act(object, Self::Guard),
            "attack" => read_act(object, Self::Attack),
            _ => None,
        });
        read.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action of Werewolf, such as vote:Agent[03], divine:none or say:Skip",
        })
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Next(seat) => write!(formatter, "next:{}", player(*seat)),
            Self::Pick(seat) => write!(formatter, "pick:{}", player(*seat)),
            Self::Close => formatter.write_str("close"),
            Self::Night => formatter.write_str("night"),
        }
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = match text.split_once(':') {
            None if text == "night" => Some(Self::Night),
            None if text == "close" => Some(Self::Close),
            Some(("next", object)) => read_player(object).map(Self::Next),
            Some(("pick", object)) => read_player(object).map(Self::Pick),
            _ => None,
        };
        read.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an outcome of Werewolf: next:Agent[03], pick:Agent[03], close or night",
        })
    }
}
