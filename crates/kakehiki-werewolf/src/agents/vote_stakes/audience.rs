//! Those who hear a statement, as its speaker imagines them, and what they then vote.

use kakehiki_bargain::{Audience, ClaimOf, Standpoint, Statement};
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::told_so_far;
use crate::rules::{
    DEALT_ROLES, Event, Fact, Facts, MAX_PLAYERS, Options, Players, ROLES, Role, Species, Team,
    View, Werewolf,
};

/// How much likelier a werewolf somebody must be to draw `e` times as many votes. The shares of a
/// hearer rest on few worlds; this is about the standard error of a share.
const SHARPNESS: f64 = 0.04;

/// How often a deal is tried before one that does not fit is taken.
const TRIES: u32 = 50;

/// What an execution is worth to the werewolves.
const SEER: f64 = 1.5;
const VILLAGER: f64 = 1.0;
const FRIEND: f64 = -1.0;

/// One way in which roles may be dealt.
type Deal = [Role; MAX_PLAYERS];

/// A player of the village as a speaker imagines it.
struct Hearer {
    seat: Seat,
    /// Deals that fit its own role and what everybody knows, and who the werewolves then are.
    deals: Vec<(Deal, Players)>,
    /// What others said in public.
    told: Vec<ClaimOf<Werewolf>>,
}

/// What everybody may vote, if this world of the speaker is the truth.
struct Scene {
    deal: Deal,
    /// The hearers who live, each with its luck: the same whatever is said.
    voters: Vec<(usize, f64)>,
    /// Those for whom the werewolves' side votes, and how many votes it has.
    prey: Players,
    votes: u32,
}

/// The village that hears a statement, in worlds that the speaker believes in.
///
/// Each hearer knows its own role, who was found dead, and what was said in public. It votes for the
/// likeliest werewolf, and shares its vote where two are close. The werewolves' side votes for whom of
/// the village most others vote. Everybody's lies are seen through by somebody, so nobody is feared.
///
/// What hearers know in private beyond their role and what they reported, and what a night without a
/// victim tells about the bodyguard, is left out.
pub(super) struct Village {
    speaker: Seat,
    alive: Players,
    hearers: Vec<Hearer>,
    scenes: Vec<Scene>,
    /// What was said in public by anybody.
    told: Vec<ClaimOf<Werewolf>>,
}

impl Village {
    /// Imagines who may hear the speaker, in this many of its worlds.
    pub(super) fn imagine(at: &Standpoint<'_, Werewolf>, worlds: u32, rng: &mut GameRng) -> Self {
        let options = at.game.options();
        let mut village = Self {
            speaker: at.seat,
            alive: at.view.alive,
            hearers: Vec::new(),
            scenes: Vec::new(),
            told: told_so_far(at),
        };
        let known = Facts::new(options, at.view);
        let victims = victims(at.view);
        let mut places = [[None; ROLES]; MAX_PLAYERS];
        for index in 0..worlds.max(1) {
            let deal = *at.worlds.world(u64::from(index), rng).roles();
            let mut voters = Vec::new();
            for seat in village.alive.except(at.seat).iter() {
                let role = deal[seat.index()];
                if role.team() == Team::Werewolf {
                    continue;
                }
                let place = *places[seat.index()][role.index()].get_or_insert_with(|| {
                    let facts = Facts {
                        seat,
                        role,
                        wolves: Players::NONE,
                        humans: victims.with(seat),
                        guardians: Players::first(options.players),
                        undecided: known.undecided.clone(),
                    };
                    let hearer = village.hearer(options, &facts, worlds, rng);
                    village.hearers.push(hearer);
                    village.hearers.len() - 1
                });
                voters.push((place, rng.random_range(0.0..1.0)));
            }
            let is_prey = |seat: &Seat| deal[seat.index()].team() == Team::Villager;
            let prey: Players = village.alive.iter().filter(is_prey).collect();
            let votes = (village.alive.len() - prey.len()) as u32;
            village.scenes.push(Scene { deal, voters, prey, votes });
        }
        village
    }

    fn hearer(&self, options: &Options, facts: &Facts, deals: u32, rng: &mut GameRng) -> Hearer {
        let seat = facts.seat;
        let others = self.told.iter().filter(|claim| claim.speaker != seat);
        Hearer {
            seat,
            deals: (0..deals.max(1)).map(|_| imagine_deal(options, facts, rng)).collect(),
            told: others.copied().collect(),
        }
    }

    /// How likely a hearer votes for each player or one before it.
    fn ballot(&self, hearer: &Hearer, weights: &[f64]) -> [f64; MAX_PLAYERS] {
        let (mut suspicion, mut total) = ([0.0; MAX_PLAYERS], 0.0);
        for ((_, wolves), weight) in hearer.deals.iter().zip(weights) {
            total += weight;
            for wolf in wolves.iter() {
                suspicion[wolf.index()] += weight;
            }
        }
        let mut votes = [0.0; MAX_PLAYERS];
        let mut sum = 0.0;
        for (place, vote) in votes.iter_mut().enumerate() {
            let seat = Seat::new(place);
            if seat != hearer.seat && self.alive.contains(seat) {
                let share = if total > 0.0 { suspicion[place] / total } else { 0.0 };
                sum += (share / SHARPNESS).exp();
            }
            *vote = sum;
        }
        votes.map(|vote| vote / sum)
    }

