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

/// The roads of P0 along paths, with opponents on nodes.
fn length(paths: &[&[usize]], opponents: &[usize]) -> u8 {
    let game = catan(&[("trading", "off")]);
    let position = paths.iter().fold(Position::new(4), |position, path| position.path(0, path));
    position.settlements(1, opponents).state(&game).road_length(seat(0))
}

/// Lines 10.1 and 10.2, with the test vectors of section 10.
#[test]
fn lengths_are_those_of_the_longest_trail() {
    let coast = [11, 16, 21, 27, 33, 38, 43, 47, 51, 48, 52, 49, 53, 50, 46, 42];
    for edges in 1..=15 {
        assert_eq!(usize::from(length(&[&coast[..=edges]], &[])), edges, "a chain");
    }
    // Arms of three, two and one edges from n18.
    let arms: [&[usize]; 3] = [&[18, 13, 8, 4], &[18, 23, 29], &[18, 24]];
    assert_eq!(length(&arms, &[]), 5);
    assert_eq!(length(&[&[18, 13], &[18, 23], &[18, 24]], &[]), 2);
    assert_eq!(length(&[&[18, 13, 8], &[18, 23, 29], &[18, 24, 30]], &[]), 4);
    let ring: &[usize] = &[18, 24, 30, 35, 29, 23, 18];
    for (paths, expected) in [
        (&[ring][..], 6),
        (&[ring, &[18, 13]], 7),
        (&[ring, &[18, 13, 8]], 8),
        (&[ring, &[18, 13, 8], &[13, 9]], 8),
        (&[ring, &[18, 13], &[35, 40]], 7),
        (&[ring, &[18, 13, 8, 12, 17, 23]], 11),
        (&[ring, &[18, 13, 8, 12, 17, 23], &[13, 9, 14, 19, 24]], 14),
    ] {
        assert_eq!(length(paths, &[]), expected, "{paths:?}");
    }
    assert_eq!(length(&[ring], &[18]), 6);
    assert_eq!(length(&[ring, &[18, 13]], &[18]), 6);
    let six = &coast[..7];
    assert_eq!(length(&[six], &[coast[3]]), 3, "an opponent in the middle");
    assert_eq!(length(&[six], &[coast[0]]), 6, "at an end");
    assert_eq!(length(&[six], &[coast[1]]), 5, "after the first edge");
    assert_eq!(length(&[&coast[..8]], &[coast[1]]), 6, "and one more at the far end");
}

/// Line 10.2: own buildings do not interrupt a road, neither old nor new ones.
#[test]
fn own_buildings_do_not_interrupt() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .settlements(0, &[16])
        .cities(0, &[27])
        .path(0, &LEFT)
        .longest_road(0)
        .hand(0, "WBSH")
        .state(&game);
    assert_eq!(state.road_length(seat(0)), 5);
    run(&game, &mut state, &["settlement:n38"]);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (5, Some(seat(0))));
    let mut state = Position::new(4).path(0, &LEFT).longest_road(0).hand(0, "WBSH").state(&game);
    run(&game, &mut state, &["settlement:n27"]);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (5, Some(seat(0))));
}

/// Line 10.5: a holder whose shorter road is still the longest alone keeps the award.
#[test]
fn a_holder_that_is_still_longest_keeps_the_award() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .path(0, &[20, 25])
        .path(1, &[15, 20, 26, 32, 37, 42, 46, 50])
        .path(2, &LEFT)
        .longest_road(1)
        .hand(0, "WBSH")
        .state(&game);
    run(&game, &mut state, &["settlement:n20"]);
    let lengths = [1, 2].map(|index| state.road_length(seat(index)));
    assert_eq!((lengths, state.longest_road()), ([6, 5], Some(seat(1))));
}

/// Lines 10.4 and 10.6: an award that lies aside goes to the one who is left alone when the other
/// of two equal roads is cut, and to nobody whose road only becomes equal.
#[test]
fn an_award_set_aside_waits_for_one_alone() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .path(0, &[33, 28])
        .path(1, &RIGHT[..6])
        .path(2, &LEFT)
        .hand(0, "WBSH")
        .state(&game);
    run(&game, &mut state, &["settlement:n33"]);
    assert_eq!(state.road_length(seat(2)), 4);
    assert_eq!((state.longest_road(), state.points(seat(1))), (Some(seat(1)), 2));
    let six = [11, 16, 21, 27, 33, 38, 43];
    let mut state = Position::new(4)
        .path(0, &RIGHT[..6])
        .path(1, &six)
        .path(2, &[0, 4, 1, 5, 2, 6, 10])
        .hand(0, "WB")
        .state(&game);
    run(&game, &mut state, &[&road(RIGHT[5], RIGHT[6])]);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (6, None), "three of six");
}

