//! How good the beliefs of agents were: what they held to be likely, beside what was true.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use kakehiki_core::{Log, LogError, Moments, Occupant, Seat};
use kakehiki_games::{Believed, ResumeError, Table};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use crate::{Interval, PairedMean, Spec};

/// Nobody is as sure of anything as that: what is held to be impossible and happens would otherwise
/// count for more than all else together.
const SUREST: f64 = 0.999;

/// The turns of an agent at which a new part of the game begins, counted from 0.
const PARTS: [usize; 6] = [0, 5, 10, 20, 40, 80];

/// The kinds of probabilities that are told apart: a tenth each.
const TENTHS: usize = 10;

/// How good the beliefs of an agent were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BeliefScore {
    /// The agent's name.
    pub agent: String,
    /// The games in which it had something to believe.
    pub games: u64,
    /// The facts that were open to it, each counted in every turn.
    pub facts: u64,
    /// The mean over games of the mean log loss of a fact: 0 for who knows all, 0.693 for who always says
    /// one half.
    pub log_loss: f64,
    /// Its 95 % interval; `None` with fewer than two games.
    pub ci95: Option<Interval>,
    /// The same of who goes by the rules alone.
    pub prior_log_loss: f64,
    /// How much smaller the agent's is, game by game.
    pub gain_ci95: Option<Interval>,
    /// The same as the game goes on.
    pub by_turn: Vec<PartScore>,
    /// The same topic by topic, where facts are about more than one thing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_topic: Vec<TopicScore>,
    /// What came true of what was held to be so likely.
    pub calibration: Vec<Tenth>,
}

/// How good beliefs were in a part of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartScore {
    /// The first of the agent's turns, counted from 1.
    pub from_turn: usize,
    /// The facts.
    pub facts: u64,
    /// Their mean log loss.
    pub log_loss: f64,
    /// The same by the rules alone.
    pub prior_log_loss: f64,
}

/// How good beliefs about one thing were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TopicScore {
    /// What they are about.
    pub topic: String,
    /// The facts.
    pub facts: u64,
    /// The mean over games of their mean log loss.
    pub log_loss: f64,
    /// The same of who goes by the rules alone.
    pub prior_log_loss: f64,
    /// How much smaller the agent's is, game by game.
    pub gain_ci95: Option<Interval>,
}

/// Facts that were held to be about equally likely.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tenth {
    /// How likely they were held to be, on average.
    pub probability: f64,
    /// The share that was true.
    pub share: f64,
    /// Its 95 % interval, game by game: the facts of one game are much the same from turn to turn.
    pub ci95: Interval,
    /// How many there were.
    pub facts: u64,
}

/// Why beliefs cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BeliefsError {
    /// The folder or a log in it cannot be read.
    #[error(transparent)]
    Read(#[from] std::io::Error),
    /// A log is not one of a game.
    #[error("{file}: {error}")]
    Log {
        /// Its name.
        file: String,
        /// What is wrong.
        error: LogError,
    },
    /// A log is not one of this experiment.
    #[error("{file}: {error}")]
    Replay {
        /// Its name.
        file: String,
        /// What is wrong.
        error: Box<ResumeError>,
    },
}

/// Scores the beliefs of all agents of an experiment by the logs of its games in a folder.
///
/// # Errors
/// If a log cannot be read, or is not one of the experiment.
pub fn score_beliefs(spec: &Spec, folder: &Path) -> Result<Vec<BeliefScore>, BeliefsError> {
    let mut files = Vec::new();
    for entry in fs_err::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    let read = |path: PathBuf| {
        let file = path.display().to_string();
        let log = Log::from_bytes(&fs_err::read(&path)?)
            .map_err(|error| BeliefsError::Log { file: file.clone(), error })?;
        of_game(spec.table(), &log)
            .map_err(|error| BeliefsError::Replay { file, error: Box::new(error) })
    };
    let games: Vec<Vec<(String, Vec<Believed>)>> =
        files.into_par_iter().map(read).collect::<Result<_, _>>()?;
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for (agent, believed) in games.into_iter().flatten() {
        sums.entry(agent).or_default().add(&believed);
    }
    Ok(sums.into_iter().map(|(agent, sums)| sums.score(agent)).collect())
}

