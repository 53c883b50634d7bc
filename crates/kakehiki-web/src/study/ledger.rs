//! Who takes part and how far they are: a file of JSON Lines in the folder of the study.
//!
//! A line is written before anything follows from it, so that a server that is killed knows
//! everything when it starts again. No line holds a name or a token.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use fs_err::{File, OpenOptions};
use kakehiki_core::{Seat, Tongue};
use kakehiki_studies::{Opponent, Questionnaire};
use serde::{Deserialize, Serialize};

use crate::MatchId;

const FILE: &str = "study.jsonl";

/// The version of the file, which rises when old programs could misread it.
const VERSION: u32 = 1;

/// The name of the study.
pub(crate) const STUDY: &str = "nakazawa2018";

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Entry {
    /// The first line.
    Study { name: String, version: u32, seed: u64 },
    /// Somebody agreed to take part.
    Began { participant: u32, order: [Opponent; 2], language: Tongue, simulated: bool },
    /// A participant sat down to a game.
    Sat { participant: u32, opponent: Opponent, r#match: MatchId },
    /// A participant answered the last questions.
    Finished { participant: u32, questionnaire: Questionnaire },
    /// A participant does not want to go on.
    Stopped { participant: u32 },
}

/// One participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Participant {
    /// Counted from one.
    pub(crate) number: u32,
    /// Against whom the first game goes, and the second.
    pub(crate) order: [Opponent; 2],
    pub(crate) language: Tongue,
    /// Whether this is no person.
    pub(crate) is_simulated: bool,
    /// The games, in their order, as far as they were begun.
    pub(crate) games: Vec<MatchId>,
    pub(crate) questionnaire: Option<Questionnaire>,
    pub(crate) is_stopped: bool,
}

impl Participant {
    /// Every other participant begins, in both games.
    pub(crate) fn seat(&self) -> Seat {
        Seat::new(((self.number + 1) % 2) as usize)
    }

    /// The name of the folder of a participant.
    pub(crate) fn folder(&self) -> String {
        let kind = if self.is_simulated { "simulated" } else { "participant" };
        format!("{kind}-{:02}", self.number)
    }
}

/// The file, and what follows from it.
pub(crate) struct Ledger {
    file: File,
    seed: u64,
    participants: Vec<Participant>,
}

fn wrong(path: &Path, problem: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {problem}", path.display()))
}

impl Ledger {
    /// Opens the study of a folder, or begins one there. A line that a kill cut off is dropped.
    pub(crate) fn open(folder: &Path, fresh_seed: u64) -> io::Result<Self> {
        fs_err::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let bytes = match fs_err::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            OpenOptions::new().write(true).open(&path)?.set_len(whole as u64)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(&path)?;
        let mut ledger = Self { file, seed: fresh_seed, participants: Vec::new() };
        for (line, text) in (1..).zip(bytes[..whole].split_inclusive(|byte| *byte == b'\n')) {
            let at = |problem: String| wrong(&path, format!("line {line}: {problem}"));
            let entry: Entry =
                serde_json::from_slice(text).map_err(|error| at(error.to_string()))?;
            if (line == 1) != matches!(entry, Entry::Study { .. }) {
                return Err(at(format!("the first line, and no other, begins a study {STUDY}")));
            }
            ledger.take(entry).map_err(|problem| at(problem.to_owned()))?;
        }
        if whole == 0 {
            let seed = fresh_seed;
            ledger.write(Entry::Study { name: STUDY.to_owned(), version: VERSION, seed })?;
        }
        Ok(ledger)
    }

    /// What follows from a line.
    fn take(&mut self, entry: Entry) -> Result<(), &'static str> {
        match entry {
            Entry::Study { name, version, seed } => {
                if name != STUDY || version != VERSION {
                    return Err("another study, or another version of the file");
                }
                self.seed = seed;
            }
            Entry::Began { participant, order, language, simulated } => {
                if participant as usize != self.participants.len() + 1 {
                    return Err("participants are numbered from 1 on");
                }
                self.participants.push(Participant {
                    number: participant,
                    order,
                    language,
                    is_simulated: simulated,
                    games: Vec::new(),
                    questionnaire: None,
                    is_stopped: false,
                });
            }
            Entry::Sat { participant, opponent, r#match } => {
                let participant = self.known(participant)?;
                if participant.order.get(participant.games.len()) != Some(&opponent) {
                    return Err("that game was not due");
                }
                participant.games.push(r#match);
            }
            Entry::Finished { participant, questionnaire } => {
                self.known(participant)?.questionnaire = Some(questionnaire);
            }
            Entry::Stopped { participant } => self.known(participant)?.is_stopped = true,
        }
        Ok(())
    }

