//! What every game promises, for both sets of rules and every option.

use kakehiki_core::{Game, Kind, Seed, agent_conformance, conformance};
use kakehiki_monopoly::{MONOPOLY_AGENTS, MONOPOLY_OPTIONS};

use crate::common::monopoly;

/// Plays random games under the promises of every game and sees that something was looked at.
fn keeps_its_promises(options: &[(&str, &str)], games: u64) {
    let game = monopoly(options);
    let examined = conformance(&game, Seed::experiment(1), games)
        .unwrap_or_else(|breach| panic!("{options:?}: {breach}"));
    assert!(examined.positions >= 50 * games, "{options:?}: {examined:?}");
    assert!(examined.refusals > examined.positions / 4, "{options:?}: {examined:?}");
    assert!(examined.chance_refusals > 0, "{options:?}: {examined:?}");
    assert!(examined.fallbacks > 0, "{options:?}: {examined:?}");
    // Everybody sees every step, and there is nothing to be mistaken about.
    let steps = examined.positions - games;
    assert_eq!(examined.followed, steps * game.seats() as u64, "{options:?}: {examined:?}");
    let open = [examined.carried_on, examined.refuted, examined.facts];
    assert_eq!(open, [0; 3], "{options:?}: {examined:?}");
    let unnoticed = [examined.unnoticed_steps, examined.unnoticed_in_public];
    assert_eq!(unnoticed, [0; 2], "{options:?}: {examined:?}");
}

#[test]
fn both_sets_of_rules_keep_their_promises() {
    for rules in ["official", "moyer2020"] {
        for players in ["2", "3", "4", "8"] {
            let options = [("rules", rules), ("players", players), ("max-turns", "60")];
            keeps_its_promises(&options, 2);
        }
    }
}

#[test]
fn every_option_keeps_its_promises() {
    for rules in ["official", "moyer2020"] {
        for parameter in &MONOPOLY_OPTIONS[3..] {
            let words: &[&str] = match parameter.kind {
                Kind::Choice(words) => words,
                Kind::Switch => &["on", "off"],
                _ => &["1", "4"],
            };
            for word in words {
                let options = [
                    ("rules", rules),
                    ("players", "3"),
                    ("max-turns", "30"),
                    (parameter.name, *word),
                ];
                keeps_its_promises(&options, 1);
            }
        }
    }
}

#[test]
fn agents_that_are_rebuilt_go_on_as_before() {
    let names = [
        "random",
        "trader",
        "moyer",
        "moyer-repaired(counters=accept)+value",
        "moyer+miyapoly(playouts=8, batch=4, propose=3, counter=on)",
        "trader+baseline(kind=random)",
        "trader+speak(kind=random, rate=1)+listen(words=calibrated)",
        "moyer+value+speak(kind=random)+listen(words=trusting)",
        "moyer",
    ];
    for (rules, speaking) in [("official", "off"), ("official", "on"), ("moyer2020", "off")] {
        let options =
            [("rules", rules), ("players", "3"), ("max-turns", "60"), ("speaking", speaking)];
        let game = monopoly(&options);
        let rebuilt = agent_conformance(&game, &MONOPOLY_AGENTS, &names, 1)
            .unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        assert_eq!((rebuilt.games, rebuilt.missteps), (3, 0), "{rules}: {rebuilt:?}");
        assert!(rebuilt.actions > 750, "{rules}: {rebuilt:?}");
    }
}
