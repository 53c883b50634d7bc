//! The rules of the game: what is dealt, said, voted and done at night, and who knows of it.

mod action;
mod claim;
mod facts;
mod flow;
mod imagine;
mod language;
mod notation;
mod options;
mod players;
mod role;
mod rules;
mod state;
mod view;

pub use action::{Action, Chance};
pub use claim::{Fact, Intention, Suspicion};
pub use facts::Facts;
pub use flow::LAST_DAY;
pub use language::{
    Channel, Language, MAX_PARTS, MAX_QUOTED_DAY, Manner, Quotation, Sentence, Simple, Tongue,
    Verb, Whom,
};
pub use options::{Delivery, Options, WEREWOLF_OPTIONS};
pub use players::Players;
pub use role::{
    DEALT_ROLES, MAX_PLAYERS, MIN_PLAYERS, ROLES, Role, RoleCounts, Species, Team, role_counts,
};
pub use rules::Werewolf;
pub use state::{Slot, Stage, State};
pub use view::{Event, Floor, Phase, Sight, Utterance, View};
