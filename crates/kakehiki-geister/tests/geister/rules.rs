//! The rules of Geister line by line. Numbers in comments are those of the written rules.

use std::collections::HashMap;

use kakehiki_core::{Ending, Game, Observed, Seat, Seed, Turn};
use kakehiki_geister::{
    Action, Capture, Direction, Fate, Geister, Ghost, GhostSet, Sight, Square, Stage, State,
};
use rand::seq::SliceRandom;

use crate::common::{
    FIRST, SECOND, begin, board, ghost, ghosts, has_escaped, left, menu, negotiating, place, plain,
    play_all, random_game, reasons, refusal, sight_of, square, view, with_words, won,
};

// 1.1
#[test]
fn each_player_sees_the_own_camp_at_the_bottom() {
    for all in Square::all() {
        let (x, y) = (all.x(FIRST), all.y(FIRST));
        assert_eq!((all.x(SECOND), all.y(SECOND)), (5 - x, 5 - y));
        assert_eq!(square(x, y, FIRST), all);
        assert_eq!(square(5 - x, 5 - y, SECOND), all);
    }
    assert_eq!(Square::all().count(), 36);
    let game = plain(&[]);
    let mut state = begin(&game, "ABCD", "ABCD");
    play_all(&game, &mut state, &["A,N", "A,N"]);
    for seat in [FIRST, SECOND] {
        assert_eq!(place(&state, seat, 'A'), Some((1, 3)), "{seat} moved away from its camp");
    }
}

// 1.2
#[test]
fn ghosts_start_in_two_rows_in_the_order_of_their_letters() {
    let state = plain(&[]).start();
    for seat in [FIRST, SECOND] {
        for (index, letter) in ('A'..='H').enumerate() {
            let expected = (1 + index as u8 % 4, 4 + index as u8 / 4);
            assert_eq!(place(&state, seat, letter), Some(expected));
        }
    }
    // The second player's ghosts as the first player sees them.
    let seen = |letter| state.fate(SECOND, ghost(letter)).square();
    assert_eq!(seen('A'), Some(square(4, 1, FIRST)));
    assert_eq!(seen('D'), Some(square(1, 1, FIRST)));
    assert_eq!(seen('E'), Some(square(4, 0, FIRST)));
    assert_eq!(seen('H'), Some(square(1, 0, FIRST)));
}

// 1.2
#[test]
fn any_four_ghosts_can_be_bad_and_no_other_number() {
    let game = plain(&[]);
    assert_eq!(menu(&game, &game.start()).len(), 70);
    let mut pairs = 0;
    for first in GhostSet::setups() {
        for second in GhostSet::setups() {
            let state = game.begin([first, second]).expect("set-ups of four");
            assert_eq!((state.bad(FIRST), state.bad(SECOND)), (first, second));
            assert_eq!((left(&state, FIRST), left(&state, SECOND)), ((4, 4), (4, 4)));
            pairs += 1;
        }
    }
    assert_eq!(pairs, 4900);
    for wrong in ["ABC", "ABCDE", "ABCDEFGH"] {
        assert!(game.begin([ghosts(wrong), ghosts("ABCD")]).is_err());
        let error = refusal(&game, &game.start(), &format!("set:{wrong}"));
        assert!(error.contains("instead of 4"), "{error}");
    }
    assert!(game.play(&mut game.start(), &Action::SetUp(GhostSet::EMPTY)).is_err());
}

// 1.2
#[test]
fn a_set_up_is_chosen_once_and_before_all_moves() {
    let game = plain(&[]);
    let mut state = game.start();
    assert_eq!(game.turn(&state), Turn::Seat(FIRST));
    refusal(&game, &state, "A,N");
    play_all(&game, &mut state, &["set:ABCD"]);
    assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(SECOND), Stage::SetUp));
    play_all(&game, &mut state, &["set:EFGH"]);
    assert_eq!((game.turn(&state), state.stage()), (Turn::Seat(FIRST), Stage::Move));
    refusal(&game, &state, "set:ABCD");
}

// 1.3
#[test]
fn players_alternate_from_the_first_and_cannot_pass() {
    let game = plain(&[]);
    let mut state = begin(&game, "ABCD", "ABCD");
    for (ply, action) in ["A,N", "A,N", "A,S", "A,S", "E,W"].into_iter().enumerate() {
        assert_eq!(game.turn(&state), Turn::Seat(if ply % 2 == 0 { FIRST } else { SECOND }));
        assert_eq!((usize::from(state.plies()), game.clock(&state) as usize), (ply, ply));
        for not_a_move in ["pass", "ask:A", "for:A", "refuse", "agree", "break-off"] {
            refusal(&game, &state, not_a_move);
        }
        play_all(&game, &mut state, &[action]);
    }
}

