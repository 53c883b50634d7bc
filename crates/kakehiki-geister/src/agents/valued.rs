//! Moving by the values of the ghosts.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::GameRng;
use rand::RngExt;

use super::{
    obvious::obvious,
    value::{FEATURES, Features, Neighbours, Weights, seen},
};
use crate::rules::{Action, Geister, View};

/// Leaves when it can, and otherwise moves to where its good ghosts are worth most, less the other's
/// by how likely each is good. It looks no move ahead, and playouts have no part in it.
///
/// Mishio and Fujita (2015) propose their value function for negotiations and leave moving by it to
/// later work.
pub(super) struct Valued(pub(super) Weights);

impl Weights {
    /// The features of the viewer's good ghosts less those of the other's ghosts by how likely each
    /// is good, all at a glance: what moving by the values compares.
    pub fn balance(&self, view: &View) -> Features {
        self.balance_of(view, &seen(view))
    }

    fn balance_of(&self, view: &View, all: &[Neighbours; 2]) -> Features {
        let mut balance = [0.0; FEATURES];
        let sides = [(view.seat(), 1.0), (view.seat().next(2), -1.0)];
        for (side, (owner, sign)) in all.iter().zip(sides) {
            for standing in side {
                let badness = if owner == view.seat() {
                    f64::from(u8::from(view.own_bad().contains(standing.ghost)))
                } else {
                    view.chance_of_bad(standing.ghost)
                };
                let features = self.features(standing.square, owner, all);
                for (sum, feature) in balance.iter_mut().zip(features) {
                    *sum += sign * (1.0 - badness) * feature;
                }
            }
        }
        balance
    }

    /// What the ghosts are worth together after a move.
    fn worth_after(&self, view: &View, action: Action) -> f64 {
        let Action::Move(ghost, direction) = action else { return f64::NEG_INFINITY };
        let mut all = seen(view);
        let Some(moved) = all[0].iter_mut().find(|standing| standing.ghost == ghost) else {
            return f64::NEG_INFINITY;
        };
        let Some(target) = moved.square.step(direction, view.seat()) else {
            return f64::NEG_INFINITY;
        };
        moved.square = target;
        all[1].retain(|standing| standing.square != target);
        self.value(&self.balance_of(view, &all))
    }
}

impl Mover<Geister> for Valued {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if let Some(action) = obvious(at.view, menu, rng) {
            return action;
        }
        // From a random place on, so that none of several best ones is preferred.
        let first = rng.random_range(0..menu.len());
        let mut best = (f64::NEG_INFINITY, menu[first]);
        for action in menu.iter().cycle().skip(first).take(menu.len()) {
            let worth = self.0.worth_after(at.view, *action);
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }
}
