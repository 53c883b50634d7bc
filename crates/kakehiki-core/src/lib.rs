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
mod coding;
mod conformance;
mod file;
mod follower;
mod game;
mod log;
mod moments;
mod name;
mod nearest;
mod ongoing;
mod parameter;
mod plain_text;
mod play;
mod seat;
mod seed;
mod sheet;
mod tongue;
mod training;

pub use agent::{Agent, Candidate, Explanation, LazyView, Likelihood, WeighedDeal};
pub use catalogue::{Catalogue, QuickPlay, Recipe, Roster};
pub use clock::{Deadline, Effort, TIME, busy_time, median_seconds};
pub use coding::{Coded, Coder, CodingError, fill_seats, first_id, ids_between, seat_after};
pub use conformance::{Breach, Examined, Rebuilt, agent_conformance, conformance};
pub use file::{FolderError, prepare_folder, write_whole};
pub use follower::{Follower, OutOfStep, carry_on};
pub use game::{Game, Illegal, NoFact, NotationError, Observed, Sampler, Step, Turn};
pub use log::{Clock, Event, Header, LOG_VERSION, Log, LogError, LogWriter, Occupant};
pub use moments::Moments;
pub use name::{AgentKind, AgentName, Cast, CastPiece, NameError, Part};
pub use nearest::{nearest, possible};
pub use ongoing::{Awaited, Happening, Missing, OngoingGame, Record, Reply, Verdict};
pub use parameter::{Kind, Parameter, Preset, SettingError, Settings};
pub use plain_text::plain_text;
pub use play::{Seated, Witness, play};
pub use seat::{Ending, MAX_SEATS, Rewards, Seat, SeatSet};
pub use seed::{GameRng, Seed};
pub use sheet::{Piece, Sheet};
pub use tongue::Tongue;
pub use training::{CurvePoint, Trainer, TrainingError, TrainingOrder, TrainingOutcome};

/// The examples of the README run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
