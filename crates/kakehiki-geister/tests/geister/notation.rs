//! Positions and actions as text: what is written can be read, and what can be read is written the
//! same way.

use kakehiki_core::{Game, Observed, Seat, Seed, Turn};
use kakehiki_geister::{Action, Geister, State};
use proptest::prelude::*;

use crate::common::{
    FIRST, K1, SECOND, begin, board, menu, negotiating, place, plain, play_all, random_game,
};

fn all_games() -> Vec<Geister> {
    vec![
        plain(&[]),
        plain(&[("repetition", "3")]),
        negotiating(&[]),
        negotiating(&[("skip", "on"), ("repetition", "4"), ("cap", "60")]),
        plain(&[("speaking", "on"), ("statements", "3"), ("cap", "60")]),
        negotiating(&[("speaking", "on"), ("cap", "60")]),
    ]
}

#[test]
fn snapshots_of_all_positions_of_random_games_come_back() {
    for game in all_games() {
        for index in 0..30 {
            random_game(&game, &mut Seed::experiment(40).rng_at(index), |state| {
                let text = game.snapshot(state);
                assert_eq!(game.restore(&text).as_ref(), Ok(state), "{text}");
            });
        }
    }
}

#[test]
fn a_snapshot_says_what_stands_where() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ACEH", "BDFG");
    let start = "14R24B34R44B15R25B35B45R41B31R21B11R40B30R20R10B";
    assert_eq!(game.snapshot(&state), format!("{start} P0 0 request - -"));
    play_all(&game, &mut state, &["ask:C"]);
    assert_eq!(game.snapshot(&state), format!("{start} P0 0 answer:C - -"));
    play_all(&game, &mut state, &["for:D"]);
    assert_eq!(game.snapshot(&state), format!("{start} P0 0 decide:CD - -"));
    play_all(&game, &mut state, &["agree"]);
    assert_eq!(game.snapshot(&state), format!("{start} P0 0 move D C"));
    let camps = "14u24u34u44u15u25u35u45u41u31u21u11u40u30u20u10u";
    assert_eq!(game.snapshot(&game.start()), format!("{camps} P0 0 set-up - -"));
}

#[test]
fn captured_and_escaped_ghosts_have_squares_of_their_own() {
    let game = plain(&[]);
    let mut state = board("B...../....../..br../....../....../...R..", FIRST);
    play_all(&game, &mut state, &["A,exit"]);
    let text = game.snapshot(&state);
    assert!(text.starts_with("88b35R99r99r99r99b99b99b22B32R"), "{text}");
    assert_eq!(game.restore(&text), Ok(state));
}

// The text of a possible state, changed in one place.
#[test]
fn impossible_snapshots_are_refused() {
    let game = negotiating(&[]);
    let start = "14R24B34R44B15R25B35B45R41B31R21B11R40B30R20R10B";
    let camps = "14u24u34u44u15u25u35u45u41u31u21u11u40u30u20u10u";
    let half = "14R24B34R44B15R25B35B45R41u31u21u11u40u30u20u10u";
    for possible in [
        format!("{start} P0 0 request - -"),
        format!("{start} P1 9 move ABC ABC"),
        format!("{half} P1 0 set-up - -"),
    ] {
        assert!(game.restore(&possible).is_ok(), "{possible}");
    }
    for impossible in [
        String::new(),
        start.to_owned(),
        format!("{start} P0 0 request -"),
        format!("{start} P2 0 request - -"),
        format!("{start} P0 -1 request - -"),
        format!("{start} P0 00 request - -"),
        format!("{start} P0 0 request - - "),
        format!("{start} P0 0 Request - -"),
        format!("{start} P0 0 answer:I - -"),
        format!("{start} P0 0 answer:AB - -"),
        format!("{start} P0 0 decide:A - -"),
        format!("{start} P0 0 answer:A - A"),
        format!("{start} P0 0 decide:AB B -"),
        format!("{start} P0 0 set-up - -"),
        format!("{start} P0 0 request BA -"),
        format!("{start} P0 0 request ABCDEFGH ABC"),
        format!("{start} P0 0 request ABC ABCDEFGH"),
        format!("{camps} P0 0 request - -"),
        format!("{camps} P1 0 set-up - -"),
        format!("{half} P0 0 set-up - -"),
        format!("{half} P1 0 set-up A -"),
        format!("{half} P1 3 set-up - -"),
        // Five bad ghosts; two ghosts on a square; a square off the board; a bad ghost that
        // escaped.
        format!("{} P0 0 request - -", start.replacen("24B", "24R", 1)),
        format!("{} P0 0 request - -", start.replacen("24B", "14B", 1)),
        format!("{} P0 0 request - -", start.replacen("24B", "26B", 1)),
        format!("{} P0 0 request - -", start.replacen("14R", "88r", 1)),
        // Some colours chosen and others not; no set-up of four.
        format!("{} P0 0 request - -", start.replacen("14R", "14u", 1)),
        format!(
            "{} P0 0 set-up - -",
            camps.replacen("14u24u34u44u15u25u35u45u", "14B24B34B44B15B25B35B45B", 1)
        ),
        format!(
            "{} P1 0 set-up - -",
            camps.replacen("14u24u34u44u15u25u35u45u", "14R24B34B44B15B25B35B45B", 1)
        ),
    ] {
        let error = game.restore(&impossible).expect_err(&impossible);
        assert!(error.to_string().contains("48 characters"), "{error}");
    }
}

