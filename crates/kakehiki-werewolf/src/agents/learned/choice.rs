//! What the learner can choose: kinds of targets, and what to do with them.

use kakehiki_core::{GameRng, Seat};

use super::situation::Decision;
use crate::{
    agents::table_player::RoleCard,
    estimate::{Limits, NaiveBelief},
    record::{PublicRecord, Reports},
    rules::{Channel, Players, Quotation, Role, RoleCounts, Sentence},
};

/// A kind of target, so that what is learned does not depend on who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetKind {
    /// The one most likely to have a role of the village, by role estimation.
    MostLikely(Role),
    /// A fellow werewolf, by its place among the fellows.
    Fellow(u8),
    /// Somebody about whom no divination was reported.
    Undivined,
    /// Somebody reported to be a werewolf.
    Black,
    /// Somebody reported to be human, and never a werewolf.
    White,
    /// The one who voted most often for werewolves.
    Hunter,
    /// The one most others have declared they will vote for.
    MostDeclared,
    /// Anybody.
    Random,
}

/// All kinds of targets. A village has at most three werewolves, so that there are at most two
/// fellows.
pub const TARGET_KINDS: [TargetKind; 13] = [
    TargetKind::MostLikely(Role::Seer),
    TargetKind::MostLikely(Role::Medium),
    TargetKind::MostLikely(Role::Bodyguard),
    TargetKind::MostLikely(Role::Villager),
    TargetKind::MostLikely(Role::Possessed),
    TargetKind::Fellow(0),
    TargetKind::Fellow(1),
    TargetKind::Undivined,
    TargetKind::Black,
    TargetKind::White,
    TargetKind::Hunter,
    TargetKind::MostDeclared,
    TargetKind::Random,
];

/// Whom the learner may aim at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Everybody, fellow werewolves included, as in the study.
    Everybody,
    /// Everybody but fellow werewolves, to see what sparing them alone is worth.
    AllButFellows,
}

/// What can be said about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Remark {
    Suspect,
    Trust,
    DeclareVote,
    Agree,
    Disagree,
}

const REMARKS: [Remark; 5] =
    [Remark::Suspect, Remark::Trust, Remark::DeclareVote, Remark::Agree, Remark::Disagree];

/// The number of choices in talk: every remark on every kind of target, and silence.
pub const TALK_CHOICES: usize = REMARKS.len() * TARGET_KINDS.len() + 1;
/// The number of choices of a vote or an attack.
pub const TARGET_CHOICES: usize = TARGET_KINDS.len();

/// The choice in talk to say nothing.
pub const SILENCE: usize = TALK_CHOICES - 1;
/// The choice of a random target.
pub const ANYBODY: usize = TARGET_CHOICES - 1;

/// The number of choices of a decision.
pub const fn choices(decision: Decision) -> usize {
    match decision {
        Decision::Talk => TALK_CHOICES,
        Decision::Vote | Decision::Attack => TARGET_CHOICES,
    }
}

/// What the learner sees when it looks for a target.
pub struct Outlook<'a> {
    /// Its card.
    pub card: RoleCard,
    /// The public record.
    pub record: &'a PublicRecord,
    /// The seats of each role that are not known to it.
    pub unknown: &'a RoleCounts,
    /// Its belief, with all deeds taken into account.
    pub belief: &'a NaiveBelief,
    /// Whom it may aim at.
    pub targets: Targets,
}

