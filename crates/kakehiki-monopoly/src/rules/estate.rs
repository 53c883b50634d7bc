//! Building, selling and mortgaging.

use kakehiki_core::{Illegal, Seat};

use super::{
    action::Action,
    options::MortgageRule,
    rules::Monopoly,
    square::{Colour, DeedSet, Square},
    state::{HOTEL, MAX_PLAYERS, Spree, State},
};

/// Why something may not be done, in words.
pub(crate) type Obstacle = Option<&'static str>;

pub(crate) fn refuse(obstacle: Obstacle) -> Result<(), Illegal> {
    obstacle.map_or(Ok(()), |words| Err(Illegal(words.to_owned())))
}

/// The lowest and the highest level of a colour.
#[inline]
pub(crate) fn levels(state: &State, colour: Colour) -> (u8, u8) {
    colour
        .streets()
        .iter()
        .map(|square| state.level(square))
        .fold((HOTEL, 0), |(low, high), level| (low.min(level), high.max(level)))
}

impl Monopoly {
    /// What stands in the way of a building, the price aside.
    #[inline]
    pub(crate) fn placing_obstacle(&self, state: &State, seat: Seat, square: Square) -> Obstacle {
        let options = &self.options;
        let Some(colour) = square.colour().filter(|colour| state.has_set(seat, *colour)) else {
            return Some("only a street of a complete set is built on");
        };
        let level = state.level(square);
        if level >= HOTEL && !options.hotel_sink {
            return Some("a hotel stands there already");
        }
        if options.build_unmortgaged && !colour.streets().and(state.mortgaged).is_empty() {
            return Some("a street of the set is mortgaged");
        }
        if options.even_building && level > levels(state, colour).0 {
            return Some("buildings are spread evenly: another street of the set comes first");
        }
        if level < HOTEL - 1 && state.houses <= 0 {
            return Some("the bank has no house left");
        }
        if level >= HOTEL - 1 && state.hotels <= 0 {
            return Some("the bank has no hotel left");
        }
        None
    }

    #[inline]
    pub(crate) fn building_obstacle(&self, state: &State, seat: Seat, square: Square) -> Obstacle {
        if state.cash(seat) < square.house_price() {
            return Some("the cash does not suffice for a building");
        }
        self.placing_obstacle(state, seat, square)
    }

    /// Puts one more building on a street. On top of a hotel it comes to nothing.
    #[inline]
    pub(crate) fn place(state: &mut State, seat: Seat, square: Square) {
        let level = &mut state.level[square.index()];
        if *level < HOTEL - 1 {
            *level += 1;
            state.houses -= 1;
        } else if *level == HOTEL - 1 {
            *level = HOTEL;
            state.houses += HOTEL as i8 - 1;
            state.hotels -= 1;
        }
        if seat == state.mover()
            && let Some(colour) = square.colour()
        {
            let colour = colour as u8;
            let count = if state.spree.colour == colour { state.spree.count } else { 0 };
            state.spree = Spree { colour, count: count.saturating_add(1) };
        }
    }

    /// Sells a player a building at its price.
    #[inline]
    pub(crate) fn buy_building(state: &mut State, seat: Seat, square: Square) {
        state.cash[seat.index() % MAX_PLAYERS] -= square.house_price();
        Self::place(state, seat, square);
    }

    /// Whether buying a building may lead to an auction.
    #[inline]
    pub(crate) fn auctions_buildings(&self) -> bool {
        self.options.building_auctions
    }

    pub(crate) fn selling_obstacle(&self, state: &State, seat: Seat, square: Square) -> Obstacle {
        let Some(colour) = square.colour().filter(|_| state.owner(square) == Some(seat)) else {
            return Some("only a player's own buildings are sold");
        };
        let level = state.level(square);
        if level == 0 {
            return Some("nothing is built there");
        }
        if self.options.even_building && level < levels(state, colour).1 {
            return Some("buildings are spread evenly: another street of the set comes first");
        }
        if level == HOTEL && self.options.hotel_break && state.houses < HOTEL as i8 - 1 {
            return Some("the bank lacks the houses to break a hotel: sell the set down further");
        }
        None
    }

    pub(crate) fn sell(state: &mut State, seat: Seat, square: Square) {
        let level = &mut state.level[square.index()];
        if *level == HOTEL {
            state.houses -= HOTEL as i8 - 1;
            state.hotels += 1;
        } else {
            state.houses += i8::from(*level > 0);
        }
        *level = level.saturating_sub(1);
        state.cash[seat.index() % MAX_PLAYERS] += square.house_price() / 2;
    }

