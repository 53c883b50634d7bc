//! The bodies of the fuzz targets.

mod bodies;
mod web;
mod wire;

pub use bodies::*;
pub use web::*;
pub use wire::*;
