//! UCT on what a seat knows: single-observer information-set search.

use kakehiki_core::{Game, Observed, Seat, Seed, Step};

use crate::{
    Estimate, Judge, Kinds, Policy, Uct, Worlds,
    tree::{Lens, Tree, apply},
};

impl<P, J, K> Uct<P, J, K> {
    /// Estimates what each action on the menu is worth to `seat`, which has to act and does not
    /// know which of the worlds it is in: single-observer information-set UCT. The order is that of
    /// [`search`](Self::search).
    ///
    /// Every playout takes a world and goes down one tree that serves them all, choosing only among
    /// what is legal in that world. UCB1 then counts for an action only the times when it could
    /// have been chosen:
    ///
    /// ```text
    /// mean + exploration * sqrt(ln availability / visits)
    /// ```
    ///
    /// The tree branches on what `seat` perceives ([`Observed::sight`]) and on its own actions, not
    /// on the truth: hidden dice, draws and choices of others lead to one node, and what comes to
    /// light tells nodes apart. The seat therefore never acts on what it cannot know, and values
    /// finding it out.
    ///
    /// What it does not handle:
    ///
    /// - The other seats choose from statistics that are averaged over all worlds that the
    ///   searching seat cannot tell apart. They are thus taken to know no more than it does, not
    ///   even their own secrets, though what is legal for them is that of the world. What
    ///   opponents make of their secrets is underrated; so is bluffing, the searching seat's own
    ///   included, because nobody in the tree has beliefs about *its* secrets.
    /// - Worlds are as likely as their supply makes them, whatever the others did on the way down
    ///   the tree: there is no inference.
    /// - Choices made at the same time are made one after the other. The searching seat does not
    ///   see those made before its own, but it finds a best answer to how the others tend to
    ///   choose, not an equilibrium.
    ///
    /// Source: Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search* (2012).
    pub fn search_information_sets<G, W>(
        &self,
        game: &G,
        seat: Seat,
        worlds: &W,
        seed: Seed,
        memory: &mut InformationSetTrees<G>,
    ) -> Vec<Estimate<G::Action>>
    where
        G: Observed,
        W: Worlds<G>,
        P: Policy<G>,
        J: Judge<G>,
        K: Kinds<G>,
    {
        let world = |index, rng: &mut _| worlds.world(index, rng);
        self.grow_all(game, seat, &Perceived(seat), world, seed, &mut memory.0)
    }
}

/// The memory of information-set searches, kept from one to the next to save allocations.
pub struct InformationSetTrees<G: Observed>(Vec<Tree<G, Perception<G>>>);

impl<G: Observed> Default for InformationSetTrees<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What a seat gets of a step: its own action if it was one, and what it perceives.
struct Perception<G: Observed> {
    own: Option<G::Action>,
    sight: Option<G::Sight>,
}

impl<G: Observed> PartialEq for Perception<G> {
    fn eq(&self, other: &Self) -> bool {
        self.own == other.own && self.sight == other.sight
    }
}

/// Sees the steps as a seat does.
struct Perceived(Seat);

impl<G: Observed> Lens<G> for Perceived {
    type Key = Perception<G>;

    fn is_one_state(&self) -> bool {
        false
    }

    fn take(&self, game: &G, state: &mut <G as Game>::State, step: Step<G>) -> Perception<G> {
        let before = state.clone();
        apply(game, state, &step);
        let sight = game.sight(&before, &step, state, self.0);
        let own = match step {
            Step::Action(seat, action) if seat == self.0 => Some(action),
            Step::Action(..) | Step::Chance(_) => None,
        };
        Perception { own, sight }
    }
}
