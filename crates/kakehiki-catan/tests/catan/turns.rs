//! Turns, production and building (sections 4, 5 and 8).

use kakehiki_catan::{Card, Resource, Stage};
use kakehiki_core::{Game, Turn};

use crate::common::{Position, catan, hand, is_legal, road, run, seat};

/// Lines 4.2 and 7.1.
#[test]
fn before_the_roll_only_a_card_may_be_played() {
    let game = catan(&[]);
    let state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13])
        .hand(0, "WWWWBBBBSSSSHHHHOOOO")
        .cards(0, Card::Knight, 1)
        .cards(0, Card::Monopoly, 1)
        .begin()
        .state(&game);
    for legal in ["roll", "knight", "monopoly:W"] {
        assert!(is_legal(&game, &state, legal), "{legal}");
    }
    let road = road(18, 23);
    let illegal = [
        "end",
        "buy",
        "city:n18",
        "bank:W>B",
        "offer:W>B@1",
        "settlement:n0",
        "accept",
        &road,
        "plenty:WW",
    ];
    for illegal in illegal {
        assert!(!is_legal(&game, &state, illegal), "{illegal}");
    }
}

/// Lines 4.1 and 4.3.
#[test]
fn the_dice_are_rolled_once_and_turns_go_round() {
    let game = catan(&[("trading", "off"), ("players", "3")]);
    let mut state = Position::new(3).begin().state(&game);
    for index in [0, 1, 2, 0] {
        assert_eq!(game.turn(&state), Turn::Seat(seat(index)));
        run(&game, &mut state, &["roll"]);
        assert_eq!(game.turn(&state), Turn::Chance);
        run(&game, &mut state, &["dice:3"]);
        assert!(!is_legal(&game, &state, "roll"));
        run(&game, &mut state, &["end"]);
    }
    assert_eq!(state.turns(), 5);
}

/// What a roll of eight (ore on h4, wood on h11) leaves in the hands.
fn after_roll(position: &Position, options: &[(&str, &str)], total: u8) -> [String; 4] {
    let game = catan(options);
    let mut state = position.clone().begin().state(&game);
    run(&game, &mut state, &["roll", &format!("dice:{total}")]);
    [0, 1, 2, 3].map(|index| state.hand(seat(index)).to_string())
}

/// Lines 5.1 and 6.1.
#[test]
fn hexes_pay_all_their_neighbours() {
    let position = Position::new(4).settlements(0, &[8, 18]).cities(1, &[17]).settlements(2, &[26]);
    assert_eq!(after_roll(&position, &[], 8), ["OO", "OO", "W", "-"]);
    assert_eq!(after_roll(&position, &[], 6), ["-", "-", "-", "-"]);
    // n8 touches wood 5, n18 ore 4.
    assert_eq!(after_roll(&position, &[], 5), ["W", "-", "-", "-"]);
    assert_eq!(after_roll(&position, &[], 4), ["O", "-", "-", "-"]);
    assert_eq!(after_roll(&position, &[], 7), ["-", "-", "-", "-"]);
}

/// Lines 5.1 and 6.9.
#[test]
fn the_robber_stops_its_hex_only() {
    let position = Position::new(4).settlements(0, &[8, 18]).settlements(2, &[26]).robber(4);
    assert_eq!(after_roll(&position, &[], 8), ["-", "-", "W", "-"]);
    assert_eq!(after_roll(&position, &[], 4), ["O", "-", "-", "-"]);
}

