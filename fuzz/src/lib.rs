//! The bodies of the fuzz targets.

mod bodies;

pub use bodies::{
    agent_name, catan_action, catan_chance, catan_snapshot, event_log, geister_action,
    geister_snapshot, monopoly_action, monopoly_chance, monopoly_position, monopoly_snapshot,
};
