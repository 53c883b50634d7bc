//! The base player as one who moves.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::GameRng;

use super::moyer::Moyer;
use crate::rules::{Action, Monopoly};

/// Plays as the policy of playouts does.
#[derive(Clone, Copy, Debug)]
pub(super) struct BasePlayer {
    pub(super) game: Monopoly,
    pub(super) moyer: Moyer,
}

impl Mover<Monopoly> for BasePlayer {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        _menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        self.moyer.decide(&self.game, at.view.state(), rng)
    }
}
