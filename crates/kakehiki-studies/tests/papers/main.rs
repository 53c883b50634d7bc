//! What studies of all papers promise.

mod bargaining;
mod participants;
mod promises;
mod quotes;
