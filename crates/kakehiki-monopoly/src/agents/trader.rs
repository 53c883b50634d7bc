//! A player with common sense: it completes sets, denies them to others and keeps some cash.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{GameRng, Seat};

use super::{moyer::CARD_ORDER, value::gain};
use crate::rules::{
    Action, Colour, DeedSet, HOTEL, Monopoly, Square, Stage, State, completes, levels,
};

/// The cash it keeps when nothing on the board is dangerous.
const RESERVE: i32 = 100;
/// The most that it keeps for fear of rents.
const HIGHEST_RESERVE: i32 = 400;
/// Unowned deeds as long as which it pays to get out of jail.
const GROWING_MARKET: usize = 6;
/// How much it raises at an auction.
const RAISE: i32 = 10;

/// Plays by what deeds and buildings are worth. Trades are left to a bargainer.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValuePlayer {
    pub(super) game: Monopoly,
}

impl Mover<Monopoly> for ValuePlayer {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Monopoly>,
        _menu: &[Action],
        _rng: &mut GameRng,
    ) -> Action {
        let (state, seat) = (at.view.state(), at.seat);
        match state.stage() {
            Stage::Manage => self.manage(state, seat),
            Stage::Buy => self.consider(state, seat),
            Stage::Debt(_) => self.raise(state, seat).unwrap_or(Action::Bankrupt),
            Stage::Auction => bid(state, seat),
            Stage::Inherit(_) => Action::Keep,
            Stage::Place(_) => self.place(state, seat),
            Stage::Answer => Action::Refuse,
            _ => self.build(state, seat).unwrap_or(Action::Pass),
        }
    }
}

impl ValuePlayer {
    fn manage(&self, state: &State, seat: Seat) -> Action {
        let improvement = Self::leave_jail(state, seat);
        let improvement = improvement.or_else(|| self.build(state, seat));
        let improvement = improvement.or_else(|| self.lift(state, seat));
        improvement.unwrap_or(if state.has_thrown() { Action::End } else { Action::Roll })
    }

    /// While there is much to buy, jail is a bad place; later it is a safe one.
    fn leave_jail(state: &State, seat: Seat) -> Option<Action> {
        let is_waiting = state.is_in_jail(seat) && !state.has_thrown();
        if !is_waiting || state.unowned().len() < GROWING_MARKET {
            return None;
        }
        let held = |pile: &_| state.card_holder(*pile) == Some(seat);
        let card = CARD_ORDER.into_iter().find(held).map(Action::UseCard);
        card.or_else(|| (state.cash(seat) >= 2 * RESERVE).then_some(Action::PayBail))
    }

    /// The building that adds most rent for its price, as long as the reserve stays.
    fn build(&self, state: &State, seat: Seat) -> Option<Action> {
        let cash = state.cash(seat) - reserve(state, seat);
        let sites = Colour::ALL.into_iter().filter(|colour| state.has_set(seat, *colour));
        let sites = sites.filter_map(|colour| {
            let (fewest, _) = levels(state, colour);
            let street =
                colour.streets().iter_back().find(|street| state.level(*street) == fewest)?;
            let can_build = fewest < HOTEL
                && cash >= colour.house_price()
                && self.game.building_obstacle(state, seat, street).is_none();
            can_build.then_some(street)
        });
        let best =
            sites.max_by(|one, other| yield_of(state, *one).total_cmp(&yield_of(state, *other)));
        best.map(Action::Build)
    }

    /// Lifts what belongs to a complete set first.
    fn lift(&self, state: &State, seat: Seat) -> Option<Action> {
        let cash = state.cash(seat) - reserve(state, seat) - RESERVE;
        let mortgaged = state.deeds(seat).and(state.mortgaged());
        let affordable = mortgaged.iter().filter(|square| cash >= self.game.lift_cost(*square));
        let best =
            affordable.max_by_key(|square| (is_in_set(state, seat, *square), square.price()));
        best.map(Action::Lift)
    }

