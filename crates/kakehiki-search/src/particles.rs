//! Worlds that stand for all others where these are too many to be listed.

use kakehiki_core::{GameRng, LazyView, Observed, Seat, Step, Turn, carry_on};
use rand::RngExt;

use crate::{ActMemory, ActModel, Evidence, Kept, acts::reweigh};

/// A sample of the worlds that fit what a seat saw, each as likely as it makes what the others did.
///
/// It is for games whose worlds cannot be listed. Each world has lived through all that the seat saw:
/// what the seat could not see on the way was drawn in it. An act of another changes the weights by
/// Bayes' rule, and so does chance where the seat can tell how it fell; a world that cannot go on as the
/// seat saw drops out. Once few worlds hold most of the weight, all are drawn anew, each as often as it
/// weighs, but for a share that is drawn by the rules alone: the floor. As large a share of the belief is
/// always left to the rules. So nothing that fits the view is impossible because of a model that does not
/// know whom it is about.
///
/// What others do unnoticed is drawn, not weighed: a world is not less likely for having been unlikely to
/// come to what was seen of it in the end.
#[derive(Clone, Debug)]
pub struct Particles<G: Observed> {
    count: usize,
    floor: f64,
    worlds: Vec<G::State>,
    /// Of every world, kind by kind; shares of one.
    weights: Vec<f64>,
}

impl<G: Observed> Particles<G> {
    /// So many worlds, at least one, of which `floor` is drawn by the rules alone whenever they are drawn
    /// anew. Nobody has done anything yet.
    pub fn new(count: usize, floor: f64) -> Self {
        Self { count: count.max(1), floor, worlds: Vec::new(), weights: Vec::new() }
    }

    /// Changes the weights by what a seat saw, and strikes out the worlds that cannot go on so.
    fn learn(
        &mut self,
        game: &G,
        model: &impl ActModel<G>,
        seat: Seat,
        sight: &G::Sight,
        rng: &mut GameRng,
    ) {
        let kinds = model.kinds();
        let (mut lived, mut steps) = (Vec::new(), Vec::new());
        let mut weights = Vec::with_capacity(self.weights.len());
        for (world, of_kinds) in self.worlds.drain(..).zip(self.weights.chunks(kinds.len())) {
            if let Some(step) = game.step_towards(&world, seat, sight, rng) {
                lived.push(world);
                steps.push(step);
                weights.extend(of_kinds);
            }
        }
        if let Some(likelihoods) = likelihoods(game, model, seat, &lived, &steps) {
            reweigh(&mut weights, &likelihoods, 0.0, kinds);
        }
        self.weights.clear();
        for (mut world, of_kinds) in lived.into_iter().zip(weights.chunks(kinds.len())) {
            let weight: f64 = of_kinds.iter().sum();
            if weight > 0.0 && carry_on(game, &mut world, seat, sight, rng) {
                self.worlds.push(world);
                self.weights.extend(of_kinds);
            }
        }
        let total: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= total);
    }

    /// How many equally likely worlds would tell as much.
    fn effective(&self) -> f64 {
        let squares: f64 = self.by_world().map(|weight| weight * weight).sum();
        if squares > 0.0 { 1.0 / squares } else { 0.0 }
    }

    /// The weight of each world.
    fn by_world(&self) -> impl Iterator<Item = f64> {
        let kinds = self.weights.len() / self.worlds.len().max(1);
        self.weights.chunks(kinds.max(1)).map(|of_kinds| of_kinds.iter().sum())
    }

    /// Draws the worlds anew, each about as often as it weighs: one point in each of as many equal parts of
    /// the weight as there are worlds to draw.
    fn draw_anew(&mut self, game: &G, kinds: &[f64], view: &G::View, rng: &mut GameRng) {
        let fresh = if self.worlds.is_empty() {
            self.count
        } else {
            (self.floor * self.count as f64).ceil().min(self.count as f64) as usize
        };
        let kept = self.count - fresh;
        let mut worlds = Vec::with_capacity(self.count);
        let mut weights = Vec::with_capacity(self.weights.len());
        let share = 1.0 / self.count as f64;
        let (offset, mut sum) = (rng.random_range(0.0..1.0), 0.0);
        for (world, of_kinds) in self.worlds.drain(..).zip(self.weights.chunks(kinds.len())) {
            let weight: f64 = of_kinds.iter().sum();
            sum += weight * kept as f64;
            while worlds.len() < kept && worlds.len() as f64 + offset < sum {
                worlds.push(world.clone());
                weights.extend(of_kinds.iter().map(|kind| kind / weight * share));
            }
        }
        // By the rules, also in the place of a world that rounding has lost.
        let sampler = game.sampler(view);
        while worlds.len() < self.count {
            worlds.push(sampler(rng));
            weights.extend(kinds.iter().map(|kind| kind * share));
        }
        (self.worlds, self.weights) = (worlds, weights);
    }
}

