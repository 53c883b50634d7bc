//! Nakazawa (2018): a Catan player that passes on false information before it negotiates.
//!
//! People played one game against the base player and one against the player with the method. Here
//! simulated participants stand in for them, and the games of people are counted in the same way.

mod answers;
mod course;
mod figures;
mod guesses;
mod listeners;
mod negotiations;
mod people;
mod session;

use kakehiki_catan::{CATAN_OPTIONS, Catan};
use kakehiki_core::Settings;

pub use self::{
    answers::{Answer, Opponent, Questionnaire, Strategy},
    people::ParticipantError,
};
pub(crate) use self::{guesses::GUESSES, negotiations::NEGOTIATIONS};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/nakazawa2018.toml");

/// The options of the table at which all games of the paper are played.
const TABLE: [(&str, &str); 2] = [("rules", "nakazawa2018"), ("speaking", "on")];

/// The rules of all games.
fn game() -> Catan {
    Catan::new(&Settings::written("catan", &CATAN_OPTIONS, &TABLE))
}
