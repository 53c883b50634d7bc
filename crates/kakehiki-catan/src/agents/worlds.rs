//! Worlds that fit a view, drawn fast.

use kakehiki_core::GameRng;
use kakehiki_search::Worlds;

use crate::rules::{Catan, State, View};

/// Worlds drawn from a view as the rules draw them, with the part that all share made once: what
/// lies on the table takes most of the work.
pub(super) struct ViewWorlds<'a> {
    game: &'a Catan,
    view: &'a View,
    table: State,
}

impl<'a> ViewWorlds<'a> {
    pub(super) fn new(game: &'a Catan, view: &'a View) -> Self {
        Self { game, view, table: game.table(view) }
    }
}

impl Worlds<Catan> for ViewWorlds<'_> {
    fn world(&self, _index: u64, rng: &mut GameRng) -> State {
        let mut state = self.table.clone();
        self.game.hide(self.view, &mut state, rng);
        state
    }
}
