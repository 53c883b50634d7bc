//! Players with simple habits, to learn from and to test beliefs with.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::GameRng;
use rand::RngExt;
use strum::{Display, EnumString, VariantNames};

use super::acts::{Fitted, LogLinear};
use crate::rules::{Action, Geister, Stage};

/// What somebody is in the habit of doing.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq)]
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
    /// Does what random steps from the others found to do best against `shrewd(depth=2)` with its belief:
    /// the best start scored 0.06 (80 games), this scores 0.41 (200 games with other luck).
    Tuned,
}

impl Habit {
    /// How it chooses: the features are those of the model of acts, in its order.
    pub(super) fn model(self) -> LogLinear {
        let weights = match self {
            Self::Cautious => [0.3, 1., 1., 0.5, 2., 0.2, 0., 0., 0.5, 1., 0., -4., -2., 20.],
            Self::Baiting => [0.5, 3., 1., 1., 3., 1.5, 0., 0., 0.5, -2., 0., -4., 3., 20.],
            Self::Running => [2., 8., 3., 0.5, 1., 0., 0., 0., 0.5, 0., -1., -1., 0., 20.],
            Self::Bluffing => [0., 2., 1., 0.5, 2., 2., 8., 3., 0.5, 0., 1., -2., 0., 20.],
            Self::Tuned => [
                1.1, 3.17, 1.52, -0.91, -2.13, 1.94, 4.55, -0.4, -0.28, 0.19, -0.06, -0.87, 1.47,
                20.,
            ],
            Self::Contrary => return Fitted::embedded().everybody().turned(),
        };
        LogLinear::new(weights)
    }
}

/// Moves as it is used to, by its own colours and the squares of the others, and at random otherwise.
pub(super) struct Habitual(pub(super) LogLinear);

impl Mover<Geister> for Habitual {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        let view = at.view;
        let chosen = (view.stage() == Stage::Move)
            // No world of the view differs in what is looked at.
            .then(|| self.0.choose(&view.world(view.worlds()[0]), rng))
            .flatten();
        chosen
            .filter(|action| menu.contains(action))
            .unwrap_or_else(|| menu[rng.random_range(0..menu.len())])
    }
}
