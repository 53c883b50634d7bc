//! Whole games.

use kakehiki_core::{Event, Log};
use kakehiki_games::find;
use kakehiki_mcp::{Options, Session};
use serde_json::{Value, json};

use crate::{GAMES, call, is_over, open};

/// The actions of a report, or of the whole menu.
fn actions(report: &Value) -> &[Value] {
    report["menu"]["actions"].as_array().unwrap()
}

#[test]
fn a_whole_game_of_every_kind_is_played_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::new(Options { logs: Some(folder.path().to_owned()) });
    for (game, opponent) in GAMES {
        let (table, mut report) = open(&mut session, game, opponent, 11);
        let mut acts = 0_usize;
        while !is_over(&report) {
            assert_eq!(report["waiting_for"], "you", "{game}: {report}");
            let actions = actions(&report);
            let chosen = &actions[(acts * 7 + 3) % actions.len()];
            // By the id, and now and then by the notation.
            let order = if acts.is_multiple_of(3) {
                json!({ "table": table, "action": chosen["action"] })
            } else {
                json!({ "table": table, "id": chosen["id"] })
            };
            report = call(&mut session, "act", &order);
            acts += 1;
        }
        assert!(acts > 3, "{game}: {acts}");
        assert!(report["outcome"]["your_reward"].is_number(), "{game}: {report}");
        let path = report["log"].as_str().unwrap();
        let log = Log::from_bytes(&std::fs::read(path).unwrap()).unwrap();
        let known = find(game).unwrap();
        let options =
            log.header.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = kakehiki_core::Settings::new(game, known.options(), options).unwrap();
        known.open(&options).replay(&log, &mut |_, _| {}).unwrap();
        assert!(matches!(log.events.last(), Some(Event::End { .. })), "{game}");
        call(&mut session, "close_table", &json!({ "table": table }));
    }
}

#[test]
fn deals_are_proposed_and_answered_and_words_said() {
    let mut session = crate::session();
    let (mut proposed, mut answered, mut said) = (0, 0, 0);
    for (game, opponent) in [
        ("catan", "greedy+rule"),
        ("monopoly", "trader+value"),
        ("negogeister", "random"),
        ("werewolf", "finalist"),
    ] {
        let (table, mut report) = open(&mut session, game, opponent, 5);
        for turn in 0..150_usize {
            if is_over(&report) {
                break;
            }
            let actions = actions(&report);
            let begins = |words: &[&str]| {
                actions.iter().find_map(|action| {
                    let action = action["action"].as_str().unwrap();
                    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
                    words.contains(&verb).then(|| rest.to_owned())
                })
            };
            let (tool, mut order) = if let Some(partner) = begins(&["accept", "agree", "confirm"]) {
                answered += 1;
                let partner = (!partner.is_empty()).then_some(partner);
                ("answer", json!({ "accept": turn % 2 == 0, "partner": partner }))
            } else if let Some(terms) =
                begins(&["offer", "propose", "ask"]).filter(|_| turn % 3 == 0)
            {
                proposed += 1;
                ("propose", json!({ "terms": terms }))
            } else if let Some(statement) = begins(&["say"]) {
                said += 1;
                ("say", json!({ "statement": statement }))
            } else {
                ("act", json!({ "id": actions[turn % actions.len()]["id"] }))
            };
            order["table"] = json!(table);
            report = call(&mut session, tool, &order);
        }
        if !is_over(&report) {
            let words = json!({ "table": table, "words": "I\u{202e} bluff\n" });
            assert_eq!(call(&mut session, "say", &words), json!({ "said": "I bluff" }));
        }
    }
    assert!(proposed > 10 && answered > 10 && said > 5, "{proposed} {answered} {said}");
}

