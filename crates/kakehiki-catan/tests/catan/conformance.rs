//! What every game promises, for all sets of rules and many options.

use kakehiki_catan::CATAN_AGENTS;
use kakehiki_core::{Examined, Seed, agent_conformance, conformance};

use crate::common::{PROFILES, catan};

/// Plays random games under the promises of every game and sees that something was looked at.
fn keeps_its_promises(options: &[(&str, &str)], games: u64) -> Examined {
    let game = catan(options);
    let examined = conformance(&game, Seed::experiment(1), games)
        .unwrap_or_else(|breach| panic!("{options:?}: {breach}"));
    assert!(examined.positions >= 50 * games, "{options:?}: {examined:?}");
    assert!(examined.refusals > examined.positions / 2, "{options:?}: {examined:?}");
    assert!(examined.differing_worlds > 0, "{options:?}: {examined:?}");
    assert!(examined.lookalikes > 0, "{options:?}: {examined:?}");
    assert!(examined.followed > examined.positions, "{options:?}: {examined:?}");
    assert!(examined.carried_on > 100, "{options:?}: {examined:?}");
    assert!(examined.facts > 0, "{options:?}: {examined:?}");
    examined
}

/// Lines 13.3, 14.8, 14.9 and 14.10.
#[test]
fn every_set_of_rules_keeps_its_promises() {
    for rules in PROFILES {
        let examined = keeps_its_promises(&[("rules", rules), ("turn-cap", "200")], 5);
        assert!(examined.refuted > 0, "{rules}: {examined:?}");
        assert!(examined.unnoticed_in_public > 0, "{rules}: {examined:?}");
    }
}

#[test]
fn every_number_of_players_keeps_its_promises() {
    for players in ["2", "3", "4"] {
        keeps_its_promises(&[("players", players), ("trading", "off"), ("turn-cap", "200")], 5);
    }
}

#[test]
fn every_way_to_trade_keeps_its_promises() {
    for trading in ["one", "many"] {
        for counters in ["on", "off"] {
            for acceptance in ["choose", "first"] {
                for unheld in ["on", "off"] {
                    let options = [
                        ("trading", trading),
                        ("counters", counters),
                        ("acceptance", acceptance),
                        ("unheld-offers", unheld),
                        ("turn-cap", "40"),
                        ("players", "3"),
                    ];
                    keeps_its_promises(&options, 4);
                }
            }
        }
    }
}

#[test]
fn every_degree_of_openness_keeps_its_promises() {
    for hands in ["hidden", "open"] {
        for bank in ["open", "closed"] {
            for discards in ["hidden", "open"] {
                let options = [
                    ("hands", hands),
                    ("bank", bank),
                    ("discards", discards),
                    ("turn-cap", "100"),
                    ("trading", "off"),
                ];
                keeps_its_promises(&options, 3);
            }
        }
    }
}

#[test]
fn every_way_to_deal_keeps_its_promises() {
    for numbers in ["spiral", "random", "free"] {
        for harbours in ["shuffled", "fixed", "none"] {
            let options = [
                ("numbers", numbers),
                ("harbours", harbours),
                ("direction", "either"),
                ("trading", "off"),
                ("turn-cap", "100"),
                ("players", "3"),
            ];
            keeps_its_promises(&options, 3);
        }
    }
}

#[test]
fn short_games_and_strict_options_keep_their_promises() {
    let options = [
        ("target", "4"),
        ("victims", "with-cards"),
        ("discard", "cards"),
        ("shortage", "nothing"),
        ("barren-road-building", "off"),
        ("points", "hidden"),
        ("plenty", "fewer"),
        ("win", "any-time"),
        ("discard-order", "roller"),
        ("friendly-robber", "on"),
        ("early-sevens", "off"),
    ];
    for option in options {
        keeps_its_promises(&[("trading", "off"), ("turn-cap", "120"), option], 4);
    }
}

#[test]
fn agents_that_are_rebuilt_go_on_as_before() {
    let names = [
        "random",
        "weighted+baseline(kind=random)+foresee(playouts=2, cutoff=10, memory=last:20)",
        "greedy+rule",
        "uct(playouts=8)+bargain(playouts=4, to=all)",
        "isuct(playouts=8)+rule(counter=on, attitude=expecting, feint=on)",
        "greedy(worlds=1, depth=0)+bargain(playouts=4, shortlist=4)",
        "nakazawa-base",
        "nakazawa-presenting",
        "simulated+listen(words=trusting, memory=last:20)",
        "greedy+rule+speak(kind=random)+listen(words=calibrated)",
        "weighted+rule+persuade(playouts=4, cutoff=20)+listen(words=wary)",
        "greedy(worlds=1)+speak(kind=truth, rate=1)+listen(words=deaf, memory=none)",
        "uct(playouts=8)+rule+listen(acts=fitted, worlds=20)",
    ];
    for speaking in ["off", "on"] {
        let game = catan(&[("turn-cap", "30"), ("speaking", speaking)]);
        let rebuilt = agent_conformance(&game, &CATAN_AGENTS, &names, 1)
            .unwrap_or_else(|breach| panic!("speaking {speaking}: {breach}"));
        assert_eq!((rebuilt.games, rebuilt.missteps), (4, 0), "{rebuilt:?}");
        assert!(rebuilt.actions > 750, "{rebuilt:?}");
    }
}
