//! Geister and NEGOGeister: exact rules, views and agents.
