//! The player that looks a few steps ahead, as a policy and as an agent.

use kakehiki_core::{Agent, Candidate, Explanation, Game, GameRng, Observed, Seat, Turn};
use kakehiki_search::{Judge, Policy};

use super::value::Value;
use crate::rules::{Action, Catan, State, View};

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
    fn worth(&self, game: &Catan, state: &State, action: &Action, seat: Seat, depth: u32) -> f64 {
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
                let mut menu = Vec::new();
                game.menu(&next, &mut menu);
                let worths =
                    menu.iter().map(|action| self.worth(game, &next, action, seat, depth - 1));
                worths.fold(f64::NEG_INFINITY, f64::max)
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
        let worth = |action: &Action| self.worth(game, state, action, seat, self.depth);
        let worths: Vec<f64> = menu.iter().map(worth).collect();
        menu[largest(&worths)]
    }
}

/// [`Greedy`] on average over some worlds that fit the view. It makes no offers and refuses all.
pub(super) struct GreedyAgent {
    game: Catan,
    policy: Greedy,
    /// How many worlds it looks at.
    worlds: u32,
    /// What the last choice was made by.
    candidates: Vec<Candidate>,
}

impl GreedyAgent {
    pub(super) fn new(game: Catan, policy: Greedy, worlds: u32) -> Self {
        Self { game: game.without_trading(), policy, worlds, candidates: Vec::new() }
    }
}

impl Agent<Catan> for GreedyAgent {
    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let menu = super::without_offers(menu);
        if let [only] = menu[..] {
            return only;
        }
        let mut worths = vec![0.0; menu.len()];
        for _ in 0..self.worlds {
            let world = self.game.sample(view, rng);
            for (sum, action) in worths.iter_mut().zip(&menu) {
                let Greedy { depth, .. } = self.policy;
                *sum += self.policy.worth(&self.game, &world, action, view.seat(), depth)
                    / f64::from(self.worlds);
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

    fn explain(&self, _view: &View) -> Option<Explanation> {
        Some(Explanation { candidates: self.candidates.clone(), beliefs: Vec::new() })
    }
}
