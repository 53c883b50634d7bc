//! Playing a plan, or a share of it.

use std::{
    error::Error,
    io,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use kakehiki_core::{FolderError, busy_time, prepare_folder};
use kakehiki_games::{Fixture, GuestError, StartError};
use rayon::prelude::*;

use crate::{
    Journal, JournalError, Plan, Played, Results, ResultsError, SeatRows, Shard, Standings, Tally,
    journal::journal_path,
    rows::{ResultsWriter, results_path},
    time,
};

/// How a plan is played; none of it changes a result.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'a> {
    /// The number of threads; zero stands for one for each core.
    pub threads: usize,
    /// The share to play; all of it unless told.
    pub shard: Option<Shard>,
    /// Where the journal and the results go; without a folder they are kept in memory only.
    pub out: Option<&'a Path>,
    /// Whether the rows of all games are handed back in the outcome; those of earlier runs are in the
    /// result file.
    pub keep_rows: bool,
    /// Where the log of every game goes.
    pub logs: Option<&'a Path>,
    /// Is told after every match how many games are finished, those of earlier runs included, and
    /// how many there are.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    /// Once this is set no new match begins, none waits for programs any more, and the run ends with what
    /// is finished.
    pub interrupt: Option<&'a AtomicBool>,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The standings of all finished games of the share.
    pub standings: Standings,
    /// The matches that this run played.
    pub played: u64,
    /// The matches that earlier runs had played.
    pub resumed: u64,
    /// Whether the run was interrupted before its end.
    pub interrupted: bool,
    /// The result file, if there is one.
    pub results: Option<PathBuf>,
    /// The rows of all games that this run looked at, if they were asked for.
    pub rows: Option<SeatRows>,
}

/// Why a run did not begin, or broke off; finished games are in the journal if there is one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A folder cannot be created or written to.
    #[error("{0}; no game was played")]
    Folder(#[from] FolderError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The result file cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A log cannot be written.
    #[error("cannot write the log of match {number} into {}: {source}", folder.display())]
    Log {
        /// The match.
        number: u64,
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A program that should sit in a seat cannot be started, or the code of a guest failed.
    #[error("match {number}: {source}")]
    Outsider {
        /// The match.
        number: u64,
        /// Why.
        source: io::Error,
    },
    /// The rules or the set-up of an agent failed, which no seat can be blamed for.
    #[error(
        "match {number} of the plan broke off because the game panicked; this is a bug of the game"
    )]
    Broken {
        /// The match.
        number: u64,
    },
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A share of a plan cannot know when a test over the whole plan stops.
    #[error(
        "shard {0} of a plan with a sequential test: such a plan is played as a whole, as shard 1/1"
    )]
    SequentialShard(Shard),
}

