//! Showing a log.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::{Context, Result};
use clap::Args;
use kakehiki_core::{Event, Log, Occupant, Settings, plain_text};
use kakehiki_draw::{Locale, Replay, Scene, SeatLabel, UnknownLocale};
use kakehiki_games::{Answer, AnyOngoing, Numbers, Observer, Table, find};

use crate::{
    error::{Explain, is_quiet, note},
    text,
};

/// Plays a log over again and shows it
///
/// Every event is checked by the rules and shown with the position it led to, hidden facts
/// included. A last line that was cut off is left out with a warning; anything else that is wrong
/// is an error that names the line.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki arena run geister --agents charge,random --games 1 --logs logs
  kakehiki replay logs/*.jsonl --summary
  kakehiki replay logs/*.jsonl --html game.html")]
pub(crate) struct ReplayArgs {
    /// The log, as --logs writes it
    log: PathBuf,

    /// Shows only the last position and the outcome, as --quiet does
    #[arg(long)]
    summary: bool,

    /// Writes one page to FILE instead, to go through the game in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// The language of that page: en or ja
    #[arg(long, value_name = "TAG", default_value = "en", requires = "html", value_parser = read_locale)]
    lang: Locale,
}

fn read_locale(tag: &str) -> Result<Locale, String> {
    tag.parse().map_err(|UnknownLocale| "possible values: en, ja".to_owned())
}

/// `kakehiki replay`.
pub(crate) fn replay(args: &ReplayArgs, output: &mut dyn Write) -> Result<()> {
    let path = args.log.display();
    let bytes = fs_err::read(&args.log).or_failure(
        "logs are written by `kakehiki arena run` and `kakehiki study run` with --logs DIR",
    )?;
    let log = Log::from_bytes(&bytes).with_context(|| path.to_string())?;
    let table = open(&log).with_context(|| format!("{path}, line 1"))?;
    if log.is_torn {
        note(format_args!("warning: {path}: the last line is cut off and was left out"));
    }
    if let Some(file) = &args.html {
        let page = page(&*table, &log, args.lang).with_context(|| path.to_string())?;
        fs_err::write(file, page).or_failure("give a file that can be written")?;
        return text::print(output, &format!("page: {}", file.display()));
    }
    let is_summary = args.summary || is_quiet();
    if is_summary {
        // A log that breaks the rules has no last position and no outcome.
        table.replay(&log, &mut |_, _| {}).with_context(|| path.to_string())?;
    }
    show_header(&log, output)?;
    let show = Show { is_summary, output, number: 0, last: String::new() };
    show.log(&*table, &log).with_context(|| path.to_string())
}

/// The table that the header tells of.
pub(crate) fn open(log: &Log) -> Result<Box<dyn Table>> {
    let game = find(&log.header.game)?;
    let options = log.header.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ok(game.open(&Settings::new(game.name(), game.options(), options)?))
}

/// The game as one page, drawn as somebody sees it who may know everything.
fn page(table: &dyn Table, log: &Log, locale: Locale) -> Result<String> {
    // A log that breaks the rules is refused at its line before anything is drawn.
    table.replay(log, &mut |_, _| {})?;
    let header = &log.header;
    // Nobody has to think again: what was played is played over.
    let seats = header.seats.iter().map(|_| Occupant::Program("replay".to_owned())).collect();
    let numbers =
        Numbers { seed: header.seed, r#match: header.r#match, game_index: header.game_index };
    let mut ongoing = table.begin(seats, numbers)?;
    let labels: Vec<SeatLabel> = header.seats.iter().map(SeatLabel::of).collect();
    let options = table.options();
    let title = find(&header.game)?.title();
    let mut replay = Replay::new(title, locale);
    let mut push = |ongoing: &dyn AnyOngoing| {
        replay.push(&Scene {
            game: &header.game,
            options: &options,
            seats: &labels,
            observer: Observer::Analyst,
            view: &ongoing.view(Observer::Analyst),
            waiting: &ongoing.waiting(),
            menu: None,
            seen: &ongoing.sights(Observer::Analyst, 0),
            outcome: ongoing.outcome().as_ref(),
            overlay: None,
            is_practice: false,
            locale,
        });
    };
    push(&*ongoing);
    for event in &log.events {
        match event {
            Event::Action { seat, play } | Event::Fallback { seat, play, .. } => {
                ongoing.answer(*seat, Answer::Action(play))?;
            }
            Event::Chance { fell, .. } => ongoing.resolve(fell)?,
            _ => continue,
        }
        push(&*ongoing);
    }
    Ok(replay.finish())
}

fn show_header(log: &Log, output: &mut dyn Write) -> Result<()> {
    let header = &log.header;
    let mut lines = format!(
        "{}: seed {}, match {}, game {}\n",
        header.game, header.seed, header.r#match, header.game_index
    );
    if !header.options.is_empty() {
        let options = header.options.iter().map(|(name, value)| format!("{name}={value}"));
        lines += &format!("options: {}\n", options.collect::<Vec<_>>().join(" "));
    }
    for (seat, occupant) in header.seats.iter().enumerate() {
        let line = match occupant {
            Occupant::Agent(name) => format!("P{seat}: {name}"),
            Occupant::Person(name) => format!("P{seat}: {name} (a person)"),
            Occupant::Program(name) => format!("P{seat}: {name} (a program from outside)"),
        };
        lines += &format!("{}\n", plain(&line));
    }
    text::print(output, &lines)
}

/// A line without letters that steer a terminal: what a log holds of somebody's own words may be anything.
fn plain(line: &str) -> String {
    plain_text(line, usize::MAX)
}

/// A log that is being shown.
struct Show<'a> {
    is_summary: bool,
    output: &'a mut dyn Write,
    /// The events so far.
    number: usize,
    /// The last position.
    last: String,
}

impl Show<'_> {
    fn log(mut self, table: &dyn Table, log: &Log) -> Result<()> {
        let mut failure = None;
        let replayed = table.replay(log, &mut |event, picture| {
            if failure.is_none() {
                failure = self.event(event, picture).err();
            }
        });
        if let Some(failure) = failure {
            return Err(failure).context("cannot write to standard output");
        }
        replayed?;
        if self.is_summary {
            text::print(self.output, &format!("\n{}\n", self.last.trim_end()))?;
        }
        let outcome = match log.events.iter().rev().find(|event| event.is_play()) {
            Some(Event::End { ending }) => {
                format!("outcome: {ending}, after {} steps", self.number)
            }
            Some(Event::Forfeit { seat, problem }) => {
                format!("outcome: {seat} forfeited after {} steps: {problem}", self.number)
            }
            _ => format!(
                "unfinished: the log ends after {} steps, before the game does",
                self.number
            ),
        };
        text::print(self.output, &format!("\n{}", plain(&outcome)))
    }

    /// Shows what happened beside the game.
    fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.is_summary { Ok(()) } else { writeln!(self.output, "\n   {}", plain(text)) }
    }

    fn event(&mut self, event: &Event, picture: &str) -> io::Result<()> {
        let what = match event {
            Event::Action { seat, play } => format!("{seat} {play}"),
            Event::Chance { fell, .. } => format!("chance {fell}"),
            Event::Fallback { seat, play, problem } => {
                format!("{seat} {play} (the rules answered for it: {problem})")
            }
            Event::Statement { seat, says } => {
                return self.remark(&format!("{seat} states {says}"));
            }
            Event::Text { seat, text } => {
                let who = seat.map_or_else(|| "somebody".to_owned(), |seat| seat.to_string());
                return self.remark(&format!("{who} says: {text}"));
            }
            Event::Question { seat, text, .. } => {
                return self.remark(&format!("{seat} is asked: {text}"));
            }
            Event::Answer { seat, answer, .. } => {
                return self.remark(&format!("{seat} answers: {answer}"));
            }
            Event::Proof { line, seat, holds } => {
                let truth = if *holds { "true" } else { "false" };
                return self.remark(&format!("{seat} knows line {line} to be {truth}"));
            }
            Event::Undo { seat, .. } => return self.remark(&format!("{seat} takes an act back")),
            Event::Clock { .. } | Event::Forfeit { .. } | Event::End { .. } => return Ok(()),
        };
        self.number += 1;
        if self.is_summary {
            picture.clone_into(&mut self.last);
            return Ok(());
        }
        writeln!(self.output, "\n{}. {}\n{}", self.number, plain(&what), picture.trim_end())
    }
}
