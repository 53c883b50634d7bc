//! What players choose and what chance decides, with notations that round-trip.

use std::{borrow::Cow, fmt, str::FromStr};

use kakehiki_core::NotationError;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::{
    card::Card,
    deal::Deal,
    speech::Spoken,
    square::{Colour, Pile, Square},
};

/// A choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Throw the dice.
    Roll,
    /// End the turn.
    End,
    /// Pay to leave jail before throwing.
    PayBail,
    /// Use the jail card of a deck before throwing.
    UseCard(Pile),
    /// Buy the deed of the square.
    Buy,
    /// Do not buy it.
    Decline,
    /// Buy a building for a street, or place one that was won.
    Build(Square),
    /// Sell a building of a street.
    Sell(Square),
    /// Sell the buildings of a colour down to this number of houses on each street.
    SellDown(Colour, u8),
    /// Mortgage a deed.
    Mortgage(Square),
    /// Lift the mortgage of a deed.
    Lift(Square),
    /// Leave an inherited mortgage as it is and pay the interest only.
    Keep,
    /// Bid this much.
    Bid(u32),
    /// Leave the auction.
    Leave,
    /// Propose a trade.
    Propose(Deal),
    /// Accept what is on the table.
    Accept,
    /// Refuse what is on the table.
    Refuse,
    /// Name another deal in its place.
    Counter(Deal),
    /// Do nothing in the pause between two turns.
    Pass,
    /// Give up with a debt that is not paid.
    Bankrupt,
    /// Say something, true or not.
    Say(Spoken),
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => formatter.write_str("roll"),
            Self::End => formatter.write_str("end"),
            Self::PayBail => formatter.write_str("pay-bail"),
            Self::UseCard(pile) => {
                write!(formatter, "use-card:{}", pile.letter().to_ascii_lowercase())
            }
            Self::Buy => formatter.write_str("buy"),
            Self::Decline => formatter.write_str("decline"),
            Self::Build(square) => write!(formatter, "build:{square}"),
            Self::Sell(square) => write!(formatter, "sell:{square}"),
            Self::SellDown(colour, houses) => write!(formatter, "sell-down:{colour},{houses}"),
            Self::Mortgage(square) => write!(formatter, "mortgage:{square}"),
            Self::Lift(square) => write!(formatter, "lift:{square}"),
            Self::Keep => formatter.write_str("keep"),
            Self::Bid(amount) => write!(formatter, "bid:{amount}"),
            Self::Leave => formatter.write_str("leave"),
            Self::Propose(deal) => write!(formatter, "propose:{deal}"),
            Self::Accept => formatter.write_str("accept"),
            Self::Refuse => formatter.write_str("refuse"),
            Self::Counter(deal) => write!(formatter, "counter:{deal}"),
            Self::Pass => formatter.write_str("pass"),
            Self::Bankrupt => formatter.write_str("bankrupt"),
            Self::Say(statement) => write!(formatter, "say:{statement}"),
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
            "description": "an action in its notation, such as roll, build:39, bid:120 or \
                            propose:P0:12+$75>P1:5; numbers name squares",
        })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read_action(text).filter(|action| action.to_string() == text).ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "an action such as roll, build:39, bid:120 or propose:P0:12+$75>P1:5",
        })
    }
}

fn read_action(text: &str) -> Option<Action> {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let square = || rest.parse::<Square>().ok();
    let deal = || rest.parse::<Deal>().ok();
    Some(match word {
        "roll" => Action::Roll,
        "end" => Action::End,
        "pay-bail" => Action::PayBail,
        "use-card" if rest == "c" => Action::UseCard(Pile::Chance),
        "use-card" if rest == "k" => Action::UseCard(Pile::Chest),
        "buy" => Action::Buy,
        "decline" => Action::Decline,
        "build" => Action::Build(square()?),
        "sell" => Action::Sell(square()?),
        "sell-down" => {
            let (colour, houses) = rest.split_once(',')?;
            Action::SellDown(colour.parse().ok()?, houses.parse().ok()?)
        }
        "mortgage" => Action::Mortgage(square()?),
        "lift" => Action::Lift(square()?),
        "keep" => Action::Keep,
        "bid" => Action::Bid(rest.parse().ok()?),
        "leave" => Action::Leave,
        "propose" => Action::Propose(deal()?),
        "accept" => Action::Accept,
        "refuse" => Action::Refuse,
        "counter" => Action::Counter(deal()?),
        "pass" => Action::Pass,
        "bankrupt" => Action::Bankrupt,
        "say" => Action::Say(rest.parse().ok()?),
        _ => return None,
    })
}

/// What chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The two dice, in the order in which they lie.
    Dice(u8, u8),
    /// The card that is drawn.
    Card(Card),
}

impl fmt::Display for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dice(first, second) => write!(formatter, "dice:{first}-{second}"),
            Self::Card(card) => write!(formatter, "card:{card}"),
        }
    }
}

impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Chance {
    fn schema_name() -> Cow<'static, str> {
        "Chance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^(dice:[1-6]-[1-6]|card:[CK][0-9]+)$",
            "description": "what chance decided, such as dice:3-4 or card:C9",
        })
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = || {
            let chance = match text.split_once(':')? {
                ("dice", dice) => {
                    let (first, second) = dice.split_once('-')?;
                    let die =
                        |text: &str| text.parse().ok().filter(|pips: &u8| (1..=6).contains(pips));
                    Self::Dice(die(first)?, die(second)?)
                }
                ("card", card) => Self::Card(card.parse().ok()?),
                _ => return None,
            };
            (chance.to_string() == text).then_some(chance)
        };
        read().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "chance such as dice:3-4 or card:C9",
        })
    }
}
