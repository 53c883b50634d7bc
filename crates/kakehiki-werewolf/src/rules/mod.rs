//! The rules of the game: what is dealt, said, voted and done at night, and who knows of it.

mod language;
mod players;
mod role;

pub use language::{
    Channel, Language, MAX_PARTS, MAX_QUOTED_DAY, MAX_QUOTED_ID, Manner, Quotation, Sentence,
    Simple, Tongue, Verb, Whom,
};
pub use players::Players;
pub use role::{
    DEALT_ROLES, MAX_PLAYERS, MIN_PLAYERS, ROLES, Role, RoleCounts, Species, Team, role_counts,
};
