//! Exact Bayes over all assignments of werewolves and possessed.
//!
//! ```text
//! P(W, p | events) ∝ claims(W, p) · Π_events f(event | W, p)
//! ```
//!
//! The factors f are a model of how each side behaves, see [`Factors`]. The special roles of the
//! village need not be enumerated: given who the werewolves and the possessed are, a claimant who
//! is neither is taken at its word. One table of weights serves everybody at a table; what a player
//! knows in private only masks it.

use std::sync::Arc;

use kakehiki_core::Seat;
use kakehiki_search::Evidence as AboutWorlds;

use super::{
    factors::Factors,
    naive::{Limits, RoleOdds, place_of},
    shelf::{Grounds, Shelf},
};
use crate::{
    record::{Evidence, PublicRecord},
    rules::{MAX_PLAYERS, Options, Players, Role, Species, State, Werewolf},
};

/// Who the werewolves and the possessed may be, and how likely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Assignment {
    wolves: Players,
    /// Nobody in villages without one.
    possessed: Players,
    log: f32,
    /// Relative to the most likely one.
    weight: f32,
}

/// What everybody can infer from what everybody saw.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicBelief {
    factors: Factors,
    options: Options,
    /// Those that are still possible; others who saw the same may hold them too.
    live: Arc<Vec<Assignment>>,
    /// Where these are found, if there are others.
    shelf: Option<Arc<Shelf>>,
    seers: Players,
    mediums: Players,
    /// Whether it is too early to wonder why nobody has claimed a role.
    is_early: bool,
    is_stale: bool,
    version: u32,
    /// How much of the evidence of the record is taken into account.
    read: usize,
}

/// How likely each player is a werewolf, and the possessed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marginals {
    /// By seat: a werewolf.
    pub wolf: [f32; MAX_PLAYERS],
    /// By seat: the possessed.
    pub possessed: [f32; MAX_PLAYERS],
}

/// What a player knows beyond what is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// What is certain about werewolves.
    pub limits: Limits,
    /// Those who certainly are not the possessed.
    pub loyal: Players,
    /// Those among whom the possessed must be; everybody if empty.
    pub possessed: Players,
}

impl Private {
    fn allows(&self, assignment: &Assignment) -> bool {
        self.allows_wolves(assignment.wolves) && self.allows_possessed(assignment.possessed)
    }

    const fn allows_wolves(&self, wolves: Players) -> bool {
        self.limits.wolves.without(wolves).is_empty() && self.limits.humans.and(wolves).is_empty()
    }

    const fn allows_possessed(&self, possessed: Players) -> bool {
        self.loyal.and(possessed).is_empty()
            && (self.possessed.is_empty() || !self.possessed.and(possessed).is_empty())
    }
}

/// Weights this far below the best one, as a logarithm, are let go at dawn.
const NEGLIGIBLE: f32 = -30.0;

/// In a village of five there are twenty assignments, which are sooner worked out than found.
const WORTH_SHARING: usize = 256;

impl PublicBelief {
    /// Before anything has happened.
    pub fn new(options: &Options, factors: Factors) -> Self {
        let mut belief = Self {
            factors,
            options: *options,
            live: Arc::default(),
            shelf: None,
            seers: Players::NONE,
            mediums: Players::NONE,
            is_early: true,
            is_stale: true,
            version: 0,
            read: 0,
        };
        belief.clear();
        belief
    }

    /// Shares the table with all who take it from this shelf, where it is large enough to be worth it.
    #[must_use]
    pub fn shared(mut self, shelf: Arc<Shelf>) -> Self {
        if self.live.len() >= WORTH_SHARING {
            self.shelf = Some(shelf);
            self.clear();
        }
        self
    }

