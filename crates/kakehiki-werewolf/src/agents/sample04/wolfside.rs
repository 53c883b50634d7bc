//! How the sample agents of line 0.4 play possessed and werewolf.

use kakehiki_core::GameRng;
use rand::RngExt;

use super::{Sample04, suspect};
use crate::{
    agents::lines::Line,
    record::PublicRecord,
    rules::{Players, Role, Species},
};

/// How likely the possessed calls a player black.
const POSSESSED_BLACK: f64 = 0.3;

impl Sample04 {
    /// The possessed claims to be the seer on the first occasion and reports what it invented.
    pub(super) fn pretend_seer(&mut self) {
        if !self.is_out {
            self.lines.push(Line::Claim(self.card.seat, Role::Seer));
            self.is_out = true;
        }
        self.tell_results(Line::Divined);
    }

    pub(super) fn invent_divination(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let others = self.card.others(record);
        let fresh = others.without(self.results.judged());
        let fresh = fresh.without(self.claimants(record, Role::Seer));
        let Some(target) = fresh.or_if_empty(others).draw(rng) else {
            return;
        };
        let may_blacken = self.results.black.len() < record.wolves_dealt;
        let is_black = may_blacken && rng.random_bool(POSSESSED_BLACK);
        self.results.add(target, if is_black { Species::Werewolf } else { Species::Human });
    }

    /// The possessed takes those who called it or a victim black for werewolves and spares them. It
    /// votes for rival seers and its own blacks, dead ones too.
    pub(super) fn choose_as_possessed(
        &mut self,
        record: &PublicRecord,
        rng: &mut GameRng,
        is_talking: bool,
    ) {
        let others = self.card.others(record);
        let strangers = others.without(self.card.accusers(record));
        let rivals = strangers.and(self.claimants(record, Role::Seer)).or(self.results.black);
        let set = rivals
            .or_if_empty(strangers.without(self.results.white))
            .or_if_empty(strangers)
            .or_if_empty(others);
        self.choose_from(set, rng, is_talking, &[suspect, Line::RequestDivination]);
    }

    /// Chooses the role to pretend and when to claim it.
    pub(super) fn plan_pretence(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let roles = [Role::Villager, Role::Seer, Role::Medium];
        let count = if record.has_medium { 3 } else { 2 };
        let fake = roles[rng.random_range(0..count)];
        self.claim_day = rng.random_range(1..=3);
        self.claim_turn = rng.random_range(0..5);
        self.fake_role = (fake != Role::Villager).then_some(fake);
        self.whispers.push(Line::Claim(self.card.seat, fake));
    }

    /// Notes humans who reported a false divination, and whispers about each.
    pub(super) fn watch_for_traitors(&mut self, record: &PublicRecord) {
        let wolves = self.card.wolves;
        let humans = Players::first(record.players).without(wolves);
        for diviner in record.diviners.without(wolves).without(self.traitors).iter() {
            if record.divined[diviner.index()].contradicts(wolves, humans) {
                self.traitors.insert(diviner);
                self.whispers.push(Line::Estimate(diviner, Role::Possessed));
            }
        }
    }

    /// Living others who are neither werewolves nor known to be on their side.
    pub(super) fn targets(&self, record: &PublicRecord) -> Players {
        record.alive.without(self.card.wolves).without(self.traitors)
    }

    pub(super) fn invent_result(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        self.watch_for_traitors(record);
        let others = self.card.others(record);
        let target = match self.fake_role {
            Some(Role::Seer) => {
                let fresh = others.without(self.results.judged());
                let fresh = fresh.without(self.claimants(record, Role::Seer));
                fresh.or_if_empty(others).draw(rng)
            }
            Some(_) => record.last_executed,
            None => None,
        };
        let Some(target) = target else {
            return;
        };
        let is_white =
            self.card.wolves.contains(target) || self.results.black.len() >= record.wolves_dealt;
        let is_unclear =
            self.traitors.contains(target) || record.claims[target.index()] == Role::Any;
        let is_black = !is_white && (!is_unclear || rng.random_bool(0.5));
        self.results.add(target, if is_black { Species::Werewolf } else { Species::Human });
    }

    /// The werewolf claims its role when the time has come, unless a fellow was faster; a call
    /// later it reports what it invented.
    pub(super) fn pretend(&mut self, record: &PublicRecord) {
        self.watch_for_traitors(record);
        let Some(fake) = self.fake_role else {
            return;
        };
        if self.is_out {
            self.tell_results(if fake == Role::Seer { Line::Divined } else { Line::Identified });
            return;
        }
        let rivals = self.claimants(record, fake);
        if !rivals.and(self.card.wolves).is_empty() {
            self.fake_role = None;
            self.whispers.push(Line::Claim(self.card.seat, Role::Villager));
            return;
        }
        if !rivals.is_empty() {
            self.claim_day = self.claim_day.min(record.day);
        }
        if record.day >= self.claim_day && record.turn >= self.claim_turn {
            self.lines.push(Line::Claim(self.card.seat, fake));
            self.is_out = true;
        }
    }

    pub(super) fn choose_as_werewolf(
        &mut self,
        record: &PublicRecord,
        rng: &mut GameRng,
        is_talking: bool,
    ) {
        self.watch_for_traitors(record);
        let targets = self.targets(record);
        let wanted = self.fake_role.map_or(Players::NONE, |fake| {
            let rivals = targets.and(self.claimants(record, fake).or(self.results.black));
            rivals.or_if_empty(targets.without(self.results.white))
        });
        let set = wanted.or_if_empty(targets).or_if_empty(self.traitors.and(record.alive));
        self.choose_from(set, rng, is_talking, &[suspect]);
    }
}
