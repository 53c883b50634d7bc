//! What everybody may know, spectators too.

use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    by_seat::BySeat,
    phase::Phase,
    players::Players,
    role::{Role, Team},
    rules::Werewolf,
    state::{Stage, State},
    view::Floor,
};

/// All that everybody may know at one moment, spectators too.
///
/// What was said and voted, who was executed and who was found dead on which day, is told by what
/// spectators see happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Public {
    /// What is going on; all parts of the night look alike.
    pub phase: Phase,
    /// The day, from 0.
    pub day: u8,
    /// Ballots already held about the execution in question.
    pub round: u8,
    /// Who lives.
    pub alive: Players,
    /// Who was executed or found dead.
    pub dead: Players,
    /// How far the talk has got.
    pub floor: Option<Floor>,
    /// Among whom chance will decide a tied execution, where votes are visible.
    pub tied: Players,
    /// Who was executed this evening.
    pub executed: Option<Seat>,
    /// All roles, once the game is over.
    pub roles: Option<BySeat<Role>>,
    /// Who won, once the game is over; nobody if it is undecided.
    pub winner: Option<Team>,
}

impl Werewolf {
    /// What everybody may know in a state.
    pub(super) fn publish(&self, state: &State) -> Public {
        let phase = Self::phase(state, None);
        let shows_tie = phase == Phase::Tie && self.options.shows_ballots();
        let is_over = state.stage == Stage::Over;
        Public {
            phase,
            day: state.day,
            round: if phase == Phase::Vote { state.round } else { 0 },
            alive: state.alive,
            dead: Players::first(self.options.players).without(state.alive),
            floor: self.floor(state, None),
            tied: if shows_tie { state.tied } else { Players::NONE },
            executed: state.executed,
            roles: is_over.then(|| BySeat::new(state.roles, self.options.players)),
            winner: state.winning_team(),
        }
    }
}
