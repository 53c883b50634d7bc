//! Games small enough to be solved by hand, and the plumbing that makes them games.

use std::{fmt, hash::Hash, str::FromStr};

use kakehiki_core::{Game, GameRng, Illegal, NotationError, Turn};
use rand::RngExt;

pub mod race;

/// An action or an outcome of a toy: a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pick(pub u8);

impl fmt::Display for Pick {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for Pick {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let error = |_| NotationError { text: text.to_owned(), expected: "a number" };
        text.parse().map(Self).map_err(error)
    }
}

/// The outcomes of chance with their probabilities.
pub type Odds = &'static [(Pick, f64)];

/// The six faces of a die.
pub const DIE: Odds = &[
    (Pick(1), 1.0 / 6.0),
    (Pick(2), 1.0 / 6.0),
    (Pick(3), 1.0 / 6.0),
    (Pick(4), 1.0 / 6.0),
    (Pick(5), 1.0 / 6.0),
    (Pick(6), 1.0 / 6.0),
];

/// The part of a game's rules in which toys differ.
pub trait Toy: Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    const SEATS: usize = 2;

    fn start(&self) -> Self::State;
    fn turn(&self, state: &Self::State) -> Turn;
    /// The choices of the seat to act.
    fn picks(&self, state: &Self::State, menu: &mut Vec<Pick>);
    /// What may fall, where chance has to.
    fn odds(&self, _state: &Self::State) -> Odds {
        &[]
    }
    /// Moves on by a choice or an outcome.
    fn apply(&self, state: &mut Self::State, pick: Pick);
    fn clock(&self, _state: &Self::State) -> u32 {
        0
    }
}

/// A toy as a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Of<T>(pub T);

impl<T: Toy> Game for Of<T> {
    type State = T::State;
    type Action = Pick;
    type Chance = Pick;

    fn seats(&self) -> usize {
        T::SEATS
    }

    fn start(&self) -> T::State {
        self.0.start()
    }

    fn turn(&self, state: &T::State) -> Turn {
        self.0.turn(state)
    }

    fn menu(&self, state: &T::State, menu: &mut Vec<Pick>) {
        menu.clear();
        if matches!(self.turn(state), Turn::Seat(_)) {
            self.0.picks(state, menu);
        }
    }

    fn check(&self, state: &T::State, action: &Pick) -> Result<(), Illegal> {
        let mut menu = Vec::new();
        self.menu(state, &mut menu);
        if menu.contains(action) { Ok(()) } else { Err(Illegal(format!("{action} is no choice"))) }
    }

    fn play_unchecked(&self, state: &mut T::State, action: &Pick) {
        self.0.apply(state, *action);
    }

    fn draw(&self, state: &T::State, rng: &mut GameRng) -> Pick {
        let mut point: f64 = rng.random();
        let odds = self.0.odds(state);
        for (pick, probability) in odds {
            point -= probability;
            if point < 0.0 {
                return *pick;
            }
        }
        odds[odds.len() - 1].0
    }

    fn chances(&self, state: &T::State) -> Vec<(Pick, f64)> {
        self.0.odds(state).to_vec()
    }

    fn check_chance(&self, state: &T::State, chance: &Pick) -> Result<(), Illegal> {
        if self.0.odds(state).iter().any(|(pick, _)| pick == chance) {
            Ok(())
        } else {
            Err(Illegal(format!("{chance} cannot fall")))
        }
    }

    fn resolve_unchecked(&self, state: &mut T::State, chance: &Pick) {
        self.0.apply(state, *chance);
    }

    fn clock(&self, state: &T::State) -> u32 {
        self.0.clock(state)
    }

    fn snapshot(&self, state: &T::State) -> String {
        format!("{state:?}")
    }

    fn restore(&self, text: &str) -> Result<T::State, NotationError> {
        Err(NotationError { text: text.to_owned(), expected: "anything: toys are not restored" })
    }

    fn picture(&self, state: &T::State) -> String {
        self.snapshot(state)
    }
}
