//! An assistant at the other end of a pipe, and what bad ones send.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use serde_json::{Value, json};

use crate::{kakehiki, printed};

/// An assistant that has begun a session.
struct Assistant {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    calls: u64,
}

impl Assistant {
    fn start(line: &str) -> Self {
        let mut child = kakehiki(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, calls: 0 }
    }

    fn greet(&mut self) {
        let hello = json!({
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        });
        let greeted = self.ask("initialize", &hello);
        assert_eq!(greeted["result"]["serverInfo"]["name"], "kakehiki", "{greeted}");
        self.send(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }

    fn send(&mut self, line: &[u8]) {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
    }

    /// Asks, and reads on to the answer.
    fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let request =
            json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": parameters });
        self.send(request.to_string().as_bytes());
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{method}: it went away");
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer["id"] == self.calls {
                return answer;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        answer["result"].clone()
    }

    /// Goes away; how the command ended, and what it said on standard error.
    fn leave(self) -> (Option<i32>, String) {
        drop(self.input);
        let output = self.child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn an_assistant_plays_and_the_log_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("games");
    let mut assistant = Assistant::start(&format!("mcp --logs {}", logs.display()));
    assistant.greet();
    let order = json!({ "game": "geister", "opponents": ["charge"], "seed": 3 });
    let mut report = assistant.call("open_table", &order)["structuredContent"].clone();
    let table = report["table"].clone();
    while report["outcome"].is_null() {
        let id = &report["menu"]["actions"][0]["id"];
        let acted = assistant.call("act", &json!({ "table": table, "id": id }));
        report = acted["structuredContent"].clone();
    }
    let after = assistant.call("act", &json!({ "table": table, "id": 0 }));
    assert_eq!(after["isError"], true);
    assert_eq!(after["content"][0]["text"], "the game is over");
    assert_eq!(assistant.leave(), (Some(0), String::new()));
    let log = logs.join("geister-1.jsonl");
    assert_eq!(report["log"], log.display().to_string());
    assert!(printed(&format!("replay {}", log.display())).contains("charge"));
}

#[test]
fn lines_that_make_no_sense_cost_nothing_but_themselves() {
    let mut assistant = Assistant::start("mcp");
    // Before a session is begun too.
    assistant.send(b"hello?");
    assistant.greet();
    let long = vec![b'x'; 10 << 20];
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    for line in [
        &b""[..],
        b"hello?",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe\x00{}",
        b"{\"jsonrpc\":\"2.0\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"fly\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":7}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"tools/call\",\"params\":{\"name\":\"look\",\"arguments\":[]}}",
        b"{\"jsonrpc\":\"2.0\",\"id\":1e99,\"method\":\"ping\"}",
        &deep,
        &long,
    ] {
        assistant.send(line);
        let listed = assistant.ask("tools/list", &json!({}));
        assert_eq!(listed["result"]["tools"].as_array().map(Vec::len), Some(11));
    }
    let unknown = assistant.call("fly", &json!({}));
    assert_eq!(unknown["isError"], true, "{unknown}");
    assert_eq!(assistant.leave(), (Some(0), String::new()));
}

#[test]
fn an_assistant_may_leave_at_any_time() {
    // Before a word, within a line, and while others think.
    let silent = Assistant::start("mcp");
    assert_eq!(silent.leave(), (Some(0), String::new()));
    let mut torn = Assistant::start("mcp");
    torn.greet();
    torn.input.write_all(b"{\"jsonrpc\":").unwrap();
    assert_eq!(torn.leave(), (Some(0), String::new()));
    let mut hasty = Assistant::start("mcp");
    hasty.greet();
    let order = json!({ "game": "catan", "opponents": ["uct(playouts=100000000)"], "seat": "P3" });
    let request = json!({
        "jsonrpc": "2.0", "id": 99, "method": "tools/call",
        "params": { "name": "open_table", "arguments": order },
    });
    hasty.send(request.to_string().as_bytes());
    assert_eq!(hasty.leave(), (Some(0), String::new()));
}

#[test]
fn a_folder_for_logs_is_checked_first() {
    let output = crate::run("mcp --logs /dev/null/games");
    assert_eq!(output.status.code(), Some(1));
    assert!(crate::text(&output.stderr).contains("/dev/null/games"));
}

#[test]
fn bytes_that_trickle_are_calls_all_the_same() {
    let mut assistant = Assistant::start("mcp");
    assistant.greet();
    let order = json!({ "name": "open_table", "arguments": {
        "game": "geister", "opponents": ["charge"], "seed": 3, "name": "あ",
    } });
    let request =
        json!({ "jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": order });
    for byte in format!("{request}\n").bytes() {
        assistant.input.write_all(&[byte]).unwrap();
        assistant.input.flush().unwrap();
    }
    let mut line = String::new();
    assistant.output.read_line(&mut line).unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["id"], "slow");
    assert_eq!(answer["result"]["structuredContent"]["table"], "t1", "{answer}");
    assert_eq!(assistant.leave(), (Some(0), String::new()));
}

#[test]
fn an_assistant_may_leave_after_any_call() {
    let folder = tempfile::tempdir().unwrap();
    for last in 0..50 {
        let logs = folder.path().join(last.to_string());
        let mut assistant = Assistant::start(&format!("mcp --logs {}", logs.display()));
        assistant.greet();
        let order = json!({ "game": "geister", "opponents": ["charge"], "seed": 3 });
        assistant.call("open_table", &order);
        for _ in 1..last {
            let menu = assistant.call("menu", &json!({ "table": "t1" }));
            let id = &menu["structuredContent"]["actions"][0]["id"];
            assistant.call("act", &json!({ "table": "t1", "id": id }));
        }
        assert_eq!(assistant.leave(), (Some(0), String::new()), "{last}");
        // What was played up to there is there, and can be shown.
        let log = logs.join("geister-1.jsonl");
        assert!(printed(&format!("replay {}", log.display())).contains("charge"), "{last}");
    }
}
