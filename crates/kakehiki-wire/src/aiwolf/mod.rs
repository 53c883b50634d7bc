//! The AIWolf contests: a server that asks, clients that answer, one connection for a series of games.

mod day;
mod errand;
mod heard;
mod host;
mod join;
mod packet;
mod perceived;
mod scribe;
mod seat;
mod table;
mod village;
mod villager;

use kakehiki_werewolf::Language;

use crate::Faults;

pub(crate) use errand::INTERPRETERS;
pub use host::{AiwolfHost, AiwolfOptions};
pub use join::{AiwolfJoin, join_aiwolf};
pub(crate) use perceived::perceived;
pub use seat::{Adrift, AiwolfSeat};
pub use table::{AiwolfTable, Next};
pub(crate) use villager::Villager;

/// A line of releases of the original programs.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumString, strum::VariantNames,
)]
pub enum Line {
    /// Of the contests of 2017 and 2018, for which most published agents were written.
    #[strum(serialize = "aiwolf-0.4")]
    Early,
    /// Of later contests.
    #[strum(serialize = "aiwolf-0.6")]
    Late,
}

impl Line {
    /// The language of its programs.
    const fn language(self) -> Language {
        match self {
            Self::Early => Language::Early,
            Self::Late => Language::Late,
        }
    }
}

/// What is the same in all games of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What its clients are used to.
    pub line: Line,
    /// The seed that clients are shown.
    pub seed: i64,
    /// How long clients have for an answer, in milliseconds.
    pub time_limit: u64,
    /// What becomes of what the original servers break down over or misread.
    pub faults: Faults,
}
