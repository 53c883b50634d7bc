//! The event log: JSON Lines, a header and then one event a line.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Ending, Game, Happening, Illegal, NotationError, Seat, Step, Turn, Witness};

/// The version of the format; it rises when old readers could misread new logs.
pub const LOG_VERSION: u32 = 1;

const FORMAT: &str = "kakehiki-log";

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `kakehiki-log`.
    pub format: String,
    /// See [`LOG_VERSION`].
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value.
    pub options: BTreeMap<String, String>,
    /// The agents by seat.
    pub agents: Vec<String>,
    /// The number of the experiment.
    pub seed: u64,
    /// The match within the experiment.
    pub r#match: u64,
    /// The game within the match.
    pub game_index: u64,
}

impl Header {
    /// The header of a game that is about to be played.
    pub fn new(game: &str, agents: Vec<String>, seed: u64, r#match: u64, game_index: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: LOG_VERSION,
            game: game.to_owned(),
            options: BTreeMap::new(),
            agents,
            seed,
            r#match,
            game_index,
        }
    }
}

/// One line after the header. Actions and chance are in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A seat acted.
    Action {
        /// Who.
        seat: Seat,
        /// The action.
        play: String,
    },
    /// Chance fell.
    Chance {
        /// The outcome.
        fell: String,
    },
    /// The rules answered for a seat.
    Fallback {
        /// For whom.
        seat: Seat,
        /// The rules' action.
        play: String,
        /// What was wrong with the seat's own answer.
        problem: String,
    },
    /// A seat forfeited, which ended the game.
    Forfeit {
        /// Who.
        seat: Seat,
        /// What it did.
        problem: String,
    },
    /// The game was over.
    End {
        /// How it ended.
        ending: Ending,
    },
}

impl<G: Game> From<&Happening<G>> for Event {
    fn from(happening: &Happening<G>) -> Self {
        match happening {
            Happening::Step(Step::Action(seat, action)) => {
                Self::Action { seat: *seat, play: action.to_string() }
            }
            Happening::Step(Step::Chance(chance)) => Self::Chance { fell: chance.to_string() },
            Happening::Fallback(seat, action, problem) => {
                Self::Fallback { seat: *seat, play: action.to_string(), problem: problem.clone() }
            }
            Happening::Forfeit(seat, problem) => {
                Self::Forfeit { seat: *seat, problem: problem.clone() }
            }
            Happening::End(ending) => Self::End { ending: *ending },
        }
    }
}

/// Writes a log as the game goes on.
pub struct LogWriter<W: Write> {
    sink: W,
    failure: Option<io::Error>,
}

impl<W: Write> LogWriter<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// If the sink cannot be written.
    pub fn new(mut sink: W, header: &Header) -> io::Result<Self> {
        write_line(&mut sink, header)?;
        Ok(Self { sink, failure: None })
    }

    /// Gives the sink back.
    ///
    /// # Errors
    /// The first failure to write an event, if there was one.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.sink),
        }
    }
}

fn write_line(sink: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    sink.write_all(&bytes)?;
    sink.flush()
}

impl<G: Game, W: Write> Witness<G> for LogWriter<W> {
    fn saw(&mut self, happening: &Happening<G>, _after: &G::State) {
        if self.failure.is_none() {
            self.failure = write_line(&mut self.sink, &Event::from(happening)).err();
        }
    }
}

/// A log that has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The first line.
    pub header: Header,
    /// The other lines.
    pub events: Vec<Event>,
    /// Whether the last line was cut off, as a kill leaves it, and was dropped.
    pub is_torn: bool,
}

/// Why a text is not the log of a game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// There is nothing.
    #[error("the log is empty; its first line should be a header with \"format\":\"{FORMAT}\"")]
    Empty,
    /// The first line is something else.
    #[error("line 1 is not the header of a Kakehiki log: {0}")]
    Header(String),
    /// The log comes from another version of the format.
    #[error("the log has format version {found}; this program reads version {LOG_VERSION}")]
    Version {
        /// The version the header names.
        found: u32,
    },
    /// A line is not an event.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from one.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Reads one line, or says what is wrong and in which column.
fn read_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = str::from_utf8(line).map_err(|_| "it is not UTF-8 text".to_owned())?;
    // To the reader of JSON every line is the first, which would only confuse people.
    serde_json::from_str(line.trim_end())
        .map_err(|error| error.to_string().replace(" line 1 ", " "))
}

