//! Those who play Werewolf.

mod board;
mod brain;
mod catalogue;
mod finalist;
mod lines;
mod player;
mod random;
mod sample04;
mod sample06;
mod scripted;
mod table;

pub use board::{ACTS, Act, Board, Deed, Reports};
pub use brain::Brain;
pub use catalogue::{WEREWOLF_AGENTS, brain};
pub(crate) use catalogue::{seat, vet};
pub use finalist::{Finalist, FinalistSettings};
pub use player::{Finish, Hand, Player};
pub use random::Random;
pub use sample04::Sample04;
pub use sample06::Sample06;
pub use table::{FastTable, Observer, TableEvent};
