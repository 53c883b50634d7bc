//! Where werewolves are trained and tested: a village, its opponents, and files that keep both.

use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use kakehiki_core::{AgentName, Parameter, Roster, Seed, Settings};
use kakehiki_werewolf::{
    Brain, Conduct, FINALIST_KINDS, Finalist, FinalistSettings, Mode, Model, REPERTOIRE,
    Repertoire, Sample04, Talking, Targets, Training, Trial, UPDATE, Update, WEREWOLF_AGENTS,
    WEREWOLF_OPTIONS, Werewolf, brain,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::FIGURES;
use crate::{
    Comparability, Order, Part, Row, StudyError, Task, part::falls_to, published::published,
    write_file,
};

/// Rounds of training between two states of a model's file.
const CHECKPOINT: u64 = 25;
/// Finalists at the paper's table of fifteen; the rest are sample agents.
const FINALISTS: usize = 10;

/// How to learn, in all studies of the paper that train.
pub(super) const LEARNING: [Parameter; 2] = [UPDATE, REPERTOIRE];

/// How open points are read, the same in all studies of the paper.
pub(super) const READINGS: &str = "Villages follow line 0.4: talk is heard when a turn is over. \
    The paper gives neither the learning rate nor the discount nor the whole state; here they are \
    0.02, which falls to a half after 100,000 games and to a tenth in the end, 0.95, and the \
    decision, day, turn and numbers of seer and medium claims. The temperature \
    of the Boltzmann selection is 1. A decision is paid when the next one is made, by the best value \
    of all choices there (`update=decision`). The learner guesses at every role, claims none and \
    reports no results (`repertoire=roles`): one that claims roles too (`repertoire=claims`) starts \
    lower than the paper's. In a lost game it is paid 20 times \
    the usual number of survivors of the village less the present one, and the weight 7 − day is 0 \
    from day 7 on. Sixteen logical workers learn side by side and are brought together every 250 \
    games each as if they had learned one after the other; only then are likelihoods updated, which \
    the paper does after each game.";

/// What stands for the contest finalists, whose programs are not part of this project.
pub(super) const OWN_FINALISTS: &str = "The finalists are this project's own `finalist`, written \
    from published descriptions: of their class, but not the paper's opponents, so that levels can only \
    be compared roughly.";

/// Levels among them are those of other opponents.
pub(super) const SUBSTITUTED: Comparability = Comparability::Substituted;

/// Those at the table beside the learner.
pub(super) struct Opponents {
    pub(super) name: String,
    brains: Vec<Brain>,
}

/// A village in which a study trains and tests.
pub(super) struct School<'a> {
    order: &'a Order<'a>,
    game: Werewolf,
    village: u64,
    /// Games played so far, and in all.
    done: AtomicU64,
    of: u64,
}

/// A test that is kept: what it was, and what came of it.
#[derive(Serialize, Deserialize)]
struct KeptTest {
    test: Value,
    conduct: Conduct,
}

/// Who sits in the seat that is tested.
pub(super) enum Subject<'a> {
    /// A model, played so.
    Learner(&'a Model, Mode, Talking, Targets),
    /// A fixed player, by its name.
    Fixed(&'a str, &'a Brain),
}

impl<'a> Subject<'a> {
    /// A model that does what it takes for best.
    pub(super) const fn best(model: &'a Model) -> Self {
        Self::Learner(model, Mode::Playing, Talking::Learned, Targets::Everybody)
    }

    /// The same, never aiming at fellows.
    pub(super) const fn sparing(model: &'a Model) -> Self {
        Self::Learner(model, Mode::Playing, Talking::Learned, Targets::AllButFellows)
    }

    /// What tells this subject from all others.
    fn description(&self) -> Value {
        match self {
            Self::Learner(model, mode, talking, targets) => {
                json!([format!("{mode:?} {talking:?} {targets:?}"), model.provenance,])
            }
            Self::Fixed(name, _) => json!(name),
        }
    }

    fn player(&self, game: &Werewolf) -> Brain {
        match self {
            Self::Learner(model, mode, talking, targets) => {
                model.player(game, *mode, *talking, *targets)
            }
            Self::Fixed(_, brain) => (*brain).clone(),
        }
    }
}

