//! Looking ahead in every world, the likelier ones for more.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{Candidate, Deadline, Explanation, GameRng, Seat};
use rand::seq::SliceRandom;

use super::{
    obvious::obvious,
    purple::{Position, Reach, Search, Step, step},
    supposition::suppositions,
};
use crate::rules::{Action, BOARD, Geister};

/// Searches every world that fits the view, as if all colours were open in it, and takes the move with
/// the best mean by what it believes.
///
/// In sixty games each against `purple(depth=6)`, with guard and reading of acts, this scored 0.92 at
/// depth 4 (31 ms a move), 0.81 at 3 (6 ms) and 0.72 at 2 (1.2 ms); information-set UCT scored 0.43 at
/// 9 ms. When only the ghosts near an exit or open to capture were told apart, and the others hidden
/// as in purple search, it scored 0.73 at depth 4 and 0.77 at 6. Captures of bad ghosts cost less then
/// in the evaluation, for both.
///
/// What it does not handle: in each world it acts as if it knew that world, so to find something out
/// is worth nothing to it; and the other is taken to know all colours, so no bluff pays.
pub(super) struct Shrewd {
    reach: Reach,
    /// How many worlds are searched, the likeliest ones.
    worlds: usize,
    search: Search,
    /// What each move was worth in the last decision.
    thought: Vec<(Action, f64)>,
}

impl Shrewd {
    pub(super) fn new(reach: Reach, worlds: usize) -> Self {
        Self { reach, worlds, search: Search::new(), thought: Vec::new() }
    }

    /// What each step comes to in each world: as deep in all of them as the reach allows, and where the
    /// time ends on the way, deeper in the first. That is fair to all steps, which are compared within
    /// worlds.
    fn look(&mut self, worlds: &[(Position, f64)], steps: &[Step]) -> Vec<Vec<i32>> {
        let mut found = vec![vec![0; steps.len()]; worlds.len()];
        self.search.begin(Deadline::new(self.reach.time));
        for depth in 1..=self.reach.plies() {
            for ((position, _), values) in worlds.iter().zip(&mut found) {
                match self.search.values(position, steps, depth) {
                    Some(deeper) => *values = deeper,
                    None => return found,
                }
            }
        }
        found
    }
}

/// The value of a search, in hundredths of a good ghost, that is taken for three games won of four.
const SCALE: f64 = 100.0;

/// The share of games that is taken to be won from where a search gives this value.
fn winning(value: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(value) / SCALE).exp())
}

impl Mover<Geister> for Shrewd {
    fn sit(&mut self, _seat: Seat) {
        self.thought.clear();
    }

    fn decide(
        &mut self,
        at: &Standpoint<'_, Geister>,
        menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        if let Some(action) = obvious(at.view, menu, rng) {
            return action;
        }
        let choice = |action: &Action| Some((step(at.view, *action)?, *action));
        let mut choices: Vec<(Step, Action)> = menu.iter().filter_map(choice).collect();
        choices.shuffle(rng);
        let (steps, actions): (Vec<Step>, Vec<Action>) = choices.into_iter().unzip();
        let worlds: Vec<_> = suppositions(at, BOARD).into_iter().take(self.worlds).collect();
        let found = self.look(&worlds, &steps);
        let total: f64 = worlds.iter().map(|(_, share)| share).sum();
        self.thought = actions.into_iter().map(|action| (action, 0.0)).collect();
        for ((_, share), values) in worlds.iter().zip(found) {
            for ((_, mean), value) in self.thought.iter_mut().zip(values) {
                *mean += share / total * winning(value);
            }
        }
        self.thought.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        self.thought.first().map_or(menu[0], |(action, _)| *action)
    }

    fn explain(&self, at: &Standpoint<'_, Geister>) -> Option<Explanation> {
        let samples = at.view.worlds().len().min(self.worlds) as u64;
        let candidate = |(action, value): &(Action, f64)| Candidate {
            action: action.to_string(),
            value: *value,
            samples,
        };
        let candidates = self.thought.iter().map(candidate).collect();
        Some(Explanation { candidates, ..Explanation::default() })
    }
}
