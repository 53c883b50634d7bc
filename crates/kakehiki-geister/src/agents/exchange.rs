//! The exchange of NEGOGeister as a deal that the negotiation engine can weigh.

use std::fmt;

use kakehiki_bargain::{Answer, Bargaining, DealNature, Dealing, Occasion};
use kakehiki_core::{Observed, Seat};

use crate::rules::{Action, Exchange, Geister, Stage, State, View};

/// Who sees which ghost of the other; the second one is open until it is named.
impl fmt::Display for Exchange {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mover, asked, named } = self;
        write!(formatter, "{mover} sees {asked}")?;
        match named {
            Some(named) => write!(formatter, ", {} sees {named}", mover.next(2)),
            None => Ok(()),
        }
    }
}

/// One asks in a step of its own, once at most, so that no other choice is also a proposal and
/// nothing has to be remembered.
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
            Stage::SetUp | Stage::Request | Stage::Negotiation(_) | Stage::Speak | Stage::Move => {}
        }
    }

    fn occasion(&self, view: &View) -> Occasion<Exchange> {
        match view.stage() {
            Stage::Request => {
                let mut deals = Vec::new();
                self.deals(view, &mut deals);
                let asks_for_same = |one: &Exchange, other: &Exchange| one.asked == other.asked;
                let requests = deals.chunk_by(asks_for_same).map(<[Exchange]>::to_vec);
                Occasion::Request(requests.collect())
            }
            Stage::Negotiation(session) if session.may_counter() => Occasion::Complete,
            Stage::Negotiation(session) => match session.on_table() {
                Some(offered) => Occasion::Answer { offered, is_payable: true },
                None => Occasion::None,
            },
            Stage::SetUp | Stage::Speak | Stage::Move => Occasion::None,
        }
    }

    fn act(&self, view: &View, dealing: &Dealing<Exchange>) -> Action {
        let is_completed =
            matches!(view.stage(), Stage::Negotiation(session) if !session.may_counter());
        match dealing {
            Dealing::Request(deal) => Action::Request(deal.asked),
            Dealing::Answer(Answer::Accept) => Action::Agree,
            Dealing::Answer(Answer::Counter(Exchange { named: Some(named), .. })) => {
                Action::Name(*named)
            }
            Dealing::Answer(_) if is_completed => Action::BreakOff,
            Dealing::Answer(_) => Action::Refuse,
            // Nobody proposes a whole exchange or chooses among answers here.
            Dealing::Pass | Dealing::Propose(..) | Dealing::Take(_) | Dealing::Withdraw => {
                Action::Pass
            }
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

    /// Nothing is remembered that the position does not show.
    fn imagine_view(&self, world: &State, seat: Seat) -> View {
        self.view(world, &(), seat)
    }
}
