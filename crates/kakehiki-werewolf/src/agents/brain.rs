//! All players as one type, so that different ones can share a fast table.

use kakehiki_core::{Explanation, GameRng, Seat};

use super::{
    board::Board,
    finalist::Finalist,
    player::{Finish, Hand, Player},
    random::Random,
    sample04::Sample04,
    sample06::Sample06,
};
use crate::{
    estimate::Factors,
    learn::Learner,
    rules::{Sentence, Species},
};

/// Any of the players.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a table has at most eighteen, and allocates nothing"
)]
pub enum Brain {
    /// Does anything it may.
    Random(Random),
    /// A sample agent of line 0.4.
    Sample04(Sample04),
    /// A sample agent of line 0.6.
    Sample06(Sample06),
    /// A rule-based player of the strength of contest finalists.
    Finalist(Finalist),
    /// The werewolf that learns.
    Learner(Learner),
}

/// Calls a method of whatever player it is.
macro_rules! ask {
    ($brain:expr, $player:ident => $call:expr) => {
        match $brain {
            Brain::Random($player) => $call,
            Brain::Sample04($player) => $call,
            Brain::Sample06($player) => $call,
            Brain::Finalist($player) => $call,
            Brain::Learner($player) => $call,
        }
    };
}

impl Player for Brain {
    fn wants_belief(&self) -> Option<Factors> {
        ask!(self, player => player.wants_belief())
    }

    fn explain(&self, board: &Board) -> Option<Explanation> {
        ask!(self, player => player.explain(board))
    }

    fn sit(&mut self, hand: Hand, board: &Board, rng: &mut GameRng) {
        ask!(self, player => player.sit(hand, board, rng));
    }

    fn wake(&mut self, board: &Board, result: Option<(Seat, Species)>, rng: &mut GameRng) {
        ask!(self, player => player.wake(board, result, rng));
    }

    #[inline]
    fn talk(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        ask!(self, player => player.talk(board, rng))
    }

    fn whisper(&mut self, board: &Board, rng: &mut GameRng) -> Sentence {
        ask!(self, player => player.whisper(board, rng))
    }

    fn overhear(&mut self, speaker: Seat, sentence: &Sentence) {
        ask!(self, player => player.overhear(speaker, sentence));
    }

    fn vote(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.vote(board, rng))
    }

    fn divine(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.divine(board, rng))
    }

    fn guard(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.guard(board, rng))
    }

    fn attack(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.attack(board, rng))
    }

    fn agreed(&mut self, victim: Option<Seat>) {
        ask!(self, player => player.agreed(victim));
    }

    fn finish(&mut self, board: &Board, finish: &Finish<'_>) {
        ask!(self, player => player.finish(board, finish));
    }
}
