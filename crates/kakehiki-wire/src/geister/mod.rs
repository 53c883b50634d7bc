//! The Geister contests: a line for each message, a connection for each game.

mod board;
mod clock;
mod host;
mod join;
mod message;
mod seat;
mod table;

pub use host::{ContestHost, ContestOptions};
pub use join::{ContestJoin, Joined, join_contest};
pub use message::Outcome;
pub use seat::{Astray, ContestSeat, Response};
pub use table::{ContestTable, Manners, Told};
