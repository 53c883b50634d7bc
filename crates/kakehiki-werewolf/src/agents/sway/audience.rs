//! Those who hear a statement, as its speaker imagines them, and what they then vote.

use kakehiki_bargain::Standpoint;
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::told_so_far;
use crate::rules::{
    DEALT_ROLES, Event, Fact, Facts, MAX_PLAYERS, Options, Players, ROLES, Role, Species, Team,
    View, Werewolf,
};

/// Who said which fact.
pub(super) type Told = (Seat, Fact);

/// Nobody is held for more or less honest than this and the rest to one.
const DOUBT: f64 = 0.02;

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
    /// Deals that fit its own role and what everybody knows.
    deals: Vec<Imagined>,
}

/// A deal that a hearer takes for possible.
struct Imagined {
    deal: Deal,
    wolves: Players,
    /// How likely it is by what was said so far, compared with others.
    weight: f64,
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
/// Each hearer knows its own role, who was found dead, and what was said in public. To it a
/// statement is `h / (1 − h)` times likelier where it is true, with the honesty `h`; a result counts
/// only where the role is true that finds it, and leaves that role as likely as it was. It votes for
/// the likeliest werewolf, and shares its vote where two are close. The werewolves' side votes for
/// whom of the village most others vote.
///
/// What hearers know in private beyond their role, and what a night without a victim tells about the
/// bodyguard, is left out.
pub(super) struct Audience {
    speaker: Seat,
    alive: Players,
    honesty: f64,
    /// How likely anybody is a werewolf.
    wolves: f64,
    hearers: Vec<Hearer>,
    scenes: Vec<Scene>,
}

impl Audience {
    /// Imagines who may hear the speaker, in this many of its worlds.
    pub(super) fn imagine(
        at: &Standpoint<'_, Werewolf>,
        honesty: f64,
        worlds: u32,
        rng: &mut GameRng,
    ) -> Self {
        let options = at.game.options();
        let others = options.players as f64 - 1.0;
        let mut audience = Self {
            speaker: at.seat,
            alive: at.view.alive,
            honesty: honesty.clamp(DOUBT, 1.0 - DOUBT),
            wolves: f64::from(options.roles[Role::Werewolf.index()]) / others,
            hearers: Vec::new(),
            scenes: Vec::new(),
        };
        let known = Facts::new(options, at.view);
        let victims = victims(at.view);
        let told = told_so_far(at);
        let mut places = [[None; ROLES]; MAX_PLAYERS];
        for index in 0..worlds.max(1) {
            let deal = *at.worlds.world(u64::from(index), rng).roles();
            let mut voters = Vec::new();
            for seat in audience.alive.except(at.seat).iter() {
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
                    let hearer = audience.hearer(options, &facts, &told, worlds, rng);
                    audience.hearers.push(hearer);
                    audience.hearers.len() - 1
                });
                voters.push((place, rng.random_range(0.0..1.0)));
            }
            let is_prey = |seat: &Seat| deal[seat.index()].team() == Team::Villager;
            let prey: Players = audience.alive.iter().filter(is_prey).collect();
            let votes = (audience.alive.len() - prey.len()) as u32;
            audience.scenes.push(Scene { deal, voters, prey, votes });
        }
        audience
    }

    fn hearer(
        &self,
        options: &Options,
        facts: &Facts,
        told: &[Told],
        deals: u32,
        rng: &mut GameRng,
    ) -> Hearer {
        let seat = facts.seat;
        let deals = (0..deals.max(1)).map(|_| {
            let (deal, wolves) = imagine_deal(options, facts, rng);
            let weight = told.iter().map(|told| self.weight(seat, *told, &deal)).product();
            Imagined { deal, wolves, weight }
        });
        Hearer { seat, deals: deals.collect() }
    }

    /// How much likelier a statement makes a deal to a hearer.
    fn weight(&self, hearer: Seat, (speaker, fact): Told, deal: &Deal) -> f64 {
        let ratio = self.honesty / (1.0 - self.honesty);
        let is_own = speaker == hearer;
        let (who, finder, target, species) = match fact {
            Fact::IsRole(seat, role) => {
                return if !is_own && deal[seat.index()] == role { ratio } else { 1.0 };
            }
            Fact::Divined(who, target, species) => (who, Role::Seer, target, species),
            Fact::Identified(who, target, species) => (who, Role::Medium, target, species),
        };
        if deal[who.index()] != finder || species == Species::Any {
            return 1.0;
        }
        let is_right = deal[target.index()].species() == species;
        if is_own {
            return f64::from(is_right);
        }
        let before = if species == Species::Werewolf { self.wolves } else { 1.0 - self.wolves };
        let wrong = 1.0 / (1.0 + (ratio - 1.0) * before);
        if is_right { ratio * wrong } else { wrong }
    }

    /// What the next execution is worth to the speaker if it also says this.
    pub(super) fn worth(&self, said: &[Told]) -> f64 {
        let ballots: Vec<[f64; MAX_PLAYERS]> =
            self.hearers.iter().map(|hearer| self.ballot(hearer, said)).collect();
        let total: f64 = self.scenes.iter().map(|scene| self.outcome(scene, &ballots)).sum();
        total / self.scenes.len() as f64
    }

    /// How likely a hearer votes for each player or one before it.
    fn ballot(&self, hearer: &Hearer, said: &[Told]) -> [f64; MAX_PLAYERS] {
        let (mut suspicion, mut total) = ([0.0; MAX_PLAYERS], 0.0);
        for Imagined { deal, wolves, weight } in &hearer.deals {
            let weight = said
                .iter()
                .fold(*weight, |weight, told| weight * self.weight(hearer.seat, *told, deal));
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
