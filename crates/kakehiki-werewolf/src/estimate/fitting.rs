//! Fits the factors of exact Bayes to games whose roles are known.

use kakehiki_core::Seat;

use super::{
    exact::Class,
    factors::Factors,
    joint::{Relations, ReportTable},
};
use crate::{
    record::{Observer, PublicRecord, Reports, TableEvent},
    rules::{Players, Role, State},
};

/// Counts what each side does. Each factor is the frequency of what it is the probability of, which
/// is its most likely value where sides behave independently of each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FactorTally {
    /// On evenings, since that is when beliefs matter: who claims to be seer, medium, neither.
    wolf_claims: [f32; 3],
    possessed_claims: [f32; 3],
    /// Evenings on which nobody of the village claims to be the seer, one does, more do; the same
    /// of the medium.
    village_claims: [[f32; 3]; 2],
    /// By side, whether the target is a werewolf, and whether the report is black.
    divinations: ReportTable,
    identifications: ReportTable,
    /// By side: votes for werewolves and for humans, and how many of each chance would give.
    votes: [[f32; 4]; 3],
}

fn class_of(state: &State, seat: Seat) -> Class {
    Class::of(seat, state.wolves(), state.holders(Role::Possessed))
}

impl FactorTally {
    fn count_votes(&mut self, state: &State, record: &PublicRecord) {
        // The record has the ballot, and the executed player was alive when it was held.
        let alive = record.last_executed.map_or(record.alive, |seat| record.alive.with(seat));
        for voter in alive.iter() {
            let Some(target) = record.ballot[voter.index()] else {
                continue;
            };
            let others = alive.except(voter);
            let wolves = others.and(state.wolves()).len() as f32 / others.len() as f32;
            let votes = &mut self.votes[class_of(state, voter) as usize];
            votes[usize::from(!state.wolves().contains(target))] += 1.0;
            votes[2] += wolves;
            votes[3] += 1.0 - wolves;
        }
    }

    fn count_reports(tally: &mut ReportTable, state: &State, speaker: Seat, reports: Reports) {
        let cells = &mut tally[class_of(state, speaker) as usize];
        for (targets, is_black) in [(reports.black, true), (reports.white, false)] {
            for target in targets.iter() {
                let is_wolf = state.wolves().contains(target);
                cells[usize::from(is_wolf)][usize::from(is_black)] += 1.0;
            }
        }
    }

    fn count_claims(&mut self, state: &State, record: &PublicRecord) {
        let mut village = [0_usize; 2];
        for seat in Players::first(record.players).iter() {
            let place = match record.claims[seat.index()] {
                Role::Seer => 0,
                Role::Medium => 1,
                _ => 2,
            };
            match class_of(state, seat) {
                Class::Werewolf => self.wolf_claims[place] += 1.0,
                Class::Possessed => self.possessed_claims[place] += 1.0,
                Class::Village if place < 2 => village[place] += 1,
                Class::Village => {}
            }
        }
        for (counts, claimants) in self.village_claims.iter_mut().zip(village) {
            counts[claimants.min(2)] += 1.0;
        }
    }

    fn count_all_reports(&mut self, state: &State, record: &PublicRecord) {
        for seat in Players::first(record.players).iter() {
            let index = seat.index();
            Self::count_reports(&mut self.divinations, state, seat, record.divined[index]);
            Self::count_reports(&mut self.identifications, state, seat, record.identified[index]);
        }
    }

    /// The factors that fit what was counted, kept away from zero and one.
    pub fn factors(&self) -> Factors {
        let shares = |counts: [f32; 3]| {
            let sum: f32 = counts.iter().sum();
            counts.map(|count| (count + 0.5) / (sum + 1.5))
        };
        // More than one is a factor of each further one.
        let of_village = |counts: [f32; 3]| {
            let [none, one, more] = shares(counts);
            [none, one, more / one]
        };
        let black = |cell: [f32; 2]| (cell[1] + 0.5) / (cell[0] + cell[1] + 1.0);
        let both = |tally: &ReportTable, class: Class| {
            let cells = tally[class as usize];
            [cells[0][0] + cells[1][0], cells[0][1] + cells[1][1]]
        };
        let of_wolves = |tally: &ReportTable| {
            let cells = tally[Class::Werewolf as usize];
            [black(cells[1]), black(cells[0])]
        };
        let mut lies = 0.0;
        let mut reports = 0.0;
        for tally in [&self.divinations, &self.identifications] {
            let cells = tally[Class::Village as usize];
            lies += cells[0][1] + cells[1][0];
            reports += cells.iter().flatten().sum::<f32>();
        }
        Factors {
            wolf_claims: shares(self.wolf_claims),
            possessed_claims: shares(self.possessed_claims),
            village_seers: of_village(self.village_claims[0]),
            village_mediums: of_village(self.village_claims[1]),
            village_lies: (lies + 0.5) / (reports + 1.0),
            possessed_black: black(both(&self.divinations, Class::Possessed)),
            wolf_black: of_wolves(&self.divinations),
            possessed_identifies: black(both(&self.identifications, Class::Possessed)),
            wolf_identifies: of_wolves(&self.identifications),
            votes: self.vote_preferences(),
        }
    }

    /// How much more often each side votes for a werewolf than chance would, against a human.
    fn vote_preferences(&self) -> [f32; 3] {
        self.votes.map(|[wolf, human, chance_wolf, chance_human]| {
            let preference = (wolf + 0.5) / (chance_wolf + 0.5);
            preference / ((human + 0.5) / (chance_human + 0.5))
        })
    }

    /// How much more likely each side's reports and votes are once the target is known.
    pub(crate) fn relations(&self) -> Relations {
        let ratios = |tally: &ReportTable| {
            tally.map(|[human, wolf]| {
                let both = [human[0] + wolf[0], human[1] + wolf[1]];
                [human, wolf].map(|cell| {
                    let share = |counts: [f32; 2], is_black: usize| {
                        (counts[is_black] + 0.5) / (counts[0] + counts[1] + 1.0)
                    };
                    [0, 1].map(|is_black| (share(cell, is_black) / share(both, is_black)).ln())
                })
            })
        };
        Relations {
            divinations: ratios(&self.divinations),
            identifications: ratios(&self.identifications),
            votes: self.vote_preferences().map(f32::ln),
        }
    }
}

impl Observer for FactorTally {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, record: &PublicRecord) {
        match event {
            TableEvent::Executed(_) => self.count_votes(state, record),
            TableEvent::Evening => self.count_claims(state, record),
            TableEvent::Over => self.count_all_reports(state, record),
            _ => {}
        }
    }
}
