//! How the sample agents of line 0.6 play villager, bodyguard, seer and medium.

use kakehiki_core::GameRng;

use super::Sample06;
use crate::{
    agents::table_player::stick,
    record::PublicRecord,
    rules::{Players, Role, Sentence, Species},
};

impl Sample06 {
    /// Claims the own role when its day has come, when the newest result is black, or when somebody
    /// else claims the same; then tells every result.
    pub(super) fn come_out(&mut self, record: &PublicRecord, role: Role) {
        let newest = self.findings[self.told..].last();
        let is_black = newest.is_some_and(|finding| finding.species == Species::Werewolf);
        if !self.is_out
            && (record.day >= self.claim_day
                || is_black
                || !self.claimants(record, role).is_empty())
        {
            self.speech.push(Sentence::coming_out(self.card.seat, role));
            self.is_out = true;
        }
        if self.is_out {
            self.tell_findings();
        }
    }

    /// Diviners whose reports do not fit what this player found or pretends to have found.
    pub(super) fn false_diviners(&self, record: &PublicRecord) -> Players {
        let liars = record.diviners.except(self.card.seat).iter();
        let (black, white) = (self.black, self.white);
        liars.filter(|seat| record.divined[seat.index()].contradicts(black, white)).collect()
    }

    /// The same of mediums.
    pub(super) fn false_mediums(&self, record: &PublicRecord) -> Players {
        let liars = record.mediums.except(self.card.seat).iter();
        let (black, white) = (self.black, self.white);
        liars.filter(|seat| record.identified[seat.index()].contradicts(black, white)).collect()
    }

    /// Villagers, bodyguards and mediums.
    pub(super) fn choose_as_villager(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let mut suspects = self.card.accusers(record);
        if self.card.role == Role::Medium {
            let rivals = self.claimants(record, Role::Medium);
            suspects = suspects.or(rivals).or(self.false_diviners(record));
        }
        let others = self.card.others(record);
        self.suspects = suspects.and(others);
        self.is_guided = !self.suspects.is_empty();
        if self.is_guided {
            self.suspect(record, self.suspects, rng);
        } else {
            self.drift(record, others.without(self.saved).or_if_empty(others), rng);
        }
    }

    /// The seer, and the possessed with the results that it made up.
    pub(super) fn choose_as_seer(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let others = self.card.others(record);
        let known = self.black.and(others);
        self.is_guided = !known.is_empty();
        if self.is_guided {
            self.accuse(known, rng);
            return;
        }
        let liars = self.claimants(record, Role::Seer).or(self.false_mediums(record));
        let liars = liars.or(self.card.accusers(record)).and(others);
        let human = liars.and(self.white);
        self.fill_slot(record, liars);
        if !human.is_empty()
            && stick(&mut self.traitor, human, rng)
            && let Some((seat, reason)) = self.slot
            && self.traitor == Some(seat)
        {
            self.speech.explain(seat, reason);
        }
        self.suspects = liars.without(self.white);
        self.is_guided = !self.suspects.is_empty();
        if self.is_guided {
            self.suspect(record, self.suspects, rng);
        } else {
            // The dead stay among the candidates until one of them is drawn.
            let unknown = Players::first(record.players).except(self.card.seat);
            self.drift(record, unknown.without(self.judged()).or_if_empty(others), rng);
        }
    }
}
