//! What positions and deals are worth by a rule of thumb.

use kakehiki_bargain::{Appraisal, Estimator, Standpoint, Worth};
use kakehiki_core::{GameRng, Seat};

use crate::rules::{Colour, Deal, DeedSet, Monopoly, Square, State};

/// Half of what a complete colour adds with the cash to build on it, in the order of the colours.
const SET_BONUS: [f64; 8] = [150.0, 350.0, 450.0, 600.0, 550.0, 500.0, 450.0, 450.0];
/// What each street of a colour that is not complete adds.
const STREET_BONUS: f64 = 40.0;
/// What owning so many railroads adds.
const RAILROAD_BONUS: [f64; 5] = [0.0, 0.0, 60.0, 150.0, 300.0];
/// Cash below which a player does not like to fall.
const LOW_CASH: i32 = 300;
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
            SET_BONUS[colour.index()] * 2.0 * building_power(state, seat, colour)
        } else {
            STREET_BONUS * streets as f64
        }
    });
    f64::from(state.cash(seat))
        + deeds.iter().map(deed).sum::<f64>()
        + colours.sum::<f64>()
        + RAILROAD_BONUS[deeds.and(DeedSet::RAILROADS).len()]
}

/// How far the cash goes towards three houses on every street of a colour, from 0 to 1. They are
/// what makes a colour dangerous.
fn building_power(state: &State, seat: Seat, colour: Colour) -> f64 {
    let standing: u8 = colour.streets().iter().map(|street| state.level(street).min(3)).sum();
    let wanted = 3.0 * colour.streets().len() as f64;
    let affordable = f64::from(state.cash(seat).max(0)) / f64::from(colour.house_price());
    ((affordable + f64::from(standing)) / wanted).min(1.0)
}

/// What owning one more deed would add to what a player has, its price aside.
pub(crate) fn gain(state: &State, seat: Seat, square: Square) -> f64 {
    let mut after = state.clone();
    after.hand_over(square, Some(seat));
    worth(&after, seat) - worth(state, seat)
}

/// Weighs deals by what both sides have before and after.
///
/// For itself it counts what the partner gains as a loss, shared among all opponents: between two
/// players, what helps the one hurts the other as much. The partner is taken to look at its own
/// side alone, as most do.
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
        let opponents = before.living().count().saturating_sub(1).max(1);
        let envy = 1.0 / opponents as f64;
        let appraise = |deal: &Deal| {
            let mut after = before.clone();
            at.game.exchange(&mut after, deal);
            let side = |seat| {
                let is_short = after.cash(seat) < LOW_CASH && after.cash(seat) < before.cash(seat);
                let fear = if is_short { LOW_CASH_PENALTY } else { 0.0 };
                Worth::new(worth(before, seat), worth(&after, seat) - fear)
            };
            let (own, partner) = (side(at.seat), side(deal.other(at.seat)));
            Appraisal::new(Worth { premium: -envy * partner.profit(), ..own }, partner)
        };
        deals.iter().map(appraise).collect()
    }
}
