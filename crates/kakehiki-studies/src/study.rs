//! What a study is and what it reports.

use std::{collections::BTreeMap, io, path::PathBuf};

use kakehiki_arena::{AgentStanding, Counters, Interval, MergeError, RunError, Shard, SpecError};
use kakehiki_chart::Chart;
use kakehiki_core::{Moments, NameError, Parameter};
use serde::Serialize;

use crate::{
    Comparability, Finding, Order, Part, ParticipantError, STUDIES_OF_PEOPLE, Sizes, Task, Tasks,
    Verdict,
    verdict::{Baseline, MARGIN},
};

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
    /// How large it is at each level; none if it only makes data for others.
    pub sizes: Option<Sizes>,
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
        if self.sizes.is_none() && !matches!(order.part, Part::Whole) {
            return Err(StudyError::Undivided(self.id));
        }
        match (self.run)(order) {
            // What was made of a share alone means nothing.
            Ok(_) if !matches!(order.part, Part::Whole | Part::Merge) => Err(StudyError::PartDone),
            report => report,
        }
    }

    /// Lays out the tasks of the stages that can be played: all of them, unless a later one needs what
    /// is not there yet. Says what that is.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn plan(&self, order: &Order<'_>) -> Result<(Vec<Task>, Option<String>), StudyError> {
        let tasks = Tasks::default();
        let stop = self.run(&Order { part: Part::Plan(&tasks), ..order.clone() });
        let awaited = match stop {
            Err(StudyError::Awaiting(task)) => Some(task),
            Ok(_) | Err(StudyError::PartDone) => None,
            Err(error) => return Err(error),
        };
        Ok((tasks.into_list(), awaited))
    }

    /// Plays a share of what can be played, and says what has to be there before the rest can be.
    ///
    /// # Errors
    /// As [`run`](Self::run); and without an output folder, where the share would be lost.
    pub fn run_shard(&self, order: &Order<'_>, shard: Shard) -> Result<Option<String>, StudyError> {
        match self.run(&Order { part: Part::Shard(shard), ..order.clone() }) {
            Err(StudyError::Awaiting(task)) => Ok(Some(task)),
            Ok(_) | Err(StudyError::PartDone) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether it can be run on the games of people.
    pub fn takes_participants(&self) -> bool {
        STUDIES_OF_PEOPLE.iter().any(|study| study.id == self.id)
    }
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
    /// Shards do not make a whole.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// Something is missing that another shard plays.
    #[error("{0} is not there yet; play the shards of the plan, and then merge again")]
    Missing(String),
    /// What comes next needs something that another shard does.
    #[error("what comes next needs {0}, which another shard does")]
    Awaiting(String),
    /// The share was played.
    #[error("a share of a study has no report; merge all of them")]
    PartDone,
    /// A study that makes data has no shards.
    #[error("{0} makes data for other studies and is run as a whole")]
    Undivided(&'static str),
    /// It was interrupted; with an output folder the finished games are kept.
    #[error("interrupted; finished games are kept if an output folder was given")]
    Interrupted,
}

/// What a study found: published beside measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The study's id.
    pub study: String,
    /// The size it was run at.
    pub scale: f64,
    /// What was set, defaults included.
    pub settings: BTreeMap<String, String>,
    /// The number all luck follows from.
    pub seed: u64,
    /// The command that gives the same report.
    pub command: String,
    /// The version of the program.
    pub version: &'static str,
    /// The figures.
    pub rows: Vec<Row>,
    /// What the paper concludes, and whether it holds.
    pub findings: Vec<Finding>,
    /// The commit that the program was built from, where whoever runs it knows that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// What a reader should know about them; not part of the document.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// Figures of the paper drawn from what was measured; not part of the document.
    #[serde(skip)]
    pub figures: Vec<Chart>,
}

impl Report {
    /// What an order of a study found.
    pub(crate) fn new(
        study: &Study,
        order: &Order<'_>,
        mut rows: Vec<Row>,
        notes: Vec<String>,
    ) -> Self {
        for row in &mut rows {
            row.difference_ci95 = row.difference();
            row.verdict = row.judge();
        }
        let settings = order.settings.iter();
        let settings = settings.map(|(known, value)| (known.name.to_owned(), value.to_owned()));
        Self {
            study: study.id.to_owned(),
            scale: order.scale,
            settings: settings.collect(),
            seed: order.seed,
            command: order.command(study),
            version: env!("CARGO_PKG_VERSION"),
            rows,
            findings: Vec::new(),
            commit: None,
            notes,
            figures: Vec::new(),
        }
    }

    /// The same with a figure of the paper.
    #[must_use]
    pub(crate) fn drawn(mut self, figure: impl Into<Chart>) -> Self {
        self.figures.push(figure.into());
        self
    }

    /// The same with a table of the paper, of which all its figures are.
    #[must_use]
    pub(crate) fn tabled(self, title: &str, caption: &str) -> Self {
        let dots = self.dots(title, caption);
        self.drawn(dots)
    }

    /// The same with what the paper concludes.
    #[must_use]
    pub(crate) fn concluding(mut self, findings: Vec<Finding>) -> Self {
        self.findings = findings;
        self
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
    /// The games, positions or playouts that the published figure rests on, where it is known.
    pub published_n: Option<u64>,
    /// What came out.
    pub measured: f64,
    /// The 95 % interval of what came out; nothing for a figure that has no error.
    pub ci95: Option<Interval>,
    /// The games, positions or playouts it rests on.
    pub games: u64,
    /// The 95 % interval of measured less published.
    pub difference_ci95: Option<Interval>,
    /// Whether both are of the same thing.
    pub comparability: Comparability,
    /// What the figure says of the published one.
    pub verdict: Option<Verdict>,
    /// The difference that counts for nothing.
    #[serde(skip)]
    pub(crate) margin: f64,
    /// The standard error of the published figure, where it follows from something else than a share
    /// of a number of trials.
    #[serde(skip)]
    pub(crate) published_error: Option<f64>,
    /// The row against which the paper shows an effect.
    #[serde(skip)]
    pub(crate) baseline: Option<Baseline>,
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
        Self {
            row: row.into(),
            metric: metric.into(),
            published: None,
            published_n: None,
            measured,
            ci95,
            games,
            difference_ci95: None,
            comparability: Comparability::Replication,
            verdict: None,
            margin: MARGIN,
            published_error: None,
            baseline: None,
        }
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

    /// The same row with the number of trials behind the paper's figure.
    #[must_use]
    pub(crate) fn of(mut self, published_n: u64) -> Self {
        self.published_n = Some(published_n);
        self
    }

    /// The same row as a figure of something else than the paper's.
    #[must_use]
    pub(crate) fn compared(mut self, comparability: Comparability) -> Self {
        self.comparability = comparability;
        self
    }

    /// The same row with the one against which the paper shows an effect.
    #[must_use]
    pub(crate) fn over(mut self, baseline: &Self) -> Self {
        self.baseline = baseline.published.map(|published| Baseline {
            published,
            measured: baseline.measured,
            ci95: baseline.ci95,
        });
        self
    }
}
