//! A list in a file that grows as a study runs, so that one that was cut off goes on.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::StudyError;

/// A file of entries, one JSON document a line, below a first line that says what they are of.
///
/// A process that is killed leaves at most a torn last line, which the next one cuts off.
pub(crate) struct Kept {
    path: PathBuf,
    file: File,
}

impl Kept {
    /// Opens a list or begins it, with the entries that are there.
    ///
    /// # Errors
    /// If the file cannot be used, or is a list of something else; it is then left as it was.
    pub(crate) fn open<T: DeserializeOwned>(
        path: &Path,
        of: &str,
    ) -> Result<(Self, Vec<T>), StudyError> {
        let failed = |source| StudyError::Write { path: path.to_owned(), source };
        let foreign = || StudyError::Foreign(path.to_owned());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut kept = Self { path: path.to_owned(), file };
        let mut bytes = Vec::new();
        kept.file.read_to_end(&mut bytes).map_err(failed)?;
        let header = format!("{of}\n");
        // A process may have died within the first line.
        if header.as_bytes().starts_with(&bytes) {
            kept.cut(0)?;
            kept.write(header.as_bytes())?;
            return Ok((kept, Vec::new()));
        }
        let (entries, whole) = entries(&bytes, &header).ok_or_else(foreign)?;
        kept.cut(whole as u64)?;
        Ok((kept, entries))
    }

    /// The entries of a list, which is left as it is; none if there is none.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn read<T: DeserializeOwned>(path: &Path, of: &str) -> Result<Vec<T>, StudyError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(StudyError::Write { path: path.to_owned(), source }),
        };
        let header = format!("{of}\n");
        if header.as_bytes().starts_with(&bytes) {
            return Ok(Vec::new());
        }
        let found = entries(&bytes, &header).map(|(entries, _)| entries);
        found.ok_or_else(|| StudyError::Foreign(path.to_owned()))
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn append(&mut self, entry: &impl Serialize) -> Result<(), StudyError> {
        let line = serde_json::to_string(entry).map_err(|it| self.failed(it.into()))? + "\n";
        self.write(line.as_bytes())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), StudyError> {
        self.file.write_all(bytes).map_err(|source| self.failed(source))
    }

    fn cut(&mut self, length: u64) -> Result<(), StudyError> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop).map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> StudyError {
        StudyError::Write { path: self.path.clone(), source }
    }
}

/// The entries below a header, and where the last whole line ends; `None` if it is something else.
fn entries<T: DeserializeOwned>(bytes: &[u8], header: &str) -> Option<(Vec<T>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let lines = bytes[..whole].strip_prefix(header.as_bytes())?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let entries = lines.map(serde_json::from_slice).collect::<Result<Vec<T>, _>>();
    Some((entries.ok()?, whole))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_list_survives_a_cut_at_any_byte() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/list.jsonl");
        let (mut kept, none) = Kept::open::<Vec<u32>>(&path, "of numbers").unwrap();
        assert!(none.is_empty());
        for entry in [vec![1, 2], vec![], vec![3]] {
            kept.append(&entry).unwrap();
        }
        drop(kept);
        let bytes = fs::read(&path).unwrap();
        for length in 0..=bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let (mut kept, entries) = Kept::open::<Vec<u32>>(&path, "of numbers").unwrap();
            // The last line of all is empty, the first is not an entry.
            let whole = bytes[..length].split(|&byte| byte == b'\n').count().saturating_sub(2);
            assert_eq!(entries, [vec![1, 2], vec![], vec![3]][..whole], "cut at {length}");
            kept.append(&[9]).unwrap();
            drop(kept);
            let (_, entries) = Kept::open::<Vec<u32>>(&path, "of numbers").unwrap();
            assert_eq!(entries.len(), whole + 1, "cut at {length}");
            assert_eq!(entries.last(), Some(&vec![9]));
        }
    }

    #[test]
    fn a_list_of_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.jsonl");
        for foreign in ["of words\n[1]\n", "of numbers\n[1]\nnonsense\n[2]\n", "of numbers!\n"] {
            fs::write(&path, foreign).unwrap();
            let refused = Kept::open::<Vec<u32>>(&path, "of numbers").err().unwrap();
            assert!(matches!(refused, StudyError::Foreign(_)), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
    }
}
