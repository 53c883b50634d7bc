//! Those who sit at the table.

use serde::{Deserialize, Serialize};

use crate::{GameRng, Observed, Seat};

/// A player: it gets views and answers with actions.
///
/// What an agent remembers is a function of its seed and of what it heard, its own actions
/// included. An agent that is rebuilt from its name and its seed and hears the same sights again
/// therefore goes on as if nothing had happened.
pub trait Agent<G: Observed>: Send {
    /// Takes a seat for a new game. Within a match the same agent plays game after game and may
    /// keep what it learned.
    fn sit(&mut self, _seat: Seat) {}

    /// Chooses an action: usually one of the `menu`, though anything legal will do.
    ///
    /// `rng` is fresh for every decision and the same whenever the same decision of the same game
    /// is played again.
    fn decide(&mut self, view: &G::View, menu: &[G::Action], rng: &mut GameRng) -> G::Action;

    /// Hears what happened, its own actions included; `view` is what it may know afterwards.
    fn hear(&mut self, _view: &G::View, _sight: &G::Sight) {}

    /// What the agent thinks of a position, for people to look at.
    fn explain(&self, _view: &G::View) -> Option<Explanation> {
        None
    }
}

/// An agent's thoughts: what it weighed and how sure it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The candidates of the last decision, best first.
    pub candidates: Vec<Candidate>,
    /// Beliefs about hidden facts: a fact in words and its probability.
    pub beliefs: Vec<(String, f64)>,
}

/// An action an agent weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The action's notation.
    pub action: String,
    /// Its estimated reward, 0 to 1.
    pub value: f64,
    /// How many playouts or visits the estimate rests on.
    pub samples: u64,
}
