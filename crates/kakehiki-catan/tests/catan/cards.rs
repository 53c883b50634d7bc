//! Development cards and the largest army (sections 9 and 11).

use kakehiki_catan::{Action, Card, Stage};
use kakehiki_core::{Game, Observed};

use crate::common::{Position, catan, hand, is_legal, road, run, seat};

/// Line 9.1.
#[test]
fn one_card_is_played_in_a_turn() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .cards(0, Card::Monopoly, 1)
        .cards(0, Card::YearOfPlenty, 1)
        .cards(0, Card::Knight, 1)
        .begin()
        .state(&game);
    run(&game, &mut state, &["monopoly:W", "roll", "dice:3"]);
    assert!(!is_legal(&game, &state, "plenty:WW") && !is_legal(&game, &state, "knight"));
    run(&game, &mut state, &["end", "roll", "dice:3", "end", "roll", "dice:3", "end"]);
    run(&game, &mut state, &["roll", "dice:3", "end"]);
    assert!(is_legal(&game, &state, "plenty:WW") && is_legal(&game, &state, "knight"));
}

/// Line 9.2.
#[test]
fn a_card_rests_in_the_turn_it_is_bought() {
    let game = catan(&[("trading", "off")]);
    let fresh = Position::new(4).cards(0, Card::Knight, 1).bought(Card::Knight, 1);
    assert!(!is_legal(&game, &fresh.state(&game), "knight"));
    let both = Position::new(4).cards(0, Card::Knight, 2).bought(Card::Knight, 1);
    let mut state = both.state(&game);
    assert!(is_legal(&game, &state, "knight"), "the older of two may be played");
    run(&game, &mut state, &["knight", "robber:h0"]);
    assert_eq!(state.cards(seat(0)).count(Card::Knight), 1);
    let mut state = Position::new(4).hand(0, "SHO").state(&game);
    run(&game, &mut state, &["buy", "card:monopoly"]);
    assert!(!is_legal(&game, &state, "monopoly:W"));
    run(&game, &mut state, &["end", "roll", "dice:3", "end", "roll", "dice:3", "end"]);
    run(&game, &mut state, &["roll", "dice:3", "end"]);
    assert!(is_legal(&game, &state, "monopoly:W"));
}

/// Line 9.4.
#[test]
fn road_building_lays_two_roads_one_after_the_other() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13])
        .cards(0, Card::RoadBuilding, 1)
        .begin()
        .state(&game);
    run(&game, &mut state, &["road-building"]);
    assert!(!is_legal(&game, &state, &road(8, 4)) && !is_legal(&game, &state, "roll"));
    run(&game, &mut state, &[&road(13, 8), &road(8, 4)]);
    assert_eq!((state.stage(), state.stock(seat(0))[0]), (Stage::Begin, 12));
}

/// Line 9.4.
#[test]
fn road_building_needs_pieces_and_places() {
    let game = catan(&[("trading", "off")]);
    let ring = [16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42];
    let mut one_left = Position::new(4)
        .settlements(0, &[16])
        .path(0, &ring)
        .longest_road(0)
        .cards(0, Card::RoadBuilding, 1)
        .state(&game);
    run(&game, &mut one_left, &["road-building", &road(42, 37)]);
    assert_eq!(one_left.stage(), Stage::Act);
    let none = Position::new(4).cards(0, Card::RoadBuilding, 1);
    let mut state = none.state(&game);
    run(&game, &mut state, &["road-building"]);
    assert_eq!(state.stage(), Stage::Act);
    let strict = catan(&[("trading", "off"), ("barren-road-building", "off")]);
    assert!(!is_legal(&strict, &none.state(&strict), "road-building"));
}

/// Line 9.5.
#[test]
fn a_year_of_plenty_takes_what_the_bank_has() {
    let game = catan(&[("trading", "off")]);
    let card = Position::new(4).cards(0, Card::YearOfPlenty, 1);
    let mut state = card.state(&game);
    assert!(is_legal(&game, &state, "plenty:WW") && is_legal(&game, &state, "plenty:WO"));
    assert!(!is_legal(&game, &state, "plenty:W") && !is_legal(&game, &state, "plenty:WWW"));
    run(&game, &mut state, &["plenty:WB"]);
    assert_eq!((state.hand(seat(0)), state.bank().total()), (hand("WB"), 93));
    let short = card.clone().hand(1, &"O".repeat(18));
    let state = short.state(&game);
    assert!(!is_legal(&game, &state, "plenty:OO") && is_legal(&game, &state, "plenty:WO"));
    assert!(!is_legal(&game, &state, "plenty:O"));
    let fewer = catan(&[("trading", "off"), ("plenty", "fewer")]);
    let state = short.state(&fewer);
    assert!(is_legal(&fewer, &state, "plenty:O"));
    assert!(!is_legal(&fewer, &state, "plenty:W"), "every pair with wood is there");
    let empty = card.clone().hand(1, &"O".repeat(19)).state(&fewer);
    assert!(is_legal(&fewer, &empty, "plenty:W"), "the pair with ore is missing");
    assert!(!is_legal(&fewer, &empty, "plenty:O"));
    let all: String = "WBSHO".chars().flat_map(|letter| [letter; 19]).skip(1).collect();
    let state = card.hand(1, &all).state(&game);
    assert!(is_legal(&game, &state, "plenty:W"), "the last card of the bank");
    assert!(!is_legal(&game, &state, "plenty:WB"));
}

