//! Guessing roles from behaviour.

mod naive;

pub use naive::{
    Frequencies, GUESSED_ROLES, Likelihoods, Limits, NaiveBelief, RoleOdds, place_of,
};
