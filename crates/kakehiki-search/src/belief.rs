//! What a seat believes: which of the worlds that fit its view are likely.

use std::sync::{Arc, OnceLock};

use kakehiki_core::{Game, GameRng, Likelihood, Observed, Sampler, Seed};
use rand::RngExt;

use crate::Worlds;

/// What speaks for or against worlds beyond the rules' own probabilities: what others did, what
/// they said.
pub trait Evidence<G: Game>: Send + Sync {
    /// How likely the evidence is in a world, compared with other worlds of the same view: a finite
    /// number of at least 0.
    fn weight(&self, world: &G::State) -> f64;

    /// Worlds that stand for all others, where a seat keeps such a list or sample; `None` for worlds as the
    /// rules draw them.
    fn kept(&self) -> Option<Kept<'_, G::State>> {
        None
    }
}

/// A sample of worlds that stands for all others.
#[derive(Clone, Debug)]
pub struct Kept<'a, S> {
    /// The worlds with their weights, to which those by [`Evidence::weight`] come.
    pub worlds: Vec<(&'a S, f64)>,
    /// The share of the belief that is left to worlds by the rules alone: what is in no world of a sample
    /// need not be impossible.
    pub floor: f64,
}

/// Pieces of evidence that do not depend on each other.
impl<G: Game> Evidence<G> for Vec<Arc<dyn Evidence<G>>> {
    fn weight(&self, world: &G::State) -> f64 {
        self.iter().map(|evidence| evidence.weight(world)).product()
    }

    /// There is one sample at most: two would not tell of each other.
    fn kept(&self) -> Option<Kept<'_, G::State>> {
        self.iter().find_map(|evidence| evidence.kept())
    }
}

/// How many worlds are drawn and weighed for one decision with evidence: for the first few that are
/// handed out, and for more.
///
/// The share of a world then differs from its true one by about one part in this number, and the
/// worlds that are handed out repeat. Weighing as many anew for each world that is handed out would
/// cost more than the playouts in them. Who looks at a few worlds only should not wait for many.
const POOLS: [usize; 2] = [64, 256];

/// Beside a sample that is kept, one world by the rules is drawn for so many of it.
const FRESH: usize = 4;

/// How many worlds are the first few.
const FEW: u64 = 8;

/// A supply of the worlds that fit a view, as likely as the rules and some evidence make them.
///
/// It is one value for all that an agent does in a decision: who moves, who trades and who talks
/// draw from the same belief. Without evidence it draws what [`Observed::sample`] draws.
pub struct Belief<'a, G: Observed> {
    game: &'a G,
    view: &'a G::View,
    evidence: Vec<Arc<dyn Evidence<G>>>,
    /// Where the luck of the pool comes from, so that it does not matter who draws first; nobody needs
    /// it who goes by the rules alone.
    seed: Option<Seed>,
    /// Made when the first world is drawn: many decisions need none.
    sampler: OnceLock<Sampler<'a, G>>,
    /// A small pool and a large one.
    pools: [OnceLock<Pool<G::State>>; 2],
}

/// Worlds of which each is as likely as its share of the weights.
struct Pool<S> {
    worlds: Vec<S>,
    /// The weight of each world and all before it.
    sums: Vec<f64>,
}

impl<'a, G: Observed> Belief<'a, G> {
    /// What a seat with this view believes in the light of some evidence. Everything random about
    /// it follows from the seed.
    pub fn new(
        game: &'a G,
        view: &'a G::View,
        evidence: Vec<Arc<dyn Evidence<G>>>,
        seed: Seed,
    ) -> Self {
        Self { evidence, seed: Some(seed), ..Self::plain(game, view) }
    }

    /// What a seat with this view believes if it goes by the rules alone.
    pub fn plain(game: &'a G, view: &'a G::View) -> Self {
        let (sampler, pools) = (OnceLock::new(), [const { OnceLock::new() }; 2]);
        Self { game, view, evidence: Vec::new(), seed: None, sampler, pools }
    }

