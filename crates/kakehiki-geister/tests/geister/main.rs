//! How Geister and NEGOGeister behave: rules, secrets, counts, playouts, notation and agents.

mod agents;
mod common;
mod conformance;
mod endgame;
mod faults;
mod feature;
mod negotiation;
mod non_interference;
mod notation;
mod perft;
mod rules;
mod walk;
