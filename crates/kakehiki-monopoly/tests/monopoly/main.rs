//! What Monopoly promises.

mod agents;
mod cards;
mod common;
mod conformance;
mod engine;
mod invariants;
mod landing;
mod moyer;
mod negotiation;
mod notation;
mod positions;
mod rules;
