//! How a study is ordered, and how it gets its work done.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use kakehiki_arena::{
    Draft, MergeError, Plan, RunOptions, Shard, Spec, Standings, Tally, merge_plan,
};
use kakehiki_bargain::{MEMORY, MemorySpan};
use kakehiki_core::Settings;

use crate::{Part, Study, StudyError, Task};

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
    /// Which part of the work is done here.
    pub part: Part<'a>,
    /// Is told how much is done, and of how much.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    /// Once this is set, the run ends as soon as it can.
    pub interrupt: Option<&'a AtomicBool>,
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
            part: Part::Whole,
            progress: None,
            interrupt: None,
        }
    }

    /// The command that gives the same report.
    pub fn command(&self, study: &Study) -> String {
        let mut command = format!("kakehiki study run {} --scale {}", study.id, self.scale);
        for (known, value) in self.settings.iter().filter(|(known, value)| known.default != *value)
        {
            command += &format!(" --set \"{}={value}\"", known.name);
        }
        command + &format!(" --seed {}", self.seed)
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
    ///
    /// A share gives the standings of its own games, and a plan those of none.
    pub(crate) fn play(
        &self,
        name: &str,
        draft: Draft,
        part: Option<(u64, u64)>,
    ) -> Result<Standings, StudyError> {
        let plan = Plan::new(Spec::new(Draft { seed: self.seed, ..draft })?);
        let below = |folder: &Path| folder.join(name);
        let (out, logs) = (self.out.map(below), self.logs.map(below));
        if let Part::Plan(tasks) = self.part {
            let hash = plan.hash().to_owned();
            tasks.add(Task { task: name.to_owned(), units: plan.games(), plan: Some(hash) });
            return Ok(Tally::new(&plan).standings(false));
        }
        if let Some(folder) = &out {
            match merge_plan(folder, &plan) {
                Ok(standings) => return Ok(standings),
                Err(MergeError::Missing { .. }) if !matches!(self.part, Part::Merge) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let progress = |finished: u64, all: u64| {
            let (done, of) = part.unwrap_or((0, all));
            self.report_progress(done + finished, of);
        };
        let options = RunOptions {
            threads: self.threads,
            shard: self.shard(),
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

    /// The share that is played, if it is not the whole.
    pub(crate) fn shard(&self) -> Option<Shard> {
        if let Part::Shard(shard) = self.part { Some(shard) } else { None }
    }

    /// Ends a share, or the laying out of a plan, of a study that cannot make anything of less than
    /// all its results.
    pub(crate) fn is_whole(&self) -> Result<(), StudyError> {
        match self.part {
            Part::Whole | Part::Merge => Ok(()),
            Part::Plan(_) | Part::Shard(_) => Err(StudyError::PartDone),
        }
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
