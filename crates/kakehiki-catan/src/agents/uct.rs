//! The agents that search: UCT in open worlds, and on what the seat knows.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Explanation, GameRng, Seat, Seed};
use kakehiki_search::{
    Estimate, InformationSetTrees, Judge, Kinds, OpenTrees, Policy, Uct, candidates,
};
use rand::RngExt;

use crate::rules::{Action, Catan, Stage};

/// Grows a tree over worlds that fit the view and plays the best action found. Nobody trades with
/// other players in the tree.
pub(super) struct Searcher<P, J, K> {
    game: Catan,
    search: Uct<P, J, K>,
    /// How many times the playouts or the time of another choice a choice of the set-up gets.
    opening: u32,
    trees: Trees,
    estimates: Vec<Estimate<Action>>,
}

/// What the search takes for known, and its memory.
pub(super) enum Trees {
    /// Hidden cards are chance.
    Open(OpenTrees<Catan>),
    /// Nobody acts on what it cannot know.
    Hidden(InformationSetTrees<Catan>),
}

impl<P, J, K> Searcher<P, J, K> {
    pub(super) fn new(game: Catan, search: Uct<P, J, K>, opening: u32, trees: Trees) -> Self {
        let game = game.without_trading();
        Self { game, search, opening, trees, estimates: Vec::new() }
    }
}

impl<P, J, K> Mover<Catan> for Searcher<P, J, K>
where
    P: Policy<Catan> + Copy + Send,
    J: Judge<Catan> + Copy + Send,
    K: Kinds<Catan> + Copy + Send,
{
    fn sit(&mut self, _seat: Seat) {
        self.estimates.clear();
    }

    fn decide(&mut self, at: &Standpoint<'_, Catan>, menu: &[Action], rng: &mut GameRng) -> Action {
        if let [only] = menu[..] {
            return only;
        }
        let seed = Seed::experiment(rng.random());
        let is_opening = matches!(at.view.stage(), Stage::Found | Stage::FirstRoad(_));
        let times = if is_opening { self.opening } else { 1 };
        let Uct { playouts, time, .. } = self.search;
        let search = Uct {
            playouts: playouts.saturating_mul(times),
            time: time.map(|time| time * times),
            ..self.search
        };
        self.estimates = match &mut self.trees {
            Trees::Open(memory) => {
                search.search_worlds(&self.game, at.seat, &at.worlds, seed, memory)
            }
            Trees::Hidden(memory) => {
                search.search_information_sets(&self.game, at.seat, &at.worlds, seed, memory)
            }
        };
        self.estimates.first().map_or(menu[0], |best| best.action)
    }

    fn explain(&self, _at: &Standpoint<'_, Catan>) -> Option<Explanation> {
        Some(Explanation { candidates: candidates(&self.estimates), ..Explanation::default() })
    }
}
