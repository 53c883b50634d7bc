//! Servers of AIWolf that break off or say what cannot be: our client says so and goes on.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_wire::{Address, AiwolfJoin, JoinError, Joined, join_aiwolf};
use proptest::prelude::*;

use crate::{
    aiwolf_client_replay::client,
    recording::{Seen, connection},
    sockets::HERE,
};

/// What a recorded server said to a client up to the end of its first game.
fn recorded(run: &str, place: usize) -> Vec<Vec<u8>> {
    let units = connection("aiwolf", run, &format!("agent-{place:02}"));
    let said = units.iter().filter_map(|unit| match unit.seen() {
        Seen::Server(bytes) => Some(bytes),
        _ => None,
    });
    let mut is_over = false;
    said.take_while(|line| {
        let is_wanted = !is_over;
        is_over |= line.windows(8).any(|window| window == b"\"FINISH\"");
        is_wanted
    })
    .collect()
}

/// A server that says these bytes to one client after the other, whatever they answer, and then hangs
/// up or is silent.
fn server(said: Vec<Vec<u8>>, hangs_up: bool) -> SocketAddr {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut silent = Vec::new();
        for said in said {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.write_all(&said);
            if hangs_up {
                let _ = stream.shutdown(std::net::Shutdown::Write);
                let _ = stream.read_to_end(&mut Vec::new());
            } else {
                silent.push(stream);
            }
        }
        thread::sleep(Duration::from_secs(5));
        drop(silent);
    });
    address
}

fn join(address: SocketAddr, games: u64) -> AiwolfJoin {
    AiwolfJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "finalist".parse().unwrap(),
        name: "ours".to_owned(),
        games,
        seed: 1,
        patience: Duration::from_millis(300),
    }
}

fn play(address: SocketAddr, games: u64) -> (Vec<Joined>, Result<(), JoinError>) {
    let mut joined = Vec::new();
    let never = AtomicBool::new(false);
    let result = join_aiwolf(&join(address, games), &mut |game| joined.push(game.clone()), &never);
    (joined, result)
}

/// A game that begins, goes on for a while, and is then broken by these bytes.
fn broken_by(bytes: &[u8]) -> String {
    let begun = recorded("0.6-5p-series", 1)[..6].concat();
    let (joined, _) = play(server(vec![[&begun, bytes].concat()], true), 1);
    joined[0].outcome.clone().unwrap_err()
}

#[test]
fn what_cannot_be_breaks_a_game_off() {
    let deep = vec![b'['; 100_000];
    let long = vec![b'x'; 10 << 20];
    for (bytes, problem) in [
        (&b""[..], "it is gone"),
        (b"{\"request\":", "it is gone"),
        (b"HELLO\n", "no message of AIWolf"),
        (b"\xff\xfe\n", "no message of AIWolf"),
        (b"\n", "no message of AIWolf"),
        (&[&deep[..], b"\n"].concat(), "no message of AIWolf"),
        (&long, "too long"),
        (b"{\"request\":\"SING\"}\n", "no message of AIWolf"),
        (b"{\"request\":\"GUARD\"}\n", "GUARD, which cannot come now"),
        (b"{\"request\":\"FINISH\"}\n", "FINISH, which cannot come now"),
        (b"{\"request\":\"DAILY_INITIALIZE\"}\n", "DAILY_INITIALIZE, which cannot come now"),
        (
            b"{\"request\":\"TALK\",\"talkHistory\":[{\"agent\":99,\"day\":0,\"idx\":0,\"text\":\"\",\"turn\":0}]}\n",
            "TALK, which cannot come now",
        ),
        (
            b"{\"request\":\"TALK\",\"talkHistory\":[{\"agent\":1,\"day\":0,\"idx\":65535,\"text\":\"\",\"turn\":255}]}\n",
            "cannot see this happen",
        ),
    ] {
        let found = broken_by(bytes);
        assert!(found.contains(problem), "{found} instead of {problem}");
    }
}

