//! Ito (2014): choosing negotiations in Catan.

mod playouts;
mod seats;
mod table;

pub(crate) use self::{playouts::PLAYOUTS, seats::SEATS};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/ito2014.toml");
