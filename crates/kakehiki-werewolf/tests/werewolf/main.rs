//! What the rules, the language, the agents and the learning promise.

mod agents;
mod believing;
mod claims;
mod common;
mod conformance;
mod estimation;
mod following;
mod json;
mod language;
mod layers;
mod learning;
mod natural_language;
mod natural_rules;
mod night;
mod persuading;
mod record;
mod rules;
#[path = "../../../../testing/schema.rs"]
mod schema;
mod secrets;
mod statistics;