/// Line 5.2.
#[test]
fn a_short_bank_pays_one_player_the_rest_and_several_nothing() {
    // Seventeen ore are in the hand of P3: two are left.
    let ore = "O".repeat(17);
    let base = Position::new(4).hand(3, &ore);
    let two_due = base.clone().cities(0, &[8]).settlements(1, &[18]);
    assert_eq!(after_roll(&two_due, &[], 8), ["-", "-", "-", &ore]);
    let one_due = base.clone().cities(0, &[8]).settlements(0, &[18]);
    assert_eq!(after_roll(&one_due, &[], 8), ["OO", "-", "-", &ore]);
    assert_eq!(after_roll(&one_due, &[("shortage", "nothing")], 8), ["-", "-", "-", &ore]);
    let exactly = base.clone().settlements(0, &[8]).settlements(1, &[18]);
    assert_eq!(after_roll(&exactly, &[], 8), ["O", "O", "-", &ore]);
    let all = "O".repeat(19);
    let none = Position::new(4).hand(3, &all).settlements(0, &[8]);
    assert_eq!(after_roll(&none, &[], 8), ["-", "-", "-", &all]);
    // Other kinds of the same roll are not touched: wood 8 pays where ore 8 does not.
    let both = base.cities(0, &[8]).settlements(1, &[18]).settlements(0, &[26]);
    assert_eq!(after_roll(&both, &[], 8), ["W", "-", "-", &ore]);
}

/// Lines 5.3 and 8.6, and the costs of section 8.
#[test]
fn costs_go_to_the_bank() {
    let game = catan(&[("trading", "off")]);
    let base = Position::new(4).settlements(0, &[18]).path(0, &[18, 13, 8, 4]);
    for (action, cost) in [
        (road(18, 23), "WB"),
        ("settlement:n8".to_owned(), "WBSH"),
        ("city:n18".to_owned(), "HHOOO"),
        ("buy".to_owned(), "SHO"),
    ] {
        let mut state = base.clone().hand(0, cost).state(&game);
        assert!(is_legal(&game, &state, &action), "{action}");
        assert_eq!(state.bank().total(), 95 - cost.len() as u32);
        run(&game, &mut state, &[&action]);
        assert_eq!((state.hand(seat(0)).total(), state.bank().total()), (0, 95));
        // One card less is too little.
        for index in 0..cost.len() {
            let mut short = cost.to_owned();
            short.remove(index);
            let state = base.clone().hand(0, &short).state(&game);
            assert!(!is_legal(&game, &state, &action), "{action} for {short}");
        }
    }
}

/// Line 8.2.
#[test]
fn roads_join_on_but_not_through_an_opponent() {
    let game = catan(&[("trading", "off")]);
    let state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13])
        .settlements(1, &[13 - 5])
        .path(1, &[8, 4])
        .hand(0, "WB")
        .state(&game);
    assert!(is_legal(&game, &state, &road(13, 8)), "up to an opponent's building");
    assert!(is_legal(&game, &state, &road(18, 23)));
    assert!(!is_legal(&game, &state, &road(0, 3)), "out of touch");
    assert!(!is_legal(&game, &state, &road(8, 4)), "taken");
    let beyond = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13, 8])
        .settlements(1, &[8])
        .hand(0, "WB")
        .state(&game);
    assert!(!is_legal(&game, &beyond, &road(8, 4)), "through an opponent's building");
    assert!(!is_legal(&game, &beyond, &road(8, 12)));
    assert!(is_legal(&game, &beyond, &road(13, 9)));
}

/// Line 8.3.
#[test]
fn settlements_need_a_road_and_distance() {
    let game = catan(&[("trading", "off")]);
    let state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13, 8, 4])
        .settlements(1, &[3])
        .hand(0, "WBSH")
        .state(&game);
    assert!(is_legal(&game, &state, "settlement:n8"));
    assert!(is_legal(&game, &state, "settlement:n4"));
    assert!(!is_legal(&game, &state, "settlement:n13"), "next to an own settlement");
    assert!(!is_legal(&game, &state, "settlement:n18"), "occupied");
    assert!(!is_legal(&game, &state, "settlement:n53"), "no road");
    let crowded = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13, 8])
        .settlements(1, &[12])
        .hand(0, "WBSH")
        .state(&game);
    assert!(!is_legal(&game, &crowded, "settlement:n8"), "next to an opponent");
}