impl<G: Observed> ActMemory<G> for Particles<G> {
    fn clear(&mut self) {
        self.worlds.clear();
        self.weights.clear();
    }

    fn follow(
        &mut self,
        game: &G,
        model: &impl ActModel<G>,
        seat: Seat,
        view: &LazyView<'_, G>,
        sight: &G::Sight,
        rng: &mut GameRng,
    ) {
        self.learn(game, model, seat, sight, rng);
        if self.effective() < self.count as f64 / 2.0 {
            self.draw_anew(game, model.kinds(), view, rng);
        }
    }
}

/// Its worlds stand for all: there is nothing to say of others.
impl<G: Observed> Evidence<G> for Particles<G> {
    fn weight(&self, _world: &G::State) -> f64 {
        1.0
    }

    fn kept(&self) -> Option<Kept<'_, G::State>> {
        let worlds = || self.worlds.iter().zip(self.by_world()).collect();
        (!self.worlds.is_empty()).then(|| Kept { worlds: worlds(), floor: self.floor })
    }
}

/// How likely a step is in each of some worlds, kind by kind; `None` if it tells nothing of them.
fn likelihoods<G: Observed>(
    game: &G,
    model: &impl ActModel<G>,
    seat: Seat,
    worlds: &[G::State],
    steps: &[Step<G>],
) -> Option<Vec<f64>> {
    match steps.first()? {
        Step::Action(..) => {
            let act = |(world, step)| acted(world, step, seat);
            let acts: Option<Vec<_>> = worlds.iter().zip(steps).map(act).collect();
            model.likelihoods(game, &acts?)
        }
        Step::Chance(_) => {
            let falls = chance_likelihoods(game, seat, worlds, steps)?;
            let kinds = model.kinds().len();
            Some(falls.into_iter().flat_map(|likely| std::iter::repeat_n(likely, kinds)).collect())
        }
    }
}

/// What somebody else than `seat` does in a world, if it is that.
fn acted<'a, G: Observed>(
    world: &'a G::State,
    step: &Step<G>,
    seat: Seat,
) -> Option<(&'a G::State, G::Action)> {
    match step {
        Step::Action(actor, action) if *actor != seat => Some((world, action.clone())),
        _ => None,
    }
}

/// How likely chance falls as it did in each of some worlds; `None` if the seat cannot tell how it fell, so
/// that it was drawn in each of them.
fn chance_likelihoods<G: Observed>(
    game: &G,
    seat: Seat,
    worlds: &[G::State],
    steps: &[Step<G>],
) -> Option<Vec<f64>> {
    let mut likelihoods = Vec::with_capacity(worlds.len());
    let mut is_seen = false;
    for (world, step) in worlds.iter().zip(steps) {
        let Step::Chance(fallen) = step else { return None };
        if game.turn(world) != Turn::Chance {
            return None;
        }
        let chances = game.chances(world);
        if !is_seen
            && let Some((other, _)) =
                chances.iter().find(|(chance, share)| chance != fallen && *share > 0.0)
        {
            let looks = |chance: &G::Chance| {
                let mut after = world.clone();
                game.resolve_unchecked(&mut after, chance);
                game.sight(world, &Step::Chance(chance.clone()), &after, seat)
            };
            if looks(fallen) == looks(other) {
                return None;
            }
            is_seen = true;
        }
        let share = chances.iter().find(|(chance, _)| chance == fallen);
        likelihoods.push(share.map_or(0.0, |(_, share)| *share));
    }
    is_seen.then_some(likelihoods)
}
