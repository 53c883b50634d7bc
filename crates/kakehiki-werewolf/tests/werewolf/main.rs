//! What the rules, the language, the agents and the learning promise.

mod agents;
mod claims;
mod common;
mod conformance;
mod estimation;
mod language;
mod learning;
mod night;
mod rules;
mod secrets;
mod statistics;