/// Lines 8.1 and 8.4.
#[test]
fn cities_return_the_settlement_and_stock_is_limited() {
    let game = catan(&[("trading", "off")]);
    let base = Position::new(4).settlements(0, &[18, 8, 0, 2, 16]).path(0, &[18, 23, 29, 34]);
    let mut state = base.hand(0, "WBSHHHOOO").state(&game);
    assert!(!is_legal(&game, &state, "settlement:n29"), "five settlements stand");
    assert!(!is_legal(&game, &state, "city:n29"), "nothing to replace");
    run(&game, &mut state, &["city:n18"]);
    assert_eq!(state.stock(seat(0)), [12, 1, 3]);
    // Built and upgraded in one turn.
    run(&game, &mut state, &["settlement:n29"]);
    assert_eq!(state.hand(seat(0)), hand(""));
    let four = Position::new(4).cities(0, &[18, 8, 0, 2]).settlements(0, &[16]);
    let state = four.clone().hand(0, "HHOOO").state(&catan(&[("target", "12")]));
    assert!(!is_legal(&catan(&[("target", "12")]), &state, "city:n16"), "four cities stand");
    let unlimited = catan(&[("target", "12"), ("cities", "54")]);
    assert!(is_legal(&unlimited, &four.hand(0, "HHOOO").state(&unlimited), "city:n16"));
}

/// Line 8.1.
#[test]
fn the_fifteenth_road_is_the_last() {
    let game = catan(&[("trading", "off")]);
    let ring = [16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42, 37];
    let state = Position::new(4)
        .settlements(0, &[16])
        .path(0, &ring)
        .longest_road(0)
        .hand(0, "WB")
        .state(&game);
    assert_eq!((state.stock(seat(0))[0], state.road_length(seat(0))), (0, 15));
    assert!(!is_legal(&game, &state, &road(16, 11)));
}

/// Lines 8.5 and 9.7.
#[test]
fn an_empty_deck_sells_nothing() {
    let game = catan(&[("trading", "off")]);
    let mut position = Position::new(4).hand(0, "SHO").knights(1, 14).largest_army(1);
    for (card, count) in [(Card::RoadBuilding, 2), (Card::YearOfPlenty, 2), (Card::Monopoly, 2)] {
        position = position.played(card, count);
    }
    let sold_out = position.clone().cards(2, Card::VictoryPoint, 5);
    assert!(!is_legal(&game, &sold_out.state(&game), "buy"));
    let one_left = position.cards(2, Card::VictoryPoint, 4);
    let mut state = one_left.state(&game);
    run(&game, &mut state, &["buy"]);
    assert_eq!(game.chances(&state), [("card:victory-point".parse().unwrap(), 1.0)]);
    run(&game, &mut state, &["card:victory-point"]);
    assert_eq!((state.points(seat(0)), state.stage()), (1, Stage::Act));
}

/// Line 8.1: any number of things may be built in a turn, while cards and pieces last.
#[test]
fn a_turn_builds_as_much_as_it_can_pay() {
    let game = catan(&[("trading", "off"), ("target", "20")]);
    // Four roads, two settlements, two cities and two cards cost all of this.
    let cards = format!("{}{}{}{}{}", "W".repeat(6), "B".repeat(6), "SSSS", "HHHHHHHH", "OOOOOOOO");
    let mut state =
        Position::new(4).settlements(0, &[18, 43]).path(0, &[18, 13]).hand(0, &cards).state(&game);
    let roads = [road(13, 8), road(8, 4), road(18, 23), road(23, 29)];
    for action in &roads {
        run(&game, &mut state, &[action]);
    }
    run(&game, &mut state, &["settlement:n8", "settlement:n29", "city:n18", "city:n8"]);
    run(&game, &mut state, &["buy", "card:knight", "buy", "card:knight"]);
    assert_eq!((state.hand(seat(0)), state.bank().total()), (hand(""), 95));
    assert_eq!(state.stock(seat(0)), [10, 3, 2]);
    // Two settlements, two cities, and five roads in a row.
    assert_eq!((state.cards(seat(0)).total(), state.points(seat(0))), (2, 2 + 4 + 2));
    assert_eq!(state.stage(), Stage::Act, "and the turn is not over");
}

