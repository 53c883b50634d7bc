//! What a search found out about an action.

use std::fmt::Display;

use kakehiki_core::{Candidate, Moments};

/// What a search found out about one action.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate<A> {
    /// The action.
    pub action: A,
    /// The mean reward of the searching seat, in wins; 0 where nothing was played.
    pub mean: f64,
    /// How many playouts the mean rests on.
    pub visits: u64,
    /// The standard error of the mean; infinite below two playouts.
    ///
    /// It takes the playouts for independent. Those of a tree search are not: there the later ones
    /// are better aimed than the earlier, and the error says how far the playouts scattered, not
    /// how far the mean is from the truth.
    pub standard_error: f64,
}

impl<A> Estimate<A> {
    pub(crate) fn new(action: A, rewards: &Moments) -> Self {
        Self {
            action,
            mean: rewards.mean(),
            visits: rewards.count(),
            standard_error: rewards.standard_error(),
        }
    }
}

/// What a search found out, for people to look at.
pub fn candidates<A: Display>(estimates: &[Estimate<A>]) -> Vec<Candidate> {
    let candidates = estimates.iter().map(|estimate| Candidate {
        action: estimate.action.to_string(),
        value: estimate.mean,
        samples: estimate.visits,
    });
    candidates.collect()
}
