//! Bargaining with a limited outlook.

use kakehiki_bargain::{Answer, Bargainer, Standpoint};
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

/// Somebody who bargains as if every game ended undecided so many turns from now.
///
/// Playouts know no other cut-off than the end of a game, so the rules are handed on with an
/// earlier end.
#[derive(Clone, Debug, PartialEq)]
pub struct Horizon<B> {
    /// Who bargains.
    pub bargainer: B,
    /// How far it looks.
    pub turns: u32,
    /// What its turns are.
    pub unit: TurnUnit,
}

impl<B> Horizon<B> {
    /// The rules of a game that ends as far away as this bargainer looks.
    pub fn game(&self, at: &Standpoint<'_, Monopoly>) -> Monopoly {
        let state = at.view.state();
        let turns = match self.unit {
            TurnUnit::Turn => self.turns,
            TurnUnit::Round => self.turns.saturating_mul(state.living().count() as u32),
        };
        at.game.capped(state.turns().saturating_add(turns))
    }
}

impl<B: Bargainer<Monopoly>> Bargainer<Monopoly> for Horizon<B> {
    fn propose(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        deals: &[Deal],
        rng: &mut GameRng,
    ) -> Option<Deal> {
        let game = self.game(at);
        self.bargainer.propose(&Standpoint { game: &game, ..*at }, deals, rng)
    }

    fn accepts(&mut self, at: &Standpoint<'_, Monopoly>, deal: &Deal, rng: &mut GameRng) -> bool {
        let game = self.game(at);
        self.bargainer.accepts(&Standpoint { game: &game, ..*at }, deal, rng)
    }

    fn answer(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        offered: &Deal,
        deals: &[Deal],
        rng: &mut GameRng,
    ) -> Answer<Deal> {
        let game = self.game(at);
        self.bargainer.answer(&Standpoint { game: &game, ..*at }, offered, deals, rng)
    }
}