    /// Buys what leaves the reserve, and what completes a set for anybody if it can pay at all.
    fn consider(&self, state: &State, seat: Seat) -> Action {
        let square = state.position(seat);
        let left = state.cash(seat) - square.price();
        let matters = state.living().any(|player| completes(state, player, square));
        let enough = if matters { 0 } else { reserve(state, seat) };
        if left >= enough {
            return Action::Buy;
        }
        if left < 0 && completes(state, seat, square) {
            let needed = -left;
            let spare = self.spare(state, seat);
            if spare.iter().map(Square::mortgage).sum::<i32>() >= needed
                && let Some(square) = spare.iter().min_by_key(|square| square.price())
            {
                return Action::Mortgage(square);
            }
        }
        Action::Decline
    }

    /// The deeds that it can mortgage and that belong to no complete set.
    fn spare(&self, state: &State, seat: Seat) -> DeedSet {
        let deeds = state.deeds(seat).iter();
        let spare = deeds.filter(|square| !is_in_set(state, seat, *square));
        spare
            .filter(|square| self.game.mortgaging_obstacle(state, seat, *square).is_none())
            .collect()
    }

    /// Raises money where it hurts least: single deeds, then buildings, then whole sets.
    fn raise(&self, state: &State, seat: Seat) -> Option<Action> {
        if let Some(square) = self.spare(state, seat).iter().min_by_key(|square| square.price()) {
            return Some(Action::Mortgage(square));
        }
        let deeds = state.deeds(seat);
        let can_sell = |square: &Square| self.game.selling_obstacle(state, seat, *square).is_none();
        if let Some(square) = deeds.iter().find(can_sell) {
            return Some(Action::Sell(square));
        }
        for colour in Colour::ALL {
            let can =
                |houses: &u8| self.game.sell_down_obstacle(state, seat, colour, *houses).is_none();
            if let Some(houses) = (0..HOTEL).rev().find(can) {
                return Some(Action::SellDown(colour, houses));
            }
        }
        let can_mortgage =
            |square: &Square| self.game.mortgaging_obstacle(state, seat, *square).is_none();
        deeds.iter().find(can_mortgage).map(Action::Mortgage)
    }

    fn place(&self, state: &State, seat: Seat) -> Action {
        let can_place =
            |square: &Square| self.game.won_placing_obstacle(state, seat, *square).is_none();
        let places = state.deeds(seat).iter().filter(can_place);
        let best =
            places.max_by(|one, other| yield_of(state, *one).total_cmp(&yield_of(state, *other)));
        best.map_or(Action::End, Action::Build)
    }
}

fn is_in_set(state: &State, seat: Seat, square: Square) -> bool {
    square.colour().is_some_and(|colour| state.has_set(seat, colour))
}

/// What one more building adds to the rent of a street for each unit of its price.
fn yield_of(state: &State, street: Square) -> f64 {
    let mut after = state.clone();
    after.level[street.index()] = (state.level(street) + 1).min(HOTEL);
    f64::from(after.rent(street, 0) - state.rent(street, 0))
        / f64::from(street.house_price().max(1))
}

/// The cash that it keeps: half of the highest rent that others could ask for.
fn reserve(state: &State, seat: Seat) -> i32 {
    let others = DeedSet::ALL.without(state.unowned()).without(state.deeds(seat));
    let highest = others.iter().map(|square| state.rent(square, 7)).max().unwrap_or(0);
    (highest / 2).clamp(RESERVE, HIGHEST_RESERVE)
}

/// Bids up to what the deed adds, or half of what it would add to the worst rival if that is more.
fn bid(state: &State, seat: Seat) -> Action {
    let auction = state.auction();
    let next = auction.bid as i32 + RAISE;
    if auction.is_building {
        return Action::Leave;
    }
    let own = gain(state, seat, auction.square);
    let rivals = state.living().filter(|rival| *rival != seat);
    let rival = rivals.map(|rival| gain(state, rival, auction.square)).fold(0.0, f64::max);
    let limit = own.max(rival / 2.0 + f64::from(auction.square.price()) / 2.0);
    if f64::from(next) <= limit && state.cash(seat) - next >= RESERVE / 2 {
        Action::Bid(next as u32)
    } else {
        Action::Leave
    }
}
