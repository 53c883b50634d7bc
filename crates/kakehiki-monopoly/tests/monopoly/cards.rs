//! What each card does, exactly.

use kakehiki_monopoly::{Arrangement, Monopoly, Stage, State};

use crate::common::{
    FIRST, SECOND, THIRD, arrange, is_refused, monopoly, moyer2020, official, play, player,
};

/// Three players; the first stands so that a throw of 3 leads to a Chance or Chest square.
fn draw_at(square: usize, card: &str) -> State {
    let game = official("3");
    let mut first = player(1000, square - 3, &[]);
    first.deeds = vec![16, 18, 19, 37, 39];
    first.houses = vec![(16, 2), (18, 2), (19, 3), (37, 4), (39, 5)];
    let mut state = arrange(&game, &[first, player(1000, 0, &[]), player(1000, 0, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", card]);
    state
}

fn cash(state: &State) -> [i32; 3] {
    [FIRST, SECOND, THIRD].map(|seat| state.cash(seat))
}

#[test]
fn cards_that_move_lead_where_they_say() {
    // Square, card, destination, cash afterwards: 200 where GO is reached or passed.
    let moves = [
        (7, "card:C1", 0, 1200),
        (36, "card:C1", 0, 1200),
        (7, "card:C2", 24, 1000),
        (36, "card:C2", 24, 1200),
        (7, "card:C3", 11, 1000),
        (22, "card:C3", 11, 1200),
        (7, "card:C4", 12, 1000),
        (22, "card:C4", 28, 1000),
        (36, "card:C4", 12, 1200),
        (7, "card:C5", 15, 1000),
        (22, "card:C6", 25, 1000),
        (36, "card:C5", 5, 1200),
        (7, "card:C9", 4, 800),
        (7, "card:C13", 5, 1200),
        (22, "card:C14", 39, 1000),
        (17, "card:K1", 0, 1200),
    ];
    for (square, card, destination, money) in moves {
        let state = draw_at(square, card);
        assert_eq!(state.position(FIRST).index(), destination, "{card} on {square}");
        assert_eq!(state.cash(FIRST), money, "{card} on {square}");
        assert!(!state.is_in_jail(FIRST));
    }
}

#[test]
fn cards_that_pay_and_cost_do_so() {
    let amounts = [
        (7, "card:C7", 50),
        (7, "card:C12", -15),
        (7, "card:C16", 150),
        (17, "card:K2", 200),
        (17, "card:K3", -50),
        (17, "card:K4", 50),
        (17, "card:K7", 100),
        (17, "card:K8", 20),
        (17, "card:K10", 100),
        (17, "card:K11", -100),
        (17, "card:K12", -50),
        (17, "card:K13", 25),
        (17, "card:K15", 10),
        (17, "card:K16", 100),
    ];
    for (square, card, amount) in amounts {
        assert_eq!(cash(&draw_at(square, card)), [1000 + amount, 1000, 1000], "{card}");
    }
}

#[test]
fn repairs_are_charged_for_each_building() {
    // Eleven houses and one hotel.
    assert_eq!(draw_at(7, "card:C11").cash(FIRST), 1000 - 11 * 25 - 100);
    assert_eq!(draw_at(17, "card:K14").cash(FIRST), 1000 - 11 * 40 - 115);
}

#[test]
fn rounds_of_payments_reach_everybody() {
    assert_eq!(cash(&draw_at(7, "card:C15")), [900, 1050, 1050]);
    assert_eq!(cash(&draw_at(17, "card:K9")), [1020, 990, 990]);
}

#[test]
fn cards_to_jail_pay_no_salary_and_end_the_turn() {
    for (square, card) in [(7, "card:C10"), (36, "card:C10"), (33, "card:K6")] {
        let state = draw_at(square, card);
        assert!(state.is_in_jail(FIRST) && state.has_thrown());
        assert_eq!((state.position(FIRST).index(), state.cash(FIRST)), (10, 1000));
    }
}

#[test]
fn kept_cards_open_the_jail_once_and_go_under_the_deck() {
    let game = official("2");
    let mut state = arrange(&game, &[player(1000, 4, &[]), player(1000, 20, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C8", "end"]);
    assert_eq!(state.jail_cards(FIRST).len(), 1);
    play(&game, &mut state, &["roll", "dice:1-1", "card:C10", "end"]);
    play(&game, &mut state, &["roll", "dice:1-3", "decline", "bid:1", "leave", "end"]);
    // The second player is in jail and holds no card.
    assert!(state.is_in_jail(SECOND) && is_refused(&game, &state, "use-card:c"));
    let mut first = player(1000, 10, &[]);
    first.failed_jail_throws = Some(0);
    first.jail_cards = "CK".to_owned();
    let mut state = arrange(&game, &[first, player(1000, 20, &[])]);
    play(&game, &mut state, &["use-card:k"]);
    assert!(!state.is_in_jail(FIRST));
    assert_eq!(state.jail_cards(FIRST).len(), 1);
    play(&game, &mut state, &["roll", "dice:5-5"]);
    // Doubles count as usual after leaving.
    assert!(!state.has_thrown());
}

#[test]
fn the_next_railroad_costs_double() {
    let game = official("2");
    for (railroads, rent) in
        [(&[15][..], 50), (&[5, 15], 100), (&[5, 15, 25], 200), (&[5, 15, 25, 35], 400)]
    {
        let players = [player(1000, 4, &[]), player(1000, 20, railroads)];
        let mut state = arrange(&game, &players);
        play(&game, &mut state, &["roll", "dice:1-2", "card:C5"]);
        assert_eq!([state.cash(FIRST), state.cash(SECOND)], [1000 - rent, 1000 + rent]);
    }
}

#[test]
fn the_next_utility_costs_ten_times_a_fresh_throw_or_the_same() {
    let players = [player(1000, 4, &[]), player(1000, 20, &[12])];
    let game = official("2");
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C4"]);
    assert_eq!(state.stage(), Stage::UtilityDice);
    play(&game, &mut state, &["dice:6-6"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [880, 1120]);
    assert!(state.has_thrown(), "the second throw is no double of the turn");
    let game = moyer2020();
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C4"]);
    assert_eq!([state.cash(FIRST), state.cash(SECOND)], [970, 1030]);
    let mut mortgaged = players;
    mortgaged[1].mortgaged = vec![12];
    for game in [official("2"), moyer2020()] {
        let mut state = arrange(&game, &mortgaged);
        play(&game, &mut state, &["roll", "dice:1-2", "card:C4"]);
        assert_eq!(state.cash(FIRST), 1000);
    }
}

#[test]
fn a_card_is_drawn_where_a_card_led_only_officially() {
    let players = [player(1000, 33, &[]), player(1000, 20, &[])];
    let game = official("2");
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C9"]);
    assert_eq!(state.position(FIRST).index(), 33);
    play(&game, &mut state, &["card:K2"]);
    assert_eq!(state.cash(FIRST), 1200);
    let game = moyer2020();
    let mut state = arrange(&game, &players);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C9"]);
    assert_eq!((state.position(FIRST).index(), state.stage()), (33, Stage::Manage));
}

#[test]
fn the_browser_game_has_a_second_fine_instead_of_the_way_to_go() {
    let game = moyer2020();
    let mut state = arrange(&game, &[player(1000, 4, &[]), player(1000, 20, &[])]);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C1"]);
    assert_eq!((state.cash(FIRST), state.position(FIRST).index()), (985, 7));
}

#[test]
fn birthdays_are_paid_in_full_officially_and_as_far_as_possible_in_the_browser_game() {
    let poor = |game: &Monopoly| {
        let players = vec![player(100, 14, &[]), player(4, 20, &[1]), player(50, 20, &[])];
        game.arrange(&Arrangement { players, mover: 0, turns: 0 }).unwrap()
    };
    let game = monopoly(&[("rules", "moyer2020"), ("players", "3")]);
    let mut state = poor(&game);
    play(&game, &mut state, &["roll", "dice:1-2", "card:K9"]);
    assert_eq!(cash(&state), [114, 0, 40]);
    let game = official("3");
    let mut state = poor(&game);
    play(&game, &mut state, &["roll", "dice:1-2", "card:K9"]);
    assert_eq!(state.stage(), Stage::Debt(SECOND));
    play(&game, &mut state, &["mortgage:1"]);
    assert_eq!(cash(&state), [120, 24, 40]);
    assert_eq!(state.stage(), Stage::Manage);
}

#[test]
fn who_cannot_pay_everybody_owes_the_first_who_was_not_paid() {
    let players = || vec![player(70, 4, &[1]), player(0, 20, &[]), player(0, 20, &[])];
    let arrange = |game: &Monopoly| {
        game.arrange(&Arrangement { players: players(), mover: 0, turns: 0 }).unwrap()
    };
    let game = monopoly(&[("rules", "moyer2020"), ("players", "3")]);
    let mut state = arrange(&game);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C15"]);
    assert_eq!(cash(&state), [-30, 50, 50]);
    assert_eq!(state.creditor(FIRST), Some(THIRD));
    let game = official("3");
    let mut state = arrange(&game);
    play(&game, &mut state, &["roll", "dice:1-2", "card:C15"]);
    assert_eq!(cash(&state), [-30, 50, 20]);
    assert_eq!(state.creditor(FIRST), Some(THIRD));
    play(&game, &mut state, &["mortgage:1"]);
    assert_eq!(cash(&state), [0, 50, 50]);
}
