//! The journal of a shard: finished matches, written down one by one before anything else happens
//! to them.

use std::{
    fs::{OpenOptions, TryLockError},
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

use fs_err::File;
use kakehiki_core::{Record, Verdict};

use crate::{Plan, Shard};

/// The longest line that is looked at; a damaged file without line ends must not fill the memory.
const LONGEST_LINE: u64 = 1 << 28;

/// A match that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its number in the plan.
    pub number: u64,
    /// How long a thread was busy with it, in nanoseconds.
    pub nanoseconds: u64,
    /// Its games.
    pub records: Vec<Record>,
}

/// Why a journal cannot be gone on with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("cannot use the journal {}: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process plays this shard.
    #[error(
        "another process is playing this shard: it holds {}; wait for it or use another folder",
        .0.display()
    )]
    Busy(PathBuf),
    /// The file is not the journal of this plan and shard.
    #[error(
        "{} is not a journal of this plan and shard; nothing was changed: move it away",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A record in the middle cannot be read, though later ones can.
    #[error(
        "{} is damaged at byte {offset}, before its end; nothing was changed: restore it, or \
         move it away to play the shard again",
        path.display()
    )]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// Where the damage begins.
        offset: u64,
    },
}

/// An append-only file of finished matches, locked for one process.
///
/// The first line says which plan and shard it belongs to; then each match is one line, a checksum
/// and its results as JSON, written by one call to the system. A process that is killed leaves at
/// most a torn last line, which the next one cuts off. Matches of one batch stand in the order they
/// finished in, batches in the order of the plan.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    writer: Mutex<File>,
    /// What earlier runs left, not yet taken.
    reader: io::Take<BufReader<File>>,
    /// The next match of the reader, if it has been looked at but not taken.
    ahead: Option<Played>,
    shape: Shape,
    found: u64,
}

/// What every match of a plan has in common.
#[derive(Clone, Copy, Debug)]
struct Shape {
    seats: usize,
    counters: usize,
    series: u64,
}

impl Journal {
    /// Opens the journal of a shard in a folder, or begins it, and cuts off what a killed process
    /// left half-written.
    ///
    /// # Errors
    /// If the file cannot be used, another process holds it, or it is not a sound journal of this
    /// shard; it is then left as it was.
    pub fn open(folder: &Path, plan: &Plan, shard: Shard) -> Result<Self, JournalError> {
        let path = journal_path(folder, plan, shard);
        let io = |source| JournalError::Io { path: path.clone(), source };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(&path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy(path)),
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        let mut file = File::from_parts(file, path.clone());
        let header = format!("kakehiki-journal 1 plan {} shard {shard}\n", plan.hash());
        let sound = match scan(&mut BufReader::new(&mut file), header.as_bytes()).map_err(io)? {
            Scan::Sound { length, found } => (length, found),
            Scan::Foreign => return Err(JournalError::Foreign(path)),
            Scan::Damaged(offset) => return Err(JournalError::Damaged { path, offset }),
        };
        let (length, found) = sound;
        file.set_len(length).map_err(io)?;
        if length == 0 {
            file.write_all(header.as_bytes()).map_err(io)?;
        }
        let mut reader = File::open(&path).map_err(io)?;
        reader.seek(SeekFrom::Start(header.len() as u64)).map_err(io)?;
        let left = length.saturating_sub(header.len() as u64);
        let table = plan.spec().table();
        Ok(Self {
            path,
            writer: Mutex::new(file),
            reader: BufReader::new(reader).take(left),
            ahead: None,
            shape: Shape {
                seats: table.seats(),
                counters: plan.spec().counters().len(),
                series: plan.series(),
            },
            found,
        })
    }

    /// The number of matches that earlier runs left.
    pub const fn found(&self) -> u64 {
        self.found
    }

