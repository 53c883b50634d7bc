//! Calls that make no sense.

use kakehiki_mcp::TOOLS;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{call, is_over, open, problem, session};

#[test]
fn bad_calls_get_one_sentence_and_change_nothing() {
    let mut session = session();
    let (table, _) = open(&mut session, "catan", "random", 1);
    let look = json!({ "table": table, "as": "json" });
    let before = call(&mut session, "look", &look);
    let long = "x".repeat(300_000);
    for (tool, order, expected) in [
        ("fly", json!({}), "there is no tool \"fly\""),
        ("look", json!({}), "missing field `table`"),
        ("look", json!({ "table": "t9" }), "you have no table \"t9\", but t1"),
        ("look", json!({ "table": long }), "you have no table"),
        ("look", json!({ "table": 7 }), "expected a string"),
        ("look", json!({ "table": table, "as": "pictures" }), "unknown variant `pictures`"),
        ("menu", json!({ "table": table, "from": -1 }), "invalid value: integer `-1`"),
        ("menu", json!({ "table": table, "colour": 1 }), "unknown field `colour`"),
        ("menu", json!({ "table": table, "co\nlo\u{1b}ur": 1 }), "unknown field `colour`"),
        ("act", json!({ "table": table }), "either the id or the notation"),
        (
            "act",
            json!({ "table": table, "id": 1, "action": "roll" }),
            "either the id or the notation",
        ),
        ("act", json!({ "table": table, "id": 4_000_000_000_u64 }), "is not one of 0 to"),
        ("act", json!({ "table": table, "action": "roll" }), ""),
        ("act", json!({ "table": table, "action": long }), ""),
        ("act", json!({ "table": table, "action": "settlement:n99" }), ""),
        ("propose", json!({ "table": table, "terms": long }), ""),
        ("answer", json!({ "table": table, "accept": true }), ""),
        ("answer", json!({ "table": table, "accept": true, "partner": "P99" }), ""),
        ("say", json!({ "table": table, "statement": long }), ""),
        ("say", json!({ "table": table }), "either a statement"),
        ("say", json!({ "table": table, "words": "\u{7}\n" }), "nothing to say"),
        ("describe_game", json!({ "game": "chess" }), "unknown game \"chess\""),
        ("describe_game", json!({ "game": long }), "unknown game"),
        ("open_table", json!({ "game": "catan", "opponents": [] }), "name an agent"),
        (
            "open_table",
            json!({ "game": "catan", "opponents": vec!["random"; 9000] }),
            "name an agent",
        ),
        ("open_table", json!({ "game": "catan", "opponents": ["nobody"] }), "nobody"),
        ("open_table", json!({ "game": "catan", "opponents": [long] }), "too long"),
        ("open_table", json!({ "game": "geister", "opponents": ["random", "random"] }), "2 seats"),
        (
            "open_table",
            json!({ "game": "catan", "opponents": ["random"], "seat": "P8" }),
            "no seat P8",
        ),
        (
            "open_table",
            json!({ "game": "catan", "opponents": ["random"], "options": { "x": "1" } }),
            "x",
        ),
        (
            "open_table",
            json!({ "game": "catan", "opponents": ["external(command=\"true\")"] }),
            "external",
        ),
        ("open_table", json!({ "game": "catan", "opponents": ["external"] }), "external"),
        ("open_table", json!({ "game": "catan", "opponents": ["random"], "seed": 1.5 }), "1.5"),
    ] {
        let problem = problem(&mut session, tool, &order);
        assert!(problem.contains(expected), "{tool}: {problem}");
        assert!(problem.chars().count() <= 700, "{tool}: {problem}");
        assert!(!problem.chars().any(char::is_control), "{tool}: {problem:?}");
    }
    assert_eq!(call(&mut session, "look", &look), before);
}

#[test]
fn a_game_that_is_over_takes_no_more_acts() {
    let mut session = session();
    let (table, mut report) = open(&mut session, "werewolf", "random", 4);
    while !is_over(&report) {
        let id = report["menu"]["actions"][0]["id"].clone();
        report = call(&mut session, "act", &json!({ "table": table, "id": id }));
    }
    for (tool, more) in [
        ("act", json!({ "id": 0 })),
        ("act", json!({ "action": "say:Skip" })),
        ("propose", json!({ "terms": "A" })),
        ("answer", json!({ "accept": true })),
        ("say", json!({ "statement": "Skip" })),
        ("say", json!({ "words": "hello" })),
    ] {
        let mut order = json!({ "table": table });
        order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(problem(&mut session, tool, &order), "the game is over", "{tool}");
    }
    assert!(is_over(&call(&mut session, "look", &json!({ "table": table }))));
    assert_eq!(call(&mut session, "menu", &json!({ "table": table }))["total"], 0);
}

#[test]
fn tables_are_few() {
    let mut session = session();
    for _ in 0..8 {
        open(&mut session, "geister", "random", 1);
    }
    let order = json!({ "game": "geister", "opponents": ["random"] });
    assert!(problem(&mut session, "open_table", &order).contains("leave one by close_table"));
    call(&mut session, "close_table", &json!({ "table": "t3" }));
    assert!(problem(&mut session, "look", &json!({ "table": "t3" })).contains("no table"));
    assert_eq!(open(&mut session, "geister", "random", 1).0, "t9");
}

#[test]
fn a_log_that_cannot_be_written_is_told() {
    let gone = tempfile::tempdir().unwrap().path().join("gone");
    let mut session = kakehiki_mcp::Session::new(kakehiki_mcp::Options { logs: Some(gone) });
    let order = json!({ "game": "geister", "opponents": ["random"] });
    assert!(problem(&mut session, "open_table", &order).contains("the log cannot be written"));
}

/// JSON of any shape, with words that tools know among it.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        prop_oneof!["t1", "geister", "P0", "set:ABCD", "en", "json", "random"]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        let key = prop_oneof![
            "table",
            "game",
            "opponents",
            "id",
            "action",
            "from",
            "as",
            "language",
            "seat",
            "seed",
            "terms",
            "accept",
            "partner",
            "statement",
            "words",
            "only",
            "options",
            "name",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_call_breaks_a_session(tool in 0..TOOLS.len(), arguments in anything()) {
        let mut session = session();
        open(&mut session, "geister", "random", 1);
        let _ = session.call(TOOLS[tool].name, arguments);
        let stands = session.call("look", json!({ "table": "t1" })).is_ok();
        prop_assert!(stands || TOOLS[tool].name == "close_table");
    }
}
