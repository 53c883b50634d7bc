//! Training: many games against fixed opponents, on all cores, with the same result on any.
//!
//! A training is cut into rounds. In a round each logical worker starts from the same model, plays
//! its share of games and learns on its own; then the workers' lessons are brought together in
//! their order. What a worker plays follows from the seed, the round and its number alone, so that
//! neither the number of threads nor an interruption changes anything.

use std::{
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Arc,
};

use kakehiki_core::{CurvePoint, GameRng, Seed};
use rayon::prelude::*;
use serde_json::Value;

use super::{losses::Losses, teacher::Teacher, trial::SUBJECT};
use crate::{
    agents::{
        Brain, FastTable, Learner, Mode, Model, ModelError, Provenance, Repertoire, SURVIVOR,
        SituationParts, Talking, Targets, Update,
    },
    estimate::Frequencies,
    rules::{Team, Werewolf},
};

/// The games after which values move half as far as at first.
const PATIENCE: f32 = 100_000.0;
/// What is left of the rate in the end.
const LEAST_SHARE: f32 = 0.1;

/// A training to be done.
#[derive(Clone, Debug)]
pub struct Training {
    /// The village.
    pub game: Werewolf,
    /// The others at the table, by seat from the second on; the learner sits on the first.
    pub opponents: Vec<Brain>,
    /// What the opponents are called, for the model's provenance.
    pub opponents_name: String,
    /// Games to play in all.
    pub games: u64,
    /// The number of the experiment.
    pub seed: u64,
    /// Logical workers; part of the result, unlike the number of threads.
    pub workers: u32,
    /// Games of each worker in a round.
    pub round: u32,
    /// The share of the way that a value moves at first; the study gives none. It falls as games
    /// go on, to a half at 100,000 games and to a tenth in the end, so that what is learned
    /// first is found soon and what is learned last is not lost in the noise of rewards.
    pub rate: f32,
    /// What a later reward counts; the study gives none.
    pub discount: f32,
    /// When and by what a decision is paid.
    pub update: Update,
    /// How far a decision is paid by what really came after it, from 0, the study's update by the best
    /// value of the next situation, to 1, the course of the game alone. Situations do not tell what the
    /// learner did before: what an early vote does to later days is seen only by way of this.
    pub trace: f32,
    /// What each survivor of the village beyond the usual number counts in a lost game. The study prints
    /// 20, which would pay for a clear defeat; it is read as −20.
    pub survivor: f32,
    /// How many earlier games of a round are learned from again after each game.
    pub replay: u32,
    /// What the learner has to say.
    pub repertoire: Repertoire,
    /// What distinguishes situations.
    pub parts: SituationParts,
}

impl Training {
    /// A training with the defaults of everything that is not said.
    pub fn new(game: Werewolf, opponent: &Brain, opponents_name: &str, games: u64) -> Self {
        Self {
            game,
            opponents: vec![opponent.clone(); game.options().players - 1],
            opponents_name: opponents_name.to_owned(),
            games,
            seed: 1,
            workers: 16,
            round: 250,
            rate: 0.02,
            discount: 0.95,
            update: Update::default(),
            trace: 0.0,
            survivor: SURVIVOR,
            replay: 0,
            repertoire: Repertoire::default(),
            parts: SituationParts::default(),
        }
    }

    /// The model before the first game; `before` is what an earlier training left.
    fn blank(&self, before: Option<Model>) -> Model {
        let mut model = Model::new(Provenance {
            options: *self.game.options(),
            opponents: self.opponents_name.clone(),
            seed: self.seed,
            workers: self.workers,
            round: self.round,
            rate: self.rate,
            discount: self.discount,
            trace: self.trace,
            survivor: self.survivor,
            update: self.update,
            replay: self.replay,
            repertoire: self.repertoire,
            parts: self.parts,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            before: None,
            games: 0,
        });
        if let Some(before) = before {
            model.values = before.values;
            model.frequencies = before.frequencies;
            model.losses = before.losses;
            model.provenance.before = Some(Box::new(before.provenance));
        }
        model
    }

    /// The share of the way that a value moves after so many games.
    fn rate_at(&self, games: u64) -> f32 {
        self.rate * (1.0 / (1.0 + games as f32 / PATIENCE)).max(LEAST_SHARE)
    }

