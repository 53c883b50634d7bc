//! What may be pressed is what the rules allow, and everything that may be pressed says what it does.

use std::collections::BTreeSet;

use kakehiki_draw::Locale;
use kakehiki_games::Observer;

use crate::sitting::{Sitting, attributes, people, tags};

/// Actions that are drafted and not pressed.
const DRAFTED: [&str; 5] = ["set:", "offer:", "counter:", "discard:", "say:"];

fn is_drafted(action: &str) -> bool {
    DRAFTED.iter().any(|prefix| action.starts_with(prefix))
}

/// Checks one position: each action of the menu can be pressed in one place, and nothing else can.
fn check(sitting: &Sitting, context: &str) {
    let seat = sitting.called().unwrap();
    let menu = sitting.ongoing.menu().actions;
    for locale in Locale::ALL {
        let html = sitting.html(Observer::Seat(seat), locale);
        let mut pressed = attributes(&html, "data-act");
        pressed.sort();
        let mut wanted: Vec<String> =
            menu.iter().filter(|action| !is_drafted(action)).cloned().collect();
        wanted.sort();
        assert_eq!(pressed, wanted, "{context} {locale}");
        let said: BTreeSet<String> = attributes(&html, "value")
            .into_iter()
            .filter(|value| value.starts_with("say:"))
            .collect();
        let sayable: BTreeSet<String> =
            menu.iter().filter(|action| action.starts_with("say:")).cloned().collect();
        assert_eq!(said, sayable, "{context} {locale}");
        for role in ["button", "checkbox", "spinbutton"] {
            for tag in tags(&html, &format!("role=\"{role}\"")) {
                assert!(tag.contains("aria-label=\"") && !tag.contains("aria-label=\"\""), "{tag}");
            }
        }
        // A group that is picked has targets, and targets have something that picks them.
        let picks: BTreeSet<String> = attributes(&html, "data-pick").into_iter().collect();
        let groups: BTreeSet<String> = attributes(&html, "data-group").into_iter().collect();
        assert_eq!(picks, groups, "{context} {locale}");
        let mut ids = attributes(&html, "id");
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all, "{context}: every id is there once");
    }
    // Nobody else can press anything.
    for other in kakehiki_core::Seat::all(sitting.seats.len()).filter(|other| *other != seat) {
        let html = sitting.html(Observer::Seat(other), Locale::En);
        assert_eq!(attributes(&html, "data-act"), Vec::<String>::new(), "{context}");
    }
    let watched = sitting.html(Observer::Spectator, Locale::En);
    assert!(
        attributes(&watched, "data-act").is_empty() && !watched.contains("data-draft"),
        "{context}"
    );
}

fn check_games(game: &'static str, options: &[(&str, &str)], decisions: usize) {
    for seed in 0..2 {
        let mut sitting = people(game, options, seed);
        for decision in 0..decisions {
            if !sitting.settle() {
                break;
            }
            if decision % 3 == 0 || decision < 12 {
                check(&sitting, &format!("{game} {options:?} {seed} {decision}"));
            }
            sitting.act();
        }
    }
}

#[test]
fn geister_offers_exactly_what_is_legal() {
    check_games("geister", &[], 120);
    check_games("geister", &[("speaking", "on")], 40);
}

#[test]
fn negogeister_offers_exactly_what_is_legal() {
    check_games("negogeister", &[("skip", "on")], 120);
    check_games("negogeister", &[("speaking", "on")], 40);
}

#[test]
fn catan_offers_exactly_what_is_legal() {
    check_games("catan", &[], 240);
    check_games("catan", &[("players", "2"), ("trading", "one"), ("speaking", "on")], 90);
    check_games("catan", &[("players", "3"), ("bank", "closed"), ("hands", "open")], 60);
}

#[test]
fn drafts_are_there_where_the_rules_allow_them() {
    let mut sitting = people("geister", &[], 0);
    assert!(sitting.settle());
    let html = sitting.html(Observer::Seat(sitting.called().unwrap()), Locale::En);
    assert!(html.contains("data-draft=\"setup\"") && html.contains("data-prefix=\"set:\""));
    let menu = sitting.ongoing.menu().actions;
    for preset in attributes(&html, "data-preset") {
        assert!(menu.contains(&format!("set:{preset}")), "{preset}");
    }
    assert_eq!(attributes(&html, "data-toggle").len(), 8);

    let mut catan = people("catan", &[], 3);
    let mut found = BTreeSet::new();
    for _ in 0..600 {
        if !catan.settle() {
            break;
        }
        let menu = catan.ongoing.menu().actions;
        let html = catan.html(Observer::Seat(catan.called().unwrap()), Locale::En);
        let drafts = attributes(&html, "data-draft");
        for (kind, prefix) in [("offer", "offer:"), ("discard", "discard:")] {
            let may = menu.iter().any(|action| action.starts_with(prefix));
            assert_eq!(drafts.iter().any(|draft| draft == kind), may, "{kind} {menu:?}");
            found.extend(may.then_some(kind));
        }
        let answers = menu.iter().any(|action| action == "refuse");
        assert_eq!(drafts.iter().any(|draft| draft == "counter"), answers);
        found.extend(answers.then_some("counter"));
        catan.act();
    }
    assert_eq!(found.len(), 3, "{found:?}");
}