    /// Writes down a match; it is with the operating system when this returns.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&self, played: &Played) -> Result<(), JournalError> {
        let line = line(played);
        // A thread that panicked while it held the file wrote nothing after that, so the file is as
        // good as before.
        let mut writer = self.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let write = |writer: &mut File| {
            let good = writer.seek(SeekFrom::End(0))?;
            writer.write_all(&line).inspect_err(|_| {
                // What was written by half, as on a full disk, must not stand before later lines.
                let _ = writer.set_len(good);
            })
        };
        write(&mut writer).map_err(|source| JournalError::Io { path: self.path.clone(), source })
    }

    /// Takes the matches with numbers below `end` that earlier runs left.
    ///
    /// # Errors
    /// If the file cannot be read, or does not hold the matches of this plan.
    pub fn take_below(&mut self, end: u64) -> Result<Vec<Played>, JournalError> {
        let mut taken = Vec::new();
        loop {
            let next = match self.ahead.take() {
                Some(played) => Some(played),
                None => self.next()?,
            };
            match next {
                Some(played) if played.number < end => taken.push(played),
                other => {
                    self.ahead = other;
                    return Ok(taken);
                }
            }
        }
    }

    fn next(&mut self) -> Result<Option<Played>, JournalError> {
        let mut bytes = Vec::new();
        let count = self
            .reader
            .read_until(b'\n', &mut bytes)
            .map_err(|source| JournalError::Io { path: self.path.clone(), source })?;
        if count == 0 {
            return Ok(None);
        }
        // The scan has seen this line whole, so only the wrong shape can be the matter.
        let played = read(&bytes).filter(|played| self.shape.fits(played));
        played.map(Some).ok_or_else(|| self.foreign())
    }

    /// The error for a journal that holds other matches than its plan has, or in another order.
    pub(crate) fn foreign(&self) -> JournalError {
        JournalError::Foreign(self.path.clone())
    }

    /// Removes the file once its matches are safe elsewhere.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(self) -> Result<(), JournalError> {
        let removed = fs_err::remove_file(&self.path);
        removed.map_err(|source| JournalError::Io { path: self.path, source })
    }
}

/// Where the journal of a shard is while it is being played.
pub(crate) fn journal_path(folder: &Path, plan: &Plan, shard: Shard) -> PathBuf {
    folder.join(format!("{}.journal", plan.stem(shard)))
}

impl Shape {
    fn fits(&self, played: &Played) -> bool {
        let seats = |record: &Record| {
            record.counts.len() == self.seats
                && record.counts.iter().all(|counts| counts.len() == self.counters)
        };
        played.records.len() as u64 == self.series && played.records.iter().all(seats)
    }
}

/// What a journal's bytes are.
#[derive(Debug, PartialEq, Eq)]
enum Scan {
    /// Whole up to this length; nothing after it can be read.
    Sound { length: u64, found: u64 },
    /// Something else, or the journal of something else.
    Foreign,
    /// Not to be read from here on, though later records can be.
    Damaged(u64),
}

/// Reads the bytes of a journal to their end.
fn scan(reader: &mut impl BufRead, header: &[u8]) -> io::Result<Scan> {
    let mut bytes = Vec::new();
    let mut next = |bytes: &mut Vec<u8>| {
        bytes.clear();
        Read::by_ref(reader).take(LONGEST_LINE).read_until(b'\n', bytes)
    };
    next(&mut bytes)?;
    if bytes != header {
        // A process may be killed before its first line is out; no other start is ours to
        // overwrite.
        let torn = header.starts_with(&bytes) && next(&mut Vec::new())? == 0;
        return Ok(if torn { Scan::Sound { length: 0, found: 0 } } else { Scan::Foreign });
    }
    let (mut length, mut found) = (header.len() as u64, 0);
    let mut torn = false;
    loop {
        let count = next(&mut bytes)? as u64;
        if count == 0 {
            return Ok(Scan::Sound { length, found });
        }
        match (read(&bytes).is_some(), torn) {
            (true, true) => return Ok(Scan::Damaged(length)),
            (true, false) => {
                length += count;
                found += 1;
            }
            (false, _) => torn = true,
        }
    }
}

/// A game as it stands in the journal: verdict, steps, counters by seat.
type Game = (Verdict, u32, Vec<Vec<u32>>);

/// The line of a match: sixteen digits of checksum, a space, and JSON.
fn line(played: &Played) -> Vec<u8> {
    let games = played.records.iter();
    let games: Vec<_> =
        games.map(|record| (record.verdict, record.steps, &record.counts)).collect();
    // Numbers and lists always have a spelling in JSON.
    let json = serde_json::to_vec(&(played.number, played.nanoseconds, games)).unwrap_or_default();
    let mut line = checksum(&json).to_vec();
    line.push(b' ');
    line.extend(json);
    line.push(b'\n');
    line
}

