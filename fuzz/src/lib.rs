//! The bodies of the fuzz targets.

mod bodies;
mod web;

pub use bodies::*;
pub use web::*;
