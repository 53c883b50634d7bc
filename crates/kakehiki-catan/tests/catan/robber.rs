//! The seven and the robber (section 6).

use kakehiki_catan::{Card, Chance, Resource, Stage};
use kakehiki_core::{Game, Turn};

use crate::common::{Position, catan, hand, is_legal, run, seat};

/// Line 6.2.
#[test]
fn more_than_seven_cards_are_halved() {
    let game = catan(&[]);
    for (cards, due) in [(7, 0), (8, 4), (9, 4), (10, 5), (15, 7)] {
        let mut state = Position::new(4)
            .hand(2, &"W".repeat(cards))
            .cards(2, Card::Knight, 3)
            .begin()
            .state(&game);
        run(&game, &mut state, &["roll", "dice:7"]);
        if due > 0 {
            assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(seat(2)), Stage::Discard));
            let too_many = format!("discard:{}", "W".repeat(due + 1));
            assert!(!is_legal(&game, &state, &too_many));
            assert!(!is_legal(&game, &state, "discard:B"));
            run(&game, &mut state, &[&format!("discard:{}", "W".repeat(due))]);
        }
        assert_eq!(state.stage(), Stage::Robber);
        assert_eq!(state.hand(seat(2)).total() as usize, cards - due);
    }
}

/// Lines 6.2 and 6.3.
#[test]
fn all_discard_before_the_robber_moves_and_the_roller_too() {
    let game = catan(&[]);
    let mut state = Position::new(4).hand(0, "WWWWBBBB").hand(3, "SSSSSSSSHH").begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7", "discard:WW"]);
    assert_eq!(
        state.hand(seat(0)),
        hand("WWWWBBBB"),
        "nothing leaves a hand before all have chosen"
    );
    assert_eq!(game.turn(&state), Turn::Seat(seat(0)), "piece by piece");
    run(&game, &mut state, &["discard:BB"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(3)));
    assert!(!is_legal(&game, &state, "robber:h0"));
    run(&game, &mut state, &["discard:SSSSH"]);
    assert_eq!((state.hand(seat(0)), state.hand(seat(3))), (hand("WWBB"), hand("SSSSH")));
    assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(seat(0)), Stage::Robber));
}

/// Section 15: one card at a time.
#[test]
fn cards_may_have_to_be_discarded_one_by_one() {
    let game = catan(&[("rules", "catanatron")]);
    let mut state = Position::new(4).hand(0, "WWWWBBBB").begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    assert!(!is_legal(&game, &state, "discard:WW"));
    run(&game, &mut state, &["discard:W", "discard:W", "discard:B", "discard:B"]);
    assert_eq!(state.stage(), Stage::Robber);
}

/// Lines 6.4, 6.5 and 6.6.
#[test]
fn the_robber_moves_to_another_hex_and_robs_a_neighbour() {
    let game = catan(&[]);
    let mut state = Position::new(4)
        .settlements(0, &[17, 35])
        .settlements(1, &[8])
        .settlements(2, &[18])
        .hand(1, "W")
        .hand(2, "BB")
        .robber(10)
        .begin()
        .state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    assert!(!is_legal(&game, &state, "robber:h10"), "it may not stay");
    assert!(is_legal(&game, &state, "robber:h11"), "a hex with nobody");
    assert!(is_legal(&game, &state, "robber:h13"), "a hex with the mover only");
    assert!(!is_legal(&game, &state, "robber:h13,P0"), "nobody robs itself");
    assert!(!is_legal(&game, &state, "robber:h4"), "a theft cannot be declined");
    assert!(!is_legal(&game, &state, "robber:h4,P3"), "no neighbour");
    assert!(is_legal(&game, &state, "robber:h4,P1") && is_legal(&game, &state, "robber:h4,P2"));
    run(&game, &mut state, &["robber:h4,P2", "stolen:B"]);
    assert_eq!((state.hand(seat(0)), state.hand(seat(2))), (hand("B"), hand("B")));
    assert_eq!((state.stage(), state.robber().index()), (Stage::Act, 4));
}

