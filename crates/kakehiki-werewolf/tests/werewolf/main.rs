//! What the rules, the language, the agents and the learning promise.

mod language;
