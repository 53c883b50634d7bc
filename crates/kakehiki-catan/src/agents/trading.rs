//! Trade between players as deals that the negotiation engine can weigh.

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use kakehiki_bargain::{Answer, Bargaining, Considers, DealNature, Dealing, Mark, Occasion};
use kakehiki_core::{LazyView, Observed, Seat, SeatSet};
use strum::{Display, EnumString, VariantNames};

use crate::rules::{
    Action, Catan, Event, Hand, Partners, Resource, Sight, Stage, State, Terms, Trading, View,
    trade,
};

/// The most cards of one side in the deals that are listed.
const MOST_CARDS: u32 = 3;

/// A trade between the player on turn and another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trade {
    /// Whose turn it is.
    pub proposer: Seat,
    /// With whom.
    pub partner: Seat,
    /// What the proposer gives and gets.
    pub terms: Terms,
}

impl Trade {
    /// What a party gives and gets.
    pub fn terms_of(&self, seat: Seat) -> Terms {
        if seat == self.proposer { self.terms } else { self.terms.turned() }
    }
}

/// What the player on turn gives and gets, and with whom.
impl fmt::Display for Trade {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{} {}", self.proposer, self.partner, self.terms)
    }
}

/// Which trades a negotiator considers, by the cards that it gives and gets.
#[derive(Clone, Copy, Debug, Display, EnumString, VariantNames, PartialEq, Eq)]
pub enum Sizes {
    /// One card for one.
    #[strum(serialize = "1:1")]
    OneForOne,
    /// Two cards, of one kind or of two, for one.
    #[strum(serialize = "2:1")]
    TwoForOne,
    /// Up to two cards for up to two.
    #[strum(serialize = "up-to-2:2")]
    UpToTwo,
    /// Up to three cards for up to three.
    #[strum(serialize = "up-to-3:3")]
    UpToThree,
}

impl Sizes {
    /// Whether a trade of these terms is considered by the one who would propose it.
    pub fn admits(self, terms: Terms) -> bool {
        let sizes = (terms.give.total(), terms.get.total());
        match self {
            Self::OneForOne => sizes == (1, 1),
            Self::TwoForOne => sizes == (2, 1),
            Self::UpToTwo => sizes.0 <= 2 && sizes.1 <= 2,
            Self::UpToThree => sizes.0 <= 3 && sizes.1 <= 3,
        }
    }

    /// Strikes out the other trades.
    pub fn considers(self) -> Considers<Catan> {
        Arc::new(move |view, deals| deals.retain(|deal| self.admits(deal.terms_of(view.seat()))))
    }
}

/// All sets of one to three cards.
static SETS: LazyLock<Vec<Hand>> = LazyLock::new(|| {
    let mut sets = vec![Hand::EMPTY];
    for resource in Resource::ALL {
        for index in 0..sets.len() {
            let mut set = sets[index];
            for _ in set.total()..MOST_CARDS {
                set = set.plus(Hand::one(resource));
                sets.push(set);
            }
        }
    }
    sets.retain(|set| !set.is_empty());
    sets.sort_by_key(|set| set.total());
    sets
});

/// Whether a player may hold these cards, for all that the viewer knows.
fn may_hold(view: &View, seat: Seat, cards: Hand) -> bool {
    match view.players()[seat.index()].hand() {
        Some(hand) => hand.contains(cards),
        None => view.knowledge().is_none_or(|knowledge| knowledge.chance_of(seat, cards) > 0.0),
    }
}

/// Adds all trades of up to three cards for up to three that `view` allows between the player on
/// turn and another, of whom one is the viewer.
fn list(view: &View, proposer: Seat, partner: Seat, deals: &mut Vec<Trade>) {
    let held = |seat: Seat| -> Vec<Hand> {
        SETS.iter().copied().filter(|set| may_hold(view, seat, *set)).collect()
    };
    let (gives, gets) = (held(proposer), held(partner));
    for give in gives {
        let trades = gets.iter().map(|get| Terms { give, get: *get }).filter(|it| it.is_trade());
        deals.extend(trades.map(|terms| Trade { proposer, partner, terms }));
    }
}

/// Deals are all trades of up to three cards of each side that both may be able to pay.
impl Bargaining for Catan {
    type Deal = Trade;

    fn deals(&self, view: &View, deals: &mut Vec<Trade>) {
        deals.clear();
        let (seat, mover) = (view.seat(), view.mover());
        match view.stage() {
            Stage::Act if seat == mover && view.may_offer(self) => {
                for partner in Seat::all(view.players().len()).filter(|other| *other != seat) {
                    list(view, seat, partner, deals);
                }
            }
            Stage::Answer(asked) if asked == seat && self.options.counters => {
                list(view, mover, seat, deals);
                deals.retain(|deal| view.offer().is_some_and(|offer| offer.terms != deal.terms));
            }
            _ => {}
        }
    }

