//! Texts of actions, chance, deals and positions.

use kakehiki_core::{Game, Seed};
use kakehiki_monopoly::{Action, Card, Chance, Deal, Square};
use proptest::prelude::{any, prop, prop_assert_eq, proptest};

use crate::common::{monopoly, random_step};

#[test]
fn wrong_texts_are_no_actions_deals_or_chance() {
    for text in [
        "",
        "roll:1",
        "build",
        "build:40",
        "build:01",
        "sell-down:orange,x",
        "bid:-1",
        "bid:+1",
        "use-card:x",
        "propose:P0:1",
        "propose:P0:1>P1:$0",
        "propose:P0:3+1>P1:-",
        "propose:P0:1+1>P1:-",
        "propose:P18:1>P1:-",
        "counter:P0:$5>P1:$5",
        "buy ",
    ] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    for text in ["dice:0-1", "dice:7-1", "dice:1", "card:C17", "card:C0", "card:X1", "dice:01-1"] {
        assert!(text.parse::<Chance>().is_err(), "{text}");
    }
    for text in ["C", "K01", "é1", "C-1"] {
        assert!(text.parse::<Card>().is_err(), "{text}");
    }
    assert!("-1".parse::<Square>().is_err());
    assert!("P0:>P1:".parse::<Deal>().is_err());
}

#[test]
fn actions_round_trip() {
    for text in [
        "roll",
        "end",
        "pay-bail",
        "use-card:c",
        "use-card:k",
        "buy",
        "decline",
        "build:39",
        "sell:1",
        "sell-down:dark-blue,4",
        "mortgage:5",
        "lift:12",
        "keep",
        "bid:4294967295",
        "leave",
        "propose:P0:1+12+c+k+$7>P7:39",
        "propose:P0:->P1:5+$200",
        "accept",
        "refuse",
        "counter:P1:1>P0:-",
        "pass",
        "bankrupt",
    ] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()).as_deref(), Ok(text));
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_readers(text in any::<String>()) {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string(), text.clone());
        }
        let game = monopoly(&[("players", "2")]);
        if let Ok(state) = game.restore(&text) {
            prop_assert_eq!(game.snapshot(&state), text);
        }
    }

    #[test]
    fn damaged_snapshots_are_refused_or_can_be_played(
        number in 0..40_u64,
        place in any::<prop::sample::Index>(),
        letter in "[ -~]",
    ) {
        let game = monopoly(&[("players", "3"), ("max-turns", "60")]);
        let mut rng = Seed::experiment(number).rng();
        let (mut state, mut menu) = (game.start(), Vec::new());
        for _ in 0..number * 20 {
            random_step(&game, &mut state, &mut menu, &mut rng);
        }
        let text = game.snapshot(&state);
        let place = place.index(text.len());
        let damaged = format!("{}{letter}{}", &text[..place], &text[place + 1..]);
        if let Ok(mut state) = game.restore(&damaged) {
            for _ in 0..200 {
                game.picture(&state);
                random_step(&game, &mut state, &mut menu, &mut rng);
            }
        }
    }
}

#[test]
fn pictures_tell_what_happens() {
    let game = monopoly(&[("players", "2")]);
    let picture = game.picture(&game.start());
    for words in ["> P0  $1500", "Boardwalk", "32 houses, 12 hotels", "P0 is to throw"] {
        assert!(picture.contains(words), "{words}\n{picture}");
    }
    assert!(picture.lines().all(|line| line.chars().count() <= 100));
}
