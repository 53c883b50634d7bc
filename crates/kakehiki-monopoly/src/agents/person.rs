//! How a sensible person would answer a trade: a few rules of thumb, in order.

use kakehiki_core::Seat;

use super::moyer::list_value;
use crate::rules::{Colour, Deal, DeedSet, Monopoly, State};

/// Cash below which nobody likes to fall.
const LOW_CASH: i32 = 100;
/// What a complete colour is worth beyond its prices, in the order of the colours.
const SET_BONUS: [i32; 8] = [150, 350, 450, 600, 550, 500, 450, 450];
/// What each street of a colour that is not complete is worth beyond its price.
const STREET_BONUS: i32 = 40;
/// What so many railroads are worth beyond their prices.
const RAILROAD_BONUS: [i32; 5] = [0, 0, 60, 150, 300];
/// The colours from the strongest to the weakest.
const STRENGTH: [Colour; 8] = [
    Colour::Orange,
    Colour::Red,
    Colour::Yellow,
    Colour::Pink,
    Colour::LightBlue,
    Colour::DarkBlue,
    Colour::Green,
    Colour::Brown,
];

/// Whether a sensible person in this seat would accept the deal.
///
/// 1. Nobody falls below 100 in cash.
/// 2. A deal that completes my colours and not theirs is taken unless it costs more than list
///    prices and the bonus of the colour.
/// 3. One that completes theirs and not mine is refused unless it brings as much.
/// 4. Where both complete colours, mine has to be the stronger, or theirs without the cash for three
///    houses a street, and I need that cash.
/// 5. Otherwise I have to gain more than they do, by list prices and what belongs together.
///
/// The figures are rules of thumb and are not fitted to any set of positions.
pub fn person_accepts(game: &Monopoly, state: &State, deal: &Deal, seat: Seat) -> bool {
    let partner = deal.other(seat);
    let mut after = state.clone();
    game.exchange(&mut after, deal);
    if after.cash(seat) < LOW_CASH && after.cash(seat) < state.cash(seat) {
        return false;
    }
    let completed = |seat: Seat| {
        let is_new =
            |colour: &&Colour| after.has_set(seat, **colour) && !state.has_set(seat, **colour);
        STRENGTH.iter().position(|colour| is_new(&colour)).map(|rank| (rank, STRENGTH[rank]))
    };
    let bonus = |colour: Colour| SET_BONUS[colour.index()];
    let gain = list_value(state, deal, seat);
    match (completed(seat), completed(partner)) {
        (Some((_, colour)), None) => -gain <= bonus(colour),
        (None, Some((_, colour))) => gain >= bonus(colour),
        (Some((rank, colour)), Some((their_rank, their_colour))) => {
            let can_build = can_build(&after, seat, colour);
            can_build && (rank < their_rank || !self::can_build(&after, partner, their_colour))
        }
        (None, None) => {
            let change = |seat| standing(&after, seat) - standing(state, seat);
            change(seat) > change(partner)
        }
    }
}

/// Whether the cash suffices for three houses on every street of a colour.
fn can_build(state: &State, seat: Seat, colour: Colour) -> bool {
    state.cash(seat) >= 3 * colour.house_price() * colour.streets().len() as i32
}

/// What a player has, by list prices and what belongs together.
fn standing(state: &State, seat: Seat) -> i32 {
    let deeds = state.deeds(seat);
    let prices = deeds.iter().map(|square| {
        if state.mortgaged().contains(square) { square.price() / 2 } else { square.price() }
    });
    let colours = Colour::ALL.into_iter().map(|colour| {
        if state.has_set(seat, colour) {
            SET_BONUS[colour.index()]
        } else {
            STREET_BONUS * deeds.and(colour.streets()).len() as i32
        }
    });
    state.cash(seat)
        + prices.sum::<i32>()
        + colours.sum::<i32>()
        + RAILROAD_BONUS[deeds.and(DeedSet::RAILROADS).len()]
}
