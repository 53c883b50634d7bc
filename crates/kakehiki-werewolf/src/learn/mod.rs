//! Learning from games: to be a werewolf, by Q-learning on situations and kinds of targets, and to
//! guess roles.

mod benchmark;
mod losses;
mod reward;
mod teacher;
mod trainer;
mod training;
mod trial;

pub use benchmark::{ESTIMATORS, EstimationRow, FittedEstimators};
pub(crate) use trainer::WEREWOLF_TRAINER;
pub use trainer::{REPERTOIRE, UPDATE};
pub use training::{Training, curve_path};
pub use trial::{Conduct, Trial};
