//! The tree that both tree searches grow: nodes, the arms of bandits, and what leads from node to
//! node.

use arrayvec::ArrayVec;
use kakehiki_core::{Game, GameRng, Moments, Rewards, Seat, Step, Turn};
use rand::RngExt;

use crate::{Judge, Kinds, Policy, Scratch, Uct};

/// How the searcher looks at the steps that lead down the tree.
pub(crate) trait Lens<G: Game>: Sync {
    /// What the searcher can tell apart: two steps with equal keys lead from a node to the same
    /// child.
    type Key: PartialEq + Send;

    /// Whether a node stands for one state only, so that its menu never changes.
    fn is_one_state(&self) -> bool;

    /// Applies a step and tells how it looks.
    fn take(&self, game: &G, state: &mut G::State, step: Step<G>) -> Self::Key;
}

/// Applies a step that is known to be legal.
pub(crate) fn apply<G: Game>(game: &G, state: &mut G::State, step: &Step<G>) {
    match step {
        Step::Action(_, action) => game.play_unchecked(state, action),
        Step::Chance(chance) => game.resolve_unchecked(state, chance),
    }
}

/// The most kinds of actions that a menu may hold.
const MOST_KINDS: usize = 32;

/// `mean + exploration * sqrt(logarithm / visits)`, where the word of the judge counts for some visits.
fn upper_bound(rewards: &Moments, word: Word, logarithm: f64, exploration: f64) -> f64 {
    let visits = rewards.count() as f64;
    let (mean, visits) = if word.visits == 0.0 {
        (rewards.mean(), visits)
    } else {
        let all = visits + word.visits;
        ((rewards.mean() * visits + word.value * word.visits) / all, all)
    };
    mean + exploration * (logarithm / visits).sqrt()
}

/// What a judge says of an action before it is tried, and for how many visits that counts.
#[derive(Clone, Copy)]
struct Word {
    value: f64,
    visits: f64,
}

impl Word {
    const NONE: Self = Self { value: 0.0, visits: 0.0 };
}

/// How many outcomes a judge looks at where chance follows an action.
const LOOKS: u32 = 3;

/// The end of a list.
const NONE: u32 = u32::MAX;

const ROOT: u32 = 0;

/// A point that the searcher cannot tell apart from others that look the same.
struct Node {
    first_arm: u32,
    last_arm: u32,
    first_link: u32,
}

/// A choice of a seat at a node, with what it brought to that seat.
struct Arm<A> {
    seat: Seat,
    action: A,
    rewards: Moments,
    word: Word,
    /// How often it could have been chosen.
    availability: u32,
    next: u32,
}

/// What leads from a node to a child.
struct Link<K> {
    key: K,
    child: u32,
    next: u32,
}

/// A tree in three arenas. Clearing it keeps their memory, so that the next search allocates
/// little.
///
/// Arms and links are apart because what a seat chooses is not always what the searcher sees of it:
/// several hidden choices may lead to one child, and one choice to several, by what it brings to
/// light.
pub(crate) struct Tree<G: Game, K> {
    nodes: Vec<Node>,
    arms: Vec<Arm<G::Action>>,
    links: Vec<Link<K>>,
    /// The arms of the last iteration and who pulled them.
    path: Vec<(u32, Seat)>,
    /// The arms that can be pulled at the node of the moment.
    legal: Vec<u32>,
    scratch: Scratch<G>,
}

