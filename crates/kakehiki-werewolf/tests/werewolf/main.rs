//! What the rules, the language, the agents and the learning promise.

mod common;
mod conformance;
mod language;
