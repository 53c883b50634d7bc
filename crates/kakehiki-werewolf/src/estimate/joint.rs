//! Exact Bayes over whole deals, with all the evidence there is.
//!
//! ```text
//! P(deal | game) ∝ Π_players Π_acts P(act | role, day, turn) · Π_reports, votes r(side, target)
//! ```
//!
//! The first product is that of naive Bayes: what each role does when. The second is what naive
//! Bayes cannot see, as the ratios by which a report or a vote becomes more or less likely once it
//! is known whether its target is a werewolf. They are ratios because the act itself is already
//! counted. Deals have the right number of every role, so that two claims of one role, or a player
//! who can only be one thing, tell about all others.
//!
//! Ratios and likelihoods are fitted to games whose roles are known, and so is how much votes
//! count. Who is chosen as a target of a report is not modelled, nor is whom the werewolves attack.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::{
    exact::Class,
    naive::{GUESSED_ROLES, NaiveBelief, RoleOdds, place_of},
};
use crate::{
    record::{PublicRecord, Reports},
    rules::{MAX_PLAYERS, Options, Players, Role},
};

/// By side, whether the target is a werewolf, and whether the report is black.
pub(super) type ReportTable = [[[f32; 2]; 2]; 3];

/// Logarithms of how much more likely reports and votes are once the target is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Relations {
    pub(super) divinations: ReportTable,
    pub(super) identifications: ReportTable,
    /// By the side of the voter, for a vote on a werewolf.
    pub(super) votes: [f32; 3],
}

/// Likelihoods of different roles differ by no more than this, as a logarithm: more would be
/// certainty, and products of three would leave the numbers.
const MOST: f32 = 60.0;
/// Deals this far below the best one, as a logarithm, are not looked at.
const NEGLIGIBLE: f64 = -20.0;
/// The special roles of the village: at most one seat each.
const SPECIALS: [Role; 3] = [Role::Seer, Role::Medium, Role::Bodyguard];
/// Sets of special roles.
const SETS: usize = 1 << SPECIALS.len();

/// Something that somebody said of or did to somebody: its logarithm by the side of the doer and
/// whether the target is a werewolf.
struct Relation {
    by: Seat,
    target: Seat,
    logs: [[f32; 2]; 3],
}

/// Werewolves and possessed, and how likely all deals with them are together.
struct Deals {
    wolves: Players,
    possessed: Players,
    log: f64,
}

impl Relations {
    /// The same with votes counting less. Where voters follow each other, their votes are no
    /// independent evidence, and counting each in full makes too sure.
    pub(crate) fn with_vote_weight(self, weight: f32) -> Self {
        Self { votes: self.votes.map(|log| weight * log), ..self }
    }

    /// The probabilities of all roles, to a plain villager.
    pub(crate) fn role_odds(
        &self,
        options: &Options,
        naive: &NaiveBelief,
        record: &PublicRecord,
        villager: Seat,
    ) -> [RoleOdds; MAX_PLAYERS] {
        let habits = Habits::new(options, naive);
        let relations = self.relations(record, villager);
        let deals = possible(options, record, villager).map(|(wolves, possessed)| {
            let mut log = habits.of(wolves, Role::Werewolf) + habits.of(possessed, Role::Possessed);
            for relation in &relations {
                let class = Class::of(relation.by, wolves, possessed);
                let is_wolf = wolves.contains(relation.target);
                log += f64::from(relation.logs[class as usize][usize::from(is_wolf)]);
            }
            let village = loyal(options, wolves, possessed, villager);
            Deals { wolves, possessed, log: log + habits.ways(village).ln() }
        });
        let deals: Vec<Deals> = deals.collect();
        let best = deals.iter().map(|deals| deals.log).fold(f64::NEG_INFINITY, f64::max);
        let mut sums = [[0.0_f64; GUESSED_ROLES]; MAX_PLAYERS];
        for Deals { wolves, possessed, log } in deals {
            if log - best < NEGLIGIBLE {
                continue;
            }
            let weight = (log - best).exp();
            for seat in wolves.iter() {
                sums[seat.index()][place_of(Role::Werewolf)] += weight;
            }
            for seat in possessed.iter() {
                sums[seat.index()][place_of(Role::Possessed)] += weight;
            }
            habits.share(loyal(options, wolves, possessed, villager), weight, &mut sums);
        }
        sums.map(|row| {
            let sum: f64 = row.iter().sum();
            row.map(|odds| if sum > 0.0 { (odds / sum) as f32 } else { 0.0 })
        })
    }

    /// What everybody but `villager` reported and whom they voted for: what one does oneself tells
    /// one nothing.
    fn relations(&self, record: &PublicRecord, villager: Seat) -> Vec<Relation> {
        let mut relations = Vec::new();
        for by in Players::first(record.players).except(villager).iter() {
            let mut report = |table: &ReportTable, reports: Reports| {
                for (targets, is_black) in [(reports.black, 1), (reports.white, 0)] {
                    let logs = table.map(|side| side.map(|cell| cell[is_black]));
                    relations.extend(targets.iter().map(|target| Relation { by, target, logs }));
                }
            };
            report(&self.divinations, record.divined[by.index()]);
            report(&self.identifications, record.identified[by.index()]);
            for target in Seat::all(record.players) {
                let votes = f32::from(record.votes[by.index()][target.index()]);
                if votes > 0.0 {
                    let logs = self.votes.map(|log| [0.0, votes * log]);
                    relations.push(Relation { by, target, logs });
                }
            }
        }
        relations
    }
}

