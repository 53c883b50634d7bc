//! Guessing roles from behaviour.

mod exact;
mod factors;
mod naive;

pub use exact::{Class, Marginals, Private, PublicBelief};
pub use factors::Factors;
pub use naive::{
    Frequencies, GUESSED_ROLES, Likelihoods, Limits, NaiveBelief, RoleOdds, place_of,
};
