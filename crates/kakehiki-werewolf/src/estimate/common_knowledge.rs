//! What everybody at a table knows.

use super::{exact::PublicBelief, factors::Factors};
use crate::{record::PublicRecord, rules::Werewolf};

/// The public record of a game, and what everybody can infer from it: one serves all players of a
/// table, since it holds nothing private.
#[derive(Clone, Debug, PartialEq)]
pub struct CommonKnowledge {
    /// What everybody saw and heard.
    pub record: PublicRecord,
    belief: Option<Box<PublicBelief>>,
}

impl CommonKnowledge {
    /// Before a game. Who the werewolves are is inferred by these factors, if there are any.
    pub fn new(game: &Werewolf, factors: Option<Factors>) -> Self {
        let belief = factors.map(|factors| Box::new(PublicBelief::new(game.options(), factors)));
        Self { record: PublicRecord::new(game), belief }
    }

    /// What can be inferred, up to the last [`refresh`](Self::refresh).
    pub fn belief(&self) -> Option<&PublicBelief> {
        self.belief.as_deref()
    }

    /// Brings what can be inferred up to date.
    #[inline]
    pub fn refresh(&mut self) {
        if let Some(belief) = &mut self.belief {
            belief.read(&self.record);
        }
    }

    /// Forgets everything, for a new game of the same village.
    pub fn clear(&mut self) {
        self.record.clear();
        if let Some(belief) = &mut self.belief {
            belief.clear();
        }
    }
}
