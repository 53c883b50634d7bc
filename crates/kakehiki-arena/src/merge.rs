//! Putting the shards of a plan together.

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use crate::{
    Plan, Results, ResultsError, SeatRows, Shard, Standings, Tally, journal::journal_path, time,
};

/// The shards of a plan, put together.
#[derive(Debug)]
pub struct Merged {
    /// The plan that was played.
    pub plan: Plan,
    /// The standings of all its games.
    pub standings: Standings,
}

/// Why shards do not make a whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The folder cannot be read.
    #[error("cannot read the folder of results: {0}")]
    Folder(#[source] io::Error),
    /// The folder has no results.
    #[error("{} holds no result files; kakehiki arena run-shard writes them", .0.display())]
    Empty(PathBuf),
    /// The folder has results of more than one plan.
    #[error(
        "{} and {} belong to different plans; keep each plan in a folder of its own",
        first.display(), second.display()
    )]
    MixedPlans {
        /// A file of one plan.
        first: PathBuf,
        /// A file of another.
        second: PathBuf,
    },
    /// Two files hold the same games.
    #[error(
        "{} and {} both hold match {number}; move one of them away",
        first.display(), second.display()
    )]
    Overlap {
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// The first match that both hold.
        number: u64,
    },
    /// Games are missing.
    #[error(
        "{missing} of {total} matches are missing: {}; play them with kakehiki arena run-shard",
        shards.join(", ")
    )]
    Missing {
        /// How many matches are missing.
        missing: u64,
        /// How many there should be.
        total: u64,
        /// The shards that would fill the gaps, or the gaps where no equal shards do.
        shards: Vec<String>,
    },
    /// A file cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// Reads all result files of a folder and checks that they hold every game of one plan exactly
/// once.
///
/// # Errors
/// If a file cannot be used, or games are missing, doubled, or of different plans.
pub fn merge(folder: &Path) -> Result<Merged, MergeError> {
    let mut files = Vec::new();
    for path in result_files(folder).map_err(MergeError::Folder)? {
        files.push(Results::open(&path)?);
    }
    let Some(first) = files.first() else {
        return Err(MergeError::Empty(folder.to_owned()));
    };
    if let Some(other) = files.iter().find(|file| file.plan_hash() != first.plan_hash()) {
        let (first, second) = (first.path().to_owned(), other.path().to_owned());
        return Err(MergeError::MixedPlans { first, second });
    }
    let plan = first.lay_out()?;
    let standings = put_together(folder, &plan, files)?;
    Ok(Merged { plan, standings })
}

/// Reads the result files of one plan in a folder that may hold those of others. A file of the whole
/// plan comes before shards of it.
///
/// # Errors
/// As [`merge`].
pub fn merge_plan(folder: &Path, plan: &Plan) -> Result<Standings, MergeError> {
    put_together(folder, plan, files_of(folder, plan)?)
}

/// Reads the rows of all result files of one plan in a folder, in the order of the plan.
///
/// # Errors
/// As [`merge`], except that games may be missing.
pub fn kept_rows(folder: &Path, plan: &Plan) -> Result<SeatRows, MergeError> {
    let mut files = files_of(folder, plan)?
        .into_iter()
        .map(|file| Ok((file.matches(plan)?.start, file)))
        .collect::<Result<Vec<_>, ResultsError>>()?;
    files.sort_by_key(|(start, _)| *start);
    let mut rows = SeatRows::new(plan);
    for (_, file) in files {
        file.add_rows_to(plan, &mut rows)?;
    }
    Ok(rows)
}

/// The result files of one plan in a folder; one of the whole plan comes before shards of it.
fn files_of(folder: &Path, plan: &Plan) -> Result<Vec<Results>, MergeError> {
    let mut files = Vec::new();
    // A folder that is not there holds nothing.
    let paths = if folder.exists() { result_files(folder) } else { Ok(Vec::new()) };
    for path in paths.map_err(MergeError::Folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(plan.hash()) {
            files.push(Results::open(&path)?);
        }
    }
    if let Some(whole) = files.iter().position(|file| file.shard() == Shard::WHOLE) {
        files = vec![files.swap_remove(whole)];
    }
    Ok(files)
}

