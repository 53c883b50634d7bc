//! A guard for any player: it takes wins that are proven, and keeps away from losses that can be
//! forced.

use std::{sync::Arc, time::Duration};

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Deadline, Explanation, GameRng, LazyView, Seat};
use kakehiki_search::Evidence;

use super::{
    purple::{Mine, Position, Prover, Theirs, runners, step},
    supposition::suppositions,
};
use crate::rules::{Action, Geister, Sight, Stage, View};

/// Somebody who moves under guard.
///
/// A move that wins within some plies in every world is played. A move after which the other can
/// force a win within as many plies, by the true colours of worlds that together are likelier than
/// the risk that is taken, is not played while there is another; if there is none, the choice is
/// among the moves with the least risk. Everything else is left to the one who is guarded.
pub(super) struct Guarded {
    pub(super) mover: Box<dyn Mover<Geister>>,
    /// How far ahead is looked.
    pub(super) plies: u8,
    /// The share of the belief in which a loss may be forced.
    pub(super) risk: f64,
    pub(super) prover: Prover,
    /// How long proofs may take all together.
    pub(super) time: Option<Duration>,
}

impl Guarded {
    /// A move of the menu that wins in every world.
    fn winner(&mut self, at: &Standpoint<'_, Geister>, menu: &[Action]) -> Option<Action> {
        let escape = menu.iter().find(|action| matches!(action, Action::Escape(_)));
        if escape.is_some() {
            return escape.copied();
        }
        let position = Position::seen(at.view);
        // The shortest win first, lest it be put off for ever.
        let plies = (1..=self.plies)
            .step_by(2)
            .find(|plies| self.prover.forces::<Mine>(&position, *plies))?;
        menu.iter()
            .find(|action| {
                let after = step(at.view, **action).map(|step| position.after::<Mine>(step));
                after.is_some_and(|(next, winner)| {
                    winner.unwrap_or_else(|| self.prover.refutes::<Theirs>(&next, plies - 1))
                })
            })
            .copied()
    }

    /// The moves of the menu that let the other force a win in no more of the belief than the risk
    /// that is taken; if there is none, those that do so in the least of it.
    fn safe(&mut self, at: &Standpoint<'_, Geister>, menu: &[Action]) -> Vec<Action> {
        let seen = Position::seen(at.view);
        // What is not lost if hidden ghosts are what is worst is lost in no world.
        let is_suspect = |action: &&Action| self.is_lost(at.view, &seen, **action);
        let (suspects, mut safe): (Vec<Action>, Vec<Action>) = menu.iter().partition(is_suspect);
        if suspects.is_empty() {
            return safe;
        }
        let suppositions = suppositions(at, runners(&seen, self.plies));
        let mut least = if safe.is_empty() { f64::INFINITY } else { self.risk };
        for action in suspects {
            let mut risk = 0.0;
            for (position, share) in &suppositions {
                if risk <= least && self.is_lost(at.view, position, action) {
                    risk += share;
                }
            }
            if risk < least && least > self.risk {
                least = risk.max(self.risk);
                safe.clear();
            }
            if risk <= least {
                safe.push(action);
            }
        }
        safe
    }

    /// Whether a move lets the other force a win.
    fn is_lost(&mut self, view: &View, position: &Position, action: Action) -> bool {
        let after = step(view, action).map(|step| position.after::<Mine>(step));
        after.is_some_and(|(next, winner)| match winner {
            Some(is_mine) => !is_mine,
            None => self.prover.forces::<Theirs>(&next, self.plies),
        })
    }
}

impl Mover<Geister> for Guarded {
    fn sit(&mut self, seat: Seat) {
        self.mover.sit(seat);
    }

    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if at.view.stage() != Stage::Move || menu.len() == 1 {
            return self.mover.decide(at, menu, rng);
        }
        self.prover.begin(Deadline::new(self.time));
        if let Some(winner) = self.winner(at, menu) {
            return winner;
        }
        let safe = self.safe(at, menu);
        self.mover.decide(at, &safe, rng)
    }

    fn hear(&mut self, view: &LazyView<'_, Geister>, sight: &Sight) {
        self.mover.hear(view, sight);
    }

    fn evidence(&self) -> Option<Arc<dyn Evidence<Geister>>> {
        self.mover.evidence()
    }

    fn explain(&self, at: &Standpoint<'_, Geister>) -> Option<Explanation> {
        self.mover.explain(at)
    }
}
