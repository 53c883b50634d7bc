//! The base player: the rule-following opponent of the browser game by Daniel Moyer.
//!
//! It buys whatever leaves it more than 50, builds on every complete set before its throw, lifts
//! mortgages it could pay twice, and answers trades by list prices. It is described, not copied;
//! its defects are part of the description: it goes on paying for buildings where hotels stand,
//! and it never sells a building to pay a debt.

use kakehiki_bargain::{Mover, Session, Standpoint};
use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use crate::rules::{
    Action, Auction, Colour, Deal, DeedSet, GO, HOTEL, Kind, Monopoly, Pile, RAILROADS, Square,
    Stage, State,
};

/// What it keeps beyond a purchase or a bid.
const PURCHASE_RESERVE: i32 = 50;
/// What it keeps beyond the price of a building.
const BUILDING_RESERVE: i32 = 100;
/// What a trade has to bring it by list prices.
const TRADE_MARGIN: i32 = 25;
/// What it may lack for the trade to be answered by a counter-offer.
pub(crate) const COUNTER_MARGIN: i32 = -50;
/// What a jail card counts in a trade.
const JAIL_CARD_VALUE: i32 = 10;
/// The jail cards in the order in which it uses them.
pub(crate) const CARD_ORDER: [Pile; 2] = [Pile::Chest, Pile::Chance];
/// The failed throws in jail after which it uses a card.
const PATIENCE: u8 = 2;

/// The base player. It remembers nothing: all it needs stands in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a habit of its own")]
pub struct Moyer {
    /// Whether it stops building at hotels.
    pub stops_at_hotels: bool,
    /// Whether it sells buildings to pay debts.
    pub sells_buildings: bool,
    /// Whether it proposes its one trade.
    pub proposes: bool,
    /// Whether it takes the counter-offers to its own proposal. The browser game leaves them to
    /// the person at the screen.
    pub takes_counters: bool,
}

impl Moyer {
    /// As the browser game has it.
    pub const FAITHFUL: Self = Self {
        stops_at_hotels: false,
        sells_buildings: false,
        proposes: true,
        takes_counters: false,
    };
    /// Without the two defects.
    pub const REPAIRED: Self =
        Self { stops_at_hotels: true, sells_buildings: true, ..Self::FAITHFUL };

    /// The choice of the player who has to act. Random numbers are drawn for bids alone.
    #[inline]
    pub fn decide(self, game: &Monopoly, state: &State, rng: &mut GameRng) -> Action {
        match state.stage() {
            Stage::Manage => self.manage(game, state),
            Stage::Buy => {
                if Self::buys(state) {
                    Action::Buy
                } else {
                    Action::Decline
                }
            }
            Stage::Debt(seat) => self.pay_debt(game, state, seat),
            Stage::Auction => bid(state, rng),
            Stage::Answer => self.answer(state),
            Stage::Inherit(_) => Action::Keep,
            Stage::Place(seat) => place(game, state, seat),
            Stage::Pause(_) => Action::Pass,
            // Nobody is asked in these.
            Stage::Dice
            | Stage::Draw(_)
            | Stage::UtilityDice
            | Stage::Won(_)
            | Stage::Undecided => Action::End,
        }
    }

    /// Whether it buys the deed of its square.
    #[inline]
    pub(crate) fn buys(state: &State) -> bool {
        let mover = state.mover();
        state.cash(mover) > state.position(mover).price() + PURCHASE_RESERVE
    }

    fn manage(self, game: &Monopoly, state: &State) -> Action {
        if !state.has_moved() {
            return self.prepare(game, state).unwrap_or(Action::Roll);
        }
        match self.proposal(game, state) {
            Some(deal) => Action::Propose(deal),
            None if state.has_thrown() => Action::End,
            None => Action::Roll,
        }
    }

