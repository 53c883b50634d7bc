//! Werewolf as the AIWolf contests play it: rules, language, views, role estimation and agents.

mod agents;
mod estimate;
mod learn;
mod rules;

pub use agents::{ACTS, Act, Board, Brain, Deed, FastTable, Finalist, FinalistSettings, Finish, Hand, Observer, Player, Random, Reports, Sample04, Sample06, TableEvent};

pub use estimate::{
    Class, Factors, Frequencies, GUESSED_ROLES, Likelihoods, Limits, Marginals, NaiveBelief, Private, PublicBelief, RoleOdds, place_of,
};
pub use learn::{
    ANYBODY, CurvePoint, Decision, Learner, Mode, Model, ModelError, Outlook, Provenance, SILENCE,
    SITUATIONS, Situation, SituationParts, TALK_CHOICES, TARGET_CHOICES, TARGET_KINDS, Talking,
    TargetKind, Training, Values, choices, curve_path, evaluate, exploration,
};
pub use rules::{
    Action, Chance, Channel, DEALT_ROLES, Delivery, Event, Facts, Floor, LAST_DAY, Language,
    MAX_PARTS, MAX_PLAYERS, MAX_QUOTED_DAY, MAX_QUOTED_ID, MIN_PLAYERS, Manner, Options, Phase,
    Players, Quotation, ROLES, Role, RoleCounts, Sentence, Sight, Simple, Slot, Species, Stage,
    State, Team, Tongue, Utterance, Verb, View, WEREWOLF_OPTIONS, Werewolf, Whom, role_counts,
};
