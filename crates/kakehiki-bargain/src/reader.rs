//! Those who also watch what others do.

use std::sync::Arc;

use kakehiki_core::{LazyView, Seat, Seed};
use kakehiki_search::{ActEvidence, ActMemory, ActModel, Evidence, Particles};

use crate::{Claimable, Listener, WordListener};

/// Somebody who hears what others say and watches what they do: worlds in which a model of them makes
/// their acts likelier are likelier.
pub struct ActReader<G: Claimable, M, E = ActEvidence<G>> {
    game: G,
    model: Arc<M>,
    words: WordListener<G>,
    acts: Arc<E>,
    seat: Seat,
    seed: Seed,
    /// How much was heard, for its luck.
    heard: u64,
}

impl<G: Claimable, M: ActModel<G>> ActReader<G, M> {
    /// One who has seen nothing yet, of a game whose worlds the model lists. Of each act, `floor` is
    /// believed to tell nothing.
    pub fn new(game: G, model: Arc<M>, floor: f64, words: WordListener<G>, seed: Seed) -> Self {
        Self::by(ActEvidence::new(floor), game, model, words, seed)
    }
}

impl<G: Claimable, M: ActModel<G>> ActReader<G, M, Particles<G>> {
    /// One who has seen nothing yet, of a game with too many worlds to be listed, and keeps these in mind.
    pub fn with_particles(
        particles: Particles<G>,
        game: G,
        model: Arc<M>,
        words: WordListener<G>,
        seed: Seed,
    ) -> Self {
        Self::by(particles, game, model, words, seed)
    }
}

impl<G: Claimable, M: ActModel<G>, E: ActMemory<G>> ActReader<G, M, E> {
    fn by(acts: E, game: G, model: Arc<M>, words: WordListener<G>, seed: Seed) -> Self {
        Self { game, model, words, acts: Arc::new(acts), seat: Seat::new(0), seed, heard: 0 }
    }
}

impl<G: Claimable, M: ActModel<G>, E: ActMemory<G> + 'static> Listener<G> for ActReader<G, M, E> {
    fn sit(&mut self, seat: Seat) {
        self.seat = seat;
        self.words.sit(seat);
        Arc::make_mut(&mut self.acts).clear();
    }

    fn hear(&mut self, view: &LazyView<'_, G>, sight: &G::Sight) {
        self.words.hear(view, sight);
        let mut rng = self.seed.rng_at(self.heard);
        self.heard += 1;
        let acts = Arc::make_mut(&mut self.acts);
        acts.follow(&self.game, &*self.model, self.seat, view, sight, &mut rng);
    }

    fn evidence(&self) -> Option<Arc<dyn Evidence<G>>> {
        let acts = Arc::clone(&self.acts) as Arc<dyn Evidence<G>>;
        Some(match self.words.evidence() {
            Some(words) => Arc::new(vec![words, acts]),
            None => acts,
        })
    }

    fn recall(&self, view: &G::View) -> Option<G::View> {
        self.words.recall(view)
    }
}