/// The standings of all files, which have to hold every game of a plan exactly once.
fn put_together(folder: &Path, plan: &Plan, files: Vec<Results>) -> Result<Standings, MergeError> {
    let mut files = files
        .into_iter()
        .map(|file| Ok((file.matches(plan)?, file)))
        .collect::<Result<Vec<_>, ResultsError>>()?;
    files.sort_by_key(|(range, _)| (range.start, range.end));
    check_cover(folder, plan, &files)?;
    let mut tally = Tally::new(plan);
    let mut timed = true;
    for (_, file) in files {
        let nanoseconds = time::read(file.path());
        timed &= nanoseconds.is_some();
        tally.add_time(nanoseconds.unwrap_or(0));
        file.add_to(plan, &mut tally)?;
    }
    Ok(tally.standings(timed))
}

/// The result files of a folder, in the order of their names.
fn result_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "parquet") {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Checks that sorted files cover the plan without gap or overlap.
fn check_cover(
    folder: &Path,
    plan: &Plan,
    files: &[(Range<u64>, Results)],
) -> Result<(), MergeError> {
    let mut gaps = Vec::new();
    let mut covered = 0;
    let mut last: Option<&Results> = None;
    for (range, file) in files {
        if range.is_empty() {
            continue;
        }
        if let Some(last) = last.filter(|_| range.start < covered) {
            return Err(MergeError::Overlap {
                first: last.path().to_owned(),
                second: file.path().to_owned(),
                number: range.start,
            });
        }
        if range.start > covered {
            gaps.push(covered..range.start);
        }
        covered = range.end;
        last = Some(file);
    }
    // A plan that its sequential test stopped ends where it was decided, which its file is checked
    // for.
    if covered < plan.matches() && (plan.sprt().is_none() || covered == 0) {
        gaps.push(covered..plan.matches());
    }
    if gaps.is_empty() {
        return Ok(());
    }
    let missing = gaps.iter().map(|gap| gap.end - gap.start).sum();
    let shards = missing_shards(folder, plan, files, &gaps);
    Err(MergeError::Missing { missing, total: plan.matches(), shards })
}

/// Names what is missing: as shards where all files are of one division of the plan, otherwise as
/// ranges of matches.
fn missing_shards(
    folder: &Path,
    plan: &Plan,
    files: &[(Range<u64>, Results)],
    gaps: &[Range<u64>],
) -> Vec<String> {
    /// More names than this would bury the message.
    const MOST_NAMES: usize = 20;
    let range = |gap: &Range<u64>| format!("matches {} to {}", gap.start, gap.end - 1);
    let mut divisions = files.iter().map(|(_, file)| file.shard().of());
    let of = divisions.next().unwrap_or(1);
    let mut names: Vec<String> = if divisions.all(|other| other == of) {
        let there: Vec<u64> = files.iter().map(|(_, file)| file.shard().index()).collect();
        let shards = (1..=of).filter(|index| !there.contains(index));
        let name = |shard: Shard| {
            let begun = journal_path(folder, plan, shard).exists();
            let state = if begun { " (begun but not finished)" } else { "" };
            format!("shard {shard}{state}")
        };
        shards
            .filter_map(|index| Shard::new(index, of).ok())
            .filter(|shard| !shard.range(plan.matches()).is_empty())
            .take(MOST_NAMES + 1)
            .map(name)
            .collect()
    } else {
        gaps.iter().take(MOST_NAMES + 1).map(range).collect()
    };
    if names.len() > MOST_NAMES {
        names.truncate(MOST_NAMES);
        names.push("and others".to_owned());
    }
    names
}
