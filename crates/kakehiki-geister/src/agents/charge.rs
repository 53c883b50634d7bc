//! A straight run for the exit: the yardstick that published agents are measured with.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::GameRng;
use rand::RngExt;

use crate::rules::{Action, Geister, Ghost, GhostSet, Stage, View};

/// Runs for the exit with the good ghost that is nearest to it, whatever stands in the way.
///
/// Its good ghosts start on the outer columns, the shortest ways to the exits. It leaves when it
/// can; otherwise it makes the move of a good ghost towards an exit that ends nearest to it, equal
/// ones at random; if there is none, any move.
pub(super) struct Charge;

impl Mover<Geister> for Charge {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        let view = at.view;
        if view.stage() == Stage::SetUp {
            return Action::SetUp(inner_columns());
        }
        let steps_left: Vec<Option<u8>> =
            menu.iter().map(|action| steps_after(view, *action)).collect();
        let Some(fewest) = steps_left.iter().flatten().min() else {
            return menu[rng.random_range(0..menu.len())];
        };
        let best: Vec<Action> = menu
            .iter()
            .zip(&steps_left)
            .filter(|(_, steps)| steps.as_ref() == Some(fewest))
            .map(|(action, _)| *action)
            .collect();
        best[rng.random_range(0..best.len())]
    }
}

/// The bad ghosts of the set-up: B, C, F and G stand on the inner columns.
fn inner_columns() -> GhostSet {
    let inner = Ghost::all().filter(|ghost| matches!(ghost.letter(), 'B' | 'C' | 'F' | 'G'));
    inner.fold(GhostSet::EMPTY, |set, ghost| set.union(GhostSet::only(ghost)))
}

/// How far from being off the board a good ghost is after a move that brings it nearer; `None` for
/// other moves.
fn steps_after(view: &View, action: Action) -> Option<u8> {
    match action {
        Action::Escape(_) => Some(0),
        Action::Move(ghost, direction) if !view.own_bad().contains(ghost) => {
            let from = view.own_fate(ghost).square()?;
            let to = from.step(direction, view.seat())?;
            let (before, after) = (from.steps_to_exit(view.seat()), to.steps_to_exit(view.seat()));
            (after < before).then_some(after + 1)
        }
        _ => None,
    }
}
