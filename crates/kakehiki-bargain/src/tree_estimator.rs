//! What deals in goods are worth by tree search.

use kakehiki_core::{GameRng, Rewards, Seat, Seed};
use kakehiki_search::{Judge, Kinds, OpenTrees, Policy, Uct, Worlds};
use rand::Rng;

use crate::{Appraisal, Bargaining, Estimator, Standpoint, Worth};

/// Weighs deals in goods by the mean reward of a UCT search from the position with the deal done and
/// from the one without it: the reading of Ito (2014) in which the simulations grow a tree.
///
/// Unlike plain playouts, whose mean is that of the policy, a tree moves its mean towards what the
/// players would choose; but no two trees can be grown under the same luck, so differences scatter
/// more. Deals that only show something are worth nothing to it.
pub struct TreeEstimator<G: Bargaining, P, J, K> {
    search: Uct<P, J, K>,
    trees: OpenTrees<G>,
}

impl<G: Bargaining, P, J, K> TreeEstimator<G, P, J, K> {
    /// Weighs by this search, the playouts of which go to every branch.
    pub fn new(search: Uct<P, J, K>) -> Self {
        Self { search, trees: OpenTrees::default() }
    }
}

/// Worlds of a view in which a deal, if there is one, was carried out.
struct Branch<'a, G: Bargaining> {
    at: &'a Standpoint<'a, G>,
    deal: Option<&'a G::Deal>,
}

impl<G: Bargaining> Worlds<G> for Branch<'_, G> {
    fn world(&self, index: u64, rng: &mut GameRng) -> G::State {
        let Standpoint { game, worlds, .. } = *self.at;
        let mut world = worlds.world(index, rng);
        if let Some(deal) = self.deal {
            game.carry_out(&mut world, deal);
        }
        if game.is_negotiating(&world) {
            game.break_off(&mut world);
        }
        world
    }
}

impl<G, P, J, K> Estimator<G> for TreeEstimator<G, P, J, K>
where
    G: Bargaining,
    P: Policy<G> + Send,
    J: Judge<G> + Send,
    K: Kinds<G> + Send,
{
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        if deals.is_empty() {
            return Vec::new();
        }
        let seed = Seed::experiment(rng.next_u64());
        let mut evaluate = |deal: Option<&G::Deal>, number: u64| -> Rewards {
            let branch = Branch { at, deal };
            self.search.evaluate(at.game, &branch, seed.derive("branch", number), &mut self.trees)
        };
        let before = evaluate(None, 0);
        let appraise = |(number, deal): (u64, &G::Deal)| {
            let after = evaluate(Some(deal), number);
            let worth = |seat: Seat| Worth::new(before[seat.index()], after[seat.index()]);
            Appraisal::new(worth(at.seat), worth(at.game.partner(deal, at.seat)))
        };
        (1..).zip(deals).map(appraise).collect()
    }
}