// 1.4
#[test]
fn a_move_is_one_step_to_a_square_without_an_own_ghost() {
    let game = plain(&[]);
    // A stands in the corner, B beside it, C in the open with an enemy to its north.
    let state = board("....../..b.../..B..r/....../B...../R.....", FIRST);
    assert_eq!(menu(&game, &state), ["A,N", "A,E", "A,W", "A,S", "B,N", "B,E", "C,E"]);
    assert!(refusal(&game, &state, "B,S").contains("stands in the way"));
    assert!(refusal(&game, &state, "C,W").contains("leave the board"));
    assert!(refusal(&game, &state, "C,S").contains("leave the board"));
    assert!(refusal(&game, &state, "D,N").contains("not on the board"));
    for (action, to) in [("A,N", (2, 1)), ("A,E", (3, 2)), ("A,W", (1, 2)), ("A,S", (2, 3))] {
        let mut after = state.clone();
        play_all(&game, &mut after, &[action]);
        assert_eq!(place(&after, FIRST, 'A'), Some(to));
    }
}

// 1.4
#[test]
fn a_capture_takes_the_ghost_off_and_tells_everybody_its_colour() {
    let game = plain(&[]);
    for (row, is_bad) in [("..b..r", false), ("..r..b", true)] {
        // One more of each kind, so that the capture does not end the game.
        let text = format!("br..../{row}/..B..R/....../....../......");
        let mut state = board(&text, FIRST);
        let victim = Ghost::all()
            .find(|ghost| state.fate(SECOND, *ghost).square() == Some(square(2, 1, FIRST)))
            .expect("a ghost north of A");
        for seat in [FIRST, SECOND] {
            let captured = Some(Capture { ghost: victim, is_bad });
            let moved = Sight::Moved {
                seat: FIRST,
                action: Action::Move(ghost('A'), Direction::North),
                captured,
            };
            assert_eq!(sight_of(&game, &state, "A,N", seat), Some(moved));
        }
        let before = view(&game, &state, FIRST);
        assert!(before.unknown().contains(victim));
        play_all(&game, &mut state, &["A,N"]);
        assert_eq!(place(&state, FIRST, 'A'), Some((2, 1)));
        assert_eq!(state.fate(SECOND, victim), Fate::Captured);
        let after = view(&game, &state, FIRST);
        assert!(!after.unknown().contains(victim));
        assert_eq!(after.known_bad().contains(victim), is_bad);
        assert_eq!(game.turn(&state), Turn::Seat(SECOND));
    }
}

// 1.5
#[test]
fn a_good_ghost_leaves_from_an_exit_it_already_stands_on() {
    let game = plain(&[]);
    for column in [0, 5] {
        let row = if column == 0 { "B....." } else { ".....B" };
        let mut state = board(&format!("....../{row}/..br../....../....../...R.."), FIRST);
        assert!(refusal(&game, &state, "A,exit").contains("not stand on an exit"));
        play_all(&game, &mut state, &["A,N"]);
        assert_eq!(place(&state, FIRST, 'A'), Some((column, 0)));
        assert_eq!(game.turn(&state), Turn::Seat(SECOND), "arriving is not leaving");
        refusal(&game, &state, "A,exit");
        play_all(&game, &mut state, &["A,N", "A,exit"]);
        assert_eq!(state.fate(FIRST, ghost('A')), Fate::Escaped);
        assert_eq!((game.turn(&state), state.plies()), (won(FIRST), 3));
    }
}

// 1.5
#[test]
fn the_reply_can_take_the_ghost_that_has_arrived() {
    let game = plain(&[]);
    let mut state = board(".b..../B....r/....../....../....../B..R..", FIRST);
    play_all(&game, &mut state, &["A,N", "A,E"]);
    assert_eq!(state.fate(FIRST, ghost('A')), Fate::Captured);
    assert!(refusal(&game, &state, "A,exit").contains("not stand on an exit"));
    assert_eq!(game.turn(&state), Turn::Seat(FIRST));
}

