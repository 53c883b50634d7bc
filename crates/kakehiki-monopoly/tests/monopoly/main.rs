//! What Monopoly promises.

mod agents;
mod cards;
mod common;
mod conformance;
mod engine;
mod follow;
mod invariants;
mod json;
mod landing;
mod moyer;
mod negotiation;
mod notation;
mod positions;
mod rules;
#[path = "../../../../testing/schema.rs"]
mod schema;
mod speaking;