    /// Plays one round and brings the lessons together.
    fn play_round(&self, model: &mut Model) {
        let per_round = self.games_of_round();
        let round = model.provenance.games / per_round;
        let left = (self.games - model.provenance.games).min(per_round);
        let seed = Seed::experiment(self.seed).derive("training round", round);
        let values = Arc::new(model.values.clone());
        let likelihoods = Arc::new(model.frequencies.likelihoods());
        let rate = self.rate_at(model.provenance.games);
        let losses = Losses::new(&model.losses);
        let lessons: Vec<_> = (0..self.workers)
            .into_par_iter()
            .map(|worker| {
                let first = u64::from(worker) * u64::from(self.round);
                let games = left.saturating_sub(first).min(u64::from(self.round));
                let learner = Learner::new(
                    self.game.options().roles,
                    Arc::clone(&values),
                    Arc::clone(&likelihoods),
                    self.parts,
                    Mode::Learning,
                    Talking::Learned,
                    Targets::Everybody,
                );
                let learner = learner.saying(self.repertoire);
                let mut teacher = Teacher::new(rate, self, losses.clone());
                let mut table = self.table(learner);
                let mut rng = seed.rng_at(u64::from(worker));
                let known = (self.workers == 1).then(|| model.frequencies.clone());
                let won = play_games(&mut table, &mut teacher, games, known, &mut rng);
                (table.into_players().swap_remove(0), teacher, won)
            })
            .collect();
        let mut won = 0;
        let mut learned = Vec::new();
        let mut all_losses = losses.clone();
        for (brain, teacher, wins) in lessons {
            won += wins;
            if let Brain::Learner(learner) = brain {
                model.frequencies.merge(&teacher.frequencies);
                all_losses.follow(&teacher.losses);
                learned.push(learner.into_values());
            }
        }
        model.losses = all_losses.last().to_vec();
        model.values.merge(&learned.iter().map(Arc::as_ref).collect::<Vec<_>>(), rate);
        model.provenance.games += left;
        model.curve.push(CurvePoint { games: model.provenance.games, played: left, won });
    }

    fn table(&self, learner: Learner) -> FastTable<Brain> {
        let learner = std::iter::once(Brain::Learner(learner));
        FastTable::new(self.game, learner.chain(self.opponents.iter().cloned()).collect())
    }

    /// Trains in memory. `watch` sees the model after every round and may stop the training.
    pub fn run(
        &self,
        before: Option<Model>,
        mut watch: impl FnMut(&Model) -> ControlFlow<()>,
    ) -> Model {
        let mut model = self.blank(before);
        while model.provenance.games < self.games {
            self.play_round(&mut model);
            if watch(&model).is_break() {
                break;
            }
        }
        model
    }

    /// Trains into a file, which is a model at any time: after `checkpoint` rounds it is written
    /// anew, and the learning curve beside it grows by what was played since. A training that was
    /// interrupted goes on where its file stands and ends as if nothing had happened.
    ///
    /// # Errors
    /// If a file cannot be read or written, or belongs to another training.
    pub fn run_to_file(
        &self,
        path: &Path,
        before: Option<Model>,
        checkpoint: u64,
        mut watch: impl FnMut(&Model) -> ControlFlow<()>,
    ) -> Result<Model, ModelError> {
        let mut model = self.blank(before);
        if path.exists() {
            let found = Model::load(path)?;
            self.check_same(&found, &model, path)?;
            model = found;
        }
        // The whole curve, so that nothing is left of rounds whose model was lost.
        fs_err::write(curve_path(path), lines_of(&model.curve))?;
        let (mut rounds, mut written) = (0, model.curve.len());
        while model.provenance.games < self.games {
            self.play_round(&mut model);
            rounds += 1;
            let stops = watch(&model).is_break();
            if stops || rounds % checkpoint.max(1) == 0 || model.provenance.games >= self.games {
                model.save(path)?;
                append_curve(&curve_path(path), &model.curve[written..])?;
                written = model.curve.len();
            }
            if stops {
                break;
            }
        }
        Ok(model)
    }

    /// The model of this training in a file, if it is there and completed.
    pub fn completed(&self, path: &Path, before: Option<&Model>) -> Option<Model> {
        let found = Model::load(path).ok()?;
        self.check_same(&found, &self.blank(before.cloned()), path).ok()?;
        (found.provenance.games >= self.games).then_some(found)
    }