/// Line 4.2: any card may be played before the roll, not only a knight.
#[test]
fn every_kind_of_card_may_be_played_before_the_roll() {
    let game = catan(&[]);
    for (card, action) in [
        (Card::Knight, "knight"),
        (Card::RoadBuilding, "road-building"),
        (Card::YearOfPlenty, "plenty:WB"),
        (Card::Monopoly, "monopoly:W"),
    ] {
        let position = Position::new(4).settlements(0, &[18]).cards(0, card, 1);
        assert!(is_legal(&game, &position.clone().begin().state(&game), action), "{action}");
        assert!(is_legal(&game, &position.state(&game), action), "{action} after the roll");
    }
}

/// Lines 4.1 and 9.1: after the roll a player trades, builds and plays a card in any order.
#[test]
fn trade_building_and_cards_are_mixed() {
    let game = catan(&[]);
    let mut state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13, 8])
        .hand(0, "WWWWWBBSS")
        .hand(1, "H")
        .cards(0, Card::Monopoly, 1)
        .state(&game);
    let road = road(18, 23);
    run(&game, &mut state, &[&road, "bank:W>O", "offer:S>H@1", "accept", "confirm:P1"]);
    assert!(is_legal(&game, &state, "end"));
    assert_eq!(state.hand(seat(0)), hand("BSHO"));
    run(&game, &mut state, &["buy", "card:knight", "monopoly:S", "end"]);
    assert_eq!(game.turn(&state), Turn::Seat(seat(1)));
}

/// Lines 4.4 and 7.1: outside their turn players discard and answer, and do nothing else.
#[test]
fn others_only_discard_and_answer() {
    let game = catan(&[]);
    let base = Position::new(4)
        .settlements(1, &[18])
        .path(1, &[18, 13, 8])
        .hand(0, "W")
        .hand(1, "WWWWBBSHHHOOO")
        .cards(1, Card::Knight, 1);
    let road = road(18, 23);
    let rest = [
        "settlement:n8",
        "city:n18",
        &road,
        "buy",
        "knight",
        "bank:W>B",
        "offer:B>O@2",
        "offer:B>O@0",
        "robber:h0",
        "roll",
        "end",
        "confirm:P1",
        "withdraw",
    ];
    let mut answering = base.clone().state(&game);
    run(&game, &mut answering, &["offer:W>O@12"]);
    let mut discarding = base.begin().state(&game);
    run(&game, &mut discarding, &["roll", "dice:7"]);
    let answers = ["accept", "refuse", "counter:B>W"];
    for (state, answers_are_legal) in [(&answering, true), (&discarding, false)] {
        assert_eq!(game.turn(state), Turn::Seat(seat(1)));
        for action in rest {
            assert!(!is_legal(&game, state, action), "{action}");
        }
        for action in answers {
            assert_eq!(is_legal(&game, state, action), answers_are_legal, "{action}");
        }
        assert_eq!(is_legal(&game, state, "discard:WWWWBB"), !answers_are_legal);
    }
}

/// Line 5.2: what is due of a kind is added up over both hexes of a number.
#[test]
fn a_short_bank_looks_at_both_hexes_of_a_kind() {
    let game = catan(&[]);
    // Wood with a five on h0 and on h5, and seventeen wood in the hand of P3: two are left.
    let after_five = |position: Position| {
        let state = position.hand(3, &"W".repeat(17)).begin().state(&game);
        let text = game.snapshot(&state);
        let text = text.replace("52638a9cb4.8a94563b", "5263859cb4.8a94a63b");
        let mut state = game.restore(&text).unwrap();
        run(&game, &mut state, &["roll", "dice:5"]);
        [0, 1].map(|index| state.hand(seat(index)).to_string())
    };
    let one_due = Position::new(4).cities(0, &[3]).settlements(0, &[14]);
    assert_eq!(after_five(one_due), ["WW", "-"]);
    let two_due = Position::new(4).settlements(0, &[3]).cities(1, &[14]);
    assert_eq!(after_five(two_due), ["-", "-"], "three are due");
    let enough = Position::new(4).settlements(0, &[3]).settlements(1, &[14]);
    assert_eq!(after_five(enough), ["W", "W"]);
}

