//! How Geister and NEGOGeister behave: rules, secrets, counts, playouts, notation, JSON and agents.

mod agents;
mod common;
mod conformance;
mod endgame;
mod fact;
mod faults;
mod feature;
mod follow;
mod guard;
mod json;
mod negotiation;
mod non_interference;
mod notation;
mod perft;
mod reading;
mod rules;
#[path = "../../../../testing/schema.rs"]
mod schema;
mod speaking;
mod walk;
