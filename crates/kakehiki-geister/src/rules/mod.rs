//! The exact rules: board, ghosts, actions, state and views.

mod action;
mod bits;
mod board;
mod ghost;
mod notation;
mod rules;
mod square;
mod state;
mod view;

pub use action::{Action, NoChance};
pub use board::{Board, Walk, Walked};
pub use ghost::{Fate, GHOSTS, Ghost, GhostSet, OF_A_COLOUR};
pub use rules::{GEISTER_OPTIONS, Geister, NEGOGEISTER_OPTIONS};
pub use square::{Direction, Square};
pub use state::{Exchange, Stage, State};
pub use view::{MAX_WORLDS, Sight, View};
