//! The longest road as an award, and victory (sections 10 and 12). Lengths are tested beside their
//! code.

use kakehiki_catan::{Card, Stage};
use kakehiki_core::{Ending, Game, SeatSet, Turn};

use crate::common::{Position, catan, is_legal, road, run, seat};

/// Five edges down the left coast, and six down the right one.
const LEFT: [usize; 6] = [11, 16, 21, 27, 33, 38];
const RIGHT: [usize; 7] = [20, 26, 32, 37, 42, 46, 50];

/// Lines 10.3 and 10.7.
#[test]
fn the_fifth_road_gets_the_award_and_equal_length_does_not_take_it() {
    let game = catan(&[("trading", "off")]);
    let mut state =
        Position::new(4).settlements(0, &[11]).path(0, &LEFT[..5]).hand(0, "WB").state(&game);
    assert_eq!(state.longest_road(), None);
    run(&game, &mut state, &[&road(LEFT[4], LEFT[5])]);
    assert_eq!((state.longest_road(), state.points(seat(0))), (Some(seat(0)), 3));
    let mut state = Position::new(4)
        .path(0, &RIGHT[..5])
        .path(1, &LEFT)
        .longest_road(1)
        .hand(0, "WWBB")
        .state(&game);
    run(&game, &mut state, &[&road(RIGHT[4], RIGHT[5])]);
    assert_eq!(state.longest_road(), Some(seat(1)), "five against five");
    run(&game, &mut state, &[&road(RIGHT[5], RIGHT[6])]);
    assert_eq!(state.longest_road(), Some(seat(0)), "six against five");
    assert_eq!((state.points(seat(0)), state.points(seat(1))), (2, 0));
}

/// P0 builds a settlement in the middle of P1's road of six along the right coast.
fn cut(position: Position) -> kakehiki_catan::State {
    let game = catan(&[("trading", "off")]);
    let mut state =
        position.path(0, &[37, 31]).path(1, &RIGHT).longest_road(1).hand(0, "WBSH").state(&game);
    assert_eq!(state.road_length(seat(1)), 6);
    run(&game, &mut state, &["settlement:n37"]);
    assert_eq!(state.road_length(seat(1)), 3);
    state
}

/// Lines 10.4, 10.5 and 10.7.
#[test]
fn a_cut_road_gives_the_award_away() {
    // Nobody has five.
    assert_eq!(cut(Position::new(4)).longest_road(), None);
    // One other has the longest.
    let state = cut(Position::new(4).path(2, &LEFT));
    assert_eq!((state.longest_road(), state.points(seat(2))), (Some(seat(2)), 2));
    assert_eq!(state.points(seat(1)), 0);
    // Two others tie: it is set aside.
    let upper = [0, 4, 1, 5, 2, 6];
    let state = cut(Position::new(4).path(2, &LEFT).path(3, &upper));
    assert_eq!(state.longest_road(), None);
}

/// Line 10.6.
#[test]
fn an_award_set_aside_goes_to_the_next_who_alone_is_longest() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).path(0, &LEFT).path(1, &RIGHT[..6]).hand(0, "WB").state(&game);
    assert_eq!(state.longest_road(), None);
    run(&game, &mut state, &[&road(38, 43)]);
    assert_eq!((state.longest_road(), state.points(seat(0))), (Some(seat(0)), 2));
}

/// Line 10.5.
#[test]
fn a_holder_that_still_ties_keeps_the_award() {
    let game = catan(&[("trading", "off")]);
    let long = [15, 20, 26, 32, 37, 42, 46, 50];
    let mut state = Position::new(4)
        .path(0, &[20, 25])
        .path(1, &long)
        .path(2, &[11, 16, 21, 27, 33, 38, 43])
        .longest_road(1)
        .hand(0, "WBSH")
        .state(&game);
    assert_eq!((state.road_length(seat(1)), state.road_length(seat(2))), (7, 6));
    run(&game, &mut state, &["settlement:n20"]);
    assert_eq!((state.road_length(seat(1)), state.longest_road()), (6, Some(seat(1))));
}

