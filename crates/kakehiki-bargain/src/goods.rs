//! The playouts that weigh deals in goods: the same worlds without a deal and with it.

use std::ops::Range;

use kakehiki_core::{MAX_SEATS, Rewards, Seat, Seed};
use kakehiki_search::{Judge, Luck, Policy, Scratch, may_spread};
use rayon::prelude::*;

use crate::{
    Appraisal, Bargaining, PlayoutEstimator, Standpoint, Worth, crossfit::Mean, race::Contest,
};

/// When the playouts of a deal stop before all worlds are played: as soon as, after a batch, the
/// rewards of the weighing seat with the deal and without it differ by `lead` wins in all.
///
/// This is the rule of Miyasako and Hashimoto (2020), who count a win as 1 and a loss as −1 and stop
/// at a difference of 100: 50 wins here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EarlyStop {
    /// Playouts of each branch between two looks, at least one.
    pub batch: u32,
    /// The difference that is enough, in wins.
    pub lead: f64,
}

/// How the playouts of one branch came out.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    mean: Mean,
    playouts: u32,
    wins: [u32; MAX_SEATS],
    losses: [u32; MAX_SEATS],
}

impl Branch {
    /// How many playouts there were.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// How many of them the seat won alone.
    pub fn wins(&self, seat: Seat) -> u32 {
        self.wins[seat.index()]
    }

    /// How many of them brought the seat nothing.
    pub fn losses(&self, seat: Seat) -> u32 {
        self.losses[seat.index()]
    }

    /// How many of them were neither.
    pub fn draws(&self, seat: Seat) -> u32 {
        self.playouts - self.wins(seat) - self.losses(seat)
    }

    /// The seat's mean reward.
    pub fn mean(&self, seat: Seat) -> f64 {
        self.mean.of(seat)
    }

    fn total(&self, seat: Seat) -> f64 {
        self.mean(seat) * f64::from(self.playouts)
    }

    fn add(&mut self, rewards: &Rewards) {
        self.mean.add(rewards, 1.0);
        self.playouts += 1;
        for (seat, reward) in rewards.iter().enumerate() {
            self.wins[seat] += u32::from(*reward >= 1.0);
            self.losses[seat] += u32::from(*reward <= 0.0);
        }
    }
}

/// How a game goes without a deal and with it, in equally many playouts.
#[derive(Clone, Debug, Default)]
pub struct Branches {
    /// Nothing changes hands.
    pub without: Branch,
    /// The deal is carried out.
    pub with: Branch,
    /// The standard error of what the deal brings the partner.
    pub noise: f64,
}

impl Branches {
    /// What the deal is worth to each side.
    pub fn appraisal(&self, seat: Seat, partner: Seat) -> Appraisal {
        let worth = |seat| Worth::new(self.without.mean(seat), self.with.mean(seat));
        let (noise, samples) = (self.noise, self.with.playouts());
        Appraisal { noise, samples, ..Appraisal::new(worth(seat), worth(partner)) }
    }

    /// Adds a playout of each branch in the same world.
    pub(crate) fn add(&mut self, without: &Rewards, with: &Rewards) {
        self.without.add(without);
        self.with.add(with);
    }
}

/// Playouts from which on they are spread over threads.
const PARALLEL_FROM: usize = 64;

/// The worlds of one decision, and the playouts without a deal that all its deals share.
pub(crate) struct Goods<'a, G: Bargaining, P, J> {
    estimator: &'a PlayoutEstimator<P, J>,
    at: &'a Standpoint<'a, G>,
    world_seed: Seed,
    luck: Seed,
    worlds: Vec<G::State>,
    /// What the playout of each world without a deal brought.
    without: Vec<Rewards>,
}

impl<'a, G: Bargaining, P: Policy<G>, J: Judge<G>> Goods<'a, G, P, J> {
    pub(crate) fn new(
        estimator: &'a PlayoutEstimator<P, J>,
        at: &'a Standpoint<'a, G>,
        seed: Seed,
    ) -> Self {
        Self {
            estimator,
            at,
            world_seed: seed.derive("world", 0),
            luck: seed.derive("luck", 0),
            worlds: Vec::new(),
            without: Vec::new(),
        }
    }