/// A finalist-class player with other settings than the default.
pub(super) fn finalist(settings: FinalistSettings) -> Brain {
    Brain::Finalist(Finalist::new(settings))
}

/// A sample agent of line 0.4.
pub(super) fn sample() -> Brain {
    Brain::Sample04(Sample04::default())
}

/// The rules of a village of line 0.4.
///
/// # Panics
/// Never: villages of all studies are in the table of the rules, and a test runs every study.
pub(super) fn line_04(village: u64) -> Werewolf {
    let players = village.to_string();
    let given = [("village", players.as_str()), ("delivery", "turn"), ("language", "2.01")];
    let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, given);
    Werewolf::new(&settings.expect("options of the rules"))
}

impl<'a> School<'a> {
    /// Opens a village in which `of` games are to be played in all.
    pub(super) fn new(order: &'a Order<'a>, village: u64, of: u64) -> Self {
        Self { order, game: line_04(village), village, done: AtomicU64::new(0), of }
    }

    fn others(&self) -> usize {
        self.game.options().players - 1
    }

    /// Sample agents in all other seats.
    pub(super) fn samples(&self) -> Opponents {
        Opponents { name: "sample-0.4".to_owned(), brains: vec![sample(); self.others()] }
    }

    /// Ten finalists, and sample agents in seats that are left.
    pub(super) fn finalists(&self) -> Opponents {
        let mut brains = vec![finalist(FinalistSettings::default()); FINALISTS];
        brains.resize(self.others(), sample());
        let name = if self.others() > FINALISTS { "finalists and samples" } else { "finalists" };
        Opponents { name: name.to_owned(), brains }
    }

    /// Finalists of these kinds in turn, by their places in [`FINALIST_KINDS`].
    pub(super) fn finalists_of(&self, kinds: &[usize]) -> Result<Opponents, StudyError> {
        let brains = self.finalists_at(kinds)?.into_iter().cycle().take(self.others()).collect();
        let names: Vec<&str> = kinds.iter().map(|kind| FINALIST_KINDS[*kind].0).collect();
        Ok(Opponents { name: names.join(", "), brains })
    }

    /// A finalist of each of these kinds.
    pub(super) fn finalists_at(&self, kinds: &[usize]) -> Result<Vec<Brain>, StudyError> {
        self.named(kinds.iter().map(|kind| FINALIST_KINDS[*kind].1.to_owned()))
    }

    /// Players by their names.
    pub(super) fn named(
        &self,
        names: impl Iterator<Item = String>,
    ) -> Result<Vec<Brain>, StudyError> {
        let player = |name: String| {
            let name: AgentName = name.parse()?;
            let cast = name.cast(&WEREWOLF_AGENTS.kinds())?;
            Ok(brain(&self.game, &cast)?)
        };
        names.map(player).collect()
    }

    /// The rules of the village.
    pub(super) const fn game(&self) -> Werewolf {
        self.game
    }

    /// A published figure of this village.
    pub(super) fn figure(&self, name: &str) -> f64 {
        published(FIGURES, &format!("village_{}.{name}", self.village))
    }

    /// A published number of games of a village at the ordered scale.
    pub(super) fn games(order: &Order<'_>, village: u64, name: &str) -> u64 {
        order.scaled(published(FIGURES, &format!("village_{village}.{name}")))
    }

    /// The games of a published test of a village.
    pub(super) fn published_games(village: u64) -> u64 {
        published(FIGURES, &format!("village_{village}.games"))
    }

    fn show(&self, games: u64) -> ControlFlow<()> {
        self.order.report_progress(self.done.load(Ordering::Relaxed) + games, self.of);
        if self.order.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Where something of this study is kept, if it is.
    fn place(&self, kind: &str, name: &str) -> Result<Option<PathBuf>, StudyError> {
        let Some(folder) = self.order.out.map(|out| out.join(kind)) else {
            return Ok(None);
        };
        let path = folder.join(name);
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|source| StudyError::Write { path: folder, source })?;
        Ok(Some(path))
    }

    /// A werewolf that has learned nothing.
    pub(super) fn untrained(&self) -> Model {
        self.training(&self.samples(), 0).run(None, |_| ControlFlow::Continue(()))
    }

