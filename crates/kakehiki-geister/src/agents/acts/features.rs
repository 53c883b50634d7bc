//! What a move of Geister looks like to somebody who supposes colours.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::super::purple::beside;
use crate::rules::{Action, Direction, GHOSTS, Ghost, GhostSet, Square, State, opponent};

/// What is asked of a move, for the good ghosts and for the bad ones apart.
pub(super) const NAMES: [&str; FEATURES] = [
    "good-ahead",
    "good-nearer",
    "good-onto-exit",
    "good-captures",
    "good-flees",
    "bad-ahead",
    "bad-nearer",
    "bad-onto-exit",
    "bad-captures",
    "bad-flees",
    "bad-moves",
    "good-left-hanging",
    "bad-left-hanging",
    "escape",
];

pub(in super::super) const FEATURES: usize = 14;

/// How many of them are about the ghost that moves.
pub(super) const OF_A_COLOUR: usize = 5;

/// The places of the others.
pub(super) const BAD_MOVES: usize = 10;
pub(super) const GOOD_HANGING: usize = 11;
pub(super) const BAD_HANGING: usize = 12;
pub(super) const ESCAPE: usize = 13;

pub(in super::super) type Features = [f64; FEATURES];

/// The most moves and escapes that a player can have.
const MOST: usize = 5 * GHOSTS;

/// All moves of the player to move, each with its features by the colours of the state.
pub(in super::super) type Options = ArrayVec<(Action, Features), MOST>;

/// A move as everybody sees it, whatever the colours are.
pub(super) struct Prospect {
    pub(super) action: Action,
    pub(super) ghost: Ghost,
    /// What it does for the ghost that moves; nothing about an escape.
    pub(super) about_mover: Option<[f64; OF_A_COLOUR]>,
    /// The own ghosts that the other could capture afterwards.
    pub(super) hanging: GhostSet,
}

impl Prospect {
    /// Whether a player can do it whose bad ghosts these are.
    pub(super) fn is_open_to(&self, bad: GhostSet) -> bool {
        self.about_mover.is_some() || !bad.contains(self.ghost)
    }

    /// What it looks like to somebody who supposes that these are bad.
    pub(super) fn features(&self, bad: GhostSet) -> Features {
        let mut features = [0.0; FEATURES];
        let Some(about_mover) = &self.about_mover else {
            features[ESCAPE] = 1.0;
            return features;
        };
        let is_bad = bad.contains(self.ghost);
        let first = if is_bad { OF_A_COLOUR } else { 0 };
        features[first..first + OF_A_COLOUR].copy_from_slice(about_mover);
        features[BAD_MOVES] = holds(is_bad);
        features[GOOD_HANGING] = f64::from(self.hanging.without(bad).len());
        features[BAD_HANGING] = f64::from(self.hanging.intersection(bad).len());
        features
    }
}

/// Lists what the player to move may do in a state.
pub(in super::super) fn options(state: &State) -> Options {
    let bad = state.sides[state.mover().index()].bad();
    let open = prospects(state).into_iter().filter(|prospect| prospect.is_open_to(bad));
    open.map(|prospect| (prospect.action, prospect.features(bad))).collect()
}

/// Lists what the player to move could do in a state and in all that differ from it in colours alone.
pub(super) fn prospects(state: &State) -> ArrayVec<Prospect, MOST> {
    let seat = state.mover();
    let squares = |seat: Seat| {
        let fates = state.sides[seat.index()].fates;
        Ghost::all().filter_map(move |ghost| Some((ghost, fates[ghost.index()].square()?)))
    };
    let board = |seat| squares(seat).fold(0, |board, (_, square)| board | square.bit());
    let (own, foes) = (board(seat), board(opponent(seat)));
    let mut prospects = ArrayVec::new();
    for (ghost, square) in squares(seat) {
        for direction in Direction::ALL {
            let target = square.step(direction, seat);
            let Some(target) = target.filter(|to| own & to.bit() == 0) else { continue };
            let threatened = beside(foes & !target.bit());
            let after = |(other, at)| (other, if other == ghost { target } else { at });
            let hanging = squares(seat).map(after).filter(|(_, at)| threatened & at.bit() != 0);
            let hanging = hanging.map(|(other, _)| GhostSet::only(other));
            prospects.push(Prospect {
                action: Action::Move(ghost, direction),
                ghost,
                about_mover: Some([
                    holds(target.steps_to_exit(seat) < square.steps_to_exit(seat)),
                    nearness(target, state) - nearness(square, state),
                    holds(target.is_exit_of(seat)),
                    holds(foes & target.bit() != 0),
                    holds(beside(foes) & square.bit() != 0 && threatened & target.bit() == 0),
                ]),
                hanging: hanging.fold(GhostSet::EMPTY, GhostSet::union),
            });
        }
        if square.is_exit_of(seat) {
            let (action, hanging) = (Action::Escape(ghost), GhostSet::EMPTY);
            prospects.push(Prospect { action, ghost, about_mover: None, hanging });
        }
    }
    prospects
}

/// How near a square is to an exit of the player to move: 1 on it.
fn nearness(square: Square, state: &State) -> f64 {
    1.0 / (1.0 + f64::from(square.steps_to_exit(state.mover())))
}

fn holds(fact: bool) -> f64 {
    f64::from(u8::from(fact))
}