/// Plays a plan, or the share of it that the options name.
///
/// With a folder, matches that an earlier run finished are not played again, and a share whose
/// results are already there is not played at all.
///
/// # Errors
/// If a folder, the journal or the results cannot be used, or the game itself fails.
pub fn run(plan: &Plan, options: &RunOptions<'_>) -> Result<Outcome, RunError> {
    let shard = options.shard.unwrap_or(Shard::WHOLE);
    if plan.sprt().is_some() && shard.of() > 1 {
        return Err(RunError::SequentialShard(shard));
    }
    for folder in [options.logs, options.out].into_iter().flatten() {
        prepare_folder(folder)?;
    }
    if let Some(folder) = options.out
        && !journal_path(folder, plan, shard).exists()
        && let Some(outcome) = finished(plan, shard, folder)?
    {
        return Ok(outcome);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build()?;
    let (mut journal, mut writer) = (None, None);
    if let Some(folder) = options.out {
        let opened = Journal::open(folder, plan, shard)?;
        // Another process may have finished since the first look, or have been killed between
        // giving the results their name and removing the journal.
        if let Some(outcome) = finished(plan, shard, folder)? {
            opened.remove()?;
            return Ok(outcome);
        }
        journal = Some(opened);
        writer = Some(ResultsWriter::create(folder, plan, shard)?);
    }
    let matches = shard.range(plan.matches());
    let found = journal.as_ref().map_or(0, Journal::found);
    let shared = Shared {
        plan,
        options,
        journal,
        games_done: AtomicU64::new(found * plan.series()),
        games_total: (matches.end - matches.start) * plan.series(),
    };
    let tally = Tally::new(plan);
    let rows = options.keep_rows.then(|| SeatRows::new(plan));
    let mut runner =
        Runner { shared, pool, writer, rows, tally, nanoseconds: 0, played: 0, resumed: 0 };
    let reached = runner.play(matches);
    runner.finish(reached)
}

/// The outcome of a share whose results are already there.
fn finished(plan: &Plan, shard: Shard, folder: &Path) -> Result<Option<Outcome>, ResultsError> {
    let path = results_path(folder, plan, shard);
    if !path.exists() {
        return Ok(None);
    }
    let results = Results::open(&path)?;
    if results.shard() != shard {
        let problem = format!("it says that it holds shard {}", results.shard());
        return Err(ResultsError::Wrong { path, problem });
    }
    let mut tally = Tally::new(plan);
    let matches = results.matches(plan)?;
    results.add_to(plan, &mut tally)?;
    let nanoseconds = time::read(&path);
    tally.add_time(nanoseconds.unwrap_or(0));
    Ok(Some(Outcome {
        standings: tally.standings(nanoseconds.is_some()),
        played: 0,
        resumed: matches.end - matches.start,
        interrupted: false,
        results: Some(path),
        rows: None,
    }))
}

/// A run under way.
struct Runner<'a> {
    shared: Shared<'a>,
    pool: rayon::ThreadPool,
    writer: Option<ResultsWriter<'a>>,
    rows: Option<SeatRows>,
    tally: Tally<'a>,
    nanoseconds: u64,
    played: u64,
    resumed: u64,
}

impl Runner<'_> {
    /// Plays batch after batch, and says whether the end was reached.
    fn play(&mut self, mut matches: Range<u64>) -> Result<bool, RunError> {
        while !matches.is_empty() {
            let end = matches.end.min(matches.start + self.shared.plan.batch());
            let batch = self.batch(matches.start..end)?;
            for played in &batch {
                self.tally.add(played.number, &played.records);
                self.tally.add_time(played.nanoseconds);
                self.nanoseconds = self.nanoseconds.saturating_add(played.nanoseconds);
                if let Some(rows) = &mut self.rows {
                    rows.add(self.shared.plan, played);
                }
            }
            if (batch.len() as u64) < end - matches.start {
                return Ok(false);
            }
            if let Some(writer) = &mut self.writer {
                writer.write(&batch)?;
            }
            if self.tally.is_decided() {
                break;
            }
            matches.start = end;
        }
        Ok(true)
    }

    /// Plays what is not yet played of a batch; matches are missing in the answer only after an
    /// interruption.
    fn batch(&mut self, matches: Range<u64>) -> Result<Vec<Played>, RunError> {
        let Range { start, end } = matches;
        let mut known: Vec<Option<Played>> = matches.map(|_| None).collect();
        if let Some(journal) = &mut self.shared.journal {
            for played in journal.take_below(end)? {
                let place = played.number.checked_sub(start).map(|index| index as usize);
                match place.and_then(|index| known.get_mut(index)) {
                    Some(place) if place.is_none() => *place = Some(played),
                    _ => return Err(journal.foreign().into()),
                }
            }
        }
        let resumed = known.iter().flatten().count() as u64;
        let shared = &self.shared;
        let play = |(index, known)| match known {
            Some(played) => Ok(Some(played)),
            None if shared.is_interrupted() => Ok(None),
            None => shared.play(start + index as u64),
        };
        // Matches differ in length, so threads take them one at a time.
        let batch: Vec<Option<Played>> = self.pool.install(|| {
            let known = known.into_par_iter().enumerate().with_max_len(1);
            known.map(play).collect::<Result<_, RunError>>()
        })?;
        let batch: Vec<Played> = batch.into_iter().flatten().collect();
        self.resumed += resumed;
        self.played += batch.len() as u64 - resumed;
        Ok(batch)
    }

    /// Compacts the journal into the result file if the end was reached; otherwise leaves the
    /// journal as it is and nothing else.
    fn finish(mut self, reached: Result<bool, RunError>) -> Result<Outcome, RunError> {
        let mut results = None;
        if matches!(reached, Ok(true))
            && let Some(writer) = self.writer.take()
        {
            let path = writer.path().to_owned();
            time::write(&path, self.nanoseconds)
                .map_err(|source| ResultsError::Io { path, source })?;
            results = Some(writer.finish()?);
            if let Some(journal) = self.shared.journal.take() {
                journal.remove()?;
            }
        }
        if let Some(writer) = self.writer {
            writer.discard();
        }
        let reached = reached?;
        Ok(Outcome {
            standings: self.tally.standings(true),
            played: self.played,
            resumed: self.resumed,
            interrupted: !reached,
            results,
            rows: self.rows,
        })
    }
}

