//! How well colours are told from acts: the log loss of each hidden colour.

use kakehiki_search::{ActModel, reweigh};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::model::{Fitted, Habits};
use crate::rules::{Action, GhostSet, State, View};

/// What one player saw the other do in a game.
pub(in super::super) struct Reading {
    /// Whom of the population it is about.
    pub(in super::super) player: usize,
    /// The ghosts that were bad in truth.
    pub(in super::super) bad: GhostSet,
    /// What was known before each act, and the act.
    pub(in super::super) acts: Vec<(View, Action)>,
}

/// Sums of log losses over hidden colours.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loss {
    /// Without any model: by the counts of what is left.
    pub(super) prior: f64,
    /// With a model.
    pub(super) fitted: f64,
    /// How many colours were guessed.
    pub(super) colours: u64,
}

impl Loss {
    pub(super) fn add(&mut self, other: Self) {
        self.prior += other.prior;
        self.fitted += other.fitted;
        self.colours += other.colours;
    }

    pub(super) fn plus(mut self, other: Self) -> Self {
        self.add(other);
        self
    }

    /// The means a colour, without and with the model.
    pub(super) fn means(self) -> [f64; 2] {
        [self.prior, self.fitted].map(|sum| sum / self.colours.max(1) as f64)
    }
}

/// A reading with the logarithm of how likely each of its acts is in each world that fitted then, kind by
/// kind.
pub(super) type Judged<'a> = (&'a Reading, Vec<Vec<f32>>);

/// How likely models make each act of a reading.
pub(super) fn judge<'a>(fitted: &Fitted, reading: &'a Reading) -> Judged<'a> {
    let of_act = |(view, action): &(View, Action)| {
        let worlds: Vec<State> = view.worlds().into_iter().map(|world| view.world(world)).collect();
        let likely = fitted.probabilities(&worlds.iter().collect::<Vec<_>>(), *action);
        likely.into_iter().map(|likely| likely.ln() as f32).collect()
    };
    (reading, reading.acts.iter().map(of_act).collect())
}

/// What beliefs lose that are led by these likelihoods, trusted so far.
fn loss((reading, likelihoods): &Judged<'_>, fitted: &Fitted) -> Loss {
    let (kinds, Habits { trust, floor, .. }) = (fitted.kinds(), fitted.habits);
    let mut beliefs = kinds.repeat(256);
    let of = |world: GhostSet| {
        usize::from(world.0) * kinds.len()..(usize::from(world.0) + 1) * kinds.len()
    };
    let mut loss = Loss::default();
    for ((view, _), likelihoods) in reading.acts.iter().zip(likelihoods) {
        let worlds = view.worlds();
        let mut weights: Vec<f64> =
            worlds.iter().flat_map(|world| beliefs[of(*world)].iter().copied()).collect();
        let total: f64 = weights.iter().sum();
        let (unknown, bad) = (view.unknown(), view.unknown_bad_count());
        if worlds.len() > 1 {
            let by_world = || worlds.iter().zip(weights.chunks(kinds.len()));
            for ghost in unknown.iter() {
                let holding = by_world().filter(|(world, _)| world.contains(ghost));
                let is_bad = holding.flat_map(|(_, weights)| weights).sum::<f64>() / total;
                let by_counts = f64::from(bad) / f64::from(unknown.len());
                let lost = |share: f64| {
                    -(if reading.bad.contains(ghost) { share } else { 1.0 - share }).ln()
                };
                loss.add(Loss { prior: lost(by_counts), fitted: lost(is_bad), colours: 1 });
            }
        }
        let trusted: Vec<f64> =
            likelihoods.iter().map(|likely| (trust * f64::from(*likely)).exp()).collect();
        reweigh(&mut weights, &trusted, floor, kinds);
        for (world, weights) in worlds.iter().zip(weights.chunks(kinds.len())) {
            beliefs[of(*world)].copy_from_slice(weights);
        }
    }
    loss
}

/// What models lose on readings, added up in their order, so that threads change nothing.
pub(super) fn total_loss(fitted: &Fitted, readings: &[Judged<'_>]) -> Loss {
    let losses: Vec<Loss> = readings.par_iter().map(|reading| loss(reading, fitted)).collect();
    losses.into_iter().fold(Loss::default(), Loss::plus)
}
