//! Logs on the disk: the record of every match, from which it is reopened.

use std::{
    collections::BTreeMap,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use kakehiki_core::{Event, Log, LogWriter, Occupant, Seat, Verdict, prepare_folder};
use kakehiki_draw::SeatLabel;
use kakehiki_games::{Outcome, Waiting};
use serde::{Deserialize, Serialize};

use crate::{MatchId, Pace, Position, ServeError, matches::Summary};

/// How a match is played beside what its log says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Manner {
    pub(crate) pace: Pace,
    /// After how many seconds an agent plays for somebody who is not there.
    pub(crate) takeover: Option<u32>,
    /// Who plays for whom.
    pub(crate) stand_ins: Vec<String>,
    /// Whether the match stands in no list.
    pub(crate) is_unlisted: bool,
}

/// The log of a match that goes on.
pub(crate) struct Journal {
    writer: LogWriter<File>,
    written: usize,
}

impl Journal {
    /// Begins a log; there must not be one of this name.
    pub(crate) fn create(path: &Path, log: &Log) -> io::Result<Self> {
        let mut options = File::options();
        let file = options.append(true).create_new(true).open(path)?;
        let mut journal = Self { writer: LogWriter::new(file, &log.header)?, written: 0 };
        journal.write(&log.events)?;
        Ok(journal)
    }

    /// Goes on with a log that holds so many events.
    fn append(path: &Path, written: usize) -> io::Result<Self> {
        let file = File::options().append(true).open(path)?;
        Ok(Self { writer: LogWriter::append(file), written })
    }

    /// Writes that the last act of a seat was taken back, after which so many events are left.
    pub(crate) fn undo(&mut self, seat: Seat, left: usize) {
        self.writer.write(&Event::Undo { seat, gone: false });
        self.written = left;
    }

    /// Writes those of all events that are not written yet.
    pub(crate) fn write(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events.get(self.written..).unwrap_or_default() {
            self.writer.write(event);
            self.written += 1;
        }
        match self.writer.failure() {
            Some(failure) => Err(io::Error::new(failure.kind(), failure.to_string())),
            None => Ok(()),
        }
    }
}

/// A match that was reopened.
pub(crate) struct Reopened {
    pub(crate) position: Position,
    pub(crate) journal: Journal,
}