    /// Refuses to go on with the model of another training.
    fn check_same(&self, found: &Model, blank: &Model, path: &Path) -> Result<(), ModelError> {
        let games = found.provenance.games;
        let expected = Provenance { games, ..blank.provenance.clone() };
        let unfit = |(what, found, wanted)| ModelError::Unfit {
            path: path.to_owned(),
            what,
            found,
            wanted,
        };
        if found.provenance != expected {
            // By way of text, which gives short numbers back as they are.
            let [found, wanted] = [&found.provenance, &expected].map(|side| {
                let text = serde_json::to_string(side).unwrap_or_default();
                serde_json::from_str(&text).unwrap_or_default()
            });
            return Err(unfit(difference("settings", &found, &wanted)));
        }
        // The last round of a training may be a short one, and nothing goes on after that.
        let is_open = games < self.games && games.is_multiple_of(self.games_of_round());
        if is_open || games == self.games {
            return Ok(());
        }
        Err(unfit(("games".to_owned(), games.to_string(), self.games.to_string())))
    }

    fn games_of_round(&self) -> u64 {
        u64::from(self.workers) * u64::from(self.round)
    }
}

/// The first thing in which two documents differ: its name and both values.
fn difference(name: &str, one: &Value, other: &Value) -> (String, String, String) {
    if let (Value::Object(inner), Value::Object(others)) = (one, other) {
        let mut differing = inner.iter().filter(|(key, value)| others.get(*key) != Some(*value));
        if let Some((key, value)) = differing.next() {
            return difference(key, value, others.get(key).unwrap_or(&Value::Null));
        }
        if let Some((key, value)) = others.iter().find(|(key, _)| !inner.contains_key(*key)) {
            return (key.clone(), "nothing".to_owned(), value.to_string());
        }
    }
    (name.to_owned(), one.to_string(), other.to_string())
}

/// The file of a model's learning curve: JSON, one point a line.
pub fn curve_path(model: &Path) -> PathBuf {
    let mut name = model.as_os_str().to_owned();
    name.push(".curve.jsonl");
    PathBuf::from(name)
}

fn lines_of(points: &[CurvePoint]) -> String {
    let lines = points.iter().filter_map(|point| serde_json::to_string(point).ok());
    lines.map(|line| line + "\n").collect()
}

fn append_curve(path: &Path, points: &[CurvePoint]) -> Result<(), ModelError> {
    let mut file = fs_err::OpenOptions::new().append(true).create(true).open(path)?;
    Ok(file.write_all(lines_of(points).as_bytes())?)
}

/// Plays games in which the first seat is a werewolf and is taught; gives how many the werewolves
/// won. With the frequencies `known` so far its likelihoods follow every game, as in the study; where
/// several workers learn, they have to wait until all of them meet.
fn play_games(
    table: &mut FastTable<Brain>,
    teacher: &mut Teacher,
    games: u64,
    mut known: Option<Frequencies>,
    rng: &mut GameRng,
) -> u64 {
    let mut won = 0;
    for _ in 0..games {
        let winner = table.play_with_wolf(SUBJECT, rng, &mut ());
        won += u64::from(winner == Some(Team::Werewolf));
        if let (Brain::Learner(learner), record, state) = table.debrief(SUBJECT) {
            teacher.teach(learner, record, state, rng);
            if let Some(known) = &mut known {
                known.learn(&record.deeds, state.roles());
                learner.reconsider(known.likelihoods());
            }
        }
    }
    won
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Settings;

    use super::*;
    use crate::{agents::Sample04, rules::WEREWOLF_OPTIONS};

    #[test]
    fn the_likelihoods_of_one_worker_follow_every_game_and_those_of_several_wait() {
        let game = Werewolf::new(&Settings::defaults(&WEREWOLF_OPTIONS));
        let training = Training::new(game, &Brain::Sample04(Sample04::default()), "samples", 3);
        for follows in [true, false] {
            let nothing = Frequencies::default();
            let learner = Learner::new(
                game.options().roles,
                Arc::default(),
                Arc::new(nothing.likelihoods()),
                training.parts,
                Mode::Learning,
                Talking::Learned,
                Targets::Everybody,
            );
            let mut table = training.table(learner);
            let mut teacher = Teacher::new(0.1, &training, Losses::new(&[]));
            let known = follows.then(|| nothing.clone());
            let mut rng = Seed::experiment(1).rng();
            play_games(&mut table, &mut teacher, 3, known, &mut rng);
            assert_ne!(teacher.frequencies, nothing);
            let expected = if follows { &teacher.frequencies } else { &nothing };
            let (brain, ..) = table.debrief(SUBJECT);
            let Brain::Learner(learner) = brain else { panic!("another sits there") };
            assert_eq!(*learner.likelihoods(), expected.likelihoods());
        }
    }
}
