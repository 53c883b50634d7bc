//! The rules of the game: what is dealt, said, voted and done at night, and who knows of it.

mod action;
mod by_seat;
mod claim;
mod coding;
mod event;
mod fact;
mod facts;
mod flow;
mod follow;
mod follow_deal;
mod imagine;
mod language;
mod notation;
mod options;
mod phase;
mod players;
mod public;
mod role;
mod rules;
mod sight;
mod stand_in;
mod state;
mod tensor;
mod view;

pub use action::{Action, Chance};
pub use by_seat::BySeat;
pub use claim::{Intention, Suspicion};
pub use event::{Event, Utterance, Votes};
pub use fact::Fact;
pub use facts::Facts;
pub use flow::LAST_DAY;
pub use language::{
    Channel, Counting, Language, Lengths, MAX_PARTS, MAX_QUOTED_DAY, Manner, Names, Quotation,
    Reading, Remark, Sentence, Simple, Telling, Verb, Whom, Wording,
};
pub use options::{Delivery, Options, Speaking, WEREWOLF_OPTIONS};
pub use phase::Phase;
pub use players::Players;
pub use public::Public;
pub use role::{
    DEALT_ROLES, MAX_PLAYERS, MIN_PLAYERS, ROLES, Role, RoleCounts, Species, Team, role_counts,
};
pub use rules::Werewolf;
pub use sight::Sight;
pub use state::{Slot, Stage, State};
pub use view::{Floor, View};
