//! The AIWolf contests in natural language: a WebSocket for each seat of a game, and words of people.

mod host;
mod join;
mod packet;
mod scribe;
mod seat;
mod socket;
mod table;
mod village;

use kakehiki_core::Tongue;
use kakehiki_werewolf::Names;

pub use host::{NaturalHost, NaturalOptions};
pub use join::{NaturalJoin, join_natural};
pub use seat::NaturalSeat;
pub use table::{NaturalNext, NaturalTable};

/// What clients are told of a game beside its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalSetting {
    /// What players are called.
    pub names: Names,
    /// The name of the game: 26 letters that begin with its time, as the contest's agents expect.
    pub game_id: String,
    /// What our agents speak.
    pub tongue: Tongue,
    /// How long clients have for an answer, in milliseconds.
    pub action: u64,
    /// How long those who were late have to give their name, in milliseconds.
    pub response: u64,
    /// How long a group chat is open, in milliseconds; nothing where players speak in turn.
    pub duration: Option<u64>,
}

/// The letters of a ULID.
const BASE32: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The name of a game that begins then, in milliseconds since 1970; `number` tells games of one moment apart.
pub(crate) fn game_id(time: u64, number: u128) -> String {
    let value = u128::from(time & ((1 << 48) - 1)) << 80 | number & ((1 << 80) - 1);
    let letter = |place: u32| BASE32[(value >> (5 * place) & 31) as usize] as char;
    (0..26).rev().map(letter).collect()
}
