//! What a finalist goes by when it suspects others: contest agents differ in this most.

use kakehiki_core::Seat;
use strum::{Display, EnumString, VariantNames};

use super::Finalist;
use crate::{
    estimate::CommonKnowledge,
    record::{PublicRecord, Reports},
    rules::{MAX_PLAYERS, Players, Role},
};

/// What it goes by.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Grounds {
    /// All assignments of roles, weighed by everything that was said and done.
    #[default]
    Assignments,
    /// The results of those who claim to be the seer and were not caught lying.
    Results,
    /// How others voted about players whose side is known, and a little the results.
    Votes,
}

/// How far a seer is believed whom nobody contradicts.
const LONE_SEER: f32 = 0.9;
/// How suspect somebody is who lied about results.
const LIAR: f32 = 0.9;
/// How likely a false seer is a werewolf, and not possessed.
const FALSE_SEER: f32 = 0.3;
/// How many times likelier a werewolf is to have voted for a human, or for a fellow.
const VOTED_FOR_HUMAN: f32 = 1.6;
const VOTED_FOR_WOLF: f32 = 0.4;
/// How many times likelier a player is a werewolf whom a claimant calls one.
const CALLED: f32 = 3.0;

/// The sides that a player takes for certain.
struct Certain {
    wolves: Players,
    humans: Players,
}

impl Finalist {
    /// How likely it takes each player to be a werewolf; who is not of the village goes by what it
    /// would believe as a villager.
    pub(super) fn suspicion(&mut self, common: &CommonKnowledge) -> [f32; MAX_PLAYERS] {
        match self.settings.suspects_by {
            Grounds::Assignments if self.pretends() => self.pretended_belief(common).wolf,
            Grounds::Assignments => self.own_belief(common).wolf,
            Grounds::Results => self.by_results(&common.record),
            Grounds::Votes => self.by_votes(&common.record),
        }
    }

    const fn pretends(&self) -> bool {
        matches!(self.card.role, Role::Werewolf | Role::Possessed)
    }

    fn certain(&self, record: &PublicRecord) -> Certain {
        let humans = record.victims.or(Players::only(self.card.seat));
        if self.pretends() {
            Certain { wolves: Players::NONE, humans }
        } else {
            Certain { wolves: self.black, humans: humans.or(self.white) }
        }
    }

    /// The others who claim to be the seer.
    fn seers(&self, record: &PublicRecord) -> Players {
        record.claimants[Role::Seer.index()].or(record.diviners).except(self.card.seat)
    }

    /// Those of them who may be: nobody, for one who claims it itself.
    fn credible_seers(&self, record: &PublicRecord, certain: &Certain) -> Players {
        if self.card.role == Role::Seer || self.pretends() && self.is_out {
            return Players::NONE;
        }
        let seers = self.seers(record).without(certain.wolves).iter();
        let is_honest =
            |seat: &Seat| !record.divined[seat.index()].contradicts(certain.wolves, certain.humans);
        seers.filter(is_honest).collect()
    }

    fn by_results(&self, record: &PublicRecord) -> [f32; MAX_PLAYERS] {
        let certain = self.certain(record);
        let credible = self.credible_seers(record, &certain);
        let belief = match credible.len() {
            0 | 1 => LONE_SEER,
            several => 1.0 / several as f32,
        };
        let seers = self.seers(record);
        let mut suspicion = [0.0; MAX_PLAYERS];
        for seat in record.alive.without(certain.humans).iter() {
            suspicion[seat.index()] = if certain.wolves.contains(seat) {
                1.0
            } else if credible.contains(seat) {
                (1.0 - belief) * FALSE_SEER
            } else if seers.contains(seat) {
                LIAR
            } else {
                let reports = credible.iter().map(|seer| record.divined[seer.index()]);
                reports.fold(prior(record), |likely, reports| match verdict(reports, seat) {
                    Some(true) => likely + (1.0 - likely) * belief,
                    Some(false) => likely * (1.0 - belief),
                    None => likely,
                })
            };
        }
        suspicion
    }

    fn by_votes(&self, record: &PublicRecord) -> [f32; MAX_PLAYERS] {
        let mut certain = self.certain(record);
        let mediums = record.claimants[Role::Medium.index()].or(record.mediums);
        if let (1, Some(medium)) = (mediums.len(), mediums.lowest()) {
            let Reports { black, white } = record.identified[medium.index()];
            certain =
                Certain { wolves: certain.wolves.or(black), humans: certain.humans.or(white) };
        }
        let seers = self.credible_seers(record, &certain);
        let odds = prior(record) / (1.0 - prior(record));
        let mut suspicion = [0.0; MAX_PLAYERS];
        for seat in record.alive.without(certain.humans).iter() {
            let votes = &record.votes[seat.index()];
            let votes_for = |set: Players| -> i32 {
                set.iter().map(|target| i32::from(votes[target.index()])).sum()
            };
            let called: f32 = seers
                .iter()
                .map(|seer| match verdict(record.divined[seer.index()], seat) {
                    Some(true) => CALLED,
                    Some(false) => 1.0 / CALLED,
                    None => 1.0,
                })
                .product();
            let odds = odds
                * called
                * VOTED_FOR_HUMAN.powi(votes_for(certain.humans.except(seat)))
                * VOTED_FOR_WOLF.powi(votes_for(certain.wolves.except(seat)));
            let is_certain = certain.wolves.contains(seat);
            suspicion[seat.index()] = if is_certain { 1.0 } else { odds / (1.0 + odds) };
        }
        suspicion
    }
}

/// How likely anybody else is a werewolf before anything is known.
fn prior(record: &PublicRecord) -> f32 {
    record.wolves_dealt as f32 / (record.players - 1) as f32
}

/// Whether reports call somebody a werewolf, if they tell.
fn verdict(reports: Reports, seat: Seat) -> Option<bool> {
    let is_black = reports.black.contains(seat);
    (is_black || reports.white.contains(seat)).then_some(is_black)
}
