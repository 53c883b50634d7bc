//! What no step may change: money, buildings and deeds, in every set of options.

use kakehiki_core::{Game, Kind, Seat, Seed, Turn};
use kakehiki_monopoly::{
    Action, Chance, Colour, DeedSet, Effect, MONOPOLY_OPTIONS, Monopoly, Pile, Square, Stage, State,
};
use proptest::prelude::{ProptestConfig, Strategy, any, prop, proptest};

use crate::common::{monopoly, random_step};

/// All cash, and what the debtors owe to players who have not been paid.
fn money(state: &State) -> i64 {
    Seat::all(8).map(|seat| i64::from(state.cash(seat))).sum()
}

fn check_board(game: &Monopoly, state: &State, is_credit_at_once: bool) {
    let seats = || Seat::all(game.seats());
    let (houses, hotels) = state.stock();
    let levels = || Square::all().map(|square| state.level(square));
    let standing: u8 = levels().filter(|level| *level < 5).sum();
    assert_eq!(i32::from(houses) + i32::from(standing), 32);
    assert_eq!(hotels as usize + levels().filter(|level| *level == 5).count(), 12);
    let mut all = state.unowned();
    for seat in seats() {
        assert!(all.and(state.deeds(seat)).is_empty(), "a deed has one owner");
        all = state.deeds(seat).iter().fold(all, DeedSet::with);
        for colour in Colour::ALL {
            let owns_all = state.deeds(seat).contains_all(colour.streets());
            assert_eq!(state.has_set(seat, colour), owns_all);
        }
        if !state.is_alive(seat) {
            assert!(state.deeds(seat).is_empty() && state.jail_cards(seat).is_empty());
            assert_eq!(state.cash(seat), 0);
        }
        assert!(state.deeds(seat).iter().all(|square| state.owner(square) == Some(seat)));
    }
    assert_eq!(all, DeedSet::ALL);
    assert!(state.mortgaged().and(state.unowned()).is_empty());
    for square in Square::all().filter(|square| state.level(*square) > 0) {
        let owner = state.owner(square).expect("a street that is built on is owned");
        assert!(state.has_set(owner, square.colour().expect("a street")));
    }
    let debtors = state.living().filter(|seat| state.cash(*seat) < 0).count();
    let may_owe = match state.stage() {
        // The last player may owe the bank when the last but one gives up.
        Stage::Debt(_) | Stage::Answer | Stage::Inherit(_) | Stage::Won(_) => true,
        // Where credit is given at once, a prisoner moves before it has raised its bail.
        Stage::Draw(_) | Stage::Buy | Stage::UtilityDice => is_credit_at_once,
        _ => false,
    };
    assert!(debtors == 0 || may_owe, "{:?}", state.stage());
    if let Stage::Debt(seat) = state.stage() {
        assert!(state.cash(seat) < 0);
    }
}

fn options_set() -> impl Strategy<Value = Vec<(&'static str, &'static str)>> {
    let one = |index: usize| {
        let parameter = &MONOPOLY_OPTIONS[index];
        let words: Vec<&'static str> = match parameter.kind {
            Kind::Choice(words) => words.to_vec(),
            Kind::Switch => vec!["on", "off"],
            _ if parameter.name == "players" => vec!["2", "3", "4", "8"],
            _ if parameter.name == "max-turns" => vec!["150"],
            _ => vec!["1", "3"],
        };
        prop::sample::select(words).prop_map(move |word| (parameter.name, word))
    };
    (0..MONOPOLY_OPTIONS.len()).map(one).collect::<Vec<_>>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn boards_stay_whole_under_any_options(options in options_set(), number in any::<u64>()) {
        let game = monopoly(&options);
        let mut rng = Seed::experiment(number).rng();
        let mut menu = Vec::new();
        let mut state = game.start();
        while random_step(&game, &mut state, &mut menu, &mut rng) {
            check_board(&game, &state, options.contains(&("credit", "at-once")));
        }
    }

    #[test]
    fn money_between_players_is_neither_made_nor_lost(
        options in options_set(),
        number in any::<u64>(),
    ) {
        let game = monopoly(&options);
        let mut rng = Seed::experiment(number).rng();
        let mut menu = Vec::new();
        let mut state = game.start();
        loop {
            let before = state.clone();
            let step = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => Err(game.draw(&state, &mut rng)),
                Turn::Seat(_) => {
                    game.menu(&state, &mut menu);
                    Ok(menu[rand::RngExt::random_range(&mut rng, 0..menu.len())])
                }
            };
            match &step {
                Ok(action) => game.play_unchecked(&mut state, action),
                Err(chance) => game.resolve_unchecked(&mut state, chance),
            }
            if let Some(expected) = bank_pays(&game, &before, &state, &step) {
                let change = money(&state) - money(&before);
                assert_eq!(change, expected, "{step:?}\n{}", game.snapshot(&before));
            }
        }
    }
}