    fn occasion(&self, view: &View) -> Occasion<Trade> {
        let (seat, mover) = (view.seat(), view.mover());
        let Some(offer) = view.offer() else {
            return if view.stage() == Stage::Act { Occasion::Propose } else { Occasion::None };
        };
        let trade = |partner, terms| Trade { proposer: mover, partner, terms };
        match view.stage() {
            Stage::Answer(_) => Occasion::Answer {
                offered: trade(seat, offer.terms),
                is_payable: view.hand().contains(offer.terms.get),
            },
            Stage::Choose => {
                let countered = Seat::all(view.players().len()).filter_map(|partner| {
                    let terms = trade::agreed_terms(offer, partner)?;
                    view.hand().contains(terms.give).then(|| trade(partner, terms))
                });
                Occasion::Choose {
                    accepted: offer.accepted.iter().map(|it| trade(it, offer.terms)).collect(),
                    countered: countered.collect(),
                }
            }
            _ => Occasion::None,
        }
    }

    fn act(&self, _view: &View, dealing: &Dealing<Trade>) -> Action {
        match dealing {
            Dealing::Propose(deal, partners) => Action::Offer(deal.terms, partners_of(*partners)),
            Dealing::Answer(Answer::Accept) => Action::Accept,
            Dealing::Answer(Answer::Counter(deal)) => Action::Counter(deal.terms.turned()),
            Dealing::Answer(Answer::Refuse) => Action::Refuse,
            Dealing::Take(deal) => Action::Confirm(deal.partner),
            // Nothing is asked for by halves here.
            Dealing::Withdraw | Dealing::Request(_) | Dealing::Pass => Action::Withdraw,
        }
    }

    fn is_proposal(&self, action: &Action) -> bool {
        matches!(action, Action::Offer(..))
    }

    fn proposals_made(&self, view: &View) -> usize {
        view.offers_made()
    }

    /// What was refused may be offered again in another turn.
    fn stakes(&self, view: &View) -> u64 {
        u64::from(view.turns())
    }

    /// Trades come before everything else that is done once the dice have fallen.
    fn mark(&self, seat: Seat, view: &LazyView<'_, Self>, sight: &Sight) -> Option<Mark<Trade>> {
        match &sight.event {
            Event::Traded { seat: mover, .. } if *mover == seat => Some(Mark::Struck),
            Event::Acted { seat: actor, action, .. } if *actor == seat => match *action {
                Action::Offer(terms, partners) => {
                    let trade = |partner| Trade { proposer: seat, partner, terms };
                    Some(Mark::Proposed(partners.iter().map(trade).collect()))
                }
                Action::Road(_)
                | Action::Settlement(_)
                | Action::City(_)
                | Action::Buy
                | Action::Knight
                | Action::RoadBuilding
                | Action::YearOfPlenty(_)
                | Action::Bank(..) => view.has_rolled().then_some(Mark::Acted),
                _ => None,
            },
            Event::Acted { seat: proposer, action: Action::Offer(terms, partners), .. }
                if partners.contains(seat) =>
            {
                let trade = Trade { proposer: *proposer, partner: seat, terms: *terms };
                Some(Mark::Offered(trade))
            }
            Event::Monopolised { seat: taker, .. } if *taker == seat => {
                view.has_rolled().then_some(Mark::Acted)
            }
            _ => None,
        }
    }

    fn partner(&self, deal: &Trade, seat: Seat) -> Seat {
        if seat == deal.proposer { deal.partner } else { deal.proposer }
    }

    fn with_partner(&self, deal: &Trade, seat: Seat, partner: Seat) -> Option<Trade> {
        let is_possible = self.options.trading == Trading::Many && deal.proposer == seat;
        is_possible.then_some(Trade { partner, ..*deal })
    }

    fn nature(&self, _deal: &Trade) -> DealNature {
        DealNature::Goods
    }

    fn carry_out(&self, world: &mut State, deal: &Trade) {
        trade::carry_out(world, deal.proposer, deal.partner, deal.terms);
    }

    fn is_negotiating(&self, world: &State) -> bool {
        matches!(world.stage(), Stage::Answer(_) | Stage::Choose)
    }

    fn break_off(&self, world: &mut State) {
        trade::choose(world, None);
    }

    fn imagine_view(&self, world: &State, seat: Seat) -> View {
        self.view(world, &self.imagine_memory(world, seat), seat)
    }
}

fn partners_of(seats: SeatSet) -> Partners {
    seats.iter().fold(Partners::NONE, Partners::with)
}
