//! Random walks as playout policies.

use kakehiki_core::{Game, GameRng};
use kakehiki_search::{Policy, Scratch, StepByStep, Uniform};
use rand::RngExt;

use crate::rules::{Action, Geister, Stage, State, Walk};

/// Nobody negotiates or speaks in a playout: a walk that chooses at random has no use for what an
/// exchange would show or words might tell.
impl Policy<Geister> for Walk {
    fn choose(
        &self,
        game: &Geister,
        state: &State,
        menu: &mut Vec<Action>,
        rng: &mut GameRng,
    ) -> Action {
        let game = &game.without_speaking();
        match state.stage() {
            Stage::SetUp | Stage::Request => Uniform.choose(game, state, menu, rng),
            Stage::Negotiation(session) if session.may_counter() => Action::Refuse,
            Stage::Negotiation(_) => Action::BreakOff,
            Stage::Speak => Action::Quiet,
            Stage::Move => {
                game.menu(state, menu);
                self.choose_move(menu, rng)
            }
        }
    }

    fn run(
        &self,
        game: &Geister,
        state: &mut State,
        limit: Option<u32>,
        scratch: &mut Scratch<Geister>,
        rng: &mut GameRng,
    ) -> u32 {
        let limit = limit.unwrap_or(u32::MAX);
        let mut steps = 0;
        while state.stage() == Stage::SetUp && steps < limit {
            let action = self.choose(game, state, &mut scratch.menu, rng);
            game.play_unchecked(state, &action);
            steps += 1;
        }
        if game.watches_repetition() {
            // The walk on bit boards keeps no history; the plain way of playing does.
            return steps + StepByStep(*self).run(game, state, Some(limit - steps), scratch, rng);
        }
        steps + game.walk(state, *self, limit - steps, rng)
    }
}

impl Walk {
    /// Chooses among the moves and escapes of a menu, which lists each ghost's own together.
    fn choose_move(self, menu: &[Action], rng: &mut GameRng) -> Action {
        let is_escape = |action: &&Action| matches!(action, Action::Escape(_));
        match self {
            Self::Uniform => menu[rng.random_range(0..menu.len())],
            Self::EscapeFirst => match menu.iter().find(is_escape) {
                Some(escape) => *escape,
                None => menu[rng.random_range(0..menu.len())],
            },
            Self::GhostFirst => {
                let ghost_of = |action: &Action| match action {
                    Action::Move(ghost, _) | Action::Escape(ghost) => Some(*ghost),
                    _ => None,
                };
                let same_ghost = |one: &Action, next: &Action| ghost_of(one) == ghost_of(next);
                let ghosts = menu.chunk_by(same_ghost).count();
                let ghost = rng.random_range(0..ghosts);
                let own = menu.chunk_by(same_ghost).nth(ghost).unwrap_or(menu);
                match own.iter().find(is_escape) {
                    Some(escape) => *escape,
                    None => own[rng.random_range(0..own.len())],
                }
            }
        }
    }
}
