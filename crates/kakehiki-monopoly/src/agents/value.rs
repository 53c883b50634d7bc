//! What positions and deals are worth by a rule of thumb.

use kakehiki_bargain::{Appraisal, Estimator, Standpoint, Worth};
use kakehiki_core::{GameRng, Seat};

use crate::rules::{Colour, Deal, DeedSet, Monopoly, Square, State};

/// What owning a complete colour adds, in the order of the colours.
const SET_BONUS: [f64; 8] = [150.0, 350.0, 450.0, 600.0, 550.0, 500.0, 450.0, 450.0];
/// What each street of a colour that is not complete adds.
const STREET_BONUS: f64 = 40.0;
/// What owning so many railroads adds.
const RAILROAD_BONUS: [f64; 5] = [0.0, 0.0, 60.0, 150.0, 300.0];
/// Cash below which a player does not like to fall.
const LOW_CASH: i32 = 100;
/// What it costs to fall below it.
const LOW_CASH_PENALTY: f64 = 1000.0;

/// What a player has, in money: cash, deeds at list price (half if mortgaged), buildings at cost,
/// and what belongs together.
pub(crate) fn worth(state: &State, seat: Seat) -> f64 {
    let deeds = state.deeds(seat);
    let deed = |square: Square| {
        let price = f64::from(square.price());
        let buildings = f64::from(state.level(square)) * f64::from(square.house_price());
        buildings + if state.mortgaged().contains(square) { price / 2.0 } else { price }
    };
    let colours = Colour::ALL.into_iter().map(|colour| {
        let streets = deeds.and(colour.streets()).len();
        if streets == colour.streets().len() {
            SET_BONUS[colour.index()]
        } else {
            STREET_BONUS * streets as f64
        }
    });
    f64::from(state.cash(seat))
        + deeds.iter().map(deed).sum::<f64>()
        + colours.sum::<f64>()
        + RAILROAD_BONUS[deeds.and(DeedSet::RAILROADS).len()]
}

/// What owning one more deed would add to what a player has, its price aside.
pub(crate) fn gain(state: &State, seat: Seat, square: Square) -> f64 {
    let mut after = state.clone();
    after.hand_over(square, Some(seat));
    worth(&after, seat) - worth(state, seat)
}

/// Weighs deals by what both sides have before and after. Each also counts what the other gains as
/// its own loss, the more so the fewer players there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByValue;

impl Estimator<Monopoly> for ByValue {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        deals: &[Deal],
        _rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let before = at.view.state();
        let envy = 1.0 / before.living().count() as f64;
        let appraise = |deal: &Deal| {
            let mut after = before.clone();
            at.game.exchange(&mut after, deal);
            let standing = |state: &State, seat, other| {
                let fear = if after.cash(seat) < LOW_CASH && after.cash(seat) < before.cash(seat) {
                    LOW_CASH_PENALTY
                } else {
                    0.0
                };
                let fear = if std::ptr::eq(state, before) { 0.0 } else { fear };
                worth(state, seat) - envy * worth(state, other) - fear
            };
            let side = |seat, other| {
                Worth::new(standing(before, seat, other), standing(&after, seat, other))
            };
            let partner = deal.other(at.seat);
            Appraisal { own: side(at.seat, partner), partner: side(partner, at.seat) }
        };
        deals.iter().map(appraise).collect()
    }
}
