//! An agent put together from one who moves and one who trades.

use kakehiki_bargain::{Answer, Bargainer, Bargaining, Standpoint};
use kakehiki_core::{Agent, Explanation, GameRng, Seat};

use super::{
    trading::{Sizes, Trade},
    without_offers,
};
use crate::rules::{Action, Catan, Event, Partners, Sight, Stage, Terms, View, trade};

/// How a trader goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// The trades that it considers.
    pub sizes: Sizes,
    /// The most offers that it makes in a turn.
    pub rounds: usize,
    /// Whether it answers offers by others of its own, where the rules allow that.
    pub counters: bool,
}

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
    manner: Manner,
    /// Whether something else was done since the dice fell.
    has_acted: bool,
    /// How many offers were made in this turn.
    made: usize,
    /// What was offered in this turn, and to whom, and was not taken.
    offered: Vec<(Terms, Partners)>,
}

impl Player {
    pub(super) fn new(
        game: Catan,
        mover: Box<dyn Agent<Catan>>,
        trader: Box<dyn Bargainer<Catan>>,
        manner: Manner,
    ) -> Self {
        let afterwards = game.without_trading();
        Self {
            game,
            afterwards,
            mover,
            trader,
            manner,
            has_acted: false,
            made: 0,
            offered: Vec::new(),
        }
    }

    fn propose(&mut self, view: &View, rng: &mut GameRng) -> Option<Action> {
        if self.has_acted || self.made >= self.manner.rounds {
            return None;
        }
        let mut deals = Vec::new();
        self.game.deals(view, &mut deals);
        deals.retain(|deal| {
            self.manner.sizes.admits(deal.terms)
                && !self.offered.contains(&(deal.terms, Partners::only(deal.partner)))
        });
        let at = standpoint(&self.afterwards, view);
        let refused: Vec<Trade> = self
            .offered
            .iter()
            .map(|(terms, partners)| Trade {
                proposer: view.seat(),
                partner: partners.iter().next().unwrap_or(view.seat()),
                terms: *terms,
            })
            .collect();
        let deal = if refused.is_empty() {
            self.trader.propose(&at, &deals, rng)?
        } else {
            self.trader.propose_again(&at, &deals, &refused, rng)?
        };
        Some(Action::Offer(deal.terms, Partners::only(deal.partner)))
    }

    fn answer(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let Some(offer) = view.deal() else {
            return Action::Refuse;
        };
        let at = standpoint(&self.afterwards, view);
        let offered = Trade { proposer: view.mover(), partner: view.seat(), terms: offer.terms };
        let mut counters = Vec::new();
        if self.manner.counters {
            self.game.deals(view, &mut counters);
        }
        counters.retain(|deal| self.manner.sizes.admits(deal.terms_of(view.seat())));
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
        self.made = 0;
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
                self.made = 0;
                self.offered.clear();
            }
            // What was taken was not refused.
            Event::Traded { seat, .. } if *seat == view.seat() => {
                self.offered.pop();
            }
            Event::Acted { seat, action, .. } if *seat == view.seat() => match action {
                Action::Offer(terms, partners) => {
                    self.made += 1;
                    self.offered.push((*terms, *partners));
                }
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
