//! The sample agents of line 0.6 (release 0.6.3), written from a description of what they do,
//! oddities included. Unlike their forerunners they give reasons and follow requests.

mod speech;
mod village;
mod wolfside;

use arrayvec::ArrayVec;
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use self::speech::{Reason, Speech};
use super::table_player::{RoleCard, TablePlayer, guard_claimant, stick};
use crate::{
    estimate::CommonKnowledge,
    record::PublicRecord,
    rules::{LAST_DAY, MAX_PLAYERS, Players, Role, Sentence, Species, Verb, Whom},
};

/// A result of a seer or medium, true or invented, and the day it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Finding {
    day: u8,
    target: Seat,
    species: Species,
}

/// The most findings: one a day, and as many again that the possessed may make up at once.
const MAX_FINDINGS: usize = 2 * LAST_DAY as usize;

/// A sample agent of line 0.6; it plays every role.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each remembers something else")]
pub struct Sample06 {
    card: RoleCard,
    speech: Speech,
    candidate: Option<Seat>,
    declared: Option<Seat>,
    /// Why the candidate is suspected, if that was found out today and can be said.
    reason: Option<Reason>,
    /// Whether the last talk found suspects, or living blacks of its own.
    is_guided: bool,
    /// The one agent that it ever explains its suspicion of.
    slot: Option<(Seat, Reason)>,
    suspects: Players,
    /// Of seers: the suspect it knows to be human whom it last thought about.
    traitor: Option<Seat>,
    findings: ArrayVec<Finding, MAX_FINDINGS>,
    told: usize,
    black: Players,
    white: Players,
    is_out: bool,
    claim_day: u8,
    /// Of bodyguards: the one guarded last, and all guarded in nights without a victim.
    guarded: Option<Seat>,
    saved: Players,
    /// Of werewolves: the role it pretends to have, and what fellows announced.
    fake_role: Role,
    announced: [Option<Role>; MAX_PLAYERS],
    has_announced: bool,
    traitors: Players,
    whispers: Speech,
    prey: Option<Seat>,
    has_named_prey: bool,
}

impl Sample06 {
    /// The others for whom a role was claimed last, dead ones included.
    fn claimants(&self, record: &PublicRecord, role: Role) -> Players {
        record.claimed_about[role.index()].except(self.card.seat)
    }

    const fn judged(&self) -> Players {
        self.black.or(self.white)
    }

    fn find(&mut self, day: u8, target: Seat, species: Species) {
        match species {
            Species::Werewolf => self.black.insert(target),
            Species::Human | Species::Any => self.white.insert(target),
        }
        // More findings than days cannot be.
        let _ = self.findings.try_push(Finding { day, target, species });
    }

    /// The role whose results this player reports, true or invented.
    fn reported_role(&self) -> Option<Role> {
        match self.card.role {
            Role::Seer | Role::Possessed => Some(Role::Seer),
            Role::Medium => Some(Role::Medium),
            Role::Werewolf if self.fake_role != Role::Villager => Some(self.fake_role),
            _ => None,
        }
    }

    /// Appends all untold findings, once with their days and once plainly.
    fn tell_findings(&mut self) {
        let Some(role) = self.reported_role() else {
            return;
        };
        let verb = if role == Role::Medium { Verb::Identified } else { Verb::Divined };
        let untold = &self.findings[self.told..];
        self.speech.push_findings(verb, untold);
        self.told = self.findings.len();
    }

    /// Gives the first suspect with a reason the one slot for explanations, for the whole game.
    fn fill_slot(&mut self, record: &PublicRecord, suspects: Players) {
        if self.slot.is_none() {
            let mut reasons = suspects.iter().map(|seat| (seat, self.reason(record, seat)));
            let first = reasons.find_map(|(seat, reason)| Some((seat, reason?)));
            self.slot = first;
        }
    }

    /// Why somebody is suspected, if it can be said.
    fn reason(&self, record: &PublicRecord, seat: Seat) -> Option<Reason> {
        let reports = record.divined[seat.index()];
        let hit = reports.black.and(record.victims.with(self.card.seat)).lowest();
        if let Some(target) = hit {
            return Some(Reason::Divined(target, Species::Werewolf));
        }
        let role = self.reported_role().filter(|_| self.is_out)?;
        self.claimants(record, role).contains(seat).then_some(Reason::Rival(role)).or_else(|| {
            let other = if role == Role::Seer { record.identified } else { record.divined };
            let wrong = other[seat.index()].contradicts(self.black, self.white);
            wrong.then_some(Reason::Contradiction)
        })
    }

    /// Keeps or draws a candidate among suspects, and explains a new one that has the slot.
    fn suspect(&mut self, record: &PublicRecord, suspects: Players, rng: &mut GameRng) {
        self.fill_slot(record, suspects);
        if stick(&mut self.candidate, suspects, rng) {
            let explained = self.slot.filter(|(seat, _)| self.candidate == Some(*seat));
            self.reason = explained.map(|(_, reason)| reason);
            if let Some((seat, reason)) = explained {
                self.speech.explain(seat, reason);
            }
        }
    }

    /// Keeps or draws a candidate among those it found, or pretends to have found, to be
    /// werewolves: that speaks for itself, once it is out.
    fn accuse(&mut self, known: Players, rng: &mut GameRng) {
        if stick(&mut self.candidate, known, rng) {
            self.reason = self.is_out.then_some(Reason::OwnResult);
        }
    }

