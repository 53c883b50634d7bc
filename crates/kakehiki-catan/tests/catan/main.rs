//! How Catan behaves, section by section of its rules.

mod common;
mod conformance;
mod invariants;
