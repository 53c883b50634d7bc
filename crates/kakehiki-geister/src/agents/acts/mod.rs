//! What is told by what the other does: models of acts, and how they are fitted.

mod features;
mod fit;
mod losses;
mod model;

pub(super) use self::{
    features::{FEATURES, options},
    fit::{Watched, fit},
    losses::Reading,
    model::{Fitted, LogLinear},
};
