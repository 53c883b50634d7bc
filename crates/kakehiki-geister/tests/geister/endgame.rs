//! Endings with one good and one bad ghost each, solved by a program of its own and compared with
//! the rules.
//!
//! The solver knows nothing of the engine. A position is seen by the player to move: squares count
//! row by row from the top left, the own exits are squares 0 and 5, and the board is turned round
//! after every ply.

use kakehiki_core::{Ending, Game, Seat, SeatSet, Seed, Turn};
use kakehiki_geister::{Action, Geister, Ghost, NEGOGEISTER, State};
use rand::RngExt;

use crate::common::{FIRST, SECOND, board, negotiating, plain, view, with_words};

/// The squares of the own good and bad ghost and of the other's good and bad ghost.
type Squares = [usize; 4];

/// Where a ply leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    /// The mover has won.
    Won,
    /// The mover has lost.
    Lost,
    /// The other moves, and sees this.
    Position(Squares),
}

/// All plies of a position, an escape being one.
fn plies(squares: Squares, mut ply: impl FnMut(Next)) {
    let [good, bad, other_good, other_bad] = squares;
    if good == 0 || good == 5 {
        ply(Next::Won);
    }
    for (from, mate) in [(good, bad), (bad, good)] {
        let (x, y) = (from % 6, from / 6);
        let neighbours = [
            (y > 0).then(|| from - 6),
            (x < 5).then(|| from + 1),
            (x > 0).then(|| from - 1),
            (y < 5).then(|| from + 6),
        ];
        for to in neighbours.into_iter().flatten().filter(|to| *to != mate) {
            if to == other_good {
                ply(Next::Won);
            } else if to == other_bad {
                ply(Next::Lost);
            } else {
                let (good, bad) = if from == good { (to, bad) } else { (good, to) };
                ply(Next::Position([other_good, other_bad, good, bad].map(|square| 35 - square)));
            }
        }
    }
}

fn index(squares: Squares) -> usize {
    squares.into_iter().fold(0, |index, square| index * 36 + square)
}

fn all_positions() -> Vec<Squares> {
    let mut all = Vec::new();
    for number in 0..36_usize.pow(4) {
        let squares = [number / 46_656, number / 1296 % 36, number / 36 % 36, number % 36];
        let distinct = squares.iter().fold(0_u64, |set, square| set | 1 << square);
        if distinct.count_ones() == 4 {
            all.push(squares);
        }
    }
    all
}

/// The number of plies to the end with best play, for a win an odd number, for a loss an even one;
/// 0 for a draw.
///
/// Layer by layer: a position is won in `d` plies if a ply leads to one that is lost in `d − 1`,
/// and lost in `d` if all lead to ones that are won in at most `d − 1`.
struct Solution {
    positions: usize,
    distances: Vec<u8>,
}

fn solve() -> Solution {
    let all = all_positions();
    let mut distances = vec![0_u8; 36_usize.pow(4)];
    let mut open = all.clone();
    for distance in 1_u8.. {
        let is_win_layer = distance % 2 == 1;
        let mut found = Vec::new();
        open.retain(|squares| {
            let (mut wins, mut keeps) = (false, false);
            plies(*squares, |next| match next {
                Next::Won => wins = true,
                Next::Lost => {}
                Next::Position(next) => match distances[index(next)] {
                    0 => keeps = true,
                    even if even % 2 == 0 => wins = true,
                    _ => {}
                },
            });
            let is_found = if is_win_layer { wins } else { !wins && !keeps };
            if is_found {
                found.push(index(*squares));
            }
            !is_found
        });
        // A layer without a position ends the search: nothing further away can depend on it.
        if found.is_empty() {
            return Solution { positions: all.len(), distances };
        }
        for index in found {
            distances[index] = distance;
        }
    }
    unreachable!("there are fewer layers than positions")
}

// 4.4
#[test]
fn endings_of_two_against_two_come_out_as_known() {
    let Solution { positions, distances } = solve();
    let mut counts = [0; 256];
    for distance in &distances {
        counts[usize::from(*distance)] += 1;
    }
    let at = |distance: usize| counts[distance];
    let is_win = |distance: u8| distance % 2 == 1;
    let wins = distances.iter().filter(|distance| is_win(**distance)).count();
    let losses = distances.iter().filter(|distance| **distance > 0).count() - wins;
    assert_eq!(positions, 1_413_720);
    assert_eq!(wins, 783_232);
    assert_eq!(losses, 402_822);
    assert_eq!(positions - wins - losses, 227_666);
    let longest = |parity| distances.iter().filter(|distance| **distance % 2 == parity).max();
    assert_eq!((longest(1), at(37)), (Some(&37), 12));
    assert_eq!((longest(0), at(36)), (Some(&36), 24));
    assert_eq!([1, 3, 5, 7, 9].map(at), [326_172, 108_976, 116_218, 81_202, 47_500]);
    assert_eq!([2, 4, 6, 8].map(at), [67_044, 93_404, 84_824, 54_224]);
}

/// The position with `mover` to play, in the engine's own form.
fn engine_position(squares: Squares, mover: Seat) -> State {
    let letters = if mover == FIRST { ['B', 'R', 'b', 'r'] } else { ['b', 'r', 'B', 'R'] };
    let mut cells = ['.'; 36];
    for (square, letter) in squares.into_iter().zip(letters) {
        cells[if mover == FIRST { square } else { 35 - square }] = letter;
    }
    let rows: Vec<String> = cells.chunks(6).map(|row| row.iter().collect()).collect();
    board(&rows.join("/"), mover)
}

