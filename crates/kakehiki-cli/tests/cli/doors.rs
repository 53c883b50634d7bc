//! Programs from outside at our table, and our agents at other tables.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, Stdio},
};

use serde_json::Value;

use crate::{files, folder, kakehiki, text};

/// Starts a server, and gives the addresses of the seats that wait for somebody.
fn host(line: &str) -> (Child, Vec<String>) {
    let mut command = kakehiki(&format!("host {line}"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut notes = BufReader::new(child.stderr.take().unwrap()).lines();
    let seats = line.matches("external").count();
    let addresses = notes.by_ref().take(seats).map(|note| {
        let note = note.unwrap();
        note.split_once(" taken at ").unwrap_or_else(|| panic!("{note}")).1.to_owned()
    });
    let addresses = addresses.collect();
    // What it says later is nobody's concern, but has to go somewhere.
    std::thread::spawn(move || notes.for_each(drop));
    (child, addresses)
}

#[test]
fn agents_of_ours_join_a_table_of_ours() {
    let logs = folder();
    let line = format!(
        "geister --protocol contest --port 0 --seats external,charge --games 3 --json --logs {}",
        logs.path().display()
    );
    let (server, addresses) = host(&line);
    let line =
        format!("join geister://{} --agent flat(playouts=20) --games 3 --json", addresses[0]);
    let client = kakehiki(&line).output().unwrap();
    assert!(client.status.success(), "{}", text(&client.stderr));
    let score: Value = serde_json::from_slice(&client.stdout).unwrap();
    let server = server.wait_with_output().unwrap();
    assert!(server.status.success());
    let standings: Value = serde_json::from_slice(&server.stdout).unwrap();
    assert_eq!((&standings["games"], &standings["forfeits"]), (&3.into(), &0.into()));
    assert_eq!(standings["agents"][0]["agent"], "external");
    assert_eq!(standings["agents"][0]["wins"], score["won"]);
    assert_eq!(standings["agents"][1]["wins"], score["lost"]);
    // Without the network the same seed plays the same games.
    let arena = "arena run geister --agents flat(playouts=20),charge --games 3 --json";
    let arena = crate::document(arena);
    assert_eq!(standings["seats"], arena["seats"]);
    assert_eq!(files(logs.path(), ".txt").len(), 3);
    for log in files(logs.path(), ".jsonl") {
        assert!(crate::printed(&format!("replay {}", log.display())).contains("P0"));
    }
}

#[test]
fn each_game_is_told() {
    let (server, addresses) =
        host("geister --protocol contest --port 0 --seats random,external --games 2 --at-once 2");
    let client = kakehiki(&format!("join geister://{} --agent charge --games 2", addresses[0]));
    let client = { client }.output().unwrap();
    let told = text(&client.stdout);
    assert!(told.starts_with("game 1: P1 ") && told.contains("\ngame 2: P1 "), "{told}");
    let server = server.wait_with_output().unwrap();
    assert!(text(&server.stdout).starts_with("geister: 2 games, seed 1"));
}

/// A server that turns our robot away says why, and hears who we are.
#[test]
fn a_server_of_jsettlers_that_wants_another_cookie_is_told_of() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"\0\x0f1059|bad cookie").unwrap();
        let mut heard = Vec::new();
        stream.read_to_end(&mut heard).unwrap();
        heard
    });
    let line = format!("join jsettlers://{address} --agent greedy --name mine --cookie crumb");
    let client = kakehiki(&line).output().unwrap();
    assert_eq!(client.status.code(), Some(1));
    let told = text(&client.stderr);
    assert!(told.contains("turns us away: bad cookie"), "{told}");
    let heard = server.join().unwrap();
    let greeting = b"1022|mine,crumb,";
    assert!(heard.windows(greeting.len()).any(|window| window == greeting));
}

/// What a server prints of a game whose client says this to what it is told, and then leaves.
fn left(line: &str, says: &[(&str, &str)]) -> String {
    let (server, addresses) = host(line);
    let mut stream = TcpStream::connect(&addresses[0]).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    for (told, answer) in says {
        let mut heard = String::new();
        while !heard.contains(told) {
            assert!(reader.read_line(&mut heard).unwrap() > 0, "{heard}");
        }
        stream.write_all(answer.as_bytes()).unwrap();
    }
    drop((stream, reader));
    let server = server.wait_with_output().unwrap();
    assert!(server.status.success());
    text(&server.stdout).to_owned()
}