    /// Selling a set with hotels down at once is for when the bank lacks the houses to do it one by
    /// one.
    pub(crate) fn sell_down_obstacle(
        &self,
        state: &State,
        seat: Seat,
        colour: Colour,
        houses: u8,
    ) -> Obstacle {
        if !state.has_set(seat, colour) || !self.options.hotel_break {
            return Some("only an own set is sold down, where breaking a hotel needs houses");
        }
        let (low, high) = levels(state, colour);
        if high < HOTEL || houses > low.min(HOTEL - 1) {
            return Some("only a set with a hotel is sold down, and to fewer buildings");
        }
        let standing = colour.streets().iter().map(|square| state.level(square));
        let standing: u8 = standing.filter(|level| *level < HOTEL).sum();
        let needed = i32::from(houses) * colour.streets().len() as i32;
        if needed > i32::from(state.houses) + i32::from(standing) {
            return Some("the bank lacks the houses");
        }
        None
    }

    pub(crate) fn sell_down(state: &mut State, seat: Seat, colour: Colour, houses: u8) {
        for square in colour.streets().iter() {
            let level = &mut state.level[square.index()];
            let sold = i32::from(*level) - i32::from(houses);
            if *level >= HOTEL {
                state.hotels += 1;
            } else {
                state.houses += *level as i8;
            }
            *level = houses;
            state.houses -= houses as i8;
            state.cash[seat.index() % MAX_PLAYERS] += sold * colour.house_price() / 2;
        }
    }

    #[inline]
    pub(crate) fn mortgaging_obstacle(
        &self,
        state: &State,
        seat: Seat,
        square: Square,
    ) -> Obstacle {
        if state.owner(square) != Some(seat) || state.mortgaged.contains(square) {
            return Some("only an own deed without a mortgage is mortgaged");
        }
        let is_built_on = match (self.options.mortgage, square.colour()) {
            (MortgageRule::BareSet, Some(colour)) => state.is_built_on(colour),
            _ => state.level(square) > 0,
        };
        is_built_on.then_some("buildings have to be sold before the mortgage")
    }

    #[inline]
    pub(crate) fn mortgage(state: &mut State, seat: Seat, square: Square) {
        state.mortgaged = state.mortgaged.with(square);
        state.cash[seat.index() % MAX_PLAYERS] += square.mortgage();
    }

    /// What lifting a mortgage costs, rounded half up.
    #[inline]
    pub(crate) fn lift_cost(&self, square: Square) -> i32 {
        (square.price() * self.options.lift_rate + 50) / 100
    }

    pub(crate) fn lifting_obstacle(&self, state: &State, seat: Seat, square: Square) -> Obstacle {
        if state.owner(square) != Some(seat) || !state.mortgaged.contains(square) {
            return Some("only an own mortgage is lifted");
        }
        (state.cash(seat) < self.lift_cost(square)).then_some("the cash does not suffice")
    }

    #[inline]
    pub(crate) fn lift(&self, state: &mut State, seat: Seat, square: Square) {
        state.mortgaged = state.mortgaged.without(DeedSet::only(square));
        state.cash[seat.index() % MAX_PLAYERS] -= self.lift_cost(square);
    }

    /// The interest that a new owner of a mortgaged deed pays, rounded half up. The browser game,
    /// which asks for it after a bankruptcy only, takes a tenth of the price instead.
    pub(crate) fn interest(&self, square: Square) -> i32 {
        let base = if self.options.transfer_fee { square.mortgage() } else { square.price() };
        (base + 5) / 10
    }

    /// What a new owner pays to be rid of the mortgage at once.
    pub(crate) fn inherited_lift_cost(&self, square: Square) -> i32 {
        self.interest(square) + square.mortgage()
    }

    /// Every building, sale, mortgage and lift that a player may make.
    pub(crate) fn estate_menu(&self, state: &State, seat: Seat, menu: &mut Vec<Action>) {
        for colour in Colour::ALL.into_iter().filter(|colour| state.has_set(seat, *colour)) {
            let can_build =
                |square: &Square| self.building_obstacle(state, seat, *square).is_none();
            menu.extend(colour.streets().iter().filter(can_build).map(Action::Build));
        }
        self.raising_menu(state, seat, menu);
        let mortgaged = state.deeds(seat).and(state.mortgaged);
        let can_lift = |square: &Square| self.lifting_obstacle(state, seat, *square).is_none();
        menu.extend(mortgaged.iter().filter(can_lift).map(Action::Lift));
    }

    /// Every sale and mortgage that a player may make.
    pub(crate) fn raising_menu(&self, state: &State, seat: Seat, menu: &mut Vec<Action>) {
        for square in state.deeds(seat).iter() {
            if state.level(square) > 0 && self.selling_obstacle(state, seat, square).is_none() {
                menu.push(Action::Sell(square));
            }
        }
        for colour in Colour::ALL.into_iter().filter(|colour| state.has_set(seat, *colour)) {
            let can = |houses: &u8| self.sell_down_obstacle(state, seat, colour, *houses).is_none();
            menu.extend((0..HOTEL).filter(can).map(|houses| Action::SellDown(colour, houses)));
        }
        for square in state.deeds(seat).iter() {
            if self.mortgaging_obstacle(state, seat, square).is_none() {
                menu.push(Action::Mortgage(square));
            }
        }
    }
}
