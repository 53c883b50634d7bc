//! Behaviour tests of the core, played with a toy game that has everything the contracts speak of.

mod agents;
mod conformance;
mod flawed;
mod flawed_agents;
mod log;
mod play;
mod seeds;
mod toy;
