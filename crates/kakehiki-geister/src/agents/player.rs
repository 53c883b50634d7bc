//! An agent put together from one who moves and one who negotiates.

use kakehiki_bargain::Bargainer;
use kakehiki_core::{Agent, Explanation, GameRng, Seat};
use rand::RngExt;

use super::exchange::negotiate;
use crate::rules::{Action, Geister, Sight, Stage, View};

/// One who moves and one who negotiates, as one agent.
pub(super) struct Player {
    pub(super) game: Geister,
    pub(super) mover: Box<dyn Agent<Geister>>,
    pub(super) bargainer: Box<dyn Bargainer<Geister>>,
}

impl Agent<Geister> for Player {
    fn sit(&mut self, seat: Seat) {
        self.mover.sit(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        match view.stage() {
            Stage::SetUp | Stage::Move => self.mover.decide(view, menu, rng),
            Stage::Request | Stage::Negotiation(_) => {
                negotiate(self.bargainer.as_mut(), &self.game, view, menu, rng)
            }
        }
    }

    fn hear(&mut self, view: &View, sight: &Sight) {
        self.mover.hear(view, sight);
    }

    fn explain(&self, view: &View) -> Option<Explanation> {
        self.mover.explain(view)
    }
}

/// Chooses uniformly from every menu.
pub(super) struct Random;

impl Agent<Geister> for Random {
    fn decide(&mut self, _view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        menu[rng.random_range(0..menu.len())]
    }
}