/// Line 10.4: making a settlement a city changes no road.
#[test]
fn cities_change_no_roads() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[37])
        .path(1, &[20, 26, 32, 37, 42, 46, 50])
        .path(2, &LEFT)
        .longest_road(2)
        .hand(0, "HHOOO")
        .state(&game);
    let lengths = [0, 1, 2, 3].map(|index| state.road_length(seat(index)));
    run(&game, &mut state, &["city:n37"]);
    assert_eq!([0, 1, 2, 3].map(|index| state.road_length(seat(index))), lengths);
    assert_eq!((state.longest_road(), lengths), (Some(seat(2)), [0, 3, 5, 0]));
}

/// A player with nine points: four cities and a settlement.
fn nine_points(player: usize) -> Position {
    Position::new(4).cities(player, &[18, 8, 0, 2]).settlements(player, &[16])
}

fn winner(index: usize) -> Turn {
    Turn::Over(Ending::Won(SeatSet::only(seat(index))))
}

/// Lines 12.1, 12.2 and 12.4.
#[test]
fn ten_points_win_at_once_in_the_own_turn() {
    let game = catan(&[("trading", "off")]);
    let position = nine_points(0).path(0, &[16, 21, 27]);
    let mut state = position.hand(0, "WBSH").state(&game);
    assert_eq!(state.points(seat(0)), 9);
    run(&game, &mut state, &["settlement:n27"]);
    assert_eq!(game.turn(&state), winner(0));
    assert!(!is_legal(&game, &state, "end"));
}

/// Lines 9.7 and 12.6.
#[test]
fn a_bought_point_wins_in_the_same_turn() {
    let game = catan(&[("trading", "off")]);
    let mut state = nine_points(0).hand(0, "SHO").state(&game);
    run(&game, &mut state, &["buy", "card:victory-point"]);
    assert_eq!(game.turn(&state), winner(0));
}

/// Lines 11.2 and 12.5.
#[test]
fn a_knight_may_win_before_the_roll() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .cities(0, &[18, 8, 0, 2])
        .knights(0, 2)
        .cards(0, Card::Knight, 1)
        .begin()
        .state(&game);
    run(&game, &mut state, &["knight"]);
    assert_eq!(game.turn(&state), winner(0));
}

/// Lines 12.2, 12.3 and 12.4.
#[test]
fn points_gained_in_anothers_turn_win_in_the_own() {
    // P0 cuts P1's road, and P2 gets the award and its tenth point.
    let position = |options: &[(&str, &str)]| {
        let game = catan(options);
        let mut state = Position::new(4)
            .path(0, &[37, 31])
            .path(1, &RIGHT)
            .longest_road(1)
            .path(2, &LEFT)
            .cities(2, &[18, 8, 0, 2])
            .hand(0, "WBSH")
            .state(&game);
        run(&game, &mut state, &["settlement:n37"]);
        (game, state)
    };
    let (game, mut state) = position(&[("trading", "off")]);
    assert_eq!((state.points(seat(2)), state.stage()), (10, Stage::Act));
    run(&game, &mut state, &["end", "roll", "dice:3"]);
    assert_eq!(state.stage(), Stage::Act);
    run(&game, &mut state, &["end"]);
    assert_eq!(game.turn(&state), winner(2), "at the beginning of its turn");
    let (game, state) = position(&[("trading", "off"), ("win", "any-time")]);
    assert_eq!(game.turn(&state), winner(2));
}

/// Line 12.7.
#[test]
fn games_without_a_winner_end_at_the_cap_undecided() {
    let game = catan(&[("trading", "off"), ("turn-cap", "3"), ("players", "2")]);
    let mut state = Position::new(2).begin().state(&game);
    for _ in 0..3 {
        run(&game, &mut state, &["roll", "dice:3", "end"]);
    }
    assert_eq!(game.turn(&state), Turn::Over(Ending::Undecided));
}