// 1.5
#[test]
fn the_second_player_leaves_from_the_other_two_corners() {
    let game = plain(&[]);
    for row in ["b....r", "r....b"] {
        let mut state = board(&format!("B....R/....../....../....../....../{row}"), SECOND);
        let good = if row.starts_with('b') { 'A' } else { 'B' };
        let bad = if good == 'A' { 'B' } else { 'A' };
        assert!(refusal(&game, &state, &format!("{bad},exit")).contains("never leave"));
        play_all(&game, &mut state, &[&format!("{good},exit")]);
        assert_eq!(game.turn(&state), won(SECOND));
    }
}

// 1.5
#[test]
fn after_a_capture_on_the_exit_the_ghost_leaves_a_turn_later() {
    let game = plain(&[]);
    let mut state = board("b...../B....r/...b../....../....../...R..", FIRST);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(game.turn(&state), Turn::Seat(SECOND));
    play_all(&game, &mut state, &["B,N", "A,exit"]);
    assert_eq!(game.turn(&state), won(FIRST));
}

// 1.6
#[test]
fn a_bad_ghost_may_stand_on_an_exit_and_never_leaves() {
    let game = plain(&[]);
    let mut state = board("....../R....B/..br../....../....../......", FIRST);
    play_all(&game, &mut state, &["A,N", "A,N"]);
    assert_eq!(place(&state, FIRST, 'A'), Some((0, 0)));
    assert_eq!(menu(&game, &state), ["A,E", "A,S", "B,N", "B,W", "B,S"]);
    assert_eq!(refusal(&game, &state, "A,exit"), "A is bad and can never leave");
}

// 1.6
#[test]
fn a_ghost_may_stand_on_the_opponents_exit_and_does_not_leave_there() {
    let game = plain(&[]);
    let mut state = board("..br../....../....../....../B....R/......", FIRST);
    play_all(&game, &mut state, &["A,S", "A,N"]);
    assert_eq!(place(&state, FIRST, 'A'), Some((0, 5)));
    assert!(refusal(&game, &state, "A,exit").contains("not stand on an exit"));
    assert!(!menu(&game, &state).iter().any(|action| action.contains("exit")));
}

// 1.7 b
#[test]
fn whoever_captures_the_last_good_ghost_wins() {
    let game = plain(&[]);
    let mut state = board("..b.../..B.../....../....../.R..../r..r..", FIRST);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(game.turn(&state), won(FIRST));
    let mut state = board("..b.../..B.../....../....../.R..../r..r..", SECOND);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(game.turn(&state), won(SECOND));
    assert_eq!(refusal(&game, &state, "B,N"), "the game is over");
    assert!(menu(&game, &state).is_empty());
}

// 1.7 c
#[test]
fn whoever_captures_the_last_bad_ghost_loses() {
    let game = plain(&[]);
    let mut state = board("..r.../..B.../....../....../.R..../b..b..", FIRST);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(game.turn(&state), won(SECOND));
}

// 1.7
#[test]
fn three_of_four_captures_end_nothing() {
    let game = plain(&[]);
    // One of two good and one of two bad ghosts of each side is taken in turn.
    let mut state = board(".bB.../....../rR..bB/....../...rR./......", FIRST);
    play_all(&game, &mut state, &["A,W", "C,W", "B,W"]);
    assert_eq!((left(&state, FIRST), left(&state, SECOND)), ((1, 2), (1, 1)));
    assert_eq!(game.turn(&state), Turn::Seat(SECOND));
}

// 1.7, 1.8
#[test]
fn every_game_ends_for_exactly_one_reason() {
    for game in [plain(&[("cap", "10000")]), plain(&[]), negotiating(&[])] {
        for index in 0..300 {
            let end = random_game(&game, &mut Seed::experiment(4).rng_at(index), |_| {});
            let winners: Vec<Seat> = [FIRST, SECOND]
                .into_iter()
                .flat_map(|seat| {
                    reasons(&end, seat).into_iter().filter(|holds| *holds).map(move |_| seat)
                })
                .collect();
            match game.turn(&end) {
                Turn::Over(Ending::Drawn) => {
                    assert!(winners.is_empty() && end.plies() == game.cap(), "{end:?}");
                }
                turn => {
                    assert_eq!(winners.len(), 1, "{end:?}");
                    assert_eq!(turn, won(winners[0]));
                }
            }
        }
    }
}

