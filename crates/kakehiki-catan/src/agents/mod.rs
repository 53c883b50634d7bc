//! Those who play Catan, by name.

use kakehiki_core::{Agent, AgentKind, Cast, GameRng, Part, Seed};
use rand::RngExt;

use crate::rules::{Action, Catan, View};

/// The agents of Catan.
pub static CATAN_AGENTS: [AgentKind; 1] = [AgentKind {
    name: "random",
    part: Part::Moves,
    parameters: &[],
    help: "chooses uniformly from every menu",
}];

/// Makes an agent from a name that was checked against [`CATAN_AGENTS`].
pub(crate) fn seat(_game: &Catan, _cast: &Cast, _seed: Seed) -> Box<dyn Agent<Catan>> {
    Box::new(Random)
}

/// Chooses uniformly from every menu.
struct Random;

impl Agent<Catan> for Random {
    fn decide(&mut self, _view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        menu[rng.random_range(0..menu.len())]
    }
}
