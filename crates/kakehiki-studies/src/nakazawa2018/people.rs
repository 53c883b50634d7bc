//! The games and answers of people, as a folder holds them: one folder for each participant, with
//! `base.jsonl` and `presenting.jsonl`, the logs of its games, `answers.jsonl` and
//! `questionnaire.json`.

use std::{
    fs, io,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use kakehiki_catan::{CATAN, CATAN_OPTIONS, Catan};
use kakehiki_core::{Awaited, Header, Log, LogError, Occupant, Seat, Settings};
use serde::de::DeserializeOwned;

use super::{
    TABLE,
    answers::{Answer, Opponent, Questionnaire, Said},
    course::{Beginning, Course, Measures},
    session::Session,
};
use crate::StudyError;

/// What a person did and said.
pub(super) struct Participant {
    /// The name of the folder.
    pub(super) name: String,
    pub(super) session: Session,
    pub(super) questionnaire: Questionnaire,
}

/// Why the files of a participant cannot be counted.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", path.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct ParticipantError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, counted from one.
    pub line: Option<u64>,
    /// What is wrong, and what would be right.
    pub problem: String,
}

/// A file of a participant, for messages.
struct Source(PathBuf);

impl Source {
    fn wrong(&self, line: Option<u64>, problem: impl Into<String>) -> ParticipantError {
        ParticipantError { path: self.0.clone(), line, problem: problem.into() }
    }

    fn read(&self) -> Result<Vec<u8>, ParticipantError> {
        fs::read(&self.0).map_err(|error| {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let needed = ": a participant has base.jsonl, presenting.jsonl, answers.jsonl and \
                          questionnaire.json";
            self.wrong(
                None,
                format!("cannot read it: {error}{}", if missing { needed } else { "" }),
            )
        })
    }

    /// Reads one document.
    fn document<T: DeserializeOwned>(
        &self,
        bytes: &[u8],
        line: Option<u64>,
    ) -> Result<T, ParticipantError> {
        serde_json::from_slice(bytes).map_err(|error| {
            // A line is a document of its own, whose only line is the first.
            let line = line.unwrap_or(error.line() as u64);
            let problem = error.to_string();
            let problem = problem.split(" at line ").next().unwrap_or_default();
            self.wrong(Some(line), format!("{problem}, column {}", error.column()))
        })
    }

    fn answers(&self) -> Result<Vec<(u64, Answer)>, ParticipantError> {
        let bytes = self.read()?;
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
        lines.map(|(line, text)| Ok((line, self.document(text, Some(line))?))).collect()
    }

    fn log(&self) -> Result<Log, ParticipantError> {
        let log = Log::from_bytes(&self.read()?).map_err(|error| self.in_log(error))?;
        if log.is_torn {
            let line = log.events.len() as u64 + 2;
            return Err(self.wrong(Some(line), "the line is cut off: the log is not whole"));
        }
        Ok(log)
    }

    fn in_log(&self, error: LogError) -> ParticipantError {
        match error {
            LogError::Line { line, problem } => self.wrong(Some(line as u64), problem),
            other => self.wrong(None, other.to_string()),
        }
    }
}

/// A turn of the participant that began, and the lines of the log after which the question could be
/// answered.
struct Asked {
    beginning: Beginning,
    lines: RangeInclusive<u64>,
}

/// The seat of the person, in a game that belongs to the study.
fn person_in(header: &Header, opponent: Opponent) -> Result<Seat, String> {
    if header.game != CATAN.name {
        return Err(format!("the game is {}; it should be {}", header.game, CATAN.name));
    }
    for (name, right) in TABLE {
        let found = header.options.get(name).map_or("not given", String::as_str);
        if found != right {
            return Err(format!("the option {name} is {found}; it should be {right}"));
        }
    }
    let is_ai =
        |occupant: &Occupant| matches!(occupant, Occupant::Agent(name) if name == opponent.agent());
    match &header.seats[..] {
        [Occupant::Person(_), other] if is_ai(other) => Ok(Seat::new(0)),
        [other, Occupant::Person(_)] if is_ai(other) => Ok(Seat::new(1)),
        _ => Err(format!(
            "there should be two seats, one of a person and one of the agent {}",
            opponent.agent()
        )),
    }
}

