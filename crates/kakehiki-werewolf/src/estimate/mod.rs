//! Guessing roles from behaviour.

mod common_knowledge;
mod exact;
mod factors;
mod fitting;
mod joint;
mod naive;
mod shelf;

pub use common_knowledge::CommonKnowledge;
pub use exact::{Marginals, Private, PublicBelief};
pub use factors::Factors;
pub use fitting::FactorTally;
pub(crate) use joint::Relations;
pub use naive::{Frequencies, GUESSED_ROLES, Likelihoods, Limits, NaiveBelief, RoleOdds, place_of};
pub use shelf::Shelf;
