//! Deals, estimators, criteria, attitudes, protocols and claims for any game.
//!
//! A negotiation is the same thing in every game: *which deals are possible* ([`Bargaining`]),
//! *what is each worth to each side* ([`Estimator`]), *which do I want* ([`Criterion`]), *do I
//! offer, accept, refuse or counter* ([`Attitude`], [`Bargainer`], [`Session`]). A game supplies
//! the first; the rest is written once, here. [`PlayoutEstimator`] prices the deals of any game,
//! [`Negotiator`] puts the parts together.
//!
//! Statements are here too: a [`Claim`] is true or false in a world ([`Claimable`]).
//!
//! # Examples
//!
//! A criterion chooses among deals that have been weighed; making no offer scores 0:
//!
//! ```
//! use kakehiki_bargain::{Appraisal, Criterion, Worth};
//! use kakehiki_core::Seed;
//!
//! let mut rng = Seed::experiment(1).rng();
//! let weighed = [(0.30, -0.05), (0.10, 0.02)].map(|(own, partner)| {
//!     Appraisal::new(Worth::new(0.25, 0.25 + own), Worth::new(0.25, 0.25 + partner))
//! });
//! assert_eq!(Criterion::Selfish.choose(&weighed, &mut rng), Some(0));
//! assert_eq!(Criterion::ProfitFirst.choose(&weighed, &mut rng), Some(1));
//! ```

mod agent;
mod attitude;
mod claim;
mod criterion;
mod crossfit;
mod deal;
mod deal_stakes;
mod effect;
mod estimator;
mod goods;
mod listener;
mod memory_span;
mod negotiator;
mod no_deal;
mod playout_estimator;
mod proof;
mod protocol;
mod race;
mod reader;
mod rehearsal;
mod reveal;
mod roster;
mod settings;
mod shortlist;
mod speaker;
mod standpoint;
mod testimony;
mod trader;
mod tree_estimator;
mod trust;

pub use agent::{ComposedAgent, Listener, Mover, RandomMover, Speaker};
pub use attitude::{Attitude, Biased, Misjudged};
pub use claim::{CLAIM_KINDS, Claim, ClaimOf, Claimable, Statement, StatementOf, Truth};
pub use criterion::{Criterion, acceptance};
pub use deal::{Bargaining, DealNature, Dealing, Mark, Occasion};
pub use deal_stakes::DealStakes;
pub use effect::{Audience, EffectSpeaker, Saying, Stakes};
pub use estimator::{Appraisal, Estimator, Worth};
pub use goods::{Branch, Branches, EarlyStop};
pub use listener::{Credited, WordListener, Words};
pub use memory_span::MemorySpan;
pub use negotiator::{Acceptance, Bargainer, Baseline, Negotiator, Taste};
pub use no_deal::NoDeal;
pub use playout_estimator::PlayoutEstimator;
pub use proof::{Proof, Proofs};
pub use protocol::{Answer, Protocol, ProtocolError, Session};
pub use race::Race;
pub use reader::ActReader;
pub use roster::{
    Alone, BASELINE, MEMORY, MODEL, Make, Maker, Makers, Prepare, Prepared, Recipes, WORDS,
    foreseeing, memory_span, model_of_acts, prepared, word_listener,
};
pub use settings::{
    ADDRESSEES, ATTITUDE, BIAS, CONCEDE, COUNTER, CRITERION, FEINT, MISJUDGED, ROUNDS, TENTH,
    manner, negotiator,
};
pub use shortlist::Shortlist;
pub use speaker::{PlainSpeaker, Speech};
pub use standpoint::Standpoint;
pub use testimony::{Testimony, Told};
pub use trader::{Addressees, Considers, Manner, Trader};
pub use tree_estimator::TreeEstimator;

// What a standpoint is made of.
pub use kakehiki_search::Belief;