/// Line 6.6.
#[test]
fn a_player_without_cards_may_be_named_unless_options_forbid_it() {
    let position = Position::new(4).settlements(1, &[8]).settlements(2, &[18]).hand(2, "B").begin();
    let printed = catan(&[]);
    let mut state = position.state(&printed);
    run(&printed, &mut state, &["roll", "dice:7"]);
    assert!(is_legal(&printed, &state, "robber:h4,P1"));
    run(&printed, &mut state, &["robber:h4,P1"]);
    assert_eq!(state.stage(), Stage::Act, "nothing is stolen");
    let strict = catan(&[("victims", "with-cards")]);
    let mut state = position.state(&strict);
    run(&strict, &mut state, &["roll", "dice:7"]);
    assert!(!is_legal(&strict, &state, "robber:h4,P1"));
    assert!(!is_legal(&strict, &state, "robber:h4"));
    assert!(is_legal(&strict, &state, "robber:h0"), "only P1, who has nothing, lives there");
}

/// Line 6.7.
#[test]
fn a_theft_is_uniform_over_cards() {
    let game = catan(&[]);
    let mut state = Position::new(4).settlements(1, &[8]).hand(1, "WWWB").begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7", "robber:h4,P1"]);
    let chances = game.chances(&state);
    assert_eq!(
        chances,
        [(Chance::Stolen(Resource::Wood), 0.75), (Chance::Stolen(Resource::Brick), 0.25),]
    );
}

/// Lines 6.8 and 9.3.
#[test]
fn a_knight_causes_no_discards() {
    let game = catan(&[]);
    let mut state = Position::new(4)
        .cards(0, Card::Knight, 1)
        .hand(1, "WWWWWWWWWW")
        .settlements(1, &[8])
        .begin()
        .state(&game);
    run(&game, &mut state, &["knight"]);
    assert_eq!(state.stage(), Stage::Robber);
    run(&game, &mut state, &["robber:h4,P1", "stolen:W"]);
    assert_eq!((state.hand(seat(1)).total(), state.stage()), (9, Stage::Begin));
    assert_eq!(state.knights(seat(0)), 1);
}

/// Line 6.9.
#[test]
fn harbours_and_building_go_on_beside_the_robber() {
    let game = catan(&[("trading", "off")]);
    let state = Position::new(4)
        .settlements(0, &[0])
        .path(0, &[0, 4, 8])
        .hand(0, "WWWBSH")
        .robber(0)
        .state(&game);
    assert!(is_legal(&game, &state, "bank:W>O"), "three for one");
    assert!(is_legal(&game, &state, "settlement:n8"));
}

/// Line 6.3: the order in which players are asked is an option, and changes nothing else.
#[test]
fn discards_may_be_asked_from_the_roller_on() {
    let position = Position::new(4).hand(0, "WWWWBBBB").hand(1, "SSSSHHHH").begin();
    let game = catan(&[("discard-order", "roller"), ("trading", "off")]);
    let mut state = position.state(&game);
    run(&game, &mut state, &["roll", "dice:3", "end", "roll", "dice:7"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(1)), "the roller is asked first");
    run(&game, &mut state, &["discard:SSHH"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(0)));
    assert_eq!(state.hand(seat(1)).total(), 8, "nothing leaves a hand before all have chosen");
    run(&game, &mut state, &["discard:WWBB"]);
    assert_eq!((state.stage(), game.turn(&state)), (Stage::Robber, Turn::Seat(seat(1))));
    assert_eq!((state.hand(seat(0)), state.hand(seat(1))), (hand("WWBB"), hand("SSHH")));
}

/// Line 6.10: a house rule, off by default.
#[test]
fn a_friendly_robber_spares_the_poor() {
    // P1 has two points on h4 and h0, P2 three on h11.
    let position = Position::new(4)
        .settlements(0, &[35])
        .settlements(1, &[8, 51])
        .settlements(2, &[2])
        .cities(2, &[26])
        .hand(1, "W")
        .hand(2, "B")
        .robber(10)
        .begin();
    let moved = |options: &[(&str, &str)]| {
        let game = catan(options);
        let mut state = position.state(&game);
        run(&game, &mut state, &["roll", "dice:7"]);
        (game, state)
    };
    let (printed, state) = moved(&[]);
    assert!(is_legal(&printed, &state, "robber:h4,P1"));
    let (friendly, state) = moved(&[("friendly-robber", "on")]);
    assert!(!is_legal(&friendly, &state, "robber:h4,P1"), "two points are spared");
    assert!(!is_legal(&friendly, &state, "robber:h4"), "with or without a theft");
    assert!(is_legal(&friendly, &state, "robber:h11,P2"), "three points are not");
    assert!(is_legal(&friendly, &state, "robber:h13"), "nor is the mover");
}

