//! The exact rules of the official game, and of the browser game that the source paper used.

mod action;
mod arrangement;
mod auction;
mod business;
mod card;
mod claim;
mod coding;
mod deal;
mod estate;
mod flow;
mod money;
mod movement;
mod notation;
mod options;
mod picture;
mod public;
mod rules;
mod sight;
mod speech;
mod square;
mod state;
mod tensor;
mod trade;
mod view;
mod written;

pub use action::{Action, Chance};
pub use arrangement::{Arrangement, PlayerArrangement};
pub use card::{CARDS, Card, Effect};
pub use claim::Trace;
pub use deal::{Deal, JailCards};
pub(crate) use estate::levels;
pub use options::MONOPOLY_OPTIONS;
pub use public::Public;
pub use rules::Monopoly;
pub use sight::Sight;
pub use speech::{Intention, Opinion, Spoken};
pub use square::{
    Colour, DeedSet, GO, GO_TO_JAIL, JAIL, Kind, Pile, RAILROADS, SQUARES, Square, UTILITIES,
};
pub(crate) use state::HOTEL;
pub use state::{Auction, MAX_PLAYERS, Stage, State};
pub(crate) use trade::{completes, counters, deal_obstacle, proposals};
pub use view::View;
