//! Servers that break off or say what cannot be: our client says so and goes on.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::Seed;
use kakehiki_games::Table;
use kakehiki_wire::{Address, ContestJoin, ContestSeat, JoinError, Joined, Outcome, join_contest};
use proptest::prelude::*;

use crate::{
    recording::{Seen, connection, runs},
    server_replay::rules,
    sockets::{HERE, LONG},
};

/// A server that says these things to one client after the other, one after each command, and hangs
/// up.
fn server(said: Vec<Vec<Vec<u8>>>) -> SocketAddr {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for said in said {
            let (mut stream, _) = listener.accept().unwrap();
            for (index, bytes) in said.iter().enumerate() {
                if stream.write_all(bytes).is_err() {
                    break;
                }
                let is_last = index + 1 == said.len();
                if !is_last && stream.read(&mut [0; 100]).unwrap_or(0) == 0 {
                    break;
                }
            }
        }
    });
    address
}

fn play(address: SocketAddr, games: u64) -> (Vec<Joined>, Result<(), JoinError>) {
    let options = ContestJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "charge".parse().unwrap(),
        games,
        seed: 1,
        time: LONG,
        patience: Duration::from_millis(300),
    };
    let mut joined = Vec::new();
    let result =
        join_contest(&options, &mut |game| joined.push(game.clone()), &AtomicBool::new(false));
    (joined, result)
}

const START: &[u8] = b"OK \r\nMOV?14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u\r\n";

/// A game that begins and is then broken by these bytes.
fn broken_by(bytes: &[u8]) -> String {
    // The board has to show the ghosts that our agent chose, so that nobody is asked before it.
    let set_up = b"SET?\r\n".to_vec();
    let address = server(vec![vec![set_up, [START, bytes].concat()]]);
    let (joined, _) = play(address, 1);
    joined[0].outcome.clone().unwrap_err()
}

#[test]
fn what_cannot_be_breaks_a_game_off() {
    assert!(broken_by(b"").contains("the board"), "the board is not ours");
    let wrong = |bytes: &[u8], problem: &str| {
        let address = server(vec![vec![b"SET?\r\n".to_vec(), [b"OK \r\n", bytes].concat()]]);
        let (joined, result) = play(address, 1);
        match joined.first() {
            Some(Joined { outcome: Err(found), .. }) => assert!(found.contains(problem), "{found}"),
            Some(joined) => panic!("{joined:?}"),
            // Before a game has begun nothing is lost by trying again.
            None => assert!(result.is_err(), "{problem}"),
        }
    };
    let long = vec![b'M'; 10 << 20];
    wrong(b"MOV?\r\n", "the board \"\"");
    wrong(b"MOV?14R\r\n", "the board \"14R\"");
    wrong(b"HELLO\r\n", "HELLO");
    wrong(b"\xff\xfe\r\n", "no message");
    wrong(b"MOV?", "it is gone");
    wrong(&long, "too long");
    wrong(b"NG \r\n", "set-up");
    // Squares that are none, and colours that are none.
    let board = "14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u";
    for item in ["60R", "06R", "77R", "90R", "09R", "98R", "-1R", "14X", "1\u{661}R"] {
        let message = format!("MOV?{}{}\r\n", item, &board[3..]);
        wrong(message.as_bytes(), "the board");
    }
    let long = format!("MOV?{board}00R\r\n");
    wrong(long.as_bytes(), "the board");
}

/// A request or a result that cannot come where it comes.
#[test]
fn the_wrong_order_breaks_a_game_off() {
    let set_up = || b"SET?\r\n".to_vec();
    for (first, problem) in [
        (b"MOV?14R24R34R44R15B25B35B45B41u31u21u11u40u30u20u10u\r\n".to_vec(), ""),
        (b"OK \r\n".to_vec(), ""),
        (b"OKR\r\n".to_vec(), ""),
        (b"NG \r\n".to_vec(), ""),
    ] {
        let (joined, result) = play(server(vec![vec![first.clone()]]), 1);
        let told = String::from_utf8_lossy(&first).into_owned();
        match joined.first() {
            Some(game) => {
                let found = game.outcome.clone().unwrap_err();
                assert!(found.contains(problem), "{told}: {found}");
            }
            None => assert!(result.is_err(), "{told}"),
        }
    }
    // A second request for a set-up, and an answer to a move that was not made.
    for again in [set_up(), b"OKB\r\n".to_vec()] {
        let address = server(vec![vec![set_up(), [b"OK \r\n".to_vec(), again.clone()].concat()]]);
        let (joined, result) = play(address, 1);
        let is_lost = joined.first().map_or(result.is_err(), |game| game.outcome.is_err());
        assert!(is_lost, "{:?}: {joined:?}", String::from_utf8_lossy(&again));
    }
}

#[test]
fn a_server_that_hangs_up_before_the_game_is_tried_again() {
    let lost = || vec![b"SET?\r\n".to_vec()];
    let won = vec![b"SET?\r\n".to_vec(), [b"OK \r\n", WON].concat()];
    let (joined, result) = play(server(vec![vec![b"".to_vec()], lost(), won, lost()]), 1);
    assert_eq!(joined.len(), 1);
    assert_eq!(joined[0].outcome, Ok(Outcome::Won));
    assert!(result.is_ok());
}

const WON: &[u8] = b"WON:14B24B34B44B15B25B35B45B41b31b21b11b40b30b20b10b\r\n";

#[test]
fn a_server_that_is_not_there_is_named() {
    // A port that was free a moment ago might be another test's by now; nobody listens on this one.
    let address = SocketAddr::new(HERE, 1);
    let begun = Instant::now();
    let (joined, result) = play(address, 1);
    assert!(joined.is_empty() && begun.elapsed() < Duration::from_secs(5));
    let error = result.unwrap_err().to_string();
    assert!(error.contains(&address.to_string()), "{error}");
}

#[test]
fn results_may_come_twice_and_without_a_game() {
    let twice = [b"OK \r\n", WON, WON].concat();
    let (joined, _) = play(server(vec![vec![b"SET?\r\n".to_vec(), twice]]), 1);
    assert_eq!(joined[0].outcome, Ok(Outcome::Won));
}

proptest! {
    /// Recorded servers with bytes changed, left out and added: every line is understood or refused.
    #[test]
    fn recordings_that_were_mangled(
        run in 0_usize..27,
        is_second in prop::bool::ANY,
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..5),
    ) {
        let file = if is_second { "p1-01" } else { "p0-01" };
        let units = connection("geister", &runs("geister")[run], file);
        let said = units.iter().filter_map(|unit| match unit.seen() {
            Seen::Server(bytes) => Some(bytes.trim_ascii_end().to_vec()),
            _ => None,
        });
        let mut said: Vec<Vec<u8>> = said.collect();
        for (which, at, byte) in changes {
            let which = which.index(said.len());
            let line = &mut said[which];
            match at.index(3) {
                0 => line.insert(at.index(line.len() + 1), byte),
                1 => line.truncate(at.index(line.len() + 1)),
                _ => line.iter_mut().rev().take(1).for_each(|last| *last = byte),
            }
        }
        let rules = rules();
        let cast = rules.cast(&"charge".parse().unwrap()).unwrap();
        let seat = kakehiki_core::Seat::new(usize::from(is_second));
        let mut client = ContestSeat::new(&rules, &cast, seat, Seed::experiment(1), LONG).unwrap();
        for line in said {
            if client.heard(&line).is_err() {
                break;
            }
        }
    }
}
