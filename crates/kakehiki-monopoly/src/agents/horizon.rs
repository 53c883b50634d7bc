//! Weighing deals with a limited outlook.

use kakehiki_bargain::{Appraisal, Estimator, Standpoint};
use kakehiki_core::GameRng;
use strum::{Display, EnumString, VariantNames};

use crate::rules::{Deal, Monopoly};

/// What is counted when playouts are cut off.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum TurnUnit {
    /// The turn of one player.
    Turn,
    /// A turn of every player who is in the game.
    Round,
}

/// Weighs deals as if every game ended undecided so many turns from now.
///
/// Playouts know no other cut-off than the end of a game, so the rules are handed on with an
/// earlier end.
#[derive(Clone, Debug, PartialEq)]
pub struct Horizon<E> {
    /// What weighs them.
    pub estimator: E,
    /// How far it looks.
    pub turns: u32,
    /// What its turns are.
    pub unit: TurnUnit,
}

impl<E> Horizon<E> {
    /// The rules of a game that ends as far away as this estimator looks.
    pub fn game(&self, at: &Standpoint<'_, Monopoly>) -> Monopoly {
        let state = at.view.state();
        let turns = match self.unit {
            TurnUnit::Turn => self.turns,
            TurnUnit::Round => self.turns.saturating_mul(state.living().count() as u32),
        };
        at.game.capped(state.turns().saturating_add(turns))
    }
}

impl<E: Estimator<Monopoly>> Estimator<Monopoly> for Horizon<E> {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        deals: &[Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let game = self.game(at);
        self.estimator.appraise(&at.under(&game), deals, rng)
    }
}
