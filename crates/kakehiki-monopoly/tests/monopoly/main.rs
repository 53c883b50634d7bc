//! What Monopoly promises.

mod common;
mod conformance;
