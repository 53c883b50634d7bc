//! Players of whom it is not known by which of several models they go.

use std::sync::Arc;

use kakehiki_core::Observed;

use crate::ActModel;

/// The kinds of several models together.
#[derive(Clone)]
pub struct Mixture<G> {
    models: Vec<Arc<dyn ActModel<G>>>,
    shares: Vec<f64>,
}

impl<G: Observed> Mixture<G> {
    /// Players who go by each of these models as often as the number before it says, in shares of one.
    pub fn new(models: Vec<(f64, Arc<dyn ActModel<G>>)>) -> Self {
        let of_kinds = |(share, model): &(f64, Arc<dyn ActModel<G>>)| -> Vec<f64> {
            model.kinds().iter().map(|kind| share * kind).collect()
        };
        let shares = models.iter().flat_map(of_kinds).collect();
        Self { shares, models: models.into_iter().map(|(_, model)| model).collect() }
    }
}

impl<G: Observed> ActModel<G> for Mixture<G> {
    fn kinds(&self) -> &[f64] {
        &self.shares
    }

    fn likelihoods(&self, game: &G, acts: &[(&G::State, G::Action)]) -> Option<Vec<f64>> {
        let of_models: Option<Vec<_>> =
            self.models.iter().map(|model| model.likelihoods(game, acts)).collect();
        let of_models = of_models?;
        let of_world = |world: usize| {
            let models = self.models.iter().zip(&of_models);
            models.flat_map(move |(model, likelihoods)| {
                let kinds = model.kinds().len();
                likelihoods[world * kinds..(world + 1) * kinds].iter().copied()
            })
        };
        Some((0..acts.len()).flat_map(of_world).collect())
    }
}