/// Line 9.6.
#[test]
fn a_monopoly_takes_all_cards_of_a_kind() {
    let game = catan(&[]);
    let mut state = Position::new(4)
        .cards(0, Card::Monopoly, 1)
        .hand(0, "W")
        .hand(1, "WWB")
        .hand(2, "OO")
        .hand(3, "W")
        .state(&game);
    run(&game, &mut state, &["monopoly:W"]);
    let hands = [0, 1, 2, 3].map(|index| state.hand(seat(index)));
    assert_eq!(hands, ["WWWW", "B", "OO", ""].map(hand));
    assert_eq!(state.played().count(Card::Monopoly), 1);
    assert_eq!(state.cards(seat(0)).total(), 0);
}

/// Lines 11.1, 11.2 and 11.3.
#[test]
fn the_largest_army_has_three_knights_and_passes_to_more() {
    let game = catan(&[]);
    let mut state = Position::new(4).knights(0, 2).cards(0, Card::Knight, 1).state(&game);
    run(&game, &mut state, &["knight"]);
    assert_eq!((state.largest_army(), state.points(seat(0))), (Some(seat(0)), 2), "at once");
    let tie = Position::new(4).knights(0, 2).knights(1, 3).largest_army(1);
    let mut state = tie.cards(0, Card::Knight, 1).state(&game);
    run(&game, &mut state, &["knight"]);
    assert_eq!((state.largest_army(), state.points(seat(1))), (Some(seat(1)), 2), "a tie");
    let more = Position::new(4).knights(0, 3).knights(1, 3).largest_army(1);
    let mut state = more.cards(0, Card::Knight, 1).state(&game);
    run(&game, &mut state, &["knight"]);
    assert_eq!(state.largest_army(), Some(seat(0)));
    assert_eq!((state.points(seat(0)), state.points(seat(1))), (2, 0));
}

/// Section 16: a card is of any kind, each equally likely.
#[test]
fn a_uniform_deck_never_runs_out() {
    let game = catan(&[("rules", "nakazawa2018"), ("players", "4")]);
    let state = Position::new(4).hand(0, "SHO");
    let mut state = game
        .restore(
            &game
                .snapshot(&state.state(&catan(&[("cities", "54")])))
                .replace("3WB33S3OH", "........."),
        )
        .unwrap();
    run(&game, &mut state, &["buy"]);
    assert_eq!(game.chances(&state).len(), 5);
    assert!(game.chances(&state).iter().all(|(_, share)| (share - 0.2).abs() < 1e-12));
}

/// Line 2.7: drawing from the counts that are left is drawing from a deck that was shuffled once,
/// and nobody sees more of it than its size.
#[test]
fn the_deck_is_shuffled_once_and_hidden() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).hand(0, "SSSHHHOOO").state(&game);
    let mut product = 1.0;
    for card in ["card:knight", "card:monopoly", "card:knight"] {
        run(&game, &mut state, &["buy"]);
        let chances = game.chances(&state);
        product *= chances.iter().find(|(chance, _)| chance.to_string() == card).unwrap().1;
        run(&game, &mut state, &[card]);
    }
    let shuffled = 14.0 * 2.0 * 13.0 / (25.0 * 24.0 * 23.0);
    assert!((product - shuffled).abs() < 1e-12, "{product} {shuffled}");
    assert_eq!(game.view(&state, &None, seat(1)).deck_size(), 22);
    // Two decks of another order, or of another content, look alike to all who drew nothing.
    let other = Position::new(4).cards(0, Card::VictoryPoint, 3).bought(Card::VictoryPoint, 3);
    let other = other.state(&game);
    assert_ne!(other.deck(), state.deck());
    assert_eq!(game.view(&other, &None, seat(1)), game.view(&state, &None, seat(1)));
}

/// Line 9.8: progress cards that were played leave the game.
#[test]
fn played_progress_cards_are_not_drawn_again() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .cards(0, Card::Monopoly, 1)
        .cards(1, Card::YearOfPlenty, 1)
        .cards(2, Card::RoadBuilding, 1)
        .played(Card::Monopoly, 1)
        .played(Card::YearOfPlenty, 1)
        .played(Card::RoadBuilding, 1)
        .hand(3, "SHO")
        .begin()
        .state(&game);
    let deck = state.deck();
    run(&game, &mut state, &["monopoly:W", "roll", "dice:3", "end"]);
    run(&game, &mut state, &["plenty:WW", "roll", "dice:3", "end"]);
    run(&game, &mut state, &["road-building", "roll", "dice:3", "end", "roll", "dice:3"]);
    assert_eq!(state.deck(), deck, "nothing was put back");
    assert_eq!(Card::ALL.map(|card| state.played().count(card)), [0, 0, 2, 2, 2]);
    run(&game, &mut state, &["buy"]);
    let drawn: Vec<String> =
        game.chances(&state).iter().map(|(chance, _)| chance.to_string()).collect();
    assert_eq!(drawn, ["card:knight", "card:victory-point"]);
}

