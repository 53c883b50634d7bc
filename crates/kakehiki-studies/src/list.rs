//! Work that falls into many like things, each of which is found out by itself.

use std::path::{Path, PathBuf};

use kakehiki_arena::Shard;
use rayon::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

use crate::{Order, Part, StudyError, Task, kept::Kept};

/// How many things are found out before they are written down; a kill costs at most these.
const ROUND: u64 = 16;

/// Positions, sessions or games that are numbered from 0 on, each with a result of its own.
pub(crate) struct List<'a> {
    /// The name of its file in the output folder.
    pub(crate) name: &'a str,
    /// What tells it from other lists of that name. One that is longer begins with a shorter one.
    pub(crate) of: &'a str,
    /// How long it is.
    pub(crate) count: u64,
    /// How much was done before, and of how much, where it is a part of the work.
    pub(crate) progress: Option<(u64, u64)>,
}

impl List<'_> {
    /// The file of a share, and what stands in its first line.
    fn file(&self, folder: &Path, shard: Shard) -> (PathBuf, String) {
        if shard == Shard::WHOLE {
            return (folder.join(format!("{}.jsonl", self.name)), self.of.to_owned());
        }
        let name = format!("{}-{}-of-{}.jsonl", self.name, shard.index(), shard.of());
        (folder.join(name), format!("{}, shard {shard} of {}", self.of, self.count))
    }

    /// All results, if they are there as a whole or in shards.
    fn found<T: DeserializeOwned>(&self, folder: &Path) -> Result<Option<Vec<T>>, StudyError> {
        let (path, of) = self.file(folder, Shard::WHOLE);
        let mut whole = Kept::read(&path, &of)?;
        if whole.len() as u64 >= self.count {
            whole.truncate(self.count as usize);
            return Ok(Some(whole));
        }
        'divisions: for division in self.divisions(folder) {
            let mut all = Vec::new();
            for index in 1..=division {
                let Ok(shard) = Shard::new(index, division) else { continue 'divisions };
                let (path, of) = self.file(folder, shard);
                // Shards of a list of another length are of no use here.
                let Ok(share) = Kept::read(&path, &of) else { continue 'divisions };
                all.extend(share);
                if (all.len() as u64) < shard.range(self.count).end {
                    continue 'divisions;
                }
            }
            return Ok(Some(all));
        }
        Ok(None)
    }

    /// Into how many shards the list was divided, by the names of files.
    fn divisions(&self, folder: &Path) -> Vec<u64> {
        let mut divisions = Vec::new();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let rest = name.strip_prefix(self.name).and_then(|rest| rest.strip_suffix(".jsonl"));
            let of =
                rest.and_then(|rest| rest.rsplit_once("-of-")).map(|(_, of)| of.parse::<u64>());
            divisions.extend(of.and_then(Result::ok));
        }
        divisions.sort_unstable();
        divisions.dedup();
        divisions
    }
}

impl Order<'_> {
    /// The same, where what comes next needs all of it: a share waits for the others.
    pub(crate) fn all_of<T>(
        &self,
        list: &List<'_>,
        work: impl Fn(u64) -> Result<T, StudyError> + Sync,
    ) -> Result<Vec<T>, StudyError>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        let found = self.each(list, work)?;
        if (found.len() as u64) < list.count {
            return Err(StudyError::Awaiting(list.name.to_owned()));
        }
        Ok(found)
    }

    /// Finds out everything on a list. With an output folder the results are kept there, for an order
    /// that was cut off and for others that ask for the same.
    ///
    /// A share gives the results of its own part of the list, and a plan none, unless all are there.
    pub(crate) fn each<T>(
        &self,
        list: &List<'_>,
        work: impl Fn(u64) -> Result<T, StudyError> + Sync,
    ) -> Result<Vec<T>, StudyError>
    where
        T: Serialize + DeserializeOwned + Send,
    {
        if let Part::Plan(tasks) = self.part {
            tasks.add(Task { task: list.name.to_owned(), units: list.count, plan: None });
        }
        // Logs are of games that are played, so that those which are wanted are played again.
        let folder = self.out.filter(|_| self.logs.is_none());
        if let Some(folder) = folder
            && let Some(found) = list.found(folder)?
        {
            return Ok(found);
        }
        if matches!(self.part, Part::Plan(_)) {
            return Ok(Vec::new());
        }
        if matches!(self.part, Part::Merge) {
            return Err(StudyError::Missing(list.name.to_owned()));
        }
        let shard = self.shard().unwrap_or(Shard::WHOLE);
        let mut rest = shard.range(list.count);
        let opened = folder.map(|folder| {
            let (path, of) = list.file(folder, shard);
            Kept::open::<T>(&path, &of)
        });
        let (mut kept, all) = opened.transpose()?.unzip();
        let mut all = all.unwrap_or_default();
        all.truncate((rest.end - rest.start) as usize);
        let (begin, (done, of)) = (rest.start, list.progress.unwrap_or((0, list.count)));
        rest.start += all.len() as u64;
        while !rest.is_empty() {
            self.go_on()?;
            let round = rest.start..rest.end.min(rest.start + ROUND);
            rest.start = round.end;
            let found: Vec<Result<T, StudyError>> =
                self.on_threads(|| round.into_par_iter().map(&work).collect())?;
            for result in found {
                let result = result?;
                if let Some(kept) = &mut kept {
                    kept.append(&result)?;
                }
                all.push(result);
            }
            self.report_progress(done + rest.start - begin, of);
        }
        Ok(all)
    }
}
