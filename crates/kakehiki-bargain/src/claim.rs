//! Statements, true or false, that one seat makes and the others hear.
//!
//! "I have no brick", "I am the seer", "I drew a knight": each is a [`Claim`] with a speaker. What
//! can be said is up to the game; whether it is true is a question about a world. A liar asks it
//! of the world it knows, a listener of every world it still thinks possible.

use std::{fmt::Debug, hash::Hash};

use kakehiki_core::{Game, Seat};
use serde::{Deserialize, Serialize};

/// What somebody says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Statement<F, I, O> {
    /// How things are: true or false in every world.
    Fact(F),
    /// What the speaker is going to do.
    Intention(I),
    /// What the speaker believes or feels about something.
    Opinion(O),
}

/// A statement and who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Claim<F, I, O> {
    /// The seat that made the statement.
    pub speaker: Seat,
    /// What it said.
    pub statement: Statement<F, I, O>,
}

/// Whether a statement is true in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold: the speaker lies or errs.
    False,
    /// The world does not tell: it lies in the speaker's head.
    Undecidable,
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

/// A claim in the words of one game.
pub type ClaimOf<G> =
    Claim<<G as Claimable>::Fact, <G as Claimable>::Intention, <G as Claimable>::Opinion>;

/// A game in which statements can be made.
///
/// A game without statements of some kind gives it the type [`std::convert::Infallible`], of which
/// there is no value.
///
/// ```
/// use std::convert::Infallible;
///
/// use kakehiki_bargain::{Claim, Claimable, Statement, Truth};
/// use kakehiki_core::Seat;
/// # use kakehiki_core::{Ending, Game, GameRng, Illegal, NotationError, Turn};
/// # use std::{fmt, str::FromStr};
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Cards;
/// # #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// # struct Never;
/// # impl fmt::Display for Never {
/// #     fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         formatter.write_str("never")
/// #     }
/// # }
/// # impl FromStr for Never {
/// #     type Err = NotationError;
/// #     fn from_str(text: &str) -> Result<Self, NotationError> {
/// #         Err(NotationError { text: text.to_owned(), expected: "possible" })
/// #     }
/// # }
/// # impl Game for Cards {
/// #     type State = [u8; 2];
/// #     type Action = Never;
/// #     type Chance = Never;
/// #     fn seats(&self) -> usize { 2 }
/// #     fn start(&self) -> [u8; 2] { [0, 3] }
/// #     fn turn(&self, _: &[u8; 2]) -> Turn { Turn::Over(Ending::Drawn) }
/// #     fn menu(&self, _: &[u8; 2], menu: &mut Vec<Never>) { menu.clear() }
/// #     fn check(&self, _: &[u8; 2], _: &Never) -> Result<(), Illegal> { Ok(()) }
/// #     fn play_unchecked(&self, _: &mut [u8; 2], _: &Never) {}
/// #     fn draw(&self, _: &[u8; 2], _: &mut GameRng) -> Never { Never }
/// #     fn chances(&self, _: &[u8; 2]) -> Vec<(Never, f64)> { Vec::new() }
/// #     fn check_chance(&self, _: &[u8; 2], _: &Never) -> Result<(), Illegal> { Ok(()) }
/// #     fn resolve_unchecked(&self, _: &mut [u8; 2], _: &Never) {}
/// #     fn clock(&self, _: &[u8; 2]) -> u32 { 0 }
/// #     fn snapshot(&self, state: &[u8; 2]) -> String { format!("{state:?}") }
/// #     fn restore(&self, text: &str) -> Result<[u8; 2], NotationError> {
/// #         Err(NotationError { text: text.to_owned(), expected: "possible" })
/// #     }
/// #     fn picture(&self, state: &[u8; 2]) -> String { format!("{state:?}") }
/// # }
///
/// /// A fact about the speaker's own hand of bricks; the state is how many each seat holds.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// struct NoBrick;
///
/// impl Claimable for Cards {
///     type Fact = NoBrick;
///     type Intention = &'static str;
///     type Opinion = Infallible;
///
///     fn holds(&self, bricks: &[u8; 2], speaker: Seat, _: &NoBrick) -> bool {
///         bricks[speaker.index()] == 0
///     }
/// }
///
/// let world = [0, 3];
/// let no_brick = Statement::Fact(NoBrick);
/// let says_no_brick = |seat| Claim { speaker: Seat::new(seat), statement: no_brick };
/// assert_eq!(Cards.truth(&world, &says_no_brick(0)), Truth::True);
/// assert_eq!(Cards.truth(&world, &says_no_brick(1)), Truth::False);
///
/// let promise = Claim { speaker: Seat::new(1), statement: Statement::Intention("build a road") };
/// assert_eq!(Cards.truth(&world, &promise), Truth::Undecidable);
/// ```
pub trait Claimable: Game {
    /// What can be said about how things are.
    type Fact: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What can be announced.
    type Intention: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What can be said about one's beliefs.
    type Opinion: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Whether a fact, as `speaker` states it, holds in a world.
    fn holds(&self, world: &Self::State, speaker: Seat, fact: &Self::Fact) -> bool;

    /// Whether an intention is kept in a world; undecidable unless the rules bind the speaker.
    fn is_kept(&self, _world: &Self::State, _speaker: Seat, _intention: &Self::Intention) -> Truth {
        Truth::Undecidable
    }

    /// Whether an opinion is true in a world; undecidable unless the world shows it to be a
    /// pretence, as when a werewolf takes a fellow for the seer.
    fn is_meant(&self, _world: &Self::State, _speaker: Seat, _opinion: &Self::Opinion) -> Truth {
        Truth::Undecidable
    }

    /// Whether a claim is true in a world.
    fn truth(&self, world: &Self::State, claim: &ClaimOf<Self>) -> Truth {
        match &claim.statement {
            Statement::Fact(fact) => self.holds(world, claim.speaker, fact).into(),
            Statement::Intention(intention) => self.is_kept(world, claim.speaker, intention),
            Statement::Opinion(opinion) => self.is_meant(world, claim.speaker, opinion),
        }
    }
}
