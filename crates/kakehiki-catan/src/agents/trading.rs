//! Trade between players as deals that the negotiation engine can weigh.

use std::sync::LazyLock;

use kakehiki_bargain::{Bargaining, DealNature};
use kakehiki_core::Seat;
use strum::{Display, EnumString, VariantNames};

use crate::rules::{Catan, Hand, Resource, Stage, State, Terms, View, trade};

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
                deals.retain(|deal| view.deal().is_some_and(|offer| offer.terms != deal.terms));
            }
            _ => {}
        }
    }

    fn partner(&self, deal: &Trade, seat: Seat) -> Seat {
        if seat == deal.proposer { deal.partner } else { deal.proposer }
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
}