/// What the bank pays to all players in a step, where that follows from the step alone: `None` for
/// those that may set off payments of their own, such as the end of a debt.
fn bank_pays(
    game: &Monopoly,
    before: &State,
    after: &State,
    step: &Result<Action, Chance>,
) -> Option<i64> {
    let is_calm = |state: &State| Seat::all(8).all(|seat| state.cash(seat) >= 0);
    let settles_nothing = is_calm(before) && is_calm(after);
    let amount = match step {
        Ok(Action::Buy) => -before.position(before.mover()).price(),
        Ok(Action::PayBail) => -50,
        Ok(Action::Mortgage(square)) if settles_nothing => square.mortgage(),
        Ok(Action::Sell(square)) if settles_nothing => square.house_price() / 2,
        Ok(Action::Build(square))
            if settles_nothing
                && after.stage() != Stage::Auction
                && !matches!(before.stage(), Stage::Place(_)) =>
        {
            -square.house_price()
        }
        Ok(
            Action::Roll
            | Action::UseCard(_)
            | Action::Pass
            | Action::Propose(_)
            | Action::Refuse
            | Action::Counter(_),
        ) if after.stage() == before.stage() || after.stage() == Stage::Answer => 0,
        Ok(Action::Accept) if settles_nothing => 0,
        Err(Chance::Dice(first, second))
            if settles_nothing
                && before.stage() == Stage::Dice
                && !before.is_in_jail(before.mover()) =>
        {
            let steps = usize::from(first + second);
            let end = before.position(before.mover()).index() + steps;
            // A third double leads to jail and moves nobody, not even where the throw would have
            // ended on the square of the jail.
            let is_moved = after.position(before.mover()).index() == end % 40
                && !after.is_in_jail(before.mover());
            match (is_moved, end % 40) {
                (false, _) => 0,
                (true, 4) => -200 + if end >= 40 { 200 } else { 0 },
                (true, 38) => -100,
                (true, _) => {
                    if end >= 40 {
                        200
                    } else {
                        0
                    }
                }
            }
        }
        Err(Chance::Card(card)) if settles_nothing => {
            let effect = game.effect(*card);
            match effect {
                Effect::Bank(amount) => i32::from(amount),
                Effect::Keep | Effect::Jail | Effect::PayEach(_) | Effect::Birthday(_) => 0,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(i64::from(amount))
}

#[test]
fn jail_cards_are_in_a_deck_or_in_a_hand() {
    for rules in ["official", "moyer2020"] {
        let game = monopoly(&[("rules", rules), ("players", "4"), ("max-turns", "300")]);
        for index in 0..30 {
            let mut rng = Seed::experiment(4).rng_at(index);
            let mut menu = Vec::new();
            let mut state = game.start();
            while random_step(&game, &mut state, &mut menu, &mut rng) {
                for (pile, letter) in [(Pile::Chance, 'h'), (Pile::Chest, 'e')] {
                    let snapshot = game.snapshot(&state);
                    let deck = snapshot.split(' ').nth(4 + 5 + pile as usize).expect("a deck");
                    let deck = deck.split('/').next().expect("its cards");
                    let held = state.card_holder(pile).is_some();
                    assert_eq!(deck.len(), if held { 15 } else { 16 });
                    assert!(!held || !deck.contains(letter), "{deck}");
                }
            }
        }
    }
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 384, "{}", size_of::<State>());
}
