//! A seat for language models: any assistant that knows the Model Context Protocol plays any of the
//! games, over standard input and output.
//!
//! A [`Session`] holds the tables of one assistant and answers its tools; it knows no protocol, so that
//! it can be tested as it is. [`serve`] puts it behind one. All that an assistant is told is made from
//! what its own seat may know, as for everybody else.
//!
//! # Examples
//!
//! ```
//! use kakehiki_mcp::{Options, Session};
//! use serde_json::json;
//!
//! let mut session = Session::new(Options::default());
//! let order = json!({ "game": "geister", "opponents": ["random"], "seed": 7 });
//! let opened = session.call("open_table", order)?;
//! assert_eq!(opened["waiting_for"], "you");
//! let acted = session.call("act", json!({ "table": opened["table"], "action": "set:ABCD" }))?;
//! assert_eq!(acted["waiting_for"], "you");
//! # Ok::<(), kakehiki_mcp::Problem>(())
//! ```

mod arguments;
mod place;
mod server;
mod session;
mod tools;

pub use server::{ServeError, serve};
pub use session::{LONGEST_ANSWER, Options, Problem, Session};
pub use tools::{TOOLS, Tool};

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