    /// Whether both hold the same table, not only equal ones.
    pub fn shares_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.live, &other.live)
    }

    /// Forgets everything, for a new game. A table that is not shared keeps its room.
    pub fn clear(&mut self) {
        if let Some(shelf) = &self.shelf {
            self.live = shelf.blank(|| {
                let mut all = Vec::new();
                list(&self.options, &mut all);
                all
            });
        } else {
            let live = Arc::make_mut(&mut self.live);
            live.clear();
            list(&self.options, live);
        }
        (self.seers, self.mediums) = (Players::NONE, Players::NONE);
        (self.is_early, self.is_stale) = (true, true);
        self.read = 0;
    }

    /// Takes into account what is new in the record since the last time.
    pub fn read(&mut self, record: &PublicRecord) {
        let silent = Players::first(record.players).without(record.with_claim());
        let seers = record.claimants[Role::Seer.index()].or(record.diviners.and(silent));
        let mediums = record.claimants[Role::Medium.index()].or(record.mediums.and(silent));
        let is_early = record.day == 0 || record.day == 1 && record.turn < 2 && record.round == 0;
        let is_early = is_early && self.is_early;
        let is_known = self.read == record.evidence.len()
            && (self.seers, self.mediums, self.is_early) == (seers, mediums, is_early);
        let Some(shelf) = self.shelf.clone().filter(|_| self.is_stale || !is_known) else {
            return self.infer(record, seers, mediums, is_early);
        };
        let grounds = Grounds { evidence: record.evidence.clone(), seers, mediums, is_early };
        let Some(table) = shelf.find(&grounds) else {
            self.infer(record, seers, mediums, is_early);
            return shelf.put(grounds, &self.live);
        };
        self.live = table;
        (self.seers, self.mediums, self.is_early) = (seers, mediums, is_early);
        self.is_stale = false;
        self.read = record.evidence.len();
        self.version = self.version.wrapping_add(1);
    }

    /// Works out what is new in the record since the last time, and who claims what.
    fn infer(&mut self, record: &PublicRecord, seers: Players, mediums: Players, is_early: bool) {
        for evidence in &record.evidence[self.read.min(record.evidence.len())..] {
            match *evidence {
                Evidence::Divined(by, target, species) => self.divined(by, target, species),
                Evidence::Identified(by, target, species) => self.identified(by, target, species),
                Evidence::Voted(by, target) => self.voted(by, target),
                Evidence::Dawn(alive, victims) => self.dawn(alive, victims),
            }
        }
        self.read = record.evidence.len();
        self.claims(seers, mediums, is_early);
        self.refresh();
    }

    /// A number that changes whenever the weights do.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Weighs what somebody did to a target, by the side of the doer and whether the target is a
    /// werewolf.
    fn weigh(&mut self, by: Seat, target: Seat, log_factor: impl Fn(Class, bool) -> f32) {
        for assignment in Arc::make_mut(&mut self.live) {
            let class = Class::of(by, assignment.wolves, assignment.possessed);
            assignment.log += log_factor(class, assignment.wolves.contains(target));
        }
        self.is_stale = true;
    }

    /// Somebody reported a divination for the first time.
    pub fn divined(&mut self, by: Seat, target: Seat, species: Species) {
        let logs = self.factors.divination_logs(species == Species::Werewolf);
        self.weigh(by, target, |class, is_wolf| logs.of(class, is_wolf));
    }

    /// Somebody reported a medium result for the first time.
    pub fn identified(&mut self, by: Seat, target: Seat, species: Species) {
        let logs = self.factors.identification_logs(species == Species::Werewolf);
        self.weigh(by, target, |class, is_wolf| logs.of(class, is_wolf));
    }

    /// Somebody voted for somebody in the last ballot of a day.
    pub fn voted(&mut self, by: Seat, target: Seat) {
        let logs = self.factors.vote_logs();
        self.weigh(by, target, |class, is_wolf| if is_wolf { logs[class as usize] } else { 0.0 });
    }

    /// A day begins: victims are no werewolves, and the game is not over.
    pub fn dawn(&mut self, alive: Players, victims: Players) {
        let best = self.live.iter().map(|some| some.log).fold(f32::NEG_INFINITY, f32::max);
        Arc::make_mut(&mut self.live).retain(|assignment| {
            let wolves = alive.and(assignment.wolves).len();
            victims.and(assignment.wolves).is_empty()
                && wolves > 0
                && alive.len() > 2 * wolves
                && assignment.log - best > NEGLIGIBLE
        });
        self.is_stale = true;
    }

    /// Who claims to be seer and medium at present, and whether it is before turn 2 of day 1; once
    /// it is not, it never is again.
    pub fn claims(&mut self, seers: Players, mediums: Players, is_early: bool) {
        let is_early = is_early && self.is_early;
        if (self.seers, self.mediums, self.is_early) != (seers, mediums, is_early) {
            (self.seers, self.mediums, self.is_early) = (seers, mediums, is_early);
            self.is_stale = true;
        }
    }

    /// Brings the weights up to date.
    pub fn refresh(&mut self) {
        if !self.is_stale {
            return;
        }
        let term =
            self.factors.claim_logs(self.options.roles[Role::Medium.index()] > 0, self.is_early);
        let mediums = self.mediums.without(self.seers);
        let mut best = f32::NEG_INFINITY;
        let live = Arc::make_mut(&mut self.live);
        for pack in live.chunk_by_mut(|one, other| one.wolves == other.wolves) {
            let term = term.given(self.seers, mediums, pack[0].wolves);
            for assignment in pack {
                assignment.weight = assignment.log + term.of(assignment.possessed);
                best = best.max(assignment.weight);
            }
        }
        for assignment in live {
            assignment.weight = (assignment.weight - best).exp();
        }
        self.is_stale = false;
        self.version = self.version.wrapping_add(1);
    }

    /// How likely each player is a werewolf or the possessed, to somebody who knows this besides.
    /// Without any assignment that fits, everybody is as likely as the others.
    pub fn marginals(&self, private: &Private) -> Marginals {
        let mut marginals = Marginals::default();
        let mut total = 0.0;
        // Assignments with the same werewolves lie side by side and are looked at together.
        for pack in self.live.chunk_by(|one, other| one.wolves == other.wolves) {
            let wolves = pack[0].wolves;
            if !private.allows_wolves(wolves) {
                continue;
            }
            let mut weight = 0.0;
            for assignment in pack.iter().filter(|some| private.allows_possessed(some.possessed)) {
                weight += assignment.weight;
                if let Some(possessed) = assignment.possessed.lowest() {
                    marginals.possessed[possessed.index()] += assignment.weight;
                }
            }
            for wolf in wolves.iter() {
                marginals.wolf[wolf.index()] += weight;
            }
            total += weight;
        }
        if total > 0.0 {
            for odds in marginals.wolf.iter_mut().chain(&mut marginals.possessed) {
                *odds /= total;
            }
        } else {
            let players = self.options.players as f32;
            let share = |role: Role| f32::from(self.options.roles[role.index()]) / players;
            for seat in 0..self.options.players {
                marginals.wolf[seat] = share(Role::Werewolf);
                marginals.possessed[seat] = share(Role::Possessed);
            }
        }
        marginals
    }

    /// The probabilities of all roles, to a plain villager. Given the werewolves and the possessed,
    /// the seer is one of the claimants who are neither, or anybody without a claim if there is
    /// none; so is the medium; the bodyguard is anybody else.
    pub fn role_odds(&self, private: &Private, villager: Seat) -> [RoleOdds; MAX_PLAYERS] {
        let mut odds = [RoleOdds::default(); MAX_PLAYERS];
        let counts = &self.options.roles;
        let others = Players::first(self.options.players).except(villager);
        let mediums = self.mediums.without(self.seers);
        let mut total = 0.0;
        for assignment in self.live.iter().filter(|some| private.allows(some)) {
            let weight = assignment.weight;
            total += weight;
            let loyal = others.without(assignment.wolves).without(assignment.possessed);
            let silent = loyal.without(self.seers).without(mediums);
            let has_medium = counts[Role::Medium.index()] > 0;
            let seers = loyal.and(self.seers).or_if_empty(silent);
            let mediums =
                if has_medium { loyal.and(mediums).or_if_empty(silent) } else { Players::NONE };
            let mut give = |set: Players, role: Role, share: f32| {
                for seat in set.iter() {
                    odds[seat.index()][place_of(role)] += share;
                }
            };
            give(assignment.wolves, Role::Werewolf, weight);
            give(assignment.possessed, Role::Possessed, weight);
            let shares = [seers, mediums].map(|set| weight / set.len().max(1) as f32);
            give(seers, Role::Seer, shares[0]);
            give(mediums, Role::Medium, shares[1]);
            // What is left of everybody's weight is shared by bodyguards and plain villagers.
            let guards = f32::from(counts[Role::Bodyguard.index()]);
            let plain = f32::from(counts[Role::Villager.index()]) - 1.0;
            for seat in loyal.iter() {
                let taken = if seers.contains(seat) { shares[0] } else { 0.0 }
                    + if mediums.contains(seat) { shares[1] } else { 0.0 };
                let rest = (weight - taken).max(0.0) / (guards + plain).max(1.0);
                let row = &mut odds[seat.index()];
                row[place_of(Role::Bodyguard)] += rest * guards;
                row[place_of(Role::Villager)] += rest * plain;
            }
        }
        if total > 0.0 {
            for row in &mut odds {
                let sum: f32 = row.iter().sum();
                if sum > 0.0 {
                    *row = row.map(|odd| odd / sum);
                }
            }
        }
        odds
    }
}

