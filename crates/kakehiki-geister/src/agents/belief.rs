//! UPP, "using past playouts": which worlds are likely, judged by how well the opponent's moves did
//! in them.

use kakehiki_core::Seat;
use kakehiki_search::{Evidence, reweigh};

use crate::rules::{Geister, GhostSet, State};

/// Weights of the worlds, learned from the opponent's replies.
///
/// The source (Mishio and Kotani 2014) says that worlds in which the opponent did well in earlier
/// playouts are held to be likelier and get more playouts; it does not give the formula. The
/// reading here: after the opponent's reply, with `q(w) = (its wins + 1) / (playouts + 2)` over the
/// earlier playouts in world `w` that began with the same two moves,
///
/// ```text
/// weight(w) ← weight(w) · exp(beta · (q(w) − mean q)),   normalised,
/// weight(w) ← (1 − floor) · weight(w) + floor / number of worlds.
/// ```
///
/// Two effects of this reading: a reply is seen in few of the playouts (a thousand playouts make about
/// one record for seven worlds, moves and replies together), so single playouts move weights; and
/// since worlds without a record count one half, the worlds that have records gain where the
/// opponent is ahead. Both fade with more playouts.
///
/// Weights accumulate over the turns of a game. Worlds that a capture or an exchange refutes drop
/// out. With `beta` 0 all weights stay equal.
#[derive(Clone, Debug)]
pub(super) struct PastPlayouts {
    /// Whose ghosts it is about.
    opponent: Seat,
    beta: f64,
    floor: f64,
    /// By the bits of the set of bad ghosts.
    weights: Box<[f64; 256]>,
}

impl PastPlayouts {
    /// Begins with equal weights.
    pub(super) fn new(beta: f64, floor: f64) -> Self {
        Self { opponent: Seat::new(1), beta, floor, weights: Box::new([1.0; 256]) }
    }

    /// Begins anew against this opponent.
    pub(super) fn forget(&mut self, opponent: Seat) {
        self.opponent = opponent;
        self.weights.fill(1.0);
    }

    /// The weight of a world, comparable with those of the other worlds of the same view.
    pub(super) fn of(&self, world: GhostSet) -> f64 {
        self.weights[usize::from(world.0)]
    }

    /// Learns how well the opponent's last move did in each of the worlds that are left.
    pub(super) fn learn(&mut self, successes: &[(GhostSet, f64)]) {
        let count = successes.len() as f64;
        let mean = successes.iter().map(|(_, success)| success).sum::<f64>() / count;
        let likelihoods: Vec<f64> =
            successes.iter().map(|(_, success)| (self.beta * (success - mean)).exp()).collect();
        let mut weights: Vec<f64> = successes.iter().map(|(world, _)| self.of(*world)).collect();
        reweigh(&mut weights, &likelihoods, self.floor, &[1.0]);
        for ((world, _), weight) in successes.iter().zip(weights) {
            self.weights[usize::from(world.0)] = weight;
        }
    }
}

/// How well a player did by a move: `(wins + 1) / (playouts + 2)`.
pub(super) fn success(wins: f64, playouts: f64) -> f64 {
    (wins + 1.0) / (playouts + 2.0)
}

impl Evidence<Geister> for PastPlayouts {
    fn weight(&self, world: &State) -> f64 {
        self.of(world.bad(self.opponent))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worlds() -> Vec<GhostSet> {
        GhostSet::setups().take(4).collect()
    }

    #[test]
    fn worlds_where_the_opponent_did_well_gain() {
        let mut belief = PastPlayouts::new(2.0, 0.1);
        let successes: Vec<_> = worlds().into_iter().zip([0.9, 0.5, 0.5, 0.1]).collect();
        belief.learn(&successes);
        let weights: Vec<f64> = worlds().into_iter().map(|world| belief.of(world)).collect();
        assert!(weights[0] > weights[1] && weights[2] > weights[3]);
        assert!((weights[1] - weights[2]).abs() < 1e-15);
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        // By hand: the shares of e^0.8, 1, 1 and e^-0.8, nine tenths of them, and a fortieth.
        let e = 0.8_f64.exp();
        assert!((weights[0] - (0.9 * e / (e + 2.0 + 1.0 / e) + 0.025)).abs() < 1e-12);
    }

    #[test]
    fn the_floor_keeps_every_world_alive() {
        let mut belief = PastPlayouts::new(100.0, 0.2);
        for _ in 0..50 {
            let successes: Vec<_> = worlds().into_iter().zip([1.0, 0.0, 0.0, 0.0]).collect();
            belief.learn(&successes);
        }
        for world in worlds() {
            assert!(belief.of(world) >= 0.2 / 4.0);
        }
    }

    #[test]
    fn without_beta_nothing_is_learned() {
        let mut belief = PastPlayouts::new(0.0, 0.1);
        let successes: Vec<_> = worlds().into_iter().zip([0.9, 0.5, 0.3, 0.1]).collect();
        belief.learn(&successes);
        let weights: Vec<f64> = worlds().into_iter().map(|world| belief.of(world)).collect();
        assert!(weights.iter().all(|weight| weight.to_bits() == weights[0].to_bits()));
    }
}
