//! A game spoken as JSON Lines, so that a program in any language can take a seat.
//!
//! `docs/protocol.md` describes the messages.

use std::io::{self, BufRead, Write};

use kakehiki_core::{Event, LogWriter, Missing, Occupant, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Answer, AnyOngoing, Menu, Observer, Outcome, Refused, Waiting};

/// The version of the protocol; it rises when old programs could misread new messages.
pub const PROTOCOL: u32 = 1;

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
/// If a stream cannot be read or written.
pub fn converse<W: Write>(
    game: &mut dyn AnyOngoing,
    given_chance: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    log: &mut Option<LogWriter<W>>,
) -> io::Result<Ended> {
    let header = game.header();
    let seats = Seat::all(header.seats.len()).zip(&header.seats);
    let outside = seats.filter(|(_, occupant)| !matches!(occupant, Occupant::Agent(_)));
    let yours: Vec<Seat> = outside.map(|(seat, _)| seat).collect();
    let (seats, options) = (&header.seats, &header.options);
    let hello = Told::Hello {
        protocol: PROTOCOL,
        game: &header.game,
        options,
        seats,
        yours: yours.clone(),
    };
    tell(output, &hello)?;
    let mut table = Conversation { game, given_chance, yours, output, seen: 0, written: 0 };
    table.written = table.game.events().len();
    loop {
        table.report(log)?;
        match table.game.waiting() {
            Waiting::Nothing => break,
            Waiting::Agent(_) => {
                table.game.advance();
            }
            Waiting::Chance if !given_chance => {
                table.game.advance();
            }
            Waiting::Chance | Waiting::Outside(_) => {
                if !table.converse_until_it_goes_on(input, log)? {
                    return Ok(Ended::Left);
                }
            }
        }
    }
    if let Some(outcome) = table.game.outcome() {
        tell(table.output, &Told::Over { outcome })?;
    }
    Ok(Ended::Over)
}

/// Writes one message.
fn tell(output: &mut dyn Write, message: &Told<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// A game with a program at it.
struct Conversation<'a> {
    game: &'a mut dyn AnyOngoing,
    given_chance: bool,
    yours: Vec<Seat>,
    output: &'a mut dyn Write,
    /// The step up to which the program was told what it saw.
    seen: u32,
    /// How many events stand in the log.
    written: usize,
}

impl Conversation<'_> {
    /// Tells the program what its seats saw, and writes down what happened.
    fn report<W: Write>(&mut self, log: &mut Option<LogWriter<W>>) -> io::Result<()> {
        let mut sights: Vec<_> = Vec::new();
        for seat in &self.yours {
            let seen = self.game.sights(Observer::Seat(*seat), self.seen);
            sights.extend(seen.into_iter().map(|seen| (*seat, seen)));
        }
        sights.sort_by_key(|(seat, seen)| (seen.step, *seat));
        for (seat, seen) in sights {
            self.seen = self.seen.max(seen.step + 1);
            tell(self.output, &Told::Saw { seat, step: seen.step, sight: seen.sight })?;
        }
        if let Some(log) = log {
            for event in &self.game.events()[self.written..] {
                log.write(event);
            }
        }
        self.written = self.game.events().len();
        Ok(())
    }

    /// Asks, and answers what the program asks, until the game goes on. `false` if the program went
    /// away.
    fn converse_until_it_goes_on<W: Write>(
        &mut self,
        input: &mut dyn BufRead,
        log: &mut Option<LogWriter<W>>,
    ) -> io::Result<bool> {
        match self.game.waiting() {
            Waiting::Outside(seat) => {
                let view = self.game.view(Observer::Seat(seat));
                tell(self.output, &Told::Ask { seat, view, menu: self.game.menu() })?;
            }
            _ => tell(self.output, &Told::AskChance)?,
        }
        let mut line = Vec::new();
        loop {
            line.clear();
            // A line without an end was cut off, as by a kill, and is not taken.
            if input.read_until(b'\n', &mut line)? == 0 || !line.ends_with(b"\n") {
                return Ok(false);
            }
            match self.take(&line) {
                Ok(true) => return Ok(true),
                Ok(false) => self.report(log)?,
                Err(Refused(problem)) => tell(self.output, &Told::Refused { problem })?,
            }
        }
    }

    /// Takes a message; says whether the game went on.
    fn take(&mut self, line: &[u8]) -> Result<bool, Refused> {
        let heard: Heard = serde_json::from_slice(line)
            .map_err(|error| Refused(error.to_string().replace(" line 1 ", " ")))?;
        let own = |seat: Seat| {
            let is_own = self.yours.contains(&seat);
            if is_own { Ok(seat) } else { Err(Refused(format!("{seat} is not yours"))) }
        };
        match heard {
            Heard::Act { seat, action } => {
                self.game.answer(own(seat)?, Answer::Action(&action))?;
                Ok(true)
            }
            Heard::Miss { seat, why } => {
                let missing = match why {
                    Why::TimedOut => Missing::TimedOut,
                    Why::Gone => Missing::Gone,
                    Why::Aborted => Missing::Aborted,
                };
                self.game.answer(own(seat)?, Answer::Missing(missing))?;
                Ok(true)
            }
            Heard::Chance { fell } if self.given_chance => {
                self.game.resolve(&fell)?;
                Ok(true)
            }
            Heard::Chance { .. } => Err(Refused("chance is not yours".to_owned())),
            Heard::Look { seat } => {
                let observer = match seat {
                    Some(seat) => Observer::Seat(own(seat)?),
                    None => Observer::Spectator,
                };
                let view = self.game.view(observer);
                let told = tell(self.output, &Told::View { view });
                told.map(|()| false).map_err(|error| Refused(error.to_string()))
            }
            Heard::Say { seat, text } => {
                self.game.note(Event::Text { seat: Some(own(seat)?), text })?;
                Ok(false)
            }
        }
    }
}