/// The match of a line, if the line is whole.
fn read(line: &[u8]) -> Option<Played> {
    let rest = line.strip_suffix(b"\n")?;
    let (sum, rest) = rest.split_at_checked(16)?;
    let json = rest.strip_prefix(b" ")?;
    if sum != checksum(json) {
        return None;
    }
    let (number, nanoseconds, games) =
        serde_json::from_slice::<(u64, u64, Vec<Game>)>(json).ok()?;
    let games = games.into_iter();
    let records = games.map(|(verdict, steps, counts)| Record { verdict, steps, counts });
    Some(Played { number, nanoseconds, records: records.collect() })
}

/// The first sixteen hexadecimal digits of the hash.
fn checksum(bytes: &[u8]) -> [u8; 16] {
    let hex = blake3::hash(bytes).to_hex();
    let mut digits = [0; 16];
    digits.copy_from_slice(&hex.as_bytes()[..16]);
    digits
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Ending, Seat, SeatSet};
    use proptest::prelude::*;

    use super::*;

    const HEADER: &[u8] = b"kakehiki-journal 1 plan 0123456789abcdef shard 1/2\n";

    fn played(number: u64, verdict: Verdict) -> Played {
        let counts = vec![vec![number as u32, 0], vec![7, 1]];
        let record = Record { verdict, steps: 31, counts };
        Played { number, nanoseconds: 5, records: vec![record.clone(), record] }
    }

    fn journal() -> (Vec<Played>, Vec<u8>) {
        let winners = SeatSet::only(Seat::new(1)).with(Seat::new(0));
        let all = vec![
            played(3, Verdict::Ended(Ending::Won(winners))),
            played(1, Verdict::Ended(Ending::Drawn)),
            played(2, Verdict::Ended(Ending::Undecided)),
            played(9, Verdict::Forfeited(Seat::new(1))),
        ];
        let bytes = HEADER.iter().copied().chain(all.iter().flat_map(line)).collect();
        (all, bytes)
    }

    #[test]
    fn matches_are_read_as_they_were_written() {
        for played in journal().0 {
            assert_eq!(read(&line(&played)), Some(played));
        }
    }

    #[test]
    fn a_journal_cut_anywhere_keeps_every_whole_record() {
        let (all, bytes) = journal();
        let mut ends = vec![HEADER.len()];
        for played in &all {
            ends.push(ends[ends.len() - 1] + line(played).len());
        }
        for cut in 0..=bytes.len() {
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let expected = match whole {
                0 => Scan::Sound { length: 0, found: 0 },
                _ => Scan::Sound { length: ends[whole - 1] as u64, found: whole as u64 - 1 },
            };
            assert_eq!(scan(&mut &bytes[..cut], HEADER).unwrap(), expected, "cut at {cut}");
        }
    }

    #[test]
    fn damage_before_the_end_is_told_and_never_cut_off() {
        let (all, mut bytes) = journal();
        let at = HEADER.len() + line(&all[0]).len();
        bytes[at + 20] ^= 1;
        assert_eq!(scan(&mut &*bytes, HEADER).unwrap(), Scan::Damaged(at as u64));
    }

    #[test]
    fn another_shard_or_another_file_is_foreign() {
        let (_, bytes) = journal();
        let other = HEADER.to_ascii_uppercase();
        assert_eq!(scan(&mut &*bytes, &other).unwrap(), Scan::Foreign);
        assert_eq!(scan(&mut &b"dear diary\n"[..], HEADER).unwrap(), Scan::Foreign);
        assert_eq!(
            scan(&mut &b"kakehiki-journal"[..], HEADER).unwrap(),
            Scan::Sound { length: 0, found: 0 }
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_without_panic(
            tail in proptest::collection::vec(any::<u8>(), 0..400),
            header in any::<bool>(),
        ) {
            let mut bytes = if header { HEADER.to_vec() } else { Vec::new() };
            bytes.extend(&tail);
            let found = scan(&mut &*bytes, HEADER).unwrap();
            if header {
                let length = HEADER.len() as u64;
                prop_assert_eq!(found, Scan::Sound { length, found: 0 });
            }
            prop_assert!(read(&tail).is_none());
        }

        #[test]
        fn a_flipped_bit_never_changes_a_result(bit in 0_usize..10_000) {
            let (all, bytes) = journal();
            let mut flipped = bytes.clone();
            let bit = bit % (bytes.len() * 8);
            flipped[bit / 8] ^= 1 << (bit % 8);
            let lines = flipped.split_inclusive(|byte| *byte == b'\n');
            for played in lines.filter_map(read) {
                prop_assert!(all.contains(&played));
            }
        }
    }
}
