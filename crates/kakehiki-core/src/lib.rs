//! Games, seats, views, agents, matches, seeds and event logs: what everything in Kakehiki stands
//! on.
//!
//! A game implements [`Game`] (its rules) and [`Observed`] (what each seat may know). Agents get
//! views and answer with actions; [`play`] seats them at a table and keeps score. Everything random
//! follows from a [`Seed`].
//!
//! # Examples
//!
//! Agents are named by text that round-trips:
//!
//! ```
//! use kakehiki_core::AgentName;
//!
//! let name: AgentName = "uct( playouts=1000 )+rule".parse()?;
//! assert_eq!(name.to_string(), "uct(playouts=1000)+rule");
//! # Ok::<(), kakehiki_core::NameError>(())
//! ```

mod agent;
mod catalogue;
mod clock;
mod conformance;
mod game;
mod log;
mod name;
mod parameter;
mod play;
mod seat;
mod seed;
mod training;

pub use agent::{Agent, Candidate, Explanation};
pub use catalogue::Catalogue;
pub use clock::busy_time;
pub use conformance::{Breach, Examined, conformance};
pub use game::{Game, Illegal, NotationError, Observed, Step, Turn};
pub use log::{Event, Header, LOG_VERSION, Log, LogError, LogWriter};
pub use name::{AgentKind, AgentName, Cast, CastPiece, NameError, Part};
pub use parameter::{Kind, Parameter, Preset, SettingError, Settings};
pub use play::{Happening, Record, Verdict, Witness, play};
pub use seat::{Ending, MAX_SEATS, Rewards, Seat, SeatSet};
pub use seed::{GameRng, Seed};
pub use training::{CurvePoint, Trainer, TrainingError, TrainingOrder, TrainingOutcome};

/// The examples of the README run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
