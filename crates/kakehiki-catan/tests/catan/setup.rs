//! Components, the board and the first settlements (sections 1 to 3).

use kakehiki_catan::{Card, Resource, Stage};
use kakehiki_core::{Game, Seed, Turn};

use crate::common::{catan, dealt, hand, is_legal, random_step, road, run, seat};

const FIXED: [(&str, &str); 2] = [("numbers", "free"), ("harbours", "fixed")];

/// Lines 1.5, 1.6 and 1.7.
#[test]
fn the_bank_the_deck_and_the_stock_are_complete() {
    let game = catan(&[]);
    let state = game.start();
    assert!(Resource::ALL.iter().all(|resource| state.bank().count(*resource) == 19));
    assert_eq!(state.bank().total(), 95);
    assert_eq!(Card::ALL.map(|card| state.deck().count(card)), [14, 5, 2, 2, 2]);
    assert_eq!(state.stock(seat(0)), [15, 5, 4]);
}

/// Lines 1.2 (the desert has no token) and 2.6.
#[test]
fn the_robber_begins_on_the_desert() {
    let game = catan(&[]);
    let mut rng = Seed::experiment(5).rng();
    for _ in 0..50 {
        let mut state = game.start();
        while game.turn(&state) == Turn::Chance {
            random_step(&game, &mut state, &mut Vec::new(), &mut rng);
        }
        let terrain = state.board().terrain(state.robber()).unwrap();
        assert_eq!((terrain.resource(), state.board().number(state.robber())), (None, None));
    }
}

/// Lines 3.1, 3.2 and 3.5 to 3.8.
#[test]
fn settlements_are_founded_there_and_back() {
    let game = catan(&FIXED);
    let mut state = dealt(&game);
    let places = [(0, 3), (2, 6), (51, 47), (53, 50), (21, 27), (26, 32), (18, 13), (35, 30)];
    let order = [0, 1, 2, 3, 3, 2, 1, 0];
    for ((node, end), founder) in places.into_iter().zip(order) {
        assert_eq!(game.turn(&state), Turn::Seat(seat(founder)));
        assert_eq!(state.stage(), Stage::Found);
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    assert_eq!((state.stage(), state.mover(), state.turns()), (Stage::Begin, seat(0), 1));
    for index in 0..4 {
        assert_eq!(state.stock(seat(index)), [13, 3, 4]);
        assert_eq!(state.points(seat(index)), 2);
    }
    assert_eq!(state.longest_road(), None);
    // Only the second settlement gives cards, one for each hex around it that is no desert.
    // n35 touches O4, H9 and B4; n18 O8, W10 and O4; n26 only W8; n21 only H12.
    let expected = ["BHO", "WOO", "W", "H"];
    for (index, letters) in expected.iter().enumerate() {
        assert_eq!(state.hand(seat(index)), hand(letters), "P{index}");
    }
    assert_eq!(state.bank().total(), 95 - 8);
}

/// Line 3.5.
#[test]
fn the_desert_gives_no_starting_card() {
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let mut state = dealt(&game);
    for (node, end) in [(0, 3), (2, 6), (31, 25)] {
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    // n31 touches the desert, W8 and O5.
    assert_eq!(state.hand(seat(1)), hand("WO"));
}

/// Line 3.2.
#[test]
fn the_first_road_touches_the_settlement_just_founded() {
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let mut state = dealt(&game);
    for (node, end) in [(18, 13), (0, 3), (53, 50)] {
        run(&game, &mut state, &[&format!("settlement:n{node}"), &road(node, end)]);
    }
    run(&game, &mut state, &["settlement:n35"]);
    assert!(is_legal(&game, &state, &road(35, 30)));
    assert!(!is_legal(&game, &state, &road(18, 23)), "the earlier settlement does not count");
    assert!(!is_legal(&game, &state, &road(13, 8)), "nor does the earlier road");
}

/// Lines 3.3 and 3.4.
#[test]
fn settlements_keep_their_distance_and_may_be_anywhere_else() {
    let game = catan(&FIXED);
    let mut state = dealt(&game);
    run(&game, &mut state, &["settlement:n18", &road(18, 13)]);
    for near in [18, 13, 23, 24] {
        assert!(!is_legal(&game, &state, &format!("settlement:n{near}")));
    }
    for free in [8, 17, 0, 11, 21] {
        assert!(is_legal(&game, &state, &format!("settlement:n{free}")), "n{free}");
    }
}
