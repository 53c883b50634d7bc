//! Agents put together from one who moves and one who trades.

use kakehiki_bargain::{Answer, Bargainer, Bargaining, Baseline, Negotiator, Standpoint};
use kakehiki_core::{Agent, Candidate, Explanation, GameRng, Seat};
use rand::RngExt;

use super::{
    bargaining::on_table,
    horizon::Horizon,
    miyapoly::{Leaning, Weighed},
    moyer::{COUNTER_MARGIN, Moyer, list_value},
    value::ByValue,
};
use crate::rules::{Action, Deal, DeedSet, Monopoly, Sight, Stage, View};

/// Chooses uniformly from every menu.
pub(super) struct Random;

impl Agent<Monopoly> for Random {
    fn decide(&mut self, _view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        menu[rng.random_range(0..menu.len())]
    }
}

/// The base player as an agent.
pub(super) struct BasePlayer {
    pub(super) game: Monopoly,
    pub(super) moyer: Moyer,
}

impl Agent<Monopoly> for BasePlayer {
    fn decide(&mut self, view: &View, _menu: &[Action], rng: &mut GameRng) -> Action {
        self.moyer.decide(&self.game, view.state(), rng)
    }
}

/// What a composed agent does beside answering yes or no.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manners {
    /// The most deals that it weighs for a proposal, once a turn; 0 proposes nothing of its own.
    pub(super) candidates: usize,
    /// Whether it names other deals where it does not accept.
    pub(super) counters: bool,
    /// Whether it weighs only deals that a partner who goes by list prices would take or counter.
    pub(super) suits_list_prices: bool,
}

/// Somebody who trades and may tell what it has weighed.
pub(super) trait Merchant: Bargainer<Monopoly> {
    /// What its last decision was about; nothing where it does not think in chances to win.
    fn weighed(&self) -> &[Weighed] {
        &[]
    }
}

impl Merchant for Baseline {}

impl Merchant for Negotiator<ByValue> {}

impl Merchant for Horizon<Negotiator<Leaning>> {
    fn weighed(&self) -> &[Weighed] {
        self.bargainer.estimator.weighed()
    }
}

/// One who moves and one who trades, as one agent.
pub(super) struct Player {
    pub(super) game: Monopoly,
    pub(super) mover: Box<dyn Agent<Monopoly>>,
    pub(super) bargainer: Box<dyn Merchant>,
    pub(super) manners: Manners,
    pub(super) refused: Refused,
    /// Whether the last decision was about deals.
    pub(super) has_weighed: bool,
}

/// The own proposals that came to nothing since deeds last changed hands.
#[derive(Default)]
pub(super) struct Refused {
    deals: Vec<Deal>,
    owned: Vec<DeedSet>,
}

impl Refused {
    fn hear(&mut self, view: &View, sight: &Sight) {
        let owned = Seat::all(view.players()).map(|seat| view.state().deeds(seat));
        if !owned.clone().eq(self.owned.iter().copied()) {
            self.owned = owned.collect();
            self.deals.clear();
        }
        if let Sight::Action(seat, Action::Propose(deal)) = sight
            && *seat == view.seat()
        {
            self.deals.push(*deal);
        }
    }
}

impl Player {
    fn answer(&mut self, view: &View, rng: &mut GameRng) -> Action {
        let Some((deal, _)) = on_table(view.state()) else {
            return Action::Refuse;
        };
        let at = Standpoint { game: &self.game, view, seat: view.seat() };
        let mut deals = Vec::new();
        if self.manners.counters {
            self.game.deals(view, &mut deals);
        }
        if deals.is_empty() {
            let accepts = self.bargainer.accepts(&at, &deal, rng);
            return if accepts { Action::Accept } else { Action::Refuse };
        }
        match self.bargainer.answer(&at, &deal, &deals, rng) {
            Answer::Accept => Action::Accept,
            Answer::Refuse => Action::Refuse,
            Answer::Counter(counter) => Action::Counter(counter),
        }
    }

    /// A deal to propose before the first throw of the own turn.
    fn proposal(&mut self, view: &View, rng: &mut GameRng) -> Option<Deal> {
        let state = view.state();
        let is_time = state.stage() == Stage::Manage && !state.has_moved() && state.offers() == 0;
        if !is_time || self.manners.candidates == 0 {
            return None;
        }
        let mut deals = Vec::new();
        self.game.deals(view, &mut deals);
        deals.retain(|deal| !self.refused.deals.contains(deal));
        if self.manners.suits_list_prices {
            deals.retain(|deal| list_value(state, deal, deal.partner) >= COUNTER_MARGIN);
        }
        deals.truncate(self.manners.candidates);
        self.has_weighed = true;
        let at = Standpoint { game: &self.game, view, seat: view.seat() };
        self.bargainer.propose(&at, &deals, rng)
    }
}

impl Agent<Monopoly> for Player {
    fn sit(&mut self, seat: Seat) {
        self.mover.sit(seat);
        self.refused = Refused::default();
        self.has_weighed = false;
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        self.has_weighed = view.state().stage() == Stage::Answer;
        if self.has_weighed {
            return self.answer(view, rng);
        }
        let action = self.mover.decide(view, menu, rng);
        if action == Action::Roll
            && let Some(deal) = self.proposal(view, rng)
        {
            return Action::Propose(deal);
        }
        action
    }

    fn hear(&mut self, view: &View, sight: &Sight) {
        self.mover.hear(view, sight);
        self.refused.hear(view, sight);
    }

    /// The deals that its last decision was about, and the game without one.
    fn explain(&self, view: &View) -> Option<Explanation> {
        let weighed = self.bargainer.weighed();
        if !self.has_weighed || weighed.is_empty() {
            return self.mover.explain(view);
        }
        let candidate = |weighed: &Weighed| Candidate {
            action: weighed.deal.map_or_else(|| "no deal".to_owned(), |deal| deal.to_string()),
            value: weighed.value,
            samples: u64::from(weighed.playouts),
        };
        let mut candidates: Vec<Candidate> = weighed.iter().map(candidate).collect();
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        Some(Explanation { candidates, beliefs: Vec::new() })
    }
}
