//! What everybody at a table knows.

use std::sync::Arc;

use super::{exact::PublicBelief, factors::Factors, shelf::Shelf};
use crate::{
    record::PublicRecord,
    rules::{Channel, Event, Phase, View, Werewolf},
};

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

    /// Shares what is inferred with all who take it from this shelf.
    #[must_use]
    pub fn shared(mut self, shelf: &Arc<Shelf>) -> Self {
        let shared = |belief: Box<PublicBelief>| Box::new(belief.shared(Arc::clone(shelf)));
        self.belief = self.belief.map(shared);
        self
    }

    /// Takes in something that happened, if everybody perceives it.
    pub fn perceive(&mut self, event: &Event) {
        match event {
            Event::Said(said) if said.channel == Channel::Talk => {
                self.record.hear(said.speaker, &said.sentence);
            }
            Event::Ballot { votes, .. } => self.record.count(votes.iter().copied()),
            Event::Revealed(votes) => self.record.reveal(votes.iter().copied()),
            Event::Executed(executed) => self.record.execute(*executed),
            Event::Dawn { day, victim } => self.record.dawn(*day, *victim),
            _ => {}
        }
    }

    /// Brings everything up to date when all that was seen at once is taken in; the view is as it is then.
    pub fn catch_up(&mut self, view: &View) {
        if let Some(floor) = view.floor {
            self.record.turn = floor.turn;
        }
        // A tie alone tells nothing. Where ballots are hidden a client of a server does not know of it, and has
        // to infer the same.
        if view.phase != Phase::Tie {
            self.refresh();
        }
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
