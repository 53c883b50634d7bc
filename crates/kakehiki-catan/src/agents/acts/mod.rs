//! What is told of hidden cards by what their owners do: a model of acts, and how it is fitted.

mod deliberation;
mod model;
mod train;

pub(super) use self::model::Fitted;
pub(crate) use self::train::CATAN_TRAINER;