    /// What it does before its first throw: leave jail by a card, build, lift mortgages.
    #[inline]
    pub(crate) fn prepare(self, game: &Monopoly, state: &State) -> Option<Action> {
        let seat = state.mover();
        if state.failed_throws(seat) == Some(PATIENCE) {
            let held = |pile: &_| state.card_holder(*pile) == Some(seat);
            if let Some(pile) = CARD_ORDER.into_iter().find(held) {
                return Some(Action::UseCard(pile));
            }
        }
        if state.has_any_set(seat)
            && let Some(square) = self.next_building(game, state, seat)
        {
            return Some(Action::Build(square));
        }
        Self::next_lift(game, state, seat).map(Action::Lift)
    }

    /// The next mortgage it lifts: the last on the board whose full price it has.
    #[inline]
    pub(crate) fn next_lift(game: &Monopoly, state: &State, seat: Seat) -> Option<Square> {
        let mortgaged = state.deeds(seat).and(state.mortgaged());
        if mortgaged.is_empty() {
            return None;
        }
        let cash = state.cash(seat);
        let liftable = |square: &Square| {
            cash > square.price() && game.lifting_obstacle(state, seat, *square).is_none()
        };
        mortgaged.iter_back().find(liftable)
    }

    /// The next street it builds on. It goes through the colours once a turn, with one building for
    /// each street of a colour, always on the street with the fewest, the last of equals.
    #[inline]
    pub(crate) fn next_building(
        self,
        game: &Monopoly,
        state: &State,
        seat: Seat,
    ) -> Option<Square> {
        let (spree, cash) = (state.spree(), state.cash(seat));
        let first = if spree.count > 0 { usize::from(spree.colour) } else { 0 };
        let mut colours = state.sets(seat) >> first << first;
        while colours != 0 {
            let colour = Colour::ALL[colours.trailing_zeros() as usize];
            colours &= colours - 1;
            if cash <= colour.house_price() + BUILDING_RESERVE {
                // Later colours are not cheaper.
                return None;
            }
            let bought = if colour.index() == first { spree.count } else { 0 };
            if usize::from(bought) >= colour.streets().len() {
                continue;
            }
            let (fewest, street) = emptiest(state, colour);
            let is_done = self.stops_at_hotels && fewest >= HOTEL;
            if !is_done && game.building_obstacle(state, seat, street).is_none() {
                return Some(street);
            }
        }
        None
    }

    /// The one trade it ever proposes, after a landing that ends its throws: its only utility for
    /// the first railroad that another player owns.
    #[inline]
    pub(crate) fn proposal(self, game: &Monopoly, state: &State) -> Option<Deal> {
        let seat = state.mover();
        if !self.proposes || state.has_proposed_by(seat) || !state.has_thrown() {
            return None;
        }
        let utility = state.deeds(seat).and(DeedSet::UTILITIES);
        if utility.len() != 1 {
            return None;
        }
        let is_landing = !state.is_moved_by_card()
            && !state.is_in_jail(seat)
            && !matches!(state.position(seat).kind(), Kind::Cards(_));
        if !is_landing || game.trader(state) != Some(seat) {
            return None;
        }
        let (railroad, owner) = RAILROADS.into_iter().find_map(|railroad| {
            let owner = state.owner(railroad).filter(|owner| *owner != seat)?;
            Some((railroad, owner))
        })?;
        Some(Deal { gives: utility, gets: DeedSet::only(railroad), ..Deal::between(seat, owner) })
    }

    fn pay_debt(self, game: &Monopoly, state: &State, seat: Seat) -> Action {
        if seat == state.mover()
            && let Some(deal) = self.proposal(game, state)
        {
            return Action::Propose(deal);
        }
        let deeds = state.deeds(seat).without(state.mortgaged());
        let can_mortgage =
            |square: &Square| game.mortgaging_obstacle(state, seat, *square).is_none();
        if let Some(square) = deeds.iter_back().find(can_mortgage) {
            return Action::Mortgage(square);
        }
        if self.sells_buildings
            && let Some(sale) = sale(game, state, seat)
        {
            return sale;
        }
        Action::Bankrupt
    }

