//! The bodies of the fuzz targets.

mod bodies;

pub use bodies::{agent_name, event_log, geister_action, geister_snapshot};
