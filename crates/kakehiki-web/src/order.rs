//! What a new match is made from, and how it is played.

use std::collections::BTreeMap;

use kakehiki_core::{AgentName, Clock, Header, Log, Occupant, Settings, plain_text};
use kakehiki_games::{Table, find};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Refusal;

/// The most characters of a name.
const LONGEST_NAME: usize = 32;

/// The most characters of what is said in own words.
pub(crate) const LONGEST_TEXT: usize = 400;

/// A match that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    /// The game's name, such as `geister`.
    pub game: String,
    /// Rule options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits where, one for each seat.
    pub seats: Vec<NewSeat>,
    /// The number from which all luck follows; drawn if it is not given.
    #[serde(default)]
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    pub seed: Option<u64>,
    /// How fast agents act.
    #[serde(default)]
    pub pace: Pace,
    /// Whether everything may be looked at while the game goes on.
    #[serde(default)]
    pub practice: bool,
    /// How long those who are asked may take.
    #[serde(default)]
    pub clock: Option<NewClock>,
    /// After so many seconds an agent plays for a person who is not there.
    #[serde(default)]
    pub takeover: Option<u32>,
}

/// Who takes a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// What kind of player.
    pub kind: NewSeatKind,
    /// The agent, such as `flat(playouts=100)`; for a person or program, who plays while it is not
    /// there.
    #[serde(default)]
    pub agent: Option<String>,
    /// What a person or a program is to be called.
    #[serde(default)]
    pub name: Option<String>,
}

/// What kind of player takes a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewSeatKind {
    /// A person at a page.
    #[default]
    Person,
    /// An agent of this project.
    Agent,
    /// A program that uses the API.
    Program,
}

/// How long those who are asked may take, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClock {
    /// For one answer.
    #[serde(default)]
    pub answer: Option<u64>,
    /// For all answers of a seat together.
    #[serde(default)]
    pub game: Option<u64>,
}

/// How fast agents act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// As soon as they have decided.
    Instant,
    /// So that people can follow.
    #[default]
    Natural,
    /// One action each time that somebody who looks on says so.
    Step,
    /// One action in so many milliseconds.
    Every(u32),
}

/// What people can follow, between two actions.
const NATURAL: u64 = 400;

impl Pace {
    /// The least time between two actions of agents, in milliseconds.
    pub(crate) fn gap(self) -> u64 {
        match self {
            Self::Instant | Self::Step => 0,
            Self::Natural => NATURAL,
            Self::Every(gap) => u64::from(gap.min(60_000)),
        }
    }
}

/// A name without what could confuse those who read it, and not longer than 32.
pub fn clean_name(name: &str) -> String {
    plain_text(name, LONGEST_NAME)
}

/// As a name, but longer.
pub(crate) fn clean_text(text: &str) -> String {
    plain_text(text, LONGEST_TEXT)
}

impl NewSeat {
    fn occupant(&self, table: &dyn Table) -> Result<Occupant, Refusal> {
        let agent = match &self.agent {
            None => None,
            Some(agent) => {
                let name: AgentName = agent.parse().map_err(malformed)?;
                let cast = table.cast(&name).map_err(malformed)?;
                Some(cast.name().to_string())
            }
        };
        let name = clean_name(self.name.as_deref().unwrap_or_default());
        let called = |other: &str| if name.is_empty() { other.to_owned() } else { name.clone() };
        match (self.kind, agent) {
            (NewSeatKind::Agent, Some(agent)) => Ok(Occupant::Agent(agent)),
            (NewSeatKind::Agent, None) => {
                Err(Refusal::malformed("a seat of an agent needs the agent's name"))
            }
            (NewSeatKind::Person, _) => Ok(Occupant::Person(called("Guest"))),
            (NewSeatKind::Program, _) => Ok(Occupant::Program(called("Program"))),
        }
    }
}

fn malformed(error: impl std::fmt::Display) -> Refusal {
    Refusal::malformed(error.to_string())
}

/// The table that a header tells of.
pub(crate) fn open_table(header: &Header) -> Result<Box<dyn Table>, String> {
    let game = find(&header.game).map_err(|error| error.to_string())?;
    let options = header.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Settings::new(game.name(), game.options(), options);
    Ok(game.open(&options.map_err(|error| error.to_string())?))
}

/// The log of a match that is asked for, before anything has happened.
///
/// # Errors
/// If it cannot be played as it is asked for.
pub fn begin_log(order: &NewMatch, seed: u64) -> Result<Log, Refusal> {
    order.log(seed)
}

impl NewMatch {
    /// The log of the match before anything has happened.
    pub(crate) fn log(&self, seed: u64) -> Result<Log, Refusal> {
        let game = find(&self.game).map_err(malformed)?;
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Settings::new(game.name(), game.options(), options).map_err(malformed)?;
        let table = game.open(&game.seat(&options, self.seats.len()));
        if table.seats() != self.seats.len() {
            let (wanted, given) = (table.seats(), self.seats.len());
            let problem = format!("there are {wanted} seats, but {given} players");
            return Err(Refusal::malformed(problem));
        }
        let seats = self.seats.iter().map(|seat| seat.occupant(&*table));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        let mut header = Header::new(game.name(), seats, seed, 0, 0);
        header.options = table.options();
        header.clock = self.clock.map(|NewClock { answer, game }| Clock { answer, game });
        header.practice = self.practice;
        Ok(Log { header, events: Vec::new(), is_torn: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_become_harmless() {
        assert_eq!(clean_name("  Ada \n"), "Ada");
        assert_eq!(clean_name("a\u{202e}b\u{200b}\0\u{7f}\u{2066}c"), "abc");
        assert_eq!(clean_name(&"x".repeat(100)).chars().count(), LONGEST_NAME);
        assert_eq!(clean_name("駆け引き"), "駆け引き");
        assert_eq!(clean_name("<script>"), "<script>", "templates escape what is left");
        assert_eq!(clean_text(&"y".repeat(1000)).chars().count(), LONGEST_TEXT);
    }

    fn seat(kind: NewSeatKind, agent: Option<&str>) -> NewSeat {
        NewSeat { kind, agent: agent.map(str::to_owned), name: None }
    }

    #[test]
    fn a_match_that_cannot_be_says_why() {
        let good = NewMatch {
            game: "geister".to_owned(),
            seats: vec![seat(NewSeatKind::Person, None), seat(NewSeatKind::Agent, Some("random"))],
            ..NewMatch::default()
        };
        assert!(good.log(1).is_ok());
        let wrong = |change: &dyn Fn(&mut NewMatch)| {
            let mut order = good.clone();
            change(&mut order);
            order.log(1).unwrap_err().text
        };
        assert!(wrong(&|it| it.game = "chess".to_owned()).contains("unknown game"));
        assert!(wrong(&|it| drop(it.seats.pop())).contains("2 seats, but 1"));
        assert!(wrong(&|it| it.seats[1].agent = None).contains("needs the agent's name"));
        assert!(wrong(&|it| it.seats[1].agent = Some("nobody".to_owned())).contains("nobody"));
        assert!(wrong(&|it| it.seats[1].agent = Some("((".to_owned())).contains("(("));
        let option = |it: &mut NewMatch| drop(it.options.insert("x".to_owned(), "y".to_owned()));
        assert!(wrong(&option).contains('x'));
    }
}