/// What the threads of a run share.
struct Shared<'a> {
    plan: &'a Plan,
    options: &'a RunOptions<'a>,
    journal: Option<Journal>,
    games_done: AtomicU64,
    games_total: u64,
}

impl Shared<'_> {
    fn is_interrupted(&self) -> bool {
        self.options.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Plays a match and writes it down; nothing where it waited for programs when the run was interrupted.
    fn play(&self, number: u64) -> Result<Option<Played>, RunError> {
        let fixture = self.plan.at(number);
        let label = match self.options.logs {
            Some(_) => format!("{}-match-{number}", self.plan.hash()),
            None => String::new(),
        };
        let spec = self.plan.spec();
        let seated = Fixture {
            casts: self.plan.casts_at(fixture),
            seed: spec.draft().seed,
            r#match: fixture.round,
            games: self.plan.series(),
            label: &label,
        };
        let never = AtomicBool::new(false);
        let (logs, interrupt) = (self.options.logs, self.options.interrupt.unwrap_or(&never));
        let begun = busy_time();
        // A failing game must not take down the matches of other threads with it.
        let played =
            catch_unwind(AssertUnwindSafe(|| spec.table().play_unless(&seated, logs, interrupt)))
                .map_err(|_| RunError::Broken { number })?;
        let records = match played {
            Ok(records) => records,
            Err(source) if is_called_off(&source) => return Ok(None),
            Err(source) => {
                let is_outsider = |cause: &(dyn Error + Send + Sync + 'static)| {
                    cause.is::<StartError>() || cause.is::<GuestError>()
                };
                if source.get_ref().is_some_and(is_outsider) {
                    return Err(RunError::Outsider { number, source });
                }
                let folder = logs.unwrap_or(Path::new("")).to_owned();
                return Err(RunError::Log { number, folder, source });
            }
        };
        let nanoseconds = busy_time().saturating_sub(begun).as_nanos();
        let nanoseconds = u64::try_from(nanoseconds).unwrap_or(u64::MAX);
        let played = Played { number, nanoseconds, records };
        if let Some(journal) = &self.journal {
            journal.append(&played)?;
        }
        let series = self.plan.series();
        let done = self.games_done.fetch_add(series, Ordering::Relaxed) + series;
        if let Some(progress) = self.options.progress {
            progress(done, self.games_total);
        }
        Ok(Some(played))
    }
}

/// Whether a match was not played because nobody is waited for any more.
fn is_called_off(error: &io::Error) -> bool {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(StartError::CalledOff { .. }))
}
