//! How the sample agents of line 0.6 play villager, bodyguard, seer and medium.

use kakehiki_core::GameRng;

use super::Sample06;
use crate::{
    agents::{board::Board, player::stick},
    rules::{Players, Role, Sentence, Species},
};

impl Sample06 {
    /// Claims the own role when its day has come, when the newest result is black, or when somebody
    /// else claims the same; then tells every result.
    pub(super) fn come_out(&mut self, board: &Board, role: Role) {
        let newest = self.findings[self.told..].last();
        let is_black = newest.is_some_and(|finding| finding.species == Species::Werewolf);
        if !self.is_out
            && (board.day >= self.claim_day || is_black || !self.claimants(board, role).is_empty())
        {
            self.speech.push(Sentence::coming_out(self.hand.seat, role));
            self.is_out = true;
        }
        if self.is_out {
            self.tell_findings();
        }
    }

    /// Diviners whose reports do not fit what this player found or pretends to have found.
    pub(super) fn false_diviners(&self, board: &Board) -> Players {
        let liars = board.diviners.except(self.hand.seat).iter();
        let (black, white) = (self.black, self.white);
        liars.filter(|seat| board.divined[seat.index()].contradicts(black, white)).collect()
    }

    /// The same of mediums.
    pub(super) fn false_mediums(&self, board: &Board) -> Players {
        let liars = board.mediums.except(self.hand.seat).iter();
        let (black, white) = (self.black, self.white);
        liars.filter(|seat| board.identified[seat.index()].contradicts(black, white)).collect()
    }

    /// Villagers, bodyguards and mediums.
    pub(super) fn choose_as_villager(&mut self, board: &Board, rng: &mut GameRng) {
        let mut suspects = self.accusers(board);
        if self.hand.role == Role::Medium {
            let rivals = self.claimants(board, Role::Medium);
            suspects = suspects.or(rivals).or(self.false_diviners(board));
        }
        let others = self.others(board);
        self.suspects = suspects.and(others);
        self.is_guided = !self.suspects.is_empty();
        if self.is_guided {
            self.suspect(board, self.suspects, rng);
        } else {
            self.drift(board, others.without(self.saved).or_if_empty(others), rng);
        }
    }

    /// The seer, and the possessed with the results that it made up.
    pub(super) fn choose_as_seer(&mut self, board: &Board, rng: &mut GameRng) {
        let others = self.others(board);
        let known = self.black.and(others);
        self.is_guided = !known.is_empty();
        if self.is_guided {
            self.accuse(known, rng);
            return;
        }
        let liars = self.claimants(board, Role::Seer).or(self.false_mediums(board));
        let liars = liars.or(self.accusers(board)).and(others);
        let human = liars.and(self.white);
        self.fill_slot(board, liars);
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
            self.suspect(board, self.suspects, rng);
        } else {
            // The dead stay among the candidates until one of them is drawn.
            let unknown = Players::first(board.players).except(self.hand.seat);
            self.drift(board, unknown.without(self.judged()).or_if_empty(others), rng);
        }
    }
}
