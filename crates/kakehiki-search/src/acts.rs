//! What others do, as evidence about worlds.

use kakehiki_core::{GameRng, Observed, Seat, Step, carry_on};

use crate::Evidence;

/// A model of how others act.
pub trait ActModel<G: Observed>: Send + Sync {
    /// Every world that fits a view; none as long as acts tell nothing.
    fn worlds(&self, view: &G::View) -> Vec<G::State>;

    /// How likely whoever has to act in a world acts so, compared with other worlds of the same view:
    /// a finite number of at least 0. `None` for acts that tell nothing.
    fn likelihood(&self, game: &G, world: &G::State, action: &G::Action) -> Option<f64>;
}

/// The worlds that fit what a seat saw, each as likely as it makes what the others did.
///
/// All of them are listed, so this is for games in which they are few. Each act of another changes
/// their weights by Bayes' rule, and then
///
/// ```text
/// weight ← (1 − floor) · weight / sum of the weights + floor / number of worlds,
/// ```
///
/// so that no world dies of a model that does not know whom it is about: people bluff.
#[derive(Clone, Debug)]
pub struct ActEvidence<G: Observed> {
    floor: f64,
    worlds: Vec<G::State>,
    weights: Vec<f64>,
}

impl<G: Observed> ActEvidence<G> {
    /// Nobody has done anything yet.
    pub const fn new(floor: f64) -> Self {
        Self { floor, worlds: Vec::new(), weights: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.worlds.clear();
        self.weights.clear();
    }

    /// The worlds with their weights.
    pub fn worlds(&self) -> impl Iterator<Item = (&G::State, f64)> {
        self.worlds.iter().zip(self.weights.iter().copied())
    }

    /// Goes along with what `seat` saw; `view` is what it knows then.
    pub fn follow(
        &mut self,
        game: &G,
        model: &impl ActModel<G>,
        seat: Seat,
        view: &G::View,
        sight: &G::Sight,
        rng: &mut GameRng,
    ) {
        let likelihoods: Option<Vec<f64>> = self
            .worlds
            .iter()
            .map(|world| match game.step_towards(world, seat, sight, rng) {
                Some(Step::Action(actor, action)) if actor != seat => {
                    model.likelihood(game, world, &action)
                }
                _ => None,
            })
            .collect();
        if let Some(likelihoods) = likelihoods {
            reweigh(&mut self.weights, &likelihoods, self.floor);
        }
        let weights = std::mem::take(&mut self.weights);
        let worlds = std::mem::take(&mut self.worlds);
        for (mut world, weight) in worlds.into_iter().zip(weights) {
            if carry_on(game, &mut world, seat, sight, rng) {
                self.worlds.push(world);
                self.weights.push(weight);
            }
        }
        if self.worlds.is_empty() {
            self.worlds = model.worlds(view);
            self.weights = vec![1.0; self.worlds.len()];
        }
    }
}

impl<G: Observed> Evidence<G> for ActEvidence<G> {
    fn weight(&self, world: &G::State) -> f64 {
        if self.worlds.is_empty() {
            return 1.0;
        }
        let place = self.worlds.iter().position(|other| other == world);
        place.map_or(0.0, |place| self.weights[place])
    }
}

/// Multiplies the weights of worlds by how likely something is in each of them, makes them shares of
/// one, and lets `floor` of it be shared out equally.
pub fn reweigh(weights: &mut [f64], likelihoods: &[f64], floor: f64) {
    let count = weights.len() as f64;
    for (weight, likelihood) in weights.iter_mut().zip(likelihoods) {
        *weight *= likelihood;
    }
    let total: f64 = weights.iter().sum();
    for weight in weights {
        let share = if total > 0.0 { *weight / total } else { 1.0 / count };
        *weight = (1.0 - floor) * share + floor / count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_follow_the_rule_of_bayes_above_a_floor() {
        let mut weights = [0.5, 0.25, 0.25];
        reweigh(&mut weights, &[0.2, 0.4, 0.8], 0.0);
        assert_eq!(weights.map(|weight| (weight * 1000.0).round() as u32), [250, 250, 500]);
        for _ in 0..100 {
            reweigh(&mut weights, &[1e-9, 1.0, 1e-9], 0.06);
        }
        assert!(weights[0] >= 0.02 && weights[2] >= 0.02, "{weights:?}");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_impossible_everywhere_tells_nothing() {
        let mut weights = [0.7, 0.3];
        reweigh(&mut weights, &[0.0, 0.0], 0.1);
        assert!(weights.iter().all(|weight| (weight - 0.5).abs() < 1e-12), "{weights:?}");
    }
}
