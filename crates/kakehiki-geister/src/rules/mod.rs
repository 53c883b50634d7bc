//! The exact rules: board, ghosts, actions, state and views.

mod action;
mod bits;
mod board;
mod claim;
mod coding;
mod fact;
mod follow;
mod ghost;
mod notation;
mod public;
mod rules;
mod sight;
mod speech;
mod square;
mod state;
mod tensor;
mod view;

pub use action::{Action, NoChance};
pub(crate) use board::{BOARD, LEFT_COLUMN, RIGHT_COLUMN};
pub use board::{Board, Walk, Walked};
pub use fact::Fact;
pub use ghost::{Fate, GHOSTS, Ghost, GhostSet, OF_A_COLOUR};
pub use public::Public;
pub use rules::{GEISTER_OPTIONS, Geister, NEGOGEISTER_OPTIONS};
pub use sight::{Capture, Sight};
pub use speech::{Intention, Spoken};
pub use square::{Direction, Square};
pub(crate) use square::{EXITS, SQUARES, WIDTH};
pub(crate) use state::opponent;
pub use state::{Exchange, Stage, State};
pub use view::{MAX_WORLDS, View};