/// Line 6.10: where every hex would be spared, none is.
#[test]
fn a_friendly_robber_goes_somewhere() {
    let game = catan(&[("friendly-robber", "on")]);
    // Six nodes touch all hexes but the one in the middle.
    let poor = Position::new(4).settlements(1, &[8, 14]).settlements(2, &[22, 31]).robber(9);
    let mut state = poor.clone().settlements(3, &[39, 45]).begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    for (hex, victim) in [("h4", "P1"), ("h11", "P2"), ("h17", "P3")] {
        assert!(is_legal(&game, &state, &format!("robber:{hex},{victim}")), "{hex}");
    }
    assert!(!is_legal(&game, &state, "robber:h9"), "it may not stay even then");
    let mut state = poor.settlements(3, &[39]).begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    assert!(!is_legal(&game, &state, "robber:h4,P1") && is_legal(&game, &state, "robber:h17"));
}

/// Line 6.10: a house rule, off by default.
#[test]
fn sevens_may_be_rolled_again_in_the_first_round() {
    let sevens = |options: &[(&str, &str)], turn: usize| {
        let game = catan(options);
        let mut state = Position::new(4).begin().state(&game);
        for _ in 1..turn {
            run(&game, &mut state, &["roll", "dice:3", "end"]);
        }
        run(&game, &mut state, &["roll"]);
        let chances = game.chances(&state);
        let total: f64 = chances.iter().map(|(_, share)| share).sum();
        assert!((total - 1.0).abs() < 1e-12);
        chances.iter().any(|(chance, _)| *chance == Chance::Dice(7))
    };
    assert!(sevens(&[], 1));
    let gentle = [("early-sevens", "off")];
    assert!(!sevens(&gentle, 1) && !sevens(&gentle, 4), "four turns are the first round");
    assert!(sevens(&gentle, 5));
}

/// Lines 6.4 and 6.8: all eighteen other hexes are open to the robber, the desert too, after a
/// seven and after a knight.
#[test]
fn the_robber_goes_to_any_other_hex() {
    let game = catan(&[]);
    for stay in [4, 10] {
        let position = Position::new(4).cards(0, Card::Knight, 1).robber(stay).begin();
        for steps in [&["roll", "dice:7"][..], &["knight"]] {
            let mut state = position.state(&game);
            run(&game, &mut state, steps);
            for hex in 0..19 {
                assert_eq!(is_legal(&game, &state, &format!("robber:h{hex}")), hex != stay);
            }
        }
    }
}

/// Lines 6.5 and 6.8: a knight robs as a seven does, a city as well as a settlement.
#[test]
fn a_knight_robs_a_neighbour_of_choice() {
    let game = catan(&[]);
    let mut state = Position::new(4)
        .cities(1, &[8])
        .settlements(2, &[18])
        .hand(1, "WB")
        .hand(2, "O")
        .cards(0, Card::Knight, 1)
        .state(&game);
    run(&game, &mut state, &["knight"]);
    assert!(!is_legal(&game, &state, "robber:h4"), "a theft cannot be declined");
    assert!(is_legal(&game, &state, "robber:h4,P2"));
    run(&game, &mut state, &["robber:h4,P1"]);
    assert_eq!(
        game.chances(&state),
        [(Chance::Stolen(Resource::Wood), 0.5), (Chance::Stolen(Resource::Brick), 0.5)]
    );
    run(&game, &mut state, &["stolen:B"]);
    assert_eq!((state.hand(seat(0)), state.hand(seat(1))), (hand("B"), hand("W")));
    assert_eq!(state.stage(), Stage::Act);
}