    /// Keeps the candidate while it lives; draws a new one otherwise.
    fn drift(&mut self, record: &PublicRecord, set: Players, rng: &mut GameRng) {
        if !self.candidate.is_some_and(|seat| record.alive.contains(seat)) {
            self.candidate = set.draw(rng).or(self.candidate);
            self.reason = None;
        }
    }

    /// The vote of a player whom nothing guides: one of the requests of others, or anybody.
    fn follow(&self, record: &PublicRecord, rng: &mut GameRng) -> Option<Seat> {
        let mut requests = ArrayVec::<Seat, MAX_PLAYERS>::new();
        let spared = self.saved.with(self.card.seat);
        for (speaker, target) in Seat::all(record.players).zip(record.requested) {
            if let Some(target) = target
                && speaker != self.card.seat
                && !spared.contains(target)
            {
                requests.push(target);
            }
        }
        let followed = if requests.is_empty() {
            None
        } else {
            Some(requests[rng.random_range(0..requests.len())])
        };
        let others = self.card.others(record);
        let anybody = others.without(self.saved).or_if_empty(others);
        followed.filter(|seat| record.alive.contains(*seat)).or_else(|| anybody.draw(rng))
    }
}

/// The one with the most votes in the last ballot, except one; the lowest seat on ties.
fn leader_of(record: &PublicRecord, except: Seat) -> Option<Seat> {
    let mut votes = record.votes_of_ballot();
    votes[except.index()] = 0;
    let most = votes.iter().copied().max().filter(|most| *most > 0)?;
    votes.iter().position(|count| *count == most).map(Seat::new)
}

impl TablePlayer for Sample06 {
    fn sit(&mut self, card: RoleCard, common: &CommonKnowledge, rng: &mut GameRng) {
        *self = Self { card, ..Self::default() };
        match card.role {
            Role::Seer | Role::Medium => self.claim_day = rng.random_range(1..=3),
            Role::Werewolf => self.plan_pretence(&common.record, rng),
            _ => {}
        }
    }

    fn wake(
        &mut self,
        common: &CommonKnowledge,
        result: Option<(Seat, Species)>,
        rng: &mut GameRng,
    ) {
        let record = &common.record;
        self.speech.clear();
        self.whispers.clear();
        (self.candidate, self.declared) = (None, None);
        (self.reason, self.prey, self.has_named_prey) = (None, None, false);
        if let Some((target, species)) = result {
            // A result is told in the morning after the night it is about.
            self.find(record.day.saturating_sub(1), target, species);
        }
        match self.card.role {
            Role::Possessed => self.invent_white(record, rng),
            Role::Werewolf => self.invent_result(record, rng),
            Role::Bodyguard if record.day > 1 && record.last_victim.is_none() => {
                self.saved = self.guarded.map_or(self.saved, |seat| self.saved.with(seat));
            }
            _ => {}
        }
    }

    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        let record = &common.record;
        match self.card.role {
            Role::Seer => self.come_out(record, Role::Seer),
            Role::Medium => self.come_out(record, Role::Medium),
            Role::Possessed => self.counter_claim(record, rng),
            Role::Werewolf => self.pretend(record),
            _ => {}
        }
        match self.card.role {
            Role::Seer | Role::Possessed => self.choose_as_seer(record, rng),
            Role::Werewolf => self.choose_as_werewolf(record, rng),
            _ => self.choose_as_villager(record, rng),
        }
        if self.speech.is_empty()
            && self.candidate != self.declared
            && let Some(candidate) = self.candidate
        {
            self.speech.declare(candidate, self.reason);
            self.declared = self.candidate;
        }
        self.speech.say()
    }

    fn whisper(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        let record = &common.record;
        if record.day == 0 {
            self.announce_pretence(record, rng);
        } else if !self.has_named_prey {
            self.prey = self.choose_prey(record, rng);
            if let Some(prey) = self.prey {
                self.whispers.name_prey(prey, record.claims_about[prey.index()]);
            }
            self.has_named_prey = true;
        }
        self.whispers.say()
    }

    fn overhear(&mut self, speaker: Seat, sentence: &Sentence) {
        let announced = &mut self.announced;
        sentence.visit(Whom::from(speaker), &mut |simple| {
            if simple.verb == Verb::ComingOut
                && let Some(target) = simple.target.seat(MAX_PLAYERS)
            {
                announced[target.index()] = Some(simple.role());
            }
        });
    }

    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        let record = &common.record;
        if record.round > 0
            && let Some(leader) = leader_of(record, self.card.seat)
        {
            return Some(leader);
        }
        if self.is_guided || self.card.role == Role::Werewolf && self.candidate.is_some() {
            return self.candidate;
        }
        self.follow(record, rng)
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        if !self.suspects.is_empty() {
            return self.suspects.draw(rng);
        }
        self.card.others(&common.record).without(self.judged()).draw(rng)
    }

    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        let record = &common.record;
        let claimants = [Role::Seer, Role::Medium].map(|role| self.claimants(record, role));
        guard_claimant(&mut self.guarded, self.card, record, claimants, rng)
    }

    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        if self.prey.is_none() {
            self.prey = self.choose_prey(&common.record, rng);
        }
        self.prey
    }
}
