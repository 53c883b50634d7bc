//! Werewolf as the AIWolf contests play it: rules, language, views, role estimation and agents.

mod rules;

pub use rules::{
    Channel, DEALT_ROLES, Language, MAX_PARTS, MAX_PLAYERS, MAX_QUOTED_DAY, MAX_QUOTED_ID,
    MIN_PLAYERS, Manner, Players, Quotation, ROLES, Role, RoleCounts, Sentence, Simple, Species,
    Team, Tongue, Verb, Whom, role_counts,
};