/// What the solver would call the position.
fn solver_position(state: &State, mover: Seat) -> Squares {
    let stands = |owner: Seat, is_bad: bool| {
        let ghost = Ghost::all().find(|ghost| {
            state.fate(owner, *ghost).square().is_some()
                && state.bad(owner).contains(*ghost) == is_bad
        });
        let square = ghost.and_then(|ghost| state.fate(owner, ghost).square());
        let square = square.expect("one ghost of each colour");
        usize::from(square.y(mover)) * 6 + usize::from(square.x(mover))
    };
    let other = mover.next(2);
    [stands(mover, false), stands(mover, true), stands(other, false), stands(other, true)]
}

fn engine_plies(game: &Geister, state: &State, mover: Seat) -> Vec<(Action, State, Next)> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    let plies = menu.into_iter().map(|action| {
        let mut after = state.clone();
        game.play(&mut after, &action).expect("what is on the menu is legal");
        let next = match game.turn(&after) {
            Turn::Over(Ending::Won(winners)) if winners == SeatSet::only(mover) => Next::Won,
            Turn::Over(Ending::Won(_)) => Next::Lost,
            Turn::Seat(other) => Next::Position(solver_position(&after, other)),
            turn => panic!("{turn:?} after one ply"),
        };
        (action, after, next)
    });
    plies.collect()
}

// 1.3 to 1.7, against rules that were written a second time
#[test]
fn the_rules_agree_with_the_solver_on_every_ply() {
    let game = plain(&[]);
    let all = all_positions();
    let mut rng = Seed::experiment(3).rng();
    for _ in 0..20_000 {
        let squares = all[rng.random_range(0..all.len())];
        for mover in [FIRST, SECOND] {
            let state = engine_position(squares, mover);
            assert_eq!(solver_position(&state, mover), squares);
            let mut found: Vec<Next> =
                engine_plies(&game, &state, mover).into_iter().map(|(_, _, next)| next).collect();
            let mut expected = Vec::new();
            plies(squares, |next| expected.push(next));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{squares:?}, {mover} to move");
        }
    }
}

// 4.4, played out under the rules
#[test]
fn perfect_play_under_the_rules_takes_as_long_as_the_solver_says() {
    let game = plain(&[]);
    let distances = solve().distances;
    let longest = all_positions().into_iter().filter(|squares| distances[index(*squares)] >= 36);
    let mut games = 0;
    for (squares, start) in longest.zip([FIRST, SECOND].into_iter().cycle()) {
        let mut state = engine_position(squares, start);
        while let Turn::Seat(mover) = game.turn(&state) {
            let distance = distances[index(solver_position(&state, mover))];
            assert!(distance > 0);
            let best = engine_plies(&game, &state, mover).into_iter().find(|(_, _, next)| {
                let after = match next {
                    Next::Position(squares) => distances[index(*squares)],
                    Next::Won => 0,
                    Next::Lost => u8::MAX,
                };
                after == distance - 1
            });
            state = best.expect("a ply that brings the end nearer by one").1;
        }
        let distance = distances[index(squares)];
        assert_eq!(state.plies(), u16::from(distance));
        let winner = if distance % 2 == 1 { start } else { start.next(2) };
        assert_eq!(game.turn(&state), Turn::Over(Ending::Won(SeatSet::only(winner))));
        games += 1;
    }
    assert_eq!(games, 12 + 24);
}

/// The same position with all colours shown, so that the players know what the solver knows.
fn shown(game: &Geister, state: &State) -> State {
    let letters = [FIRST, SECOND].map(|seat| {
        let on_board = Ghost::all().filter(|ghost| state.fate(seat, *ghost).square().is_some());
        on_board.map(Ghost::letter).collect::<String>()
    });
    with_words(game, state, &[(4, &letters[0]), (5, &letters[1])])
}

// 4.4, by a player that looks ahead
#[test]
fn purple_search_wins_what_is_won_within_its_depth() {
    let game = negotiating(&[]);
    let distances = solve().distances;
    let mut rng = Seed::experiment(4).rng();
    let all = all_positions();
    let mut games = 0;
    while games < 400 {
        let squares = all[rng.random_range(0..all.len())];
        let distance = distances[index(squares)];
        if distance.is_multiple_of(2) || distance > 7 {
            continue;
        }
        let start = if games % 2 == 0 { FIRST } else { SECOND };
        let seed = Seed::experiment(5).derive("game", games);
        let mut agent = NEGOGEISTER.agent(&game, "purple(depth=7)", seed).expect("an agent");
        agent.sit(start);
        let mut state = shown(&game, &engine_position(squares, start));
        while let Turn::Seat(mover) = game.turn(&state) {
            let mut menu = Vec::new();
            game.menu(&state, &mut menu);
            let action = if mover == start {
                agent.decide(&view(&game, &state, mover), &menu, &mut rng)
            } else {
                // The defence that lasts longest.
                let lasts = |next: &Next| match next {
                    Next::Position(squares) => distances[index(*squares)],
                    Next::Won => u8::MAX,
                    Next::Lost => 0,
                };
                let plies = engine_plies(&game, &state, mover);
                let best = plies.into_iter().max_by_key(|(_, _, next)| lasts(next));
                best.expect("somebody can always move").0
            };
            game.play(&mut state, &action).expect("a legal action");
            assert!(state.plies() <= 20, "{squares:?} is won within {distance} plies");
        }
        assert_eq!(game.turn(&state), Turn::Over(Ending::Won(SeatSet::only(start))), "{squares:?}");
        games += 1;
    }
}
