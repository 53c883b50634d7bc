//! How Catan behaves, section by section of its rules.

mod agents;
mod awards;
mod cards;
mod common;
mod conformance;
mod facts;
mod following;
mod information;
mod invariants;
mod json;
mod nakazawa;
mod noninterference;
mod notation;
mod playthrough;
mod profiles;
mod reading;
mod robber;
#[path = "../../../../testing/schema.rs"]
mod schema;
mod setup;
mod speaking;
mod statistics;
mod topology;
mod trade;
mod trading;
mod training;
mod turns;
