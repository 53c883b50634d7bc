//! Giving up on deals that cannot be the best any more.

use kakehiki_core::{Moments, Rewards, Seat};

use crate::Branches;

/// When the playouts of a deal stop because it cannot be the best any more, whatever the criterion.
///
/// That is for choosing an offer, and for accepting by own profit. One who accepts at a small loss,
/// or by what the partner gets, is better served by an estimator without a race.
///
/// After every batch each deal has an interval of `z` standard errors about the profit of either
/// side, from the differences world by world. A deal gets no more playouts once
///
/// - its own profit is surely not above 0: no criterion offers it, or
/// - another deal surely brings *both* sides more: every criterion prefers that one, or
/// - it is the last that is left, and surely brings a profit.
///
/// Under common luck the differences scatter little, so most deals are given up after few batches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    /// Playouts of each branch between two looks, at least one.
    pub batch: u32,
    /// The standard errors that make sure.
    pub z: f64,
}

impl Race {
    /// Closes the contests that are over.
    pub(crate) fn close(self, contests: &mut [Contest]) {
        let intervals: Vec<[Interval; 2]> = contests
            .iter()
            .map(|contest| [interval(&contest.own, self.z), interval(&contest.theirs, self.z)])
            .collect();
        let is_beaten = |[own, theirs]: &[Interval; 2]| {
            intervals.iter().any(|[other_own, other_theirs]| {
                other_own.low > own.high && other_theirs.low > theirs.high
            })
        };
        for (contest, interval) in contests.iter_mut().zip(&intervals) {
            contest.is_open &= interval[0].high > 0.0 && !is_beaten(interval);
        }
        let mut left = contests.iter_mut().zip(&intervals).filter(|(contest, _)| contest.is_open);
        if let (Some((last, [own, _])), None) = (left.next(), left.next())
            && own.low > 0.0
        {
            last.is_open = false;
        }
    }
}

/// A deal that is being weighed.
pub(crate) struct Contest {
    pub(crate) branches: Branches,
    pub(crate) is_open: bool,
    seat: Seat,
    partner: Seat,
    own: Moments,
    theirs: Moments,
}

impl Contest {
    pub(crate) fn new(seat: Seat, partner: Seat) -> Self {
        let (own, theirs) = (Moments::default(), Moments::default());
        Self { branches: Branches::default(), is_open: true, seat, partner, own, theirs }
    }

    /// What the deal is worth, with the noise of the partner's profit.
    pub(crate) fn finish(self) -> Branches {
        let noise = standard_error(&self.theirs);
        Branches { noise, ..self.branches }
    }

    /// Adds a playout of each branch in the same world.
    pub(crate) fn add(&mut self, without: &Rewards, with: &Rewards) {
        self.branches.add(without, with);
        let gain = |seat: Seat| with[seat.index()] - without[seat.index()];
        self.own.add(gain(self.seat));
        self.theirs.add(gain(self.partner));
    }
}

/// Where a mean surely lies.
struct Interval {
    low: f64,
    high: f64,
}

/// The least sum of squared deviations, in wins.
const LEAST_SQUARES: f64 = 0.05;

/// A little scatter is always assumed, so that few equal differences do not look certain.
fn standard_error(gains: &Moments) -> f64 {
    let count = gains.count() as f64;
    let variance = gains.scatter().max(LEAST_SQUARES) / count;
    (variance / count).sqrt()
}

fn interval(gains: &Moments, z: f64) -> Interval {
    let (mean, error) = (gains.mean(), z * standard_error(gains));
    Interval { low: mean - error, high: mean + error }
}
