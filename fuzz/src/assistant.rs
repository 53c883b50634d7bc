//! What the fuzz target of assistants does with its bytes.
//!
//! It stands apart from the other bodies, as the test that includes those knows no assistants.

use kakehiki_mcp::{LONGEST_ANSWER, Options, Session};
use serde_json::{Value, json};

/// The calls that are made at most.
const MOST_CALLS: usize = 200;

/// The calls of an assistant, each a line of the name of a tool and its arguments, are answered or refused in one
/// sentence, and the session stands. The first byte says at which game it sits.
pub fn assistant_calls(data: &[u8]) {
    let Some((&how, bytes)) = data.split_first() else { return };
    let games = ["geister", "negogeister", "catan", "monopoly", "werewolf"];
    let mut session = Session::new(Options::default());
    let game = games[usize::from(how) % games.len()];
    let order = json!({ "game": game, "opponents": ["random"], "seed": 1 });
    session.call("open_table", order).expect("a table");
    for line in bytes.split(|byte| *byte == b'\n').take(MOST_CALLS) {
        let Some(blank) = line.iter().position(|byte| *byte == b' ') else { continue };
        let (tool, arguments) = line.split_at(blank);
        let (Ok(tool), Ok(arguments)) = (str::from_utf8(tool), serde_json::from_slice(arguments))
        else {
            continue;
        };
        let mut arguments: Value = arguments;
        // Agents think for as long as their names say.
        if let Some(opponents) = arguments.get_mut("opponents") {
            *opponents = json!(["random"]);
        }
        match session.call(tool, arguments) {
            Ok(answer) => assert!(answer.to_string().len() <= LONGEST_ANSWER),
            Err(problem) => {
                let problem = problem.to_string();
                assert!(!problem.is_empty() && problem.chars().count() <= 700, "{problem}");
                assert!(!problem.chars().any(char::is_control), "{problem:?}");
            }
        }
    }
    session.call("list_games", json!({})).expect("a session that stands");
}
