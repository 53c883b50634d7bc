//! What a study is, how it is ordered and what it reports.

use std::{
    io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use kakehiki_arena::{
    AgentStanding, Counters, Draft, Interval, Plan, RunError, RunOptions, Spec, SpecError,
    Standings,
};
use kakehiki_bargain::{MEMORY, MemorySpan};
use kakehiki_core::{Moments, NameError, Parameter, Settings};
use serde::Serialize;

use crate::{ParticipantError, STUDIES_OF_PEOPLE, scatter::Scatter};

/// A published experiment that can be run.
pub struct Study {
    /// Paper and experiment, `mishio2015/upp`.
    pub id: &'static str,
    /// What is asked, in one line.
    pub title: &'static str,
    /// What is done, at which size, and how open points are read.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    pub(crate) run: fn(&Order<'_>) -> Result<Report, StudyError>,
}

impl Study {
    /// Runs the study.
    ///
    /// # Errors
    /// If a folder or a file cannot be used, if the order has what the study cannot take, or if the
    /// run was interrupted.
    pub fn run(&self, order: &Order<'_>) -> Result<Report, StudyError> {
        if order.participants.is_some() && !self.takes_participants() {
            return Err(StudyError::NoParticipants(self.id));
        }
        (self.run)(order)
    }

    /// Whether it can be run on the games of people.
    pub fn takes_participants(&self) -> bool {
        STUDIES_OF_PEOPLE.iter().any(|study| study.id == self.id)
    }
}

/// How a study is to be run.
#[derive(Clone)]
pub struct Order<'a> {
    /// The size; 1 is the published one.
    pub scale: f64,
    /// Values for the study's parameters.
    pub settings: Settings,
    /// The number all luck follows from.
    pub seed: u64,
    /// The number of threads; zero stands for one for each core.
    pub threads: usize,
    /// Where games are kept so that a run that was cut off goes on.
    pub out: Option<&'a Path>,
    /// Where the log of every game goes.
    pub logs: Option<&'a Path>,
    /// Where the games of people are, which are then counted instead of games that are played.
    pub participants: Option<&'a Path>,
    /// Is told how much is done, and of how much.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    /// Once this is set, the run ends as soon as it can.
    pub interrupt: Option<&'a AtomicBool>,
}

