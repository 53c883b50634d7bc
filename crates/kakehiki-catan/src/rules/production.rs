//! What a roll of the dice gives.

use kakehiki_core::Seat;

use super::{
    options::{Options, Shortage},
    resource::{RESOURCES, Resource},
    state::{MAX_PLAYERS, State},
    topology::NONE,
};

/// Pays out a roll.
#[inline]
pub(crate) fn produce(options: &Options, state: &mut State, total: u8) {
    let [first, second] = state.board.hexes_with(total).map(|hex| owed(state, hex));
    match (first, second) {
        (Some((one, due)), Some((other, more))) if one == other => {
            pay_out(options, state, one, due + more);
        }
        (first, second) => {
            for (resource, due) in first.into_iter().chain(second) {
                pay_out(options, state, resource, due);
            }
        }
    }
}

/// What a roll owes to each player, of each resource, if the bank can pay.
pub(crate) fn dues(state: &State, total: u8) -> [[u8; MAX_PLAYERS]; RESOURCES] {
    let mut dues = [[0; MAX_PLAYERS]; RESOURCES];
    for (resource, due) in
        state.board.hexes_with(total).into_iter().filter_map(|hex| owed(state, hex))
    {
        for (seat, share) in dues[resource.index()].iter_mut().enumerate() {
            *share += (due >> (4 * seat) & 15) as u8;
        }
    }
    dues
}

/// What a hex owes, four bits for each player.
#[inline]
fn owed(state: &State, hex: u8) -> Option<(Resource, u16)> {
    if hex == NONE || hex == state.robber.0 {
        return None;
    }
    let due = state.due[usize::from(hex)];
    state.board.resource(hex).filter(|_| due != 0).map(|resource| (resource, due))
}

/// Pays out one resource, if the bank can.
fn pay_out(options: &Options, state: &mut State, resource: Resource, due: u16) {
    let index = resource.index();
    let share = |seat: usize| (due >> (4 * seat) & 15) as u8;
    let total: u8 = (0..MAX_PLAYERS).map(share).sum();
    let left = state.bank.0[index];
    if total <= left {
        for (seat, side) in state.sides.iter_mut().enumerate() {
            side.hand.0[index] += share(seat);
        }
        state.bank.0[index] = left - total;
    } else if options.shortage == Shortage::Rest {
        let mut creditors = Seat::all(MAX_PLAYERS).filter(|seat| share(seat.index()) > 0);
        if let (Some(seat), None) = (creditors.next(), creditors.next()) {
            state.side_mut(seat).hand.0[index] += left;
            state.bank.0[index] = 0;
        }
    }
}
