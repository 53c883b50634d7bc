//! The negotiation step line by line. Numbers and letters in comments are those of the rules.

use kakehiki_core::{Awaited, Ending, Game, Observed, OngoingGame, Reply, Seed, Turn};
use kakehiki_geister::{GhostSet, Sight, Stage};
use rand::RngExt;

use crate::common::{
    FIRST, SECOND, begin, board, ghost, ghosts, menu, negotiating, plain, play_all, refusal,
    sight_of, view, with_words, won,
};

// 2.1, e
#[test]
fn a_negotiation_step_precedes_every_move() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABCD");
    for mover in [FIRST, SECOND, FIRST, SECOND] {
        let other = mover.next(2);
        assert_eq!((state.stage(), game.turn(&state)), (Stage::Request, Turn::Seat(mover)));
        refusal(&game, &state, "A,N");
        let letter = if state.plies() < 2 { 'A' } else { 'B' };
        play_all(&game, &mut state, &[&format!("ask:{letter}")]);
        assert_eq!(game.turn(&state), Turn::Seat(other), "the other names a ghost or refuses");
        refusal(&game, &state, "agree");
        refusal(&game, &state, "break-off");
        play_all(&game, &mut state, &[&format!("for:{letter}")]);
        assert_eq!(game.turn(&state), Turn::Seat(mover), "the mover agrees or breaks off");
        assert_eq!(menu(&game, &state), ["agree", "break-off"]);
        play_all(&game, &mut state, &["break-off"]);
        assert_eq!((state.stage(), game.turn(&state)), (Stage::Move, Turn::Seat(mover)));
        play_all(&game, &mut state, &[&format!("{letter},N")]);
    }
}

// 2.2, 2.5, g
#[test]
fn an_agreed_exchange_shows_both_ghosts_and_leaves_half_of_the_worlds() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:C", "for:D"]);
    let seen = |seen, is_bad, shown| {
        Some(Sight::Exchanged { seen: ghost(seen), is_bad, shown: ghost(shown) })
    };
    assert_eq!(sight_of(&game, &state, "agree", FIRST), seen('C', false, 'D'));
    assert_eq!(sight_of(&game, &state, "agree", SECOND), seen('D', true, 'C'));
    play_all(&game, &mut state, &["agree"]);
    let (first, second) = (view(&game, &state, FIRST), view(&game, &state, SECOND));
    assert_eq!((first.worlds().len(), second.worlds().len()), (35, 35));
    assert!(first.worlds().iter().all(|world| !world.contains(ghost('C'))));
    assert!(second.worlds().iter().all(|world| world.contains(ghost('D'))));
    assert_eq!((first.known_bad(), second.known_bad()), (GhostSet::EMPTY, ghosts("D")));
    assert_eq!((state.stage(), state.mover(), state.plies()), (Stage::Move, FIRST, 0));
    play_all(&game, &mut state, &["A,N"]);
}

// 2.1, f
#[test]
fn refusing_and_breaking_off_show_nothing_and_end_the_step() {
    let game = negotiating(&[]);
    let start = begin(&game, "ABCD", "ABGH");
    for talk in [&["ask:C", "refuse"][..], &["ask:C", "for:D", "break-off"]] {
        let mut state = start.clone();
        play_all(&game, &mut state, talk);
        assert_eq!((state.stage(), game.turn(&state)), (Stage::Move, Turn::Seat(FIRST)));
        for seat in [FIRST, SECOND] {
            let view = view(&game, &state, seat);
            assert_eq!(view.worlds().len(), 70);
            assert_eq!((view.own_unshown(), view.enemy_unshown()), (GhostSet::ALL, GhostSet::ALL));
        }
        for second_round in ["ask:A", "for:A", "refuse", "agree", "break-off", "pass"] {
            refusal(&game, &state, second_round);
        }
    }
}