/// Goes on with a log where it stops. A last line that was cut off is taken away; what follows from
/// the lines before it is written again.
pub(crate) fn reopen(path: &Path) -> Result<Reopened, String> {
    let explain = |error: io::Error| format!("{}: {error}", path.display());
    let bytes = fs_err::read(path).map_err(|error| error.to_string())?;
    let mut log =
        Log::from_bytes(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    if log.is_torn {
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let file = File::options().write(true).open(path).map_err(explain)?;
        file.set_len(whole as u64).map_err(explain)?;
        eprintln!("warning: {}: the last line is cut off and was left out", path.display());
    }
    let written = log.events.len();
    let mut position =
        Position::open(&log).map_err(|error| format!("{}: {error}", path.display()))?;
    let has_end = log.events.iter().any(|event| matches!(event, Event::End { .. }));
    if let Some(Verdict::Ended(ending)) = position.verdict().filter(|_| !has_end) {
        log.events = position.events().to_vec();
        log.events.push(Event::End { ending });
        position = Position::open(&log).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut journal = Journal::append(path, written).map_err(explain)?;
    journal.write(position.events()).map_err(explain)?;
    Ok(Reopened { position, journal })
}

/// When a log was last written, how long it was then, and what it says; nothing if it is none.
type Known = (SystemTime, u64, Option<Summary>);

/// The folder of logs.
pub(crate) struct Store {
    folder: PathBuf,
    /// What was found out about logs, as long as they do not change.
    known: Mutex<BTreeMap<MatchId, Known>>,
}

impl Store {
    /// Opens a folder, and makes sure that logs can be written there.
    pub(crate) fn open(folder: &Path) -> Result<Self, ServeError> {
        prepare_folder(folder)?;
        Ok(Self { folder: folder.to_owned(), known: Mutex::default() })
    }

    pub(crate) fn path(&self, id: &MatchId) -> PathBuf {
        self.folder.join(format!("{id}.jsonl"))
    }

    fn manner_path(&self, id: &MatchId) -> PathBuf {
        self.folder.join(format!("{id}.manner.json"))
    }

    /// Keeps how a match is played.
    pub(crate) fn keep_manner(&self, id: &MatchId, manner: &Manner) -> io::Result<()> {
        kakehiki_core::write_whole(&self.manner_path(id), |sink| {
            serde_json::to_writer(sink, manner).map_err(io::Error::from)
        })
    }

    /// How a match is played; as usual where nothing is kept.
    pub(crate) fn manner(&self, id: &MatchId) -> Manner {
        let bytes = fs_err::read(self.manner_path(id)).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// The names of all logs.
    fn ids(&self) -> Vec<MatchId> {
        let entries = fs_err::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut ids: Vec<MatchId> =
            names.filter_map(|name| name.strip_suffix(".jsonl")?.parse().ok()).collect();
        ids.sort();
        ids
    }

    /// All logs there are, each as it stands in lists; those that cannot be read are left out.
    pub(crate) fn summaries(&self) -> Vec<Summary> {
        let ids = self.ids();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|id, _| ids.binary_search(id).is_ok());
        let summaries = ids.into_iter().filter_map(|id| {
            let data = fs_err::metadata(self.path(&id)).ok()?;
            let (changed, size) = (data.modified().ok()?, data.len());
            match known.get(&id) {
                Some((time, length, summary)) if (*time, *length) == (changed, size) => {
                    summary.clone()
                }
                _ => {
                    let summary = self.summarise(&id, changed);
                    known.insert(id, (changed, size, summary.clone()));
                    summary
                }
            }
        });
        summaries.collect()
    }

    fn summarise(&self, id: &MatchId, changed: SystemTime) -> Option<Summary> {
        let log = Log::from_bytes(&fs_err::read(self.path(id)).ok()?).ok()?;
        let is_listed = !self.manner(id).is_unlisted;
        let is_person = |occupant: &Occupant| matches!(occupant, Occupant::Person(_));
        let outcome = outcome(&log);
        Some(Summary {
            id: id.clone(),
            game: log.header.game.clone(),
            options: log.header.options.clone(),
            seats: log.header.seats.iter().map(SeatLabel::of).collect(),
            is_practice: log.header.practice,
            is_listed,
            has_person: log.header.seats.iter().any(is_person),
            is_live: false,
            waiting: if outcome.is_some() { Waiting::Nothing } else { Waiting::Chance },
            outcome,
            seq: 1,
            changed,
        })
    }

    /// The names of logs whose games are not over.
    pub(crate) fn unfinished(&self) -> Vec<MatchId> {
        let summaries = self.summaries().into_iter();
        summaries.filter(|it| it.outcome.is_none()).map(|it| it.id).collect()
    }

    /// The log of a match, or one that was sent in, as it lies there.
    pub(crate) fn read(&self, id: &MatchId) -> Option<Log> {
        let bytes = fs_err::read(self.path(id)).or_else(|_| fs_err::read(self.upload_path(id)));
        Log::from_bytes(&bytes.ok()?).ok()
    }

    /// Logs that were sent in lie apart: their games never go on.
    fn upload_path(&self, id: &MatchId) -> PathBuf {
        self.folder.join("uploads").join(format!("{id}.jsonl"))
    }

    /// Keeps a log that was sent in.
    pub(crate) fn keep_upload(&self, id: &MatchId, log: &Log) -> io::Result<()> {
        let path = self.upload_path(id);
        fs_err::create_dir_all(self.folder.join("uploads"))?;
        let text = log.to_text()?;
        kakehiki_core::write_whole(&path, |sink| io::Write::write_all(sink, text.as_bytes()))
    }
}

/// How a log says that its game came out.
fn outcome(log: &Log) -> Option<Outcome> {
    let seats = log.header.seats.len();
    let verdict = log.events.iter().rev().find_map(|event| match event {
        Event::End { ending } => Some(Verdict::Ended(*ending)),
        Event::Forfeit { seat, .. } => Some(Verdict::Forfeited(*seat)),
        _ => None,
    })?;
    let text = match verdict {
        Verdict::Ended(ending) => ending.to_string(),
        Verdict::Forfeited(seat) => format!("{} by {seat}", verdict.word()),
    };
    let rewards = Seat::all(seats).map(|seat| verdict.reward(seat, seats)).collect();
    let steps = log.events.iter().filter(|event| event.is_step()).count();
    Some(Outcome { text, rewards, steps: u32::try_from(steps).unwrap_or(u32::MAX) })
}
