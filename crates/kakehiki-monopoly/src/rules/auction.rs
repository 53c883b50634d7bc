//! Auctions of deeds, and of buildings of which the bank has too few.
//!
//! Players speak in turn; each raises the bid or leaves for good. It ends when the word comes back
//! to the holder of the highest bid, or when nobody is left. A player whose cash does not exceed
//! the bid is passed over: bids are paid in cash.

use kakehiki_core::Seat;

use super::{
    action::Action,
    estate::Obstacle,
    options::Auctions,
    rules::Monopoly,
    square::{DeedSet, Square},
    state::{Auction, HOTEL, MAX_PLAYERS, NOBODY, Stage, State, bit, seats_of},
};

/// The raises of the menu.
const RAISES: [u32; 4] = [1, 10, 25, 100];

impl Monopoly {
    /// Opens the auction of the next deed that waits, in the order of the board from where the
    /// player on turn stands. Gives false if none waits.
    pub(crate) fn open_auction(&self, state: &mut State) -> bool {
        state.lots = state.lots.and(state.unowned());
        let position = state.position(state.mover()).0;
        let ahead = state.lots.0 >> position >> 1 << position << 1;
        let lots = if ahead == 0 { state.lots } else { DeedSet(ahead) };
        let Some(square) = lots.iter().next() else {
            return false;
        };
        // The browser game takes it that the player on turn holds a bid of nothing.
        let is_held = self.options.auctions == Auctions::TurnEnd && state.is_alive(state.mover());
        state.auction = Auction {
            square,
            is_building: false,
            bid: 0,
            holder: if is_held { state.mover } else { NOBODY },
            builder: NOBODY,
            bidders: state.living,
            speaker: state.mover,
        };
        state.lots = state.lots.without(DeedSet::only(square));
        state.stage = Stage::Auction;
        self.pass_word(state);
        true
    }

    /// The others who would have to be asked if this player bought a building: those who could buy
    /// one of the same kind, if the bank cannot serve all.
    pub(crate) fn rivals(&self, state: &State, builder: Seat, square: Square) -> u8 {
        if !self.options.building_auctions {
            return 0;
        }
        let wants_hotel = state.level(square) >= HOTEL - 1;
        let stock = if wants_hotel { state.hotels } else { state.houses };
        if i32::from(stock) >= state.living.count_ones() as i32 {
            return 0;
        }
        let price = square.house_price();
        let could_build = |seat: &Seat| {
            state.cash(*seat) > price
                && state.deeds(*seat).iter().any(|own| {
                    (state.level(own) >= HOTEL - 1) == wants_hotel
                        && self.placing_obstacle(state, *seat, own).is_none()
                })
        };
        let others = seats_of(state.living & !bit(builder));
        let rivals = others.filter(could_build).fold(0, |bits, seat| bits | bit(seat));
        if i32::from(stock) > rivals.count_ones() as i32 { 0 } else { rivals }
    }

    /// Opens the auction of a building. The player who wanted to build holds the bid of its price.
    pub(crate) fn contest(&self, state: &mut State, builder: Seat, square: Square, rivals: u8) {
        state.auction = Auction {
            square,
            is_building: true,
            bid: square.house_price() as u32,
            holder: builder.index() as u8,
            builder: builder.index() as u8,
            bidders: rivals | bit(builder),
            speaker: builder.index() as u8,
        };
        state.stage = Stage::Auction;
        self.pass_word(state);
    }

    pub(crate) fn bid_menu(state: &State, menu: &mut Vec<Action>) {
        menu.push(Action::Leave);
        let can_bid = |bid: &u32| Self::bid_obstacle(state, *bid).is_none();
        let bids = RAISES.map(|raise| state.auction.bid.saturating_add(raise));
        menu.extend(bids.into_iter().filter(can_bid).map(Action::Bid));
    }

    pub(crate) fn bid_obstacle(state: &State, bid: u32) -> Obstacle {
        if bid <= state.auction.bid {
            return Some("as much is bid already");
        }
        let cash = seat_cash(state, state.auction.speaker);
        (i64::from(bid) > i64::from(cash)).then_some("the cash does not suffice")
    }

    /// Takes a bid, or lets the speaker leave.
    pub(crate) fn speak(&self, state: &mut State, bid: Option<u32>) {
        let speaker = state.auction.speaker;
        match bid {
            Some(bid) => {
                state.auction.bid = bid;
                state.auction.holder = speaker;
            }
            None => state.auction.bidders &= !(1_u8.wrapping_shl(u32::from(speaker))),
        }
        self.pass_word(state);
    }

    /// Gives the word to the next who can bid, or closes the auction.
    fn pass_word(&self, state: &mut State) {
        for distance in 1..=NOBODY {
            let next = (state.auction.speaker % NOBODY + distance) % NOBODY;
            if next == state.auction.holder {
                break;
            }
            if state.auction.bidders >> next & 1 == 0 {
                continue;
            }
            if i64::from(seat_cash(state, next)) > i64::from(state.auction.bid) {
                state.auction.speaker = next;
                return;
            }
            state.auction.bidders &= !(1 << next);
        }
        self.close(state);
    }

    fn close(&self, state: &mut State) {
        let Auction { square, is_building, bid, builder, .. } = state.auction;
        let holder = state.auction.holder().filter(|_| bid > 0);
        state.auction = Auction::NONE;
        let Some(winner) = holder else {
            return self.proceed(state);
        };
        state.cash[winner.index()] -= bid as i32;
        if !is_building {
            state.hand_over(square, Some(winner));
        } else if winner.index() as u8 == builder {
            Self::place(state, winner, square);
        } else {
            // What the bank has now is kept in the auction so that the winner places that kind.
            state.auction = Auction { square, is_building, builder, ..Auction::NONE };
            state.stage = Stage::Place(winner);
            return;
        }
        self.proceed(state);
    }

    /// What stands in the way of placing a building that was won: it has to be of the kind that was
    /// sold.
    pub(crate) fn won_placing_obstacle(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
    ) -> Obstacle {
        let is_hotel = |square: Square| state.level(square) >= HOTEL - 1;
        if is_hotel(square) != is_hotel(state.auction.square) {
            return Some("a house was sold where a hotel is wanted, or the other way round");
        }
        self.placing_obstacle(state, seat, square)
    }
}

fn seat_cash(state: &State, seat: u8) -> i32 {
    state.cash[usize::from(seat) % MAX_PLAYERS]
}
