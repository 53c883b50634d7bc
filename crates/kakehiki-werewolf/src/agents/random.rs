//! The player that does anything it may.

use arrayvec::ArrayVec;
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::{
    board::Board,
    player::{Hand, Player},
};
use crate::rules::{DEALT_ROLES, ROLES, Role, Sentence, Species, Verb, role_counts};

/// Speaks, votes and acts uniformly at random among what the menus of the game list.
#[derive(Clone, Debug, Default)]
pub struct Random {
    hand: Hand,
}

impl Random {
    fn say(&self, board: &Board, rng: &mut GameRng, is_talk: bool) -> Sentence {
        let others = board.alive.except(self.hand.seat);
        let counts = role_counts(board.players).unwrap_or_default();
        let is_dealt = |role: &Role| counts[role.index()] > 0;
        let roles: ArrayVec<Role, ROLES> = DEALT_ROLES.into_iter().filter(is_dealt).collect();
        let about_others = if is_talk { 6 } else { 1 };
        let choice = rng.random_range(0..2 + roles.len() + about_others * others.len());
        match choice {
            0 => Sentence::SKIP,
            1 => Sentence::OVER,
            _ if choice < 2 + roles.len() => {
                Sentence::coming_out(self.hand.seat, roles[choice - 2])
            }
            _ => {
                let index = choice - 2 - roles.len();
                let Some(other) = others.nth(index / about_others) else {
                    return Sentence::SKIP;
                };
                match index % about_others {
                    _ if !is_talk => Sentence::about(Verb::Attack, other),
                    0 => Sentence::vote(other),
                    1 => Sentence::estimate(other, Role::Werewolf),
                    2 => Sentence::divined(other, Species::Human),
                    3 => Sentence::divined(other, Species::Werewolf),
                    4 => Sentence::identified(other, Species::Human),
                    _ => Sentence::identified(other, Species::Werewolf),
                }
            }
        }
    }
}

impl Player for Random {
    fn sit(&mut self, hand: Hand, _board: &Board, _rng: &mut GameRng) {
        self.hand = hand;
    }

    fn talk(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        self.say(board, rng, true)
    }

    fn whisper(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        self.say(board, rng, false)
    }

    fn vote(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        board.alive.except(self.hand.seat).draw(rng)
    }

    fn divine(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        board.alive.except(self.hand.seat).draw(rng)
    }

    fn guard(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        board.alive.except(self.hand.seat).draw(rng)
    }

    fn attack(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        board.alive.without(self.hand.wolves).draw(rng)
    }
}