/// Line 5.2: three ore are due to one player and one to another, and wood to the first.
#[test]
fn a_shortage_of_one_kind_leaves_the_other() {
    let ore = "O".repeat(17);
    let position = Position::new(4)
        .hand(3, &ore)
        .cities(0, &[8])
        .settlements(0, &[18, 26])
        .settlements(1, &[17]);
    assert_eq!(after_roll(&position, &[], 8), ["W", "-", "-", &ore]);
}

/// Line 5.3: what was paid or discarded can be had from the bank at once.
#[test]
fn the_bank_gives_what_it_has_just_got() {
    let game = catan(&[("trading", "off")]);
    let ore = "O".repeat(16);
    let base = Position::new(4).settlements(0, &[18]).hand(1, &ore);
    let mut state = base.hand(0, "WWWWHHOOO").state(&game);
    assert!(!is_legal(&game, &state, "bank:W>O"), "no ore is left");
    run(&game, &mut state, &["city:n18", "bank:W>O"]);
    assert_eq!(state.hand(seat(0)), hand("O"));
    let all = "O".repeat(19);
    let mut state = Position::new(4).hand(0, "WWWW").hand(1, &all).begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7", "discard:OOOOOOOOO", "robber:h0"]);
    assert_eq!(state.bank().count(Resource::Ore), 9);
    assert!(is_legal(&game, &state, "bank:W>O"));
}

/// Line 8.2: a road may touch a building alone, and a road to which an opponent comes is closed.
#[test]
fn roads_begin_at_buildings_and_are_closed_by_new_ones() {
    let game = catan(&[("trading", "off")]);
    for position in [Position::new(4).settlements(0, &[18]), Position::new(4).cities(0, &[18])] {
        let state = position.hand(0, "WB").state(&game);
        assert!(is_legal(&game, &state, &road(18, 13)));
        assert!(!is_legal(&game, &state, &road(13, 8)));
    }
    let mut state = Position::new(4)
        .path(0, &[8, 4])
        .hand(0, "WBSH")
        .settlements(1, &[18])
        .path(1, &[18, 13, 8])
        .hand(1, "WB")
        .state(&game);
    run(&game, &mut state, &["settlement:n8", "end", "roll", "dice:2"]);
    assert!(!is_legal(&game, &state, &road(8, 12)), "the building came later");
    assert!(is_legal(&game, &state, &road(13, 9)));
}

/// Lines 5.1 and 8.4: what is built in play produces from then on, a city two cards.
#[test]
fn new_buildings_produce() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).path(0, &[8, 4]).hand(0, "WBSHHHOOO").state(&game);
    let round = ["end", "roll", "dice:3", "end", "roll", "dice:3", "end", "roll", "dice:3", "end"];
    run(&game, &mut state, &["settlement:n8"]);
    run(&game, &mut state, &round);
    run(&game, &mut state, &["roll", "dice:8"]);
    assert_eq!(state.hand(seat(0)), hand("HHOOOO"));
    run(&game, &mut state, &["city:n8"]);
    run(&game, &mut state, &round);
    run(&game, &mut state, &["roll", "dice:8"]);
    assert_eq!(state.hand(seat(0)), hand("OOO"));
}

/// Line 8.2: a road laid in play up to an opponent's building goes no further.
#[test]
fn new_roads_end_at_an_opponent() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13])
        .settlements(1, &[8])
        .hand(0, "WWBB")
        .state(&game);
    run(&game, &mut state, &[&road(13, 8)]);
    assert!(!is_legal(&game, &state, &road(8, 4)) && !is_legal(&game, &state, &road(8, 12)));
    assert!(is_legal(&game, &state, &road(13, 9)));
}
