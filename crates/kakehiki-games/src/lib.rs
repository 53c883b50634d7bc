//! The list of games behind one object-safe interface; the only place that matches on a game's
//! name.
//!
//! # Examples
//!
//! ```
//! use kakehiki_core::Settings;
//!
//! let geister = kakehiki_games::find("geister")?;
//! let table = geister.open(&Settings::defaults(geister.options()));
//! assert_eq!(table.seats(), 2);
//! # Ok::<(), kakehiki_games::UnknownGame>(())
//! ```

mod batch;
mod bot;
mod coding;
mod desk;
mod external;
mod guest;
mod insight;
mod lines;
mod lobby;
mod ongoing;
mod outside;
mod position;
mod program;
mod schema;
mod speech_act;
mod standing;
mod table;

use kakehiki_core::{Trainer, possible};

pub use batch::{AnyBatch, BatchArrays, BatchOrder, LaneMatch, NO_STEP, RANDOM_ENTRY};
pub use bot::AnyBot;
pub use coding::{AnyCoding, AnyView, IdRefused, LegalIds, Playable};
pub use external::{
    Check, Interpreter, OUT, Outsider, Posting, count_out, external, interpret, is_external,
};
pub use guest::{GUEST_PREFIX, Guest, GuestError, GuestMaker, guest, guests, invite, make_guest};
pub use insight::{Believed, WinRates};
pub use lines::{Ended, PROTOCOL, converse};
pub use lobby::{Lobby, Visitor, WELCOME, is_open};
pub use ongoing::{Answer, AnyOngoing, Menu, Observer, Ongoing, Outcome, Refused, Seen, Waiting};
pub use position::{AnyPosition, Next, Path, PositionOrder};
pub use program::{Process, StartError};
pub use schema::log_schema;
pub use speech_act::{SpeechAct, speech_act, telling};
pub use standing::Standing;
pub use table::{AnyGame, Fixture, Numbers, Open, ResumeError, Table};

/// All games there are.
pub static GAMES: &[&dyn AnyGame] = &[
    &kakehiki_geister::GEISTER,
    &kakehiki_geister::NEGOGEISTER,
    &kakehiki_catan::CATAN,
    &kakehiki_monopoly::MONOPOLY,
    &kakehiki_werewolf::WEREWOLF,
];

/// The games whose speed is measured when none is named: NEGOGeister plays out as Geister does.
pub static BENCHED: &[&dyn AnyGame] = &[
    &kakehiki_geister::GEISTER,
    &kakehiki_catan::CATAN,
    &kakehiki_monopoly::MONOPOLY,
    &kakehiki_werewolf::WEREWOLF,
];

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown game {name:?}; {}", possible(name, &GAMES.iter().map(|game| game.name()).collect::<Vec<_>>()))]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: String,
}

/// The game of this name.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<&'static dyn AnyGame, UnknownGame> {
    let mut games = GAMES.iter().copied();
    games.find(|game| game.name() == name).ok_or_else(|| UnknownGame { name: name.to_owned() })
}

/// The game of this name has nobody who learns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} has no agent that learns; games that have: {}", trainable().join(", "))]
pub struct Untrainable {
    /// The game.
    pub game: &'static str,
}

/// The names of the games with agents that learn.
fn trainable() -> Vec<&'static str> {
    GAMES.iter().filter(|game| game.trainer().is_some()).map(|game| game.name()).collect()
}

/// How a game trains its agents.
///
/// # Errors
/// If it has none that learn.
pub fn trainer(game: &dyn AnyGame) -> Result<Trainer, Untrainable> {
    game.trainer().ok_or(Untrainable { game: game.name() })
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
