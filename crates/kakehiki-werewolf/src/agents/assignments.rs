//! One who listens by weighing all assignments of werewolves and possessed.

use std::sync::Arc;

use kakehiki_bargain::Listener;
use kakehiki_core::{LazyView, Seat};
use kakehiki_search::Evidence;

use crate::{
    estimate::{CommonKnowledge, Factors, PublicBelief},
    rules::{Sight, Werewolf},
};

/// Takes in what everybody says and does, and makes worlds likelier by exact Bayes over all assignments,
/// as the finalist does for itself.
pub(super) struct Assignments {
    common: CommonKnowledge,
    /// As of the last thing that was heard; nothing before.
    belief: Option<Arc<PublicBelief>>,
}

impl Assignments {
    /// One who has heard nothing yet.
    pub(super) fn new(game: &Werewolf, factors: Factors) -> Self {
        Self { common: CommonKnowledge::new(game, Some(factors)), belief: None }
    }
}

impl Listener<Werewolf> for Assignments {
    fn sit(&mut self, _seat: Seat) {
        self.common.clear();
        self.belief = None;
    }

    fn hear(&mut self, view: &LazyView<'_, Werewolf>, sight: &Sight) {
        for event in &sight.events {
            self.common.perceive(event);
        }
        self.common.catch_up(view);
        let belief = self.common.belief();
        let is_new = |known: &Arc<PublicBelief>| {
            belief.is_some_and(|belief| belief.version() != known.version())
        };
        if self.belief.as_ref().is_none_or(is_new) {
            self.belief = belief.cloned().map(Arc::new);
        }
    }

    fn evidence(&self) -> Option<Arc<dyn Evidence<Werewolf>>> {
        self.belief.clone().map(|belief| belief as _)
    }
}
