//! How the negotiation engine behaves in a game small enough to be worked out in full.

mod coins;
mod composed;
mod estimates;
mod negotiators;