    /// What the belief says of the facts that are open in the view: by all worlds where the game lists
    /// them, by this many otherwise.
    pub fn likelihoods(&self, worlds: u32, rng: &mut GameRng) -> Vec<Likelihood> {
        let facts = self.game.facts(self.view);
        if facts.is_empty() {
            return Vec::new();
        }
        let weigh = |world| (self.weight(&world), world);
        let worlds: Vec<(f64, G::State)> = match self.game.worlds(self.view) {
            listed if listed.is_empty() => self.supply(worlds.max(1) as usize, rng),
            listed => listed.into_iter().map(weigh).collect(),
        };
        let total: f64 = worlds.iter().map(|(weight, _)| weight).sum();
        let likelihood = |fact: G::Fact| {
            let holding = worlds.iter().filter(|(_, world)| self.game.holds(world, &fact));
            let weight: f64 = holding.map(|(weight, _)| weight).sum();
            let probability = if total > 0.0 { weight / total } else { 0.0 };
            Likelihood { fact: fact.to_string(), probability }
        };
        facts.into_iter().map(likelihood).collect()
    }

    /// The sample that the evidence keeps, or so many worlds by the rules with what the evidence makes of
    /// them.
    fn supply(&self, count: usize, rng: &mut GameRng) -> Vec<(f64, G::State)> {
        self.kept(rng).unwrap_or_else(|| {
            let drawn = (0..count).map(|_| self.draw(rng));
            drawn.map(|world| (self.weight(&world), world)).collect()
        })
    }

    /// The sample that the evidence keeps and some worlds by the rules, with the weights by all of it; `None`
    /// if there is none, or if others have acted unnoticed since.
    fn kept(&self, rng: &mut GameRng) -> Option<Vec<(f64, G::State)>> {
        let Kept { mut worlds, floor } = self.evidence.kept()?;
        let turn = self.game.turn(&self.draw(rng));
        worlds.retain(|(world, _)| self.game.turn(world) == turn);
        let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        if total <= 0.0 {
            return None;
        }
        let fresh = if floor > 0.0 { worlds.len().div_ceil(FRESH) } else { 0 };
        let share = floor / fresh as f64;
        let kept = worlds
            .into_iter()
            .map(|(world, weight)| ((1.0 - floor) * weight / total, world.clone()));
        let drawn = (0..fresh).map(|_| (share, self.draw(rng)));
        let weigh = |(share, world): (f64, G::State)| (share * self.weight(&world), world);
        Some(kept.chain(drawn).map(weigh).collect())
    }

    /// The mean of a number over the worlds that tell it, by this many worlds: by the rules alone, and
    /// in the light of the evidence. `None` if no world tells it.
    pub fn means(
        &self,
        worlds: u32,
        rng: &mut GameRng,
        mut number: impl FnMut(&G::State) -> Option<f64>,
    ) -> Option<[f64; 2]> {
        let (mut plain, mut weighed) = ((0.0, 0.0), (0.0, 0.0));
        for _ in 0..worlds {
            let world = self.draw(rng);
            if let Some(number) = number(&world) {
                let weight = self.weight(&world);
                plain = (plain.0 + number, plain.1 + 1.0);
                weighed = (weighed.0 + weight * number, weighed.1 + weight);
            }
        }
        let mean = |(sum, total): (f64, f64)| (total > 0.0).then(|| sum / total);
        Some([mean(plain)?, mean(weighed)?])
    }

    /// What a decision draws from.
    fn gather(&self, seed: &Seed, count: usize) -> Pool<G::State> {
        let weighed = self.supply(count, &mut seed.rng());
        let (weights, worlds): (Vec<f64>, Vec<G::State>) = weighed.into_iter().unzip();
        let sums = weights.into_iter().scan(0.0, |sum, weight| {
            *sum += weight;
            Some(*sum)
        });
        Pool { worlds, sums: sums.collect() }
    }

    /// A world by the rules alone.
    fn draw(&self, rng: &mut GameRng) -> G::State {
        self.sampler.get_or_init(|| self.game.sampler(self.view))(rng)
    }
}

impl<G: Observed> Worlds<G> for Belief<'_, G> {
    fn world(&self, index: u64, rng: &mut GameRng) -> G::State {
        let Some(seed) = self.seed.as_ref().filter(|_| !self.evidence.is_empty()) else {
            return self.draw(rng);
        };
        let size = usize::from(index >= FEW);
        let pool = self.pools[size].get_or_init(|| self.gather(seed, POOLS[size]));
        let last = pool.worlds.len() - 1;
        let total = pool.sums[last];
        // If the evidence rules out everything, it is of no use.
        let place = if total > 0.0 {
            let point = rng.random_range(0.0..1.0) * total;
            pool.sums.partition_point(|sum| *sum <= point).min(last)
        } else {
            rng.random_range(0..=last)
        };
        pool.worlds[place].clone()
    }

    fn weight(&self, world: &G::State) -> f64 {
        self.evidence.weight(world)
    }
}
