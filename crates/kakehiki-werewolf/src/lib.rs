//! Werewolf as the AIWolf contests play it: rules, language, views, role estimation and agents.

mod agents;
mod rules;

pub use agents::{Board, FastTable, Finish, Hand, Observer, Player, Random, Reports, Sample04, Sample06, TableEvent};

pub use rules::{
    Action, Chance, Channel, DEALT_ROLES, Delivery, Event, Facts, Floor, LAST_DAY, Language,
    MAX_PARTS, MAX_PLAYERS, MAX_QUOTED_DAY, MAX_QUOTED_ID, MIN_PLAYERS, Manner, Options, Phase,
    Players, Quotation, ROLES, Role, RoleCounts, Sentence, Sight, Simple, Slot, Species, Stage,
    State, Team, Tongue, Utterance, Verb, View, WEREWOLF_OPTIONS, Werewolf, Whom, role_counts,
};
