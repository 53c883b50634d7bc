//! What is told by what the other does: models of acts, and how they are fitted.

mod features;
mod fit;
mod losses;
mod mixed;
mod model;
mod scores;

pub(super) use self::{
    features::{FEATURES, options},
    fit::{Watched, fit},
    losses::Reading,
    mixed::{FLOOR as FLOOR_OF_MIXED, mixed},
    model::{Fitted, LogLinear},
    scores::{FLOOR as FLOOR_OF_SCORES, by_playouts, by_search, by_value},
};