#[test]
fn villages_that_our_rules_do_not_know_are_refused() {
    let begun = String::from_utf8(recorded("0.6-5p-series", 1)[..3].concat()).unwrap();
    for (from, to, problem) in [
        ("\"playerNum\":5", "\"playerNum\":2", "2 players"),
        ("\"FOX\":0", "\"FOX\":1", "FOX"),
        ("\"enableNoExecution\":false", "\"enableNoExecution\":true", "executions"),
        ("\"maxTalk\":10", "\"maxTalk\":99", "max-talk"),
    ] {
        assert!(begun.contains(from));
        let (joined, result) = play(server(vec![begun.replace(from, to).into_bytes()], true), 1);
        let error = result.unwrap_err().to_string();
        assert!(joined.is_empty() && error.contains(problem), "{error} instead of {problem}");
    }
}

#[test]
fn a_server_that_hangs_up_before_a_game_is_tried_again() {
    let whole = recorded("0.6-5p-series", 1).concat();
    let name = recorded("0.6-5p-series", 1)[0].clone();
    let (joined, result) = play(server(vec![Vec::new(), name, whole], true), 1);
    assert!(result.is_ok());
    assert_eq!(joined.len(), 1);
    let (joined, result) = play(server(vec![Vec::new(); 100], true), 1);
    assert!(joined.is_empty());
    assert!(result.unwrap_err().to_string().contains("no game begins"));
}

#[test]
fn a_series_that_breaks_off_goes_on_with_the_next_connection() {
    let whole = recorded("0.6-5p-series", 1).concat();
    let half = whole[..whole.len() / 2].to_vec();
    let (joined, result) = play(server(vec![half, whole], true), 2);
    assert!(result.is_ok());
    assert!(joined[0].outcome.is_err() && joined[1].outcome.is_ok(), "{joined:?}");
}

#[test]
fn a_silent_server_is_waited_for_until_somebody_interrupts() {
    let begun = recorded("0.6-5p-series", 1)[..6].concat();
    let address = server(vec![begun], false);
    let interrupt = AtomicBool::new(false);
    let clock = Instant::now();
    let mut joined = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            interrupt.store(true, Ordering::Relaxed);
        });
        join_aiwolf(&join(address, 1), &mut |game| joined.push(game.clone()), &interrupt).unwrap();
    });
    assert!(clock.elapsed() < Duration::from_secs(3));
    assert_eq!(joined.len(), 1);
    assert!(joined[0].outcome.is_err());
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let (joined, result) = play(SocketAddr::new(HERE, 1), 1);
    assert!(joined.is_empty());
    assert!(result.unwrap_err().to_string().contains("127.0.0.1:1"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Recorded servers with bytes changed, left out and added, and with lines left out: every line is
    /// understood or refused.
    #[test]
    fn recordings_that_were_mangled(
        run in prop::sample::select(vec!["0.6-5p-series", "0.4-5p-series", "0.6-7p-options"]),
        place in 1_usize..6,
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u8..4, 0_u8..128), 1..6),
    ) {
        let mut said = recorded(run, place);
        for (which, at, how, byte) in changes {
            let which = which.index(said.len());
            let line = &mut said[which];
            let digits: Vec<usize> = (0..line.len()).filter(|at| line[*at].is_ascii_digit()).collect();
            match how {
                0 => line.insert(at.index(line.len() + 1), byte),
                1 => line.truncate(at.index(line.len() + 1)),
                2 => line.clear(),
                // Another number is the most credible lie.
                _ => if !digits.is_empty() { line[digits[at.index(digits.len())]] = b'0' + byte % 10 },
            }
        }
        let mut seat = client("random");
        for line in said.iter().filter(|line| !line.is_empty()) {
            if seat.heard(line.trim_ascii_end()).is_err() {
                break;
            }
        }
    }
}
