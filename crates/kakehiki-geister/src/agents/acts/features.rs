//! What a move of Geister looks like to somebody who supposes colours.

use arrayvec::ArrayVec;

use super::super::purple::beside;
use crate::rules::{Action, Direction, GHOSTS, Ghost, Square, State, opponent};

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

pub(super) const FEATURES: usize = 14;

/// How many of them are about the ghost that moves.
pub(super) const OF_A_COLOUR: usize = 5;

pub(super) type Features = [f64; FEATURES];

/// The most moves and escapes that a player can have.
const MOST: usize = 5 * GHOSTS;

/// All moves of the player to move, each with its features by the colours of the state.
pub(super) type Options = ArrayVec<(Action, Features), MOST>;

/// Lists what the player to move may do in a state.
pub(super) fn options(state: &State) -> Options {
    let seat = state.mover();
    let own = &state.sides[seat.index()];
    let (good, bad) = own.boards();
    let (their_good, their_bad) = state.sides[opponent(seat).index()].boards();
    let foes = their_good | their_bad;
    let mut options = Options::new();
    for ghost in Ghost::all() {
        let Some(square) = own.fates[ghost.index()].square() else { continue };
        let is_bad = own.bad().contains(ghost);
        for direction in Direction::ALL {
            let target = square.step(direction, seat);
            let Some(target) = target.filter(|to| (good | bad) & to.bit() == 0) else { continue };
            let mut features = [0.0; FEATURES];
            let moved = square.bit() | target.bit();
            let threatened = beside(foes & !target.bit());
            let (good, bad) = if is_bad { (good, bad ^ moved) } else { (good ^ moved, bad) };
            let first = if is_bad { OF_A_COLOUR } else { 0 };
            let about_mover = [
                holds(target.steps_to_exit(seat) < square.steps_to_exit(seat)),
                nearness(target, state) - nearness(square, state),
                holds(target.is_exit_of(seat)),
                holds(foes & target.bit() != 0),
                holds(beside(foes) & square.bit() != 0 && threatened & target.bit() == 0),
            ];
            features[first..first + OF_A_COLOUR].copy_from_slice(&about_mover);
            features[2 * OF_A_COLOUR] = holds(is_bad);
            features[2 * OF_A_COLOUR + 1] = f64::from((good & threatened).count_ones());
            features[2 * OF_A_COLOUR + 2] = f64::from((bad & threatened).count_ones());
            options.push((Action::Move(ghost, direction), features));
        }
        if square.is_exit_of(seat) && !is_bad {
            let mut features = [0.0; FEATURES];
            features[FEATURES - 1] = 1.0;
            options.push((Action::Escape(ghost), features));
        }
    }
    options
}

/// How near a square is to an exit of the player to move: 1 on it.
fn nearness(square: Square, state: &State) -> f64 {
    1.0 / (1.0 + f64::from(square.steps_to_exit(state.mover())))
}

fn holds(fact: bool) -> f64 {
    f64::from(u8::from(fact))
}
