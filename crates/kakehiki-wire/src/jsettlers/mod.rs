//! JSettlers: a message behind its length, a connection for any number of games.

mod act;
mod board;
mod command;
mod join;
mod message;
mod play;
mod rules;
mod seat;
mod state;
mod trade;

pub use join::{JsettlersJoin, join_jsettlers};
pub use seat::{JsettlersSeat, Reaction, Unwelcome};
