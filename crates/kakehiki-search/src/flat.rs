//! Flat Monte Carlo: every candidate is played out in the same worlds under the same luck.

use std::time::Duration;

use kakehiki_core::{Deadline, Game, Moments, Rewards, Seat, Seed};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::{Estimate, EvenJudge, Judge, Playout, Policy, Scratch, Worlds, threads::may_spread};

/// Rounds that are added up as one piece. Sums of floating-point numbers depend on their order, so
/// the pieces are fixed and added up in order, whichever thread played them.
const CHUNK: u64 = 64;

/// Below this many playouts handing work to other threads is not worth it.
const PARALLEL_FROM: u64 = 8192;

/// Rounds between two looks at the clock where no candidate is stopped.
const ROUNDS_BETWEEN_LOOKS: u64 = 1;

/// The rounds to which worlds are dealt out where nobody knows how many there will be.
const ROUNDS_DEALT: u64 = 1024;

/// Flat Monte Carlo.
///
/// In round `r` every candidate is played once in world `r` and played out from the same random
/// stream, so candidates are compared in the same worlds and under similar luck. The estimate of a
/// candidate is its mean reward. It supposes that everybody, the searching seat included, goes on
/// by the playout policy: there is no planning beyond the first action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flat<P, J = EvenJudge> {
    /// How a position is played out.
    pub playout: Playout<P, J>,
    /// The number of playouts for all candidates together, rounded down to whole rounds, but at
    /// least one round.
    pub budget: u64,
    /// How long it goes on instead, in processor time and on one thread, but at least one round. What is
    /// found then depends on the machine and follows from no seed.
    pub time: Option<Duration>,
    /// When to stop playing candidates that fall behind; `None` gives each the same number of
    /// playouts.
    pub stopping: Option<Stopping>,
}

/// When flat Monte Carlo stops playing a candidate.
///
/// After every batch the leader is compared with each other candidate by their differences in the
/// same rounds. One whose mean difference is more than `z` standard errors is played no more, and
/// what it would have cost goes to the others; when only the leader is left, the search is over.
/// One lost round is added to the differences, so that a few equal rounds do not look like
/// certainty.
///
/// Looking again and again finds a false difference more often than the normal distribution says
/// for one look: take a `z` of 3 or more where the best action matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopping {
    /// Rounds between two comparisons, at least one.
    pub batch: u32,
    /// How many standard errors a candidate may be behind.
    pub z: f64,
}

/// One playout of a flat search, as a [`Recorder`] gets it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<'a, G: Game> {
    /// The number of the round, which is the number of the world.
    pub round: u64,
    /// The world, before the candidate was played.
    pub world: &'a G::State,
    /// Which of the candidates was played.
    pub candidate: usize,
    /// The first action that a seat chose after it; `None` if no seat came to act or the recorder
    /// wants no replies.
    pub reply: Option<(Seat, G::Action)>,
    /// What the playout came to.
    pub rewards: Rewards,
}

/// Somebody who keeps more of the playouts than their means.
///
/// Playouts run on several threads: pieces of the search are recorded by blank recorders, which are
/// taken in again in the order of the rounds.
pub trait Recorder<G: Game>: Send + Sized {
    /// Whether samples shall hold the first reply. Without it a playout runs at full speed from its
    /// first step.
    const WANTS_REPLIES: bool;

    /// A recorder of the same kind that has recorded nothing.
    #[must_use]
    fn blank(&self) -> Self;

    /// Keeps what is wanted of one playout.
    fn record(&mut self, sample: Sample<'_, G>);

    /// Takes in what another recorder kept of later rounds.
    fn absorb(&mut self, later: Self);
}

/// Nothing is recorded.
impl<G: Game> Recorder<G> for () {
    const WANTS_REPLIES: bool = false;

    fn blank(&self) -> Self {}

    fn record(&mut self, _sample: Sample<'_, G>) {}

    fn absorb(&mut self, _later: Self) {}
}

impl<P, J> Flat<P, J> {
    /// A search that plays every candidate equally often.
    pub const fn new(playout: Playout<P, J>, budget: u64) -> Self {
        Self { playout, budget, time: None, stopping: None }
    }

