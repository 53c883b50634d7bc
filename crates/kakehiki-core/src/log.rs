//! The event log: JSON Lines, a header and then one event a line.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    Awaited, Ending, Game, Happening, Illegal, NotationError, Observed, OngoingGame, Reply, Seat,
    Seed, Step, Verdict, Witness,
};

/// The version of the format that is written; it rises when old readers could misread new logs.
/// Versions from 1 on are read.
pub const LOG_VERSION: u32 = 2;

const FORMAT: &str = "kakehiki-log";

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `kakehiki-log`.
    pub format: String,
    /// See [`LOG_VERSION`].
    pub version: u32,
    /// The game's name.
    pub game: String,
    /// Every rule option with its value; where a set of rules was chosen, only those that were given
    /// beside it, because the set fixes the others.
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// The number of the experiment.
    pub seed: u64,
    /// The match within the experiment.
    pub r#match: u64,
    /// The game within the match.
    pub game_index: u64,
    /// How long those who are asked may take; nothing where nobody looks at a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Whether it is played for practice: everything may be looked at while it goes on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// An agent of this project, by its name.
    Agent(String),
    /// A person, by whatever name it is to be known.
    Person(String),
    /// A program from outside, by the name that it gave.
    Program(String),
}

/// How long those who are asked may take, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// For one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<u64>,
    /// For all answers of a seat together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
}

impl Header {
    /// The header of a game that is about to be played.
    pub fn new(game: &str, seats: Vec<Occupant>, seed: u64, r#match: u64, game_index: u64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: LOG_VERSION,
            game: game.to_owned(),
            options: BTreeMap::new(),
            seats,
            seed,
            r#match,
            game_index,
            clock: None,
            practice: false,
        }
    }

    /// The seed of the match, from which its agents are made.
    pub fn match_seed(&self) -> Seed {
        Seed::experiment(self.seed).derive("match", self.r#match)
    }

    /// The seed of the game.
    pub fn game_seed(&self) -> Seed {
        self.match_seed().derive("game", self.game_index)
    }
}

/// One line after the header. Actions, chance and statements are in the game's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        /// Whether it was handed in from elsewhere and not drawn by the seed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        given: bool,
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
    /// How long a seat took for the answer before this line.
    Clock {
        /// Who.
        seat: Seat,
        /// The milliseconds that it took.
        took: u64,
        /// The milliseconds that are left to it in this game, if they are counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A statement about hidden facts, an intention or an opinion that is no act of the rules.
    Statement {
        /// Who made it.
        seat: Seat,
        /// What it says.
        says: String,
    },
    /// A statement was proved to a seat, by what stands before this line.
    Proof {
        /// The line of the statement, counted from one.
        line: u64,
        /// To whom.
        seat: Seat,
        /// Whether it was true when it was made.
        holds: bool,
    },
    /// Somebody said something in words of its own.
    Text {
        /// Who; nobody for the house and for spectators.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The words.
        text: String,
    },
    /// A participant was asked something.
    Question {
        /// Whom.
        seat: Seat,
        /// The name of the question.
        id: String,
        /// Its words.
        text: String,
    },
    /// A participant answered a question.
    Answer {
        /// Who.
        seat: Seat,
        /// The name of the question.
        id: String,
        /// The answer.
        answer: Value,
    },
    /// A seat took back its last act, which is the last step before this line: from here on the game
    /// goes on as if it had never been. Who reads a log leaves the act out, and counts lines without
    /// it.
    Undo {
        /// Who.
        seat: Seat,
        /// Whether the act has been left out of this log already.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        gone: bool,
    },
}

