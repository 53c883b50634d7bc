//! All players as one type, so that different ones can share a fast table.

use kakehiki_core::{Explanation, GameRng, Seat};

use super::{
    finalist::Finalist,
    learned::Learner,
    random::Random,
    sample04::Sample04,
    sample06::Sample06,
    table_player::{RoleCard, TablePlayer},
};
use crate::{
    estimate::{CommonKnowledge, Factors},
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

impl TablePlayer for Brain {
    fn wants_belief(&self) -> Option<Factors> {
        ask!(self, player => player.wants_belief())
    }

    fn explain(&self, common: &CommonKnowledge) -> Option<Explanation> {
        ask!(self, player => player.explain(common))
    }

    fn sit(&mut self, card: RoleCard, common: &CommonKnowledge, rng: &mut GameRng) {
        ask!(self, player => player.sit(card, common, rng));
    }

    fn wake(
        &mut self,
        common: &CommonKnowledge,
        result: Option<(Seat, Species)>,
        rng: &mut GameRng,
    ) {
        ask!(self, player => player.wake(common, result, rng));
    }

    #[inline]
    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        ask!(self, player => player.talk(common, rng))
    }

    fn whisper(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        ask!(self, player => player.whisper(common, rng))
    }

    fn overhear(&mut self, speaker: Seat, sentence: &Sentence) {
        ask!(self, player => player.overhear(speaker, sentence));
    }

    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.vote(common, rng))
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.divine(common, rng))
    }

    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.guard(common, rng))
    }

    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        ask!(self, player => player.attack(common, rng))
    }

    fn agreed(&mut self, victim: Option<Seat>) {
        ask!(self, player => player.agreed(victim));
    }
}
