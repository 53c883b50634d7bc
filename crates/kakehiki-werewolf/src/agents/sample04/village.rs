//! How the sample agents of line 0.4 play villager, bodyguard, seer and medium.

use kakehiki_core::GameRng;

use super::{Sample04, suspect};
use crate::{
    agents::{lines::Line, table_player::stick},
    record::PublicRecord,
    rules::{Players, Role},
};

impl Sample04 {
    /// Claims the own role when its day has come, when the newest result is black, or when somebody
    /// else claims the same; then tells every result.
    pub(super) fn come_out(&mut self, record: &PublicRecord, role: Role) {
        if !self.is_out
            && (record.day >= self.claim_day
                || self.results.newest_untold_is_black()
                || !self.claimants(record, role).is_empty())
        {
            self.lines.push(Line::Claim(self.card.seat, role));
            self.is_out = true;
        }
        if self.is_out {
            self.tell_results(if role == Role::Seer { Line::Divined } else { Line::Identified });
        }
    }

    /// Villagers, bodyguards and mediums: suspects are those who called me or a victim a werewolf;
    /// for a medium also its rivals and diviners whom its results contradict.
    pub(super) fn choose_as_villager(
        &mut self,
        record: &PublicRecord,
        rng: &mut GameRng,
        is_talking: bool,
    ) {
        let mut suspects = self.card.accusers(record);
        if self.card.role == Role::Medium {
            let (black, white) = (self.results.black, self.results.white);
            let liars = record.diviners.iter();
            let liars: Players = liars
                .filter(|seat| record.divined[seat.index()].contradicts(black, white))
                .collect();
            suspects = suspects.or(self.claimants(record, Role::Medium)).or(liars);
        }
        let others = self.card.others(record);
        let suspects = suspects.and(others);
        if suspects.is_empty() {
            stick(&mut self.candidate, others, rng);
        } else {
            let lines = [suspect, Line::RequestDivination];
            self.choose_from(suspects, rng, is_talking, &lines);
        }
    }

    /// The seer votes for those it knows, then for liars. The list of liars that it has not divined
    /// is kept for its next divination, even while it is out of date. A liar it divined human is
    /// called possessed again on every turn of talk.
    pub(super) fn choose_as_seer(
        &mut self,
        record: &PublicRecord,
        rng: &mut GameRng,
        is_talking: bool,
    ) {
        let others = self.card.others(record);
        let known = self.results.black.and(others);
        if !known.is_empty() {
            self.choose_from(known, rng, is_talking, &[Line::RequestVote]);
            return;
        }
        let (black, white) = (self.results.black, self.results.white);
        let contradicted = record.mediums.iter();
        let contradicted: Players = contradicted
            .filter(|seat| record.identified[seat.index()].contradicts(black, white))
            .collect();
        let liars = self.claimants(record, Role::Seer).or(contradicted).and(others);
        if is_talking {
            for liar in liars.and(white).iter() {
                self.lines.push(Line::Estimate(liar, Role::Possessed));
            }
        }
        self.suspects = liars.without(white);
        if self.suspects.is_empty() {
            stick(&mut self.candidate, others, rng);
        } else {
            self.choose_from(self.suspects, rng, is_talking, &[suspect]);
        }
    }
}
