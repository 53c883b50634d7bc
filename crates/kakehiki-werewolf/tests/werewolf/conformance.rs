//! What every game promises, for all villages and every setting.

use std::ops::ControlFlow;

use kakehiki_core::{Seed, agent_conformance, conformance};
use kakehiki_werewolf::{Brain, Sample04, Training, WEREWOLF_AGENTS};

use crate::common::werewolf;

/// Plays random games under the promises of every game and sees that something was looked at.
fn keeps_its_promises(options: &[(&str, &str)], games: u64) {
    let examined = conformance(&werewolf(options), Seed::experiment(1), games)
        .unwrap_or_else(|breach| panic!("{options:?}: {breach}"));
    assert!(examined.positions >= 15 * games, "{options:?}: {examined:?}");
    assert!(examined.refusals > examined.positions / 10, "{options:?}: {examined:?}");
    assert!(examined.differing_worlds > 0, "{options:?}: {examined:?}");
    assert!(examined.unnoticed_steps > 0, "{options:?}: {examined:?}");
    assert!(examined.lookalikes > 0, "{options:?}: {examined:?}");
    assert!(examined.fallbacks > 0, "{options:?}: {examined:?}");
    assert!(examined.followed > examined.positions, "{options:?}: {examined:?}");
    assert!(examined.carried_on > examined.followed / 10, "{options:?}: {examined:?}");
    assert!(examined.refuted > 0, "{options:?}: {examined:?}");
    assert!(examined.unnoticed_in_public > 0, "{options:?}: {examined:?}");
    assert!(examined.facts > examined.positions, "{options:?}: {examined:?}");
}

/// Talk fills most of a game; a little of it shows as much as a lot.
pub const SHORT: [(&str, &str); 2] = [("max-talk-turn", "2"), ("max-whisper-turn", "2")];
/// Every step is looked at from every seat, which takes long where there are many.
const SHORTEST: [(&str, &str); 2] = [("max-talk-turn", "1"), ("max-whisper-turn", "1")];

/// Votes and nights alone.
const SILENT: [(&str, &str); 2] = [("max-talk-turn", "0"), ("max-whisper-turn", "1")];

#[test]
fn every_village_keeps_its_promises() {
    for village in 3..=18 {
        // Both ways of delivery for the villages of the contests, one for each of the others.
        let deliveries = match village {
            5 | 11 | 15 => &["turn", "immediate"][..],
            _ if village % 2 == 0 => &["turn"],
            _ => &["immediate"],
        };
        for delivery in deliveries {
            let [talk, whisper] = match village {
                ..7 => SHORT,
                // Between 12 and 18 only the number of plain villagers grows, and most of the time
                // goes into their talk.
                13 | 14 | 16 | 17 => SILENT,
                _ => SHORTEST,
            };
            let village = village.to_string();
            let given = [("village", village.as_str()), ("delivery", delivery), talk, whisper];
            keeps_its_promises(&given, 1);
        }
    }
}

#[test]
fn a_village_of_the_contests_keeps_its_promises_at_full_length() {
    for delivery in ["turn", "immediate"] {
        keeps_its_promises(&[("village", "5"), ("delivery", delivery)], 1);
    }
}

/// Settings that show only where there are several turns of talk.
pub const ABOUT_TALK: [(&str, &str); 10] = [
    ("language", "2.01"),
    ("max-talk", "1"),
    ("max-talk", "0"),
    ("max-whisper", "1"),
    ("max-skip", "0"),
    ("first-day-talk", "on"),
    ("final-over", "on"),
    ("speaking-order", "phase"),
    ("speaking-order", "open"),
    ("own-words", "on"),
];

/// All others.
pub const ABOUT_VOTES_AND_NIGHTS: [(&str, &str); 13] = [
    ("max-revote", "0"),
    ("max-revote", "3"),
    ("max-attack-revote", "0"),
    ("max-attack-revote", "2"),
    ("no-attack", "on"),
    ("no-execution", "on"),
    ("visible-votes", "off"),
    ("first-day-vote", "on"),
    ("whisper-before-revote", "on"),
    ("role-requests", "on"),
    ("early-end", "on"),
    ("late-votes", "on"),
    ("dropped-votes", "on"),
];