    /// What the execution is worth that comes of all votes.
    fn outcome(&self, scene: &Scene, ballots: &[[f64; MAX_PLAYERS]]) -> f64 {
        let mut votes = [0; MAX_PLAYERS];
        for (place, luck) in &scene.voters {
            let target = ballots[*place].partition_point(|share| share <= luck);
            votes[target.min(MAX_PLAYERS - 1)] += 1;
        }
        let most_hated = scene.prey.iter().max_by_key(|seat| votes[seat.index()]);
        if let Some(prey) = most_hated.filter(|seat| votes[seat.index()] > 0) {
            votes[prey.index()] += scene.votes;
        }
        let most = votes.iter().copied().max().unwrap_or(0);
        let tops = self.alive.iter().filter(|seat| votes[seat.index()] == most);
        let (sum, count) = tops.fold((0.0, 0), |(sum, count), seat| {
            (sum + self.value(seat, scene.deal[seat.index()]), count + 1)
        });
        sum / f64::from(count.max(1))
    }

    /// What it is worth that somebody is executed.
    fn value(&self, seat: Seat, role: Role) -> f64 {
        match role {
            _ if seat == self.speaker => FRIEND,
            Role::Werewolf => FRIEND,
            Role::Possessed => 0.0,
            Role::Seer => SEER,
            _ => VILLAGER,
        }
    }
}

impl Audience<Werewolf> for Village {
    fn hearers(&self) -> usize {
        self.hearers.len()
    }

    /// What it reported itself is so, if it may report it.
    fn weights(&self, hearer: usize) -> Vec<f64> {
        let Hearer { seat, deals, .. } = &self.hearers[hearer];
        let own = self.told.iter().filter(|claim| claim.speaker == *seat);
        let own: Vec<Found> = own.filter_map(|claim| Found::of(*claim)).collect();
        let fits = |(deal, _): &(Deal, Players)| {
            own.iter().all(|found| !found.can_be_found(deal) || found.is_right(deal))
        };
        deals.iter().map(|deal| f64::from(fits(deal))).collect()
    }

    fn told(&self, hearer: usize) -> &[ClaimOf<Werewolf>] {
        &self.hearers[hearer].told
    }

    fn likely(&self, hearer: usize, claim: &ClaimOf<Werewolf>) -> Vec<Option<f64>> {
        let deals = self.hearers[hearer].deals.iter().map(|(deal, _)| deal);
        let found = Found::of(*claim);
        let is_true = |deal: &Deal| match (&found, claim.statement) {
            (Some(found), _) => Some(found.can_be_found(deal) && found.is_right(deal)),
            (None, Statement::Fact(Fact::IsRole(seat, role))) => Some(deal[seat.index()] == role),
            _ => None,
        };
        deals.map(|deal| is_true(deal).map(f64::from)).collect()
    }

    fn is_feared(&self, _hearer: usize) -> bool {
        false
    }

    fn worth(&self, weights: &[&[f64]]) -> f64 {
        let hearers = self.hearers.iter().zip(weights);
        let ballots: Vec<[f64; MAX_PLAYERS]> =
            hearers.map(|(hearer, weights)| self.ballot(hearer, weights)).collect();
        let total: f64 = self.scenes.iter().map(|scene| self.outcome(scene, &ballots)).sum();
        total / self.scenes.len() as f64
    }
}

/// What somebody says to have found out.
struct Found {
    who: Seat,
    /// The role that finds such things out.
    finder: Role,
    target: Seat,
    species: Species,
}

impl Found {
    /// What a claim says to have found out, if it is something definite.
    fn of(claim: ClaimOf<Werewolf>) -> Option<Self> {
        let (who, finder, target, species) = match claim.statement {
            Statement::Fact(Fact::Divined(who, target, found)) => (who, Role::Seer, target, found),
            Statement::Fact(Fact::Identified(who, target, found)) => {
                (who, Role::Medium, target, found)
            }
            _ => return None,
        };
        (species != Species::Any).then_some(Self { who, finder, target, species })
    }

    fn can_be_found(&self, deal: &Deal) -> bool {
        deal[self.who.index()] == self.finder
    }

    fn is_right(&self, deal: &Deal) -> bool {
        deal[self.target.index()].species() == self.species
    }
}

/// Those who were found dead, who were no werewolves.
fn victims(view: &View) -> Players {
    let found = view.events.iter().filter_map(|event| match event {
        Event::Dawn { victim, .. } => *victim,
        _ => None,
    });
    found.collect()
}

/// Roles that fit what a hearer knows, and who the werewolves then are.
fn imagine_deal(options: &Options, facts: &Facts, rng: &mut GameRng) -> (Deal, Players) {
    let everybody = Players::first(options.players);
    let mut wolves = Players::NONE;
    for _ in 0..TRIES {
        wolves = Players::NONE;
        let mut grey = everybody.without(facts.humans);
        for _ in 0..options.roles[Role::Werewolf.index()] {
            if let Some(wolf) = grey.draw(rng) {
                wolves.insert(wolf);
                grey.remove(wolf);
            }
        }
        if facts.allows_wolves(wolves) {
            break;
        }
    }
    let mut deal = [Role::Any; MAX_PLAYERS];
    for wolf in wolves.iter() {
        deal[wolf.index()] = Role::Werewolf;
    }
    deal[facts.seat.index()] = facts.role;
    let mut others = everybody.without(wolves).except(facts.seat);
    for role in DEALT_ROLES.into_iter().filter(|role| *role != Role::Werewolf) {
        let own = u8::from(role == facts.role);
        for _ in own..options.roles[role.index()] {
            if let Some(seat) = others.draw(rng) {
                others.remove(seat);
                deal[seat.index()] = role;
            }
        }
    }
    (deal, wolves)
}