    /// A training with the constants and the situations of all studies.
    pub(super) fn training(&self, opponents: &Opponents, games: u64) -> Training {
        let settings = &self.order.settings;
        let update = if settings.has(UPDATE.name) {
            settings.choice(UPDATE.name)
        } else {
            Update::default()
        };
        let repertoire = if settings.has(REPERTOIRE.name) {
            settings.choice(REPERTOIRE.name)
        } else {
            Repertoire::default()
        };
        Training {
            opponents: opponents.brains.clone(),
            seed: self.order.seed,
            update,
            repertoire,
            ..Training::new(self.game, &sample(), &opponents.name, games)
        }
    }

    /// One of several trainings of a kind and its name. They differ in their luck; the first is that of
    /// studies that need one only.
    pub(super) fn numbered(
        &self,
        name: &str,
        opponents: &Opponents,
        games: u64,
        number: u64,
    ) -> (String, Training) {
        let seed = self.order.seed + number;
        let name = if number == 0 { name.to_owned() } else { format!("{name}-seed-{seed}") };
        (name, Training { seed, ..self.training(opponents, games) })
    }

    /// Trains against opponents, building on what was learned before if anything was.
    pub(super) fn train(
        &self,
        name: &str,
        opponents: &Opponents,
        games: u64,
        before: Option<&Model>,
    ) -> Result<Model, StudyError> {
        self.complete(name, &self.training(opponents, games), before)
    }

    /// Does a training. With an output folder the model is kept there under its name, and a
    /// training that was cut off goes on.
    pub(super) fn complete(
        &self,
        name: &str,
        training: &Training,
        before: Option<&Model>,
    ) -> Result<Model, StudyError> {
        let mut file = format!("{}-{name}-{}", self.village, training.games);
        // Trainings of one study with other settings may share a folder.
        let Training { update, repertoire, .. } = training;
        for (found, parameter) in
            [(update.to_string(), UPDATE), (repertoire.to_string(), REPERTOIRE)]
        {
            if found != parameter.default {
                file += &format!("-{found}");
            }
        }
        let path = self.place("models", &file)?;
        let task = format!("the training {file}");
        let completed = || path.as_ref().and_then(|path| training.completed(path, before));
        match self.order.part {
            Part::Plan(tasks) => {
                tasks.add(Task { task: task.clone(), units: 1, plan: None });
                return completed().ok_or(StudyError::Awaiting(task));
            }
            Part::Merge => return completed().ok_or(StudyError::Missing(task)),
            Part::Shard(shard) if !falls_to(shard, &task) => {
                return completed().ok_or(StudyError::Awaiting(task));
            }
            Part::Whole | Part::Shard(_) => {}
        }
        let watch = |model: &Model| self.show(model.provenance.games);
        let model = self.order.on_threads(|| match &path {
            Some(path) => training.run_to_file(path, before.cloned(), CHECKPOINT, watch),
            None => Ok(training.run(before.cloned(), watch)),
        })??;
        if model.provenance.games < training.games {
            return Err(StudyError::Interrupted);
        }
        self.done.fetch_add(training.games, Ordering::Relaxed);
        Ok(model)
    }

    /// Does trainings that do not need each other, each with what went before: where others do some of
    /// them, all that fall to this one are done before it waits.
    pub(super) fn complete_all<'b>(
        &self,
        trainings: impl IntoIterator<Item = (String, Training, Option<&'b Model>)>,
    ) -> Result<Vec<Model>, StudyError> {
        let (mut models, mut awaited) = (Vec::new(), None);
        for (name, training, before) in trainings {
            match self.complete(&name, &training, before) {
                Ok(model) => models.push(model),
                Err(error @ StudyError::Awaiting(_)) => awaited = Some(error),
                Err(error) => return Err(error),
            }
        }
        awaited.map_or(Ok(models), Err)
    }

