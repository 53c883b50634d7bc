//! The bodies of the fuzz targets.

mod assistant;
mod bodies;
mod web;
mod wire;

pub use assistant::*;
pub use bodies::*;
pub use web::*;
pub use wire::*;
