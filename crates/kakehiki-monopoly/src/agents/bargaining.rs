//! The trades of Monopoly as deals that the negotiation engine can list, carry out and weigh.

use kakehiki_bargain::{Bargaining, DealNature, Session};
use kakehiki_core::Seat;

use crate::rules::{Deal, Monopoly, Stage, State, View, counters, deal_obstacle, proposals};

impl Bargaining for Monopoly {
    type Deal = Deal;

    fn deals(&self, view: &View, deals: &mut Vec<Deal>) {
        deals.clear();
        let (state, seat) = (view.state(), view.seat());
        if let Some(session) = state.session().filter(|session| session.may_counter()) {
            if session.to_answer() == Some(seat)
                && let Some(deal) = session.on_table()
            {
                deals.extend(counters(state, deal, seat));
            }
        } else if self.trader(state) == Some(seat) {
            proposals(state, seat, |deal| deals.push(deal));
        }
    }

    fn partner(&self, deal: &Deal, seat: Seat) -> Seat {
        deal.other(seat)
    }

    fn nature(&self, _deal: &Deal) -> DealNature {
        DealNature::Goods
    }

    fn carry_out(&self, world: &mut State, deal: &Deal) {
        if deal_obstacle(world, deal).is_some() {
            return;
        }
        self.exchange(world, deal);
        if matches!(world.stage(), Stage::Manage | Stage::Debt(_) | Stage::Pause(_)) {
            self.proceed(world);
        }
    }

    fn is_negotiating(&self, world: &State) -> bool {
        world.stage() == Stage::Answer
    }

    fn break_off(&self, world: &mut State) {
        self.leave_negotiation(world);
    }
}

/// The deal on the table and who has to answer it.
pub(super) fn on_table(state: &State) -> Option<(Deal, Seat)> {
    let session = state.session()?;
    Some((Session::on_table(session)?, Session::to_answer(session)?))
}
