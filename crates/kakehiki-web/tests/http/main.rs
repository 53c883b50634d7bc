//! The server from outside, without a browser.

mod client;
mod corpus;
mod guards;
mod hidden;
mod hostile;
mod play;
mod reconnect;
mod restart;
mod undo;
