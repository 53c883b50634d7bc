//! What a game crate offers to the rest: its options and its agents, by name.

use crate::{Agent, AgentKind, Cast, Observed, Parameter, Seed, Settings, Trainer};

/// One game as people know it: a name, rule options, and the agents that play it.
pub struct Catalogue<G: Observed> {
    /// The name on the command line.
    pub name: &'static str,
    /// One sentence on the game.
    pub help: &'static str,
    /// The rule options with their defaults.
    pub options: &'static [Parameter],
    /// Makes the rules from checked options.
    pub configure: fn(&Settings) -> G,
    /// The agents, and the parts agents are composed of.
    pub agents: &'static [AgentKind],
    /// Checks what only the game can check of a name whose parameters are right, such as whether a
    /// file of learned values fits the options.
    pub vet: fn(&G, &Cast) -> Result<(), String>,
    /// Makes an agent from a name that was vetted; all its randomness outside decisions comes from the
    /// seed.
    pub seat: fn(&G, &Cast, Seed) -> Box<dyn Agent<G>>,
    /// The position that move counts begin from.
    pub opening: fn(&G) -> G::State,
    /// Measures speed on the running core: the object of named figures of `kakehiki bench`.
    pub bench: fn() -> serde_json::Value,
    /// How agents are trained, if the game has any that learn.
    pub trainer: Option<Trainer>,
}

// Derived, these would ask the game itself to be copyable.
#[expect(clippy::expl_impl_clone_on_copy, reason = "a derive would bound the game's type")]
impl<G: Observed> Clone for Catalogue<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Observed> Copy for Catalogue<G> {}