// 2.3
#[test]
fn apart_from_the_step_the_game_is_the_same() {
    let (with, without) = (negotiating(&[]), plain(&[]));
    let mut endings = Vec::new();
    for index in 0..100 {
        let mut rng = Seed::experiment(9).rng_at(index);
        let (mut one, mut other) = (begin(&with, "ACEG", "ABGH"), begin(&without, "ACEG", "ABGH"));
        while let Turn::Seat(mover) = without.turn(&other) {
            if rng.random_bool(0.5) && one.stage() == Stage::Request {
                let asked = menu(&with, &one)[0].clone();
                play_all(&with, &mut one, &[&asked]);
                let named = menu(&with, &one)[0].clone();
                play_all(&with, &mut one, &[&named, "agree"]);
            } else if one.stage() == Stage::Request {
                let asked = menu(&with, &one)[0].clone();
                play_all(&with, &mut one, &[&asked, "refuse"]);
            }
            assert_eq!(with.turn(&one), Turn::Seat(mover));
            let moves = menu(&without, &other);
            assert_eq!(menu(&with, &one), moves);
            let action = &moves[rng.random_range(0..moves.len())];
            play_all(&with, &mut one, &[action]);
            play_all(&without, &mut other, &[action]);
        }
        assert_eq!(with.turn(&one), without.turn(&other));
        assert_eq!(one.plies(), other.plies());
        endings.push(with.turn(&one));
    }
    assert!(endings.contains(&won(FIRST)) && endings.contains(&won(SECOND)));
}

// a
#[test]
fn a_request_is_mandatory_unless_it_may_be_skipped() {
    let game = negotiating(&[]);
    let state = begin(&game, "ABCD", "ABCD");
    let asks = ["ask:A", "ask:B", "ask:C", "ask:D", "ask:E", "ask:F", "ask:G", "ask:H"];
    assert_eq!(menu(&game, &state), asks);
    refusal(&game, &state, "pass");

    let game = negotiating(&[("skip", "on")]);
    let mut state = begin(&game, "ABCD", "ABCD");
    assert_eq!(menu(&game, &state).last().map(String::as_str), Some("pass"));
    play_all(&game, &mut state, &["pass"]);
    assert_eq!((state.stage(), game.turn(&state)), (Stage::Move, Turn::Seat(FIRST)));
}

// b
#[test]
fn only_ghosts_on_the_board_that_were_never_shown_can_be_named() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:C", "for:D", "agree", "A,N"]);
    // Now the second player asks: the first player's D was shown, its own C was.
    assert!(refusal(&game, &state, "ask:D").contains("was shown already"));
    assert_eq!(menu(&game, &state).len(), 7);
    play_all(&game, &mut state, &["ask:A"]);
    assert!(refusal(&game, &state, "for:C").contains("was shown already"));
    assert_eq!(menu(&game, &state).len(), 8, "seven names or a refusal");

    let captured = board("..br../....../....../....../....../..BR..", FIRST);
    let state = with_words(&game, &captured, &[(3, "request")]);
    assert_eq!(menu(&game, &state), ["ask:A", "ask:B"]);
    assert!(refusal(&game, &state, "ask:C").contains("not on the board"));
}

// c
#[test]
fn the_step_is_left_out_when_one_side_has_nothing_to_show() {
    let game = negotiating(&[]);
    let start = board(".bbbb./.rrrr./....../....../.BBBB./.RRRR.", FIRST);
    for shown in [["ABCDEFGH", "ABC"], ["A", "ABCDEFGH"], ["ABCDEFGH", "ABCDEFGH"]] {
        let mut state = with_words(&game, &start, &[(4, shown[0]), (5, shown[1])]);
        for _ in 0..4 {
            assert_eq!(state.stage(), Stage::Move);
            let action = menu(&game, &state)[0].clone();
            play_all(&game, &mut state, &[&action]);
        }
    }
    let mut state = with_words(&game, &start, &[(4, "BCDEFGH"), (5, "ABCDEFG")]);
    play_all(&game, &mut state, &["A,N", "ask:A"]);
    assert_eq!(menu(&game, &state), ["for:H", "refuse"]);
}

