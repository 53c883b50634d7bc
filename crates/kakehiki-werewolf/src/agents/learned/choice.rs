//! What the learner can choose: kinds of targets, and what to do with them.

use kakehiki_core::{GameRng, Seat};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

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

/// What a learner has to say. Results of abilities, which the study leaves out, are in neither.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Display,
    EnumString,
    VariantNames,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Repertoire {
    /// Suspicion, trust, votes declared, agreement and disagreement.
    Remarks,
    /// That, and guesses at every role.
    #[default]
    Roles,
    /// That, and claims of a role of its own.
    Claims,
}

/// What can be said about a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Remark {
    Estimate(Role),
    DeclareVote,
    Agree,
    Disagree,
}

/// Those of [`Repertoire::Remarks`] come first.
const REMARKS: [Remark; 9] = [
    Remark::Estimate(Role::Werewolf),
    Remark::Estimate(Role::Villager),
    Remark::DeclareVote,
    Remark::Agree,
    Remark::Disagree,
    Remark::Estimate(Role::Seer),
    Remark::Estimate(Role::Medium),
    Remark::Estimate(Role::Bodyguard),
    Remark::Estimate(Role::Possessed),
];
const PLAIN_REMARKS: usize = 5;

/// What a werewolf can claim to be without giving its side away.
const CLAIMS: [Role; 4] = [Role::Villager, Role::Seer, Role::Medium, Role::Bodyguard];

/// What a choice in talk says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Utterance {
    Silence,
    About(Remark, TargetKind),
    Claim(Role),
}

/// The number of choices in talk: every remark on every kind of target, the claims, and silence.
pub const TALK_CHOICES: usize = REMARKS.len() * TARGET_KINDS.len() + CLAIMS.len() + 1;
/// The number of choices of a vote or an attack.
pub const TARGET_CHOICES: usize = TARGET_KINDS.len();

/// The choice in talk to say nothing, the last of [`Repertoire::Remarks`].
pub const SILENCE: usize = PLAIN_REMARKS * TARGET_KINDS.len();
/// The choice of a random target.
pub const ANYBODY: usize = TARGET_CHOICES - 1;

/// The number of choices of a decision.
pub const fn choices(decision: Decision) -> usize {
    match decision {
        Decision::Talk => TALK_CHOICES,
        Decision::Vote | Decision::Attack => TARGET_CHOICES,
    }
}

/// Which choices a learner has at all: there are as many kinds of fellows as fellows, nobody attacks
/// one, and nobody speaks of roles that the village does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// How many choices of talk there are to draw from.
    talk_choices: usize,
    /// A bit for each choice of talk, of a vote and of an attack: a value is looked at for each of
    /// them at every decision.
    open: [u128; 3],
}

const _: () = assert!(TALK_CHOICES <= 128, "a bit for each choice");

impl Scope {
    /// That of a werewolf with so many fellows, in a village with these roles.
    pub fn new(roles: &RoleCounts, fellows: usize, repertoire: Repertoire) -> Self {
        let talk_choices = match repertoire {
            Repertoire::Remarks => SILENCE + 1,
            Repertoire::Roles => TALK_CHOICES - CLAIMS.len(),
            Repertoire::Claims => TALK_CHOICES,
        };
        let has_role = |role: Role| roles[role.index()] > 0;
        let may_aim = |decision: Decision, kind: TargetKind| match kind {
            TargetKind::Fellow(place) => {
                decision != Decision::Attack && usize::from(place) < fellows
            }
            _ => true,
        };
        let may_say = |said: Utterance| match said {
            Utterance::Silence => true,
            Utterance::Claim(role) => has_role(role),
            Utterance::About(Remark::Estimate(role), _) if !has_role(role) => false,
            Utterance::About(_, kind) => may_aim(Decision::Talk, kind),
        };
        let targets =
            |decision: Decision| bits(TARGET_KINDS.into_iter().map(|kind| may_aim(decision, kind)));
        let talk = bits((0..talk_choices).map(|choice| may_say(utterance(choice))));
        let open = [talk, targets(Decision::Vote), targets(Decision::Attack)];
        Self { talk_choices, open }
    }

    /// The number of choices of a decision, some of which it may not [have](Self::has).
    pub const fn choices(&self, decision: Decision) -> usize {
        match decision {
            Decision::Talk => self.talk_choices,
            Decision::Vote | Decision::Attack => TARGET_CHOICES,
        }
    }

    /// Whether a choice can ever be made.
    #[inline]
    pub const fn has(&self, decision: Decision, choice: usize) -> bool {
        self.open[decision as usize] >> choice & 1 != 0
    }
}