#[test]
fn a_game_without_negotiations_has_no_snapshots_of_them() {
    let start = "14R24B34R44B15R25B35B45R41B31R21B11R40B30R20R10B";
    for stage in ["request - -", "answer:A - -", "decide:AB - -", "move A B"] {
        let text = format!("{start} P0 0 {stage}");
        assert!(negotiating(&[]).restore(&text).is_ok(), "{text}");
        assert!(plain(&[]).restore(&text).is_err(), "{text}");
    }
}

#[test]
fn a_game_without_speech_has_no_snapshots_of_it() {
    let start = "14R24B34R44B15R25B35B45R41B31R21B11R40B30R20R10B";
    for words in ["0+1 request - -", "0+1 move A B", "0 speak A B", "0+1 speak A B"] {
        let text = format!("{start} P0 {words}");
        assert!(negotiating(&[("speaking", "on")]).restore(&text).is_ok(), "{text}");
        assert!(negotiating(&[]).restore(&text).is_err(), "{text}");
    }
    let speaking = negotiating(&[("speaking", "on"), ("statements", "2")]);
    for words in ["0+3 move A B", "0+0 move A B", "0+ move A B", "0++1 move A B", "+1 move A B"] {
        assert!(speaking.restore(&format!("{start} P0 {words}")).is_err(), "{words}");
    }
    // What was written before there was speech.
    let silent = format!("{start} P0 0 request - -");
    assert_eq!(speaking.restore(&silent), negotiating(&[]).restore(&silent));
}

#[test]
fn boards_are_read_in_reading_order() {
    let state = board(K1, SECOND);
    assert_eq!((state.mover(), state.plies()), (SECOND, 0));
    assert_eq!(place(&state, FIRST, 'A'), Some((0, 0)));
    assert_eq!(place(&state, FIRST, 'B'), Some((5, 0)));
    assert_eq!(place(&state, FIRST, 'E'), None);
    // The second player's C stands in the first player's lower right corner.
    assert_eq!(place(&state, SECOND, 'C'), Some((0, 0)));
    assert_eq!(state.bad(FIRST).len(), 4);
}

#[test]
fn wrong_boards_are_refused() {
    for wrong in [
        "",
        "......",
        "B....R/.b..../....../....../....R.",
        "B....R/.b..../....../....../....R./r.B..b/",
        "B....R/.b..../....../....../....R./r.B..b/......",
        "B....R/.b..../....../....../....R./r.B..b.",
        "B....R/.b..../....../....../....R./r.B..",
        "B....X/.b..../....../....../....R./r.B..b",
        "B....R/.b..../....../....../....é./r.B..b",
        "B...../.b..../....../....../....B./r.B..b",
        "BBBBBR/.b..../....../....../....R./r.B..b",
        "....../....../....../....../....../......",
    ] {
        let error = State::from_board(wrong, FIRST).expect_err(wrong);
        assert!(error.to_string().contains("six rows of six squares"), "{error}");
    }
}

#[test]
fn actions_are_read_in_either_case_and_any_order_and_written_in_one() {
    for (given, written) in [
        ("set:DCBA", "set:ABCD"),
        ("set:hgfe", "set:EFGH"),
        ("a,N", "A,N"),
        ("h,exit", "H,exit"),
        ("ask:c", "ask:C"),
        ("for:d", "for:D"),
        ("break-off", "break-off"),
    ] {
        assert_eq!(given.parse::<Action>().expect("an action").to_string(), written);
    }
}

