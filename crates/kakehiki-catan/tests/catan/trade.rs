//! Trade with the bank and with players (section 7).

use kakehiki_catan::{Action, Stage};
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

/// Line 7.6: a general harbour is good for every kind, and two harbours do not add up.
#[test]
fn rates_count_for_each_kind_alone() {
    let game = catan(&[("trading", "off")]);
    // The general harbours on n0 and n47, and the one for wood on n16.
    let two = Position::new(4).settlements(0, &[0, 47, 16]);
    for (letter, rate) in [('W', 2), ('B', 3), ('S', 3), ('H', 3), ('O', 3)] {
        let get = if letter == 'W' { 'B' } else { 'W' };
        let letters = letter.to_string();
        let mut state = two.clone().hand(0, &letters.repeat(rate)).state(&game);
        run(&game, &mut state, &[&format!("bank:{letter}>{get}")]);
        assert_eq!(state.hand(seat(0)), hand(&get.to_string()), "{rate} of {letter}");
        let short = two.clone().hand(0, &letters.repeat(rate - 1)).state(&game);
        assert!(!is_legal(&game, &short, &format!("bank:{letter}>{get}")), "{letter}");
    }
}

/// Line 7.8: a harbour works from both its nodes, for a city too, and stays.
#[test]
fn a_harbour_works_from_both_its_nodes_and_stays() {
    let game = catan(&[("trading", "off")]);
    for node in [0, 3] {
        let mut state = Position::new(4).settlements(0, &[node]).hand(0, "WWWHHOOO").state(&game);
        run(&game, &mut state, &[&format!("city:n{node}")]);
        assert!(is_legal(&game, &state, "bank:W>B"), "n{node}");
        for _ in 0..4 {
            run(&game, &mut state, &["end", "roll", "dice:2"]);
        }
        assert!(is_legal(&game, &state, "bank:W>B"), "n{node} a round later");
    }
    let other = Position::new(4).settlements(1, &[0]).hand(0, "WWW").state(&game);
    assert!(!is_legal(&game, &other, "bank:W>B"), "the harbour of another");
}

/// Line 7.9: an exchange gives one card, and may be repeated.
#[test]
fn exchanges_are_repeated_one_by_one() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).hand(0, "WWWWWWWW").state(&game);
    run(&game, &mut state, &["bank:W>B"]);
    assert_eq!(state.hand(seat(0)), hand("WWWWB"));
    run(&game, &mut state, &["bank:W>B"]);
    assert_eq!(state.hand(seat(0)), hand("BB"));
    assert!("bank:WW>BB".parse::<Action>().is_err());
}

/// Line 7.3: a refusal costs nothing and is always open.
#[test]
fn refusals_are_free() {
    let (game, mut state) = table(&[]);
    let hands = [0, 1, 2, 3].map(|index| state.hand(seat(index)));
    run(&game, &mut state, &["offer:W>O@123"]);
    for index in [1, 2, 3] {
        assert_eq!(game.turn(&state), Turn::Seat(seat(index)));
        assert!(is_legal(&game, &state, "refuse"));
        run(&game, &mut state, &["refuse"]);
    }
    assert_eq!([0, 1, 2, 3].map(|index| state.hand(seat(index))), hands);
    assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(seat(0)), Stage::Act));
}

/// Lines 7.1 and 7.4: in every seat an offer is asked of all others and never of its proposer, and
/// a counter-offer is carried out with the player on turn.
#[test]
fn trades_are_made_with_the_player_on_turn() {
    let game = catan(&[]);
    for mover in 0..4 {
        let others: Vec<usize> = (1..4).map(|step| (mover + step) % 4).collect();
        let mut position = Position::new(4).hand(mover, "WW");
        for other in &others {
            position = position.hand(*other, "BS");
        }
        let mut state = position.state(&game);
        for _ in 0..mover {
            run(&game, &mut state, &["end", "roll", "dice:3"]);
        }
        let partners: String =
            (0..4).filter(|index| *index != mover).map(|index| index.to_string()).collect();
        assert!(!is_legal(&game, &state, &format!("offer:W>B@{mover}")));
        run(&game, &mut state, &[&format!("offer:W>B@{partners}")]);
        for (other, answer) in others.iter().zip(["accept", "counter:S>WW", "accept"]) {
            assert_eq!(game.turn(&state), Turn::Seat(seat(*other)));
            run(&game, &mut state, &[answer]);
        }
        assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(seat(mover)), Stage::Choose));
        run(&game, &mut state, &[&format!("confirm:P{}", others[1])]);
        assert_eq!(state.hand(seat(mover)), hand("S"));
        let hands = [0, 1, 2].map(|step| state.hand(seat(others[step])));
        assert_eq!(hands, ["BS", "WWB", "BS"].map(hand));
    }
}

/// Line 7.4: what the partner no longer holds, or never held, is not carried out either.
#[test]
fn a_partner_must_hold_what_it_gives() {
    for acceptance in ["choose", "first"] {
        let (game, mut state) = table(&[("acceptance", acceptance)]);
        run(&game, &mut state, &["offer:W>OO@1"]);
        assert!(!is_legal(&game, &state, "accept"), "P1 holds one ore");
        assert!(!is_legal(&game, &state, "counter:H>W"), "and no wheat");
        run(&game, &mut state, &["refuse"]);
        assert_eq!(state.stage(), Stage::Act);
    }
}

/// Line 7.5: three offers in a turn unless options say otherwise, and three more in the next.
#[test]
fn three_offers_are_made_in_a_turn() {
    let (game, mut state) = table(&[]);
    for _ in 0..3 {
        assert!(is_legal(&game, &state, "offer:W>O@1"));
        run(&game, &mut state, &["offer:W>O@1", "refuse"]);
    }
    assert!(!is_legal(&game, &state, "offer:W>O@1"));
    run(&game, &mut state, &["end", "roll", "dice:3"]);
    assert!(is_legal(&game, &state, "offer:O>W@0"));
}
