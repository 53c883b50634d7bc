//! Positions with a trade to answer: from self-play, from templates and at random, with what playouts say of
//! them. They are data: one JSON object a line, made again from their seeds at any time.

mod random;
mod self_play;
mod template;
mod truth;
mod variation;

use kakehiki_core::{Game, Illegal};
use serde::{Deserialize, Serialize};

pub use self::{
    random::random_position,
    self_play::{self_play_position, self_play_state},
    template::Template,
    truth::{Counts, Label, Truth, WeighedPosition, label, truth, weigh},
};
use crate::rules::{Action, Arrangement, Deal, Monopoly, State};

/// A position in which somebody has to answer a trade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// What it is called.
    pub name: String,
    /// Where it comes from and what is special about it.
    pub tags: Vec<String>,
    /// The number of the experiment that it was drawn from; absent for what was made by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The position at the start of the proposer's turn.
    pub position: Arrangement,
    /// The trade in its notation.
    pub deal: String,
}

impl Position {
    /// Sets the position up with the trade on the table.
    ///
    /// # Errors
    /// If position or trade are not possible at this table.
    pub fn open(&self, game: &Monopoly) -> Result<(State, Deal), Illegal> {
        let deal: Deal = self.deal.parse().map_err(|error| Illegal(format!("{error}")))?;
        let mut state = game.arrange(&self.position)?;
        game.play(&mut state, &Action::Propose(deal))?;
        Ok((state, deal))
    }

    /// The position as one line of JSON.
    pub fn to_line(&self) -> String {
        // Strings and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line of JSON.
    ///
    /// # Errors
    /// Says what is wrong with the line and where.
    pub fn from_line(line: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(line)
    }
}
