//! Purple search: looking ahead with ghosts of unknown colour as they are worst.
//!
//! A hidden ghost is neither good nor bad but purple: it leaves the board as if it were good, and it
//! counts as bad when it is captured, as long as bad ones are left. The other side knows all colours
//! and does its worst. A win that is found so is a win in every world; a loss is proof of nothing.

mod evaluation;
mod position;
mod proof;
mod search;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

use arrayvec::ArrayVec;
use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Deadline, GameRng};
use rand::seq::SliceRandom;

pub(super) use self::evaluation::{Outcome, fit, outcome};
pub(crate) use self::{
    position::{Evaluation, Mine, Position, Step, Theirs, beside, place},
    proof::{Prover, runners},
    search::{MOST_PLIES, Search, settled},
};
use super::obvious::obvious;
use crate::rules::{Action, Geister, View};

/// How far to look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// So many plies.
    pub(super) depth: u32,
    /// Or as many as this time allows.
    pub(super) time: Option<Duration>,
}

impl Reach {
    /// The most plies.
    pub(super) fn plies(self) -> u32 {
        if self.time.is_some() { MOST_PLIES } else { self.depth }
    }
}

/// Plays what purple search finds best; equal steps at random.
pub(super) struct Purple {
    reach: Reach,
    search: Search,
}

impl Purple {
    pub(super) fn new(reach: Reach) -> Self {
        Self { reach, search: Search::new() }
    }
}

impl Mover<Geister> for Purple {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if let Some(action) = obvious(at.view, menu, rng) {
            return action;
        }
        let mut choices: ArrayVec<(Step, Action), 32> =
            menu.iter().filter_map(|action| Some((step(at.view, *action)?, *action))).collect();
        choices.shuffle(rng);
        let steps: ArrayVec<Step, 32> = choices.iter().map(|(step, _)| *step).collect();
        self.search.begin(Deadline::new(self.reach.time));
        let found = self.search.best(&Position::seen(at.view), &steps, self.reach.plies());
        let chosen = choices.iter().find(|(step, _)| found.step == Some(*step));
        chosen.map_or(menu[0], |(_, action)| *action)
    }
}

/// The step that an action of the viewer is.
pub(super) fn step(view: &View, action: Action) -> Option<Step> {
    let Action::Move(ghost, direction) = action else { return None };
    let from = view.own_fate(ghost).square()?;
    let to = from.step(direction, view.seat())?;
    Some(Step { from: place(view, from), to: place(view, to) })
}
