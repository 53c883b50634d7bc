//! How the sample agents of line 0.6 play possessed and werewolf.

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::{Sample06, speech::Reason};
use crate::{
    record::{PublicRecord, Reports},
    rules::{Players, Role, Sentence, Species},
};

impl Sample06 {
    /// The possessed claims to be the seer as soon as somebody else does: with white results for
    /// the days before, and its rival black.
    pub(super) fn counter_claim(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let claimants = self.claimants(record, Role::Seer);
        if self.is_out || claimants.is_empty() {
            if self.is_out {
                self.tell_findings();
            }
            return;
        }
        self.speech.push(Sentence::coming_out(self.card.seat, Role::Seer));
        self.is_out = true;
        let rival = claimants.and(record.alive).lowest();
        let mut whites = Players::first(record.players).except(self.card.seat);
        whites = rival.map_or(whites, |rival| whites.except(rival));
        for day in 1..record.day {
            if let Some(target) = whites.draw(rng) {
                whites.remove(target);
                self.find(day, target, Species::Human);
            }
        }
        if let Some(rival) = rival {
            self.find(record.day, rival, Species::Werewolf);
        }
        self.tell_findings();
    }

    /// Once it is out, the possessed calls somebody human every morning, itself if nobody is left.
    pub(super) fn invent_white(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        if self.is_out {
            let fresh = self.card.others(record).without(self.judged());
            let target = fresh.draw(rng).unwrap_or(self.card.seat);
            self.find(record.day, target, Species::Human);
        }
    }

    fn draw_role(record: &PublicRecord, rng: &mut GameRng) -> Role {
        let roles = [Role::Villager, Role::Seer, Role::Medium];
        roles[rng.random_range(0..if record.has_medium { 3 } else { 2 })]
    }

    pub(super) fn plan_pretence(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        self.fake_role = Self::draw_role(record, rng);
        self.claim_day = rng.random_range(1..=3);
    }

    /// On day 0 the werewolves tell each other what they will pretend, and make room for each
    /// other.
    pub(super) fn announce_pretence(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        if !self.has_announced {
            self.has_announced = true;
            self.whispers.push(Sentence::coming_out(self.card.seat, self.fake_role));
        }
        let fellows = self.card.wolves.except(self.card.seat);
        let is_taken =
            fellows.iter().any(|fellow| self.announced[fellow.index()] == Some(self.fake_role));
        if is_taken && self.fake_role != Role::Villager {
            let before = self.fake_role;
            self.fake_role = Self::draw_role(record, rng);
            if self.fake_role != before {
                self.whispers.push(Sentence::coming_out(self.card.seat, self.fake_role));
            }
        }
    }

    /// Humans who reported something false are on the side of the werewolves. The first one takes
    /// the slot for explanations.
    fn watch_for_traitors(&mut self, record: &PublicRecord) {
        let wolves = self.card.wolves;
        let humans = Players::first(record.players).without(wolves);
        let lie_of = |reports: Reports| {
            let black = reports.black.and(humans).lowest();
            let white = reports.white.and(wolves).lowest();
            let black = black.map(|target| (target, Species::Werewolf));
            black.or(white.map(|target| (target, Species::Human)))
        };
        let speakers = record.diviners.or(record.mediums).without(wolves).without(self.traitors);
        for speaker in speakers.iter() {
            let divined = lie_of(record.divined[speaker.index()]);
            let identified = lie_of(record.identified[speaker.index()]);
            let reason = divined
                .map(|(target, species)| Reason::Divined(target, species))
                .or(identified.map(|(target, species)| Reason::Identified(target, species)));
            if let Some(reason) = reason {
                self.traitors.insert(speaker);
                if self.slot.get_or_insert((speaker, reason)).0 == speaker {
                    self.whispers.push(Sentence::estimate(speaker, Role::Possessed));
                }
            }
        }
    }

    pub(super) fn invent_result(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        self.watch_for_traitors(record);
        let others = self.card.others(record);
        let (target, day) = match self.fake_role {
            Role::Seer => {
                let fresh = others.without(self.judged());
                let fresh = fresh.without(self.claimants(record, Role::Seer));
                (fresh.or_if_empty(others).draw(rng), record.day.saturating_sub(1))
            }
            Role::Medium => (record.last_executed, record.day.saturating_sub(1)),
            _ => (None, 0),
        };
        let Some(target) = target else {
            return;
        };
        let is_white = self.card.wolves.contains(target) || self.black.len() >= record.wolves_dealt;
        let is_unclear =
            self.traitors.contains(target) || record.claims_about[target.index()] == Role::Any;
        let is_black = !is_white && (!is_unclear || rng.random_bool(0.5));
        self.find(day, target, if is_black { Species::Werewolf } else { Species::Human });
    }

    pub(super) fn pretend(&mut self, record: &PublicRecord) {
        self.watch_for_traitors(record);
        if self.fake_role == Role::Villager {
            return;
        }
        if self.is_out {
            self.tell_findings();
            return;
        }
        let rivals = self.claimants(record, self.fake_role).without(self.card.wolves);
        if !rivals.is_empty() {
            self.claim_day = self.claim_day.min(record.day);
        }
        if record.day >= self.claim_day {
            self.speech.push(Sentence::coming_out(self.card.seat, self.fake_role));
            self.is_out = true;
        }
    }

    pub(super) fn choose_as_werewolf(&mut self, record: &PublicRecord, rng: &mut GameRng) {
        let others = self.card.others(record);
        if self.fake_role == Role::Seer {
            let known = self.black.and(others);
            self.is_guided = !known.is_empty();
            if self.is_guided {
                let strangers = known.without(self.traitors);
                self.accuse(strangers.or_if_empty(known), rng);
                return;
            }
            let rivals = self.claimants(record, Role::Seer).or(self.false_mediums(record));
            self.suspects = rivals.or(self.card.accusers(record)).and(others);
        } else {
            let fresh = if self.fake_role == Role::Medium {
                self.claimants(record, Role::Medium).or(self.false_diviners(record))
            } else {
                Players::NONE
            };
            // Suspects of these two are never taken off the list, not even when they die.
            let fresh = fresh.or(self.card.accusers(record)).and(others);
            self.suspects = self.suspects.or(fresh);
        }
        let fellows = self.card.wolves;
        let humans = self.suspects.without(fellows).or_if_empty(self.suspects);
        let strangers = humans.without(self.traitors).or_if_empty(humans);
        self.is_guided = !strangers.is_empty();
        if self.is_guided {
            self.suspect(record, strangers, rng);
            return;
        }
        let grey = others.without(fellows).without(self.judged());
        let grey = grey.without(self.traitors).or_if_empty(grey);
        if grey.is_empty() && self.fake_role == Role::Seer {
            self.candidate = None;
        } else {
            self.drift(record, grey.or_if_empty(others.without(fellows)), rng);
        }
    }

    /// Whom to attack: somebody with a claim, if there is one.
    pub(super) fn choose_prey(&mut self, record: &PublicRecord, rng: &mut GameRng) -> Option<Seat> {
        self.watch_for_traitors(record);
        let humans = record.alive.without(self.card.wolves);
        let targets = humans.without(self.traitors);
        let claims = record.claimed_about.iter();
        let claimed = claims.fold(Players::NONE, |all, some| all.or(*some)).and(targets);
        claimed.or_if_empty(targets).or_if_empty(humans).draw(rng)
    }
}
