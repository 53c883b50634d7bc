//! Programs that connect to a port of the arena by themselves, in every protocol.

use std::{
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    callers::{inside, meant, play},
    kakehiki, text,
};

/// The even one of two neighbouring ports that nobody listens at.
fn free_ports() -> u16 {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    loop {
        let port = bind(0).unwrap().local_addr().unwrap().port() & !1;
        if bind(port).is_ok() && bind(port + 1).is_ok() {
            return port;
        }
    }
}

fn visitor(port: u16, more: &str) -> String {
    format!("external(port={port}{more})")
}

/// Programs that end with this value.
struct Running(Vec<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Agents of ours that go to a server again and again.
fn joining(addresses: &[String], agent: &str, more: &str) -> Running {
    let join = |address: &String| {
        let line = format!("join {address} --agent {agent} --seed 5 --patience 60 {more}");
        kakehiki(&line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    Running(addresses.iter().map(join).collect())
}

#[test]
fn a_program_that_connects_plays_as_one_that_is_started() {
    if crate::lacks_python() {
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/seat.py");
    for (game, others, more) in [
        ("catan", &["greedy+rule", "greedy", "greedy"][..], "--set turn-cap=24"),
        ("werewolf", &["finalist", "sample-0.6", "sample-0.4", "random"], ""),
    ] {
        let with = |program: String| {
            let mut agents = inside(others);
            agents.insert(1, program);
            play(game, &agents, &format!("--games 2 --threads 2 {more}"))
        };
        let (_, expected) = with(format!("external(command=\"python3 {}\")", script.display()));
        for keep in ["off", "on"] {
            let port = free_ports();
            let connect = format!("127.0.0.1:{port}");
            let mut command = Command::new("python3");
            command.arg(&script).args(["--connect", &connect]).stdin(Stdio::null());
            let _program = Running(vec![command.spawn().unwrap()]);
            let (played, events) = with(visitor(port, &format!(", keep={keep}")));
            assert_eq!((&played["forfeits"], events), (&0.into(), expected.clone()), "{game}");
            assert_eq!(played["agents"][1]["counters"]["out"], 0);
            assert!(played["remark"].as_str().unwrap().contains("programs from outside"));
        }
    }
}

#[test]
fn clients_of_contests_come_to_a_port_and_play_as_the_agents_that_they_are() {
    // The first player's port, and the second's.
    let come = |port: u16| {
        let addresses = [port, port + 1].map(|port| format!("geister://127.0.0.1:{port}"));
        joining(&addresses, "charge", "--games 0")
    };
    for place in 0..2 {
        let port = free_ports();
        let _clients = come(port);
        let mut agents = inside(&["upp(playouts=40)", "upp(playouts=40)"]);
        agents[place] = "charge".to_owned();
        let (_, expected) = play("geister", &agents, "--games 1");
        agents[place] = visitor(port, ", protocol=contest");
        let (played, events) = play("geister", &agents, "--games 1");
        assert_eq!((&played["forfeits"], events), (&0.into(), expected), "seat {place}");
    }
    // Each game has a connection of its own.
    let port = free_ports();
    let _clients = come(port);
    let agents = [visitor(port, ", protocol=contest"), "random".to_owned()];
    let (played, _) = play("geister", &agents, "--games 4 --series 2 --rotate --threads 2");
    assert_eq!((&played["games"], &played["forfeits"]), (&8.into(), &0.into()));
    for (line, scheme, tell) in [
        ("aiwolf-0.6", "aiwolf", false),
        ("aiwolf-0.4", "aiwolf", false),
        ("aiwolf-nlp", "aiwolf-nlp+ws", true),
    ] {
        let port = free_ports();
        let address = format!("{scheme}://127.0.0.1:{port}");
        let _clients = joining(&[address], "finalist", "--games 0 --name mine1");
        let five = inside(&["finalist", "sample-0.6", "finalist", "random", "finalist"]);
        let rules = format!("--games 1 --set rules={line}");
        let (_, expected) = play("werewolf", &five, &rules);
        let mut agents = five.clone();
        agents[0] = visitor(port, &format!(", protocol={line}"));
        let (played, events) = play("werewolf", &agents, &rules);
        assert_eq!(played["agents"][0]["counters"]["out"], 0, "{line}");
        for (log, expected) in events.iter().zip(&expected) {
            assert_eq!(log.contains("\"tell:"), tell, "{line}");
            assert_eq!(meant(log), meant(expected), "{line}");
        }
    }
}

#[test]
fn who_does_not_greet_takes_no_seat_and_holds_nobody_up() {
    let port = free_ports();
    let five = [&inside(&["finalist"; 4])[..], &[visitor(port, ", protocol=aiwolf-0.6")]].concat();
    let bad = thread::spawn(move || {
        let connect = || loop {
            match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                Ok(stream) => return stream,
                Err(_) => thread::sleep(Duration::from_millis(10)),
            }
        };
        let silent: Vec<TcpStream> = (0..20).map(|_| connect()).collect();
        // One that says so much that it is no name, and one that says half of one and goes.
        let _ = connect().write_all(&vec![b'x'; 1 << 20]);
        let _ = connect().write_all(b"ha");
        // And one that is good: it says little, and is asked to vote at last.
        let mut good = connect();
        let mut asked = 0;
        for line in BufReader::new(good.try_clone().unwrap()).lines() {
            let Ok(packet) = line.map(|line| serde_json::from_str::<Value>(&line).unwrap()) else {
                break;
            };
            let answer = match packet["request"].as_str().unwrap() {
                "NAME" => "good",
                "ROLE" => "none",
                "TALK" | "WHISPER" => "Over",
                "VOTE" | "DIVINE" | "GUARD" | "ATTACK" => "{\"agentIdx\":1}",
                _ => continue,
            };
            asked += 1;
            let _ = good.write_all(format!("{answer}\n").as_bytes());
        }
        drop(silent);
        asked
    });
    let (played, events) = play("werewolf", &five, "--games 1");
    assert_eq!(played["agents"][4]["counters"]["out"], 0, "{events:?}");
    assert!(bad.join().unwrap() > 3);
}

#[test]
fn clients_that_connect_and_misbehave_are_counted_as_out() {
    let port = free_ports();
    // One that gives its name and then nothing more.
    let client = thread::spawn(move || {
        loop {
            if let Ok(mut stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let _ = reader.read_line(&mut String::new());
                let _ = stream.write_all(b"sleepy\n");
                return std::io::copy(&mut reader, &mut std::io::sink()).is_ok();
            }
            thread::sleep(Duration::from_millis(10));
        }
    });
    let five =
        [&inside(&["finalist"; 4])[..], &[visitor(port, ", protocol=aiwolf-0.6, time=300ms")]]
            .concat();
    let mut command = kakehiki("arena run werewolf --games 1");
    let output = command.args(["--agents", &five.join(",")]).output().unwrap();
    let printed = text(&output.stdout);
    assert!(printed.contains("agent 5 went out in 1 of 1 games"), "{printed}");
    assert!(!printed.contains("forfeited"), "{printed}");
    // It was hung up on.
    client.join().unwrap();
}

#[test]
fn an_interruption_ends_the_wait_for_programs_at_once() {
    let port = free_ports();
    let agents = format!("{},charge", visitor(port, ", wait=600s"));
    let mut command = kakehiki("arena run geister --games 5 --threads 2");
    command.args(["--agents", &agents]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let begun = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(begun.elapsed() < Duration::from_mins(1), "the port is not opened");
        thread::sleep(Duration::from_millis(10));
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_mins(2), "it waited on");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = text(&output.stderr);
    assert!(told.contains("interrupted after 0 of 5 games"), "{told}");
    assert!(!told.contains("too few programs"), "{told}");
}

#[test]
fn ports_that_cannot_be_used_are_named_and_end_the_run() {
    let port = free_ports();
    let _holder = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).unwrap();
    for (settings, code, problem) in [
        (format!("port={port}"), 1, format!("cannot let programs in at 127.0.0.1:{port}")),
        (format!("port={port}, command=\"x\""), 2, "by a command or connects to a port".to_owned()),
        (format!("port={}, wait=50ms", port + 1), 1, "too few programs came to".to_owned()),
        ("port=65535, protocol=contest".to_owned(), 1, "there is no port after it".to_owned()),
    ] {
        let agents = format!("external({settings}),charge");
        let output = kakehiki("arena run geister --games 1").args(["--agents", &agents]).output();
        let output = output.unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(&problem), "{told}");
    }
}
