//! What the rules of a game are, and what each seat may know of it.

use std::{
    fmt::{self, Debug, Display},
    hash::Hash,
    str::FromStr,
};

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Ending, GameRng, Seat};

/// Who has to do something next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat chooses an action.
    Seat(Seat),
    /// Dice, a card, a theft: chance chooses an outcome.
    Chance,
    /// Nobody: the game is over.
    Over(Ending),
}

/// Why an action or a chance outcome was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Illegal(pub String);

/// Why a text is not the notation of anything.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not {expected}")]
pub struct NotationError {
    /// The text that could not be read.
    pub text: String,
    /// What would have been right.
    pub expected: &'static str,
}

/// One step of a game: somebody acts, or chance falls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step<G: Game> {
    /// A seat's choice.
    Action(Seat, G::Action),
    /// An outcome of chance.
    Chance(G::Chance),
}

/// The exact rules of one game with its options chosen.
///
/// A value of the implementing type holds the options; the [`State`](Self::State) is plain data
/// that the rules move forward. State holds what the rules need to go on, never the history.
pub trait Game: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The full truth about a position: small, heap-free, cheap to clone.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A structured choice of a seat, with a text notation that round-trips.
    type Action: Clone
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static;
    /// An outcome of chance, with a text notation that round-trips.
    type Chance: Clone
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static;

    /// The number of seats at the table.
    fn seats(&self) -> usize;

    /// The position before anything has happened.
    fn start(&self) -> Self::State;

    /// Who has to do something next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces `menu` by the actions that search and random play choose from: all legal ones where
    /// they can be listed, a bounded documented part where they cannot. Never empty while a seat
    /// has to act.
    fn menu(&self, state: &Self::State, menu: &mut Vec<Self::Action>);

    /// Whether the menu holds every legal action here.
    fn menu_is_complete(&self, _state: &Self::State) -> bool {
        true
    }

    /// Whether the seat to act may choose `action`: the authority on legality, on the menu or not.
    ///
    /// # Errors
    /// Says what forbids it, in words that hold no hidden fact.
    fn check(&self, state: &Self::State, action: &Self::Action) -> Result<(), Illegal>;

    /// Plays an action that is known to be legal. An illegal one leaves an unspecified state, but
    /// never panics or breaks memory safety.
    fn play_unchecked(&self, state: &mut Self::State, action: &Self::Action);

    /// Plays an action if it is legal; otherwise the state stays as it was.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    fn play(&self, state: &mut Self::State, action: &Self::Action) -> Result<(), Illegal> {
        self.check(state, action)?;
        self.play_unchecked(state, action);
        Ok(())
    }

    /// Draws an outcome with its true probability. Called only when it is [`Turn::Chance`].
    fn draw(&self, state: &Self::State, rng: &mut GameRng) -> Self::Chance;

    /// Every outcome with its probability; the probabilities add up to one.
    fn chances(&self, state: &Self::State) -> Vec<(Self::Chance, f64)>;

    /// Whether chance may fall this way.
    ///
    /// # Errors
    /// Says what forbids it.
    fn check_chance(&self, state: &Self::State, chance: &Self::Chance) -> Result<(), Illegal>;

    /// Applies an outcome that is known to be possible.
    fn resolve_unchecked(&self, state: &mut Self::State, chance: &Self::Chance);

    /// Applies an outcome of chance; an impossible one leaves the state as it was.
    ///
    /// # Errors
    /// As [`check_chance`](Self::check_chance).
    fn resolve(&self, state: &mut Self::State, chance: &Self::Chance) -> Result<(), Illegal> {
        self.check_chance(state, chance)?;
        self.resolve_unchecked(state, chance);
        Ok(())
    }

    /// The number of the turn, by which the luck of compared playouts is kept in step. Never falls.
    fn clock(&self, state: &Self::State) -> u32;

    /// What the rules put in the place of a missing or illegal answer: one of these, each as likely
    /// as the others, such as a random vote; none where the seat forfeits. The seat itself need not
    /// be allowed to choose them.
    fn fallbacks(&self, _state: &Self::State) -> Vec<Self::Action> {
        Vec::new()
    }

    /// The names of what [`count`](Self::count) counts for each seat.
    fn counters(&self) -> &'static [&'static str] {
        &[]
    }

    /// Adds what a step did to the counters: `counts[seat][counter]`.
    fn count(&self, _before: &Self::State, _step: &Step<Self>, _counts: &mut [Vec<u32>]) {}

    /// The state as one line of text, hidden facts included, that [`restore`](Self::restore) reads
    /// back.
    fn snapshot(&self, state: &Self::State) -> String;

    /// Reads a snapshot.
    ///
    /// # Errors
    /// If the text is not a snapshot of a possible state.
    fn restore(&self, text: &str) -> Result<Self::State, NotationError>;

    /// The state drawn for a terminal, hidden facts included.
    fn picture(&self, state: &Self::State) -> String;
}