    /// Tests somebody as one of the werewolves. All tests of a seed begin from the same luck. With
    /// an output folder the result is kept under its name, with all that it depends on.
    pub(super) fn test(
        &self,
        name: &str,
        subject: &Subject<'_>,
        opponents: &Opponents,
        games: u64,
    ) -> Result<Conduct, StudyError> {
        let test = json!({
            "subject": subject.description(),
            "village": self.village,
            "opponents": opponents.name,
            "games": games,
            "seed": self.order.seed,
            "program": env!("CARGO_PKG_VERSION"),
        });
        // By what it is and not by its name, so that studies share their tests.
        let mut hash = blake3::hash(test.to_string().as_bytes()).to_hex().to_string();
        hash.truncate(16);
        let path = self.place("tests", &format!("{hash}.json"))?;
        let kept = path.as_ref().and_then(|path| std::fs::read_to_string(path).ok());
        // What cannot be read, or belongs to another test, is played anew.
        let kept: Option<KeptTest> = kept.and_then(|text| serde_json::from_str(&text).ok());
        if let Some(kept) = kept.filter(|kept| kept.test == test) {
            self.done.fetch_add(games, Ordering::Relaxed);
            return Ok(kept.conduct);
        }
        match self.order.part {
            Part::Plan(tasks) => {
                let task = format!("the test {name} in a village of {}", self.village);
                tasks.add(Task { task, units: 1, plan: None });
                return Ok(Conduct::default());
            }
            Part::Merge => return Err(StudyError::Missing(format!("the test {name}"))),
            Part::Shard(shard) if !falls_to(shard, &hash) => return Ok(Conduct::default()),
            Part::Whole | Part::Shard(_) => {}
        }
        let conduct = self.play(subject, opponents, games)?;
        if let Some(path) = path {
            let text = json!(KeptTest { test, conduct }).to_string();
            write_file(&path, &(text + "\n"))?;
        }
        self.done.fetch_add(games, Ordering::Relaxed);
        Ok(conduct)
    }

    fn play(
        &self,
        subject: &Subject<'_>,
        opponents: &Opponents,
        games: u64,
    ) -> Result<Conduct, StudyError> {
        let trial = Trial {
            game: self.game,
            subject: &subject.player(&self.game),
            opponents: &opponents.brains,
            games,
            seed: Seed::experiment(self.order.seed).derive("test", 0),
        };
        let played = AtomicU64::new(0);
        let watch = |games: u64| self.show(played.fetch_add(games, Ordering::Relaxed) + games);
        self.order.on_threads(|| trial.run(&watch))?.ok_or(StudyError::Interrupted)
    }
}

/// The share of games that the werewolves won.
pub(super) fn win_rate(conduct: Conduct) -> f64 {
    conduct.won as f64 / conduct.games.max(1) as f64
}

/// The row of a test's wins.
pub(super) fn wins(row: &str, conduct: Conduct) -> Row {
    Row::share(row, "werewolves win", conduct.won, conduct.games)
}

/// The rows on how a werewolf treats its fellows, and on whom its side attacks while it lives.
pub(super) fn treatment(row: &str, conduct: Conduct) -> [Row; 4] {
    let Conduct { votes, accusations, attacks, .. } = conduct;
    [
        ("of its votes, for a fellow werewolf", conduct.votes_for_fellows, votes),
        (
            "of its accusations, against a fellow werewolf",
            conduct.accusations_of_fellows,
            accusations,
        ),
        ("of attacks, on seer, medium or bodyguard", conduct.attacks_on_roles, attacks),
        ("of attacks, stopped by a guard", conduct.attacks_stopped, attacks),
    ]
    .map(|(metric, part, whole)| Row::share(row, metric, part, whole))
}

/// How much of a gain comes from sparing fellows alone, in words.
pub(super) fn share_of_gain(before: Conduct, sparing: Conduct, after: Conduct) -> String {
    let [before, sparing, after] = [before, sparing, after].map(win_rate);
    let (gain, spared) = (after - before, sparing - before);
    let mut text = format!(
        "Training is worth {:+.1} points; an untrained werewolf that merely never aims at fellows \
         gains {:+.1} points",
        100.0 * gain,
        100.0 * spared
    );
    if gain > 0.0 && spared > 0.0 {
        text += &format!(", {:.0} % of that", 100.0 * spared / gain);
    }
    text + ". Attacks on fellows are against the rules, so that there is nothing to learn about \
            them. Shares of votes and accusations count only while a fellow lives; those of one \
            game belong together, which their intervals do not know."
}
