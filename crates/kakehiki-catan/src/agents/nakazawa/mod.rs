//! The players of Nakazawa (2018): the base player aims at one building, collects the cards for it,
//! and asks others for what it misses; the presenting one makes statements, some of them false, before
//! it negotiates; and one that stands in for the people who played against both.
//!
//! Values are whole numbers, so that equal ones compare as equal: resources count in tenths and land
//! in hundredths. Where the paper leaves something open, the comment beside it says what was chosen.

mod base;
mod cards;
mod goal;
mod land;
mod need;
mod presenting;
mod robber;
mod simulated;
mod trading;

pub(super) use base::NakazawaBase;
pub use base::nakazawa_wanted;
pub(super) use presenting::NakazawaPresenting;
pub(super) use simulated::Simulated;
