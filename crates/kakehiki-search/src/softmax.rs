//! A model of players who mostly do what seems best to them.

use kakehiki_core::Observed;

use crate::ActModel;

/// What acts seem worth to whoever may choose them.
pub trait Scores<G: Observed>: Send + Sync {
    /// Every act that is open to the player to act in a world, with what it seems worth to that player;
    /// none where acts tell nothing.
    fn scores(&self, game: &G, world: &G::State) -> Vec<(G::Action, f64)>;
}

/// Players who choose each act in proportion to `exp(sharpness · score)`.
///
/// Each sharpness is a kind of player, all of them equally common: with 0 they choose evenly, and the
/// larger it is, the more surely they take what seems best.
#[derive(Clone, Debug)]
pub struct Softmax<S> {
    scores: S,
    sharpness: Vec<f64>,
    shares: Vec<f64>,
    trust: f64,
}

impl<S> Softmax<S> {
    /// Players who see acts as these scores say.
    pub fn new(scores: S, sharpness: Vec<f64>) -> Self {
        let shares = vec![1.0 / sharpness.len() as f64; sharpness.len()];
        Self { scores, sharpness, shares, trust: 1.0 }
    }

    /// The same with all likelihoods raised to this power: below 1 where acts of one player are alike, so
    /// that each tells less than it would alone.
    #[must_use]
    pub fn trusted(self, trust: f64) -> Self {
        Self { trust, ..self }
    }
}

impl<G: Observed, S: Scores<G>> ActModel<G> for Softmax<S> {
    fn kinds(&self) -> &[f64] {
        &self.shares
    }

    fn likelihoods(&self, game: &G, acts: &[(&G::State, G::Action)]) -> Option<Vec<f64>> {
        let mut likelihoods = Vec::with_capacity(acts.len() * self.sharpness.len());
        for (world, action) in acts {
            let scores = self.scores.scores(game, world);
            let best = scores.iter().map(|(_, score)| *score).reduce(f64::max)?;
            let chosen = scores.iter().find(|(open, _)| open == action);
            likelihoods.extend(self.sharpness.iter().map(|sharpness| {
                // The best is taken off, so that nothing overflows.
                let weigh = |score: f64| (sharpness * (score - best)).exp();
                let total: f64 = scores.iter().map(|(_, score)| weigh(*score)).sum();
                chosen.map_or(0.0, |(_, score)| (weigh(*score) / total).powf(self.trust))
            }));
        }
        Some(likelihoods)
    }
}
