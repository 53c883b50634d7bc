//! Clients of contests that the arena starts and that connect back to it.

use std::{fs, path::Path, process::Output};

use serde_json::Value;
use tempfile::TempDir;

use crate::{files, folder, kakehiki, text};

/// The command itself, as a client of a contest.
fn join(scheme: &str, agent: &str, more: &str) -> String {
    let path = assert_cmd::cargo::cargo_bin!("kakehiki").display().to_string();
    format!("{path} join {scheme}://{{host}}:{{port}} --agent {agent} --seed 5 {more}")
}

/// A client of AIWolf that says little and votes for the first who lives.
const WOLF: &str = r#"
import json, socket, sys
stream = socket.create_connection((sys.argv[1], int(sys.argv[2]))).makefile("rw", encoding="utf-8", newline="\n")
alive = []
for line in stream:
    packet = json.loads(line)
    request, info = packet["request"], packet.get("gameInfo")
    if info:
        alive = [int(seat) for seat, status in info["statusMap"].items() if status == "ALIVE"]
        me = info["agent"]
    answer = {
        "NAME": sys.argv[3], "ROLE": "none", "TALK": "Over", "WHISPER": "Over",
    }.get(request)
    if request in ("VOTE", "DIVINE", "GUARD", "ATTACK"):
        answer = json.dumps({"agentIdx": next(seat for seat in alive if seat != me)}, separators=(",", ":"))
    if answer is not None:
        BEHAVE
        stream.write(answer + "\n")
        stream.flush()
"#;

fn wolf(behave: &str) -> (TempDir, String) {
    let folder = folder();
    let path = folder.path().join("wolf.py");
    fs::write(&path, WOLF.replace("BEHAVE", behave)).unwrap();
    let command = format!("python3 {} {{host}} {{port}} {{name}}", path.display());
    (folder, command)
}

fn seat(command: &str, more: &str) -> String {
    format!("external(command=\"{command}\"{more})")
}

fn arena(game: &str, agents: &[String], more: &str) -> Output {
    let mut command = kakehiki(&format!("arena run {game} {more}"));
    command.args(["--agents", &agents.join(",")]).output().unwrap()
}

/// The document of an arena that succeeds, and the events of its logs.
pub(crate) fn play(game: &str, agents: &[String], more: &str) -> (Value, Vec<String>) {
    let logs = folder();
    let more = format!("{more} --seed 5 --json --logs {}", logs.path().display());
    let output = arena(game, agents, &more);
    assert!(output.status.success(), "{agents:?}: {}", text(&output.stderr));
    let events = |path: &std::path::PathBuf| {
        let log = fs::read_to_string(path).unwrap();
        log.split_once('\n').unwrap().1.to_owned()
    };
    let logs = files(logs.path(), ".jsonl").iter().map(events).collect();
    (serde_json::from_slice(&output.stdout).unwrap(), logs)
}

