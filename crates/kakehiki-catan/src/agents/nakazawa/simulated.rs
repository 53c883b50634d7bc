//! One that stands in for a person at the table of Nakazawa (2018).

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{GameRng, LazyView, Seat};

use super::base::NakazawaBase;
use crate::rules::{Action, CITY, Catan, Hand, SETTLEMENT, Sight, Terms, trade};

/// Plays as the base player does, but refuses trades that it believes would let the partner build a
/// settlement or a city at once, as people do.
///
/// What it believes follows from what it saw and remembers, and from what it was told: that is up to
/// the part that listens.
pub(crate) struct Simulated {
    base: NakazawaBase,
    wary: f64,
}

/// The worlds by which it judges what a partner could build.
const WORLDS: u64 = 32;

impl Simulated {
    pub(crate) fn new(game: Catan, wary: f64) -> Self {
        Self { base: NakazawaBase::new(game), wary }
    }

    /// How likely a trade lets a partner build what it could not build without it. The terms are the
    /// partner's.
    fn danger(at: &Standpoint<'_, Catan>, partner: Seat, terms: Terms, rng: &mut GameRng) -> f64 {
        let can_build = |hand: Hand| hand.contains(SETTLEMENT) || hand.contains(CITY);
        let helped = (0..WORLDS).filter(|index| {
            let hand = at.worlds.world(*index, rng).hand(partner);
            let after = hand.minus(terms.give).map(|rest| rest.plus(terms.get));
            !can_build(hand) && after.is_some_and(can_build)
        });
        helped.count() as f64 / WORLDS as f64
    }
}

impl Mover<Catan> for Simulated {
    fn sit(&mut self, seat: Seat) {
        self.base.sit(seat);
    }

    fn decide(&mut self, at: &Standpoint<'_, Catan>, menu: &[Action], rng: &mut GameRng) -> Action {
        let action = self.base.decide(at, menu, rng);
        let view = at.view;
        // The trade that the action agrees to, as the partner sees it.
        let agreed = view.offer().and_then(|offer| match action {
            Action::Accept => Some((view.mover(), offer.terms)),
            Action::Confirm(seat) => Some((seat, trade::agreed_terms(offer, seat)?.turned())),
            _ => None,
        });
        match agreed {
            Some((partner, terms)) if Self::danger(at, partner, terms, rng) > self.wary => {
                if action == Action::Accept { Action::Refuse } else { Action::Withdraw }
            }
            _ => action,
        }
    }

    fn hear(&mut self, view: &LazyView<'_, Catan>, sight: &Sight) {
        self.base.hear(view, sight);
    }
}
