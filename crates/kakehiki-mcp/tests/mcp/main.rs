//! Assistants at a table: whole games, what they may not learn, and what bad calls get.

mod bad_calls;
mod corpus;
mod playing;
mod secrets;
mod sizes;

use kakehiki_mcp::{Options, Session};
use serde_json::{Value, json};

/// All games with an agent for the other seats.
const GAMES: [(&str, &str); 5] = [
    ("geister", "charge"),
    ("negogeister", "random"),
    ("catan", "greedy"),
    ("monopoly", "trader"),
    ("werewolf", "finalist"),
];

/// A session without tables.
fn session() -> Session {
    Session::new(Options::default())
}

/// What a tool answers.
fn call(session: &mut Session, tool: &str, arguments: &Value) -> Value {
    session.call(tool, arguments.clone()).unwrap_or_else(|problem| panic!("{tool}: {problem}"))
}

/// What is wrong with a call.
fn problem(session: &mut Session, tool: &str, arguments: &Value) -> String {
    let answer = session.call(tool, arguments.clone());
    answer.expect_err(&format!("{tool} {arguments}")).to_string()
}

/// Opens a table and says how it is called.
fn open(session: &mut Session, game: &str, opponent: &str, seed: u64) -> (String, Value) {
    let order = json!({ "game": game, "opponents": [opponent], "seed": seed });
    let opened = call(session, "open_table", &order);
    (opened["table"].as_str().unwrap().to_owned(), opened)
}

/// Whether a report says that the game is over.
fn is_over(report: &Value) -> bool {
    report["outcome"].is_object()
}
