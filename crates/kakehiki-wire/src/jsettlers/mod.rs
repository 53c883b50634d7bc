//! JSettlers: a message behind its length, a connection for any number of games.

mod board;
mod join;
mod message;
mod play;
mod rules;
mod seat;
mod trade;

pub use join::{JsettlersJoin, join_jsettlers};
pub use seat::{JsettlersSeat, Reaction, Unwelcome};