    /// Plays out both branches of some deals, batch by batch, until all that can still matter have
    /// been played out in all worlds.
    pub(crate) fn compare(&mut self, deals: &[&G::Deal]) -> Vec<Branches> {
        if deals.is_empty() {
            return Vec::new();
        }
        let Self { estimator, at, .. } = *self;
        let worlds = estimator.worlds.max(1) as usize;
        let stop = estimator.early_stop.map(|stop| stop.batch);
        let race = estimator.race.map(|race| race.batch);
        let batch =
            stop.into_iter().chain(race).min().map_or(worlds, |batch| batch.max(1) as usize);
        let mut contests: Vec<Contest> = deals
            .iter()
            .map(|deal| Contest::new(at.seat, at.game.partner(deal, at.seat)))
            .collect();
        for start in (0..worlds).step_by(batch) {
            let range = start..worlds.min(start + batch);
            self.play_without(range.end);
            let open: Vec<(usize, &mut Contest)> =
                contests.iter_mut().enumerate().filter(|(_, contest)| contest.is_open).collect();
            let play = |scratch: &mut Scratch<G>, (place, contest): (usize, &mut Contest)| {
                self.play_with(range.clone(), (place, deals[place]), contest, scratch);
            };
            // Every deal has luck and sums of its own, so threads change nothing but the time.
            if open.len() * range.len() >= PARALLEL_FROM && may_spread() {
                open.into_par_iter().for_each_init(Scratch::default, play);
            } else {
                let mut scratch = Scratch::default();
                for contest in open {
                    play(&mut scratch, contest);
                }
            }
            if let Some(stop) = estimator.early_stop {
                for contest in &mut contests {
                    let Branches { without, with, .. } = &contest.branches;
                    let lead = with.total(at.seat) - without.total(at.seat);
                    // Sums of shares of a win are not exact, and a lead just reached counts.
                    contest.is_open &= lead.abs() + 1e-9 < stop.lead;
                }
            }
            if let Some(race) = estimator.race {
                race.close(&mut contests);
            }
            if contests.iter().all(|contest| !contest.is_open) {
                break;
            }
        }
        contests.into_iter().map(Contest::finish).collect()
    }

    /// Plays out the worlds without a deal, up to a number of them.
    fn play_without(&mut self, end: usize) {
        let play = |scratch: &mut Scratch<G>, index: usize| {
            let index = index as u64;
            let world = self.at.worlds.world(index, &mut self.world_seed.rng_at(index));
            let rewards = self.play_out(world.clone(), (index, 0), scratch);
            (world, rewards)
        };
        let new = self.without.len()..end;
        let played: Vec<(G::State, Rewards)> = if new.len() >= PARALLEL_FROM && may_spread() {
            new.into_par_iter().map_init(Scratch::default, play).collect()
        } else {
            let mut scratch = Scratch::default();
            new.map(|index| play(&mut scratch, index)).collect()
        };
        for (world, rewards) in played {
            self.worlds.push(world);
            self.without.push(rewards);
        }
    }

    /// Plays out some of the worlds with a deal carried out.
    fn play_with(
        &self,
        worlds: Range<usize>,
        (place, deal): (usize, &G::Deal),
        contest: &mut Contest,
        scratch: &mut Scratch<G>,
    ) {
        for index in worlds {
            let mut world = self.worlds[index].clone();
            self.at.game.carry_out(&mut world, deal);
            let with = self.play_out(world, (index as u64, 1 + place as u64), scratch);
            contest.add(&self.without[index], &with);
        }
    }

    /// Plays out a world; `branch` tells the deals and "none" apart.
    fn play_out(
        &self,
        mut world: G::State,
        (index, branch): (u64, u64),
        scratch: &mut Scratch<G>,
    ) -> Rewards {
        let Self { estimator, at: Standpoint { game, .. }, .. } = *self;
        if game.is_negotiating(&world) {
            game.break_off(&mut world);
        }
        if estimator.common_luck {
            let luck = Luck::new(self.luck, index);
            estimator.playout.play_in_step(game, &mut world, &luck, scratch)
        } else {
            let mut rng = self.luck.derive("branch", branch).rng_at(index);
            estimator.playout.play(game, &mut world, scratch, &mut rng)
        }
    }
}
