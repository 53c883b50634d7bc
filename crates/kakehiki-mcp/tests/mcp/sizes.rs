//! How long answers are.

use kakehiki_mcp::{LONGEST_ANSWER, TOOLS};
use serde_json::{Value, json};

use crate::{GAMES, call, is_over, session};

fn check(name: &str, answer: &Value) -> usize {
    let size = answer.to_string().len();
    assert!(size <= LONGEST_ANSWER, "{name}: {size}");
    size
}

#[test]
fn answers_are_bounded_through_whole_games() {
    for (game, opponent) in GAMES {
        let mut session = session();
        let order = match game {
            "werewolf" => json!({
                "game": game, "opponents": [opponent], "seed": 8, "options": { "village": "15" },
                "name": "x".repeat(100_000),
            }),
            _ => json!({ "game": game, "opponents": [opponent], "seed": 8 }),
        };
        let mut report = call(&mut session, "open_table", &order);
        let table = report["table"].clone();
        let mut acts = 0_usize;
        while !is_over(&report) {
            check(game, &report);
            if acts.is_multiple_of(25) {
                check(game, &call(&mut session, "look", &json!({ "table": table })));
                for language in ["en", "ja"] {
                    let order = json!({ "table": table, "language": language });
                    check(game, &call(&mut session, "menu", &order));
                    check(game, &call(&mut session, "log", &order));
                }
            }
            let actions = report["menu"]["actions"].as_array().unwrap();
            let id = actions[acts * 13 % actions.len()]["id"].clone();
            report = call(&mut session, "act", &json!({ "table": table, "id": id }));
            acts += 1;
        }
        check(game, &report);
        for tool in ["look", "log"] {
            assert!(pages(&mut session, tool, &table) > 0, "{game} {tool}");
        }
    }
}

/// Reads all JSON of a tool page by page, and says how much it was.
fn pages(session: &mut kakehiki_mcp::Session, tool: &str, table: &Value) -> usize {
    let (mut from, mut whole, mut text) = (0, 0, String::new());
    loop {
        let page = call(session, tool, &json!({ "table": table, "as": "json", "from": from }));
        whole += check(tool, &page);
        text += page["text"].as_str().unwrap_or_default();
        match page["next"].as_u64() {
            Some(next) => {
                assert!(next > from, "{tool} goes on");
                from = next;
            }
            None => break,
        }
    }
    if !text.is_empty() {
        assert!(serde_json::from_str::<Value>(&text).unwrap().is_object());
    }
    whole
}

#[test]
fn listings_are_bounded_and_tools_explain_themselves() {
    let mut session = session();
    check("list_games", &call(&mut session, "list_games", &json!({})));
    for (game, _) in GAMES {
        check(game, &call(&mut session, "describe_game", &json!({ "game": game })));
    }
    for tool in TOOLS {
        let schema = Value::Object((tool.schema)());
        assert_eq!(schema["type"], "object", "{}", tool.name);
        assert!(!schema.to_string().contains("$ref"), "{}: {schema}", tool.name);
        assert!(tool.help.ends_with('.') && tool.help.len() < 300, "{}", tool.name);
        for (name, argument) in schema["properties"].as_object().into_iter().flatten() {
            assert!(argument["description"].is_string(), "{} {name}", tool.name);
        }
    }
}
