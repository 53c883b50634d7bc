//! A game spoken as JSON Lines, so that a program in any language can take a seat.
//!
//! `docs/protocol.md` describes the messages.

use std::io::{self, BufRead, Read, Write};

use kakehiki_core::{Event, Header, LogWriter, Missing, Occupant, Seat, plain_text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Answer, AnyOngoing, Menu, Observer, Outcome, Refused, Waiting, program::LONGEST_LINE, telling,
};

/// The version of the protocol; it rises when old programs could misread new messages.
pub const PROTOCOL: u32 = 1;

/// The most letters of what a program says in words of its own.
const LONGEST_TEXT: usize = 400;

/// What the table tells a program.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Told<'a> {
    /// The first message: which game it is and where the program sits.
    Hello {
        protocol: u32,
        game: &'a str,
        options: &'a std::collections::BTreeMap<String, String>,
        seats: &'a [Occupant],
        /// The seats of the program.
        yours: Vec<Seat>,
    },
    /// A seat of the program perceived something.
    Saw { seat: Seat, step: u32, sight: Value },
    /// Another program said something in words of its own, before this step.
    Said { seat: Seat, step: u32, text: String },
    /// A seat of the program has to act.
    Ask { seat: Seat, view: Value, menu: Menu },
    /// Chance has to fall, and the program says how.
    AskChance,
    /// What the program sent was not taken; what was asked for is still awaited.
    Refused { problem: String },
    /// What the program asked to see.
    View { view: Value },
    /// The game is over.
    Over { outcome: Outcome },
}

/// What a program tells the table.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Heard {
    /// A seat acts.
    Act { seat: Seat, action: String },
    /// A seat gives no answer.
    Miss { seat: Seat, why: Why },
    /// Chance fell so.
    Chance { fell: String },
    /// The program wants to see what a seat of its own, or a spectator, may know.
    Look { seat: Option<Seat> },
    /// Somebody says something in words of its own.
    Say { seat: Seat, text: String },
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Why {
    TimedOut,
    Gone,
    Aborted,
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The game is over.
    Over,
    /// The program went away; the game can be resumed from its log.
    Left,
}

