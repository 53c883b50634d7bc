//! An agent put together from one who moves and one who trades.

use kakehiki_bargain::{Answer, Bargainer, Bargaining, Standpoint};
use kakehiki_core::{Agent, Explanation, GameRng, Seat};

use super::{
    trading::{Sizes, Trade},
    without_offers,
};
use crate::rules::{Action, Catan, Event, Partners, Sight, Stage, Terms, View, trade};

/// One who moves and one who trades, as one agent.
///
/// The trader is asked once the dice have fallen and before anything is built, and again after each
/// of its offers as long as the rules allow one more. It never makes an offer twice in a turn.
pub(super) struct Player {
    game: Catan,
    /// The rules without trade: what comes after a deal is weighed without further ones.
    afterwards: Catan,
    mover: Box<dyn Agent<Catan>>,
    trader: Box<dyn Bargainer<Catan>>,
    /// The trades that the trader considers.
    sizes: Sizes,
    /// Whether something else was done since the dice fell.
    has_acted: bool,
    /// What was offered in this turn, and to whom.
    offered: Vec<(Terms, Partners)>,
}

impl Player {
    pub(super) fn new(
        game: Catan,
        mover: Box<dyn Agent<Catan>>,
        trader: Box<dyn Bargainer<Catan>>,
        sizes: Sizes,
    ) -> Self {
        let afterwards = game.without_trading();
        Self { game, afterwards, mover, trader, sizes, has_acted: false, offered: Vec::new() }
    }

    fn propose(&mut self, view: &View, rng: &mut GameRng) -> Option<Action> {
        if self.has_acted {
            return None;
        }
        let mut deals = Vec::new();
        self.game.deals(view, &mut deals);
        deals.retain(|deal| {
            self.sizes.admits(deal.terms)
                && !self.offered.contains(&(deal.terms, Partners::only(deal.partner)))
        });
        let deal = self.trader.propose(&standpoint(&self.afterwards, view), &deals, rng)?;
        Some(Action::Offer(deal.terms, Partners::only(deal.partner)))
    }

    fn answer(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let Some(offer) = view.deal() else {
            return Action::Refuse;
        };
        let at = standpoint(&self.afterwards, view);
        let offered = Trade { proposer: view.mover(), partner: view.seat(), terms: offer.terms };
        let mut counters = Vec::new();
        self.game.deals(view, &mut counters);
        counters.retain(|deal| self.sizes.admits(deal.terms_of(view.seat())));
        let can_pay = menu.contains(&Action::Accept);
        let answer = match (can_pay, counters.is_empty()) {
            (true, true) if self.trader.accepts(&at, &offered, rng) => Answer::Accept,
            (true, false) => self.trader.answer(&at, &offered, &counters, rng),
            (false, false) => match self.trader.propose(&at, &counters, rng) {
                Some(deal) => Answer::Counter(deal),
                None => Answer::Refuse,
            },
            _ => Answer::Refuse,
        };
        match answer {
            Answer::Accept => Action::Accept,
            Answer::Counter(deal) => Action::Counter(deal.terms.turned()),
            Answer::Refuse => Action::Refuse,
        }
    }

    /// Takes one who accepted, or else the best of the counter-offers if it is good enough.
    fn choose(&mut self, view: &View, rng: &mut GameRng) -> Action {
        let Some(offer) = view.deal() else {
            return Action::Withdraw;
        };
        if let Some(seat) = offer.accepted.iter().next() {
            return Action::Confirm(seat);
        }
        let agreed: Vec<Trade> = Seat::all(view.players().len())
            .filter_map(|partner| {
                let terms = trade::agreed_terms(offer, partner)?;
                let can_pay = view.hand().contains(terms.give);
                can_pay.then_some(Trade { proposer: view.seat(), partner, terms })
            })
            .collect();
        match self.trader.complete(&standpoint(&self.afterwards, view), &agreed, rng) {
            Some(deal) => Action::Confirm(deal.partner),
            None => Action::Withdraw,
        }
    }
}

fn standpoint<'a>(game: &'a Catan, view: &'a View) -> Standpoint<'a, Catan> {
    Standpoint { game, view, seat: view.seat() }
}

impl Agent<Catan> for Player {
    fn sit(&mut self, seat: Seat) {
        self.has_acted = false;
        self.offered.clear();
        self.mover.sit(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        match view.stage() {
            Stage::Answer(_) => return self.answer(view, menu, rng),
            Stage::Choose => return self.choose(view, rng),
            Stage::Act => {
                if let Some(offer) = self.propose(view, rng) {
                    return offer;
                }
            }
            _ => {}
        }
        self.mover.decide(view, &without_offers(menu), rng)
    }

    fn hear(&mut self, view: &View, sight: &Sight) {
        match &sight.event {
            Event::Rolled { .. } => {
                self.has_acted = false;
                self.offered.clear();
            }
            Event::Acted { seat, action, .. } if *seat == view.seat() => match action {
                Action::Offer(terms, partners) => self.offered.push((*terms, *partners)),
                Action::Road(_)
                | Action::Settlement(_)
                | Action::City(_)
                | Action::Buy
                | Action::Knight
                | Action::RoadBuilding
                | Action::YearOfPlenty(_)
                | Action::Bank(..) => self.has_acted = true,
                _ => {}
            },
            Event::Monopolised { seat, .. } if *seat == view.seat() => self.has_acted = true,
            _ => {}
        }
        self.mover.hear(view, sight);
    }

    fn explain(&self, view: &View) -> Option<Explanation> {
        self.mover.explain(view)
    }
}
