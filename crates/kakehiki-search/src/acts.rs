//! What others do, as evidence about worlds.

use kakehiki_core::{GameRng, LazyView, Observed, Seat, Step, carry_on};

use crate::{Evidence, Kept};

/// A model of how others act, which may tell kinds of players apart.
pub trait ActModel<G: Observed>: Send + Sync {
    /// How common each kind of player is, in shares of one.
    fn kinds(&self) -> &[f64];

    /// How likely each kind of player does what it did, of every world of a view with what was done in
    /// it: finite numbers of at least 0, world by world. `None` for acts that tell nothing.
    fn likelihoods(&self, game: &G, acts: &[(&G::State, G::Action)]) -> Option<Vec<f64>>;
}

/// What a seat believes of worlds by what others did in them.
pub trait ActMemory<G: Observed>: Evidence<G> + Clone {
    /// Forgets everything.
    fn clear(&mut self);

    /// Goes along with what `seat` saw; `view` is what it knows then.
    fn follow(
        &mut self,
        game: &G,
        model: &impl ActModel<G>,
        seat: Seat,
        view: &LazyView<'_, G>,
        sight: &G::Sight,
        rng: &mut GameRng,
    );
}

/// The worlds that fit what a seat saw, each as likely as it makes what the others did.
///
/// All of them are listed, so this is for games in which they are few. What is believed is a world and
/// the kind of player that the others are, together: a runner that turns out to be a bluff tells of all
/// the other runners too. Each act of another changes the weights by Bayes' rule, and then
///
/// ```text
/// weight ← (1 − floor) · weight / sum of the weights + floor · share of the kind / number of worlds,
/// ```
///
/// so that no world dies of a model that does not know whom it is about.
#[derive(Clone, Debug)]
pub struct ActEvidence<G: Observed> {
    floor: f64,
    worlds: Vec<G::State>,
    /// Of every world, kind by kind.
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
        self.worlds.iter().zip(self.by_world().map(|kinds| kinds.iter().sum()))
    }

    /// The weights of the kinds, world by world.
    fn by_world(&self) -> impl Iterator<Item = &[f64]> {
        let kinds = self.weights.len() / self.worlds.len().max(1);
        self.weights.chunks(kinds.max(1))
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
        let kinds = model.kinds();
        let act = |world| match game.step_towards(world, seat, sight, rng) {
            Some(Step::Action(actor, action)) if actor != seat => Some((world, action)),
            _ => None,
        };
        let acts: Option<Vec<_>> = self.worlds.iter().map(act).collect();
        if let Some(likelihoods) = acts.and_then(|acts| model.likelihoods(game, &acts)) {
            reweigh(&mut self.weights, &likelihoods, self.floor, kinds);
        }
        let weights = std::mem::take(&mut self.weights);
        let worlds = std::mem::take(&mut self.worlds);
        for (mut world, weights) in worlds.into_iter().zip(weights.chunks(kinds.len())) {
            if carry_on(game, &mut world, seat, sight, rng) {
                self.worlds.push(world);
                self.weights.extend(weights);
            }
        }
        if self.worlds.is_empty() {
            self.worlds = game.worlds(view);
            self.weights = kinds.repeat(self.worlds.len());
        }
    }
}

impl<G: Observed> ActMemory<G> for ActEvidence<G> {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn follow(
        &mut self,
        game: &G,
        model: &impl ActModel<G>,
        seat: Seat,
        view: &LazyView<'_, G>,
        sight: &G::Sight,
        rng: &mut GameRng,
    ) {
        Self::follow(self, game, model, seat, view, sight, rng);
    }
}

impl<G: Observed> Evidence<G> for ActEvidence<G> {
    fn weight(&self, world: &G::State) -> f64 {
        if self.worlds.is_empty() {
            return 1.0;
        }
        let mut known = self.worlds();
        known.find(|(other, _)| *other == world).map_or(0.0, |(_, weight)| weight)
    }

    /// They are all there is, each with what [`weight`](Self::weight) makes of it and no more.
    fn kept(&self) -> Option<Kept<'_, G::State>> {
        let worlds = || self.worlds.iter().map(|world| (world, 1.0)).collect();
        (!self.worlds.is_empty()).then(|| Kept { worlds: worlds(), floor: 0.0 })
    }
}

/// Multiplies the weights of worlds, kind by kind, by how likely something is, makes them shares of one,
/// and shares out `floor` of it equally among the worlds, and as common as they are among the kinds.
pub fn reweigh(weights: &mut [f64], likelihoods: &[f64], floor: f64, kinds: &[f64]) {
    for (weight, likelihood) in weights.iter_mut().zip(likelihoods) {
        *weight *= likelihood;
    }
    let total: f64 = weights.iter().sum();
    let worlds = (weights.len() / kinds.len()) as f64;
    for (weight, kind) in weights.iter_mut().zip(kinds.iter().cycle()) {
        let before = kind / worlds;
        let share = if total > 0.0 { *weight / total } else { before };
        *weight = (1.0 - floor) * share + floor * before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_follow_the_rule_of_bayes_above_a_floor() {
        let mut weights = [0.5, 0.25, 0.25];
        reweigh(&mut weights, &[0.2, 0.4, 0.8], 0.0, &[1.0]);
        assert_eq!(weights.map(|weight| (weight * 1000.0).round() as u32), [250, 250, 500]);
        for _ in 0..100 {
            reweigh(&mut weights, &[1e-9, 1.0, 1e-9], 0.06, &[1.0]);
        }
        assert!(weights[0] >= 0.02 && weights[2] >= 0.02, "{weights:?}");
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn what_is_impossible_everywhere_tells_nothing() {
        let mut weights = [0.7, 0.3];
        reweigh(&mut weights, &[0.0, 0.0], 0.1, &[1.0]);
        assert!(weights.iter().all(|weight| (weight - 0.5).abs() < 1e-12), "{weights:?}");
    }

    #[test]
    fn what_kind_of_player_it_is_is_learned_with_the_worlds() {
        // Somebody names two coins in turn: what lies there, or, one in ten, what does not; and errs one
        // time in ten. It says heads twice.
        let kinds = [0.9, 0.1];
        let says_heads = |is_heads: bool| if is_heads { [0.9, 0.1] } else { [0.1, 0.9] };
        let coins = [(true, true), (true, false), (false, true), (false, false)];
        let mut weights = kinds.repeat(4);
        for said in [coins.map(|(first, _)| first), coins.map(|(_, second)| second)] {
            reweigh(&mut weights, &said.map(says_heads).concat(), 0.0, &kinds);
        }
        let second_is_heads = |weights: &[f64]| {
            let of: Vec<f64> = weights.chunks(2).map(|kinds| kinds.iter().sum()).collect();
            of[0] / (of[0] + of[1])
        };
        assert!(second_is_heads(&weights[..4]) > 0.8);
        // The first turns out to be tails: 0.9 · 0.1 for one who erred, 0.1 · 0.9 for one who does not
        // say what is so, and the second may be either.
        assert!((second_is_heads(&weights[4..]) - 0.5).abs() < 1e-12);
    }
}
