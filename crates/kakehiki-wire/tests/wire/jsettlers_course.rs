//! The course of a game at the small server of JSettlers, by our rules.

use kakehiki_catan::{Action, Catan, Chance, State};
use kakehiki_core::{Game, GameRng, Illegal, OngoingGame, Record, Reply, Seed, Turn};

/// A game as it is played everywhere, or one that was recorded, in which servers end turns too.
pub enum Course {
    Ours(Box<OngoingGame<Catan>>),
    Recorded(Box<Recorded>),
}

pub struct Recorded {
    catan: Catan,
    state: State,
    /// For the cards that nobody ever saw.
    rng: GameRng,
}

impl Course {
    /// A game that is played for the first time.
    pub fn new(game: OngoingGame<Catan>) -> Self {
        Self::Ours(Box::new(game))
    }

    /// A game whose course is known.
    pub fn recorded(catan: Catan) -> Self {
        let (state, rng) = (catan.start(), Seed::experiment(1).rng());
        Self::Recorded(Box::new(Recorded { catan, state, rng }))
    }

    fn catan(&self) -> &Catan {
        match self {
            Self::Ours(game) => game.game(),
            Self::Recorded(game) => &game.catan,
        }
    }

    pub fn state(&self) -> &State {
        match self {
            Self::Ours(game) => game.state(),
            Self::Recorded(game) => &game.state,
        }
    }

    /// Who has to do something next.
    pub fn turn(&self) -> Turn {
        self.catan().turn(self.state())
    }

    pub fn menu(&self) -> Vec<Action> {
        let mut menu = Vec::new();
        self.catan().menu(self.state(), &mut menu);
        menu
    }

    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        self.catan().check(self.state(), action)
    }

    /// What an action would lead to, if it is legal.
    pub fn after(&self, action: &Action) -> Option<State> {
        let mut state = self.state().clone();
        self.catan().play(&mut state, action).is_ok().then_some(state)
    }

    /// Takes an action, which has to be legal.
    pub fn act(&mut self, action: Action) {
        self.check(&action).unwrap_or_else(|error| panic!("{action}: {error}"));
        match self {
            Self::Ours(game) => drop(game.answer(Reply::Action(action)).unwrap()),
            Self::Recorded(game) => game.catan.play_unchecked(&mut game.state, &action),
        }
    }

    /// Ends a turn whatever is still to be done in it, the roll included.
    pub fn cut_turn(&mut self) {
        let Self::Recorded(game) = self else { panic!("only recorded turns are cut") };
        game.catan.play_unchecked(&mut game.state, &Action::End);
    }

    /// Lets chance fall, as it is known to or as the seed has it.
    pub fn draw(&mut self, known: Option<Chance>) {
        match (self, known) {
            (Self::Ours(game), None) => drop(game.draw()),
            (Self::Ours(_), Some(chance)) => panic!("{chance} of a game that is not recorded"),
            (Self::Recorded(game), known) => {
                let Recorded { catan, state, rng } = &mut **game;
                let chance = known.unwrap_or_else(|| catan.draw(state, rng));
                let done = catan.resolve(state, &chance);
                done.unwrap_or_else(|error| panic!("{chance}: {error}"));
            }
        }
    }

    /// How a game ended that was no recorded one.
    pub fn record(self) -> Option<Record> {
        match self {
            Self::Ours(game) => game.record(),
            Self::Recorded(_) => None,
        }
    }
}