#[test]
fn every_setting_keeps_its_promises() {
    for delivery in ["turn", "immediate"] {
        for (settings, [talk, whisper]) in
            [(&ABOUT_TALK[..], SHORT), (&ABOUT_VOTES_AND_NIGHTS, SHORTEST)]
        {
            for setting in settings {
                let given = [("village", "8"), ("delivery", delivery), talk, whisper, *setting];
                keeps_its_promises(&given, 1);
            }
        }
    }
    for (talk, whisper) in [("0", "3"), ("4", "0")] {
        let given = [("village", "7"), ("max-talk-turn", talk), ("max-whisper-turn", whisper)];
        keeps_its_promises(&given, 1);
    }
}

#[test]
fn all_settings_together_keep_their_promises() {
    for delivery in ["turn", "immediate"] {
        let given = [
            ("village", "10"),
            ("delivery", delivery),
            SHORT[0],
            SHORT[1],
            ("max-attack-revote", "2"),
            ("no-attack", "on"),
            ("no-execution", "on"),
            ("visible-votes", "off"),
            ("first-day-talk", "on"),
            ("first-day-vote", "on"),
            ("whisper-before-revote", "on"),
            ("role-requests", "on"),
            ("final-over", "on"),
        ];
        keeps_its_promises(&given, 1);
    }
}

#[test]
fn villages_of_natural_language_keep_their_promises() {
    for (village, talk) in [("5", "4"), ("9", "1"), ("13", "1")] {
        for order in ["phase", "open"] {
            let given = [
                ("rules", "aiwolf-nlp"),
                ("village", village),
                ("speaking-order", order),
                ("max-talk", talk),
                ("max-whisper", "1"),
            ];
            keeps_its_promises(&given, 1);
        }
    }
    for (option, value) in [
        ("visible-votes", "off"),
        ("max-skip", "1"),
        ("max-revote", "2"),
        ("first-day-vote", "on"),
        ("first-day-talk", "off"),
        ("no-attack", "on"),
        ("whisper-before-revote", "on"),
    ] {
        let given = [
            ("rules", "aiwolf-nlp"),
            ("village", "9"),
            ("max-talk", "1"),
            ("max-whisper", "2"),
            ("max-attack-revote", "1"),
            (option, value),
        ];
        keeps_its_promises(&given, 1);
    }
}

#[test]
fn agents_that_are_rebuilt_go_on_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    let game = werewolf(&[("village", "5"), ("delivery", "turn")]);
    let training = Training::new(game, &Brain::Sample04(Sample04::default()), "sample-0.4", 1000);
    training.run_to_file(&path, None, 1, |_| ControlFlow::Continue(())).unwrap();
    let learned = format!("learned(model={})", path.display());
    let exploring = format!("learned(model={}, explore=on, talk=random)", path.display());
    // Each sits in several places, so that each plays several roles.
    let names = [
        &learned,
        "finalist(pack=joined)",
        "sample-0.6",
        "sample-0.4",
        "random",
        "finalist(fake=1, noise=1, suspects-by=results, possessed=rival)",
        "sample-0.4",
        &learned,
        &exploring,
        "sample-0.6",
        "finalist(fake=0.5, suspects-by=votes, declare=off, possessed=hidden, pack=planned)",
        &exploring,
        "believer",
        "believer+listen(words=trusting)",
        "believer+persuade(trusted=0.9)+listen",
        "believer+speak+listen",
        "believer+listen(acts=assignments, words=deaf)",
        "believer+persuade+foresee(worlds=20)",
        "finalist+speak(kind=lies)",
        "believer(talk=off)+listen",
        "believer+persuade(trusted=1, worlds=20)",
    ];
    for seed in 1..=4 {
        let rebuilt = agent_conformance(&game, &WEREWOLF_AGENTS, &names, seed)
            .unwrap_or_else(|breach| panic!("seed {seed}: {breach}"));
        // Who wants to vote for nobody leaves its vote to the rules, which counts as a misstep.
        assert_eq!(rebuilt.games, 5, "seed {seed}: {rebuilt:?}");
        assert!(rebuilt.actions > 300, "seed {seed}: {rebuilt:?}");
    }
}