#[test]
fn programs_that_went_out_are_counted_beside_the_results() {
    let village = "werewolf --protocol aiwolf-0.6 --port 0 --games 1 \
                   --seats random,random,external,random,random";
    let client = [("NAME", "sleepy\n"), ("INITIALIZE", "")];
    let table = left(village, &client);
    assert!(table.contains("agent 3 went out in 1 of 1 games"), "{table}");
    assert!(!table.contains("forfeited"), "{table}");
    let contest = "geister --protocol contest --port 0 --seats external,charge --games 1 --json";
    for (line, client, counts) in [
        (format!("{village} --json"), &client[..], vec![0, 0, 1, 0, 0]),
        (contest.to_owned(), &[("SET?", "")], vec![1, 0]),
    ] {
        let standings: Value = serde_json::from_str(&left(&line, client)).unwrap();
        for (agent, out) in standings["agents"].as_array().unwrap().iter().zip(counts) {
            assert_eq!(agent["counters"]["out"], out, "{line}");
        }
    }
}

/// A program of the AIWolf contests, as short as one can be.
const QUIET: &str = r#"
import json, socket, sys
stream = socket.create_connection((sys.argv[1], int(sys.argv[2])))
answers = {"NAME": "quiet", "ROLE": "none", "TALK": "Over", "WHISPER": "Over"}
for line in stream.makefile():
    request = json.loads(line)["request"]
    if request in ("VOTE", "DIVINE", "GUARD", "ATTACK"):
        stream.sendall(b'{"agentIdx":2}\n')
    elif request in answers:
        stream.sendall((answers[request] + "\n").encode())
"#;

#[test]
fn a_program_of_the_aiwolf_contests_sits_in_our_village() {
    if crate::lacks_python() {
        return;
    }
    for protocol in ["aiwolf-0.6", "aiwolf-0.4"] {
        let logs = folder();
        let line = format!(
            "werewolf --protocol {protocol} --port 0 --games 2 --json --logs {} \
             --seats external,random,random,random,random",
            logs.path().display()
        );
        let (server, addresses) = host(&line);
        let (machine, port) = addresses[0].split_once(':').unwrap();
        let mut program = std::process::Command::new("python3");
        let program = program.args(["-c", QUIET, machine, port]).output().unwrap();
        assert!(program.status.success(), "{}", text(&program.stderr));
        let server = server.wait_with_output().unwrap();
        let standings: Value = serde_json::from_slice(&server.stdout).unwrap();
        assert_eq!((&standings["games"], &standings["forfeits"]), (&2.into(), &0.into()));
        assert_eq!(files(logs.path(), ".log").len(), 2);
        for log in files(logs.path(), ".jsonl") {
            assert!(crate::printed(&format!("replay {}", log.display())).contains("P0"));
        }
    }
}

#[test]
fn agents_of_ours_join_a_village_of_ours() {
    for protocol in ["aiwolf-0.6", "aiwolf-0.4"] {
        let (server, addresses) = host(&format!(
            "werewolf --protocol {protocol} --port 0 --games 4 --json \
             --seats external,random,random,random,random"
        ));
        let line =
            format!("join aiwolf://{} --agent finalist --name ours --games 4 --json", addresses[0]);
        let client = kakehiki(&line).output().unwrap();
        assert!(client.status.success(), "{}", text(&client.stderr));
        let score: Value = serde_json::from_slice(&client.stdout).unwrap();
        let server = server.wait_with_output().unwrap();
        let standings: Value = serde_json::from_slice(&server.stdout).unwrap();
        assert_eq!(standings["agents"][0]["wins"], score["won"]);
        assert_eq!((&score["games"], &score["broken_off"]), (&4.into(), &0.into()));
        // Without the network the same seed plays the same games.
        let arena = crate::document(&format!(
            "arena run werewolf --set rules={protocol} --games 4 --json \
             --agents finalist,random,random,random,random"
        ));
        assert_eq!(standings["seats"], arena["seats"]);
    }
}

#[test]
fn agents_of_ours_join_a_village_that_speaks_plain_words() {
    for more in ["", "--tongue en", "--chat 1 --set max-talk=1"] {
        let logs = folder();
        let (server, addresses) = host(&format!(
            "werewolf --protocol aiwolf-nlp --port 0 --games 1 --json --logs {} {more} \
             --seats external,random,finalist,random,sample-0.6",
            logs.path().display()
        ));
        let address = addresses[0].strip_prefix("ws://").unwrap();
        let line = format!("join aiwolf-nlp+ws://{address} --agent finalist --name ours1 --json");
        let client = kakehiki(&line).output().unwrap();
        assert!(client.status.success(), "{}", text(&client.stderr));
        let score: Value = serde_json::from_slice(&client.stdout).unwrap();
        let server = server.wait_with_output().unwrap();
        let standings: Value = serde_json::from_slice(&server.stdout).unwrap();
        assert_eq!(standings["agents"][0]["wins"], score["won"], "{more}");
        assert_eq!((&score["games"], &score["broken_off"]), (&1.into(), &0.into()));
        // What was said is kept as it was said, beside what it means.
        let log = &files(logs.path(), ".jsonl")[0];
        assert!(std::fs::read_to_string(log).unwrap().contains("\"tell:"), "{more}");
        assert!(crate::printed(&format!("replay {}", log.display())).contains("tell:"));
        assert_eq!(files(logs.path(), ".log").len(), 1);
    }
}
