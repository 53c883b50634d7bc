//! How a finalist plays for the village.

use kakehiki_core::{GameRng, Seat};

use super::{Finalist, Posing, highest};
use crate::{
    agents::lines::Line,
    estimate::CommonKnowledge,
    rules::{Role, Species},
};

/// How much a seer wants to divine those who claim to be seer or medium.
const CLAIMANT: f32 = 0.3;

impl Finalist {
    /// Appends what the role has to announce: claims in turn 0 of the first day, the first result
    /// in the turn after, later results in turn 0.
    pub(super) fn announce(&mut self, common: &CommonKnowledge, rng: &mut GameRng) {
        self.report(common, rng);
        if self.card.role == Role::Possessed {
            self.join_openly(common);
        }
    }

    fn report(&mut self, common: &CommonKnowledge, rng: &mut GameRng) {
        let (role, line): (Role, fn(Seat, Species) -> Line) = match self.card.role {
            Role::Seer | Role::Possessed => (Role::Seer, Line::Divined),
            Role::Medium => (Role::Medium, Line::Identified),
            Role::Werewolf => {
                self.rally_openly(common);
                if !self.fakes {
                    return;
                }
                (Role::Seer, Line::Divined)
            }
            _ => return,
        };
        if !self.is_out {
            let is_black = self.untold.is_some_and(|(_, species)| species == Species::Werewolf);
            let rivals = common.record.claimants[role.index()].except(self.card.seat);
            let holds_back = match (self.card.role, self.settings.possessed) {
                (Role::Seer, _) => common.record.day < self.settings.seer_day,
                (Role::Medium, _) => common.record.day < self.settings.medium_day,
                (Role::Possessed, Posing::Hidden) => return,
                (Role::Possessed, posing) => posing == Posing::Rival,
                _ => false,
            };
            if holds_back && !is_black && rivals.is_empty() {
                return;
            }
            self.lines.push(Line::Claim(self.card.seat, role));
            self.is_out = true;
        }
        self.invent(common, rng);
        self.falsify(common);
        if let Some((target, species)) = self.untold.take() {
            self.lines.push(line(target, species));
        }
    }

    /// A seer who may lie reports the top suspect as a werewolf in place of a human it found.
    fn falsify(&mut self, common: &CommonKnowledge) {
        if self.settings.false_black
            && self.card.role == Role::Seer
            && matches!(self.untold, Some((_, Species::Human)))
        {
            let accused = common.record.divined[self.card.seat.index()];
            let set =
                self.card.others(&common.record).without(accused.black).without(accused.white);
            let suspicion = self.suspicion(common);
            let suspect = highest(set.without(self.white), &self.scores(common, &suspicion));
            self.untold = suspect.map(|suspect| (suspect, Species::Werewolf)).or(self.untold);
        }
    }

    /// The most suspect of those not divined yet; anybody in the first night.
    pub(super) fn choose_divination(
        &mut self,
        common: &CommonKnowledge,
        rng: &mut GameRng,
    ) -> Option<Seat> {
        let fresh = self.card.others(&common.record).without(self.black).without(self.white);
        if common.record.day == 0 {
            return fresh.draw(rng);
        }
        let mut scores = self.suspicion(common);
        let claimants = common.record.claimants[Role::Seer.index()]
            .or(common.record.claimants[Role::Medium.index()]);
        for (place, score) in scores.iter_mut().enumerate() {
            let is_claimant = claimants.contains(Seat::new(place));
            *score = *score * if is_claimant { CLAIMANT } else { 1.0 } + self.whim[place];
        }
        highest(fresh, &scores)
    }

    /// The most valuable of those who are likely to be worth it.
    pub(super) fn choose_guard(&mut self, common: &CommonKnowledge) -> Option<Seat> {
        let belief = self.own_belief(common);
        let mut scores = [0.0; crate::rules::MAX_PLAYERS];
        for seat in self.card.others(&common.record).iter() {
            let place = seat.index();
            let value = match common.record.claims[place] {
                Role::Seer => 3.0,
                Role::Medium => 2.0,
                _ => 1.0,
            };
            let trust = 1.0 - belief.wolf[place] - belief.possessed[place];
            scores[place] = trust * value + self.whim[place];
        }
        highest(self.card.others(&common.record), &scores)
    }
}
