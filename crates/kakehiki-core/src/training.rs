//! Training as the rest of the project knows it: what is ordered and what came of it.

use std::{
    error::Error,
    io,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use serde::{Deserialize, Serialize};

use crate::{Cast, Parameter, Settings};

/// How a game trains an agent of its own; no part of it depends on the game's type.
#[derive(Clone, Copy, Debug)]
pub struct Trainer {
    /// One sentence on what learns, and how.
    pub help: &'static str,
    /// What can be set about the learning, with defaults.
    pub parameters: &'static [Parameter],
    /// Trains by these rule options. What was learned goes into a file that the game's own agents
    /// read; if that file is there already, the training goes on where it stands.
    pub run: fn(&Settings, &TrainingOrder<'_>) -> Result<TrainingOutcome, TrainingError>,
}

/// A training to be done.
#[derive(Clone, Copy)]
pub struct TrainingOrder<'a> {
    /// The others at the table: one for all seats, or one for each but the learner's.
    pub opponents: &'a [Cast],
    /// The games to play in all, those of earlier runs included.
    pub games: u64,
    /// The number all luck follows from.
    pub seed: u64,
    /// Values for the trainer's parameters.
    pub settings: &'a Settings,
    /// Learners that play side by side and share what they learned now and then; part of the
    /// result, unlike the number of threads.
    pub workers: u32,
    /// The number of threads; zero stands for one for each core.
    pub threads: usize,
    /// The file for what is learned.
    pub model: &'a Path,
    /// What an earlier training left, to begin with.
    pub earlier: Option<&'a Path>,
    /// Is told how many games are played, and of how many.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
    /// Once this is set, the training ends as soon as it can; nothing is lost.
    pub interrupt: &'a AtomicBool,
}

impl TrainingOrder<'_> {
    /// Whether the training should end.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

/// What came of a training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingOutcome {
    /// Games that earlier runs had played.
    pub resumed: u64,
    /// Games that were played in all.
    pub games: u64,
    /// The learning curve, from the first game on; empty where nobody learns while playing.
    pub curve: Vec<CurvePoint>,
    /// What else was found out, in lines for people.
    pub report: Vec<String>,
}

/// A point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// Games of this training so far.
    pub games: u64,
    /// Games since the point before.
    pub played: u64,
    /// Those of them that the learner's side won, with exploration.
    pub won: u64,
}

/// Why a training was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// There are too few or too many opponents.
    #[error("{found} opponents for {seats} seats; give one for all of them or one for each")]
    Opponents {
        /// How many were named.
        found: usize,
        /// How many seats they have to fill.
        seats: usize,
    },
    /// A model cannot be read or written, or belongs to something else.
    #[error(transparent)]
    Model(Box<dyn Error + Send + Sync>),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(io::Error),
}
