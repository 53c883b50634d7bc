//! How well colours are told from acts: the log loss of each hidden colour.

use kakehiki_search::reweigh;

use super::model::{Fitted, LogLinear};
use crate::rules::{Action, GhostSet, View};

/// What one player saw the other do in a game.
pub(super) struct Reading {
    /// Whom of the population it is about.
    pub(super) player: usize,
    /// The ghosts that were bad in truth.
    pub(super) bad: GhostSet,
    /// What was known before each act, and the act.
    pub(super) acts: Vec<(View, Action)>,
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

    /// The means a colour, without and with the model.
    pub(super) fn means(self) -> [f64; 2] {
        [self.prior, self.fitted].map(|sum| sum / self.colours.max(1) as f64)
    }
}

/// A reading with how likely each of its acts is in each world that fitted then.
pub(super) type Judged<'a> = (&'a Reading, Vec<Vec<f64>>);

/// How likely a model makes each act of a reading.
pub(super) fn judge<'a>(model: &LogLinear, reading: &'a Reading) -> Judged<'a> {
    let of_act = |(view, action): &(View, Action)| {
        let worlds = view.worlds().into_iter();
        worlds.map(|world| model.probability(&view.world(world), *action)).collect()
    };
    (reading, reading.acts.iter().map(of_act).collect())
}

/// What beliefs lose that are led by these likelihoods, trusted so far.
fn loss((reading, likelihoods): &Judged<'_>, trust: f64, floor: f64) -> Loss {
    let mut beliefs = [1.0; 256];
    let mut loss = Loss::default();
    for ((view, _), likelihoods) in reading.acts.iter().zip(likelihoods) {
        let worlds = view.worlds();
        let mut weights: Vec<f64> =
            worlds.iter().map(|world| beliefs[usize::from(world.0)]).collect();
        let total: f64 = weights.iter().sum();
        let (unknown, bad) = (view.unknown(), view.unknown_bad_count());
        if worlds.len() > 1 {
            for ghost in unknown.iter() {
                let holding =
                    worlds.iter().zip(&weights).filter(|(world, _)| world.contains(ghost));
                let is_bad = holding.map(|(_, weight)| weight).sum::<f64>() / total;
                let by_counts = f64::from(bad) / f64::from(unknown.len());
                let lost = |share: f64| {
                    -(if reading.bad.contains(ghost) { share } else { 1.0 - share }).ln()
                };
                loss.add(Loss { prior: lost(by_counts), fitted: lost(is_bad), colours: 1 });
            }
        }
        let trusted: Vec<f64> = likelihoods.iter().map(|likely| likely.powf(trust)).collect();
        reweigh(&mut weights, &trusted, floor);
        for (world, weight) in worlds.iter().zip(weights) {
            beliefs[usize::from(world.0)] = weight;
        }
    }
    loss
}

/// What a model loses on readings.
pub(super) fn total_loss<'a>(
    fitted: &Fitted,
    readings: impl Iterator<Item = &'a Judged<'a>>,
) -> Loss {
    let mut total = Loss::default();
    for reading in readings {
        total.add(loss(reading, fitted.trust, fitted.floor));
    }
    total
}