/// All werewolves and possessed that the record leaves possible to `villager`.
fn possible(
    options: &Options,
    record: &PublicRecord,
    villager: Seat,
) -> impl Iterator<Item = (Players, Players)> {
    let everybody = Players::first(options.players);
    let suspects = everybody.except(villager).without(record.victims);
    let count = usize::from(options.roles[Role::Werewolf.index()]);
    let has_possessed = options.roles[Role::Possessed.index()] > 0;
    let alive = record.alive;
    let packs = (0..1_u32 << options.players).map(Players::from_bits).filter(move |wolves| {
        let living = alive.and(*wolves).len();
        wolves.len() == count
            && wolves.without(suspects).is_empty()
            && living > 0
            && alive.len() > 2 * living
    });
    packs.flat_map(move |wolves| {
        let humans = everybody.except(villager).without(wolves);
        // In villages without a possessed, nobody is it once.
        let nobody = (!has_possessed).then_some(Players::NONE);
        let somebody = humans.iter().filter(move |_| has_possessed).map(Players::only);
        somebody.chain(nobody).map(move |possessed| (wolves, possessed))
    })
}

/// Those of the village beside `villager`.
fn loyal(options: &Options, wolves: Players, possessed: Players, villager: Seat) -> Players {
    Players::first(options.players).except(villager).without(wolves).without(possessed)
}

/// How much more likely each player's acts are in each role than as a plain villager.
struct Habits {
    logs: [RoleOdds; MAX_PLAYERS],
    /// Not as logarithms, for the special roles of the village; zero where the village has none.
    specials: [[f64; SPECIALS.len()]; MAX_PLAYERS],
    /// The special roles that are dealt, as a set.
    dealt: usize,
}

impl Habits {
    fn new(options: &Options, naive: &NaiveBelief) -> Self {
        let mut habits = Self {
            logs: [RoleOdds::default(); MAX_PLAYERS],
            specials: [[0.0; SPECIALS.len()]; MAX_PLAYERS],
            dealt: 0,
        };
        for (bit, role) in SPECIALS.into_iter().enumerate() {
            let is_dealt = options.roles[role.index()] > 0;
            habits.dealt |= usize::from(is_dealt) << bit;
        }
        for seat in Seat::all(options.players) {
            let logs = naive.log_likelihoods(seat);
            let plain = logs[place_of(Role::Villager)];
            let logs = logs.map(|log| (log - plain).clamp(-MOST, MOST));
            habits.logs[seat.index()] = logs;
            for (bit, role) in SPECIALS.into_iter().enumerate() {
                if habits.dealt & 1 << bit != 0 {
                    let ratio = f64::from(logs[place_of(role)]).exp();
                    habits.specials[seat.index()][bit] = ratio;
                }
            }
        }
        habits
    }

    /// The sum of logarithms of players who share a role.
    fn of(&self, players: Players, role: Role) -> f64 {
        let logs = players.iter().map(|seat| self.logs[seat.index()][place_of(role)]);
        logs.map(f64::from).sum()
    }

    /// Adds a player to sums over all ways to give sets of special roles to others.
    fn extend(&self, ways: [f64; SETS], seat: Seat) -> [f64; SETS] {
        let mut extended = ways;
        for (bit, ratio) in self.specials[seat.index()].iter().enumerate() {
            for set in (0..SETS).filter(|set| set & 1 << bit == 0) {
                extended[set | 1 << bit] += ways[set] * ratio;
            }
        }
        extended
    }

    /// The sum over all ways to give the special roles to these players.
    fn ways(&self, village: Players) -> f64 {
        village.iter().fold(NOBODY, |ways, seat| self.extend(ways, seat))[self.dealt]
    }

    /// Shares a weight among the roles of these players by how likely each way is.
    fn share(&self, village: Players, weight: f64, sums: &mut [[f64; GUESSED_ROLES]; MAX_PLAYERS]) {
        let seats: ArrayVec<Seat, MAX_PLAYERS> = village.iter().collect();
        let mut after = [NOBODY; MAX_PLAYERS + 1];
        for place in (0..seats.len()).rev() {
            after[place] = self.extend(after[place + 1], seats[place]);
        }
        let scale = weight / after[0][self.dealt];
        let mut before = NOBODY;
        for (place, seat) in seats.iter().enumerate() {
            let row = &mut sums[seat.index()];
            let rest = &after[place + 1];
            for set in (0..SETS).filter(|set| set & !self.dealt == 0) {
                let left = self.dealt & !set;
                row[place_of(Role::Villager)] += scale * before[set] * rest[left];
                for (bit, role) in SPECIALS.into_iter().enumerate() {
                    if left & 1 << bit != 0 {
                        let ratio = self.specials[seat.index()][bit];
                        row[place_of(role)] += scale * before[set] * ratio * rest[left ^ 1 << bit];
                    }
                }
            }
            before = self.extend(before, *seat);
        }
    }
}

