//! A log-linear model of how Geister is played, which tells colours from acts.

use std::{fmt::Write, sync::LazyLock};

use kakehiki_core::GameRng;
use kakehiki_search::ActModel;
use rand::RngExt;

use super::features::{FEATURES, Features, NAMES, OF_A_COLOUR, options};
use crate::rules::{Action, Geister, Stage, State, View};

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
        let [bad_moves, good_left, bad_left, _] = &mut self.0[2 * OF_A_COLOUR..] else {
            return self;
        };
        *bad_moves = -*bad_moves;
        std::mem::swap(good_left, bad_left);
        self
    }

    /// How likely the player to move does something by the colours of a state; 0 for what it cannot
    /// do there.
    pub(super) fn probability(&self, state: &State, action: Action) -> f64 {
        let (mut total, mut chosen) = (0.0, 0.0);
        for (option, features) in options(state) {
            let weight = self.score(&features).exp();
            total += weight;
            if option == action {
                chosen = weight;
            }
        }
        if total > 0.0 { chosen / total } else { 0.0 }
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
}

/// A model of acts with how far it is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Fitted {
    pub(super) model: LogLinear,
    /// The power to which likelihoods are raised: below 1 where acts of one player are alike, so that
    /// each tells less than it would alone.
    pub(super) trust: f64,
    /// The share of the belief that each act leaves to be shared out equally.
    pub(in super::super) floor: f64,
}

/// What was fitted to the games of many players; the file says how.
static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    Fitted::read(include_str!("fitted.txt")).expect("a test reads the embedded model")
});

impl Fitted {
    /// The model that comes with the program.
    pub(in super::super) fn embedded() -> Self {
        *FITTED
    }

    /// The model without how far it is trusted.
    pub(in super::super) const fn model(&self) -> LogLinear {
        self.model
    }

    /// Reads what [`write`](Self::write) wrote, remarks left out.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut number = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.trim().parse::<f64>().ok());
            let value = value.filter(|value| value.is_finite());
            value.ok_or_else(|| format!("{line:?} is not {name:?} and a number"))
        };
        let (trust, floor) = (number("trust ")?, number("floor ")?);
        let mut weights = [0.0; FEATURES];
        for (weight, name) in weights.iter_mut().zip(NAMES) {
            *weight = number(&format!("{name} "))?;
        }
        Ok(Self { model: LogLinear(weights), trust, floor })
    }

    /// A number a line.
    pub(super) fn write(&self) -> String {
        let mut text = format!("trust {}\nfloor {}\n", self.trust, self.floor);
        for (name, weight) in NAMES.iter().zip(self.model.0) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {weight:.4}");
        }
        text
    }
}

impl ActModel<Geister> for Fitted {
    fn worlds(&self, view: &View) -> Vec<State> {
        if view.stage() == Stage::SetUp {
            return Vec::new();
        }
        view.worlds().into_iter().map(|world| view.world(world)).collect()
    }

    fn likelihood(&self, _game: &Geister, world: &State, action: &Action) -> Option<f64> {
        match action {
            Action::Move(..) | Action::Escape(_) => {
                Some(self.model.probability(world, *action).powf(self.trust))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Step, Turn};
    use kakehiki_search::{ActEvidence, Evidence};

    use super::*;
    use crate::rules::{GEISTER_OPTIONS, NEGOGEISTER_OPTIONS};

    #[test]
    fn the_embedded_model_reads_back() {
        let fitted = Fitted::embedded();
        assert_eq!(Fitted::read(&fitted.write()), Ok(fitted));
        assert!(fitted.trust > 0.0 && (0.0..1.0).contains(&fitted.floor));
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
                    acts.follow(&game, &Fitted::embedded(), seat, &view, &sight, &mut rng);
                }
                if view.stage() != Stage::SetUp {
                    let worlds: Vec<State> =
                        acts.worlds().map(|(world, _)| world.clone()).collect();
                    assert_eq!(worlds, Fitted::embedded().worlds(&view));
                    assert!(worlds.iter().all(|world| acts.weight(world) > 0.0));
                }
            }
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
