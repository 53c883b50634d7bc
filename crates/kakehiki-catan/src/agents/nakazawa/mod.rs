//! The base player of Nakazawa (2018): it aims at one building, collects the cards for it, and asks
//! others for what it misses.
//!
//! Values are whole numbers, so that equal ones compare as equal: resources count in tenths and land
//! in hundredths. Where the paper leaves something open, the comment beside it says what was chosen.

mod base;
mod cards;
mod goal;
mod land;
mod need;
mod robber;
mod trading;

pub(super) use base::NakazawaBase;
