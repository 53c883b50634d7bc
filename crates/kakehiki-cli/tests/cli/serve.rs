//! The server as a process: killed, interrupted, and played against by a program.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{folder, kakehiki, run, text};

/// A server that runs, and ends with its test.
struct Server {
    child: Child,
    output: BufReader<ChildStdout>,
    port: u16,
    owner: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut command = kakehiki("serve --port 0 --logs");
        command.arg(folder).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let (_, url) = line.trim().split_once("http://localhost:").unwrap();
        let (port, owner) = url.split_once("/#owner=").unwrap();
        Self { child, output, port: port.parse().unwrap(), owner: owner.to_owned() }
    }

    fn url(&self) -> String {
        format!("http://localhost:{}", self.port)
    }

    /// Asks for something; without a body it is only asked for.
    fn ask(&self, path: &str, token: &str, body: Option<&Value>) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.map(Value::to_string).unwrap_or_default();
        let head = format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer}"))
    }

    /// How a match stands once the seat of the token is asked, or it is over.
    fn awaited(&self, id: &str, token: &str) -> Value {
        let begun = Instant::now();
        loop {
            let view = self.ask(&format!("/matches/{id}"), token, None);
            if !view["menu"].is_null() || !view["outcome"].is_null() {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{view}");
            sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_server_that_is_killed_in_the_middle_of_a_game_goes_on_with_it() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let seats = json!([{"kind": "person", "name": "Ada"}, {"kind": "agent", "agent": "charge"}]);
    let options = json!({"cap": "30"});
    let order = json!({"game": "geister", "seats": seats, "options": options, "pace": "instant"});
    let begun = server.ask("/matches", &server.owner, Some(&order));
    let id = begun["id"].as_str().unwrap();
    let token = begun["seats"][0]["token"].as_str().unwrap();
    let mut view = server.awaited(id, token);
    let mut acts = 0;
    while view["outcome"].is_null() {
        let actions = view["menu"]["actions"].as_array().unwrap();
        let act = json!({"action": actions[acts % actions.len()], "seen_seq": view["seq"]});
        let done = server.ask(&format!("/matches/{id}/act"), token, Some(&act));
        assert!(done["seq"].is_u64(), "{done}");
        acts += 1;
        view = server.awaited(id, token);
        if acts % 3 == 0 {
            server.child.kill().unwrap();
            server.child.wait().unwrap();
            server = Server::start(folder.path());
            assert_eq!(server.awaited(id, token), view, "after {acts} acts");
        }
    }
    assert!(acts >= 6, "{acts}");
    let log = folder.path().join(format!("{id}.jsonl"));
    let shown = run(&format!("replay --summary {}", log.display()));
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    assert!(text(&shown.stdout).contains("outcome: "), "{}", text(&shown.stdout));
}

/// What a program in Python says at the end that plays at a server, where nobody may do more than twenty things a
/// second.
fn played_in_python(server: &Server, arguments: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/web_seat.py");
    let mut command = Command::new("python3");
    command.arg(&script).arg(server.url()).args(arguments).stdin(Stdio::null());
    let output = command.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).trim().to_owned()
}

#[test]
fn a_program_in_python_begins_a_game_and_plays_it() {
    if crate::lacks_python() {
        return;
    }
    let folder = folder();
    let server = Server::start(folder.path());
    let told = played_in_python(&server, &["geister", "charge"]);
    assert!(told.starts_with("won by") || told == "drawn", "{told}");
}

#[test]
fn a_program_in_python_takes_a_seat_in_every_other_game() {
    if crate::lacks_python() {
        return;
    }
    let folder = folder();
    let server = Server::start(folder.path());
    let seat = json!({"kind": "agent", "agent": "random"});
    for (game, options) in [
        ("negogeister", json!({"cap": "20"})),
        ("monopoly", json!({"max-turns": "4"})),
        ("catan", json!({"turn-cap": "6"})),
    ] {
        let seats = json!([{"kind": "program"}, seat]);
        let order = json!({"game": game, "seats": seats, "options": options, "pace": "instant"});
        let begun = server.ask("/matches", &server.owner, Some(&order));
        let Some(id) = begun["id"].as_str() else { panic!("{game}: {begun}") };
        let token = begun["seats"][0]["token"].as_str().unwrap();
        let told = played_in_python(&server, &[id, token]);
        assert!(!told.is_empty(), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_that_is_interrupted_ends_well() {
    let folder = folder();
    let mut server = Server::start(folder.path());
    let seats = json!([{"kind": "agent", "agent": "isuct(playouts=200000)"}, {"kind": "person"}]);
    let order = json!({"game": "geister", "seats": seats});
    server.ask("/matches", &server.owner, Some(&order));
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = server.child.try_wait().unwrap() {
            break status;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "it does not end");
        sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{status}");
    let mut rest = String::new();
    server.output.read_to_string(&mut rest).unwrap();
    assert!(!rest.contains("panicked"), "{rest}");
}

#[test]
fn wrong_usage_is_explained() {
    let folder = folder();
    for (line, words) in [
        ("serve --bind 0.0.0.0", "--allow-host"),
        ("serve --study nakazawa2018", "--out"),
        ("serve --study nobody2000 --out x", "nakazawa2018"),
        ("serve --port 70000", "70000"),
    ] {
        let output = run(&format!("{line} --logs {}", folder.path().display()));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(words), "{line}: {}", text(&output.stderr));
    }
    let server = Server::start(folder.path());
    let line = format!("serve --port {} --logs {}", server.port, folder.path().display());
    let output = run(&line);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("--port"), "{}", text(&output.stderr));
}