impl<G: Game> From<&Happening<G>> for Event {
    fn from(happening: &Happening<G>) -> Self {
        match happening {
            Happening::Step(Step::Action(seat, action)) => {
                Self::Action { seat: *seat, play: action.to_string() }
            }
            Happening::Step(Step::Chance(chance)) => {
                Self::Chance { fell: chance.to_string(), given: false }
            }
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

    /// Goes on with a log whose lines so far are in the sink already.
    pub fn append(sink: W) -> Self {
        Self { sink, failure: None }
    }

    /// Writes an event.
    pub fn write(&mut self, event: &Event) {
        if self.failure.is_none() {
            self.failure = write_line(&mut self.sink, event).err();
        }
    }

    /// The first failure to write an event, if there was one.
    pub fn failure(&self) -> Option<&io::Error> {
        self.failure.as_ref()
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

impl<G: Observed, W: Write> Witness<G> for LogWriter<W> {
    fn saw(&mut self, happening: &Happening<G>, _after: &OngoingGame<G>) {
        self.write(&Event::from(happening));
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
    #[error("the log has format version {found}; this program reads versions 1 to {LOG_VERSION}")]
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
        let mut value: Value = read_line(first).map_err(LogError::Header)?;
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(LogError::Header(format!("\"format\" is not \"{FORMAT}\"")));
        }
        match value.get("version").and_then(Value::as_u64) {
            Some(1) => modernise(&mut value),
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
        let mut log = Self { header, events: Vec::new(), is_torn };
        for (index, line) in lines {
            let read = read_line(line).and_then(|event| match event {
                Event::Undo { seat, gone: false } => log.undo(seat).map_err(|illegal| illegal.0),
                event => {
                    log.events.push(event);
                    Ok(())
                }
            });
            read.map_err(|problem| LogError::Line { line: index + 1, problem })?;
        }
        Ok(log)
    }

    /// Leaves out the last step, which has to be an act of this seat, and notes that it did. What was
    /// said and measured since then stays.
    ///
    /// # Errors
    /// If the last step is not an act of this seat.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Illegal> {
        let last = self.events.iter().rposition(Event::is_play);
        match last.map(|place| (place, &self.events[place])) {
            Some((place, Event::Action { seat: actor, .. })) if *actor == seat => {
                self.events.remove(place);
                self.events.push(Event::Undo { seat, gone: true });
                Ok(())
            }
            _ => {
                Err(Illegal(format!("{seat} takes back an act, but the last step is not its own")))
            }
        }
    }

    /// The log as it is written.
    ///
    /// # Errors
    /// If it cannot be written as JSON, which no log that was read does.
    pub fn to_text(&self) -> io::Result<String> {
        let mut text = Vec::new();
        write_line(&mut text, &self.header)?;
        self.events.iter().try_for_each(|event| write_line(&mut text, event))?;
        String::from_utf8(text).map_err(io::Error::other)
    }

    /// Plays the log over again under the rules, telling `saw` every event with the game after it,
    /// and returns the game as the log leaves it. Outcomes of chance are taken as they are written.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    pub fn replay<G: Observed>(
        &self,
        game: &G,
        mut saw: impl FnMut(&Event, &OngoingGame<G>),
    ) -> Result<OngoingGame<G>, LogError> {
        self.run(OngoingGame::new(game.clone(), self.header.game_seed()), false, &mut saw)
    }

    /// As [`replay`](Self::replay), so that the game can go on as if it had never been interrupted:
    /// chance that was drawn is drawn again, and has to fall as it is written. Agents that hear all
    /// of it again from `saw` are what they were.
    ///
    /// # Errors
    /// At the first line that the rules or the seed do not allow.
    pub fn resume<G: Observed>(
        &self,
        game: &G,
        mut saw: impl FnMut(&Event, &OngoingGame<G>),
    ) -> Result<OngoingGame<G>, LogError> {
        self.run(OngoingGame::new(game.clone(), self.header.game_seed()), true, &mut saw)
    }

    fn run<G: Observed>(
        &self,
        mut ongoing: OngoingGame<G>,
        is_seeded: bool,
        saw: &mut impl FnMut(&Event, &OngoingGame<G>),
    ) -> Result<OngoingGame<G>, LogError> {
        let mut is_over = false;
        for (index, event) in self.events.iter().enumerate() {
            let problem = |problem: String| LogError::Line { line: index + 2, problem };
            if is_over && event.is_play() {
                return Err(problem("the game is over already".to_owned()));
            }
            ongoing.follow(event, is_seeded).map_err(|error| problem(error.0))?;
            is_over |= matches!(event, Event::End { .. } | Event::Forfeit { .. });
            saw(event, &ongoing);
        }
        Ok(ongoing)
    }
}

impl Event {
    /// Whether the rules have to do with it.
    pub fn is_play(&self) -> bool {
        matches!(
            self,
            Self::Action { .. }
                | Self::Chance { .. }
                | Self::Fallback { .. }
                | Self::Forfeit { .. }
                | Self::End { .. }
        )
    }

    /// Whether it was a step of the game, which seats may have noticed.
    pub fn is_step(&self) -> bool {
        matches!(self, Self::Action { .. } | Self::Chance { .. } | Self::Fallback { .. })
    }
}

/// Turns a header of version 1, in which only agents could sit down, into one of today.
fn modernise(header: &mut Value) {
    let Some(fields) = header.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(agents)) = fields.remove("agents") {
        let seats = agents.into_iter().map(|agent| serde_json::json!({ "agent": agent }));
        fields.insert("seats".to_owned(), seats.collect());
    }
    fields.insert("version".to_owned(), LOG_VERSION.into());
}

impl<G: Observed> OngoingGame<G> {
    /// Plays one event of a log. With `is_seeded`, chance that was drawn is drawn again and has to fall
    /// as it is written; otherwise it is taken as it is written.
    ///
    /// # Errors
    /// If the rules or the seed do not allow it; the game then stays as it was, except that chance may
    /// have been drawn.
    pub fn follow(&mut self, event: &Event, is_seeded: bool) -> Result<(), Illegal> {
        let unreadable = |error: NotationError| Illegal(error.to_string());
        let awaited = self.awaited();
        let untimely = |what: String| {
            Illegal(match awaited {
                Awaited::Seat(seat) => format!("{what}, but it is {seat}'s turn"),
                Awaited::Chance => format!("{what}, but chance has to fall"),
                Awaited::Nobody(_) => format!("{what}, but the game is over"),
            })
        };
        let on_turn = |seat: &Seat| match awaited {
            Awaited::Seat(expected) if expected == *seat => Ok(()),
            _ => Err(untimely(format!("{seat} acts"))),
        };
        match event {
            Event::Action { seat, play } => {
                on_turn(seat)?;
                let action: G::Action = play.parse().map_err(unreadable)?;
                self.check(&action)?;
                self.answer(Reply::Action(action));
            }
            Event::Fallback { seat, play, .. } => {
                on_turn(seat)?;
                self.fall_back(*seat, play.parse().map_err(unreadable)?)?;
            }
            Event::Chance { fell, given } => {
                if awaited != Awaited::Chance {
                    return Err(untimely("chance falls".to_owned()));
                }
                let chance: G::Chance = fell.parse().map_err(unreadable)?;
                if is_seeded && !given {
                    if let Some(Happening::Step(Step::Chance(drawn))) = self.draw()
                        && drawn != chance
                    {
                        return Err(Illegal(format!(
                            "the log says {chance}, the seed says {drawn}"
                        )));
                    }
                } else {
                    self.resolve(chance)?;
                }
            }
            // Who goes away need not be asked.
            Event::Forfeit { seat, problem } => {
                let left = self.leave(*seat, problem.clone());
                left.ok_or_else(|| untimely(format!("{seat} forfeits")))?;
            }
            Event::End { ending } => match awaited {
                Awaited::Nobody(Verdict::Ended(actual)) if actual == *ending => {}
                Awaited::Nobody(Verdict::Ended(actual)) => {
                    return Err(Illegal(format!("the log says {ending}, the rules say {actual}")));
                }
                _ => return Err(untimely("the game ends".to_owned())),
            },
            Event::Clock { .. }
            | Event::Statement { .. }
            | Event::Proof { .. }
            | Event::Text { .. }
            | Event::Question { .. }
            | Event::Answer { .. }
            | Event::Undo { gone: true, .. } => {}
            // Reading a log leaves nothing of this kind.
            Event::Undo { seat, gone: false } => {
                return Err(untimely(format!("{seat} takes back an act")));
            }
        }
        Ok(())
    }
}
