//! `kakehiki play`, with a program of another language at the table.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{folder, kakehiki, run, text};

/// One seat of each game for the program, agents in the others.
const TABLES: [&str; 5] = [
    "geister --seats external,upp(playouts=60) --set cap=60",
    "negogeister --seats flat(playouts=20)+bargain(worlds=4),external --set cap=20",
    "catan --seats greedy+rule,external,weighted+bargain(playouts=4),isuct(playouts=4) \
     --set turn-cap=24",
    "monopoly --seats moyer,external,trader --set max-turns=40",
    "werewolf --seats finalist,sample-0.6,external,sample-0.4,random --set village=5",
];

/// The player of the examples, in Python, that stops after so many answers.
fn python(table: &str, answers: Option<u32>) -> Command {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let script = format!(
        "import sys, json, seat\nprint(json.dumps(seat.play(sys.argv[1:], {})))",
        answers.map_or("None".to_owned(), |answers| answers.to_string()),
    );
    let mut command = Command::new("python3");
    command.arg("-c").arg(script).env("PYTHONPATH", examples).env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg(assert_cmd::cargo::cargo_bin!("kakehiki")).arg("play");
    command.args(table.split_whitespace()).stdin(Stdio::null());
    command
}

fn played(table: &str, answers: Option<u32>) -> Value {
    let output = python(table, answers).output().unwrap();
    assert!(output.status.success(), "{table}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_program_in_python_plays_every_game_and_is_not_disturbed_by_a_kill() {
    if crate::lacks_python() {
        return;
    }
    let folder = folder();
    for table in TABLES {
        let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
        let log = |path: &Path| format!("{table} --seed 5 --log {}", path.display());
        let outcome = played(&log(&whole), None);
        assert!(outcome["steps"].as_u64().unwrap() > 10, "{table}: {outcome}");
        assert_eq!(played(&log(&cut), Some(3)), Value::Null);
        let (whole_log, cut_log) = (fs::read(&whole).unwrap(), fs::read(&cut).unwrap());
        assert!(cut_log.len() < whole_log.len(), "{table}: nothing was left to play");
        // A kill may tear the line that was being written.
        fs::write(&cut, &cut_log[..cut_log.len() - 5]).unwrap();
        let resume = format!("--resume {}", cut.display());
        assert_eq!(played(&resume, Some(2)), Value::Null);
        assert_eq!(played(&resume, None), outcome, "{table}");
        assert!(fs::read(&cut).unwrap() == whole_log, "{table}: the logs differ");
    }
}

/// A table that a test speaks with line by line.
struct Table {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Table {
    fn open(line: &str) -> Self {
        let mut command = kakehiki(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The next message that is not about what was seen.
    fn answer(&mut self) -> Value {
        loop {
            let message = self.hear();
            if message["type"] != "saw" {
                return message;
            }
        }
    }

    fn say(&mut self, message: &Value) -> Value {
        writeln!(self.input, "{message}").unwrap();
        self.answer()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_wrong_is_refused_with_a_reason_and_may_be_tried_again() {
    let mut table = Table::open("play geister --seats external,random");
    let hello = table.hear();
    assert_eq!((&hello["type"], &hello["yours"]), (&json!("hello"), &json!(["P0"])));
    let ask = table.answer();
    assert_eq!((&ask["type"], &ask["seat"]), (&json!("ask"), &json!("P0")));
    assert_eq!(ask["menu"]["is_complete"], true);
    for (wrong, problem) in [
        (json!({"type": "act", "seat": "P0", "action": "dance"}), "dance"),
        (json!({"type": "act", "seat": "P0", "action": "A,N"}), ""),
        (json!({"type": "act", "seat": "P1", "action": "set:ABCD"}), "P1 is not yours"),
        (json!({"type": "act", "seat": "P9", "action": "set:ABCD"}), "P9 is not yours"),
        (json!({"type": "chance", "fell": "6"}), "chance is not yours"),
        (json!({"type": "look", "seat": "P1"}), "P1 is not yours"),
        (json!({"type": "sing"}), "unknown variant"),
        (json!({"type": "act", "seat": "P0"}), "missing field"),
        (json!([1, 2]), "invalid"),
    ] {
        let refused = table.say(&wrong);
        assert_eq!(refused["type"], "refused", "{wrong}: {refused}");
        assert!(refused["problem"].as_str().unwrap().contains(problem), "{wrong}: {refused}");
    }
    let view = table.say(&json!({"type": "look", "seat": "P0"}));
    assert_eq!(view["view"], ask["view"]);
    let public = table.say(&json!({"type": "look"}));
    assert_eq!(public["type"], "view");
    assert_ne!(public["view"], ask["view"]);
    let next = table.say(&json!({"type": "act", "seat": "P0", "action": "set:ABCD"}));
    assert_eq!(next["type"], "ask");
    // Geister has no answer of its own for one who is gone.
    let over = table.say(&json!({"type": "miss", "seat": "P0", "why": "gone"}));
    assert_eq!(over["outcome"]["text"], "forfeited by P0");
    assert_eq!(over["outcome"]["rewards"], json!([0.0, null]));
}

#[test]
fn words_of_a_program_are_kept_short_and_plain() {
    let folder = folder();
    let log = folder.path().join("game.jsonl");
    let seats = "play geister --seats external,random";
    let mut table = Table::open(&format!("{seats} --log {}", log.display()));
    table.hear();
    table.answer();
    let say = |text: &str| json!({"type": "say", "seat": "P0", "text": text});
    let refused = table.say(&say("\u{7}\n\u{202e}"));
    assert_eq!(refused["problem"], "there is nothing to say");
    for text in ["\u{1b}[31mred\u{202e} \n<b>人狼</b>", &"長".repeat(100_000)] {
        writeln!(table.input, "{}", say(text)).unwrap();
    }
    assert_eq!(table.say(&json!({"type": "look"}))["type"], "view");
    drop(table);
    let told = fs::read_to_string(&log).unwrap();
    assert!(told.contains("\"[31mred <b>人狼</b>\""), "{told}");
    assert!(told.contains(&format!("\"{}\"", "長".repeat(400))), "{told}");
    // A log of somebody else's may hold anything, and does not steer the terminal.
    fs::write(&log, told.replace("[31mred", "\\u001b[31mred")).unwrap();
    let shown = crate::printed(&format!("replay {}", log.display()));
    assert!(shown.contains("P0 says: [31mred <b>人狼</b>"), "{shown}");
    assert!(!shown.contains('\u{1b}'), "{shown}");
}

#[test]
fn lines_that_are_no_messages_are_refused_and_one_without_an_end_ends_the_game() {
    let mut table = Table::open("play geister --seats external,random");
    table.hear();
    table.answer();
    let deep = [vec![b'['; 100_000], vec![b']'; 100_000]].concat();
    let deep_act = [&b"{\"type\":\"act\",\"seat\":\"P0\",\"action\":"[..], &deep, b"}"].concat();
    for line in [
        &b""[..],
        b"{",
        b"\xff\xfe",
        b"{\"type\":\"act\",\"seat\":\"P99999999999999999999\",\"action\":\"set:ABCD\"}",
        b"{\"type\":\"act\",\"seat\":1e999,\"action\":\"set:ABCD\"}",
        &deep,
        &deep_act,
    ] {
        table.input.write_all(&[line, b"\n"].concat()).unwrap();
        let refused = table.answer();
        assert_eq!(refused["type"], "refused", "{refused}");
    }
    // It hangs up before all of it is there.
    let chunk = vec![b'x'; 1 << 20];
    let _ = (0..10).all(|_| table.input.write_all(&chunk).is_ok());
    assert_eq!(table.child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_program_may_be_the_dice() {
    let mut table =
        Table::open("play monopoly --set players=2 --given-chance --seats external,moyer");
    assert_eq!(table.hear()["type"], "hello");
    let mut message = table.answer();
    for _ in 0..20 {
        message = match message["type"].as_str().unwrap() {
            "ask-chance" => {
                let fell = table.say(&json!({"type": "chance", "fell": "dice:1-1"}));
                if fell["type"] != "refused" {
                    message = fell;
                    break;
                }
                fell
            }
            "ask" => {
                let action = message["menu"]["actions"][0].clone();
                table.say(&json!({"type": "act", "seat": message["seat"], "action": action}))
            }
            other => panic!("{other}: {message}"),
        };
    }
    assert_ne!(message["type"], "refused", "{message}");
}

#[test]
fn a_program_that_goes_away_is_a_failure_that_can_be_mended() {
    let output = run("play geister --seats external,random");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("--resume"), "{}", text(&output.stderr));
    for (line, word) in [
        ("play chess --seats external,random", "unknown game"),
        ("play geister --seats external", "there are 2 seats"),
        ("play geister --seats external,utc", "unknown agent"),
        ("play geister", "--seats"),
    ] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(word), "{line}: {}", text(&output.stderr));
    }
}