    /// How many rounds the budget allows when no candidate is stopped. With a time, for which nobody
    /// knows, so many as worlds can be dealt out to by their weights.
    pub fn rounds(&self, candidates: usize) -> u64 {
        match self.time {
            None => (self.budget / candidates.max(1) as u64).max(1),
            Some(_) => ROUNDS_DEALT,
        }
    }

    /// Estimates what each candidate is worth to `seat`, best first; equally good ones keep their
    /// order. Candidates that were stopped come after all that were not.
    ///
    /// The candidates are legal in every world. The result follows from the arguments alone, not
    /// from the number of threads, unless there is a [`time`](Self::time).
    pub fn search<G, W, R>(
        &self,
        game: &G,
        seat: Seat,
        candidates: &[G::Action],
        worlds: &W,
        seed: Seed,
        recorder: &mut R,
    ) -> Vec<Estimate<G::Action>>
    where
        G: Game,
        P: Policy<G>,
        J: Judge<G>,
        W: Worlds<G>,
        R: Recorder<G>,
    {
        if candidates.is_empty() {
            return Vec::new();
        }
        let table = Table {
            game,
            seat,
            candidates,
            worlds,
            playout: &self.playout,
            world_seed: seed.derive("world", 0),
            playout_seed: seed.derive("playout", 0),
            is_paired: self.stopping.is_some(),
        };
        let mut elimination = Elimination::new(candidates.len(), table.is_paired);
        let deadline = Deadline::new(self.time);
        let mut left = match self.time {
            None => self.budget.max(candidates.len() as u64),
            Some(_) => u64::MAX,
        };
        let batch = match (self.stopping, self.time) {
            (Some(stopping), _) => u64::from(stopping.batch.max(1)),
            (None, None) => u64::MAX,
            (None, Some(_)) => ROUNDS_BETWEEN_LOOKS,
        };
        loop {
            let living = elimination.living.len() as u64;
            let rounds = (left / living).min(batch);
            if rounds == 0 {
                break;
            }
            left -= rounds * living;
            table.play(&mut elimination, rounds, recorder);
            if let Some(stopping) = self.stopping {
                elimination.stop_losers(stopping.z);
            }
            if self.stopping.is_some() && elimination.living.len() == 1 || deadline.is_over() {
                break;
            }
        }
        elimination.ranking(candidates)
    }
}

/// What stays the same during a search.
struct Table<'a, G: Game, W, P, J> {
    game: &'a G,
    seat: Seat,
    candidates: &'a [G::Action],
    worlds: &'a W,
    playout: &'a Playout<P, J>,
    world_seed: Seed,
    playout_seed: Seed,
    /// Whether products of rewards are summed up, as paired comparisons need them.
    is_paired: bool,
}

impl<G: Game, W: Worlds<G>, P: Policy<G>, J: Judge<G>> Table<'_, G, W, P, J> {
    /// Plays the next rounds with all living candidates.
    fn play<R: Recorder<G>>(&self, elimination: &mut Elimination, rounds: u64, recorder: &mut R) {
        let end = elimination.rounds + rounds;
        let chunks: Vec<(u64, R)> = (elimination.rounds..end)
            .step_by(CHUNK as usize)
            .map(|start| (start, recorder.blank()))
            .collect();
        let living = &elimination.living;
        let chunk = |(start, blank)| self.chunk(living, start, end.min(start + CHUNK), blank);
        let is_large = rounds * living.len() as u64 >= PARALLEL_FROM;
        let parts: Vec<(Sums, R)> = if is_large && may_spread() {
            chunks.into_par_iter().map(chunk).collect()
        } else {
            chunks.into_iter().map(chunk).collect()
        };
        for (sums, part) in parts {
            elimination.sums.merge(&sums, &elimination.living);
            recorder.absorb(part);
        }
        elimination.rounds = end;
    }

