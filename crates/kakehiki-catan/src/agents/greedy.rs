//! The player that looks a few steps ahead, as a policy and as an agent.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Candidate, Explanation, Game, GameRng, Seat, Turn};
use kakehiki_search::{Judge, Policy};

use super::value::Value;
use crate::rules::{Action, Catan, State};

/// Plays what leads to the best position by a [`Value`].
///
/// A single action says little where several make a plan, such as two exchanges with the bank and a
/// city. So it looks ahead over its own next actions in the same turn, and takes the mean over
/// chance that falls on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Greedy {
    /// What positions are worth.
    pub value: Value,
    /// How many actions it looks ahead beyond the next.
    pub depth: u32,
}

impl Greedy {
    /// The chance of a seat to win after an action and the best that it can do next.
    ///
    /// `menus` holds a buffer for each action that it looks ahead.
    fn worth(
        &self,
        game: &Catan,
        state: &State,
        action: &Action,
        seat: Seat,
        depth: u32,
        menus: &mut Menus,
    ) -> f64 {
        let mut next = state.clone();
        game.play_unchecked(&mut next, action);
        match game.turn(&next) {
            Turn::Chance => {
                let outcomes = game.chances(&next).into_iter().map(|(chance, share)| {
                    let mut after = next.clone();
                    game.resolve_unchecked(&mut after, &chance);
                    share * self.judge(game, &after, seat)
                });
                outcomes.sum()
            }
            Turn::Seat(actor) if depth > 0 && actor == seat => {
                let mut menu = menus.pop().unwrap_or_default();
                game.menu(&next, &mut menu);
                let worths = menu
                    .iter()
                    .map(|action| self.worth(game, &next, action, seat, depth - 1, menus));
                let best = worths.fold(f64::NEG_INFINITY, f64::max);
                menus.push(menu);
                best
            }
            Turn::Seat(_) | Turn::Over(_) => self.judge(game, &next, seat),
        }
    }

    fn judge(&self, game: &Catan, state: &State, seat: Seat) -> f64 {
        let rewards = match game.turn(state) {
            Turn::Over(ending) => ending.rewards(game.seats()),
            Turn::Seat(_) | Turn::Chance => self.value.judge(game, state),
        };
        rewards[seat.index()]
    }
}

/// Buffers for menus, used again at every node.
type Menus = Vec<Vec<Action>>;

/// Which of the worths is the largest.
fn largest(worths: &[f64]) -> usize {
    let better = |one: &usize, next: &usize| worths[*one].total_cmp(&worths[*next]);
    (0..worths.len()).max_by(better).unwrap_or(0)
}

impl Policy<Catan> for Greedy {
    fn choose(
        &self,
        game: &Catan,
        state: &State,
        menu: &mut Vec<Action>,
        _rng: &mut GameRng,
    ) -> Action {
        let Turn::Seat(seat) = game.turn(state) else {
            return Action::End;
        };
        game.menu(state, menu);
        if let [only] = menu[..] {
            return only;
        }
        let mut menus = Menus::new();
        let worths: Vec<f64> = menu
            .iter()
            .map(|action| self.worth(game, state, action, seat, self.depth, &mut menus))
            .collect();
        menu[largest(&worths)]
    }
}

/// [`Greedy`] on average over some worlds of its belief.
pub(super) struct GreedyMover {
    game: Catan,
    policy: Greedy,
    /// How many worlds it looks at.
    worlds: u32,
    menus: Menus,
    /// What the last choice was made by.
    candidates: Vec<Candidate>,
}

impl GreedyMover {
    pub(super) fn new(game: Catan, policy: &Greedy, worlds: u32) -> Self {
        let game = game.without_trading();
        Self { game, policy: *policy, worlds, menus: Menus::new(), candidates: Vec::new() }
    }
}

impl Mover<Catan> for GreedyMover {
    fn decide(&mut self, at: &Standpoint<'_, Catan>, menu: &[Action], rng: &mut GameRng) -> Action {
        if let [only] = menu[..] {
            return only;
        }
        let mut worths = vec![0.0; menu.len()];
        for index in 0..self.worlds {
            let world = at.worlds.world(u64::from(index), rng);
            for (sum, action) in worths.iter_mut().zip(menu) {
                let Greedy { depth, .. } = self.policy;
                let worth =
                    self.policy.worth(&self.game, &world, action, at.seat, depth, &mut self.menus);
                *sum += worth / f64::from(self.worlds);
            }
        }
        let candidate = |(action, worth): (&Action, &f64)| Candidate {
            action: action.to_string(),
            value: *worth,
            samples: u64::from(self.worlds),
        };
        self.candidates = menu.iter().zip(&worths).map(candidate).collect();
        self.candidates.sort_by(|one, next| next.value.total_cmp(&one.value));
        menu[largest(&worths)]
    }

    fn explain(&self, _at: &Standpoint<'_, Catan>) -> Option<Explanation> {
        Some(Explanation { candidates: self.candidates.clone(), ..Explanation::default() })
    }
}
