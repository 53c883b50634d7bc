//! The table in the browser: a server of matches, pages and an API for programs.
//!
//! One task holds one match; agents think on threads of their own; every line of a log is on the disk
//! before anybody hears of it. All that goes out is made from a [`Look`], which holds what one
//! observer may know.
//!
//! # Examples
//!
//! ```no_run
//! use kakehiki_web::{Options, serve};
//!
//! serve(Options { port: 8080, ..Options::default() })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod assets;
mod channel;
mod error;
mod guard;
mod insight;
mod load;
mod look;
mod match_id;
mod match_task;
mod matches;
mod message;
mod options;
mod order;
mod pages;
mod position;
mod rate;
mod server;
mod socket;
mod state;
mod store;
mod study;
mod thinker;
mod token;

pub use api::look_json;
pub use assets::href;
pub use error::{Refusal, ServeError};
pub use load::{Load, LoadFigures, Spread, load, patched};
pub use look::{Facts, Look, Said};
pub use match_id::{MatchId, NoMatchId};
pub use matches::{Act, Control, Extras, Hold, MatchHandle, Summary, Undo};
pub use message::Message;
pub use options::{Options, StudyOptions};
pub use order::{NewClock, NewMatch, NewSeat, NewSeatKind, Pace, begin_log, clean_name};
pub use position::Position;
pub use server::{Server, app, serve};
pub use state::{AppState, Created};
pub use token::{NoToken, Token};

/// Lets the example of the readme be compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
