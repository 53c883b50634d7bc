//! Those who watch a table.

use kakehiki_core::Seat;

use super::public_record::PublicRecord;
use crate::rules::{Channel, MAX_PLAYERS, Sentence, State};

/// Something that happens at a table, for those who measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEvent<'a> {
    /// The roles are dealt.
    Dealt,
    /// Somebody said something that was recorded.
    Said(Channel, Seat, &'a Sentence),
    /// Everything is said, and the first ballot of the day is about to be held.
    Evening,
    /// A ballot was counted, by voter.
    Ballot(&'a [Option<Seat>; MAX_PLAYERS]),
    /// An evening ended.
    Executed(Option<Seat>),
    /// The seer divined somebody.
    Divined(Seat),
    /// A night ended with this attack, which killed or did not.
    Attacked(Option<Seat>, bool),
    /// A day begins.
    Dawn,
    /// The game is over.
    Over,
}

/// Watches a table: it sees everything, hidden facts included.
pub trait Observer {
    /// Something happened, after which the state and the record are these.
    fn saw(&mut self, _event: TableEvent<'_>, _state: &State, _record: &PublicRecord) {}
}

/// Nobody watches.
impl Observer for () {}
