//! A log-linear model of how Geister is played, which tells colours from acts.

use std::{
    fmt::Write,
    sync::{Arc, LazyLock},
};

use kakehiki_core::GameRng;
use kakehiki_search::ActModel;
use rand::RngExt;

use super::features::{
    BAD_HANGING, BAD_MOVES, ESCAPE, FEATURES, Features, GOOD_HANGING, NAMES, OF_A_COLOUR, Prospect,
    options, prospects,
};
use crate::rules::{Action, GHOSTS, Geister, State};

/// How likely moves are: in proportion to `exp(weights · features)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct LogLinear(pub(super) Features);

impl LogLinear {
    /// A model with these weights.
    pub(in super::super) const fn new(weights: Features) -> Self {
        Self(weights)
    }

    /// The model of somebody who does with bad ghosts what this one does with good ones, and the
    /// other way round; only escapes stay what they are.
    pub(in super::super) fn turned(mut self) -> Self {
        let (good, bad) = self.0[..2 * OF_A_COLOUR].split_at_mut(OF_A_COLOUR);
        good.swap_with_slice(bad);
        self.0[BAD_MOVES] = -self.0[BAD_MOVES];
        self.0.swap(GOOD_HANGING, BAD_HANGING);
        self
    }

    /// A move of the player to move, each as likely as the model says.
    pub(in super::super) fn choose(&self, state: &State, rng: &mut GameRng) -> Option<Action> {
        let options = options(state);
        let weigh = |features: &Features| self.score(features).exp();
        let total: f64 = options.iter().map(|(_, features)| weigh(features)).sum();
        let mut point = rng.random_range(0.0..1.0) * total;
        let chosen = options.iter().find(|(_, features)| {
            point -= weigh(features);
            point < 0.0
        });
        chosen.or(options.last()).map(|(action, _)| *action)
    }

    pub(super) fn score(&self, features: &Features) -> f64 {
        self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }

    /// A model near this one: every third weight, on average, is changed by so much at most.
    pub(in super::super) fn varied(mut self, stride: f64, rng: &mut GameRng) -> Self {
        for weight in &mut self.0[..ESCAPE] {
            if rng.random_range(0..3) == 0 {
                *weight += rng.random_range(-stride..stride);
            }
        }
        self
    }

    /// Reads what [`write`](Self::write) wrote, remarks left out.
    pub(in super::super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = without_remarks(text);
        let model = Self::read_from(&mut lines)?;
        lines.next().map_or(Ok(model), |line| Err(format!("{line:?} is one line too many")))
    }

    fn read_from<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<Self, String> {
        let mut weights = [0.0; FEATURES];
        for (weight, feature) in weights.iter_mut().zip(NAMES) {
            *weight = number(lines, feature)?;
        }
        Ok(Self(weights))
    }

    /// A number a line.
    pub(in super::super) fn write(&self) -> String {
        let lines = NAMES.iter().zip(self.0).map(|(name, weight)| format!("{name} {weight:.4}\n"));
        lines.collect()
    }
}

/// Models of kinds of players, with how far they are to be trusted.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Fitted {
    /// Everybody together, and then player by player; behind them all once more as bluffers who do the
    /// opposite.
    models: Vec<LogLinear>,
    /// How common each of them is.
    shares: Vec<f64>,
    /// Who the kinds are that do not bluff.
    names: Vec<String>,
    pub(super) habits: Habits,
}

/// What is said about players beside what each kind does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    /// The power to which likelihoods are raised: below 1 where acts of one player are alike, so that
    /// each tells less than it would alone.
    pub(super) trust: f64,
    /// The share of the belief that each act leaves to be shared out equally.
    pub(super) floor: f64,
    /// The share of players who bluff.
    pub(super) bluff: f64,
}

/// What was fitted to the games of many players; the file says how.
static FITTED: LazyLock<Arc<Fitted>> = LazyLock::new(|| {
    Arc::new(Fitted::read(include_str!("fitted.txt")).expect("a test reads the embedded model"))
});

impl Fitted {
    /// The models that come with the program.
    pub(in super::super) fn embedded() -> Arc<Self> {
        Arc::clone(&FITTED)
    }

    /// Those who do as these models say and those who do the opposite.
    pub(super) fn new(named: Vec<(String, LogLinear)>, habits: Habits) -> Self {
        let (names, mut models): (Vec<String>, Vec<LogLinear>) = named.into_iter().unzip();
        let count = models.len();
        models.extend_from_within(..);
        models[count..].iter_mut().for_each(|model| *model = model.turned());
        let share = |place| if place < count { 1.0 - habits.bluff } else { habits.bluff };
        let shares = (0..models.len()).map(|place| share(place) / count as f64).collect();
        Self { models, shares, names, habits }
    }

    /// The same models with other habits.
    pub(super) fn with(&self, habits: Habits) -> Self {
        let kinds = self.names.iter().cloned().zip(self.models.iter().copied());
        Self::new(kinds.collect(), habits)
    }

    /// What everybody together does.
    pub(in super::super) fn everybody(&self) -> LogLinear {
        self.models[0]
    }