    /// Plays the rounds from `start` to before `end`.
    fn chunk<R: Recorder<G>>(
        &self,
        living: &[usize],
        start: u64,
        end: u64,
        mut recorder: R,
    ) -> (Sums, R) {
        let mut sums = Sums::new(living.len(), self.is_paired);
        let mut scratch = Scratch::default();
        let mut rewards_of_round = vec![0.0; living.len()];
        for round in start..end {
            let world = self.worlds.world(round, &mut self.world_seed.rng_at(round));
            for (reward, &candidate) in rewards_of_round.iter_mut().zip(living) {
                let mut state = world.clone();
                self.game.play_unchecked(&mut state, &self.candidates[candidate]);
                let mut rng = self.playout_seed.rng_at(round);
                let (reply, rewards) = if R::WANTS_REPLIES {
                    self.playout.play_with_reply(self.game, &mut state, &mut scratch, &mut rng)
                } else {
                    (None, self.playout.play(self.game, &mut state, &mut scratch, &mut rng))
                };
                *reward = rewards[self.seat.index()];
                recorder.record(Sample { round, world: &world, candidate, reply, rewards });
            }
            sums.add(&rewards_of_round);
        }
        (sums, recorder)
    }
}

/// Sums over rounds, for some candidates.
struct Sums {
    rewards: Vec<Moments>,
    /// The sums of the products of each two candidates' rewards, row by row; empty where nobody is
    /// stopped.
    products: Vec<f64>,
}

impl Sums {
    fn new(candidates: usize, is_paired: bool) -> Self {
        Self {
            rewards: vec![Moments::default(); candidates],
            products: if is_paired { vec![0.0; candidates * candidates] } else { Vec::new() },
        }
    }

    fn add(&mut self, rewards: &[f64]) {
        for (moments, reward) in self.rewards.iter_mut().zip(rewards) {
            moments.add(*reward);
        }
        for (row, first) in self.products.chunks_exact_mut(rewards.len()).zip(rewards) {
            for (product, second) in row.iter_mut().zip(rewards) {
                *product += first * second;
            }
        }
    }

    /// Adds the sums of those who live to the sums of all.
    fn merge(&mut self, part: &Self, living: &[usize]) {
        let all = self.rewards.len();
        for (moments, &candidate) in part.rewards.iter().zip(living) {
            self.rewards[candidate].merge(moments);
        }
        for (row, &first) in part.products.chunks_exact(living.len()).zip(living) {
            for (product, &second) in row.iter().zip(living) {
                self.products[first * all + second] += product;
            }
        }
    }
}

/// The standing of the candidates, and which of them are still played.
struct Elimination {
    sums: Sums,
    living: Vec<usize>,
    rounds: u64,
}

impl Elimination {
    fn new(candidates: usize, is_paired: bool) -> Self {
        Self {
            sums: Sums::new(candidates, is_paired),
            living: (0..candidates).collect(),
            rounds: 0,
        }
    }

    /// Stops the candidates whose paired difference from the leader is more than `z` standard
    /// errors.
    fn stop_losers(&mut self, z: f64) {
        let Self { sums: Sums { rewards, products }, living, rounds } = self;
        let Some(leader) = living.iter().copied().reduce(|best, next| {
            if rewards[next].mean() > rewards[best].mean() { next } else { best }
        }) else {
            return;
        };
        let (count, all) = (*rounds as f64, rewards.len());
        living.retain(|&other| {
            let difference = rewards[leader].mean() - rewards[other].mean();
            let squares = rewards[leader].squares() + rewards[other].squares()
                - 2.0 * products[leader * all + other];
            // The added one is the lost round of the documentation.
            let spread = (squares - count * difference * difference).max(0.0) + 1.0;
            let standard_error = (spread / (count * (count - 1.0).max(1.0))).sqrt();
            difference <= z * standard_error
        });
    }

    fn ranking<A: Clone>(&self, candidates: &[A]) -> Vec<Estimate<A>> {
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|&first, &second| {
            let standing =
                |candidate| (self.living.contains(&candidate), self.sums.rewards[candidate].mean());
            let ((first_lives, first_mean), (second_lives, second_mean)) =
                (standing(first), standing(second));
            second_lives.cmp(&first_lives).then(second_mean.total_cmp(&first_mean))
        });
        order
            .into_iter()
            .map(|at| Estimate::new(candidates[at].clone(), &self.sums.rewards[at]))
            .collect()
    }
}