    fn known(&mut self, number: u32) -> Result<&mut Participant, &'static str> {
        let place = (number as usize).checked_sub(1);
        place.and_then(|place| self.participants.get_mut(place)).ok_or("no such participant")
    }

    /// Writes a line, and draws what follows from it.
    fn write(&mut self, entry: Entry) -> io::Result<()> {
        let mut line = serde_json::to_vec(&entry)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.take(entry).map_err(io::Error::other)
    }

    /// All participants, by their numbers.
    pub(crate) fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// Whether this folder holds simulated participants, if it holds any.
    pub(crate) fn is_simulated(&self) -> Option<bool> {
        self.participants.first().map(|participant| participant.is_simulated)
    }

    /// The number from which the luck of a participant's game follows. Both games have luck of their
    /// own: a person would know the dice again.
    pub(crate) fn seed(&self, participant: u32, game: usize) -> u64 {
        let hash = blake3::hash(format!("{} {participant} {game}", self.seed).as_bytes());
        // Programs that read numbers as floating point read these exactly.
        u64::from_le_bytes(std::array::from_fn(|byte| hash.as_bytes()[byte])) >> 11
    }

    /// A new participant, who meets the presenting player first or second.
    pub(crate) fn begin(
        &mut self,
        presenting_first: bool,
        language: Tongue,
        simulated: bool,
    ) -> io::Result<u32> {
        let participant = self.participants.len() as u32 + 1;
        let mut order = Opponent::ALL;
        if presenting_first {
            order.reverse();
        }
        self.write(Entry::Began { participant, order, language, simulated })?;
        Ok(participant)
    }

    /// A participant sat down to the game that was due.
    pub(crate) fn sat(
        &mut self,
        participant: u32,
        opponent: Opponent,
        id: MatchId,
    ) -> io::Result<()> {
        self.write(Entry::Sat { participant, opponent, r#match: id })
    }

    /// A participant answered the last questions.
    pub(crate) fn finished(
        &mut self,
        participant: u32,
        questionnaire: Questionnaire,
    ) -> io::Result<()> {
        self.write(Entry::Finished { participant, questionnaire })
    }

    /// A participant stopped.
    pub(crate) fn stopped(&mut self, participant: u32) -> io::Result<()> {
        self.write(Entry::Stopped { participant })
    }
}

/// The folder in which a participant's files lie.
pub(crate) fn folder_of(out: &Path, participant: &Participant) -> PathBuf {
    out.join(participant.folder())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_known_again_after_a_kill() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(folder.path(), 5).unwrap();
        assert_eq!(ledger.begin(true, Tongue::Japanese, false).unwrap(), 1);
        assert_eq!(ledger.begin(false, Tongue::English, false).unwrap(), 2);
        ledger.sat(1, Opponent::Presenting, "one".parse().unwrap()).unwrap();
        ledger.stopped(2).unwrap();
        let before = (ledger.participants().to_vec(), ledger.seed(1, 0));
        // The kill tore the last line.
        let path = folder.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(b"{\"stopped\":{\"partic");
        std::fs::write(&path, bytes).unwrap();
        let mut ledger = Ledger::open(folder.path(), 6).unwrap();
        assert_eq!((ledger.participants().to_vec(), ledger.seed(1, 0)), before);
        assert_eq!(ledger.participants()[0].order, [Opponent::Presenting, Opponent::Base]);
        ledger.sat(1, Opponent::Base, "two".parse().unwrap()).unwrap();
        assert_eq!(Ledger::open(folder.path(), 7).unwrap().participants()[0].games.len(), 2);
    }

    #[test]
    fn seats_alternate_and_games_have_luck_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let mut ledger = Ledger::open(folder.path(), 5).unwrap();
        for _ in 0..3 {
            ledger.begin(false, Tongue::English, false).unwrap();
        }
        let seats: Vec<usize> = ledger.participants().iter().map(|it| it.seat().index()).collect();
        assert_eq!(seats, [0, 1, 0]);
        let seeds = [ledger.seed(1, 0), ledger.seed(1, 1), ledger.seed(2, 0)];
        assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2] && seeds[1] != seeds[2]);
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        for text in [
            "{}\n",
            "{\"stopped\":{\"participant\":1}}\n",
            "\n",
            "{\"study\":{\"name\":\"other\",\"version\":1,\"seed\":1}}\n",
        ] {
            std::fs::write(folder.path().join(FILE), text).unwrap();
            let Err(error) = Ledger::open(folder.path(), 1) else { panic!("{text}") };
            assert!(error.to_string().contains("study.jsonl: line 1"), "{error}");
        }
    }
}
