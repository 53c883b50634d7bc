//! The ways a game can go, counted and compared with the numbers in `data/positions.perft`.

use kakehiki_core::{Game, Seat, Turn};
use kakehiki_geister::{Action, GEISTER, Geister, GhostSet, NEGOGEISTER, State};
use kakehiki_search::perft;

use crate::common::{FIRST, SECOND, board, left, negotiating, plain};

/// Nodes, captures, escapes, captures of the last good ghost and of the last bad one.
type Counts = [u64; 5];

/// Counts the last plies of all sequences of as many plies as there are buffers.
fn count(game: &Geister, state: &State, menus: &mut [Vec<Action>], counts: &mut Counts) {
    let (Turn::Seat(mover), Some((menu, deeper))) = (game.turn(state), menus.split_first_mut())
    else {
        return;
    };
    game.menu(state, menu);
    let (good, bad) = left(state, mover.next(2));
    for action in menu {
        let mut next = state.clone();
        game.play_unchecked(&mut next, action);
        if !deeper.is_empty() {
            count(game, &next, deeper, counts);
            continue;
        }
        let (good_after, bad_after) = left(&next, mover.next(2));
        counts[0] += 1;
        counts[1] += u64::from(good_after + bad_after < good + bad);
        counts[2] += u64::from(matches!(action, Action::Escape(_)));
        counts[3] += u64::from(good_after == 0);
        counts[4] += u64::from(bad_after == 0);
    }
}

fn counts(game: &Geister, state: &State, depth: usize) -> Counts {
    let mut counts = Counts::default();
    count(game, state, &mut vec![Vec::new(); depth], &mut counts);
    counts
}

/// One line of the data: a position and what is to be found at a depth.
struct Known {
    name: String,
    state: State,
    mover: Seat,
    depth: usize,
    counts: Counts,
}

fn known() -> Vec<Known> {
    let (mut name, mut rows, mut mover) = ("", "", FIRST);
    let mut known = Vec::new();
    for line in include_str!("../data/positions.perft").lines() {
        match line.split_once(' ') {
            None | Some(("#", _)) => {}
            Some(("position", text)) => name = text,
            Some(("board", text)) => rows = text,
            Some(("mover", text)) => mover = if text == "P0" { FIRST } else { SECOND },
            Some((depth, numbers)) => {
                let numbers: Vec<u64> =
                    numbers.split(' ').map(|number| number.parse().expect("a count")).collect();
                known.push(Known {
                    name: format!("{name}, {mover} to move"),
                    state: board(rows, mover),
                    mover,
                    depth: depth.parse().expect("a depth"),
                    counts: numbers.try_into().expect("five counts"),
                });
            }
        }
    }
    known
}

// 4.1, 4.2
#[test]
fn positions_have_as_many_continuations_as_are_known() {
    let game = plain(&[]);
    let known = known();
    assert_eq!(known.len(), 7 + 6 + 5 + 6 * 6);
    for Known { name, state, mover, depth, counts: expected } in known {
        assert_eq!(game.turn(&state), Turn::Seat(mover));
        assert_eq!(counts(&game, &state, depth), expected, "{name}, depth {depth}");
        assert_eq!(perft(&game, &state, depth as u32), expected[0], "{name}, depth {depth}");
    }
}

// 4.1: colours cannot matter this early
#[test]
fn all_set_ups_have_the_same_continuations() {
    let game = plain(&[]);
    for (first, second) in
        GhostSet::setups().zip(GhostSet::setups().collect::<Vec<_>>().iter().rev())
    {
        let start = game.begin([first, *second]).expect("set-ups");
        assert_eq!(counts(&game, &start, 4), [9200, 100, 0, 0, 0], "{first} {second}");
    }
}

// 4.1
#[test]
fn the_opening_of_the_catalogue_counts_from_the_start_of_play() {
    let game = plain(&[]);
    assert_eq!(perft(&game, &(GEISTER.opening)(&game), 5), 118_488);
    // Eight ghosts to ask for; each is answered by a refusal, which leaves eight moves, or by one
    // of eight names.
    let game = negotiating(&[]);
    let opening = (NEGOGEISTER.opening)(&game);
    assert_eq!(perft(&game, &opening, 1), 8);
    assert_eq!(perft(&game, &opening, 2), 8 * 9);
    assert_eq!(perft(&game, &opening, 3), 8 * (8 + 8 * 2));
    assert_eq!(perft(&game, &opening, 4), 8 * (8 * 8 + 8 * 2 * 8));
}
