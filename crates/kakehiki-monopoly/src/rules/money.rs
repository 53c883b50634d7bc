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
        // Whoever owes something to a player does not owe it to the bank instead because interest
        // falls due in the meantime.
        let has_claimant =
            |state: &State| state.unpaid[payer] > 0 && state.creditor[payer] < NOBODY;
        if state.cash[payer] < 0 && !(creditor.is_none() && has_claimant(state)) {
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

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Kind, Seed, Settings, Turn};
    use proptest::prelude::{ProptestConfig, Strategy, any, prop, proptest};
    use rand::RngExt;

    use super::*;
    use crate::rules::{Action, Chance, MONOPOLY_OPTIONS, Stage};

    /// All cash, and what debtors still owe to other players.
    fn money(state: &State) -> i64 {
        let of = |seat: Seat| {
            let claim = state.creditor(seat).map_or(0, |_| state.unpaid[seat.index()]);
            i64::from(state.cash(seat)) + i64::from(claim)
        };
        Seat::all(MAX_PLAYERS).map(of).sum()
    }

    fn tables() -> impl Strategy<Value = Monopoly> {
        let one = |index: usize| {
            let option = &MONOPOLY_OPTIONS[index];
            let words: Vec<&'static str> = match option.kind {
                Kind::Choice(words) => words.to_vec(),
                Kind::Switch => vec!["on", "off"],
                _ if option.name == "players" => vec!["2", "3", "5"],
                _ if option.name == "max-turns" => vec!["250"],
                _ => vec!["1", "3"],
            };
            prop::sample::select(words).prop_map(move |word| (option.name, word))
        };
        let options = (0..MONOPOLY_OPTIONS.len()).map(one).collect::<Vec<_>>();
        options.prop_map(|options| {
            Monopoly::new(&Settings::new("monopoly", &MONOPOLY_OPTIONS, options).unwrap())
        })
    }

    /// What the bank pays in a step of a debtor or an heir, or in a throw that leads to a debt;
    /// `None` for steps of other kinds.
    fn bank_pays(game: &Monopoly, before: &State, step: &Result<Action, Chance>) -> Option<i64> {
        let amount = match (before.stage, step) {
            (Stage::Debt(_), Ok(Action::Mortgage(square))) => square.mortgage(),
            (Stage::Debt(_), Ok(Action::Sell(square))) => square.house_price() / 2,
            (Stage::Debt(_), Ok(Action::SellDown(colour, houses))) => {
                let sold = |square: Square| i32::from(before.level(square)) - i32::from(*houses);
                let street = |square| sold(square) * colour.house_price() / 2;
                colour.streets().iter().map(street).sum()
            }
            (Stage::Debt(_), Ok(Action::Propose(_))) => 0,
            (Stage::Answer, Ok(_)) if before.debtors != 0 => 0,
            (Stage::Debt(debtor), Ok(Action::Bankrupt)) => {
                if before.creditor(debtor).is_some_and(|creditor| before.is_alive(creditor)) {
                    let half =
                        |square: Square| i32::from(before.level(square)) * square.house_price() / 2;
                    before.deeds(debtor).iter().map(half).sum()
                } else {
                    // The bank goes without what is missing.
                    -before.cash(debtor)
                }
            }
            (Stage::Inherit(_), Ok(action)) => {
                let square = before.inherited.iter().next()?;
                match action {
                    Action::Keep => -game.interest(square),
                    _ => -game.inherited_lift_cost(square),
                }
            }
            (Stage::Dice, Err(Chance::Dice(first, second))) => {
                let mover = before.mover();
                let is_third_double = first == second && before.doubles + 1 >= 3;
                if before.is_in_jail(mover) || is_third_double {
                    return None;
                }
                let (square, is_paid) = before.position(mover).forward(first + second);
                let tax = match square.index() {
                    4 => 200,
                    38 => 100,
                    _ => 0,
                };
                if is_paid { 200 - tax } else { -tax }
            }
            _ => return None,
        };
        Some(i64::from(amount))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn debts_are_paid_with_the_money_that_was_raised(game in tables(), number in any::<u64>()) {
            let mut rng = Seed::experiment(number).rng();
            let (mut state, mut menu) = (game.start(), Vec::new());
            loop {
                let before = state.clone();
                let step = match game.turn(&state) {
                    Turn::Over(_) => break,
                    Turn::Chance => Err(game.draw(&state, &mut rng)),
                    Turn::Seat(_) => {
                        game.menu(&state, &mut menu);
                        Ok(menu[rng.random_range(0..menu.len())])
                    }
                };
                match &step {
                    Ok(action) => game.play_unchecked(&mut state, action),
                    Err(chance) => game.resolve_unchecked(&mut state, chance),
                }
                if let Some(expected) = bank_pays(&game, &before, &step) {
                    let change = money(&state) - money(&before);
                    assert_eq!(change, expected, "{step:?}\n{}", game.snapshot(&before));
                }
            }
        }
    }
}