// c: captured ghosts count as gone
#[test]
fn the_step_is_left_out_once_the_last_unshown_ghost_is_captured() {
    let game = negotiating(&[]);
    let start = board("..b.../..B..r/...b../....../....../...R..", FIRST);
    let mut state = with_words(&game, &start, &[(4, "A"), (5, "BC")]);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!((state.stage(), game.turn(&state)), (Stage::Move, Turn::Seat(SECOND)));
}

// d
#[test]
fn a_colour_that_follows_from_the_counts_still_counts_as_unshown() {
    let game = negotiating(&[]);
    let start = begin(&game, "ABCD", "ABCD");
    let state = with_words(&game, &start, &[(4, "ABCD"), (5, "ABCD")]);
    assert_eq!(view(&game, &state, FIRST).worlds().len(), 1);
    assert_eq!(menu(&game, &state), ["ask:E", "ask:F", "ask:G", "ask:H"]);
}

// g
#[test]
fn both_players_see_what_is_said() {
    let game = negotiating(&[("skip", "on")]);
    let mut state = begin(&game, "ABCD", "ABGH");
    let mut asked = state.clone();
    play_all(&game, &mut asked, &["ask:C"]);
    let mut named = asked.clone();
    play_all(&game, &mut named, &["for:D"]);
    for (at, action, speaker) in [
        (&state, "ask:C", FIRST),
        (&state, "pass", FIRST),
        (&asked, "for:D", SECOND),
        (&asked, "refuse", SECOND),
        (&named, "break-off", FIRST),
    ] {
        for seat in [FIRST, SECOND] {
            let said = Sight::Said { seat: speaker, action: action.parse().expect("an action") };
            assert_eq!(sight_of(&game, at, action, seat), Some(said));
        }
    }
    play_all(&game, &mut state, &["ask:C", "for:D"]);
    let Stage::Negotiation(session) = view(&game, &state, SECOND).stage() else {
        panic!("a negotiation");
    };
    assert_eq!(
        session.on_table().map(|deal| (deal.asked, deal.named)),
        Some((ghost('C'), Some(ghost('D'))))
    );
}

// h, i
#[test]
fn what_was_shown_stays_known_for_the_whole_game() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "CDGH");
    play_all(&game, &mut state, &["ask:C", "for:D", "agree", "D,N"]);
    for _ in 0..5 {
        for action in ["ask:A", "refuse", "C,N", "ask:A", "refuse", "D,S", "ask:A", "refuse"] {
            play_all(&game, &mut state, &[action]);
        }
        play_all(&game, &mut state, &["C,S", "ask:A", "refuse", "D,N"]);
        let (first, second) = (view(&game, &state, FIRST), view(&game, &state, SECOND));
        assert_eq!(first.known_bad(), ghosts("C"));
        assert_eq!(second.known_bad(), ghosts("D"));
        assert_eq!(
            (first.own_unshown(), first.enemy_unshown()),
            (ghosts("ABCEFGH"), ghosts("ABDEFGH"))
        );
        assert_eq!(
            (second.own_unshown(), second.enemy_unshown()),
            (ghosts("ABDEFGH"), ghosts("ABCEFGH"))
        );
    }
}

// j
#[test]
fn a_negotiation_takes_no_ply() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABCD");
    for action in ["ask:A", "for:A", "agree"] {
        play_all(&game, &mut state, &[action]);
        assert_eq!((state.plies(), game.clock(&state)), (0, 0));
    }
    play_all(&game, &mut state, &["A,N", "ask:B", "refuse"]);
    assert_eq!((state.plies(), game.clock(&state)), (1, 1));
}

// l
#[test]
fn the_step_takes_place_even_before_a_winning_move() {
    let game = negotiating(&[]);
    let mut state = board("B...../....../..br../....../....../...R..", SECOND);
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(
        (state.stage(), menu(&game, &state)),
        (Stage::Request, vec!["ask:A".into(), "ask:B".into()])
    );
    refusal(&game, &state, "A,exit");
    play_all(&game, &mut state, &["ask:A", "refuse", "A,exit"]);
    assert_eq!(game.turn(&state), won(FIRST));
}

