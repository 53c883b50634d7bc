//! Information-set UCT: one tree over all colourings that fit the view.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Explanation, GameRng, Seat, Seed};
use kakehiki_search::{Estimate, InformationSetTrees, Uct, candidates};

use super::{judge::Value, obvious::unthinking};
use crate::rules::{Action, Geister, Walk};

/// Grows a tree over the worlds that fit the view and plays the best move found. Nobody negotiates
/// in the tree.
pub(super) struct InformationSetUct {
    game: Geister,
    search: Uct<Walk, Value>,
    seed: Seed,
    games: u64,
    trees: InformationSetTrees<Geister>,
    estimates: Vec<Estimate<Action>>,
}

impl InformationSetUct {
    pub(super) fn new(game: Geister, search: Uct<Walk, Value>, seed: Seed) -> Self {
        Self {
            game: game.without_negotiation(),
            search,
            seed,
            games: 0,
            trees: InformationSetTrees::default(),
            estimates: Vec::new(),
        }
    }
}

impl Mover<Geister> for InformationSetUct {
    fn sit(&mut self, _seat: Seat) {
        self.games += 1;
        self.estimates.clear();
    }

    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if let Some(action) = unthinking(at.view, menu, rng) {
            return action;
        }
        let ply = u64::from(at.view.plies());
        let seed = self.seed.derive("game", self.games).derive("ply", ply);
        self.estimates = self.search.search_information_sets(
            &self.game,
            at.seat,
            &at.worlds,
            seed,
            &mut self.trees,
        );
        best_of(&self.estimates, menu)
    }

    fn explain(&self, _at: &Standpoint<'_, Geister>) -> Option<Explanation> {
        Some(Explanation { candidates: candidates(&self.estimates), ..Explanation::default() })
    }
}

/// The best action of the menu by what a search found; some action if it found nothing.
pub(super) fn best_of(estimates: &[Estimate<Action>], menu: &[Action]) -> Action {
    let best = estimates.iter().find(|estimate| menu.contains(&estimate.action));
    best.map_or(menu[0], |best| best.action)
}
