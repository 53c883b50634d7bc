//! The exact rules of the base game.

mod resource;

pub use resource::{Hand, RESOURCES, Resource};
