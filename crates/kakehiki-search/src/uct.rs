//! UCT on a position in which nothing is hidden.

use std::time::Duration;

use kakehiki_core::{Deadline, Game, GameRng, Moments, Rewards, Seat, Seed, Step, Turn};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use crate::{
    Estimate, EvenJudge, Judge, Playout, Policy, Worlds,
    threads::may_spread,
    tree::{Lens, Tree, apply},
};

/// UCT: Monte Carlo tree search that chooses by upper confidence bounds.
///
/// Every playout first goes down a growing tree. Where a seat has to act it takes an action that
/// was never tried there, in random order, or else the one with the largest UCB1 value
///
/// ```text
/// mean + exploration * sqrt(ln n / visits)
/// ```
///
/// where `mean` is the reward of the seat that acts, so any number of players, teams and draws are
/// handled alike (each seat maximises its own reward); `n` counts how often the action could have
/// been chosen. Chance falls with its true probability, and the tree branches on the outcome. The
/// first position that is new to the tree is added to it and played out.
///
/// [`search`](Self::search) needs the full state: use it where nothing is hidden, or for what a
/// player would do that sees everything. [`search_information_sets`](Self::search_information_sets)
/// searches from what a seat knows.
///
/// Sources: Kocsis and Szepesvári, *Bandit based Monte-Carlo planning* (2006); [`Final::Mean`] is
/// the choice of Ito's Catan players (2014).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct<P, J = EvenJudge, K = OneKind> {
    /// How a new position is played out.
    pub playout: Playout<P, J>,
    /// The number of playouts, all trees together.
    pub playouts: u32,
    /// How long each tree grows instead, in processor time. What is found then depends on the machine
    /// and follows from no seed.
    pub time: Option<Duration>,
    /// The weight of exploration in UCB1; rewards are between 0 and 1.
    pub exploration: f64,
    /// What makes an action the best one in the end.
    pub choice: Final,
    /// How many independent trees share the playouts; what they find at their roots is added up.
    /// More than one tree lets more than one thread work, at the price of less depth. At least one.
    pub trees: u32,
    /// For how many visits it counts what the judge of the playouts says of the position that an action
    /// leads to; 0 for no word of it. With it, actions are not all tried once before any is tried again.
    pub foresight: f64,
    /// The kinds of actions, chosen among before the actions of the kind.
    pub kinds: K,
}

/// Playouts between two looks at the clock.
const PLAYOUTS_BETWEEN_LOOKS: usize = 8;

/// Sorts the actions of a game into kinds.
///
/// A menu may hold dozens of actions of one kind, such as the places for a road, and one of another,
/// such as to end the turn. A search that tells kinds apart first chooses a kind by what all its
/// actions brought, then one of its actions; so a large kind costs a small one no playouts.
pub trait Kinds<G: Game>: Sync {
    /// Whether there is more than one kind.
    const TELLS_APART: bool = true;

    /// The kind of an action; a menu holds at most 32 different ones.
    fn kind(&self, action: &G::Action) -> u8;
}

/// All actions are of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OneKind;

impl<G: Game> Kinds<G> for OneKind {
    const TELLS_APART: bool = false;

    fn kind(&self, _action: &G::Action) -> u8 {
        0
    }
}

/// What makes an action the best one when the search is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Final {
    /// The best mean reward.
    #[default]
    Mean,
    /// The most visits, of the kind first and then of the action; equal visits are settled by the
    /// mean.
    Visits,
}

impl<P, J> Uct<P, J> {
    /// One tree, the exploration of UCB1 in theory (the square root of 2), and the best mean at the
    /// end.
    pub const fn new(playout: Playout<P, J>, playouts: u32) -> Self {
        Self {
            playout,
            playouts,
            time: None,
            exploration: std::f64::consts::SQRT_2,
            choice: Final::Mean,
            trees: 1,
            foresight: 0.0,
            kinds: OneKind,
        }
    }

    /// The same search, choosing among kinds of actions first.
    pub fn by_kind<K>(self, kinds: K) -> Uct<P, J, K> {
        let Self { playout, playouts, time, exploration, choice, trees, foresight, .. } = self;
        Uct { playout, playouts, time, exploration, choice, trees, foresight, kinds }
    }
}