/// What each agent of a game believed.
fn of_game(table: &dyn Table, log: &Log) -> Result<Vec<(String, Vec<Believed>)>, ResumeError> {
    let mut believed = Vec::new();
    for (seat, occupant) in log.header.seats.iter().enumerate() {
        if let Occupant::Agent(name) = occupant {
            believed.push((name.clone(), table.beliefs(log, Seat::new(seat))?));
        }
    }
    Ok(believed)
}

/// Means of games, each of the losses of all facts of a game.
#[derive(Default)]
struct Means {
    facts: u64,
    losses: Moments,
    priors: Moments,
    gains: Moments,
}

impl Means {
    /// Adds the losses in a game, and those by the rules alone.
    fn add(&mut self, losses: &Moments, priors: &Moments) {
        if losses.count() > 0 {
            self.facts += losses.count();
            self.losses.add(losses.mean());
            self.priors.add(priors.mean());
            self.gains.add(priors.mean() - losses.mean());
        }
    }
}

/// What was believed in the games of an agent.
#[derive(Default)]
struct Sums {
    all: Means,
    by_topic: BTreeMap<&'static str, Means>,
    by_turn: [(Moments, Moments); PARTS.len()],
    tenths: [(Moments, PairedMean); TENTHS],
}

impl Sums {
    /// Adds a game.
    fn add(&mut self, believed: &[Believed]) {
        let (mut turn, mut last) = (0, None);
        let (mut losses, mut priors) = (Moments::default(), Moments::default());
        let mut by_topic: BTreeMap<&'static str, (Moments, Moments)> = BTreeMap::new();
        let mut tenths = [[0; 2]; TENTHS];
        for Believed { event, topic, probability, prior, holds } in believed {
            if last.replace(event).is_some_and(|last| last != event) {
                turn += 1;
            }
            let (loss, by_rules) = (log_loss(*probability, *holds), log_loss(*prior, *holds));
            losses.add(loss);
            priors.add(by_rules);
            let of_topic = by_topic.entry(*topic).or_default();
            of_topic.0.add(loss);
            of_topic.1.add(by_rules);
            let part = PARTS.iter().rposition(|from| *from <= turn).unwrap_or_default();
            self.by_turn[part].0.add(loss);
            self.by_turn[part].1.add(by_rules);
            let tenth = ((probability * TENTHS as f64) as usize).min(TENTHS - 1);
            self.tenths[tenth].0.add(*probability);
            tenths[tenth][0] += u64::from(*holds);
            tenths[tenth][1] += 1;
        }
        for ((_, shares), [holding, facts]) in self.tenths.iter_mut().zip(tenths) {
            shares.add(holding, facts);
        }
        self.all.add(&losses, &priors);
        for (topic, (losses, priors)) in by_topic {
            self.by_topic.entry(topic).or_default().add(&losses, &priors);
        }
    }

    fn score(&self, agent: String) -> BeliefScore {
        let part = |(from, (losses, priors)): (&usize, &(Moments, Moments))| PartScore {
            from_turn: from + 1,
            facts: losses.count(),
            log_loss: losses.mean(),
            prior_log_loss: priors.mean(),
        };
        let tenth = |(probability, shares): &(Moments, PairedMean)| {
            let (ci95, facts) = (shares.interval(1), probability.count());
            let share = shares.mean(1)?;
            Some(Tenth { probability: probability.mean(), share, ci95, facts })
        };
        let parts = PARTS.iter().zip(&self.by_turn).filter(|(_, part)| part.0.count() > 0);
        let of_topic = |(topic, means): (&&str, &Means)| TopicScore {
            topic: (*topic).to_owned(),
            facts: means.facts,
            log_loss: means.losses.mean(),
            prior_log_loss: means.priors.mean(),
            gain_ci95: Interval::of_mean(&means.gains),
        };
        let topics = self.by_topic.iter().filter(|_| self.by_topic.len() > 1);
        let Means { facts, losses, priors, gains } = &self.all;
        BeliefScore {
            agent,
            games: losses.count(),
            facts: *facts,
            log_loss: losses.mean(),
            ci95: Interval::of_mean(losses),
            prior_log_loss: priors.mean(),
            gain_ci95: Interval::of_mean(gains),
            by_turn: parts.map(part).collect(),
            by_topic: topics.map(of_topic).collect(),
            calibration: self.tenths.iter().filter_map(tenth).collect(),
        }
    }
}

/// What is lost by having held something to be so likely.
fn log_loss(probability: f64, holds: bool) -> f64 {
    let share = if holds { probability } else { 1.0 - probability };
    -share.clamp(1.0 - SUREST, SUREST).ln()
}
