//! What is told by what the other does: models of acts, and how they are fitted.

mod features;
mod fit;
mod losses;
mod model;
mod scores;

pub(super) use self::{
    features::{FEATURES, options},
    fit::{Watched, fit},
    losses::Reading,
    model::{Fitted, LogLinear},
    scores::{FLOOR as FLOOR_OF_SCORES, by_playouts, by_search, by_value},
};