    /// The share of the belief that each act leaves to be shared out equally.
    pub(in super::super) fn floor(&self) -> f64 {
        self.habits.floor
    }

    /// The power to which likelihoods are raised.
    pub(super) fn trust(&self) -> f64 {
        self.habits.trust
    }

    /// How likely each kind makes what the player to move does in worlds that differ in its colours
    /// alone, world by world; 0 for what it cannot do.
    ///
    /// Colours decide only which of two numbers counts for a move, and how many ghosts of each hang: all
    /// exponentials are taken once for all worlds.
    pub(super) fn probabilities(&self, worlds: &[&State], action: Action) -> Vec<f64> {
        let Some(first) = worlds.first() else { return Vec::new() };
        let (mover, prospects) = (first.mover().index(), prospects(first));
        let kinds = self.models.len();
        let mut probabilities = vec![0.0; worlds.len() * kinds];
        for (kind, LogLinear(weights)) in self.models.iter().enumerate() {
            let powers = |weight: f64| -> [f64; GHOSTS + 1] {
                std::array::from_fn(|count| (weight * count as f64).exp())
            };
            let (good, bad) = (powers(weights[GOOD_HANGING]), powers(weights[BAD_HANGING]));
            let by_colour = |prospect: &Prospect| {
                let Some(about) = &prospect.about_mover else {
                    return [weights[ESCAPE].exp(), 0.0];
                };
                let score = |weights: &[f64]| -> f64 {
                    weights.iter().zip(about).map(|(weight, it)| weight * it).sum()
                };
                let of_bad = score(&weights[OF_A_COLOUR..]) + weights[BAD_MOVES];
                [score(weights).exp(), of_bad.exp()]
            };
            let by_colour: Vec<[f64; 2]> = prospects.iter().map(by_colour).collect();
            for (place, world) in worlds.iter().enumerate() {
                let all_bad = world.sides[mover].bad();
                let (mut total, mut chosen) = (0.0, 0.0);
                for (prospect, by_colour) in prospects.iter().zip(&by_colour) {
                    let hanging_bad = prospect.hanging.intersection(all_bad).len() as usize;
                    let hanging_good = prospect.hanging.len() as usize - hanging_bad;
                    let weight = by_colour[usize::from(all_bad.contains(prospect.ghost))]
                        * good[hanging_good]
                        * bad[hanging_bad];
                    total += weight;
                    if prospect.action == action {
                        chosen = weight;
                    }
                }
                probabilities[place * kinds + kind] =
                    if total > 0.0 { chosen / total } else { 0.0 };
            }
        }
        probabilities
    }

    /// Reads what [`write`](Self::write) wrote, remarks left out.
    pub(in super::super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = without_remarks(text);
        let habits = Habits {
            trust: number(&mut lines, "trust")?,
            floor: number(&mut lines, "floor")?,
            bluff: number(&mut lines, "bluff")?,
        };
        let count = number(&mut lines, "kinds")? as usize;
        let mut named = Vec::new();
        while let Some(line) = lines.next() {
            let name = line.strip_prefix("kind ");
            let name = name.ok_or_else(|| format!("{line:?} does not begin with \"kind\""))?;
            named.push((name.to_owned(), LogLinear::read_from(&mut lines)?));
        }
        if named.is_empty() || named.len() != count {
            return Err(format!("there are {} kinds of players instead of {count}", named.len()));
        }
        Ok(Self::new(named, habits))
    }

    /// A number a line.
    pub(in super::super) fn write(&self) -> String {
        let Habits { trust, floor, bluff } = self.habits;
        let kinds = self.names.len();
        let mut text = format!("trust {trust}\nfloor {floor}\nbluff {bluff}\nkinds {kinds}\n");
        for (kind, model) in self.names.iter().zip(&self.models) {
            // Writing to a string cannot fail.
            let _ = write!(text, "kind {kind}\n{}", model.write());
        }
        text
    }
}

/// The lines of a model, of which those that begin with `#` are remarks.
fn without_remarks(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// The number that the next line gives to a name.
fn number<'a>(lines: &mut impl Iterator<Item = &'a str>, name: &str) -> Result<f64, String> {
    let line = lines.next().unwrap_or_default();
    let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
    let value = value.and_then(|value| value.parse::<f64>().ok());
    let value = value.filter(|value| value.is_finite());
    value.ok_or_else(|| format!("{line:?} is not {name:?} and a number"))
}

impl ActModel<Geister> for Fitted {
    fn kinds(&self) -> &[f64] {
        &self.shares
    }

    fn likelihoods(&self, _game: &Geister, acts: &[(&State, Action)]) -> Option<Vec<f64>> {
        // Moves lie open: they are the same in all worlds.
        let (_, action @ (Action::Move(..) | Action::Escape(_))) = acts.first()? else {
            return None;
        };
        let worlds: Vec<&State> = acts.iter().map(|(world, _)| *world).collect();
        let trust = |likelihood: f64| likelihood.powf(self.habits.trust);
        Some(self.probabilities(&worlds, *action).into_iter().map(trust).collect())
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Step, Turn};
    use kakehiki_search::{ActEvidence, Belief, Evidence, Worlds};

