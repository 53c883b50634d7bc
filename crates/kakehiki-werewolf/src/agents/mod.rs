//! Those who play Werewolf.

mod assignments;
mod believer;
mod brain;
mod catalogue;
mod deals;
mod finalist;
mod learned;
mod lines;
mod random;
mod sample04;
mod sample06;
mod scripted;
mod table;
mod table_player;
mod vote_stakes;

pub use brain::Brain;
pub use catalogue::{WEREWOLF_AGENTS, brain};
pub use finalist::{FINALIST_KINDS, Finalist, FinalistSettings, Grounds, Pack, Posing};
pub use learned::{
    Learner, Mode, Model, ModelError, Provenance, Repertoire, SituationParts, Talking, Targets,
    Update, Values,
};
pub(crate) use learned::{SURVIVOR, Scope, Step};
pub use random::Random;
pub use sample04::Sample04;
pub use sample06::Sample06;
pub use table::FastTable;
pub use table_player::{RoleCard, TablePlayer};
