//! Those who sit at the table.

use std::{cell::OnceCell, ops::Deref};

use schemars::JsonSchema;
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
    fn hear(&mut self, _view: &LazyView<'_, G>, _sight: &G::Sight) {}

    /// What the agent thinks of a position, for people to look at.
    fn explain(&self, _view: &G::View) -> Option<Explanation> {
        None
    }
}

/// What a seat may know, made when it is looked at: most agents do not look every time.
///
/// It gives nothing but the view.
pub struct LazyView<'a, G: Observed> {
    source: Source<'a, G>,
    made: OnceCell<G::View>,
}

enum Source<'a, G: Observed> {
    Table { game: &'a G, state: &'a G::State, memory: &'a G::Memory, seat: Seat },
    Made(&'a G::View),
}

impl<'a, G: Observed> LazyView<'a, G> {
    /// What `seat` may know in a state.
    pub fn new(game: &'a G, state: &'a G::State, memory: &'a G::Memory, seat: Seat) -> Self {
        Self { source: Source::Table { game, state, memory, seat }, made: OnceCell::new() }
    }

    /// A view that is there already.
    pub fn made(view: &'a G::View) -> Self {
        Self { source: Source::Made(view), made: OnceCell::new() }
    }
}

impl<G: Observed> Deref for LazyView<'_, G> {
    type Target = G::View;

    fn deref(&self) -> &G::View {
        match &self.source {
            Source::Made(view) => view,
            Source::Table { game, state, memory, seat } => {
                self.made.get_or_init(|| game.view(state, memory, *seat))
            }
        }
    }
}

/// An agent's thoughts: what it weighed and how sure it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// The candidates of the last decision, best first.
    pub candidates: Vec<Candidate>,
    /// Beliefs about what is hidden.
    pub beliefs: Vec<Likelihood>,
    /// The deals of the last decision, if it was about deals, in the order they were weighed.
    pub deals: Vec<WeighedDeal>,
}

/// A deal that an agent weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WeighedDeal {
    /// What it says.
    pub deal: String,
    /// What the agent has without the deal and with it, in any one unit.
    pub own: [f64; 2],
    /// What its partner has without the deal and with it, as the agent sees it.
    pub partner: [f64; 2],
    /// How many playouts these figures rest on; 0 for a rule.
    pub samples: u64,
}

/// An action an agent weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Candidate {
    /// The action's notation.
    pub action: String,
    /// Its estimated reward, 0 to 1.
    pub value: f64,
    /// How many playouts or visits the estimate rests on.
    pub samples: u64,
}

/// How likely an agent holds a fact to be true.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Likelihood {
    /// The fact's notation.
    pub fact: String,
    /// From 0 to 1.
    pub probability: f64,
}
