//! Where the robber goes, and what is discarded on a seven.

use kakehiki_core::Seat;

use super::{
    cards::held_by,
    land::resource_value,
    need::{Plan, beyond},
};
use crate::rules::{Action, Hand, Hex, ISLAND, Resource, View};

/// The share of a player's cards that are missing here: the chance to steal one of them.
fn useful_share(view: &View, plan: &Plan, seat: Seat) -> f64 {
    let held = held_by(view, seat);
    let is_missing = |resource: &Resource| plan.missing.count(*resource) > 0;
    let useful: f64 = Resource::ALL.into_iter().filter(is_missing).map(|it| held[it.index()]).sum();
    useful / f64::from(view.players()[seat.index()].hand_size().max(1))
}

/// The cards that a hex gives to a player in 36 rolls.
fn loss(view: &View, hex: Hex, seat: Seat) -> u32 {
    let player = &view.players()[seat.index()];
    let corners = ISLAND.hex_corners[hex.index()];
    let settlements = player.settlements().filter(|node| corners & node.bit() != 0).count();
    let cities = player.cities().filter(|node| corners & node.bit() != 0).count();
    let odds = view.board().number(hex).map_or(0, |number| 6 - u32::from(number.abs_diff(7)));
    (settlements + 2 * cities) as u32 * odds
}

/// Robs the player who holds the largest share of what is missing, and between equals the one with
/// more points; of its hexes, where the robber does not stand in the own way if that can be, the one
/// that it loses most by. The paper says whom, and that it is on one of that player's hexes.
pub(super) fn move_robber(view: &View, plan: &Plan, menu: &[Action]) -> Action {
    let places = || {
        menu.iter().filter_map(|action| match action {
            Action::Robber(hex, victim) => Some((*hex, *victim)),
            _ => None,
        })
    };
    let rank = |seat: Seat| {
        let has_cards = view.players()[seat.index()].hand_size() > 0;
        (useful_share(view, plan, seat), has_cards, view.visible_points(seat))
    };
    let victims = (0..view.players().len()).map(Seat::new);
    let victim = victims
        .filter(|seat| places().any(|(_, victim)| victim == Some(*seat)))
        .map(|seat| (rank(seat), seat))
        .max_by(|(one, _), (next, _)| {
            one.0.total_cmp(&next.0).then((one.1, one.2).cmp(&(next.1, next.2)))
        })
        .map(|(_, seat)| seat);
    let worth = |hex: Hex| {
        let gain = victim.map_or(0, |seat| loss(view, hex, seat));
        (std::cmp::Reverse(loss(view, hex, view.seat())), gain)
    };
    let best = places().filter(|place| place.1 == victim).max_by_key(|place| worth(place.0));
    best.map_or(menu[0], |(hex, victim)| Action::Robber(hex, victim))
}

/// Lays one card aside: of those that the goal does not need the least valuable one, and of the
/// others when there are none. The paper does not say what a seven does.
pub(super) fn discard(view: &View, plan: &Plan) -> Action {
    let rest = beyond(view.hand(), view.laid_aside());
    let spare = beyond(rest, plan.needed);
    let from = if spare.is_empty() { rest } else { spare };
    let held = Resource::ALL.into_iter().filter(|resource| from.count(*resource) > 0);
    let least = held.min_by_key(|resource| resource_value(*resource));
    Action::Discard(least.map_or(Hand::EMPTY, Hand::one))
}
