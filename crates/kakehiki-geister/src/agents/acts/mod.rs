//! What is told by what the other does: a model of acts, and how it is fitted.

mod features;
mod losses;
mod model;
mod train;

pub(super) use self::model::{Fitted, LogLinear};
pub(crate) use self::train::GEISTER_TRAINER;
