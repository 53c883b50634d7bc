//! The AIWolf contests in natural language: a WebSocket for each seat of a game, and words of people.

mod errand;
mod game;
mod host;
mod join;
mod journal;
mod packet;
mod profiles;
mod scribe;
mod seat;
mod table;
mod token;
mod village;

use kakehiki_core::Tongue;
use kakehiki_games::Numbers;
use kakehiki_werewolf::Names;

pub(crate) use errand::INTERPRETER;
pub use host::{NaturalHost, NaturalOptions};
pub use join::{NaturalJoin, join_natural};
pub use profiles::{Profiles, ProfilesError};
pub use seat::NaturalSeat;
pub use table::{NaturalNext, NaturalTable};
pub use token::Secret;

/// What clients are told of a game beside its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalSetting {
    /// What players are called.
    pub names: Names,
    /// What each client is told of whom it plays, by seat; nothing where it is empty.
    pub profiles: Vec<String>,
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

impl NaturalSetting {
    /// A game of players who speak in turn, have so many milliseconds for an answer, and were drawn from
    /// these; it begins then, in milliseconds since 1970.
    fn new(
        numbers: Numbers,
        (names, profiles): (Names, Vec<String>),
        tongue: Tongue,
        action: u64,
        begun: u64,
    ) -> Self {
        let game_id = game_id(begun, numbers);
        Self { names, profiles, game_id, tongue, action, response: 2 * action, duration: None }
    }
}

/// The letters of a ULID.
const BASE32: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The name of a game that begins then; its numbers tell games of one moment apart.
fn game_id(time: u64, Numbers { seed, r#match, game_index }: Numbers) -> String {
    let number = u128::from(seed & 0xffff) << 64 | u128::from(r#match << 16 | game_index & 0xffff);
    let value = u128::from(time & ((1 << 48) - 1)) << 80 | number;
    let letter = |place: u32| BASE32[(value >> (5 * place) & 31) as usize] as char;
    (0..26).rev().map(letter).collect()
}
