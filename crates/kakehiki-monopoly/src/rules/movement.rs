//! Throws, moves, landings and cards.

use kakehiki_core::Seat;

use super::{
    card::{Card, Effect},
    options::{Auctions, Credit, UtilityCard},
    rules::Monopoly,
    square::{JAIL, Kind, Pile, SQUARES, Square},
    state::{BAIL, HOTEL, LAST_JAIL_THROW, MAX_PLAYERS, NOBODY, SALARY, Stage, State},
};

/// Doubles in a row that lead to jail.
const JAIL_DOUBLES: u8 = 3;

/// How a player came to a square, which decides what it owes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visit {
    Throw,
    Card,
    /// By the card to the next railroad: double rent.
    RailroadCard,
    /// By the card to the next utility: ten times a throw.
    UtilityCard,
}

impl Monopoly {
    /// Moves the player on turn by a throw.
    #[inline]
    pub(crate) fn take_throw(&self, state: &mut State, first: u8, second: u8) {
        state.dice = [first, second];
        state.is_moved_by_card = false;
        let mover = usize::from(state.mover) % MAX_PLAYERS;
        let is_double = first == second;
        if state.jail[mover] > 0 {
            state.has_thrown = true;
            if !is_double {
                state.jail[mover] += 1;
                if state.jail[mover] <= LAST_JAIL_THROW {
                    return self.proceed(state);
                }
            }
            state.jail[mover] = 0;
            state.position[mover] = JAIL;
            if !is_double {
                self.charge(state, state.mover(), BAIL, None);
                if state.cash[mover] < 0 && self.options.credit == Credit::WhenPaid {
                    state.steps_due = first + second;
                    return self.proceed(state);
                }
            }
        } else if is_double {
            state.doubles += 1;
            if state.doubles >= JAIL_DOUBLES {
                state.imprison();
                return self.proceed(state);
            }
            state.has_thrown = false;
        } else {
            state.doubles = 0;
            state.has_thrown = true;
        }
        self.advance(state, first + second);
    }

    /// Moves the player on turn forward and lets it land.
    #[inline]
    pub(crate) fn advance(&self, state: &mut State, steps: u8) {
        Self::walk(state, steps);
        self.land(state, Visit::Throw);
    }

    #[inline]
    fn walk(state: &mut State, steps: u8) {
        let mover = usize::from(state.mover) % MAX_PLAYERS;
        let (square, is_paid) = state.position[mover].forward(steps);
        state.position[mover] = square;
        if is_paid {
            state.cash[mover] += SALARY;
        }
    }

    /// Does what the square asks for.
    #[inline]
    fn land(&self, state: &mut State, visit: Visit) {
        let mover = state.mover();
        let square = state.position(mover);
        match square.kind() {
            Kind::Street(_) | Kind::Railroad | Kind::Utility => {
                let owner = state.owner[square.index()];
                if owner >= NOBODY {
                    if self.options.auctions == Auctions::TurnEnd {
                        state.lots = state.lots.with(square);
                    }
                    state.stage = Stage::Buy;
                    return;
                }
                if owner != state.mover {
                    if self.is_thrown_for(state, square, visit) {
                        state.stage = Stage::UtilityDice;
                        return;
                    }
                    let rent = Self::rent_due(state, square, visit);
                    self.charge(state, mover, rent, Some(Seat::new(usize::from(owner))));
                }
            }
            Kind::Cards(pile) => {
                if visit == Visit::Throw || self.options.card_follow_up {
                    state.stage = Stage::Draw(pile);
                    return;
                }
            }
            Kind::Tax(amount) => self.charge(state, mover, i32::from(amount), None),
            Kind::GoToJail => state.imprison(),
            Kind::Rest => {}
        }
        self.proceed(state);
    }

