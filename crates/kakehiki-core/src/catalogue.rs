//! What a game crate offers to the rest: its options and its agents, by name.

use crate::{
    Agent, AgentKind, AgentName, Cast, Effort, Game, GameRng, NameError, Observed, Parameter,
    Rewards, Seed, Settings, Trainer,
};

/// Makes an agent whenever one sits down; all its randomness outside decisions comes from the seed.
pub type Recipe<G> = Box<dyn Fn(Seed) -> Box<dyn Agent<G>> + Send + Sync>;

/// How a position of a game is played to its end in no time, to tell what it is worth.
pub struct QuickPlay<G: Game> {
    /// Who plays for all seats, as the agents and playouts of the game are named.
    pub by: &'static str,
    /// Plays the position to its end and says what it came to.
    pub play: fn(&G, &mut G::State, &mut GameRng) -> Rewards,
}

/// The agents of a game: a list in which each kind carries what it is made by.
pub trait Roster<G: Observed>: Sync {
    /// The kinds there are.
    fn kinds(&self) -> Vec<&'static AgentKind>;

    /// Prepares an agent of a name that was checked against [`kinds`](Self::kinds). What is
    /// expensive, such as reading a file of learned values, is done here, once for many agents.
    ///
    /// # Errors
    /// If the agent cannot play this game with the options chosen.
    fn prepare(&self, game: &G, cast: &Cast) -> Result<Recipe<G>, String>;
}

/// One game as people know it: a name, rule options, and the agents that play it.
pub struct Catalogue<G: Observed> {
    /// The name on the command line.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// One sentence on the game.
    pub help: &'static str,
    /// The rule options with their defaults.
    pub options: &'static [Parameter],
    /// The option that says how many sit at the table, if the game leaves the number open.
    pub players: Option<&'static str>,
    /// Makes the rules from checked options.
    pub configure: fn(&Settings) -> G,
    /// The agents, and the parts agents are composed of, with what they are made by.
    pub roster: &'static dyn Roster<G>,
    /// The position that move counts begin from.
    pub opening: fn(&G) -> G::State,
    /// How positions are played out for those who look on.
    pub quick_play: QuickPlay<G>,
    /// Measures speed on the running core: the object of named figures of `kakehiki bench`.
    pub bench: fn(Effort) -> serde_json::Value,
    /// How agents are trained, if the game has any that learn.
    pub trainer: Option<Trainer>,
    /// The strongest agents by the time that they have for a decision, as far as that was measured.
    pub strongest: &'static [&'static str],
}

// Derived, these would ask the game itself to be copyable.
#[expect(clippy::expl_impl_clone_on_copy, reason = "a derive would bound the game's type")]
impl<G: Game> Clone for QuickPlay<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for QuickPlay<G> {}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derive would bound the game's type")]
impl<G: Observed> Clone for Catalogue<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Observed> Copy for Catalogue<G> {}

impl<G: Observed> Catalogue<G> {
    /// Prepares the agent of a name.
    ///
    /// # Errors
    /// If the game knows no such agent, or it cannot play with the options chosen.
    pub fn prepare(&self, game: &G, name: &AgentName) -> Result<Recipe<G>, NameError> {
        let cast = name.cast(&self.roster.kinds())?;
        let unfit = |problem| NameError::Unfit { text: name.to_string(), problem };
        self.roster.prepare(game, &cast).map_err(unfit)
    }

    /// An agent by its name, for tests and tools that need one only.
    ///
    /// # Errors
    /// As [`prepare`](Self::prepare), and if the text is not the form of a name.
    pub fn agent(&self, game: &G, name: &str, seed: Seed) -> Result<Box<dyn Agent<G>>, NameError> {
        Ok(self.prepare(game, &name.parse()?)?(seed))
    }
}
