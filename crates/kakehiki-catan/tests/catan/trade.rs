//! Trade with the bank and with players (section 7).

use kakehiki_catan::Stage;
use kakehiki_core::{Game, Turn};

use crate::common::{Position, catan, hand, is_legal, run, seat};

/// Lines 7.6 and 7.7.
#[test]
fn the_bank_takes_four_three_or_two() {
    let game = catan(&[("trading", "off")]);
    // Harbours: 3:1 on n0 and n3, wood on n11 and n16, brick on n33 and n38.
    let plain = Position::new(4).settlements(0, &[18]);
    let general = Position::new(4).settlements(0, &[0]);
    let wood = Position::new(4).cities(0, &[16]);
    for (position, letters, action, legal) in [
        (&plain, "WWWW", "bank:W>B", true),
        (&plain, "WWW", "bank:W>B", false),
        (&general, "WWW", "bank:W>B", true),
        (&general, "WW", "bank:W>B", false),
        (&general, "WWB", "bank:W>O", false),
        (&wood, "WW", "bank:W>B", true),
        (&wood, "BBB", "bank:B>W", false),
        (&wood, "BBBB", "bank:B>W", true),
        (&wood, "WW", "bank:W>W", false),
        (&plain, "WWWWWWWWW", "bank:W>W", false),
    ] {
        let state = position.clone().hand(0, letters).state(&game);
        assert_eq!(is_legal(&game, &state, action), legal, "{letters} {action}");
    }
    let mut state = wood.settlements(0, &[0]).hand(0, "WWWBBB").state(&game);
    run(&game, &mut state, &["bank:W>O", "bank:B>O"]);
    assert_eq!(state.hand(seat(0)), hand("WOO"));
    assert_eq!(state.bank().total(), 92);
}

/// Line 7.7.
#[test]
fn the_bank_must_hold_what_it_gives() {
    let game = catan(&[("trading", "off")]);
    let ore = "O".repeat(19);
    let state = Position::new(4).hand(0, "WWWW").hand(1, &ore).state(&game);
    assert!(!is_legal(&game, &state, "bank:W>O"));
    assert!(is_legal(&game, &state, "bank:W>S"));
}

/// Line 7.8.
#[test]
fn a_harbour_works_in_the_turn_it_is_built() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).path(0, &[0, 4]).hand(0, "WBSHOOO").state(&game);
    assert!(!is_legal(&game, &state, "bank:O>W"));
    run(&game, &mut state, &["settlement:n0"]);
    assert!(is_legal(&game, &state, "bank:O>W"));
}

fn table(options: &[(&str, &str)]) -> (kakehiki_catan::Catan, kakehiki_catan::State) {
    let game = catan(options);
    let state =
        Position::new(4).hand(0, "WWB").hand(1, "OS").hand(2, "H").hand(3, "OO").state(&game);
    (game, state)
}

/// Line 7.2.
#[test]
fn offers_are_some_cards_for_other_cards() {
    let (game, state) = table(&[]);
    for legal in ["offer:W>O@1", "offer:WWB>SHO@123", "offer:W>HHHHH@3"] {
        assert!(is_legal(&game, &state, legal), "{legal}");
    }
    for illegal in [
        "offer:->O@1",
        "offer:W>-@1",
        "offer:W>W@1",
        "offer:WB>WO@1",
        "offer:O>W@1",
        "offer:WWW>O@1",
        "offer:W>O@0",
        "offer:W>O@01",
        "offer:W>O@-",
    ] {
        assert!(!is_legal(&game, &state, illegal), "{illegal}");
    }
    let (game, state) = table(&[("trading", "off")]);
    assert!(!is_legal(&game, &state, "offer:W>O@1"));
    let (game, state) = table(&[("trading", "one")]);
    assert!(!is_legal(&game, &state, "offer:W>O@12") && is_legal(&game, &state, "offer:W>O@2"));
    let (game, state) = table(&[("unheld-offers", "on")]);
    assert!(is_legal(&game, &state, "offer:O>W@1"));
}

/// Lines 7.2 and 7.5.
#[test]
fn the_proposer_chooses_among_those_who_accept() {
    let (game, mut state) = table(&[]);
    run(&game, &mut state, &["offer:W>O@123"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(1)));
    run(&game, &mut state, &["accept"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(2)));
    assert!(!is_legal(&game, &state, "accept"), "P2 has no ore");
    run(&game, &mut state, &["refuse", "accept"]);
    assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(seat(0)), Stage::Choose));
    assert!(!is_legal(&game, &state, "confirm:P2") && !is_legal(&game, &state, "confirm:P0"));
    assert!(is_legal(&game, &state, "confirm:P1") && is_legal(&game, &state, "withdraw"));
    run(&game, &mut state, &["confirm:P3"]);
    let hands = [0, 1, 2, 3].map(|index| state.hand(seat(index)));
    assert_eq!(hands, ["WBO", "OS", "H", "WO"].map(hand));
    assert_eq!(state.stage(), Stage::Act);
}

/// Line 7.5.
#[test]
fn the_first_acceptance_may_be_carried_out() {
    let (game, mut state) = table(&[("acceptance", "first")]);
    run(&game, &mut state, &["offer:W>O@123", "accept"]);
    assert_eq!((state.stage(), state.hand(seat(1))), (Stage::Act, hand("WS")));
}

/// Lines 7.3 and 7.5.
#[test]
fn refusals_end_a_negotiation_and_offers_are_bounded() {
    let (game, mut state) = table(&[("offers", "2")]);
    for _ in 0..2 {
        run(&game, &mut state, &["offer:W>O@13", "refuse", "refuse"]);
        assert_eq!(state.stage(), Stage::Act);
    }
    assert!(!is_legal(&game, &state, "offer:W>O@1"));
}

/// Line 7.3.
#[test]
fn counter_offers_go_to_the_player_on_turn() {
    let (game, mut state) = table(&[]);
    run(&game, &mut state, &["offer:W>O@1"]);
    for illegal in ["counter:O>W", "counter:H>W", "counter:S>S", "counter:->W"] {
        assert!(!is_legal(&game, &state, illegal), "{illegal}");
    }
    run(&game, &mut state, &["counter:S>WW", "confirm:P1"]);
    assert_eq!((state.hand(seat(0)), state.hand(seat(1))), (hand("BS"), hand("WWO")));
    let (game, mut state) = table(&[("counters", "off")]);
    run(&game, &mut state, &["offer:W>O@1"]);
    assert!(!is_legal(&game, &state, "counter:S>W"));
    // A counter-offer that the player cannot pay cannot be confirmed.
    let (game, mut state) = table(&[]);
    run(&game, &mut state, &["offer:W>O@1", "counter:S>HHH"]);
    assert!(!is_legal(&game, &state, "confirm:P1"));
    run(&game, &mut state, &["withdraw"]);
}

/// Line 7.4.
#[test]
fn an_offer_that_cannot_be_paid_is_not_carried_out() {
    let (game, mut state) = table(&[("unheld-offers", "on")]);
    run(&game, &mut state, &["offer:HH>O@1", "accept"]);
    assert!(!is_legal(&game, &state, "confirm:P1"));
    run(&game, &mut state, &["withdraw"]);
    assert_eq!(state.hand(seat(1)), hand("OS"));
    let (game, mut state) = table(&[("unheld-offers", "on"), ("acceptance", "first")]);
    run(&game, &mut state, &["offer:HH>O@1", "accept"]);
    assert_eq!((state.stage(), state.hand(seat(1))), (Stage::Act, hand("OS")));
}
