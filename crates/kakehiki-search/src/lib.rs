//! Playouts, flat Monte Carlo, UCT and information-set UCT for any game.

mod estimate;
mod flat;
mod luck;
mod playout;
mod worlds;

pub use estimate::Estimate;
pub use flat::{Flat, Recorder, Sample, Stopping};
pub use luck::Luck;
pub use playout::{EvenJudge, Judge, Playout, Policy, Scratch, Uniform};
pub use worlds::{Listed, Sampled, Weighted, Worlds, WorldsError};