// 1.9
#[test]
fn somebody_who_has_to_move_always_can() {
    let game = plain(&[]);
    let mut rng = Seed::experiment(5).rng();
    let check = |cells: [char; 36]| {
        let rows: Vec<String> = cells.chunks(6).map(|row| row.iter().collect()).collect();
        for mover in [FIRST, SECOND] {
            assert!(!menu(&game, &board(&rows.join("/"), mover)).is_empty(), "{rows:?}");
        }
    };
    let full: Vec<char> = "BBBBRRRRbbbbrrrr".chars().collect();
    for _ in 0..20_000 {
        let mut cells = ['.'; 36];
        cells[..16].copy_from_slice(&full);
        cells.shuffle(&mut rng);
        check(cells);
    }
    // All ghosts of both sides crowded into opposite corners.
    let mut crowded = ['.'; 36];
    for (index, letter) in full.iter().enumerate() {
        crowded[if index < 8 { index } else { 20 + index }] = *letter;
    }
    check(crowded);
}

// 1.10
#[test]
fn each_player_knows_how_many_of_each_colour_are_left() {
    let game = plain(&[]);
    for index in 0..40 {
        random_game(&game, &mut Seed::experiment(6).rng_at(index), |state| {
            if state.stage() == Stage::SetUp {
                return;
            }
            for seat in [FIRST, SECOND] {
                let view = view(&game, state, seat);
                let (good, bad) = left(state, seat.next(2));
                let escaped = u32::from(has_escaped(state, seat.next(2)));
                assert_eq!(view.unknown().len(), good + bad);
                assert_eq!(view.unknown_bad_count(), bad);
                assert_eq!(8 - view.unknown().len() - view.known_bad().len(), 4 - good);
                assert!(good + escaped <= 4);
            }
        });
    }
}

// 1.11
#[test]
fn a_game_without_a_winner_after_300_plies_is_a_draw() {
    let game = plain(&[]);
    let state = board("..br../....../....../....../....../..BR..", SECOND);
    let mut at_298 = with_words(&game, &state, &[(2, "298")]);
    play_all(&game, &mut at_298, &["A,N"]);
    assert_eq!((at_298.plies(), game.turn(&at_298)), (299, Turn::Seat(FIRST)));
    play_all(&game, &mut at_298, &["A,N"]);
    assert_eq!((at_298.plies(), game.turn(&at_298)), (300, Turn::Over(Ending::Drawn)));
}

// 1.11
#[test]
fn a_win_on_the_last_ply_counts() {
    let game = plain(&[]);
    let wins = [
        ("B...../....../..br../....../....../...R..", "A,exit", FIRST),
        ("..b.../..B.../....../....../.R..../r.....", "A,N", FIRST),
        ("..r.../..B.../....../....../.R..../b.....", "A,N", SECOND),
    ];
    for (text, action, winner) in wins {
        let mut state = with_words(&game, &board(text, FIRST), &[(2, "299")]);
        play_all(&game, &mut state, &[action]);
        assert_eq!((state.plies(), game.turn(&state)), (300, won(winner)));
    }
}

// 1.11
#[test]
fn the_cap_is_an_option() {
    for cap in ["1", "200", "256", "10000"] {
        let game = plain(&[("cap", cap)]);
        let last: u16 = cap.parse().expect("a number");
        assert_eq!(game.cap(), last);
        let before = with_words(
            &game,
            &board("..br../....../....../....../....../..BR..", FIRST),
            &[(2, &(last - 1).to_string())],
        );
        assert_eq!(game.turn(&before), Turn::Seat(FIRST));
        let mut after = before;
        play_all(&game, &mut after, &["A,N"]);
        assert_eq!(game.turn(&after), Turn::Over(Ending::Drawn));
    }
}

/// Moves A of both players back and forth for as many plies as the game lasts, at most 20.
fn steps_back_and_forth(game: &Geister) -> u16 {
    let mut state = begin(game, "ABCD", "ABCD");
    for action in ["A,N", "A,N", "A,S", "A,S"].into_iter().cycle().take(20) {
        if game.turn(&state) == Turn::Over(Ending::Drawn) {
            break;
        }
        play_all(game, &mut state, &[action]);
    }
    state.plies()
}

// 1.11
#[test]
fn repetition_ends_a_game_only_where_it_was_asked_for() {
    for (option, plies) in [("off", 20), ("2", 4), ("3", 8), ("4", 12)] {
        assert_eq!(steps_back_and_forth(&plain(&[("repetition", option)])), plies, "{option}");
    }
    assert_eq!(steps_back_and_forth(&plain(&[])), 20, "there is no such rule by default");
}

