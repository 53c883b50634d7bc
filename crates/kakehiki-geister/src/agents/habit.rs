//! Players with simple habits, to learn from and to test beliefs with.

use std::sync::{Arc, LazyLock};

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Agent, GameRng};
use rand::RngExt;
use strum::{Display, EnumIter, EnumString, VariantNames};

use super::acts::{Fitted, LogLinear};
use crate::rules::{Action, Geister, Stage, View};

/// What somebody is in the habit of doing.
#[derive(Clone, Copy, Debug, Display, EnumIter, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Habit {
    /// Keeps out of the way of everybody.
    Cautious,
    /// Leaves bad ghosts to be captured.
    Baiting,
    /// Runs for the exits with good ghosts.
    Running,
    /// Runs for the exits with bad ghosts.
    Bluffing,
    /// Does with bad ghosts what most players do with good ones, and the other way round.
    Contrary,
    /// Does what was found to do best against somebody.
    Tuned,
}

/// What was found to do best against a strong player; the file says how.
static TUNED: LazyLock<Arc<LogLinear>> = LazyLock::new(|| {
    let read = LogLinear::read(include_str!("tuned.txt"));
    Arc::new(read.expect("a test reads the embedded habit"))
});

/// The tuned habit that comes with the program.
pub(super) fn tuned() -> Arc<LogLinear> {
    Arc::clone(&TUNED)
}

impl Habit {
    /// How it chooses: the features are those of the model of acts, in its order.
    pub(super) fn model(self) -> LogLinear {
        let weights = match self {
            Self::Cautious => [0.3, 1., 1., 0.5, 2., 0.2, 0., 0., 0.5, 1., 0., -4., -2., 20.],
            Self::Baiting => [0.5, 3., 1., 1., 3., 1.5, 0., 0., 0.5, -2., 0., -4., 3., 20.],
            Self::Running => [2., 8., 3., 0.5, 1., 0., 0., 0., 0.5, 0., -1., -1., 0., 20.],
            Self::Bluffing => [0., 2., 1., 0.5, 2., 2., 8., 3., 0.5, 0., 1., -2., 0., 20.],
            Self::Contrary => return Fitted::embedded().everybody().turned(),
            Self::Tuned => return *tuned(),
        };
        LogLinear::new(weights)
    }
}

/// Moves as it is used to, by its own colours and the squares of the others, and at random otherwise.
pub(super) struct Habitual(pub(super) LogLinear);

impl Habitual {
    fn choose(&self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let chosen = (view.stage() == Stage::Move)
            // No world of the view differs in what is looked at.
            .then(|| self.0.choose(&view.world(view.worlds()[0]), rng))
            .flatten();
        chosen
            .filter(|action| menu.contains(action))
            .unwrap_or_else(|| menu[rng.random_range(0..menu.len())])
    }
}

impl Mover<Geister> for Habitual {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        self.choose(at.view, menu, rng)
    }
}

impl Agent<Geister> for Habitual {
    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        self.choose(view, menu, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_habit_reads_back() {
        let mut weights = include_str!("tuned.txt").lines().filter(|line| !line.starts_with('#'));
        assert!(tuned().write().lines().all(|line| weights.next() == Some(line)));
        assert_eq!(weights.next(), None);
    }
}
