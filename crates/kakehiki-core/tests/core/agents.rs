//! Agents for the tests: random ones that a test can make do something else.

use std::{
    panic,
    sync::{Arc, Mutex, Once},
};

use kakehiki_core::{
    Agent, GameRng, Happening, LazyView, OngoingGame, Record, Seat, Seed, Witness, play,
};
use rand::RngExt;

use crate::toy::{Action, SEATS, Sight, State, Toy, View};

type Decide = dyn FnMut(&View, &[Action], &mut GameRng) -> Option<Action> + Send;
type Hear = dyn FnMut(&View, &Sight) + Send;
type Sit = dyn FnMut(Seat) + Send;

/// An agent that takes anything from the menu, unless a test has it do something else.
pub struct Puppet {
    decide: Box<Decide>,
    hear: Box<Hear>,
    sit: Box<Sit>,
}

impl Puppet {
    pub fn new() -> Self {
        Self { decide: Box::new(|_, _, _| None), hear: Box::new(|_, _| {}), sit: Box::new(|_| {}) }
    }

    /// Decides so; `None` is anything from the menu.
    pub fn deciding(
        self,
        decide: impl FnMut(&View, &[Action], &mut GameRng) -> Option<Action> + Send + 'static,
    ) -> Self {
        Self { decide: Box::new(decide), ..self }
    }

    pub fn hearing(self, hear: impl FnMut(&View, &Sight) + Send + 'static) -> Self {
        Self { hear: Box::new(hear), ..self }
    }

    pub fn sitting(self, sit: impl FnMut(Seat) + Send + 'static) -> Self {
        Self { sit: Box::new(sit), ..self }
    }
}

impl Agent<Toy> for Puppet {
    fn sit(&mut self, seat: Seat) {
        (self.sit)(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        (self.decide)(view, menu, rng).unwrap_or_else(|| menu[rng.random_range(0..menu.len())])
    }

    fn hear(&mut self, view: &LazyView<'_, Toy>, sight: &Sight) {
        (self.hear)(view, sight);
    }
}

pub type Agents = Vec<Box<dyn Agent<Toy>>>;

/// A table of random agents.
pub fn random_agents() -> Agents {
    (0..SEATS).map(|_| Box::new(Puppet::new()) as Box<dyn Agent<Toy>>).collect()
}

/// A table where all but one agent are random.
pub fn agents_with(seat: Seat, puppet: Puppet) -> Agents {
    let mut agents = random_agents();
    agents[seat.index()] = Box::new(puppet);
    agents
}

/// A list that agents and tests share.
#[derive(Debug)]
pub struct Notes<T>(Arc<Mutex<Vec<T>>>);

impl<T> Clone for Notes<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Notes<T> {
    pub fn new() -> Self {
        Self(Arc::default())
    }

    pub fn push(&self, note: T) {
        self.0.lock().unwrap().push(note);
    }

    pub fn take(&self) -> Vec<T> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Keeps all that happened, with the state it led to.
#[derive(Default)]
pub struct Keeper(pub Vec<(Happening<Toy>, State)>);

impl Witness<Toy> for Keeper {
    fn saw(&mut self, happening: &Happening<Toy>, after: &OngoingGame<Toy>) {
        self.0.push((happening.clone(), after.state().clone()));
    }
}

impl Keeper {
    pub fn happenings(&self) -> Vec<&Happening<Toy>> {
        self.0.iter().map(|(happening, _)| happening).collect()
    }
}

/// Plays the game of a seed and keeps all that happened.
pub fn watch(agents: &mut Agents, seed: u64) -> (Record, Keeper) {
    let mut keeper = Keeper::default();
    let record = play(&Toy, agents, Seed::experiment(seed), &mut keeper);
    (record, keeper)
}

const ON_PURPOSE: &str = "a panic on purpose";

/// Panics as a broken agent would, without a word on the terminal.
pub fn panic_on_purpose() -> ! {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if info.payload_as_str() != Some(ON_PURPOSE) {
                loud(info);
            }
        }));
    });
    panic!("{ON_PURPOSE}");
}