#[test]
fn a_set_up_of_nobody_is_not_an_action() {
    for text in ["set:", "set:-"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

/// Whatever is read must be written the same way and must be fit to play on from.
fn reads_well(game: &Geister, text: &str) {
    let Ok(state) = game.restore(text) else {
        return;
    };
    assert_eq!(game.snapshot(&state), text);
    let _ = game.picture(&state);
    for seat in Seat::all(2) {
        let view = game.view(&state, &(), seat);
        let _ = game.view_picture(&view);
        assert!(!view.worlds().is_empty(), "{text}");
    }
    if let Turn::Seat(_) = game.turn(&state) {
        let actions = menu(game, &state);
        assert!(!actions.is_empty(), "{text} leaves somebody without a choice");
        for action in actions {
            play_all(game, &mut state.clone(), &[&action]);
        }
    }
}

/// A snapshot somewhere in a random game.
fn some_snapshot(game: &Geister, seed: u64, at: usize) -> String {
    let mut texts = Vec::new();
    random_game(game, &mut Seed::experiment(41).rng_at(seed), |state| {
        texts.push(game.snapshot(state));
    });
    texts.swap_remove(at % texts.len())
}

/// What a character of a snapshot, or a few of them, may be changed to.
const CHANGE: &str = "[0-9RrBbuA-H:\\-\\+ PéF]|move|request|answer:|decide:|speak";

/// What a word of a snapshot may be changed to.
const WORD: &str = "P[012]|[0-9]{1,5}(\\+[0-9])?|set-up|request|move|speak|answer:[A-I]|decide:[A-H]{1,3}|-|\
                    A?B?C?D?E?F?G?H?|[0-9a-f]{1,33}";

/// Actions and what resembles them.
const ACTION: &str = "(set:|ask:|for:|[A-Ia-i],)?([A-Ia-i]{0,5}|exit|[NESWnesw]|-)|pass|refuse|\
                      agree|break-off|quiet|say:(P[012]:[A-I]=(bad|good)|will:(stay:|take:)?[A-I]|\
                      will:agree)|\\PC{0,9}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text_is_read_as_a_snapshot_or_refused(text in "\\PC{0,80}") {
        for game in all_games() {
            reads_well(&game, &text);
        }
    }

    #[test]
    fn changed_snapshots_are_read_or_refused(
        seed in 0_u64..50,
        at in 0_usize..2000,
        changes in prop::collection::vec((0_usize..400, CHANGE), 1..4),
    ) {
        for game in all_games() {
            let mut text: Vec<char> = some_snapshot(&game, seed, at).chars().collect();
            for (place, change) in &changes {
                let place = place % text.len();
                let end = (place + change.chars().count()).min(text.len());
                text.splice(place..end, change.chars());
            }
            reads_well(&game, &text.into_iter().collect::<String>());
        }
    }

    #[test]
    fn changed_words_of_snapshots_are_read_or_refused(
        seed in 0_u64..50,
        at in 0_usize..2000,
        word in 1_usize..6,
        change in WORD,
    ) {
        for game in all_games() {
            let text = some_snapshot(&game, seed, at);
            let mut words: Vec<&str> = text.split(' ').collect();
            words[word] = &change;
            reads_well(&game, &words.join(" "));
        }
    }

    #[test]
    fn any_text_is_read_as_a_board_or_refused(text in "[BRbr./é]{0,45}|\\PC{0,45}") {
        if let Ok(state) = State::from_board(&text, FIRST) {
            reads_well(&plain(&[]), &plain(&[]).snapshot(&state));
        }
    }

    #[test]
    fn boards_of_the_right_shape_are_read_if_their_ghosts_are_few(
        rows in prop::collection::vec("[BRbr.]\\.{2}[BRbr.]\\.[BRbr.]", 6),
        mover in 0_usize..2,
    ) {
        let text = rows.join("/");
        let count = |letter| text.matches(letter).count();
        let fits = ['B', 'R', 'b', 'r'].iter().all(|letter| (1..=4).contains(&count(*letter)));
        let state = State::from_board(&text, Seat::new(mover));
        prop_assert_eq!(state.is_ok(), fits);
        if let Ok(state) = state {
            let game = plain(&[]);
            reads_well(&game, &game.snapshot(&state));
            prop_assert_eq!(game.restore(&game.snapshot(&state)), Ok(state));
        }
    }

    #[test]
    fn any_action_that_is_read_is_written_and_read_again(
        text in ACTION,
    ) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
            for game in all_games() {
                let start = begin(&game, "ABCD", "EFGH");
                let mut state = start.clone();
                if game.play(&mut state, &action).is_err() {
                    prop_assert_eq!(&state, &start);
                }
            }
        }
    }
}
