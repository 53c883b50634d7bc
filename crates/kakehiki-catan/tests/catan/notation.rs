//! Positions as text.

use kakehiki_catan::Card;
use kakehiki_core::{Game, Observed};
use proptest::prelude::*;

use crate::common::{Position, catan, seat};

fn position() -> Position {
    Position::new(2)
        .settlements(0, &[18])
        .path(0, &[18, 13])
        .cities(1, &[35])
        .path(1, &[35, 30])
        .hand(0, "WWO")
        .hand(1, "B")
        .cards(1, Card::Knight, 1)
        .robber(4)
}

#[test]
fn a_picture_shows_board_hands_and_stage() {
    let game = catan(&[("players", "2")]);
    let state = position().state(&game);
    let picture = game.picture(&state);
    let expected = [
        "W5",
        "O8*",
        "D",
        "harbours: 3 n0-n3, W n11-n16",
        "P0: 1 points, hand WWO, no cards",
        "P1: 2 points, hand B, knight 1",
        "bank 17 18 19 19 18, deck 24",
        "turn 1, P0: act",
    ];
    for fragment in expected {
        assert!(picture.contains(fragment), "{fragment} is not in\n{picture}");
    }
    let view = game.view(&state, &None, seat(0));
    let picture = game.view_picture(&view);
    assert!(picture.contains("P1: 2 points, "), "{picture}");
    assert!(!picture.contains("knight 1"), "{picture}");
}

#[test]
fn snapshots_of_impossible_positions_are_refused() {
    let game = catan(&[("players", "2")]);
    let text = game.snapshot(&position().state(&game));
    assert!(game.restore(&text).is_ok(), "{text}");
    for (from, to) in [
        ("WSHBO", "WWWWW"),
        ("52638a", "66638a"),
        ("52638a", "72638a"),
        ("h4", "h19"),
        ("WWO", "WWWWWWWWWWWWWWWWWWWWO"),
        ("WWO", "OWW"),
        ("13,5", "14,5"),
        (" act ", " won:P0 "),
        (" act ", " theft:P0 "),
        (" act ", " choose "),
        (" act ", " free-roads:3 "),
        (" P0 act", " P2 act"),
        (" - - 1 -", " P0 - 1 -"),
        (" - - 1 -", " - P1 1 -"),
        (" - - 1 -", " - - 1 - -"),
        (" - - 1 -", " - - 01 -"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let error = game.restore(&changed).unwrap_err().to_string();
        assert!(error.contains("a snapshot"), "{error}");
    }
    // Buildings side by side, and two players on one edge.
    for impossible in [position().settlements(1, &[13]), position().path(1, &[18, 13])] {
        let refused = std::panic::catch_unwind(|| impossible.state(&game));
        assert!(refused.is_err());
    }
}

proptest! {
    #[test]
    fn changed_snapshots_are_read_or_refused_without_panic(
        place in 0_usize..200,
        letter in "[ -~é]",
    ) {
        let game = catan(&[("players", "2")]);
        let mut text: Vec<char> = game.snapshot(&position().state(&game)).chars().collect();
        let place = place % text.len();
        text[place] = letter.chars().next().unwrap_or(' ');
        let text: String = text.into_iter().collect();
        if let Ok(state) = game.restore(&text) {
            prop_assert_eq!(game.snapshot(&state), text);
            game.picture(&state);
        }
    }
}
