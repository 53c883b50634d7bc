//! Players of whom it is not known whether they resemble those that models were fitted to, or search.

use std::sync::Arc;

use kakehiki_search::{ActModel, Mixture};

use super::{model::Fitted, scores::by_search};
use crate::rules::Geister;

/// The share of the belief that each act leaves to be shared out equally. With 0.03, as either model by
/// itself has it, what was held to be bad with 0.04 never was, and what was held with 0.86 nearly always.
pub(in super::super) const FLOOR: f64 = 0.01;

/// As often players like those of the fitted models as players who search. The likelihoods of both are
/// trusted alike, or those who are trusted less would seem to explain more of what nobody expects.
pub(in super::super) fn mixed(fitted: Arc<Fitted>) -> Mixture<Geister> {
    let search: Arc<dyn ActModel<Geister>> = Arc::new(by_search().trusted(fitted.trust()));
    Mixture::new(vec![(0.5, fitted), (0.5, search)])
}