/// All assignments of a village, in order.
fn list(options: &Options, live: &mut Vec<Assignment>) {
    let players = options.players;
    let wolves = u32::from(options.roles[Role::Werewolf.index()]);
    let has_possessed = options.roles[Role::Possessed.index()] > 0;
    for bits in 0..1_u32 << players {
        if bits.count_ones() != wolves {
            continue;
        }
        let wolves = Players::from_bits(bits);
        let blank = Assignment { wolves, possessed: Players::NONE, log: 0.0, weight: 1.0 };
        if has_possessed {
            let humans = Players::first(players).without(wolves);
            let with = |seat| Assignment { possessed: Players::only(seat), ..blank };
            live.extend(humans.iter().map(with));
        } else {
            live.push(blank);
        }
    }
}

/// By the deal all assignments are equally likely, and so is everybody who is neither to have a role of the
/// village: what everybody saw makes a world as much likelier as its assignment, and as the seer and the
/// medium are likelier to be those who claim it.
impl AboutWorlds<Werewolf> for PublicBelief {
    fn weight(&self, world: &State) -> f64 {
        let [wolves, possessed, seer, medium] =
            [Role::Werewolf, Role::Possessed, Role::Seer, Role::Medium]
                .map(|role| world.holders(role));
        // They stand in the order in which they were made.
        let place = |some: &Assignment| (some.wolves.bits(), some.possessed.bits());
        let found = self.live.binary_search_by_key(&(wolves.bits(), possessed.bits()), place);
        let weight = found.map_or(0.0, |place| f64::from(self.live[place].weight));
        let loyal = Players::first(self.options.players).without(wolves).without(possessed);
        let mediums = self.mediums.without(self.seers);
        let silent = loyal.without(self.seers).without(mediums);
        let share = |holder: Players, claimants: Players| {
            let likely = loyal.and(claimants).or_if_empty(silent);
            if holder.is_empty() {
                1.0
            } else if likely.and(holder).is_empty() {
                f64::from(self.factors.village_lies)
            } else {
                1.0 / likely.len() as f64
            }
        };
        weight * share(seer, self.seers) * share(medium, mediums)
    }
}

/// The side of a player in an assignment: village, werewolf or possessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// Of the village.
    Village,
    /// A werewolf.
    Werewolf,
    /// The possessed.
    Possessed,
}

impl Class {
    /// The side of a player, given who the werewolves and the possessed are.
    pub(super) fn of(seat: Seat, wolves: Players, possessed: Players) -> Self {
        if wolves.contains(seat) {
            Self::Werewolf
        } else if possessed.contains(seat) {
            Self::Possessed
        } else {
            Self::Village
        }
    }
}
