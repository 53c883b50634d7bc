//! The playouts that weigh deals in goods: the same worlds under the same luck, without a deal and
//! with it.

use kakehiki_core::{MAX_SEATS, Rewards, Seat, Seed};
use kakehiki_search::{Judge, Luck, Playout, Policy, Scratch};

use crate::{Appraisal, Bargaining, PlayoutEstimator, Standpoint, Worth, crossfit::Mean};

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

    fn merge(&mut self, later: &Self) {
        self.mean.merge(&later.mean);
        self.playouts += later.playouts;
        for (count, later) in self.wins.iter_mut().zip(later.wins) {
            *count += later;
        }
        for (count, later) in self.losses.iter_mut().zip(later.losses) {
            *count += later;
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
}

impl Branches {
    /// What the deal is worth to each side.
    pub fn appraisal(&self, seat: Seat, partner: Seat) -> Appraisal {
        let worth = |seat| Worth::new(self.without.mean(seat), self.with.mean(seat));
        Appraisal { own: worth(seat), partner: worth(partner) }
    }
}

/// The worlds of one decision, and the playouts without a deal that all its deals share.
pub(crate) struct Goods<G: Bargaining> {
    world_seed: Seed,
    luck: Seed,
    worlds: Vec<G::State>,
    /// The playouts without a deal, batch by batch.
    without: Vec<Branch>,
    scratch: Scratch<G>,
}

impl<G: Bargaining> Goods<G> {
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            world_seed: seed.derive("world", 0),
            luck: seed.derive("luck", 0),
            worlds: Vec::new(),
            without: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Plays out both branches of a deal.
    pub(crate) fn compare<P: Policy<G>, J: Judge<G>>(
        &mut self,
        estimator: &PlayoutEstimator<P, J>,
        at: &Standpoint<'_, G>,
        deal: &G::Deal,
    ) -> Branches {
        let worlds = estimator.worlds.max(1) as usize;
        let batch = match estimator.early_stop {
            Some(stop) => (stop.batch.max(1) as usize).min(worlds),
            None => worlds,
        };
        let mut branches = Branches::default();
        for (number, start) in (0..worlds).step_by(batch).enumerate() {
            let end = worlds.min(start + batch);
            if number == self.without.len() {
                self.worlds.extend((start..end).map(|index| {
                    at.game.sample(at.view, &mut self.world_seed.rng_at(index as u64))
                }));
                let without = self.play_out(&estimator.playout, at.game, start..end, None);
                self.without.push(without);
            }
            branches.without.merge(&self.without[number]);
            let with = self.play_out(&estimator.playout, at.game, start..end, Some(deal));
            branches.with.merge(&with);
            let lead = branches.with.total(at.seat) - branches.without.total(at.seat);
            // Sums of shares of a win are not exact, and a lead that is just reached counts.
            if estimator.early_stop.is_some_and(|stop| lead.abs() + 1e-9 >= stop.lead) {
                break;
            }
        }
        branches
    }

    /// Plays out some of the worlds, with the deal carried out if there is one.
    fn play_out<P: Policy<G>, J: Judge<G>>(
        &mut self,
        playout: &Playout<P, J>,
        game: &G,
        worlds: std::ops::Range<usize>,
        deal: Option<&G::Deal>,
    ) -> Branch {
        let mut branch = Branch::default();
        for index in worlds {
            let mut world = self.worlds[index].clone();
            if let Some(deal) = deal {
                game.carry_out(&mut world, deal);
            }
            if game.is_negotiating(&world) {
                game.break_off(&mut world);
            }
            let luck = Luck::new(self.luck, index as u64);
            branch.add(&playout.play_in_step(game, &mut world, &luck, &mut self.scratch));
        }
        branch
    }
}