/// A bit for each thing that holds, the first one the lowest.
fn bits(holds: impl Iterator<Item = bool>) -> u128 {
    holds.enumerate().fold(0, |bits, (place, holds)| bits | u128::from(holds) << place)
}

fn utterance(choice: usize) -> Utterance {
    if choice == SILENCE {
        return Utterance::Silence;
    }
    let place = choice - usize::from(choice > SILENCE);
    match REMARKS.get(place / TARGET_KINDS.len()) {
        Some(remark) => Utterance::About(*remark, TARGET_KINDS[place % TARGET_KINDS.len()]),
        None => Utterance::Claim(CLAIMS[place - REMARKS.len() * TARGET_KINDS.len()]),
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
    /// Which choices it has at all.
    pub scope: &'a Scope,
}

impl Outlook<'_> {
    fn others(&self) -> Players {
        match self.targets {
            Targets::Everybody => self.card.others(self.record),
            Targets::AllButFellows => self.record.alive.without(self.card.wolves),
        }
    }

    /// Whether a choice belongs to the decision at all: it is within its scope, and nobody agrees
    /// before something was said. Other choices may still turn out to have no target.
    pub fn is_open(&self, decision: Decision, choice: usize) -> bool {
        let quotes = decision == Decision::Talk
            && matches!(utterance(choice), Utterance::About(Remark::Agree | Remark::Disagree, _));
        self.scope.has(decision, choice) && (!quotes || self.record.said > 0)
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
        let (remark, kind) = match utterance(choice) {
            Utterance::Silence => return Some(Sentence::SKIP),
            Utterance::Claim(role) => return Some(Sentence::coming_out(self.card.seat, role)),
            Utterance::About(remark, kind) => (remark, kind),
        };
        let target = self.target(kind, rng)?;
        let day = self.record.day;
        let quoted = self.record.last_said[target.index()];
        let quoted = quoted.map(|id| Quotation { channel: Channel::Talk, day, id });
        match remark {
            Remark::Estimate(role) => Some(Sentence::estimate(target, role)),
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use strum::VariantNames;

    use super::*;
    use crate::rules::{WEREWOLF_OPTIONS, Werewolf};

    fn scope(village: &str, fellows: usize, repertoire: Repertoire) -> Scope {
        let given = [("village", village)];
        let settings = kakehiki_core::Settings::new("werewolf", &WEREWOLF_OPTIONS, given).unwrap();
        Scope::new(&Werewolf::new(&settings).options().roles, fellows, repertoire)
    }

    /// What can be said at all within a scope.
    fn utterances(scope: Scope) -> Vec<Utterance> {
        let choices = 0..scope.choices(Decision::Talk);
        choices.filter(|choice| scope.has(Decision::Talk, *choice)).map(utterance).collect()
    }

    #[test]
    fn every_repertoire_adds_to_the_one_before_and_says_nothing_twice() {
        let [remarks, roles, claims] = [Repertoire::Remarks, Repertoire::Roles, Repertoire::Claims]
            .map(|repertoire| utterances(scope("15", 2, repertoire)));
        assert_eq!(
            [remarks.len(), roles.len(), claims.len()],
            [5 * 13 + 1, 9 * 13 + 1, TALK_CHOICES]
        );
        let all: HashSet<String> = claims.iter().map(|said| format!("{said:?}")).collect();
        assert_eq!(all.len(), claims.len());
        assert!(roles.starts_with(&remarks) && claims.starts_with(&roles));
        let claimed = |said: &[Utterance]| {
            said.iter().filter(|said| matches!(said, Utterance::Claim(_))).count()
        };
        assert_eq!([claimed(&remarks), claimed(&roles), claimed(&claims)], [0, 0, 4]);
        assert_eq!(Repertoire::VARIANTS, ["remarks", "roles", "claims"]);
    }

    #[test]
    fn nobody_speaks_of_roles_and_fellows_that_are_not_there() {
        // A village of 5 has neither a medium nor a bodyguard, and one werewolf.
        for said in utterances(scope("5", 0, Repertoire::Claims)) {
            let role = match said {
                Utterance::Silence => continue,
                Utterance::Claim(role) | Utterance::About(Remark::Estimate(role), _) => role,
                Utterance::About(..) => Role::Villager,
            };
            assert!(!matches!(role, Role::Medium | Role::Bodyguard), "{said:?}");
            assert!(!matches!(said, Utterance::About(_, TargetKind::Fellow(_))), "{said:?}");
        }
    }
}
