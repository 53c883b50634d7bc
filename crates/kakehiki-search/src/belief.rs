//! What a seat believes: which of the worlds that fit its view are likely.

use std::sync::{Arc, OnceLock};

use kakehiki_core::{Game, GameRng, Likelihood, Observed, Sampler};
use rand::RngExt;

use crate::Worlds;

/// What speaks for or against worlds beyond the rules' own probabilities: what others did, what
/// they said.
pub trait Evidence<G: Game>: Send + Sync {
    /// How likely the evidence is in a world, compared with other worlds of the same view: a finite
    /// number of at least 0.
    fn weight(&self, world: &G::State) -> f64;
}

/// How many worlds compete by their weights for each that is drawn from a belief with evidence.
///
/// The share of a world then differs from its true one by about one part in this number.
const COMPETITORS: usize = 32;

/// A supply of the worlds that fit a view, as likely as the rules and some evidence make them.
///
/// It is one value for all that an agent does in a decision: who moves, who trades and who talks
/// draw from the same belief. Without evidence it draws what [`Observed::sample`] draws.
pub struct Belief<'a, G: Observed> {
    game: &'a G,
    view: &'a G::View,
    evidence: Vec<Arc<dyn Evidence<G>>>,
    /// Made when the first world is drawn: many decisions need none.
    sampler: OnceLock<Sampler<'a, G>>,
}

impl<'a, G: Observed> Belief<'a, G> {
    /// What a seat with this view believes in the light of some evidence.
    pub fn new(game: &'a G, view: &'a G::View, evidence: Vec<Arc<dyn Evidence<G>>>) -> Self {
        Self { game, view, evidence, sampler: OnceLock::new() }
    }

    /// What a seat with this view believes if it goes by the rules alone.
    pub fn plain(game: &'a G, view: &'a G::View) -> Self {
        Self::new(game, view, Vec::new())
    }

    /// What the belief says of the facts that are open in the view, by this many worlds.
    pub fn likelihoods(&self, worlds: u32, rng: &mut GameRng) -> Vec<Likelihood> {
        let facts = self.game.facts(self.view);
        if facts.is_empty() {
            return Vec::new();
        }
        let drawn = (0..worlds.max(1)).map(|_| self.draw(rng));
        likelihoods(self.game, facts, drawn, |world| self.weight(world))
    }

    /// A world by the rules alone.
    fn draw(&self, rng: &mut GameRng) -> G::State {
        self.sampler.get_or_init(|| self.game.sampler(self.view))(rng)
    }
}

/// How likely facts are, by the worlds in which they hold and what these weigh.
pub fn likelihoods<G: Observed>(
    game: &G,
    facts: Vec<G::Fact>,
    worlds: impl Iterator<Item = G::State>,
    weight: impl Fn(&G::State) -> f64,
) -> Vec<Likelihood> {
    let worlds: Vec<(f64, G::State)> = worlds.map(|world| (weight(&world), world)).collect();
    let total: f64 = worlds.iter().map(|(weight, _)| weight).sum();
    let likelihood = |fact: G::Fact| {
        let holding = worlds.iter().filter(|(_, world)| game.holds(world, &fact));
        let weight: f64 = holding.map(|(weight, _)| weight).sum();
        let probability = if total > 0.0 { weight / total } else { 0.0 };
        Likelihood { fact: fact.to_string(), probability }
    };
    facts.into_iter().map(likelihood).collect()
}

impl<G: Observed> Worlds<G> for Belief<'_, G> {
    fn world(&self, _index: u64, rng: &mut GameRng) -> G::State {
        let mut chosen = self.draw(rng);
        if self.evidence.is_empty() {
            return chosen;
        }
        // One of several by their weights, without keeping more than the one that leads.
        let mut total = self.weight(&chosen);
        for _ in 1..COMPETITORS {
            let world = self.draw(rng);
            let weight = self.weight(&world);
            total += weight;
            if rng.random_range(0.0..1.0) * total < weight {
                chosen = world;
            }
        }
        chosen
    }

    fn weight(&self, world: &G::State) -> f64 {
        self.evidence.iter().map(|evidence| evidence.weight(world)).product()
    }
}
