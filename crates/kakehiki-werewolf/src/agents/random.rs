//! The player that does anything it may.

use arrayvec::ArrayVec;
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::table_player::{RoleCard, TablePlayer};
use crate::{
    estimate::CommonKnowledge,
    record::PublicRecord,
    rules::{DEALT_ROLES, ROLES, Role, Sentence, Species, Verb},
};

/// Speaks, votes and acts uniformly at random among what the menus of the game list.
#[derive(Clone, Debug, Default)]
pub struct Random {
    card: RoleCard,
}

impl Random {
    fn say(&self, record: &PublicRecord, rng: &mut GameRng, is_talk: bool) -> Sentence {
        let others = self.card.others(record);
        let is_dealt = |role: &Role| record.is_dealt(*role);
        let roles: ArrayVec<Role, ROLES> = DEALT_ROLES.into_iter().filter(is_dealt).collect();
        let about_others = if is_talk { 6 } else { 1 };
        let choice = rng.random_range(0..2 + roles.len() + about_others * others.len());
        match choice {
            0 => Sentence::SKIP,
            1 => Sentence::OVER,
            _ if choice < 2 + roles.len() => {
                Sentence::coming_out(self.card.seat, roles[choice - 2])
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

impl TablePlayer for Random {
    fn sit(&mut self, card: RoleCard, _common: &CommonKnowledge, _rng: &mut GameRng) {
        self.card = card;
    }

    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        self.say(&common.record, rng, true)
    }

    fn whisper(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        self.say(&common.record, rng, false)
    }

    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.card.others(&common.record).draw(rng)
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.card.others(&common.record).draw(rng)
    }

    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.card.others(&common.record).draw(rng)
    }

    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        common.record.alive.without(self.card.wolves).draw(rng)
    }
}