    use super::*;
    use crate::rules::{GEISTER_OPTIONS, NEGOGEISTER_OPTIONS, Stage, opponent};

    #[test]
    fn the_embedded_model_reads_back() {
        let fitted = Fitted::embedded();
        assert_eq!(Fitted::read(&fitted.write()).as_ref(), Ok(&*fitted));
        let Habits { trust, floor, bluff } = fitted.habits;
        assert!(trust > 0.0 && (0.0..1.0).contains(&floor) && (0.0..1.0).contains(&bluff));
        assert!((fitted.kinds().iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn probabilities_are_those_of_the_features() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let (fitted, mut rng) = (Fitted::embedded(), Seed::experiment(2).rng());
        let (mut state, mut menu, mut compared) = (game.start(), Vec::new(), 0);
        while let Turn::Seat(actor) = game.turn(&state) {
            game.menu(&state, &mut menu);
            let action = menu[rng.random_range(0..menu.len())];
            if state.stage() == Stage::Move {
                let view = game.view(&state, &(), opponent(actor));
                let worlds = game.worlds(&view);
                let found = fitted.probabilities(&worlds.iter().collect::<Vec<_>>(), action);
                for (world, found) in worlds.iter().zip(found.chunks(fitted.models.len())) {
                    let options = options(world);
                    for (model, found) in fitted.models.iter().zip(found) {
                        let weigh = |features: &Features| model.score(features).exp();
                        let total: f64 = options.iter().map(|(_, features)| weigh(features)).sum();
                        let chosen = options.iter().find(|(option, _)| *option == action);
                        let expected = chosen.map_or(0.0, |(_, features)| weigh(features) / total);
                        assert!((found - expected).abs() < 1e-9, "{action}: {found}, {expected}");
                        compared += 1;
                    }
                }
            }
            game.play_unchecked(&mut state, &action);
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn worlds_go_along_with_the_game() {
        for game in [
            Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
            Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
        ] {
            let (seat, mut rng) = (Seat::new(1), Seed::experiment(1).rng());
            let (mut state, mut menu) = (game.start(), Vec::new());
            let mut acts = ActEvidence::new(0.01);
            while let Turn::Seat(actor) = game.turn(&state) {
                game.menu(&state, &mut menu);
                let action = menu[rng.random_range(0..menu.len())];
                let (before, step) = (state.clone(), Step::Action(actor, action));
                game.play_unchecked(&mut state, &action);
                let view = game.view(&state, &(), seat);
                if let Some(sight) = game.sight(&before, &step, &state, seat) {
                    acts.follow(&game, &*Fitted::embedded(), seat, &view, &sight, &mut rng);
                }
                if view.stage() != Stage::SetUp {
                    let worlds: Vec<State> =
                        acts.worlds().map(|(world, _)| world.clone()).collect();
                    assert_eq!(worlds, game.worlds(&view));
                    assert!(worlds.iter().all(|world| acts.weight(world) > 0.0));
                }
            }
        }
    }

    #[test]
    fn a_belief_draws_every_listed_world_as_often_as_it_weighs() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let (seat, fitted) = (Seat::new(0), Fitted::embedded());
        let (mut state, mut rng) = (game.start(), Seed::experiment(3).rng());
        let mut acts = ActEvidence::new(0.01);
        for action in ["set:ABCD", "set:ABCD", "A,N", "A,N", "A,S", "A,N"] {
            let (before, action): (_, Action) = (state.clone(), action.parse().unwrap());
            let step = Step::Action(before.mover(), action);
            game.play(&mut state, &action).unwrap();
            let view = game.view(&state, &(), seat);
            if let Some(sight) = game.sight(&before, &step, &state, seat) {
                acts.follow(&game, &*fitted, seat, &view, &sight, &mut rng);
            }
        }
        let view = game.view(&state, &(), seat);
        let weights: Vec<f64> = acts.worlds().map(|(_, weight)| weight).collect();
        let belief = Belief::new(&game, &view, vec![Arc::new(acts.clone())], Seed::experiment(4));
        let (draws, mut counts) = (20_000, vec![0.0; weights.len()]);
        for index in 0..draws {
            let drawn = belief.world(index, &mut rng);
            counts[acts.worlds().position(|(world, _)| *world == drawn).unwrap()] += 1.0;
        }
        let total: f64 = weights.iter().sum();
        assert_eq!(weights.len(), 70);
        for (count, weight) in counts.into_iter().zip(weights) {
            // Six standard errors of a count. In worlds drawn by the rules it was 489 for 345.
            let expected = weight / total * draws as f64;
            assert!((count - expected).abs() < 6.0 * expected.sqrt(), "{count} for {expected}");
        }
    }

    #[test]
    fn foreign_text_is_refused() {
        let text = Fitted::embedded().write();
        let last = text.trim_end().rfind('\n').unwrap_or_default();
        for cut in 0..=last {
            assert!(Fitted::read(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        assert!(Fitted::read(&text.replace("escape", "escapes")).is_err());
        assert!(Fitted::read(&text.replace("trust ", "trust NaN ")).is_err());
    }
}
