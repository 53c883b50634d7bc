//! What can be told in plain words.

use kakehiki_core::Seat;

use crate::rules::{
    language::{
        reading::{Manner, Simple},
        sentence::{Sentence, Verb, Whom},
    },
    role::{DEALT_ROLES, Role, Species},
};

/// A statement of a speaker about itself or another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// It has this role.
    Claims(Role),
    /// It divined this player with this result.
    Divined(Seat, Species),
    /// It learned as a medium what this player was.
    Identified(Seat, Species),
    /// It takes this player for one of this role; for a villager where it only trusts it.
    Thinks(Seat, Role),
    /// It will vote for this player.
    Votes(Seat),
    /// It voted for this player.
    Voted(Seat),
    /// Everybody should vote for this player.
    Calls(Seat),
    /// It will divine this player.
    Divines(Seat),
    /// It will guard this player.
    Guards(Seat),
    /// It guarded this player.
    Guarded(Seat),
    /// This player should be attacked.
    Attacks(Seat),
}

impl Remark {
    /// The player that it is about, if it is about another.
    pub const fn target(self) -> Option<Seat> {
        match self {
            Self::Claims(_) => None,
            Self::Divined(target, _)
            | Self::Identified(target, _)
            | Self::Thinks(target, _)
            | Self::Votes(target)
            | Self::Voted(target)
            | Self::Calls(target)
            | Self::Divines(target)
            | Self::Guards(target)
            | Self::Guarded(target)
            | Self::Attacks(target) => Some(target),
        }
    }

    /// The sentence that says so.
    pub fn sentence(self, speaker: Seat) -> Sentence {
        match self {
            Self::Claims(role) => Sentence::coming_out(speaker, role),
            Self::Divined(target, species) => Sentence::divined(target, species),
            Self::Identified(target, species) => Sentence::identified(target, species),
            Self::Thinks(target, role) => Sentence::estimate(target, role),
            Self::Votes(target) => Sentence::vote(target),
            Self::Voted(target) => Sentence::about(Verb::Voted, target),
            Self::Calls(target) => {
                let vote = Sentence::vote(target);
                // Two parts always have room.
                Sentence::request(Whom::ANY, &vote).unwrap_or(vote)
            }
            Self::Divines(target) => Sentence::about(Verb::Divination, target),
            Self::Guards(target) => Sentence::about(Verb::Guard, target),
            Self::Guarded(target) => Sentence::about(Verb::Guarded, target),
            Self::Attacks(target) => Sentence::about(Verb::Attack, target),
        }
    }

    /// What a sentence of a speaker comes to in plain words: its remarks, and whether the last of two is
    /// said to follow from the first. Of reasons and alternatives that have no words of their own what
    /// is left is told; nothing where nothing is.
    pub fn of(sentence: &Sentence, speaker: Seat, players: usize) -> (Vec<Self>, bool) {
        if let Some([reason, consequence]) = reasoning(sentence) {
            let [reason, consequence] =
                [reason, consequence].map(|it| Self::of(&it, speaker, players).0);
            if let ([reason], [consequence]) = (reason.as_slice(), consequence.as_slice())
                && reason != consequence
            {
                return (vec![*reason, *consequence], true);
            }
        }
        let mut remarks = Vec::new();
        sentence.visit(Whom::from(speaker), &mut |simple| {
            let remark = Self::of_simple(simple, speaker, players);
            remarks.extend(remark.filter(|remark| !remarks.contains(remark)));
        });
        (remarks, false)
    }

    fn of_simple(simple: &Simple, speaker: Seat, players: usize) -> Option<Self> {
        let target = simple.target.seat(players)?;
        let (is_own, is_stated) =
            (simple.subject == Whom::from(speaker), simple.manner == Manner::Stated);
        let (role, species) = (simple.role(), simple.species());
        let is_role = DEALT_ROLES.contains(&role);
        let is_species = species != Species::Any;
        if target == speaker {
            let is_claim = simple.verb == Verb::ComingOut && is_own && is_stated && is_role;
            return is_claim.then_some(Self::Claims(role));
        }
        if !is_stated {
            return (simple.verb == Verb::Vote && is_own).then_some(Self::Calls(target));
        }
        if !is_own {
            return None;
        }
        match simple.verb {
            Verb::Divined if is_species => Some(Self::Divined(target, species)),
            Verb::Identified if is_species => Some(Self::Identified(target, species)),
            Verb::Estimate if is_role => Some(Self::Thinks(target, role)),
            Verb::Vote => Some(Self::Votes(target)),
            Verb::Voted => Some(Self::Voted(target)),
            Verb::Divination => Some(Self::Divines(target)),
            Verb::Guard => Some(Self::Guards(target)),
            Verb::Guarded => Some(Self::Guarded(target)),
            Verb::Attack => Some(Self::Attacks(target)),
            _ => None,
        }
    }
}

/// The reason and the consequence of a sentence that has both.
fn reasoning(sentence: &Sentence) -> Option<[Sentence; 2]> {
    let [head, clauses @ ..] = sentence.parts() else { return None };
    if head.verb != Verb::Because || head.subject != Whom::OMITTED {
        return None;
    }
    let end = (0..clauses.len()).find(|end| {
        // Every part needs so many more behind it.
        let missing =
            clauses[..=*end].iter().map(|part| i32::from(part.clauses()) - 1).sum::<i32>();
        missing == -1
    })?;
    let (reason, consequence) = clauses.split_at(end + 1);
    Some([reason, consequence].map(|parts| {
        let mut sentence = Sentence::unfinished();
        for part in parts {
            sentence.push(*part);
        }
        sentence
    }))
}