    fn answer(self, state: &State) -> Action {
        let session = state.session();
        let (Some(deal), Some(seat)) =
            (session.and_then(Session::on_table), session.and_then(Session::to_answer))
        else {
            return Action::Refuse;
        };
        if seat == deal.proposer {
            return if self.takes_counters { Action::Accept } else { Action::Refuse };
        }
        let value = list_value(state, &deal, seat);
        if value > TRADE_MARGIN {
            return Action::Accept;
        }
        let cash = deal.cash + TRADE_MARGIN - value;
        let can_counter = value >= COUNTER_MARGIN
            && state.cash(deal.proposer) > cash
            && session.is_some_and(Session::may_counter)
            && (cash >= 0 || state.cash(seat) >= -cash);
        if can_counter { Action::Counter(Deal { cash, ..deal }) } else { Action::Refuse }
    }
}

impl Mover<Monopoly> for Moyer {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        _menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        Self::decide(*self, at.game, at.view.state(), rng)
    }
}

/// The street of a colour with the fewest buildings, the last of equals, and how many those are.
#[inline]
fn emptiest(state: &State, colour: Colour) -> (u8, Square) {
    let mut best = (u8::MAX, GO);
    for street in colour.streets().iter() {
        let level = state.level(street);
        if level <= best.0 {
            best = (level, street);
        }
    }
    best
}

/// What a deal brings a party by list prices; a mortgaged deed counts half.
pub(crate) fn list_value(state: &State, deal: &Deal, seat: Seat) -> i32 {
    let price = |square: Square| {
        if state.mortgaged().contains(square) { square.price() / 2 } else { square.price() }
    };
    let sum = |deeds: DeedSet| deeds.iter().map(price).sum::<i32>();
    let (got, got_cards, cash) = deal.received_by(seat);
    let (given, given_cards) = deal.given_by(seat);
    let cards = got_cards.len() as i32 - given_cards.len() as i32;
    cash + JAIL_CARD_VALUE * cards + sum(got) - sum(given)
}

/// Raises by 10 to 30, the two ends half as likely as what lies between, up to one and a half times
/// the price.
fn bid(state: &State, rng: &mut GameRng) -> Action {
    let Auction { square, is_building, bid, .. } = *state.auction();
    let Some(seat) = state.auction().speaker().filter(|_| !is_building) else {
        return Action::Leave;
    };
    let cash = state.cash(seat);
    let raise = 10 + rng.random_range(0..40_u32).div_ceil(2);
    let next = bid as i32 + raise as i32;
    let leaves =
        cash < next + PURCHASE_RESERVE || 2 * next > 3 * square.price() || bid as i32 >= cash;
    if leaves { Action::Leave } else { Action::Bid(next as u32) }
}

/// Sells a building of the street with the most, the last of equals.
fn sale(game: &Monopoly, state: &State, seat: Seat) -> Option<Action> {
    let can_sell = |square: &Square| game.selling_obstacle(state, seat, *square).is_none();
    let deeds = state.deeds(seat);
    if let Some(square) = deeds.iter().filter(can_sell).max_by_key(|square| state.level(*square)) {
        return Some(Action::Sell(square));
    }
    Colour::ALL.into_iter().rev().find_map(|colour| {
        let can = |houses: &u8| game.sell_down_obstacle(state, seat, colour, *houses).is_none();
        (0..HOTEL).rev().find(can).map(|houses| Action::SellDown(colour, houses))
    })
}

/// Puts a building that was won where the fewest stand.
fn place(game: &Monopoly, state: &State, seat: Seat) -> Action {
    let can_place = |square: &Square| game.won_placing_obstacle(state, seat, *square).is_none();
    let places = state.deeds(seat).iter_back().filter(can_place);
    let best = places.min_by_key(|square| state.level(*square));
    best.map_or(Action::End, Action::Build)
}
