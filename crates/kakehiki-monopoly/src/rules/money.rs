//! Payments, debts and bankruptcy.
//!
//! A player who owes more than its cash goes below zero and is in debt until it has raised the rest
//! or gives up. Its creditor gets what was there at once and the rest when it is raised, or all of
//! it at once where the options say so; then the missing part is taken back if the debtor fails.

use kakehiki_core::Seat;

use super::{
    options::Credit,
    rules::Monopoly,
    square::{DeedSet, Pile, Square},
    state::{HOTEL, MAX_PLAYERS, NOBODY, Round, State, bit, seats_of},
};

impl Monopoly {
    /// Lets a player pay, to another player or to the bank.
    #[inline]
    pub(crate) fn charge(
        &self,
        state: &mut State,
        payer: Seat,
        amount: i32,
        creditor: Option<Seat>,
    ) {
        let payer = payer.index() % MAX_PLAYERS;
        let available = state.cash[payer].max(0);
        state.cash[payer] -= amount;
        let paid = match self.options.credit {
            Credit::AtOnce => amount,
            Credit::WhenPaid => amount.min(available),
        };
        if let Some(creditor) = creditor {
            state.cash[creditor.index() % MAX_PLAYERS] += paid;
        }
        if state.cash[payer] < 0 {
            state.creditor[payer] = creditor.map_or(NOBODY, |creditor| creditor.index() as u8);
            state.unpaid[payer] = amount - paid;
        }
    }

    /// Pays the rest of a debt whose debtor has raised enough.
    pub(crate) fn settle(&self, state: &mut State, debtor: Seat) {
        let place = debtor.index() % MAX_PLAYERS;
        if let Some(creditor) = state.creditor(debtor) {
            state.cash[creditor.index()] += state.unpaid[place];
        }
        state.unpaid[place] = 0;
        state.creditor[place] = NOBODY;
        state.debtors &= !bit(debtor);
        if self.options.extra_throw && debtor == state.mover() {
            state.has_thrown = false;
        }
    }

    /// Takes a player out of the game. What it has goes to its creditor, or to the bank, which
    /// auctions the deeds.
    pub(crate) fn go_bankrupt(&self, state: &mut State, debtor: Seat) {
        let place = debtor.index() % MAX_PLAYERS;
        let deeds = state.deeds(debtor);
        for square in deeds.iter() {
            let level = i32::from(state.level(square));
            state.cash[place] += level * square.house_price() / 2;
            Self::clear(state, square);
        }
        state.living &= !bit(debtor);
        let creditor = state.creditor(debtor).filter(|creditor| state.is_alive(*creditor));
        if let Some(creditor) = creditor {
            state.cash[creditor.index()] += state.unpaid[place] + state.cash[place];
            for square in deeds.iter() {
                state.hand_over(square, Some(creditor));
            }
            if state.living.count_ones() > 1 {
                state.inherited = DeedSet(state.inherited.0 | deeds.and(state.mortgaged).0);
            }
        } else {
            for square in deeds.iter() {
                state.hand_over(square, None);
            }
            state.mortgaged = state.mortgaged.without(deeds);
            state.inherited = state.inherited.without(deeds);
            state.lots = DeedSet(state.lots.0 | deeds.0);
        }
        for pile in Pile::ALL {
            if state.card_holder(pile) == Some(debtor) {
                state.jail_card[pile as usize] =
                    creditor.map_or(NOBODY, |creditor| creditor.index() as u8);
                if creditor.is_none() {
                    state.decks[pile as usize].put_back(pile, self.options.deck_order);
                }
            }
        }
        state.cash[place] = 0;
        state.unpaid[place] = 0;
        state.creditor[place] = NOBODY;
        state.debtors &= !bit(debtor);
        state.jail[place] = 0;
        state.round.left &= !bit(debtor);
        if debtor == state.mover() {
            state.round = Round::NONE;
            state.steps_due = 0;
            state.is_ending = true;
        }
    }

    /// Takes the buildings of a street back into the bank.
    fn clear(state: &mut State, square: Square) {
        let level = &mut state.level[square.index()];
        if *level >= HOTEL {
            state.hotels += 1;
        } else {
            state.houses += *level as i8;
        }
        *level = 0;
    }

    /// Lets the player on turn pay each of the others, or be paid by them.
    pub(crate) fn begin_round(&self, state: &mut State, amount: u8, is_received: bool) {
        let mover = state.mover();
        let others = state.living & !bit(mover);
        if is_received && !self.options.birthday_in_full {
            for other in seats_of(others) {
                let gift = state.cash(other).clamp(0, i32::from(amount));
                state.cash[other.index()] -= gift;
                state.cash[mover.index()] += gift;
            }
        } else if !is_received && self.options.credit == Credit::AtOnce {
            let mut creditor = None;
            for other in seats_of(others) {
                state.cash[mover.index()] -= i32::from(amount);
                state.cash[other.index()] += i32::from(amount);
                if state.cash(mover) < 0 {
                    creditor = creditor.or(Some(other));
                }
            }
            if let Some(creditor) = creditor {
                state.creditor[mover.index()] = creditor.index() as u8;
            }
        } else {
            state.round = Round { left: others, amount, is_received };
        }
    }

    /// Makes the next payment of a round.
    pub(crate) fn go_round(&self, state: &mut State) {
        let Some(other) = seats_of(state.round.left).next() else {
            return;
        };
        state.round.left &= !bit(other);
        let amount = i32::from(state.round.amount);
        if state.round.is_received {
            self.charge(state, other, amount, Some(state.mover()));
        } else {
            self.charge(state, state.mover(), amount, Some(other));
        }
    }
}