    /// Whether the dice are thrown to find the rent.
    fn is_thrown_for(&self, state: &State, square: Square, visit: Visit) -> bool {
        visit == Visit::UtilityCard
            && self.options.utility_card == UtilityCard::Fresh
            && !state.mortgaged.contains(square)
    }

    #[inline]
    fn rent_due(state: &State, square: Square, visit: Visit) -> i32 {
        let total = state.dice[0] + state.dice[1];
        match visit {
            Visit::Throw | Visit::Card => state.rent(square, total),
            Visit::RailroadCard => 2 * state.rent(square, total),
            Visit::UtilityCard if state.mortgaged.contains(square) => 0,
            Visit::UtilityCard => 10 * i32::from(total),
        }
    }

    /// Lets the player on turn pay for the utility that a card sent it to.
    pub(crate) fn pay_utility(&self, state: &mut State, first: u8, second: u8) {
        let mover = state.mover();
        let owner = state.owner(state.position(mover));
        self.charge(state, mover, 10 * i32::from(first + second), owner);
        self.proceed(state);
    }

    /// Draws a card for the player on turn and does what it says.
    #[inline]
    pub(crate) fn take_card(&self, state: &mut State, card: Card) {
        let Card { pile, number } = card;
        state.decks[pile as usize].take(pile, number, self.options.deck_order);
        let mover = state.mover();
        let square = state.position(mover);
        match self.effect(card) {
            Effect::MoveTo(target) => {
                return self.send(state, steps_to(square, target), Visit::Card);
            }
            Effect::NextRailroad => {
                // Railroads stand on every tenth square, beginning with the fifth.
                let steps = 10 - (square.0 + 5) % 10;
                return self.send(state, steps, Visit::RailroadCard);
            }
            Effect::NextUtility => {
                let target = if (12..28).contains(&square.0) { Square(28) } else { Square(12) };
                return self.send(state, steps_to(square, target), Visit::UtilityCard);
            }
            Effect::Back => {
                state.position[mover.index()] = Square(square.0.saturating_sub(3));
                state.is_moved_by_card = true;
                return self.land(state, Visit::Card);
            }
            Effect::Jail => state.imprison(),
            Effect::Keep => {
                let holder = &mut state.jail_card[pile as usize];
                if *holder == NOBODY {
                    *holder = state.mover;
                }
            }
            Effect::Bank(amount) if amount < 0 => {
                self.charge(state, mover, -i32::from(amount), None);
            }
            Effect::Bank(amount) => state.cash[mover.index()] += i32::from(amount),
            Effect::Repairs(house, hotel) => {
                let bill = repair_bill(state, mover, house, hotel);
                self.charge(state, mover, bill, None);
            }
            Effect::PayEach(amount) => self.begin_round(state, amount, false),
            Effect::Birthday(amount) => self.begin_round(state, amount, true),
        }
        self.proceed(state);
    }

    fn send(&self, state: &mut State, steps: u8, visit: Visit) {
        Self::walk(state, steps);
        state.is_moved_by_card = true;
        self.land(state, visit);
    }

    /// Lets the player on turn out of jail before it throws, for money or for a card.
    pub(crate) fn leave_jail(&self, state: &mut State, card: Option<Pile>) {
        let mover = state.mover();
        state.jail[mover.index()] = 0;
        match card {
            Some(pile) => {
                state.jail_card[pile as usize] = NOBODY;
                state.decks[pile as usize].put_back(pile, self.options.deck_order);
            }
            None => state.cash[mover.index()] -= BAIL,
        }
    }
}

const fn steps_to(from: Square, target: Square) -> u8 {
    (target.0 + SQUARES as u8 - from.0) % SQUARES as u8
}

/// What repairs cost a player.
fn repair_bill(state: &State, seat: Seat, house: u8, hotel: u8) -> i32 {
    let bill = |square: Square| match state.level(square) {
        HOTEL => i32::from(hotel),
        houses => i32::from(houses) * i32::from(house),
    };
    state.deeds(seat).iter().map(bill).sum()
}