#[test]
fn own_words_are_an_act_where_the_village_hears_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::new(Options { logs: Some(folder.path().to_owned()) });
    let order = json!({
        "game": "werewolf", "opponents": ["finalist"], "seed": 1,
        "options": { "rules": "aiwolf-nlp" },
    });
    let opened = call(&mut session, "open_table", &order);
    let table = &opened["table"];
    assert!(actions(&opened).iter().any(|it| it["action"].as_str().unwrap().starts_with("say:")));
    let say = |words: &str| json!({ "table": table, "words": words });
    let told = call(&mut session, "say", &say("I am the seer.\u{202e}"));
    assert!(told["happened"].is_array(), "{told}");
    let view = call(&mut session, "look", &json!({ "table": table, "as": "json" }));
    let events = view["view"]["events"].as_array().unwrap();
    let own = events.iter().find(|event| event["text"] == "I am the seer.").unwrap();
    assert_eq!(
        (&own["speaker"], &own["sentence"]),
        (&json!("P0"), &json!("COMINGOUT Agent[01] SEER"))
    );
    let long = crate::problem(&mut session, "say", &say(&"a".repeat(300)));
    assert!(long.contains("letters"), "{long}");
    // Where the seat is asked for a vote they are beside the rules.
    let mut report = told;
    while actions(&report)[0]["action"].as_str().unwrap().starts_with("say:") {
        report = call(&mut session, "act", &json!({ "table": table, "action": "say:Over" }));
    }
    assert_eq!(call(&mut session, "say", &say("Hm.")), json!({ "said": "Hm." }));
    let log = call(&mut session, "log", &json!({ "table": table }));
    assert_eq!(log["own_words"], json!(["Hm."]));
    let kept = std::fs::read_to_string(folder.path().join("werewolf-1.jsonl")).unwrap();
    assert!(kept.contains("\"tell:COMINGOUT Agent[01] SEER | I am the seer.\""), "{kept}");
}

#[test]
fn what_is_told_is_told_in_the_language_asked_for() {
    let mut session = crate::session();
    let is_japanese = |value: &Value| !value.to_string().is_ascii();
    for (game, opponent) in GAMES {
        let (table, opened) = open(&mut session, game, opponent, 3);
        let first = json!({ "table": table, "id": actions(&opened)[0]["id"] });
        call(&mut session, "act", &first);
        for (language, expected) in [("en", false), ("ja", true)] {
            let order = json!({ "table": table, "language": language });
            for (tool, field) in [("look", "words"), ("log", "lines"), ("menu", "actions")] {
                let told = call(&mut session, tool, &order);
                let told = &told[field];
                let letters = told.to_string().replace(['·', '–', '→', '×', '“', '”', '’'], "");
                assert_eq!(!letters.is_ascii(), expected, "{game} {tool}: {told}");
            }
        }
        let view = call(&mut session, "look", &json!({ "table": table, "as": "json" }));
        assert!(view["view"].is_object() && !is_japanese(&view), "{game}: {view}");
    }
}

#[test]
fn the_menu_comes_in_pages_and_by_kind() {
    let mut session = crate::session();
    let (table, _) = open(&mut session, "geister", "random", 1);
    let (mut from, mut ids) = (0, Vec::new());
    loop {
        let page = call(&mut session, "menu", &json!({ "table": table, "from": from }));
        let actions = page["actions"].as_array().unwrap();
        ids.extend(actions.iter().map(|action| action["id"].as_u64().unwrap()));
        assert_eq!(page["total"], 70);
        let Some(next) = page["next"].as_u64() else { break };
        from = next;
    }
    ids.dedup();
    assert_eq!(ids.len(), 70);
    let only = json!({ "table": table, "only": "set:A" });
    assert_eq!(call(&mut session, "menu", &only)["total"], 35);
    let beyond = json!({ "table": table, "from": u64::MAX });
    assert_eq!(call(&mut session, "menu", &beyond)["actions"], json!([]));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = || {
        let mut session = crate::session();
        let (table, first) = open(&mut session, "catan", "greedy", 9);
        let mut told = vec![first];
        for _ in 0..30 {
            let id = told.last().unwrap()["menu"]["actions"][0]["id"].clone();
            told.push(call(&mut session, "act", &json!({ "table": table, "id": id })));
        }
        told
    };
    assert_eq!(play(), play());
    // One that is not told is drawn.
    let mut session = crate::session();
    let order = json!({ "game": "catan", "opponents": ["random"] });
    let boards = [(); 2].map(|()| {
        let table = call(&mut session, "open_table", &order)["table"].clone();
        call(&mut session, "look", &json!({ "table": table, "as": "json" }))["view"]["board"]
            .clone()
    });
    assert_ne!(boards[0], boards[1]);
}

#[test]
fn opponents_sit_in_their_order_around_the_seat() {
    let mut session = crate::session();
    let order = json!({
        "game": "catan", "opponents": ["greedy", "random"], "seat": "P1", "name": "  Ada\u{7} ",
        "options": {},
    });
    let opened = call(&mut session, "open_table", &order);
    assert_eq!(opened["players"], json!(["P0 greedy", "P1 Ada", "P2 random"]));
    assert_eq!(opened["your_seat"], "P1");
}
