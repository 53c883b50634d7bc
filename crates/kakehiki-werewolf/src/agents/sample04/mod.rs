//! The sample agents of line 0.4 (releases 0.4.11 and 0.4.12), written from a description of what
//! they do, oddities included: they are the opponents of the learning study.

mod village;
mod wolfside;

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::{
    lines::{Line, Lines},
    table_player::{RoleCard, TablePlayer, guard_claimant, stick},
};
use crate::{
    estimate::CommonKnowledge,
    record::PublicRecord,
    rules::{Players, Role, Sentence, Species},
};

/// Results of a seer or medium, true or invented, in the order in which they came.
#[derive(Clone, Debug, Default)]
struct Results {
    black: Players,
    white: Players,
    /// Those not told yet, oldest first; two results never come on the same day.
    untold: arrayvec::ArrayVec<(Seat, Species), { crate::rules::LAST_DAY as usize + 1 }>,
}

impl Results {
    fn add(&mut self, target: Seat, species: Species) {
        match species {
            Species::Werewolf => self.black.insert(target),
            Species::Human | Species::Any => self.white.insert(target),
        }
        // More results than days cannot be.
        let _ = self.untold.try_push((target, species));
    }

    const fn judged(&self) -> Players {
        self.black.or(self.white)
    }

    fn newest_untold_is_black(&self) -> bool {
        self.untold.last().is_some_and(|(_, species)| *species == Species::Werewolf)
    }
}

/// A sample agent of line 0.4; it plays every role.
#[derive(Clone, Debug, Default)]
pub struct Sample04 {
    card: RoleCard,
    lines: Lines,
    candidate: Option<Seat>,
    declared: Option<Seat>,
    results: Results,
    is_out: bool,
    claim_day: u8,
    /// Of seers: whom it last took for a liar. Kept from call to call.
    suspects: Players,
    /// Of bodyguards.
    guarded: Option<Seat>,
    /// Of werewolves: the role it pretends to have.
    fake_role: Option<Role>,
    claim_turn: u8,
    /// Of werewolves: humans who reported a false divination.
    traitors: Players,
    whispers: Lines,
    whispered_attack: Option<Seat>,
}

impl Sample04 {
    /// The others whose last claim is a role, dead ones included.
    fn claimants(&self, record: &PublicRecord, role: Role) -> Players {
        record.claimants[role.index()].except(self.card.seat)
    }

    /// Appends what the role has to announce.
    fn announce(&mut self, record: &PublicRecord) {
        match self.card.role {
            Role::Seer => self.come_out(record, Role::Seer),
            Role::Medium => self.come_out(record, Role::Medium),
            Role::Possessed => self.pretend_seer(),
            Role::Werewolf => self.pretend(record),
            _ => {}
        }
    }

    /// Chooses whom to vote for; in talk, changes are announced.
    fn choose(&mut self, record: &PublicRecord, rng: &mut GameRng, is_talking: bool) {
        match self.card.role {
            Role::Seer => self.choose_as_seer(record, rng, is_talking),
            Role::Possessed => self.choose_as_possessed(record, rng, is_talking),
            Role::Werewolf => self.choose_as_werewolf(record, rng, is_talking),
            _ => self.choose_as_villager(record, rng, is_talking),
        }
    }

    /// Suspects or nobody: a candidate from them, announced as a suspicion.
    fn choose_from(
        &mut self,
        suspects: Players,
        rng: &mut GameRng,
        is_talking: bool,
        lines: &[fn(Seat) -> Line],
    ) {
        if stick(&mut self.candidate, suspects, rng)
            && is_talking
            && let Some(candidate) = self.candidate
        {
            for line in lines {
                self.lines.push(line(candidate));
            }
        }
    }

    /// Appends every result that was not told yet.
    fn tell_results(&mut self, line: fn(Seat, Species) -> Line) {
        for (target, species) in self.results.untold.drain(..) {
            self.lines.push(line(target, species));
        }
    }
}

impl TablePlayer for Sample04 {
    fn sit(&mut self, card: RoleCard, common: &CommonKnowledge, rng: &mut GameRng) {
        self.card = card;
        self.lines.clear();
        self.whispers.clear();
        (self.candidate, self.declared) = (None, None);
        self.results = Results::default();
        self.is_out = false;
        (self.suspects, self.traitors) = (Players::NONE, Players::NONE);
        (self.guarded, self.fake_role, self.whispered_attack) = (None, None, None);
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
        self.lines.clear();
        self.whispers.close_up();
        (self.candidate, self.declared, self.whispered_attack) = (None, None, None);
        if let Some((target, species)) = result {
            self.results.add(target, species);
        }
        match self.card.role {
            Role::Possessed => self.invent_divination(&common.record, rng),
            Role::Werewolf => self.invent_result(&common.record, rng),
            _ => {}
        }
    }

    #[inline]
    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        self.announce(&common.record);
        self.choose(&common.record, rng, true);
        if self.candidate != self.declared
            && let Some(candidate) = self.candidate
        {
            self.lines.push(Line::Vote(candidate));
            self.declared = self.candidate;
        }
        self.lines.say()
    }

    fn whisper(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence {
        self.watch_for_traitors(&common.record);
        let target = self.attack(common, rng);
        if target != self.whispered_attack
            && let Some(target) = target
        {
            self.whispers.push(Line::Attack(target));
            self.whispered_attack = Some(target);
        }
        self.whispers.say()
    }

    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        self.choose(&common.record, rng, false);
        self.candidate
    }

    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        if !self.suspects.is_empty() {
            return self.suspects.draw(rng);
        }
        self.card.others(&common.record).without(self.results.judged()).draw(rng)
    }

    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        let record = &common.record;
        let claimants = [Role::Seer, Role::Medium].map(|role| self.claimants(record, role));
        guard_claimant(&mut self.guarded, self.card, record, claimants, rng)
    }

    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat> {
        let record = &common.record;
        self.watch_for_traitors(record);
        let targets = self.targets(record);
        let claimed = targets.and(record.with_claim());
        let traitors = self.traitors.and(record.alive);
        claimed.or_if_empty(targets).or_if_empty(traitors).draw(rng)
    }
}

fn suspect(seat: Seat) -> Line {
    Line::Estimate(seat, Role::Werewolf)
}