/// Line 9.9: development cards cannot be traded, stolen or discarded.
#[test]
fn development_cards_stay_with_their_owner() {
    let game = catan(&[]);
    let position = Position::new(4)
        .settlements(1, &[8])
        .settlements(2, &[53])
        .cards(1, Card::Knight, 4)
        .cards(2, Card::Knight, 5)
        .hand(2, "WWWWBBB")
        .begin();
    let mut state = position.state(&game);
    run(&game, &mut state, &["roll", "dice:7"]);
    assert_eq!(state.stage(), Stage::Robber, "seven resource cards are not halved");
    run(&game, &mut state, &["robber:h4,P1"]);
    assert_eq!((state.stage(), state.cards(seat(1)).total()), (Stage::Act, 4), "nothing to steal");
    let strict = catan(&[("victims", "with-cards")]);
    let mut state = position.state(&strict);
    run(&strict, &mut state, &["roll", "dice:7"]);
    assert!(!is_legal(&strict, &state, "robber:h4,P1"), "these cards do not count");
    for text in ["offer:knight>W@1", "discard:knight", "bank:knight>W", "counter:W>knight"] {
        assert!(text.parse::<Action>().is_err(), "{text} is no action");
    }
}

/// Line 9.4: where a second road has no place, one is laid.
#[test]
fn road_building_ends_where_no_place_is_left() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[0])
        .path(0, &[0, 3])
        .path(1, &[3, 7])
        .path(1, &[1, 4, 8])
        .cards(0, Card::RoadBuilding, 1)
        .state(&game);
    run(&game, &mut state, &["road-building", &road(0, 4)]);
    assert_eq!((state.stage(), state.stock(seat(0))[0]), (Stage::Act, 13));
}

/// Line 9.4: free roads keep the rules of roads and cost nothing.
#[test]
fn free_roads_do_not_go_through_an_opponent() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[18])
        .path(0, &[18, 13, 8])
        .settlements(1, &[8])
        .cards(0, Card::RoadBuilding, 1)
        .hand(0, "WB")
        .state(&game);
    run(&game, &mut state, &["road-building"]);
    assert!(!is_legal(&game, &state, &road(8, 4)) && is_legal(&game, &state, &road(13, 9)));
    run(&game, &mut state, &[&road(13, 9), &road(9, 5)]);
    assert_eq!((state.hand(seat(0)), state.bank().total()), (hand("WB"), 93));
}

/// Line 9.5: the cards may be used in the same turn.
#[test]
fn a_year_of_plenty_pays_at_once() {
    let game = catan(&[("trading", "off")]);
    let mut state =
        Position::new(4).settlements(0, &[18]).cards(0, Card::YearOfPlenty, 1).state(&game);
    run(&game, &mut state, &["plenty:WB", &road(18, 13)]);
    assert_eq!((state.hand(seat(0)), state.bank().total()), (hand(""), 95));
}

/// Line 9.7: points are never played, hinder no other card, and count from the moment they are
/// bought, as many as there are.
#[test]
fn points_count_without_being_played() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .cards(0, Card::VictoryPoint, 1)
        .cards(0, Card::Knight, 1)
        .hand(0, "SSHHOO")
        .state(&game);
    assert_eq!(state.points(seat(0)), 1);
    run(&game, &mut state, &["buy", "card:victory-point", "buy", "card:victory-point"]);
    assert_eq!((state.points(seat(0)), state.played().total()), (3, 0));
    assert!(is_legal(&game, &state, "knight"));
    assert!("victory-point".parse::<Action>().is_err());
    let only = Position::new(4).cards(0, Card::VictoryPoint, 5).state(&game);
    let mut menu = Vec::new();
    game.menu(&only, &mut menu);
    assert_eq!(menu, [Action::End]);
}

/// Lines 9.3 and 11.1: a knight that is played is seen by all, and an army may fall behind but is
/// never set aside.
#[test]
fn knights_stay_face_up() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .knights(0, 3)
        .largest_army(0)
        .knights(1, 3)
        .cards(0, Card::Knight, 1)
        .cards(1, Card::Knight, 2)
        .begin()
        .state(&game);
    run(&game, &mut state, &["knight", "robber:h0", "roll", "dice:3", "end"]);
    assert_eq!(game.view(&state, &None, seat(2)).players()[0].knights(), 4);
    run(&game, &mut state, &["knight", "robber:h1", "roll", "dice:3", "end"]);
    assert_eq!((state.knights(seat(1)), state.largest_army()), (4, Some(seat(0))), "a tie");
    for _ in 0..3 {
        run(&game, &mut state, &["roll", "dice:3", "end"]);
    }
    run(&game, &mut state, &["knight"]);
    assert_eq!(state.largest_army(), Some(seat(1)));
    assert_eq!((state.points(seat(0)), state.points(seat(1))), (0, 2));
}
