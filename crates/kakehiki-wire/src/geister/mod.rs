//! The Geister contests: a line for each message, a connection for each game.

mod board;
mod clock;
mod errand;
mod host;
mod join;
mod message;
mod seat;
mod table;
mod viewer;

pub(crate) use errand::INTERPRETER;
pub use host::{ContestHost, ContestOptions};
pub use join::{ContestJoin, join_contest};
pub use seat::{Astray, ContestSeat};
pub use table::{ContestTable, Manners, Told};
