//! Offering more after a refusal.

use kakehiki_core::GameRng;

use crate::{Answer, Appraisal, Bargainer, Bargaining, Estimator, Negotiator, Standpoint};

/// A negotiator that gives way step by step: what it offers a partner after a refusal must bring
/// that partner more, as it sees it, than anything the partner has refused in this negotiation.
///
/// Among such deals it wants the best by its criterion, as ever, so that it never gives away more
/// than it has to and never offers what its criterion would not. This is the monotonic concession of
/// Rosenschein and Zlotkin, *Rules of Encounter* (1994), for one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Conceding<E> {
    /// What it weighs, wants and takes.
    pub negotiator: Negotiator<E>,
}

impl<G: Bargaining, E: Estimator<G>> Bargainer<G> for Conceding<E> {
    fn propose(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        self.negotiator.propose(at, deals, rng)
    }

    fn propose_again(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        refused: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        let all: Vec<G::Deal> = deals.iter().chain(refused).cloned().collect();
        let appraisals = self.negotiator.estimator.appraise(at, &all, rng);
        let (open, past) = appraisals.split_at(deals.len());
        let partner = |deal: &G::Deal| at.game.partner(deal, at.seat);
        let is_more = |deal: &G::Deal, appraisal: &Appraisal| {
            refused.iter().zip(past).all(|(refused, past)| {
                partner(refused) != partner(deal)
                    || appraisal.partner.profit() > past.partner.profit()
            })
        };
        let (places, better): (Vec<usize>, Vec<Appraisal>) = deals
            .iter()
            .zip(open)
            .enumerate()
            .filter(|(_, (deal, appraisal))| is_more(deal, appraisal))
            .map(|(place, (_, appraisal))| (place, *appraisal))
            .unzip();
        let chosen = self.negotiator.criterion.choose(&better, rng)?;
        Some(deals[places[chosen]].clone())
    }

    fn accepts(&mut self, at: &Standpoint<'_, G>, deal: &G::Deal, rng: &mut GameRng) -> bool {
        self.negotiator.accepts(at, deal, rng)
    }

    fn request(
        &mut self,
        at: &Standpoint<'_, G>,
        requests: &[Vec<G::Deal>],
        rng: &mut GameRng,
    ) -> Option<usize> {
        self.negotiator.request(at, requests, rng)
    }

    fn complete(
        &mut self,
        at: &Standpoint<'_, G>,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Option<G::Deal> {
        self.negotiator.complete(at, deals, rng)
    }

    fn answer(
        &mut self,
        at: &Standpoint<'_, G>,
        offered: &G::Deal,
        deals: &[G::Deal],
        rng: &mut GameRng,
    ) -> Answer<G::Deal> {
        self.negotiator.answer(at, offered, deals, rng)
    }
}
