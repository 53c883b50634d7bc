//! Tables in plain words.

use kakehiki_draw::{Locale, action_words, log_words, table_words};
use kakehiki_games::Observer;

use crate::sitting::people;

/// Whether a text is one in the notation of a game, which nobody speaks.
fn is_notation(text: &str) -> bool {
    !text.contains(' ') && (text.contains([':', ',', '[']) || text.is_ascii())
}

#[test]
fn every_action_and_happening_has_words_in_both_languages() {
    for (game, options) in [
        ("geister", &[("speaking", "on")][..]),
        ("negogeister", &[("speaking", "on"), ("skip", "on")][..]),
        ("catan", &[("speaking", "on")][..]),
        ("monopoly", &[("speaking", "on")][..]),
        ("werewolf", &[("role-requests", "on")][..]),
    ] {
        for seed in 0..3 {
            let mut sitting = people(game, options, seed);
            let (mut decisions, mut log) = (0, Vec::new());
            while sitting.settle() && decisions < 400 {
                decisions += 1;
                let Some(seat) = sitting.called() else { break };
                let menu = sitting.ongoing.menu();
                sitting.scene(Observer::Seat(seat), Locale::Ja, |scene| {
                    for words in action_words(scene, menu.actions.iter().map(String::as_str)) {
                        assert!(!words.is_ascii(), "{game}: {words}");
                    }
                });
                sitting.scene(Observer::Seat(seat), Locale::En, |scene| {
                    let words = action_words(scene, menu.actions.iter().map(String::as_str));
                    for (action, words) in menu.actions.iter().zip(words) {
                        assert!(!words.is_empty() && *action != words, "{game}: {words}");
                        assert!(!words.contains('{') && !words.contains("  "), "{game}: {words}");
                    }
                    if decisions % 20 == 1 {
                        let lines = table_words(scene);
                        assert!(lines.len() > 3, "{game}: {lines:?}");
                        assert!(lines.iter().all(|line| !line.contains('<')), "{lines:?}");
                        log = log_words(scene, 0);
                    }
                });
                sitting.act();
            }
            assert!(log.len() > 4, "{game}: {log:?}");
            assert!(!log.iter().any(|line| is_notation(line)), "{game}: {log:?}");
        }
    }
}

#[test]
fn a_log_in_words_only_grows() {
    for game in ["geister", "negogeister", "catan", "monopoly", "werewolf"] {
        let mut sitting = people(game, &[], 2);
        let (mut before, mut steps): (Vec<String>, _) = (Vec::new(), 0);
        for _ in 0..300 {
            if !sitting.settle() {
                break;
            }
            let observer = Observer::Seat(kakehiki_core::Seat::new(1));
            let log = sitting.scene(observer, Locale::En, |scene| log_words(scene, 0));
            assert!(log.starts_with(&before), "{game}:\n{before:#?}\n{log:#?}");
            // Those who were told up to here are told the rest in the same words.
            let told = sitting.scene(observer, Locale::En, |scene| log_words(scene, steps));
            assert_eq!(log[before.len()..], told, "{game}");
            before = log;
            steps = sitting.ongoing.steps();
            sitting.act();
        }
        assert!(before.len() > 20, "{game}");
    }
}
