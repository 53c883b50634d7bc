//! Plain Japanese and English: what players say in words of people.
//!
//! [`Remark`]s are what can be told in both languages. Templates put them into words, and a grammar
//! finds them in the words of others, as far as it goes:
//!
//! - Names are found whole, longest first, without honorifics and `@`; the own name is the speaker.
//! - An utterance is cut into sentences. Sentences that ask, suppose, quote or report tell nothing.
//! - Words for roles, results, suspicion, trust, votes and the acts of the night are looked for in each
//!   sentence. They belong to the name before them, or where the grammar of the language says so to the
//!   one behind; a sentence that names nobody goes on about whom the one before it named.
//! - A word for a role with the speaker as its subject, or with none, is a claim; with a name and a word
//!   of opinion it is an estimate. A word for a species is a result where the sentence speaks of a
//!   divination or a medium, or the speaker has claimed to be one in the same breath, and an estimate
//!   otherwise.
//! - Denials, and what somebody else is said to do, tell nothing.
//!
//! The rest is kept as it was said, and means [`Sentence::UNREAD`].

mod english;
mod japanese;
mod length;
mod names;
mod prepared;
mod remark;
mod templates;

pub use length::{Counting, Lengths};
pub use names::Names;
pub use remark::Remark;
pub use templates::Wording;

use kakehiki_core::Seat;

use super::sentence::Sentence;
use crate::rules::players::Players;

/// What an utterance in plain words was taken to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What the speaker states, in order, each thing once.
    pub remarks: Vec<Remark>,
    /// Whether the last of them is said to follow from the others.
    pub is_reasoned: bool,
    /// The other players who are named.
    pub named: Players,
}

impl Reading {
    /// Reads what somebody says, in either language.
    pub fn new(text: &str, speaker: Seat, names: &Names) -> Self {
        let prepared = prepared::Prepared::new(text, speaker, names);
        let mut reading = Self { named: prepared.named(), ..Self::default() };
        if prepared.is_japanese() {
            japanese::read(&prepared, &mut reading);
        } else {
            english::read(&prepared, &mut reading);
        }
        reading
    }

    /// Adds a remark that was not made before. Nobody speaks about itself here but by claims.
    fn add(&mut self, remark: Remark, speaker: Seat) {
        if !self.remarks.contains(&remark) && remark.target() != Some(speaker) {
            self.remarks.push(remark);
        }
    }

    /// The sentence that the utterance means; [`Sentence::UNREAD`] where nothing was found in it, and
    /// without what has no room where it is overlong.
    pub fn sentence(&self, speaker: Seat) -> Sentence {
        let sentences: Vec<Sentence> =
            self.remarks.iter().map(|remark| remark.sentence(speaker)).collect();
        match sentences.as_slice() {
            [] => Sentence::UNREAD,
            [only] => *only,
            [reason, consequence] if self.is_reasoned => {
                Sentence::because(reason, consequence).unwrap_or(*consequence)
            }
            several => (2..=several.len())
                .rev()
                .find_map(|count| Sentence::all_of(&several[..count]))
                .unwrap_or(several[0]),
        }
    }
}