impl Outlook<'_> {
    fn others(&self) -> Players {
        match self.targets {
            Targets::Everybody => self.card.others(self.record),
            Targets::AllButFellows => self.record.alive.without(self.card.wolves),
        }
    }

    /// Whether a choice belongs to the decision at all: there are as many kinds of fellows as
    /// fellows, nobody attacks a fellow, and nobody agrees before something was said. Other choices
    /// may still turn out to have no target.
    pub fn is_open(&self, decision: Decision, choice: usize) -> bool {
        if decision == Decision::Talk && choice == SILENCE {
            return true;
        }
        let fits = match TARGET_KINDS[choice % TARGET_KINDS.len()] {
            TargetKind::Fellow(place) => {
                decision != Decision::Attack && usize::from(place) + 1 < self.card.wolves.len()
            }
            _ => true,
        };
        let quotes = decision == Decision::Talk
            && matches!(REMARKS[choice / TARGET_KINDS.len()], Remark::Agree | Remark::Disagree);
        fits && (!quotes || self.record.said > 0)
    }

    /// A player of a kind, if there is one that lives.
    pub fn target(&self, kind: TargetKind, rng: &mut GameRng) -> Option<Seat> {
        let others = self.others();
        let Reports { black, white } = self.record.reported();
        match kind {
            TargetKind::MostLikely(role) => {
                if self.unknown[role.index()] == 0 {
                    return None;
                }
                let humans = Players::first(self.record.players).without(self.card.wolves);
                let limits = Limits { wolves: self.card.wolves, humans };
                // The likeliest one may be dead, and is then no target.
                let likeliest = self.belief.most_likely(role, humans, self.unknown, limits);
                likeliest.filter(|seat| others.contains(*seat))
            }
            TargetKind::Fellow(place) => {
                let fellow = self.card.wolves.except(self.card.seat).nth(usize::from(place));
                fellow.filter(|fellow| others.contains(*fellow))
            }
            TargetKind::Undivined => others.without(black.or(white)).draw(rng),
            TargetKind::Black => others.and(black).draw(rng),
            TargetKind::White => others.and(white).without(black).draw(rng),
            TargetKind::Hunter => {
                let votes = |seat: Seat| {
                    let cast = &self.record.votes[seat.index()];
                    self.card.wolves.iter().map(|wolf| u32::from(cast[wolf.index()])).sum()
                };
                most(others, votes)
            }
            TargetKind::MostDeclared => {
                let declared = self.record.declared;
                let voters = self.record.alive.except(self.card.seat);
                let count = |target: Seat| {
                    let voters =
                        voters.iter().filter(|voter| declared[voter.index()] == Some(target));
                    voters.count() as u32
                };
                most(others, count)
            }
            TargetKind::Random => others.draw(rng),
        }
    }

    /// What a choice in talk says; `None` if it cannot be carried out.
    pub fn sentence(&self, choice: usize, rng: &mut GameRng) -> Option<Sentence> {
        if choice == SILENCE {
            return Some(Sentence::SKIP);
        }
        let remark = REMARKS.get(choice / TARGET_KINDS.len())?;
        let target = self.target(TARGET_KINDS[choice % TARGET_KINDS.len()], rng)?;
        let day = self.record.day;
        let quoted = self.record.last_said[target.index()];
        let quoted = quoted.map(|id| Quotation { channel: Channel::Talk, day, id });
        match remark {
            Remark::Suspect => Some(Sentence::estimate(target, Role::Werewolf)),
            Remark::Trust => Some(Sentence::estimate(target, Role::Villager)),
            Remark::DeclareVote => Some(Sentence::vote(target)),
            Remark::Agree => quoted.map(|quoted| Sentence::opinion_on(true, quoted)),
            Remark::Disagree => quoted.map(|quoted| Sentence::opinion_on(false, quoted)),
        }
    }

    /// Whom a choice of a vote or an attack falls on; `None` if it cannot be carried out.
    pub fn victim(&self, decision: Decision, choice: usize, rng: &mut GameRng) -> Option<Seat> {
        let target = self.target(*TARGET_KINDS.get(choice)?, rng)?;
        let is_allowed = decision == Decision::Vote || !self.card.wolves.contains(target);
        is_allowed.then_some(target)
    }
}

/// The one of a set with the highest count above zero; the lowest seat on ties.
fn most(set: Players, count: impl Fn(Seat) -> u32) -> Option<Seat> {
    let counts = set.iter().map(|seat| (count(seat), seat)).filter(|(count, _)| *count > 0);
    let highest = counts.reduce(|best, next| if next.0 > best.0 { next } else { best });
    highest.map(|(_, seat)| seat)
}
