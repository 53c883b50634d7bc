//! How Catan behaves, section by section of its rules.

mod agents;
mod awards;
mod cards;
mod common;
mod conformance;
mod drawing;
mod information;
mod invariants;
mod noninterference;
mod notation;
mod playthrough;
mod profiles;
mod robber;
mod setup;
mod statistics;
mod trade;
mod trading;
mod turns;
