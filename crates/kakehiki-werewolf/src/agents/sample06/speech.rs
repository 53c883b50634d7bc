//! What a sample agent of line 0.6 still wants to say.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::Finding;
use crate::rules::{Role, Sentence, Species, Verb, Whom};

/// Why somebody is suspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It reported this divination of somebody, which is false.
    Divined(Seat, Species),
    /// It reported this as a medium, which is false.
    Identified(Seat, Species),
    /// It claims the role that I have, or pretend to have.
    Rival(Role),
    /// Its results do not fit mine.
    Contradiction,
    /// I found it to be a werewolf.
    OwnResult,
}

impl Reason {
    fn sentence(self, seat: Seat) -> Sentence {
        match self {
            Self::Divined(target, species) => Sentence::divined(target, species).by(seat),
            Self::Identified(target, species) => Sentence::identified(target, species).by(seat),
            Self::Rival(role) => Sentence::coming_out(seat, role).by(seat),
            Self::Contradiction => Sentence::estimate(seat, Role::Werewolf),
            Self::OwnResult => Sentence::divined(seat, Species::Werewolf),
        }
    }
}

/// Findings that fit into one sentence with their days: two parts each, and one that joins them.
const FINDINGS_AT_ONCE: usize = (crate::rules::MAX_PARTS - 1) / 2;

/// The most sentences in a row; no village lets a player say more in a day.
const CAPACITY: usize = 50;

/// Sentences in the order in which they will be said.
#[derive(Clone, Debug, Default)]
pub(super) struct Speech {
    first: usize,
    sentences: ArrayVec<Sentence, CAPACITY>,
}

impl Speech {
    pub(super) fn clear(&mut self) {
        self.first = 0;
        self.sentences.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == self.sentences.len()
    }

    /// The next sentence, or `Skip`.
    pub(super) fn say(&mut self) -> Sentence {
        let next = self.sentences.get(self.first).copied();
        self.first += usize::from(next.is_some());
        next.unwrap_or(Sentence::SKIP)
    }

    pub(super) fn push(&mut self, sentence: Sentence) {
        // What does not fit could never be said.
        let _ = self.sentences.try_push(sentence);
    }

    /// Findings with their days, then each plainly.
    pub(super) fn push_findings(&mut self, verb: Verb, findings: &[Finding]) {
        let plain = |finding: &Finding| match verb {
            Verb::Identified => Sentence::identified(finding.target, finding.species),
            _ => Sentence::divined(finding.target, finding.species),
        };
        for group in findings.chunks(FINDINGS_AT_ONCE) {
            let dated: ArrayVec<Sentence, FINDINGS_AT_ONCE> = group
                .iter()
                .filter_map(|finding| Sentence::on_day(finding.day, &plain(finding)))
                .collect();
            match dated.as_slice() {
                [only] => self.push(*only),
                several => {
                    if let Some(all) = Sentence::all_of(several) {
                        self.push(all);
                    }
                }
            }
        }
        for finding in findings {
            self.push(plain(finding));
        }
    }

    /// Says why somebody is a werewolf or possessed.
    pub(super) fn explain(&mut self, seat: Seat, reason: Reason) {
        let [wolf, possessed] =
            [Role::Werewolf, Role::Possessed].map(|role| Sentence::estimate(seat, role));
        let either = Sentence::either(&wolf, &possessed);
        let whole = either.and_then(|either| Sentence::because(&reason.sentence(seat), &either));
        if let Some(whole) = whole {
            self.push(whole);
        }
    }

    /// Declares a vote and asks everybody for it.
    pub(super) fn declare(&mut self, seat: Seat, reason: Option<Reason>) {
        let vote = Sentence::vote(seat);
        let Some(request) = Sentence::request(Whom::ANY, &vote) else {
            return;
        };
        let both = Sentence::all_of(&[vote, request]);
        if let (Some(reason), Some(both)) = (reason, both)
            && let Some(whole) = Sentence::because(&reason.sentence(seat), &both)
        {
            self.push(whole);
        }
        self.push(vote);
        self.push(request);
    }

    /// Names whom to attack, and the claim that makes it worth it.
    pub(super) fn name_prey(&mut self, prey: Seat, claimed: Role) {
        let attack = Sentence::about(Verb::Attack, prey);
        if claimed != Role::Any
            && let Some(whole) = Sentence::because(&Sentence::coming_out(prey, claimed), &attack)
        {
            self.push(whole);
        }
        self.push(attack);
    }
}
