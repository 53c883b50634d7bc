//! Statements, true or false, that one seat makes and the others hear.
//!
//! "I have no brick", "I am the seer", "I drew a knight": each is a [`Claim`] with a speaker. What
//! can be said is up to the game; whether it is true is a question about a world. A liar asks it
//! of the world it knows, a listener of every world it still thinks possible.

use std::{fmt::Debug, hash::Hash};

use kakehiki_core::{Observed, Seat};
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
    Claim<<G as Observed>::Fact, <G as Claimable>::Intention, <G as Claimable>::Opinion>;

/// A game in which statements can be made.
///
/// What can be said about how things are is a [fact](Observed::Fact) of the game. A game without
/// statements of another kind gives it the type [`std::convert::Infallible`], of which there is no
/// value.
pub trait Claimable: Observed {
    /// What can be announced.
    type Intention: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What can be said about one's beliefs.
    type Opinion: Clone + Eq + Hash + Debug + Send + Sync + 'static;

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
            Statement::Fact(fact) => self.holds(world, fact).into(),
            Statement::Intention(intention) => self.is_kept(world, claim.speaker, intention),
            Statement::Opinion(opinion) => self.is_meant(world, claim.speaker, opinion),
        }
    }
}