/// Line 12.1: what counts, and how much.
#[test]
fn points_are_counted() {
    let game = catan(&[("trading", "off")]);
    let points = |position: Position| position.state(&game).points(seat(0));
    assert_eq!(points(Position::new(4).settlements(0, &[18])), 1);
    assert_eq!(points(Position::new(4).cities(0, &[18])), 2);
    assert_eq!(points(Position::new(4).path(0, &LEFT).longest_road(0)), 2);
    assert_eq!(points(Position::new(4).knights(0, 3).largest_army(0)), 2);
    assert_eq!(points(Position::new(4).cards(0, Card::VictoryPoint, 1)), 1);
    assert_eq!(points(Position::new(4).cards(0, Card::Knight, 4).knights(0, 2)), 0);
}

/// Line 12.6: hidden points win with the last point that is built, by all ways to build.
#[test]
fn hidden_points_win_with_what_is_built() {
    let game = catan(&[("trading", "off")]);
    let position = Position::new(4).cities(0, &[18, 8, 0]).cards(0, Card::VictoryPoint, 2);
    let mut city = position.clone().settlements(0, &[16]).hand(0, "HHOOO").state(&game);
    run(&game, &mut city, &["city:n16"]);
    assert_eq!(game.turn(&city), winner(0));
    let mut built = position.path(0, &LEFT[..5]).hand(0, "WB").state(&game);
    run(&game, &mut built, &[&road(LEFT[4], LEFT[5])]);
    assert_eq!(game.turn(&built), winner(0));
}

/// Lines 10.7 and 12.3: who loses the tenth point again before its turn does not win.
#[test]
fn points_lost_before_the_own_turn_do_not_win() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .path(0, &[37, 31])
        .path(1, &RIGHT)
        .longest_road(1)
        .path(2, &LEFT)
        .cities(2, &[18, 8, 0, 2])
        .path(1, &[33, 28])
        .hand(0, "WBSH")
        .hand(1, "WBSH")
        .state(&game);
    run(&game, &mut state, &["settlement:n37"]);
    assert_eq!((state.points(seat(2)), state.stage()), (10, Stage::Act));
    // P1 cuts the road of P2 in turn.
    run(&game, &mut state, &["end", "roll", "dice:2", "settlement:n33"]);
    assert_eq!((state.points(seat(2)), state.longest_road()), (8, None));
    run(&game, &mut state, &["end"]);
    assert_eq!((state.stage(), game.turn(&state)), (Stage::Begin, Turn::Seat(seat(2))));
}

/// Line 12.7: by default a game ends after a thousand turns, distinct from a won one.
#[test]
fn a_thousand_turns_are_the_most() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4).turns(999).state(&game);
    run(&game, &mut state, &["end"]);
    assert_eq!((state.turns(), game.turn(&state)), (1000, Turn::Seat(seat(1))));
    run(&game, &mut state, &["roll", "dice:3", "end"]);
    assert_eq!(game.turn(&state), Turn::Over(Ending::Undecided));
}

/// Line 10.2: roads laid in play count up to an opponent's building, and do not join through it.
#[test]
fn new_roads_are_not_joined_through_an_opponent() {
    let game = catan(&[("trading", "off")]);
    let mut state = Position::new(4)
        .path(0, &[11, 16, 21, 27, 33, 38])
        .settlements(1, &[16])
        .hand(0, "WB")
        .state(&game);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (4, None));
    run(&game, &mut state, &[&road(38, 43)]);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (5, Some(seat(0))));
    let mut state = Position::new(4)
        .path(0, &[21, 27, 33, 38, 43])
        .settlements(1, &[16])
        .hand(0, "WB")
        .state(&game);
    run(&game, &mut state, &[&road(21, 16)]);
    assert_eq!((state.road_length(seat(0)), state.longest_road()), (5, Some(seat(0))));
}