impl Log {
    /// Reads a log. A torn last line is dropped; anything else that is wrong is an error.
    ///
    /// # Errors
    /// If the text is not a log.
    pub fn parse(text: &str) -> Result<Self, LogError> {
        Self::from_bytes(text.as_bytes())
    }

    /// Reads a log as it lies on a disk: a kill may have torn its last line in the middle of a
    /// letter.
    ///
    /// # Errors
    /// If the bytes are not a log.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LogError> {
        let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let is_torn = complete < bytes.len();
        let mut lines = bytes[..complete].split_inclusive(|byte| *byte == b'\n').enumerate();
        let first = match lines.next() {
            Some((_, first)) => first,
            None if is_torn => return Err(LogError::Header("the line is cut off".to_owned())),
            None => return Err(LogError::Empty),
        };
        let value: serde_json::Value = read_line(first).map_err(LogError::Header)?;
        if value.get("format").and_then(serde_json::Value::as_str) != Some(FORMAT) {
            return Err(LogError::Header(format!("\"format\" is not \"{FORMAT}\"")));
        }
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(LOG_VERSION) => {}
            Some(version) => {
                return Err(LogError::Version {
                    found: u32::try_from(version).unwrap_or(u32::MAX),
                });
            }
            None => return Err(LogError::Header("\"version\" is not a whole number".to_owned())),
        }
        let header: Header =
            serde_json::from_value(value).map_err(|error| LogError::Header(error.to_string()))?;
        let events = lines.map(|(index, line)| {
            read_line(line).map_err(|problem| LogError::Line { line: index + 1, problem })
        });
        Ok(Self { header, events: events.collect::<Result<_, _>>()?, is_torn })
    }

    /// Plays the log over again under the rules, telling the witness each happening, and returns
    /// the last state.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    pub fn replay<G: Game>(
        &self,
        game: &G,
        witness: &mut impl Witness<G>,
    ) -> Result<G::State, LogError> {
        let mut state = game.start();
        let mut is_over = false;
        for (index, event) in self.events.iter().enumerate() {
            let problem = |problem: String| LogError::Line { line: index + 2, problem };
            if is_over {
                return Err(problem("the game is over already".to_owned()));
            }
            let happening = apply(game, &mut state, event).map_err(|error| problem(error.0))?;
            is_over = matches!(happening, Happening::End(_) | Happening::Forfeit(..));
            witness.saw(&happening, &state);
        }
        Ok(state)
    }
}

/// Plays one event of a log, or says why the rules do not allow it.
fn apply<G: Game>(game: &G, state: &mut G::State, event: &Event) -> Result<Happening<G>, Illegal> {
    let unreadable = |error: NotationError| Illegal(error.to_string());
    let turn = game.turn(state);
    let untimely = |what: String| {
        Illegal(match turn {
            Turn::Seat(seat) => format!("{what}, but it is {seat}'s turn"),
            Turn::Chance => format!("{what}, but chance has to fall"),
            Turn::Over(_) => format!("{what}, but the game is over"),
        })
    };
    let on_turn = |seat: &Seat| match turn {
        Turn::Seat(expected) if expected == *seat => Ok(()),
        _ => Err(untimely(format!("{seat} acts"))),
    };
    match event {
        Event::Action { seat, play } => {
            on_turn(seat)?;
            let action: G::Action = play.parse().map_err(unreadable)?;
            game.play(state, &action)?;
            Ok(Happening::Step(Step::Action(*seat, action)))
        }
        Event::Fallback { seat, play, problem } => {
            on_turn(seat)?;
            let action: G::Action = play.parse().map_err(unreadable)?;
            if !game.fallbacks(state).contains(&action) {
                return Err(Illegal(format!("{action} is not the rules' answer here")));
            }
            game.play_unchecked(state, &action);
            Ok(Happening::Fallback(*seat, action, problem.clone()))
        }
        Event::Chance { fell } => {
            if turn != Turn::Chance {
                return Err(untimely("chance falls".to_owned()));
            }
            let chance: G::Chance = fell.parse().map_err(unreadable)?;
            game.resolve(state, &chance)?;
            Ok(Happening::Step(Step::Chance(chance)))
        }
        Event::Forfeit { seat, problem } => {
            on_turn(seat)?;
            Ok(Happening::Forfeit(*seat, problem.clone()))
        }
        Event::End { ending } => match turn {
            Turn::Over(actual) if actual == *ending => Ok(Happening::End(actual)),
            Turn::Over(actual) => {
                Err(Illegal(format!("the log says {ending}, the rules say {actual}")))
            }
            Turn::Seat(_) | Turn::Chance => Err(untimely("the game ends".to_owned())),
        },
    }
}