// 1.11: the window of the option
#[test]
fn a_position_that_comes_again_after_more_than_the_window_is_no_repetition() {
    let game = plain(&[("repetition", "2")]);
    let start = begin(&game, "ABCD", "ABCD");
    // Loops of four and of eight squares: the start comes again after 8 plies and after 16.
    for (round, turn) in [("WNES", Turn::Over(Ending::Drawn)), ("WNNEESWS", Turn::Seat(FIRST))] {
        let mut state = start.clone();
        for letter in round.chars() {
            let action = format!("A,{letter}");
            play_all(&game, &mut state, &[&action, &action]);
        }
        assert_eq!(place(&state, FIRST, 'A'), Some((1, 4)));
        assert_eq!(game.turn(&state), turn, "{round}");
    }
}

// 1.12
#[test]
fn leaving_is_one_action_for_each_good_ghost_on_an_exit() {
    let game = plain(&[]);
    let state = board("B....B/R...../..br../....../....../......", FIRST);
    let menu = menu(&game, &state);
    let exits: Vec<_> = menu.iter().filter(|action| action.ends_with("exit")).collect();
    assert_eq!(exits, ["A,exit", "B,exit"]);
    for other_spelling in ["A,N", "A,W", "B,N", "B,E"] {
        refusal(&game, &state, other_spelling);
    }
    assert_eq!(menu, ["A,E", "A,exit", "B,W", "B,S", "B,exit", "C,E", "C,S"]);
}

/// The number of ways to choose `chosen` of `all`.
fn binomial(all: u32, chosen: u32) -> usize {
    (0..chosen).fold(1, |ways, index| ways * (all - index) as usize / (index + 1) as usize)
}

// 1.13
#[test]
fn worlds_are_the_colourings_that_fit_what_is_known() {
    for game in [plain(&[]), negotiating(&[])] {
        let start = begin(&game, "ABCD", "EFGH");
        assert_eq!(view(&game, &start, FIRST).worlds().len(), 70);
        for index in 0..20 {
            random_game(&game, &mut Seed::experiment(7).rng_at(index), |state| {
                if state.stage() == Stage::SetUp {
                    return;
                }
                for seat in [FIRST, SECOND] {
                    let view = view(&game, state, seat);
                    let worlds = view.worlds();
                    let expected = binomial(view.unknown().len(), view.unknown_bad_count());
                    assert_eq!(worlds.len(), expected);
                    assert!(worlds.contains(&state.bad(seat.next(2))), "the truth is among them");
                    assert_eq!(view.world(state.bad(seat.next(2))), *state);
                    for ghost in Ghost::all() {
                        assert_eq!(view.enemy_fate(ghost), state.fate(seat.next(2), ghost));
                        assert_eq!(view.own_fate(ghost), state.fate(seat, ghost));
                    }
                    assert_eq!(view.own_bad(), state.bad(seat));
                }
            });
        }
    }
}

// 1.13
#[test]
fn sampled_worlds_are_equally_likely() {
    let game = plain(&[]);
    let mut state = begin(&game, "ABCD", "AEFG");
    let mut rng = Seed::experiment(8).rng();
    // The second time after the first player has taken A, which is bad.
    for expected in [70, 35] {
        let view = view(&game, &state, FIRST);
        let mut counts: HashMap<GhostSet, u32> = HashMap::new();
        let samples = 70_000;
        for _ in 0..samples {
            *counts.entry(game.sample(&view, &mut rng).bad(SECOND)).or_default() += 1;
        }
        assert_eq!(counts.len(), expected);
        let mean = f64::from(samples) / expected as f64;
        for count in counts.values() {
            // Five standard deviations: over 105 counts a false alarm in 16,000 seeds.
            assert!((f64::from(*count) - mean).abs() < 5.0 * mean.sqrt(), "{count} for {mean}");
        }
        if expected == 70 {
            play_all(&game, &mut state, &["D,N", "A,N", "D,N"]);
            assert_eq!(state.fate(SECOND, ghost('A')), Fate::Captured);
        }
    }
}

// 1.14
#[test]
fn a_ghost_that_did_not_leave_may_still_be_good() {
    let game = plain(&[]);
    let mut state = board("B..R../b...../....../....../r...../.....b", SECOND);
    let before = view(&game, &state, FIRST).worlds();
    // C could leave and does not.
    assert!(menu(&game, &state).contains(&"C,exit".to_owned()));
    play_all(&game, &mut state, &["A,W"]);
    assert_eq!(view(&game, &state, FIRST).worlds(), before);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 384, "{} bytes", size_of::<State>());
}
