//! A connection between a client and a server that trickles, or that breaks at any point of a game.

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::atomic::{AtomicBool, Ordering},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kakehiki_core::{Record, Verdict};
use kakehiki_wire::Joined;

use crate::sockets::HERE;

/// Whose last words nobody reads when a connection breaks, so that the system resets it for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    OfServer,
    OfClient,
}

/// How a connection goes.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// After so many pieces of the server it breaks: lines, or whatever else came at once.
    pieces: usize,
    unread: Unread,
    /// How many bytes are passed on at once.
    step: usize,
}

/// A server that runs, and what it will have played.
type Served = (SocketAddr, JoinHandle<Vec<Record>>);

/// Passes on what the first client that comes and the server say to each other. Gives where to come, and whether
/// the connection was broken before they ended it.
fn relay(server: SocketAddr, way: Way) -> (SocketAddr, JoinHandle<bool>) {
    let door = TcpListener::bind((HERE, 0)).unwrap();
    let address = door.local_addr().unwrap();
    let is_broken = thread::spawn(move || {
        let (client, _) = door.accept().unwrap();
        drop(door);
        let server = TcpStream::connect(server).unwrap();
        for stream in [&client, &server] {
            stream.set_nodelay(true).unwrap();
            stream.set_nonblocking(true).unwrap();
        }
        break_off([client, server], way)
    });
    (address, is_broken)
}

fn break_off([mut client, mut server]: [TcpStream; 2], way: Way) -> bool {
    let (mut chunk, mut passed) = (vec![0; 1 << 16], 0);
    loop {
        if passed == way.pieces && way.unread == Unread::OfClient {
            return !is_over_soon(&client);
        }
        let told = next_piece(&server, &mut chunk);
        if told.is_some_and(|count| count > 0) && passed == way.pieces {
            return true;
        }
        let answered = match told {
            Some(count) if count == 0 || !pass_on(&mut server, &mut client, count, way.step) => {
                return false;
            }
            told => {
                passed += usize::from(told.is_some());
                next_piece(&client, &mut chunk)
            }
        };
        match answered {
            Some(count) if count == 0 || !pass_on(&mut client, &mut server, count, way.step) => {
                return false;
            }
            None if told.is_none() => thread::sleep(Duration::from_micros(50)),
            _ => {}
        }
    }
}

/// Waits for a moment until somebody says something that then lies there unread, or goes away.
fn is_over_soon(stream: &TcpStream) -> bool {
    let begun = Instant::now();
    loop {
        match stream.peek(&mut [0]) {
            Ok(count) => return count == 0,
            Err(_) if begun.elapsed() > Duration::from_millis(30) => return false,
            Err(_) => thread::sleep(Duration::from_micros(50)),
        }
    }
}

/// The bytes up to the end of a line, or all that are there; none at all where the connection is over.
fn next_piece(stream: &TcpStream, chunk: &mut [u8]) -> Option<usize> {
    match stream.peek(chunk) {
        Ok(count) => {
            let end = chunk[..count].iter().position(|byte| *byte == b'\n');
            Some(end.map_or(count, |end| end + 1))
        }
        Err(error) if error.kind() == ErrorKind::WouldBlock => None,
        Err(_) => Some(0),
    }
}

fn pass_on(from: &mut TcpStream, to: &mut TcpStream, count: usize, step: usize) -> bool {
    let mut piece = vec![0; count];
    from.read_exact(&mut piece).is_ok() && piece.chunks(step).all(|bytes| write(to, bytes))
}

fn write(stream: &mut TcpStream, mut bytes: &[u8]) -> bool {
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::yield_now(),
            Err(_) => return false,
        }
    }
    true
}

/// Breaks the connection of a client after every piece that the server says in a game. The server plays both
/// its games to an end all the same, the second with somebody else, and the client tells that its game broke off.
pub fn breaks_at_any_point(
    serve: &dyn Fn() -> Served,
    join: &(dyn Fn(SocketAddr, u64, &AtomicBool) -> Vec<Joined> + Sync),
) {
    for unread in [Unread::OfServer, Unread::OfClient] {
        for pieces in 0.. {
            let (address, server) = serve();
            let (door, is_broken) = relay(address, Way { pieces, unread, step: usize::MAX });
            let joined = join(door, 1, &AtomicBool::new(false));
            let is_broken = is_broken.join().unwrap();
            let is_over = AtomicBool::new(false);
            let records = thread::scope(|scope| {
                scope.spawn(|| join(address, 0, &is_over));
                let records = server.join().unwrap();
                is_over.store(true, Ordering::Relaxed);
                records
            });
            let place = format!("after {pieces} pieces, {unread:?}: {joined:?}, {records:?}");
            assert_eq!(records.len(), 2, "{place}");
            assert!(matches!(records[1].verdict, Verdict::Ended(_)), "{place}");
            // The whole game was heard.
            if joined.iter().any(|game| game.outcome.is_ok()) {
                assert!(pieces > 10, "{place}");
                break;
            }
            assert!(is_broken, "{place}");
        }
    }
}

/// Plays a game over a connection that passes on so few bytes at once.
pub fn trickles(
    serve: &dyn Fn() -> Served,
    join: &dyn Fn(SocketAddr, u64, &AtomicBool) -> Vec<Joined>,
    step: usize,
) -> Vec<Record> {
    let (address, server) = serve();
    let way = Way { pieces: usize::MAX, unread: Unread::OfServer, step };
    let (door, is_broken) = relay(address, way);
    let joined = join(door, 1, &AtomicBool::new(false));
    assert!(!is_broken.join().unwrap());
    assert!(joined.len() == 1 && joined[0].outcome.is_ok(), "{joined:?}");
    server.join().unwrap()
}
