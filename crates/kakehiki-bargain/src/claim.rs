//! Statements, true or false, that one seat makes and the others hear.
//!
//! "I have no brick", "I am the seer", "I drew a knight": each is a [`Claim`] with a speaker. What
//! can be said is up to the game; whether it is true is a question about a world. A liar asks it
//! of the world it knows, a listener of every world it still thinks possible.

use std::{
    fmt::{self, Debug, Display},
    hash::Hash,
    ops::Not,
    str::FromStr,
};

use kakehiki_core::{LazyView, NotationError, Observed, Seat};
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

/// What an intention begins with where it is written.
const WILL: &str = "will:";
/// What an opinion begins with where it is written.
const THINK: &str = "think:";

/// The fact as it is written, `will:` and an intention, or `think:` and an opinion.
impl<F: Display, I: Display, O: Display> Display for Statement<F, I, O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fact(fact) => write!(formatter, "{fact}"),
            Self::Intention(intention) => write!(formatter, "{WILL}{intention}"),
            Self::Opinion(opinion) => write!(formatter, "{THINK}{opinion}"),
        }
    }
}

impl<F, I, O> FromStr for Statement<F, I, O>
where
    F: FromStr<Err = NotationError>,
    I: FromStr<Err = NotationError>,
    O: FromStr<Err = NotationError>,
{
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if let Some(intention) = text.strip_prefix(WILL) {
            intention.parse().map(Self::Intention)
        } else if let Some(opinion) = text.strip_prefix(THINK) {
            opinion.parse().map(Self::Opinion)
        } else {
            text.parse().map(Self::Fact)
        }
    }
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

impl Truth {
    /// Whether both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::True, Self::True) => Self::True,
            (Self::False, _) | (_, Self::False) => Self::False,
            _ => Self::Undecidable,
        }
    }
}

/// Whether the contrary holds.
impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Undecidable => Self::Undecidable,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

/// A claim in the words of one game.
pub type ClaimOf<G> =
    Claim<<G as Observed>::Fact, <G as Claimable>::Intention, <G as Claimable>::Opinion>;

/// A statement in the words of one game.
pub type StatementOf<G> =
    Statement<<G as Observed>::Fact, <G as Claimable>::Intention, <G as Claimable>::Opinion>;

/// How many kinds of claims are told apart by those who learn whom to trust.
pub const CLAIM_KINDS: usize = 8;

/// A game in which statements can be made.
///
/// What can be said about how things are is a [fact](Observed::Fact) of the game. A game without
/// statements of another kind gives it the type [`NoFact`](kakehiki_core::NoFact), of which there
/// is no value.
///
/// A claim is true or false **as of when it was made**. Where facts change, as hands do, whoever
/// hears a claim keeps a [`Trace`](Self::Trace) of it, which goes along with what happens, so that
/// it can still be told later what was the case then.
pub trait Claimable: Observed {
    /// What can be announced.
    type Intention: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What can be said about one's beliefs.
    type Opinion: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// What a hearer keeps of a claim to tell later whether it was true when it was made; `()`
    /// where facts do not change.
    type Trace: Clone + Debug + Send + Sync + 'static;

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

    /// Whether a claim about the present is true, or false, in every world that the view allows.
    ///
    /// It is never wrong about that; where finding out would take long it may be undecidable.
    fn known(&self, view: &Self::View, claim: &ClaimOf<Self>) -> Truth;

    /// Begins to keep a claim that was just made, as the seat of this view hears it.
    fn trace(&self, view: &Self::View, claim: &ClaimOf<Self>) -> Self::Trace;

    /// Goes along with what happened, and says whether the claim is now proved to the seat: true,
    /// or false, as of when it was made, in every world that the view allows.
    fn follow(
        &self,
        trace: &mut Self::Trace,
        claim: &ClaimOf<Self>,
        view: &LazyView<'_, Self>,
        sight: &Self::Sight,
    ) -> Truth;

    /// How likely the claim was true when it was made, if the present is this world; `None` where
    /// the world does not tell.
    fn was_true(
        &self,
        trace: &Self::Trace,
        claim: &ClaimOf<Self>,
        world: &Self::State,
    ) -> Option<f64>;

    /// Hands over the claims that a seat makes by an action.
    fn claims_of(&self, speaker: Seat, action: &Self::Action, heard: &mut dyn FnMut(ClaimOf<Self>));

    /// Hands over the claims in what a seat perceived.
    fn claims_in(&self, sight: &Self::Sight, heard: &mut dyn FnMut(ClaimOf<Self>));

    /// The kind of a claim, below [`CLAIM_KINDS`]: those of a kind are believed or not together.
    fn kind(&self, claim: &ClaimOf<Self>) -> usize {
        match claim.statement {
            Statement::Fact(_) => 0,
            Statement::Intention(_) => 1,
            Statement::Opinion(_) => 2,
        }
    }

    /// The claim without which this one cannot be true, as nobody has divined anything who is not
    /// the seer. The two stand and fall together, and must not count twice.
    fn rests_on(&self, _claim: &ClaimOf<Self>) -> Option<ClaimOf<Self>> {
        None
    }

    /// By how many worlds a listener judges how likely a claim was before it was made: more where
    /// claims are unlikely, none where no world tells.
    fn judged_worlds(&self, _claim: &ClaimOf<Self>) -> u32 {
        48
    }

    /// Who acted in what a seat perceived, if it saw somebody act.
    fn actor(&self, sight: &Self::Sight) -> Option<Seat>;

    /// What somebody is expected to speak about after a sight: the claim that its silence comes
    /// near to.
    fn expected(&self, _sight: &Self::Sight) -> Option<ClaimOf<Self>> {
        None
    }

    /// Whether an action does nothing but say something, and is therefore left to the part of an
    /// agent that talks.
    fn is_statement(&self, _action: &Self::Action) -> bool {
        false
    }

    /// What says nothing where nothing but speech is asked for.
    fn silence(&self, _view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// The view of one who remembers no more than what lies open now and these last sights, the
    /// oldest first; `None` where a view holds nothing that could be forgotten.
    fn forget(
        &self,
        _view: &Self::View,
        _recent: &mut dyn Iterator<Item = &Self::Sight>,
    ) -> Option<Self::View> {
        None
    }

    /// What this seat perceived of what another one perceived, as far as that one can tell; `None` if
    /// it cannot, and what came before it is of no use either.
    fn imagine_sight(&self, _sight: &Self::Sight, _seat: Seat) -> Option<Self::Sight> {
        None
    }

    /// The same rules for those who do not think about speech: nobody is asked to speak.
    #[must_use]
    fn silent(&self) -> Self {
        self.clone()
    }
}
