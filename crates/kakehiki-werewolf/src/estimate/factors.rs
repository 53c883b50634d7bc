//! How each side behaves, as the factors of exact Bayes; from experience or fitted to games.

use serde::{Deserialize, Serialize};

use super::exact::Class;
use crate::rules::Players;

/// What a player of each side does, given whether the target is a werewolf.
///
/// Except for the votes these are probabilities; a vote's factor is how much more often a side
/// votes for a werewolf than chance would.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    /// A werewolf claims to be seer, medium, neither.
    pub wolf_claims: [f32; 3],
    /// The possessed claims to be seer, medium, neither.
    pub possessed_claims: [f32; 3],
    /// Nobody of the village claims to be the seer; one does; each further one, as a factor.
    pub village_seers: [f32; 3],
    /// The same of the medium, where there is one.
    pub village_mediums: [f32; 3],
    /// Somebody of the village reports a false result, of either kind.
    pub village_lies: f32,
    /// The possessed reports a black divination.
    pub possessed_black: f32,
    /// A werewolf reports a black divination of a fellow, and of a human.
    pub wolf_black: [f32; 2],
    /// The possessed reports as a medium that a werewolf was executed.
    pub possessed_identifies: f32,
    /// A werewolf reports that of a fellow, and of a human.
    pub wolf_identifies: [f32; 2],
    /// A vote for a werewolf, by village, werewolf, possessed.
    pub votes: [f32; 3],
}

impl Default for Factors {
    /// The values of the finalist-class agent.
    fn default() -> Self {
        Self {
            wolf_claims: [0.15, 0.05, 0.80],
            possessed_claims: [0.85, 0.05, 0.10],
            village_seers: [0.05, 0.95, 0.001],
            village_mediums: [0.05, 0.95, 0.001],
            village_lies: 0.01,
            possessed_black: 0.6,
            wolf_black: [0.1, 0.5],
            possessed_identifies: 0.5,
            wolf_identifies: [0.3, 0.5],
            votes: [1.2, 0.5, 0.8],
        }
    }
}

/// The logarithms of a report's factors by side, for a target that is a werewolf or not.
pub(super) struct ReportLogs {
    wolf: [f32; 3],
    human: [f32; 3],
}

impl ReportLogs {
    pub(super) const fn of(&self, class: Class, is_wolf: bool) -> f32 {
        if is_wolf { self.wolf[class as usize] } else { self.human[class as usize] }
    }
}

/// The logarithms of the factors of all claims together.
pub(super) struct ClaimLogs {
    wolf: [f32; 3],
    possessed: [f32; 3],
    /// No claimant of the village, one, each further one.
    seers: [f32; 3],
    mediums: [f32; 3],
}

/// The same, once it is given who the werewolves are.
pub(super) struct ClaimLogsGivenWolves<'a> {
    logs: &'a ClaimLogs,
    seers: Players,
    mediums: Players,
    by_wolves: f32,
    /// What the claimants who are no werewolves make of it, if none of them is the possessed.
    others: f32,
}

/// The term of some claimants of a role who are of the village.
fn of_village(count: usize, logs: [f32; 3]) -> f32 {
    match count {
        0 => logs[0],
        _ => logs[1] + (count - 1) as f32 * logs[2],
    }
}

impl ClaimLogs {
    pub(super) fn given(
        &self,
        seers: Players,
        mediums: Players,
        wolves: Players,
    ) -> ClaimLogsGivenWolves<'_> {
        let (wolf_seers, wolf_mediums) = (wolves.and(seers).len(), wolves.and(mediums).len());
        let wolf_rest = wolves.len() - wolf_seers - wolf_mediums;
        let by_wolves = wolf_seers as f32 * self.wolf[0]
            + wolf_mediums as f32 * self.wolf[1]
            + wolf_rest as f32 * self.wolf[2];
        let (seers, mediums) = (seers.without(wolves), mediums.without(wolves));
        let others = of_village(seers.len(), self.seers) + of_village(mediums.len(), self.mediums);
        ClaimLogsGivenWolves { logs: self, seers, mediums, by_wolves, others }
    }
}

impl ClaimLogsGivenWolves<'_> {
    pub(super) fn of(&self, possessed: Players) -> f32 {
        let logs = self.logs;
        let (seers, mediums) = (self.seers, self.mediums);
        if possessed.is_empty() {
            self.by_wolves + self.others
        } else if !possessed.and(seers).is_empty() {
            let rest =
                of_village(seers.len() - 1, logs.seers) + of_village(mediums.len(), logs.mediums);
            self.by_wolves + logs.possessed[0] + rest
        } else if !possessed.and(mediums).is_empty() {
            let rest =
                of_village(seers.len(), logs.seers) + of_village(mediums.len() - 1, logs.mediums);
            self.by_wolves + logs.possessed[1] + rest
        } else {
            self.by_wolves + logs.possessed[2] + self.others
        }
    }
}

impl Factors {
    /// The same factors with votes that count for more or less.
    pub(crate) fn with_vote_weight(self, weight: f32) -> Self {
        Self { votes: self.votes.map(|factor| factor.powf(weight)), ..self }
    }

    fn report_logs(&self, is_black: bool, possessed: f32, wolf: [f32; 2]) -> ReportLogs {
        let said = |black: f32| if is_black { black } else { 1.0 - black };
        let truth =
            |is_true: bool| if is_true { 1.0 - self.village_lies } else { self.village_lies };
        ReportLogs {
            wolf: [truth(is_black), said(wolf[0]), said(possessed)].map(f32::ln),
            human: [truth(!is_black), said(wolf[1]), said(possessed)].map(f32::ln),
        }
    }

    pub(super) fn divination_logs(&self, is_black: bool) -> ReportLogs {
        self.report_logs(is_black, self.possessed_black, self.wolf_black)
    }

    pub(super) fn identification_logs(&self, is_black: bool) -> ReportLogs {
        self.report_logs(is_black, self.possessed_identifies, self.wolf_identifies)
    }

    pub(super) fn vote_logs(&self) -> [f32; 3] {
        self.votes.map(f32::ln)
    }

    pub(super) fn claim_logs(&self, has_medium: bool, is_early: bool) -> ClaimLogs {
        let [mut seers, mut mediums] =
            [self.village_seers, self.village_mediums].map(|factors| factors.map(f32::ln));
        if is_early {
            (seers[0], mediums[0]) = (0.0, 0.0);
        }
        ClaimLogs {
            wolf: self.wolf_claims.map(f32::ln),
            possessed: self.possessed_claims.map(f32::ln),
            seers,
            mediums: if has_medium { mediums } else { [0.0; 3] },
        }
    }
}