/// Why a study broke off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The experiment behind it could not be specified.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Its games could not be played or kept.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file in the output folder was not written by this order.
    #[error(
        "{} was kept by another order, or is damaged; nothing was changed: move it away or use \
         another folder",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A setting has a value that the study has no meaning for.
    #[error("{name}={value} makes no sense; it should be {expected}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        expected: &'static str,
    },
    /// The study is not about people.
    #[error(
        "{} takes no participants; those that do: {}",
        .0,
        STUDIES_OF_PEOPLE.map(|study| study.id).join(", ")
    )]
    NoParticipants(&'static str),
    /// A setting names an agent that cannot play.
    #[error(transparent)]
    Agent(#[from] NameError),
    /// The files of a participant are not as they should be.
    #[error(transparent)]
    Participant(#[from] ParticipantError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A model cannot be read or written, or belongs to another training.
    #[error(transparent)]
    Model(#[from] kakehiki_werewolf::ModelError),
    /// It was interrupted; with an output folder the finished games are kept.
    #[error("interrupted; finished games are kept if an output folder was given")]
    Interrupted,
}

impl Order<'_> {
    /// The published size with all defaults, seed 1, on all cores.
    pub fn new(study: &Study) -> Self {
        Self {
            scale: 1.0,
            settings: Settings::defaults(study.parameters),
            seed: 1,
            threads: 0,
            out: None,
            logs: None,
            participants: None,
            progress: None,
            interrupt: None,
        }
    }

    /// A published number of trials at the ordered scale: at least one.
    pub(crate) fn scaled(&self, published: u64) -> u64 {
        ((published as f64 * self.scale).ceil() as u64).max(1)
    }

    /// How much listeners remember, by the setting `memory`.
    pub(crate) fn memory_span(&self) -> Result<MemorySpan, StudyError> {
        let memory = self.settings.text(MEMORY.name);
        MemorySpan::read(memory).ok_or_else(|| StudyError::Value {
            name: MEMORY.name,
            value: memory.to_owned(),
            expected: "perfect, none, or last:20 with any number",
        })
    }

    /// Does `work` on as many threads as ordered.
    pub(crate) fn on_threads<T: Send>(
        &self,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, StudyError> {
        Ok(rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?.install(work))
    }

    /// Plays an experiment of the arena, kept in its own folder below the output folder. Where it
    /// is a part of the work, `part` says how much was done before, and of how much.
    pub(crate) fn play(
        &self,
        name: &str,
        draft: Draft,
        part: Option<(u64, u64)>,
    ) -> Result<Standings, StudyError> {
        let plan = Plan::new(Spec::new(Draft { seed: self.seed, ..draft })?);
        let below = |folder: &Path| folder.join(name);
        let (out, logs) = (self.out.map(below), self.logs.map(below));
        let progress = |finished: u64, all: u64| {
            let (done, of) = part.unwrap_or((0, all));
            self.report_progress(done + finished, of);
        };
        let options = RunOptions {
            threads: self.threads,
            out: out.as_deref(),
            logs: logs.as_deref(),
            progress: Some(&progress),
            interrupt: self.interrupt,
            ..RunOptions::default()
        };
        let outcome = kakehiki_arena::run(&plan, &options)?;
        if outcome.interrupted {
            return Err(StudyError::Interrupted);
        }
        Ok(outcome.standings)
    }

    /// Whether the run should end.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Ends the run if it should.
    pub(crate) fn go_on(&self) -> Result<(), StudyError> {
        if self.is_interrupted() { Err(StudyError::Interrupted) } else { Ok(()) }
    }

    /// Passes progress on.
    pub(crate) fn report_progress(&self, done: u64, of: u64) {
        if let Some(progress) = self.progress {
            progress(done, of);
        }
    }
}

/// What a study found: published beside measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The study's id.
    pub study: String,
    /// The size it was run at.
    pub scale: f64,
    /// The figures.
    pub rows: Vec<Row>,
    /// What a reader should know about them; not part of the document.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// A figure of the paper drawn from what was measured; not part of the document.
    #[serde(skip)]
    pub figure: Option<Scatter>,
}

impl Report {
    /// What an order of a study found.
    pub(crate) fn new(
        study: &Study,
        order: &Order<'_>,
        rows: Vec<Row>,
        mut notes: Vec<String>,
    ) -> Self {
        let settings = order.settings.iter();
        let mut set: Vec<String> =
            settings.map(|(known, value)| format!("{}={value}", known.name)).collect();
        set.push(format!("seed {}", order.seed));
        notes.push(format!("Set to {}.", set.join(", ")));
        Self { study: study.id.to_owned(), scale: order.scale, rows, notes, figure: None }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// What was measured.
    pub row: String,
    /// In which unit.
    pub metric: String,
    /// What the paper says; nothing where it says nothing.
    pub published: Option<f64>,
    /// What came out.
    pub measured: f64,
    /// The 95 % interval of what came out; nothing for a figure that has no error.
    pub ci95: Option<Interval>,
    /// The games, positions or playouts it rests on.
    pub games: u64,
}

impl Row {
    /// A figure that the paper does not give.
    pub(crate) fn new(
        row: impl Into<String>,
        metric: impl Into<String>,
        measured: f64,
        ci95: Option<Interval>,
        games: u64,
    ) -> Self {
        Self { row: row.into(), metric: metric.into(), published: None, measured, ci95, games }
    }

    /// A share of successes, with its Wilson interval.
    pub(crate) fn share(row: &str, metric: &str, successes: u64, trials: u64) -> Self {
        let share = successes as f64 / trials.max(1) as f64;
        Self::new(row, metric, share, Some(Interval::wilson(successes, trials)), trials)
    }

    /// A mean of independent values, with its interval.
    pub(crate) fn mean(row: &str, metric: &str, values: &Moments) -> Self {
        Self::new(row, metric, values.mean(), Interval::of_mean(values), values.count())
    }

    /// What an agent got out of its games, a draw being half a win, with an interval that knows
    /// which games shared their luck.
    pub(crate) fn outcome(row: &str, agent: &AgentStanding) -> Self {
        let mean = agent.mean_outcome.unwrap_or(0.0);
        Self::new(row, "mean outcome", mean, Some(agent.outcome_ci95), agent.games)
    }

    /// One counter by another, with an interval that knows which of them belong to one game; none
    /// where nothing was counted.
    pub(crate) fn counters(
        row: &str,
        metric: &str,
        counters: &Counters,
        [part, whole]: [&str; 2],
    ) -> Option<Self> {
        let share = counters.share(part, whole)?;
        Some(Self::new(row, metric, share.value, Some(share.ci95), share.of))
    }

    /// The same row with the paper's figure.
    #[must_use]
    pub(crate) fn beside(mut self, published: f64) -> Self {
        self.published = Some(published);
        self
    }
}
