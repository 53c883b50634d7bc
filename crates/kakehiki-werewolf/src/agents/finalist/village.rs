//! How a finalist plays for the village.

use kakehiki_core::{GameRng, Seat};

use super::{Finalist, highest};
use crate::{
    agents::{board::Board, lines::Line},
    rules::{Role, Species},
};

/// How much a seer wants to divine those who claim to be seer or medium.
const CLAIMANT: f32 = 0.3;

impl Finalist {
    /// Appends what the role has to announce: claims in turn 0 of the first day, the first result
    /// in the turn after, later results in turn 0.
    pub(super) fn announce(&mut self, board: &Board, rng: &mut GameRng) {
        let (role, line): (Role, fn(Seat, Species) -> Line) = match self.hand.role {
            Role::Seer | Role::Possessed => (Role::Seer, Line::Divined),
            Role::Medium => (Role::Medium, Line::Identified),
            Role::Werewolf => {
                self.rally_openly(board);
                if !self.fakes {
                    return;
                }
                (Role::Seer, Line::Divined)
            }
            _ => return,
        };
        if !self.is_out {
            let is_black = self.untold.is_some_and(|(_, species)| species == Species::Werewolf);
            let rivals = board.claimants[role.index()].except(self.hand.seat);
            let day = match self.hand.role {
                Role::Seer => self.settings.seer_day,
                Role::Medium => self.settings.medium_day,
                _ => 1,
            };
            if board.day < day && !is_black && rivals.is_empty() {
                return;
            }
            self.lines.push(Line::Claim(self.hand.seat, role));
            self.is_out = true;
        }
        self.invent(board, rng);
        self.falsify(board);
        if let Some((target, species)) = self.untold.take() {
            self.lines.push(line(target, species));
        }
        if self.hand.role == Role::Possessed {
            self.join_openly(board);
        }
    }

    /// A seer who may lie reports the top suspect as a werewolf in place of a human it found.
    fn falsify(&mut self, board: &Board) {
        if self.settings.false_black
            && self.hand.role == Role::Seer
            && matches!(self.untold, Some((_, Species::Human)))
        {
            let accused = board.divined[self.hand.seat.index()];
            let set = self.others(board).without(accused.black).without(accused.white);
            let suspicion = self.own_belief(board).wolf;
            let suspect = highest(set.without(self.white), &self.scores(board, &suspicion));
            self.untold = suspect.map(|suspect| (suspect, Species::Werewolf)).or(self.untold);
        }
    }

    /// The most suspect of those not divined yet; anybody in the first night.
    pub(super) fn choose_divination(&mut self, board: &Board, rng: &mut GameRng) -> Option<Seat> {
        let fresh = self.others(board).without(self.black).without(self.white);
        if board.day == 0 {
            return fresh.draw(rng);
        }
        let mut scores = self.own_belief(board).wolf;
        let claimants =
            board.claimants[Role::Seer.index()].or(board.claimants[Role::Medium.index()]);
        for (place, score) in scores.iter_mut().enumerate() {
            let is_claimant = claimants.contains(Seat::new(place));
            *score = *score * if is_claimant { CLAIMANT } else { 1.0 } + self.whim[place];
        }
        highest(fresh, &scores)
    }

    /// The most valuable of those who are likely to be worth it.
    pub(super) fn choose_guard(&mut self, board: &Board) -> Option<Seat> {
        let belief = self.own_belief(board);
        let mut scores = [0.0; crate::rules::MAX_PLAYERS];
        for seat in self.others(board).iter() {
            let place = seat.index();
            let value = match board.claims[place] {
                Role::Seer => 3.0,
                Role::Medium => 2.0,
                _ => 1.0,
            };
            let trust = 1.0 - belief.wolf[place] - belief.possessed[place];
            scores[place] = trust * value + self.whim[place];
        }
        highest(self.others(board), &scores)
    }
}