/// Plays a game over again and counts what happened in it.
fn counted(
    source: &Source,
    answers: &Source,
    opponent: Opponent,
    given: &[(u64, Answer)],
) -> Result<Measures, ParticipantError> {
    let log = source.log()?;
    let seat = person_in(&log.header, opponent).map_err(|it| source.wrong(Some(1), it))?;
    let options = log.header.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let options = Settings::new(CATAN.name, &CATAN_OPTIONS, options)
        .map_err(|error| source.wrong(Some(1), error.to_string()))?;
    let mut course = Course::new(seat);
    let mut asked: Vec<Asked> = Vec::new();
    let (mut line, mut is_open) = (1, false);
    let ongoing = log.replay(&Catan::new(&options), |event, ongoing| {
        line += 1;
        if event.is_step() {
            let begun = course.follow(ongoing);
            is_open = begun.is_some();
            asked.extend(begun.map(|beginning| Asked { beginning, lines: line..=line }));
        } else if let (true, Some(last)) = (is_open, asked.last_mut()) {
            last.lines = *last.lines.start()..=line;
        }
    });
    let ongoing = ongoing.map_err(|error| source.in_log(error))?;
    if !matches!(ongoing.awaited(), Awaited::Nobody(_)) {
        return Err(source.wrong(Some(line), "the log ends before the game is over"));
    }
    let said = matched(source, answers, &asked, given)?;
    Ok(course.measures(&ongoing, &said))
}

/// The answers turn by turn: one for each turn of the participant, in their order.
fn matched(
    source: &Source,
    answers: &Source,
    asked: &[Asked],
    given: &[(u64, Answer)],
) -> Result<Vec<(Said, Beginning)>, ParticipantError> {
    let log = source.0.file_name().unwrap_or_default().to_string_lossy();
    let mut given = given.iter();
    let mut said = Vec::new();
    for Asked { beginning, lines } in asked {
        let turn = beginning.turn;
        let due = format!("turn {turn}, which begins with line {} of {log}", lines.start());
        let Some((line, answer)) = given.next() else {
            return Err(answers.wrong(None, format!("there is no answer for {due}")));
        };
        if answer.turn != turn {
            let problem =
                format!("the answer is for turn {}; the next is due for {due}", answer.turn);
            return Err(answers.wrong(Some(*line), problem));
        }
        if !lines.contains(&answer.line) {
            let problem = format!("line {} is no line of the start of {due}", answer.line);
            return Err(answers.wrong(Some(*line), problem));
        }
        said.push((Said { most_held: answer.most_held, wanted: answer.wanted }, *beginning));
    }
    match given.next() {
        Some((line, answer)) => Err(answers.wrong(
            Some(*line),
            format!(
                "the answer is for turn {}; {log} has no more turns of the person",
                answer.turn
            ),
        )),
        None => Ok(said),
    }
}

/// Reads one participant's folder.
fn participant(folder: &Path) -> Result<Participant, ParticipantError> {
    let source = |name: &str| Source(folder.join(name));
    let questions = source("questionnaire.json");
    let questionnaire = questions.document(&questions.read()?, None)?;
    let answers = source("answers.jsonl");
    let given = answers.answers()?;
    let count = |opponent: Opponent| {
        let of_game: Vec<(u64, Answer)> =
            given.iter().filter(|(_, answer)| answer.game == opponent).copied().collect();
        counted(&source(&format!("{opponent}.jsonl")), &answers, opponent, &of_game)
    };
    let session = [count(Opponent::Base)?, count(Opponent::Presenting)?];
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Participant { name, session, questionnaire })
}

/// All participants of a folder, in the order of their names.
pub(super) fn participants(folder: &Path) -> Result<Vec<Participant>, StudyError> {
    let source = Source(folder.to_owned());
    let failed = |error: io::Error| source.wrong(None, format!("cannot read the folder: {error}"));
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    if folders.is_empty() {
        return Err(source.wrong(None, "there is no folder of a participant in it").into());
    }
    folders.sort();
    Ok(folders.iter().map(|folder| participant(folder)).collect::<Result<_, _>>()?)
}