/// What the seats of a game see: the boundary that no truth crosses.
///
/// A [`View`](Self::View) is all that a seat may know, as a type of its own that holds no reference
/// to the state. It follows from the state and from what the seat has seen so far, so that
/// knowledge which only history gives (whose hands a theft may have changed) can be part of it
/// while the state stays small.
///
/// It also follows from the start of the game and the seat's sights alone, so that a client of a
/// foreign server, who is told nothing else, can keep it ([`Follower`](crate::Follower)).
pub trait Observed: Game {
    /// All that one seat may know at one moment.
    type View: Clone + Eq + Hash + Debug + Serialize + JsonSchema + Send + Sync + 'static;
    /// What one seat perceives of one step.
    type Sight: Clone + Eq + Debug + Serialize + JsonSchema + Send + Sync + 'static;
    /// What a seat has gathered from its sights; `()` where the state tells all.
    type Memory: Clone + Debug + Default + PartialEq + Send + Sync + 'static;
    /// All that everybody may know at one moment, spectators too.
    type Public: Clone + Eq + Debug + Serialize + JsonSchema + Send + Sync + 'static;
    /// Something that a seat may not know, such as the colour of a ghost or a role, as a question
    /// with the answer yes or no. [`NoFact`] where nothing is hidden.
    type Fact: Clone
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = NotationError>
        + Send
        + Sync
        + 'static;

    /// What `seat` perceives of a step that led from `before` to `after`; `None` if it notices
    /// nothing.
    fn sight(
        &self,
        before: &Self::State,
        step: &Step<Self>,
        after: &Self::State,
        seat: Seat,
    ) -> Option<Self::Sight>;

    /// Adds a sight to what a seat has gathered.
    fn remember(&self, _memory: &mut Self::Memory, _seat: Seat, _sight: &Self::Sight) {}

    /// What a seat of a world that was drawn may have gathered by now. Nobody knows what another seat
    /// remembers, so a game says what it takes for remembered; nothing unless it does.
    fn imagine_memory(&self, _world: &Self::State, _seat: Seat) -> Self::Memory {
        Self::Memory::default()
    }

    /// All that `seat` may know.
    fn view(&self, state: &Self::State, memory: &Self::Memory, seat: Seat) -> Self::View;

    /// A full state that fits the view, drawn with its true probability as far as the rules fix
    /// one. Secrets that others have chosen are redrawn by a policy, never copied: a view does not
    /// hold them.
    fn sample(&self, view: &Self::View, rng: &mut GameRng) -> Self::State;

    /// Draws many states as [`sample`](Self::sample) does. A game that can prepare what all of them
    /// share overrides this; the states are the same.
    fn sampler<'a>(&'a self, view: &'a Self::View) -> Sampler<'a, Self> {
        Box::new(move |rng| self.sample(view, rng))
    }

    /// Every full state that fits the view, where they are equally likely and few enough to be listed;
    /// none where they are not.
    fn worlds(&self, _view: &Self::View) -> Vec<Self::State> {
        Vec::new()
    }

    /// A full state that fits the view and from which the seat of the view can come to perceive
    /// `sight` next, as far as that can be arranged.
    ///
    /// The state stands in for a truth that is not known, so any one will do; [`sample`](Self::sample)
    /// is enough where nearly every state that fits the view can go on to nearly every sight.
    fn sample_towards(
        &self,
        view: &Self::View,
        _sight: &Self::Sight,
        rng: &mut GameRng,
    ) -> Self::State {
        self.sample(view, rng)
    }

    /// A step that `world` can take so that `seat` comes to perceive `sight`: the one that it
    /// perceives so, or an unnoticed one on the way to it. `None` where there is none.
    ///
    /// Where there are several it is drawn, by the probabilities of chance and evenly among choices.
    /// The steps tried here are those of the menu and the outcomes of chance; a game overrides this
    /// where its menu is not complete or trying all of it takes long.
    fn step_towards(
        &self,
        world: &Self::State,
        seat: Seat,
        sight: &Self::Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        crate::follower::search_step(self, world, seat, sight, rng)
    }

    /// What everybody may know, spectators too: it is the same in every state that any one of the
    /// seats cannot tell from the truth.
    fn public(&self, state: &Self::State) -> Self::Public;

    /// What a spectator perceives of a step; `None` if it notices nothing.
    fn public_sight(
        &self,
        before: &Self::State,
        step: &Step<Self>,
        after: &Self::State,
    ) -> Option<Self::Sight>;

    /// Whether an act makes anything known that was hidden, by what it shows or by what it says; what
    /// is paid for it does not count. Who is shown something cannot forget it, so such an act stands,
    /// and a game that does not say otherwise has no others.
    fn tells(&self, _action: &Self::Action) -> bool {
        true
    }

    /// Who is asked now, as far as everybody knows; nobody where seats choose in secret, where chance
    /// has to fall, or where the game is over.
    fn publicly_asked(&self, _public: &Self::Public) -> Option<Seat> {
        None
    }

    /// The facts that the seat of this view may wonder about, those it knows by now left out.
    fn facts(&self, view: &Self::View) -> Vec<Self::Fact>;

    /// Whether a fact is true in a world.
    fn holds(&self, world: &Self::State, fact: &Self::Fact) -> bool;

    /// In a word or two what a fact is about, where beliefs about different things are scored apart.
    fn topic(&self, _fact: &Self::Fact) -> &'static str {
        "facts"
    }

    /// The view drawn for a terminal.
    fn view_picture(&self, view: &Self::View) -> String;
}

/// Draws states that fit a view.
pub type Sampler<'a, G> = Box<dyn Fn(&mut GameRng) -> <G as Game>::State + Send + Sync + 'a>;

/// There is no fact: nothing is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoFact {}

impl Display for NoFact {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoFact {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Err(NotationError { text: text.to_owned(), expected: "a fact: nothing is hidden here" })
    }
}
