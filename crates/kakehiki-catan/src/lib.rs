//! Catan: exact rules, hidden hands and agents.

mod rules;

pub use rules::{Hand, RESOURCES, Resource};