// m
#[test]
fn showing_ghosts_never_ends_a_game() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABCD");
    let shuffle = ["A,N", "A,N", "A,S", "A,S"];
    for (letter, action) in ('A'..='H').zip(shuffle.into_iter().cycle()) {
        let exchange = [format!("ask:{letter}"), format!("for:{letter}"), "agree".to_owned()];
        for text in &exchange {
            play_all(&game, &mut state, &[text]);
            assert!(matches!(game.turn(&state), Turn::Seat(_)));
        }
        play_all(&game, &mut state, &[action]);
    }
    // All sixteen are shown: everybody knows everything, and the game goes on without the step.
    assert_eq!((state.stage(), state.plies()), (Stage::Move, 8));
    assert_eq!(view(&game, &state, FIRST).worlds().as_slice(), [ghosts("ABCD")]);
}

// n
#[test]
fn the_cap_counts_moves_and_not_what_is_said() {
    let game = negotiating(&[("cap", "2")]);
    let mut state = begin(&game, "ABCD", "ABCD");
    play_all(&game, &mut state, &["ask:A", "for:A", "agree", "A,N", "ask:B", "for:B", "agree"]);
    assert_eq!(game.turn(&state), Turn::Seat(SECOND));
    play_all(&game, &mut state, &["A,N"]);
    assert_eq!(game.turn(&state), Turn::Over(Ending::Drawn));
}

// o
#[test]
fn only_the_full_picture_shows_all_colours() {
    let game = negotiating(&[]);
    let mut state = begin(&game, "ABCD", "ABGH");
    play_all(&game, &mut state, &["ask:A", "for:E", "agree"]);
    let marks = |text: &str, mark: char| text.matches(mark).count();
    let full = game.picture(&state);
    assert_eq!([marks(&full, '+'), marks(&full, '-'), marks(&full, '?')], [8, 8, 0]);
    let seen = game.view_picture(&view(&game, &state, FIRST));
    assert_eq!([marks(&seen, '+'), marks(&seen, '-'), marks(&seen, '?')], [4, 5, 7]);
    assert!(seen.contains("a-") && seen.contains("b?"));
    let seen = game.view_picture(&view(&game, &state, SECOND));
    assert_eq!([marks(&seen, '+'), marks(&seen, '-'), marks(&seen, '?')], [5, 4, 7]);
    assert!(seen.contains("e+") && seen.contains("a?"));
}

#[test]
fn counters_count_what_each_side_said() {
    let game = negotiating(&[("cap", "100")]);
    assert_eq!(game.counters(), ["requests", "named", "refused", "agreed", "broken-off"]);
    assert!(plain(&[]).counters().is_empty());
    let mut rng = Seed::experiment(21).rng();
    let mut ongoing = OngoingGame::new(game, Seed::experiment(21));
    let mut expected = vec![vec![0; 5]; 2];
    let mut menu = Vec::new();
    while let Awaited::Seat(seat) = ongoing.awaited() {
        ongoing.menu(&mut menu);
        let action = menu[rng.random_range(0..menu.len())];
        let words = ["ask:", "for:", "refuse", "agree", "break-off"];
        let text = action.to_string();
        if let Some(counter) = words.iter().position(|word| text.starts_with(word)) {
            expected[seat.index()][counter] += 1;
        }
        ongoing.answer(Reply::Action(action));
    }
    let counts = ongoing.record().expect("the game is over").counts;
    assert_eq!(counts, expected);
    assert!(counts.iter().flatten().all(|count| *count > 0), "{counts:?}");
    // Every request is answered, and every name is agreed to or not.
    for (own, other) in [(0, 1), (1, 0)] {
        assert_eq!(counts[own][0], counts[other][1] + counts[other][2]);
        assert_eq!(counts[other][1], counts[own][3] + counts[own][4]);
    }
}
