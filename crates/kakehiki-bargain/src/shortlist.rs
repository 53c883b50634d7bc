//! Weighing only the deals that a cheaper look leaves.

use kakehiki_core::GameRng;

use crate::{Appraisal, Bargaining, Estimator, Standpoint};

/// Looks at all deals by a cheap estimator first and weighs only the best of them by a costly one.
///
/// Deals compete by the profit of the weighing seat and, for those that want a willing partner, by
/// the smaller of both profits; half of the places go to either list. A deal that is left out is
/// taken to change nothing, so that no criterion offers it and no attitude but an optimist's takes
/// it. A single deal, which is an offer to be answered, is always weighed.
pub struct Shortlist<C, E> {
    /// The first look.
    pub cheap: C,
    /// How many deals are weighed, at least two.
    pub keep: usize,
    /// The second look.
    pub costly: E,
}

/// The places of the deals that are weighed, in their order.
fn best(appraisals: &[Appraisal], keep: usize) -> Vec<usize> {
    let own = |it: &Appraisal| it.own.profit();
    let both = |it: &Appraisal| it.own.profit().min(it.partner.profit());
    let mut chosen: Vec<usize> = Vec::new();
    let lists: [&dyn Fn(&Appraisal) -> f64; 2] = [&own, &both];
    for (list, score) in lists.into_iter().enumerate() {
        let mut places: Vec<usize> = (0..appraisals.len()).collect();
        places.sort_by(|one, next| score(&appraisals[*next]).total_cmp(&score(&appraisals[*one])));
        let room = if list == 0 { keep.div_ceil(2) } else { keep };
        for place in places {
            if chosen.len() < room && !chosen.contains(&place) {
                chosen.push(place);
            }
        }
    }
    chosen.sort_unstable();
    chosen
}

impl<G, C, E> Estimator<G> for Shortlist<C, E>
where
    G: Bargaining,
    C: Estimator<G>,
    E: Estimator<G>,
{
    fn appraise(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let keep = self.keep.max(2);
        if deals.len() <= keep {
            return self.costly.appraise(at, deals, rng);
        }
        let places = best(&self.cheap.appraise(at, deals, rng), keep);
        let listed: Vec<G::Deal> = places.iter().map(|place| deals[*place].clone()).collect();
        let weighed = self.costly.appraise(at, &listed, rng);
        let mut appraisals = vec![Appraisal::default(); deals.len()];
        for (place, appraisal) in places.into_iter().zip(weighed) {
            appraisals[place] = appraisal;
        }
        appraisals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Worth;

    #[test]
    fn the_best_for_me_and_the_best_for_both_are_kept() {
        let profits = [(9.0, -5.0), (8.0, -1.0), (1.0, 1.0), (2.0, 2.0), (-1.0, 9.0), (7.0, -9.0)];
        let appraisals: Vec<Appraisal> = profits
            .iter()
            .map(|(own, partner)| Appraisal::new(Worth::new(0.0, *own), Worth::new(0.0, *partner)))
            .collect();
        assert_eq!(best(&appraisals, 4), [0, 1, 2, 3]);
        assert_eq!(best(&appraisals, 2), [0, 3]);
        assert_eq!(best(&appraisals, 99), [0, 1, 2, 3, 4, 5]);
    }
}
