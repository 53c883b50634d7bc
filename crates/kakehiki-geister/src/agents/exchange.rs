//! The exchange of NEGOGeister as a deal that the negotiation engine can weigh.

use kakehiki_bargain::{Bargainer, Bargaining, DealNature, Standpoint};
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use crate::rules::{Action, Exchange, Geister, Stage, State, View};

impl Bargaining for Geister {
    type Deal = Exchange;

    fn deals(&self, view: &View, deals: &mut Vec<Exchange>) {
        deals.clear();
        match view.stage() {
            Stage::Request if view.is_mover() => {
                for asked in view.enemy_unshown().iter() {
                    let named = view.own_unshown().iter().map(Some);
                    deals.extend(named.map(|named| Exchange { mover: view.seat(), asked, named }));
                }
            }
            Stage::Negotiation(session) if session.may_counter() => {
                let Some(asked) = session.on_table() else { return };
                let candidates =
                    if view.is_mover() { view.own_unshown() } else { view.enemy_unshown() };
                deals.extend(
                    candidates.iter().map(|named| Exchange { named: Some(named), ..asked }),
                );
            }
            Stage::SetUp | Stage::Request | Stage::Negotiation(_) | Stage::Move => {}
        }
    }

    fn partner(&self, _deal: &Exchange, seat: Seat) -> Seat {
        seat.next(2)
    }

    fn nature(&self, _deal: &Exchange) -> DealNature {
        DealNature::Knowledge
    }

    fn carry_out(&self, world: &mut State, deal: &Exchange) {
        world.show(*deal);
    }

    fn is_negotiating(&self, world: &State) -> bool {
        matches!(world.stage(), Stage::Request | Stage::Negotiation(_))
    }

    fn break_off(&self, world: &mut State) {
        world.leave_negotiation();
    }
}

/// Makes the choice of the negotiation step that `view` waits for.
pub(super) fn negotiate(
    bargainer: &mut dyn Bargainer<Geister>,
    game: &Geister,
    view: &View,
    menu: &[Action],
    rng: &mut GameRng,
) -> Action {
    let at = Standpoint { game, view, seat: view.seat() };
    let mut deals = Vec::new();
    game.deals(view, &mut deals);
    match view.stage() {
        Stage::Negotiation(session) if session.may_counter() => {
            match bargainer.complete(&at, &deals, rng) {
                Some(Exchange { named: Some(named), .. }) => Action::Name(named),
                _ => Action::Refuse,
            }
        }
        Stage::Negotiation(session) => match session.on_table() {
            Some(deal) if bargainer.accepts(&at, &deal, rng) => Action::Agree,
            _ => Action::BreakOff,
        },
        Stage::SetUp | Stage::Request | Stage::Move => {
            let asks_for_same = |one: &Exchange, other: &Exchange| one.asked == other.asked;
            let requests: Vec<Vec<Exchange>> =
                deals.chunk_by(asks_for_same).map(<[Exchange]>::to_vec).collect();
            match bargainer.request(&at, &requests, rng) {
                Some(place) => Action::Request(requests[place][0].asked),
                None if menu.contains(&Action::Pass) => Action::Pass,
                // Somebody must be asked for, although nothing will come of it.
                None => menu[rng.random_range(0..menu.len())],
            }
        }
    }
}
