//! What everybody saw and heard in a game.

mod deed;
mod observer;
mod public_record;

pub use deed::{ACTS, Act, Deed, Evidence};
pub use observer::{Observer, TableEvent};
pub use public_record::{PublicRecord, Reports};