/// Nobody has a special role, in one way.
const NOBODY: [f64; SETS] = {
    let mut ways = [0.0; SETS];
    ways[0] = 1.0;
    ways
};

#[cfg(test)]
mod tests {
    use kakehiki_core::{Seed, Settings};
    use rand::RngExt;

    use super::*;
    use crate::{
        estimate::Frequencies,
        record::{Act, Deed},
        rules::{DEALT_ROLES, Species, WEREWOLF_OPTIONS, Werewolf},
    };

    /// Calls a visitor with every way to deal the roles, as often as the deck can give it.
    fn every_deal(roles: &mut Vec<Role>, left: &mut [u8; 6], visit: &mut impl FnMut(&[Role])) {
        if left.iter().all(|count| *count == 0) {
            visit(roles);
            return;
        }
        for (place, role) in DEALT_ROLES.into_iter().enumerate() {
            if left[place] > 0 {
                left[place] -= 1;
                roles.push(role);
                every_deal(roles, left, visit);
                roles.pop();
                left[place] += 1;
            }
        }
    }

    #[test]
    fn odds_are_those_of_counting_every_deal() {
        let mut rng = Seed::experiment(3).rng();
        for village in ["5", "8", "10"] {
            let given = [("village", village)];
            let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, given).unwrap();
            let game = Werewolf::new(&settings);
            let options = *game.options();
            let players = options.players;
            let acts = [Act::Skip, Act::Declare, Act::SuspectWolf, Act::ClaimSeer];
            let mut deeds = |count: usize| -> Vec<Deed> {
                let mut deed = |_| Deed {
                    seat: Seat::new(rng.random_range(0..players as u32) as usize),
                    day: 1,
                    turn: rng.random_range(0..3),
                    act: acts[rng.random_range(0..4_u32) as usize],
                };
                (0..count).map(&mut deed).collect()
            };
            let mut frequencies = Frequencies::default();
            let everybody: Vec<Role> = DEALT_ROLES.iter().cycle().copied().take(players).collect();
            frequencies.learn(&deeds(2000), &everybody);
            let mut naive = NaiveBelief::default();
            naive.read(&frequencies.likelihoods(), &deeds(20));

            let mut record = PublicRecord::new(&game);
            record.victims = Players::only(Seat::new(2));
            record.alive = Players::first(players).without(record.victims);
            let [villager, one, two] = [0, 1, 3].map(Seat::new);
            record.divined[1].black = Players::only(two);
            record.identified[3].white = Players::only(one);
            record.votes[3][1] = 2;
            let table = [[[0.1, -0.4], [-0.2, 0.3]], [[0.5, 0.2], [0.1, -0.9]], [[0.0; 2]; 2]];
            let relations = Relations {
                divinations: table,
                identifications: table.map(|side| side.map(|cell| cell.map(|log| 2.0 * log))),
                votes: [0.2, -0.7, 0.1],
            };
            let found = relations.role_odds(&options, &naive, &record, villager);

            let mut sums = [[0.0_f64; GUESSED_ROLES]; MAX_PLAYERS];
            let mut total = 0.0;
            let mut left = [0; 6];
            for role in DEALT_ROLES {
                left[place_of(role)] = options.roles[role.index()];
            }
            every_deal(&mut Vec::new(), &mut left, &mut |roles| {
                let is_wolf = |seat: Seat| roles[seat.index()].species() == Species::Werewolf;
                let wolves = Seat::all(players).filter(|seat| is_wolf(*seat));
                let living = wolves.filter(|seat| record.alive.contains(*seat)).count();
                if roles[0] != Role::Villager
                    || is_wolf(Seat::new(2))
                    || living == 0
                    || record.alive.len() <= 2 * living
                {
                    return;
                }
                let side = |seat: Seat| match roles[seat.index()] {
                    Role::Werewolf => 1,
                    Role::Possessed => 2,
                    _ => 0,
                };
                let mut log = table[side(one)][usize::from(is_wolf(two))][1];
                log += 2.0 * table[side(two)][usize::from(is_wolf(one))][0];
                if is_wolf(one) {
                    log += 2.0 * relations.votes[side(two)];
                }
                for seat in Seat::all(players).skip(1) {
                    log += naive.log_likelihoods(seat)[place_of(roles[seat.index()])];
                }
                let weight = f64::from(log).exp();
                total += weight;
                for seat in Seat::all(players) {
                    sums[seat.index()][place_of(roles[seat.index()])] += weight;
                }
            });
            for seat in 1..players {
                for place in 0..GUESSED_ROLES {
                    let counted = sums[seat][place] / total;
                    let difference = f64::from(found[seat][place]) - counted;
                    assert!(difference.abs() < 1e-4, "{village}: {seat}, {place}: {counted}");
                }
            }
        }
    }
}
