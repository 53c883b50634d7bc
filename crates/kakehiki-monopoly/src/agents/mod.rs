//! Those who play Monopoly, by name.

mod kernel;
mod moyer;

pub use kernel::StepByStep;
pub use moyer::Moyer;