impl<P, J, K> Uct<P, J, K> {
    /// Estimates what each action on the menu is worth to the seat to act, best first; equally good
    /// ones keep the order of the menu, and actions that were never tried come last. Empty if no
    /// seat has to act or nothing was played.
    ///
    /// The result follows from the arguments alone, not from the number of threads nor from what
    /// `memory` was used for, unless there is a [`time`](Self::time).
    pub fn search<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        seed: Seed,
        memory: &mut OpenTrees<G>,
    ) -> Vec<Estimate<G::Action>>
    where
        P: Policy<G>,
        J: Judge<G>,
        K: Kinds<G>,
    {
        let Turn::Seat(seat) = game.turn(state) else {
            return Vec::new();
        };
        let world = |_, _: &mut GameRng| state.clone();
        self.grow_all(game, seat, &Open { is_one_state: true }, world, seed, &mut memory.0)
    }

    /// The same for `seat`, which has to act and does not know which of the worlds it is in, where
    /// what is hidden is taken for chance: every playout takes a world, and the tree branches on
    /// every step as it is.
    ///
    /// Whoever acts in the tree acts on the steps before, hidden ones included, and on what is legal
    /// in the world, but not on hidden facts that no step has shown. A step that only shows something
    /// is thus worth nothing, and one that should be secret is not; where that matters,
    /// [`search_information_sets`](Self::search_information_sets) is the honest search, which costs
    /// more.
    pub fn search_worlds<G: Game, W: Worlds<G>>(
        &self,
        game: &G,
        seat: Seat,
        worlds: &W,
        seed: Seed,
        memory: &mut OpenTrees<G>,
    ) -> Vec<Estimate<G::Action>>
    where
        P: Policy<G>,
        J: Judge<G>,
        K: Kinds<G>,
    {
        let world = |index, rng: &mut _| worlds.world(index, rng);
        self.grow_all(game, seat, &Open { is_one_state: false }, world, seed, &mut memory.0)
    }

    /// What a position, of which any of the worlds may be the truth, comes to for each seat: the mean
    /// over all playouts of one tree, which as it grows go more and more where those who act fare
    /// best. Hidden facts are chance, as in [`search_worlds`](Self::search_worlds).
    pub fn evaluate<G: Game, W: Worlds<G>>(
        &self,
        game: &G,
        worlds: &W,
        seed: Seed,
        memory: &mut OpenTrees<G>,
    ) -> Rewards
    where
        P: Policy<G>,
        J: Judge<G>,
        K: Kinds<G>,
    {
        if memory.0.is_empty() {
            memory.0.push(Tree::new());
        }
        let tree = &mut memory.0[0];
        tree.clear();
        let mut rng = seed.derive("tree", 0).rng();
        let mut sums: Rewards = (0..game.seats()).map(|_| 0.0).collect();
        let playouts = self.playouts.max(1);
        for index in 0..playouts {
            let state = worlds.world(u64::from(index), &mut rng);
            let lens = Open { is_one_state: false };
            let rewards = tree.grow(game, &lens, self, state, &mut rng);
            sums.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += reward);
        }
        sums.iter_mut().for_each(|sum| *sum /= f64::from(playouts));
        sums
    }

    /// Grows all trees and ranks what they found at their roots.
    pub(crate) fn grow_all<G: Game, L: Lens<G>>(
        &self,
        game: &G,
        seat: Seat,
        lens: &L,
        world: impl Fn(u64, &mut GameRng) -> G::State + Sync,
        seed: Seed,
        memory: &mut Vec<Tree<G, L::Key>>,
    ) -> Vec<Estimate<G::Action>>
    where
        P: Policy<G>,
        J: Judge<G>,
        K: Kinds<G>,
    {
        let count = self.trees.max(1) as usize;
        if memory.len() < count {
            memory.resize_with(count, Tree::new);
        }
        let trees = &mut memory[..count];
        let seed = seed.derive("tree", 0);
        let grow = |(number, tree): (usize, &mut Tree<G, L::Key>)| {
            tree.clear();
            let mut rng = seed.rng_at(number as u64);
            let deadline = Deadline::new(self.time);
            let playouts = if self.time.is_some() { u64::MAX } else { u64::from(self.playouts) };
            // Playouts go to the trees in turn, so a list of worlds is shared out equally.
            for (played, index) in (number as u64..playouts).step_by(count).enumerate() {
                if played.is_multiple_of(PLAYOUTS_BETWEEN_LOOKS) && deadline.is_over() {
                    break;
                }
                let state = world(index, &mut rng);
                tree.grow(game, lens, self, state, &mut rng);
            }
        };
        if count == 1 || !may_spread() {
            trees.iter_mut().enumerate().for_each(grow);
        } else {
            trees.par_iter_mut().enumerate().for_each(grow);
        }
        self.rank::<G>(trees.iter().map(|tree| tree.root_arms(seat)))
    }

    fn rank<'a, G: Game>(
        &self,
        roots: impl Iterator<Item = impl Iterator<Item = (&'a G::Action, &'a Moments)>>,
    ) -> Vec<Estimate<G::Action>>
    where
        G::Action: 'a,
        K: Kinds<G>,
    {
        let mut merged: Vec<(G::Action, Moments)> = Vec::new();
        for (action, rewards) in roots.flatten() {
            match merged.iter_mut().find(|(known, _)| known == action) {
                Some((_, sum)) => sum.merge(rewards),
                None => merged.push((action.clone(), *rewards)),
            }
        }
        let mut kinds = [0; 256];
        for (action, rewards) in &merged {
            kinds[usize::from(self.kinds.kind(action))] += rewards.count();
        }
        let mut estimates: Vec<Estimate<G::Action>> =
            merged.into_iter().map(|(action, rewards)| Estimate::new(action, &rewards)).collect();
        let visits_of_kind = |action: &G::Action| kinds[usize::from(self.kinds.kind(action))];
        estimates.sort_by(|first, second| {
            let tried = (second.visits > 0).cmp(&(first.visits > 0));
            let mean = second.mean.total_cmp(&first.mean);
            match self.choice {
                Final::Mean => tried.then(mean),
                Final::Visits => {
                    let kind = visits_of_kind(&second.action).cmp(&visits_of_kind(&first.action));
                    kind.then(second.visits.cmp(&first.visits)).then(mean)
                }
            }
        });
        estimates
    }
}

/// The memory of searches with everything in sight, kept from one to the next to save allocations.
pub struct OpenTrees<G: Game>(Vec<Tree<G, Step<G>>>);

impl<G: Game> Default for OpenTrees<G> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Sees every step as it is.
struct Open {
    is_one_state: bool,
}

impl<G: Game> Lens<G> for Open {
    type Key = Step<G>;

    fn is_one_state(&self) -> bool {
        self.is_one_state
    }

    fn take(&self, game: &G, state: &mut G::State, step: Step<G>) -> Step<G> {
        apply(game, state, &step);
        step
    }
}
