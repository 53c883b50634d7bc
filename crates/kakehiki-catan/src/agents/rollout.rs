//! How playouts choose.

use kakehiki_core::GameRng;
use kakehiki_search::{Policy, Scratch, Uniform};
use strum::{EnumString, VariantNames};

use super::{racing::Racing, weighted::Weighted};
use crate::rules::{Action, Catan, State};

/// Who chooses in playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Rollout {
    /// All actions of the menu are equally likely.
    Uniform,
    /// [`Weighted`].
    Weighted,
    /// [`Racing`].
    Racing,
}

impl Policy<Catan> for Rollout {
    fn choose(
        &self,
        game: &Catan,
        state: &State,
        menu: &mut Vec<Action>,
        rng: &mut GameRng,
    ) -> Action {
        match self {
            Self::Uniform => Uniform.choose(game, state, menu, rng),
            Self::Weighted => Weighted.choose(game, state, menu, rng),
            Self::Racing => Racing.choose(game, state, menu, rng),
        }
    }

    fn run(
        &self,
        game: &Catan,
        state: &mut State,
        limit: Option<u32>,
        scratch: &mut Scratch<Catan>,
        rng: &mut GameRng,
    ) -> u32 {
        match self {
            Self::Uniform => Uniform.run(game, state, limit, scratch, rng),
            Self::Weighted => Weighted.run(game, state, limit, scratch, rng),
            Self::Racing => Racing.run(game, state, limit, scratch, rng),
        }
    }
}
