//! What it is worth to a seat to be shown something before it chooses.

use std::collections::HashMap;

use kakehiki_core::{Game, GameRng, Rewards, Seat, Seed, Turn};
use kakehiki_search::{Flat, Judge, Listed, Playout, Policy, Recorder, Sample, Scratch};

use crate::{
    Bargaining,
    crossfit::{Choices, Fold, Proceeds, Rows},
};

/// A world at the moment when the deciding seat makes its next ordinary choice.
pub(crate) struct Situation<G: Game> {
    world: G::State,
    fold: Fold,
}

impl<G: Bargaining> Situation<G> {
    /// Leaves the negotiation and plays on by the policy until `seat` has to make an ordinary
    /// choice, until the game is over, or for as many steps as the playout's limit allows.
    ///
    /// Worlds that look the same to everybody who acts are brought there by the same steps if they
    /// get the same `rng`.
    pub(crate) fn reach<P: Policy<G>, J>(
        game: &G,
        playout: &Playout<P, J>,
        mut world: G::State,
        seat: Seat,
        fold: Fold,
        mut rng: GameRng,
    ) -> Self {
        let mut menu = Vec::new();
        let mut left = playout.limit.unwrap_or(u32::MAX);
        loop {
            match game.turn(&world) {
                Turn::Seat(_) if game.is_negotiating(&world) => {
                    game.break_off(&mut world);
                    continue;
                }
                Turn::Over(_) => break,
                Turn::Seat(to_act) if to_act == seat => break,
                Turn::Seat(_) | Turn::Chance if left == 0 => break,
                Turn::Seat(_) => {
                    let action = playout.policy.choose(game, &world, &mut menu, &mut rng);
                    game.play_unchecked(&mut world, &action);
                }
                Turn::Chance => {
                    let chance = game.draw(&world, &mut rng);
                    game.resolve_unchecked(&mut world, &chance);
                }
            }
            left -= 1;
        }
        Self { world, fold }
    }
}

/// The next choice of a seat in many worlds, all actions played out.
///
/// The worlds are grouped by what the seat will see when it chooses. In each group it chooses from
/// the actions that all worlds of the group offer; an action that only some offer would tell the
/// worlds apart and is left out. (Views of a game that keeps its promises offer the same menu.)
pub(crate) struct Prospect<G: Game> {
    decider: Seat,
    groups: Vec<Group<G>>,
    /// What the seat's choice brings if nothing is shown to it.
    pub(crate) without: Proceeds,
}

struct Group<G: Game> {
    worlds: Vec<G::State>,
    rows: Rows,
    /// What the seat plays if nothing is shown to it.
    before: Choices,
}

impl<G: Bargaining> Prospect<G> {
    /// Plays out every action in every situation.
    pub(crate) fn new<P: Policy<G> + Clone, J: Judge<G> + Clone>(
        game: &G,
        playout: &Playout<P, J>,
        decider: Seat,
        situations: Vec<Situation<G>>,
        seed: Seed,
    ) -> Self {
        let mut places = HashMap::new();
        let mut split: Vec<(Vec<G::State>, Vec<Fold>)> = Vec::new();
        for Situation { world, fold } in situations {
            let view = game.imagine_view(&world, decider);
            let place = *places.entry(view).or_insert(split.len());
            if place == split.len() {
                split.push((Vec::new(), Vec::new()));
            }
            split[place].0.push(world);
            split[place].1.push(fold);
        }
        let mut without = Proceeds::default();
        let groups = split.into_iter().zip(0..).map(|((worlds, folds), index)| {
            let seed = seed.derive("group", index);
            let (actions, rewards) = play_out(game, playout, decider, &worlds, seed);
            let rows = Rows { decider, actions, folds, rewards };
            let before = rows.choices(&vec![0; worlds.len()], &vec![None; worlds.len()]);
            rows.tally(&before, &mut without);
            Group { worlds, rows, before }
        });
        let groups = groups.collect();
        Self { decider, groups, without }
    }

    /// What the seat's choice brings if it chooses in the light of what `deal` shows it.
    pub(crate) fn with(&self, game: &G, deal: &G::Deal) -> Proceeds {
        let mut proceeds = Proceeds::default();
        for group in &self.groups {
            let mut places = HashMap::new();
            let parts: Vec<usize> = group
                .worlds
                .iter()
                .map(|world| {
                    let mut world = world.clone();
                    game.carry_out(&mut world, deal);
                    let next = places.len();
                    *places.entry(game.imagine_view(&world, self.decider)).or_insert(next)
                })
                .collect();
            group.rows.tally(&group.rows.choices(&parts, &group.before), &mut proceeds);
        }
        proceeds
    }
}

/// Plays out every common action in every world; the number of actions and the rewards, world by
/// world. Where there is no common action the world itself is played out, as if it were the only
/// one.
fn play_out<G: Bargaining, P: Policy<G> + Clone, J: Judge<G> + Clone>(
    game: &G,
    playout: &Playout<P, J>,
    decider: Seat,
    worlds: &[G::State],
    seed: Seed,
) -> (usize, Vec<Rewards>) {
    let candidates = common_actions(game, decider, worlds);
    let listed = match Listed::new(worlds.to_vec()) {
        Ok(listed) if !candidates.is_empty() => listed,
        _ => {
            let mut scratch = Scratch::default();
            let rewards = worlds.iter().zip(0..).map(|(world, index)| {
                let mut rng = seed.rng_at(index);
                playout.play(game, &mut world.clone(), &mut scratch, &mut rng)
            });
            return (1, rewards.collect());
        }
    };
    let flat = Flat::new(playout.clone(), (worlds.len() * candidates.len()) as u64);
    let mut rewards = AllRewards(Vec::with_capacity(worlds.len() * candidates.len()));
    flat.search(game, decider, &candidates, &listed, seed, &mut rewards);
    (candidates.len(), rewards.0)
}

/// The actions that all worlds offer to the seat, in the order of the first world's menu.
fn common_actions<G: Game>(game: &G, decider: Seat, worlds: &[G::State]) -> Vec<G::Action> {
    let mut common: Option<Vec<G::Action>> = None;
    let mut menu = Vec::new();
    for world in worlds {
        if game.turn(world) != Turn::Seat(decider) {
            return Vec::new();
        }
        game.menu(world, &mut menu);
        match &mut common {
            None => common = Some(menu.clone()),
            Some(common) if *common == menu => {}
            Some(common) => common.retain(|action| menu.contains(action)),
        }
    }
    common.unwrap_or_default()
}

/// Keeps the rewards of all playouts in the order of rounds and candidates.
struct AllRewards(Vec<Rewards>);

impl<G: Game> Recorder<G> for AllRewards {
    const WANTS_REPLIES: bool = false;

    fn blank(&self) -> Self {
        Self(Vec::new())
    }

    fn record(&mut self, sample: Sample<'_, G>) {
        self.0.push(sample.rewards);
    }

    fn absorb(&mut self, later: Self) {
        self.0.extend(later.0);
    }
}