pub(crate) fn inside(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn a_client_of_the_geister_contest_plays_as_the_agent_that_it_is() {
    let client = seat(&join("geister", "charge", "--patience 2"), ", protocol=contest");
    for place in 0..2 {
        let mut agents = inside(&["upp(playouts=40)", "upp(playouts=40)"]);
        agents[place] = "charge".to_owned();
        let (_, expected) = play("geister", &agents, "--games 1");
        agents[place].clone_from(&client);
        let (played, events) = play("geister", &agents, "--games 1");
        assert_eq!((&played["forfeits"], events), (&0.into(), expected), "seat {place}");
    }
    // It connects anew for every game, in the same process or in another.
    let agents = [client, "random".to_owned()];
    let (played, _) = play("geister", &agents, "--games 4 --series 2 --rotate");
    assert_eq!((&played["games"], &played["forfeits"]), (&8.into(), &0.into()));
}

#[test]
fn a_client_of_aiwolf_plays_as_the_agent_that_it_is() {
    for line in ["aiwolf-0.6", "aiwolf-0.4"] {
        let rules = format!("--games 1 --set rules={line}");
        let five = inside(&["finalist", "sample-0.6", "finalist", "sample-0.4", "finalist"]);
        let (_, expected) = play("werewolf", &five, &rules);
        for place in [0, 4] {
            let mut agents = five.clone();
            let more = format!(", protocol={line}");
            agents[place] = seat(&join("aiwolf", "finalist", "--games 0"), &more);
            let (_, events) = play("werewolf", &agents, &rules);
            assert_eq!(events, expected, "{line}, seat {place}");
        }
    }
}

/// Everything but how it was put into words.
pub(crate) fn meant(log: &str) -> String {
    let told = |line: &str| match line.split_once("\"tell:") {
        Some((before, told)) => {
            let (meaning, rest) = told.split_once(" | ").unwrap();
            let (_, after) = rest.split_once('"').unwrap();
            format!("{before}\"say:{meaning}\"{after}")
        }
        None => line.to_owned(),
    };
    log.lines().map(told).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_client_that_speaks_plain_words_plays_as_the_agent_that_it_is() {
    let five = inside(&["finalist", "sample-0.6", "finalist", "random", "finalist"]);
    // One that is started anew does not know how many matches there were.
    for (place, keep, games) in [(0, "off", 1), (4, "on", 3)] {
        let rules = &format!("--games {games} --threads 1 --set rules=aiwolf-nlp");
        let (_, expected) = play("werewolf", &five, rules);
        let mut agents = five.clone();
        let more = format!(", protocol=aiwolf-nlp, keep={keep}");
        agents[place] = seat(&join("aiwolf-nlp+ws", "finalist", "--games 0 --name {name}"), &more);
        let (played, logs) = play("werewolf", &agents, rules);
        assert_eq!((&played["games"], &played["forfeits"]), (&games.into(), &0.into()));
        assert!(logs.iter().any(|log| log.contains("\"tell:")), "{logs:?}");
        for (log, expected) in logs.iter().zip(&expected) {
            assert_eq!(meant(log), meant(expected), "seat {place}");
        }
    }
}

#[test]
fn a_client_that_speaks_plain_words_and_crashes_costs_its_own_seat_alone() {
    for (command, time) in
        [("sh -c 'echo boom >&2; exit 3' {port}", 60), ("true {port}", 60), ("sleep 600 {port}", 1)]
    {
        let mut agents = inside(&["finalist"; 4]);
        agents.push(seat(command, &format!(", protocol=aiwolf-nlp, time={time}")));
        let logs = folder();
        let more =
            format!("--games 1 --json --set rules=aiwolf-nlp --logs {}", logs.path().display());
        let output = arena("werewolf", &agents, &more);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let log = fs::read_to_string(&files(logs.path(), ".jsonl")[0]).unwrap();
        assert!(log.contains("it is gone"), "{command}: {log}");
        let complaints = files(logs.path(), ".stderr");
        let complaints: String =
            complaints.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        assert_eq!(complaints.contains("boom"), command.contains("boom"));
    }
}

#[test]
fn a_village_of_both_lines_of_programs_and_of_agents() {
    if crate::lacks_python() {
        return;
    }
    let (_folder, wolf) = wolf("pass");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/seat.py");
    for (own, other) in [("aiwolf-0.6", "aiwolf-0.4"), ("aiwolf-0.4", "aiwolf-0.6")] {
        let mut agents = inside(&["finalist"; 9]);
        let ours = seat(&join("aiwolf", "finalist", "--games 0"), &format!(", protocol={own}"));
        let theirs = |line: &str| seat(&wolf, &format!(", protocol={line}"));
        agents.extend([ours.clone(), theirs(own), theirs(other), ours, theirs(other)]);
        agents.push(seat(&format!("python3 {}", script.display()), ""));
        assert_eq!(agents.len(), 15);
        let (played, logs) = play("werewolf", &agents, &format!("--games 2 --set rules={own}"));
        assert_eq!((&played["games"], &played["forfeits"]), (&2.into(), &0.into()));
        for log in &logs {
            assert!(!log.contains("it is gone") && !log.contains("it took too long"), "{log}");
        }
    }
}

#[test]
fn a_client_that_is_kept_plays_on() {
    if crate::lacks_python() {
        return;
    }
    let (_folder, wolf) = wolf("pass");
    let client = seat(&wolf, ", protocol=aiwolf-0.6, keep=on");
    let mut agents = inside(&["finalist"; 4]);
    agents.push(client);
    let (played, logs) = play("werewolf", &agents, "--games 3 --rotate --threads 1");
    assert_eq!((&played["games"], &played["forfeits"]), (&15.into(), &0.into()));
    assert!(logs.iter().all(|log| !log.contains("fallback")), "{logs:?}");
}

#[test]
fn a_client_that_misbehaves_costs_its_own_seat_alone() {
    if crate::lacks_python() {
        return;
    }
    // All but the one that is silent have the time to start on a busy machine.
    for (behave, time) in [
        ("raise SystemExit('boom')", 60),
        ("import time; time.sleep(600)", 1),
        ("stream.write('x' * 20000)", 60),
        ("stream.close()", 60),
    ] {
        let (_folder, wolf) = wolf(behave);
        let mut agents = inside(&["finalist"; 4]);
        agents.push(seat(&wolf, &format!(", protocol=aiwolf-0.6, time={time}")));
        let (played, logs) = play("werewolf", &agents, "--games 1");
        assert_eq!((&played["games"], &played["forfeits"]), (&1.into(), &0.into()), "{behave}");
        assert!(logs[0].contains("fallback"), "{behave}");
    }
    // The rules of Geister have no answer of their own.
    for (command, time) in
        [("true {port}", 60), ("sleep {port}", 1), ("python3 -c 'import nothing' {port}", 60)]
    {
        let limit = format!(", protocol=contest, time={time}");
        let agents = [seat(command, &limit), "charge".to_owned()];
        let (played, _) = play("geister", &agents, "--games 1");
        assert_eq!(played["forfeits"], 1, "{command}");
    }
}

#[test]
fn protocols_that_do_not_fit_are_refused_before_anything_is_started() {
    for (game, command, more, problem) in [
        ("geister", "x {port}", "aiwolf-0.6", "but lines, contest"),
        ("catan", "x {port}", "contest", "do not speak \"contest\", but lines"),
        ("geister", "x", "contest", "{port}"),
        ("werewolf", "x {port}", "aiwolf-nlp", "--set rules=aiwolf-nlp"),
        ("werewolf", "x {port}", "smoke", "but lines, aiwolf-0.6, aiwolf-0.4, aiwolf-nlp"),
    ] {
        let mut agents = inside(&["random"]);
        agents.push(seat(command, &format!(", protocol={more}")));
        agents.extend(inside(match game {
            "werewolf" => &["random"; 3],
            "catan" => &["random"; 2],
            _ => &[],
        }));
        let output = arena(game, &agents, "--games 1");
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(problem), "{told}");
    }
}