/// Plays a game with a program that reads `output` and writes `input`, and writes the events that
/// come to the log. Seats that are not agents are the program's.
///
/// With `given_chance` the program also says how chance falls. A game that was resumed begins with
/// all that the program's seats have seen so far.
///
/// # Errors
/// If a stream cannot be read or written, or a line of the program has no end.
pub fn converse<W: Write>(
    game: &mut dyn AnyOngoing,
    given_chance: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    log: &mut Option<LogWriter<W>>,
) -> io::Result<Ended> {
    let seats = &game.header().seats;
    let seats = Seat::all(seats.len()).zip(seats);
    let outside = seats.filter(|(_, occupant)| !matches!(occupant, Occupant::Agent(_)));
    let yours: Vec<Seat> = outside.map(|(seat, _)| seat).collect();
    let mut clerk = Clerk { given_chance, ..Clerk::new(yours, output) };
    clerk.greet(game)?;
    let mut written = game.events().len();
    let mut line = Vec::new();
    loop {
        clerk.report(game)?;
        write_down(game, &mut written, log);
        match game.waiting() {
            Waiting::Nothing => break,
            Waiting::Agent(_) => {
                game.advance();
            }
            Waiting::Chance if !given_chance => {
                game.advance();
            }
            Waiting::Chance | Waiting::Outside(_) => {
                clerk.ask(game)?;
                loop {
                    line.clear();
                    let count = (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
                    if !line.ends_with(b"\n") {
                        if count as u64 == LONGEST_LINE {
                            let problem = "it sent a line of more than a megabyte";
                            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
                        }
                        // A line without an end was cut off, as by a kill, and is not taken.
                        return Ok(Ended::Left);
                    }
                    match clerk.take(game, &line) {
                        Ok(true) => break,
                        Ok(false) => write_down(game, &mut written, log),
                        Err(Refused(problem)) => clerk.refuse(problem)?,
                    }
                }
            }
        }
    }
    clerk.end(game)?;
    Ok(Ended::Over)
}

/// Writes down what happened since so many events were written.
fn write_down<W: Write>(
    game: &dyn AnyOngoing,
    written: &mut usize,
    log: &mut Option<LogWriter<W>>,
) {
    if let Some(log) = log {
        for event in &game.events()[*written..] {
            log.write(event);
        }
    }
    *written = game.events().len();
}

/// Who speaks with a program that has seats at a table.
pub(crate) struct Clerk<W> {
    /// The seats of the program.
    yours: Vec<Seat>,
    /// Whether the program says how chance falls.
    given_chance: bool,
    output: W,
    /// The step up to which the program was told what it saw.
    seen: u32,
}

impl<W: Write> Clerk<W> {
    pub(crate) fn new(yours: Vec<Seat>, output: W) -> Self {
        Self { yours, given_chance: false, output, seen: 0 }
    }

    /// Writes one message.
    fn tell(&mut self, message: &Told<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.output, message)?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }

    /// Says which game it is.
    pub(crate) fn greet(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        let Header { game, options, seats, .. } = game.header();
        let yours = self.yours.clone();
        self.tell(&Told::Hello { protocol: PROTOCOL, game, options, seats, yours })
    }

    /// Tells the program what its seats saw.
    pub(crate) fn report(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        let mut sights: Vec<_> = Vec::new();
        for seat in &self.yours {
            let seen = game.sights(Observer::Seat(*seat), self.seen);
            sights.extend(seen.into_iter().map(|seen| (*seat, seen)));
        }
        sights.sort_by_key(|(seat, seen)| (seen.step, *seat));
        for (seat, seen) in sights {
            self.seen = self.seen.max(seen.step + 1);
            self.tell(&Told::Saw { seat, step: seen.step, sight: seen.sight })?;
        }
        Ok(())
    }

    /// Asks for what the game waits for.
    pub(crate) fn ask(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        match game.waiting() {
            Waiting::Outside(seat) => {
                let view = game.view(Observer::Seat(seat));
                self.tell(&Told::Ask { seat, view, menu: game.menu() })
            }
            _ => self.tell(&Told::AskChance),
        }
    }

    /// Passes on what another program said, of which nothing is trusted.
    pub(crate) fn pass_on(&mut self, seat: Seat, step: u32, text: &str) -> io::Result<()> {
        self.tell(&Told::Said { seat, step, text: plain_text(text, LONGEST_TEXT) })
    }

    /// Says why something was not taken.
    pub(crate) fn refuse(&mut self, problem: String) -> io::Result<()> {
        self.tell(&Told::Refused { problem })
    }

    /// Says how a game came out that is over.
    pub(crate) fn end(&mut self, game: &dyn AnyOngoing) -> io::Result<()> {
        match game.outcome() {
            Some(outcome) => self.tell(&Told::Over { outcome }),
            None => Ok(()),
        }
    }

    /// Takes a message; says whether the game went on.
    pub(crate) fn take(&mut self, game: &mut dyn AnyOngoing, line: &[u8]) -> Result<bool, Refused> {
        let heard: Heard = serde_json::from_slice(line)
            .map_err(|error| Refused(error.to_string().replace(" line 1 ", " ")))?;
        let own = |seat: Seat| {
            let is_own = self.yours.contains(&seat);
            if is_own { Ok(seat) } else { Err(Refused(format!("{seat} is not yours"))) }
        };
        match heard {
            Heard::Act { seat, action } => {
                game.answer(own(seat)?, Answer::Action(&action))?;
                Ok(true)
            }
            Heard::Miss { seat, why } => {
                let missing = match why {
                    Why::TimedOut => Missing::TimedOut,
                    Why::Gone => Missing::Gone,
                    Why::Aborted => Missing::Aborted,
                };
                game.answer(own(seat)?, Answer::Missing(missing))?;
                Ok(true)
            }
            Heard::Chance { fell } if self.given_chance => {
                game.resolve(&fell)?;
                Ok(true)
            }
            Heard::Chance { .. } => Err(Refused("chance is not yours".to_owned())),
            Heard::Look { seat } => {
                let observer = match seat {
                    Some(seat) => Observer::Seat(own(seat)?),
                    None => Observer::Spectator,
                };
                let view = game.view(observer);
                let told = self.tell(&Told::View { view });
                told.map(|()| false).map_err(|error| Refused(error.to_string()))
            }
            Heard::Say { seat, text } => {
                let (seat, text) = (own(seat)?, plain_text(&text, LONGEST_TEXT));
                if text.is_empty() {
                    return Err(Refused("there is nothing to say".to_owned()));
                }
                if game.waiting() == Waiting::Outside(seat)
                    && let Some(action) = telling(game, &text)
                {
                    game.answer(seat, Answer::Action(&action))?;
                    return Ok(true);
                }
                game.note(Event::Text { seat: Some(seat), text })?;
                Ok(false)
            }
        }
    }
}

impl Clerk<Vec<u8>> {
    /// What was said since the last time.
    pub(crate) fn said(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }
}