impl<G: Game, K: PartialEq> Tree<G, K> {
    pub(crate) fn new() -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            arms: Vec::new(),
            links: Vec::new(),
            path: Vec::new(),
            legal: Vec::new(),
            scratch: Scratch::default(),
        };
        tree.clear();
        tree
    }

    /// Forgets everything but the root, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.arms.clear();
        self.links.clear();
        self.add_node();
    }

    /// The arms of a seat at the root, in the order of the menu.
    pub(crate) fn root_arms(&self, seat: Seat) -> impl Iterator<Item = (&G::Action, &Moments)> {
        let first = self.nodes[ROOT as usize].first_arm;
        self.list(first)
            .map(|arm| &self.arms[arm as usize])
            .filter(move |arm| arm.seat == seat)
            .map(|arm| (&arm.action, &arm.rewards))
    }

    /// One iteration from `state`, which is at the root: goes down the tree to where it ends, adds
    /// one node, plays out from there, tells every arm on the way what it brought, and returns it.
    pub(crate) fn grow<L, P, J, B>(
        &mut self,
        game: &G,
        lens: &L,
        search: &Uct<P, J, B>,
        mut state: G::State,
        rng: &mut GameRng,
    ) -> Rewards
    where
        L: Lens<G, Key = K>,
        P: Policy<G>,
        J: Judge<G>,
        B: Kinds<G>,
    {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let step = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => Step::Chance(game.draw(&state, rng)),
                Turn::Seat(seat) => {
                    self.find_legal(game, lens, search, &state, node, seat, rng);
                    let Some(arm) = self.choose(&search.kinds, search.exploration, rng) else {
                        break;
                    };
                    self.path.push((arm, seat));
                    Step::Action(seat, self.arms[arm as usize].action.clone())
                }
            };
            let key = lens.take(game, &mut state, step);
            let Some(child) = self.child(node, &key) else {
                self.add_child(node, key);
                break;
            };
            node = child;
        }
        let rewards = search.playout.play(game, &mut state, &mut self.scratch, rng);
        for (arm, seat) in &self.path {
            self.arms[*arm as usize].rewards.add(rewards[seat.index()]);
        }
        rewards
    }

    /// Lists the arms that can be pulled here, and adds those that could not be before.
    #[expect(clippy::too_many_arguments, reason = "the search asks for one, the node for the rest")]
    fn find_legal<L, P, J, B>(
        &mut self,
        game: &G,
        lens: &L,
        search: &Uct<P, J, B>,
        state: &G::State,
        node: u32,
        seat: Seat,
        rng: &mut GameRng,
    ) where
        L: Lens<G, Key = K>,
        J: Judge<G>,
    {
        let first = self.nodes[node as usize].first_arm;
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        if lens.is_one_state() && first != NONE {
            legal.extend(self.list(first));
        } else {
            let mut menu = std::mem::take(&mut self.scratch.menu);
            game.menu(state, &mut menu);
            // Menus mostly keep their order from world to world, so the search goes on where it
            // last succeeded.
            let mut cursor = first;
            for action in menu.drain(..) {
                let fits = |&arm: &u32| {
                    let arm = &self.arms[arm as usize];
                    arm.seat == seat && arm.action == action
                };
                let known = self
                    .list(cursor)
                    .find(fits)
                    .or_else(|| self.list(first).take_while(|arm| *arm != cursor).find(fits));
                if let Some(arm) = known {
                    cursor = self.arms[arm as usize].next;
                    legal.push(arm);
                } else {
                    let word = foretell(game, search, state, seat, &action, rng);
                    legal.push(self.add_arm(node, seat, action, word));
                }
            }
            self.scratch.menu = menu;
        }
        self.legal = legal;
    }

    /// Chooses among the legal arms, where kinds are told apart first among the kinds and then among
    /// the arms of the kind. `None` if there is none.
    fn choose<B: Kinds<G>>(
        &mut self,
        kinds: &B,
        exploration: f64,
        rng: &mut GameRng,
    ) -> Option<u32> {
        let mut legal = std::mem::take(&mut self.legal);
        if B::TELLS_APART
            && let Some(kind) = self.choose_kind(kinds, &legal, exploration, rng)
        {
            legal.retain(|arm| kinds.kind(&self.arms[*arm as usize].action) == kind);
        }
        let chosen = self.choose_arm(&legal, exploration, rng);
        for arm in &legal {
            self.arms[*arm as usize].availability += 1;
        }
        self.legal = legal;
        chosen
    }

    /// Chooses a kind: one that was never chosen, at random, or else by UCB1 over what all arms of
    /// the kind brought, among the choices that fell on the kinds that are legal now.
    fn choose_kind<B: Kinds<G>>(
        &self,
        kinds: &B,
        legal: &[u32],
        exploration: f64,
        rng: &mut GameRng,
    ) -> Option<u8> {
        let mut found: ArrayVec<(u8, Moments), MOST_KINDS> = ArrayVec::new();
        for arm in legal {
            let Arm { action, rewards, .. } = &self.arms[*arm as usize];
            let kind = kinds.kind(action);
            match found.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, sum)) => sum.merge(rewards),
                None => found.push((kind, *rewards)),
            }
        }
        let is_new = |(_, rewards): &&(u8, Moments)| rewards.count() == 0;
        let unvisited = found.iter().filter(is_new).count();
        if unvisited > 0 {
            let chosen = found.iter().filter(is_new).nth(rng.random_range(0..unvisited));
            return chosen.map(|(kind, _)| *kind);
        }
        let total: u64 = found.iter().map(|(_, rewards)| rewards.count()).sum();
        let logarithm = (total as f64).ln();
        let bound = |rewards: &Moments| upper_bound(rewards, Word::NONE, logarithm, exploration);
        let best = found.iter().max_by(|(_, one), (_, next)| bound(one).total_cmp(&bound(next)));
        best.map(|(kind, _)| *kind)
    }

    /// Chooses among arms: one of which nothing is known, at random, or else by UCB1.
    fn choose_arm(&self, legal: &[u32], exploration: f64, rng: &mut GameRng) -> Option<u32> {
        let is_new = |arm: &&u32| {
            let arm = &self.arms[**arm as usize];
            arm.rewards.count() == 0 && arm.word.visits == 0.0
        };
        let unvisited = legal.iter().filter(is_new).count();
        if unvisited > 0 {
            legal.iter().filter(is_new).nth(rng.random_range(0..unvisited)).copied()
        } else {
            self.most_promising(legal, exploration)
        }
    }

    /// The arm with the largest upper bound.
    fn most_promising(&self, legal: &[u32], exploration: f64) -> Option<u32> {
        let mut best = None;
        let mut best_bound = f64::NEG_INFINITY;
        let (mut availability, mut logarithm) = (1, 0.0);
        for &id in legal {
            let arm = &self.arms[id as usize];
            // Most arms of a node were available equally often: one logarithm serves them all.
            if arm.availability != availability {
                availability = arm.availability;
                logarithm = f64::from(availability.max(1)).ln();
            }
            let bound = upper_bound(&arm.rewards, arm.word, logarithm, exploration);
            if bound > best_bound {
                (best, best_bound) = (Some(id), bound);
            }
        }
        best
    }

    /// The arms from one on, in the order in which they were added.
    fn list(&self, first: u32) -> impl Iterator<Item = u32> {
        let present = |arm: u32| (arm != NONE).then_some(arm);
        std::iter::successors(present(first), move |arm| present(self.arms[*arm as usize].next))
    }

    fn child(&self, node: u32, key: &K) -> Option<u32> {
        let mut link = self.nodes[node as usize].first_link;
        while link != NONE {
            let Link { key: known, child, next } = &self.links[link as usize];
            if known == key {
                return Some(*child);
            }
            link = *next;
        }
        None
    }

    fn add_node(&mut self) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { first_arm: NONE, last_arm: NONE, first_link: NONE });
        node
    }

    fn add_child(&mut self, node: u32, key: K) {
        let child = self.add_node();
        let link = self.links.len() as u32;
        let parent = &mut self.nodes[node as usize];
        self.links.push(Link { key, child, next: parent.first_link });
        parent.first_link = link;
    }

    fn add_arm(&mut self, node: u32, seat: Seat, action: G::Action, word: Word) -> u32 {
        let id = self.arms.len() as u32;
        let rewards = Moments::default();
        self.arms.push(Arm { seat, action, rewards, word, availability: 0, next: NONE });
        let node = &mut self.nodes[node as usize];
        if node.last_arm == NONE {
            node.first_arm = id;
        } else {
            self.arms[node.last_arm as usize].next = id;
        }
        node.last_arm = id;
        id
    }
}

/// What the judge of a search says of an action, if it is asked.
fn foretell<G: Game, P, J: Judge<G>, B>(
    game: &G,
    search: &Uct<P, J, B>,
    state: &G::State,
    seat: Seat,
    action: &G::Action,
    rng: &mut GameRng,
) -> Word {
    if search.foresight == 0.0 {
        return Word::NONE;
    }
    let mut next = state.clone();
    game.play_unchecked(&mut next, action);
    let value = if game.turn(&next) == Turn::Chance {
        let look = |_| {
            let mut after = next.clone();
            let chance = game.draw(&after, rng);
            game.resolve_unchecked(&mut after, &chance);
            search.playout.worth(game, &after)[seat.index()]
        };
        (0..LOOKS).map(look).sum::<f64>() / f64::from(LOOKS)
    } else {
        search.playout.worth(game, &next)[seat.index()]
    };
    Word { value, visits: search.foresight }
}
