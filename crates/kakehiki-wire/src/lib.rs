//! Doors: foreign programs sit at our table, ours sit at theirs.
//!
//! A door translates messages; rules stay in the games. Each protocol has two sides that know neither
//! sockets nor time, one for our table and one for a seat at a foreign one, so that recorded games can
//! be played over them; around them stand servers and clients. What comes from outside is bounded in
//! length and in time, once for all doors.
//!
//! # Examples
//!
//! A client of the Geister contests that is hosted by us:
//!
//! ```
//! use kakehiki_core::{Occupant, Seat, Settings};
//! use kakehiki_games::{Numbers, Open};
//! use kakehiki_geister::{GEISTER, GEISTER_OPTIONS};
//! use kakehiki_wire::{ContestTable, Manners};
//!
//! let rules = Open::new(&GEISTER, &Settings::defaults(&GEISTER_OPTIONS));
//! let seats = vec![Occupant::Program("mine".into()), Occupant::Agent("charge".into())];
//! let mut table = ContestTable::new(&rules, seats, Numbers::default(), Manners::default())?;
//! let told = table.heard(Seat::new(0), b"SET:ABCD");
//! assert_eq!(told[0].line, "OK ");
//! let told = table.go_on();
//! assert!(told[0].line.starts_with("MOV?14R24R34R44R"));
//! # Ok::<(), kakehiki_core::NameError>(())
//! ```

mod address;
mod aiwolf;
mod caller;
mod errand;
mod error;
mod geister;
mod hall;
mod joined;
mod jsettlers;
mod lines;
mod natural;
mod pace;
mod player;
mod reach;
mod socket;
mod village;

pub use address::{Address, AddressError};
pub use aiwolf::{
    Adrift, AiwolfHost, AiwolfJoin, AiwolfOptions, AiwolfSeat, AiwolfTable, Line, Next, Setting,
    join_aiwolf,
};
pub use error::{HostError, JoinError};
pub use geister::{
    Astray, ContestHost, ContestJoin, ContestOptions, ContestSeat, ContestTable, Manners, Told,
    join_contest,
};
pub use joined::{Joined, Outcome, Response};
pub use jsettlers::{JsettlersJoin, JsettlersSeat, Reaction, Unwelcome, join_jsettlers};
pub use lines::{LineBuffer, LineEnd, NoLine, Peer};
pub use natural::{
    NaturalHost, NaturalJoin, NaturalNext, NaturalOptions, NaturalSeat, NaturalSetting,
    NaturalTable, Profiles, ProfilesError, Secret, join_natural,
};
pub use pace::ThinkingTime;

/// The protocols by which programs that the arena starts may take a seat.
pub const INTERPRETERS: [kakehiki_games::Interpreter; 4] = {
    let [late, early] = aiwolf::INTERPRETERS;
    [late, early, natural::INTERPRETER, geister::INTERPRETER]
};

/// The name of a seat that waits for somebody outside.
pub const EXTERNAL: &str = "external";

/// What becomes of a program that misbehaves.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
pub enum Faults {
    /// It costs only its own seat, and what the original servers break down over is mended.
    #[default]
    Forgiving,
    /// As at the original servers.
    Original,
}

/// Lets the example of the readme run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
