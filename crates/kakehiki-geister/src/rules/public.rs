//! What everybody may know: everything but the colours of ghosts on the board.

use kakehiki_core::{Ending, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    ghost::{Fates, GhostSet},
    state::{Recent, Side, Stage, State, opponent},
};

/// All that everybody may know, spectators too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Public {
    stage: Stage,
    /// The player who moves next; P0 as long as set-ups are chosen, whoever is choosing.
    mover: Seat,
    /// The number of moves made by both players together.
    plies: u16,
    /// How many statements the mover has made since the last move.
    said: u8,
    /// The ghosts of both players, those of P0 first.
    players: [Ghosts; 2],
    recent: Recent,
    ending: Option<Ending>,
}

impl Public {
    pub(super) fn new(state: &State) -> Self {
        let [first, second] = &state.sides;
        let shown_to_all = GhostSet::EMPTY;
        Self {
            stage: state.stage,
            mover: known_mover(state),
            plies: state.plies,
            said: state.said,
            players: [
                Ghosts::new(Seat::new(0), first, shown_to_all),
                Ghosts::new(Seat::new(1), second, shown_to_all),
            ],
            recent: state.recent.clone(),
            ending: state.ending,
        }
    }

    /// Who is asked; nobody while set-ups are chosen, and after the end.
    pub(super) fn asked(&self) -> Option<Seat> {
        if self.ending.is_some() {
            return None;
        }
        match self.stage {
            Stage::SetUp => None,
            Stage::Negotiation(session) => session.to_answer().or(Some(self.mover)),
            Stage::Speak => Some(opponent(self.mover)),
            Stage::Request | Stage::Move => Some(self.mover),
        }
    }
}

/// The mover as far as everybody knows: nobody sees the first player set up.
pub(super) fn known_mover(state: &State) -> Seat {
    if state.stage == Stage::SetUp { Seat::new(0) } else { state.mover }
}

/// A player's ghosts as far as others know them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub(super) struct Ghosts {
    /// Whose they are.
    pub(super) seat: Seat,
    pub(super) fates: Fates,
    /// The ghosts whose colours are known.
    pub(super) known: GhostSet,
    /// Those of them that are bad; the others are good.
    pub(super) known_bad: GhostSet,
    /// The ghosts that an exchange has shown to the other player.
    pub(super) shown: GhostSet,
}

impl Ghosts {
    /// What is known to somebody who was shown these ghosts, besides those that left the board.
    pub(super) fn new(seat: Seat, side: &Side, seen: GhostSet) -> Self {
        let known = GhostSet::ALL.without(side.on_board()).union(seen);
        Self {
            seat,
            fates: Fates(side.fates),
            known,
            known_bad: side.bad().intersection(known),
            shown: side.shown,
        }
    }
}
