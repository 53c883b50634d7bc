//! Guessing roles from behaviour.

mod benchmark;
mod exact;
mod factors;
mod fitting;
mod joint;
mod naive;

pub use benchmark::{ESTIMATORS, EstimationRow, FittedEstimators};
pub use exact::{Class, Marginals, Private, PublicBelief};
pub use factors::Factors;
pub use fitting::FactorTally;
pub use naive::{Frequencies, GUESSED_ROLES, Likelihoods, Limits, NaiveBelief, RoleOdds, place_of};
