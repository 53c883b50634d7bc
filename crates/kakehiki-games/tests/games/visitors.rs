//! Programs that come to a port by themselves and take seats in matches.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kakehiki_core::{Cast, Record, Seat, Verdict};
use kakehiki_games::{Fixture, Table, external};
use serde_json::Value;

use crate::table;

/// A port that nobody listens at.
fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

/// What a program does with a line that it hears; whether it goes on.
type Behaviour = dyn Fn(&str, &mut TcpStream) -> bool + Send + Sync;

/// Does the first thing that it may.
fn plays(line: &str, stream: &mut TcpStream) -> bool {
    let message: Value = serde_json::from_str(line).unwrap();
    if message["type"] != "ask" {
        return true;
    }
    let (seat, action) = (&message["seat"], &message["menu"]["actions"][0]);
    let act = format!("{{\"type\":\"act\",\"seat\":{seat},\"action\":{action}}}\n");
    stream.write_all(act.as_bytes()).is_ok()
}

/// Programs that come to a port, each again and again, until this value ends.
struct Crowd {
    is_over: Arc<AtomicBool>,
    /// How often one of them was greeted.
    greeted: Arc<AtomicUsize>,
    threads: Vec<JoinHandle<()>>,
}

impl Crowd {
    fn come(
        port: u16,
        number: usize,
        behave: impl Fn(&str, &mut TcpStream) -> bool + Send + Sync + 'static,
    ) -> Self {
        let behave: Arc<Behaviour> = Arc::new(behave);
        let (is_over, greeted) = <(Arc<AtomicBool>, Arc<AtomicUsize>)>::default();
        let threads = (0..number).map(|_| {
            let (is_over, greeted) = (Arc::clone(&is_over), Arc::clone(&greeted));
            let behave = Arc::clone(&behave);
            thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                        Ok(stream) => visit(stream, &is_over, &greeted, &*behave),
                        Err(_) => thread::sleep(Duration::from_millis(5)),
                    }
                }
            })
        });
        let threads = threads.collect();
        Self { is_over, greeted, threads }
    }

    fn greeted(&self) -> usize {
        self.greeted.load(Ordering::Relaxed)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            thread.join().unwrap();
        }
    }
}

/// Behaves until the connection ends, or nobody is needed any more.
fn visit(mut stream: TcpStream, is_over: &AtomicBool, greeted: &AtomicUsize, behave: &Behaviour) {
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    while !is_over.load(Ordering::Relaxed) {
        match reader.read_line(&mut line) {
            Ok(1..) => {}
            // What came of a line in time stays there.
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => continue,
            Ok(0) | Err(_) => return,
        }
        greeted.fetch_add(usize::from(line.starts_with("{\"type\":\"hello\"")), Ordering::Relaxed);
        if !behave(&line, &mut stream) {
            return;
        }
        line.clear();
    }
}

/// A seat that waits at a port.
fn seat(table: &dyn Table, game: &str, settings: &str) -> Cast {
    let name = format!("external({settings})").parse().unwrap();
    external(game, &table.options(), &name).unwrap().unwrap()
}

fn play(table: &dyn Table, casts: &[Cast], r#match: u64, logs: Option<&Path>) -> Vec<Record> {
    let label = &format!("match-{match}");
    table.play(&Fixture { casts, seed: 1, r#match, games: 2, label }, logs).unwrap()
}

/// A game of Geister against one who comes to a port.
fn duel(port: u16, more: &str) -> (Box<dyn Table>, [Cast; 2]) {
    let table = table("geister", &[("cap", "20")]);
    let outside = seat(&*table, "geister", &format!("port={port}{more}"));
    let inside = table.cast(&"random".parse().unwrap()).unwrap();
    (table, [outside, inside])
}

fn is_forfeit(record: &Record) -> bool {
    match record.verdict {
        Verdict::Forfeited(seat) => {
            assert_eq!(seat, Seat::new(0));
            true
        }
        Verdict::Ended(_) => false,
    }
}

#[test]
fn matches_on_several_threads_share_those_who_come_to_one_port() {
    // Two seats of each match wait there. Where just two come, no two matches wait for each other's.
    for (comers, keep) in [(2, "off"), (2, "on"), (5, "off"), (5, "on")] {
        let port = free_port();
        let table = table("monopoly", &[("players", "3"), ("max-turns", "8")]);
        let outside = seat(&*table, "monopoly", &format!("port={port}, keep={keep}"));
        let inside = table.cast(&"moyer".parse().unwrap()).unwrap();
        let crowd = Crowd::come(port, comers, plays);
        let orders = [0, 1, 2].map(|place| {
            let mut casts = [outside.clone(), outside.clone(), outside.clone()];
            casts[place] = inside.clone();
            casts
        });
        thread::scope(|scope| {
            for thread in 0..4 {
                let (table, orders) = (&table, &orders);
                scope.spawn(move || {
                    for number in 0..3 {
                        let casts = &orders[(thread + number) % 3];
                        let records = play(&**table, casts, (4 * number + thread) as u64, None);
                        assert_eq!(records.len(), 2);
                        assert!(records.iter().all(|it| matches!(it.verdict, Verdict::Ended(_))));
                    }
                });
            }
        });
        // Twelve matches of two games with two of them in each.
        assert_eq!(crowd.greeted(), 48, "{comers} with keep={keep}");
    }
}

/// Everything but how programs are called.
fn events(folder: &Path, label: &str) -> String {
    let log = fs::read_to_string(folder.join(format!("{label}-game-1.jsonl"))).unwrap();
    log.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn who_sits_elsewhere_or_is_kept_plays_the_same() {
    let mut played = Vec::new();
    for keep in ["off", "on"] {
        let port = free_port();
        let (table, [outside, inside]) = duel(port, &format!(", keep={keep}"));
        let _crowd = Crowd::come(port, 1, plays);
        let folder = tempfile::tempdir().unwrap();
        for (number, casts) in [[&outside, &inside], [&inside, &outside]].into_iter().enumerate() {
            play(&*table, &casts.map(Clone::clone), number as u64, Some(folder.path()));
        }
        played.push(["match-0", "match-1"].map(|label| events(folder.path(), label)));
        let log = fs::read_to_string(folder.path().join("match-1-game-0.jsonl")).unwrap();
        assert!(log.contains("\"clock\":{\"answer\":10000,\"game\":600000}"), "{log}");
    }
    assert_eq!(played[0], played[1]);
    assert!(!played[0][0].contains("forfeit") && !played[0][1].contains("forfeit"), "{played:?}");
}

/// What a bad program does with a line; whether it goes on.
type Act = fn(&str, &mut TcpStream) -> bool;

/// What bad programs do when they are asked.
const BAD: [(&str, Act); 9] = [
    ("leaves", |_, _| false),
    ("is silent", |_, _| true),
    ("nonsense", |_, stream| {
        stream.write_all(b"{\"type\":\"act\",\"seat\":\"P0\",\"action\":\"hop\"}\n").is_ok()
    }),
    ("no text", |_, stream| stream.write_all(&b"\xff\xfe\n".repeat(200)).is_ok()),
    ("half a line", |_, stream| {
        let _ = stream.write_all(b"{\"type\":\"act\",");
        false
    }),
    ("one line", |_, stream| stream.write_all(&vec![b'x'; 10 << 20]).is_ok()),
    ("flood", |_, stream| {
        while stream.write_all(b"xxxxxxxxx\n").is_ok() {}
        false
    }),
    ("trickle", |_, stream| {
        while stream.write_all(b"{").is_ok() {
            thread::sleep(Duration::from_millis(10));
        }
        false
    }),
    ("deep", |_, stream| {
        let deep = [&vec![b'['; 100_000][..], b"\n"].concat();
        stream.write_all(&deep.repeat(100)).is_ok()
    }),
];

#[test]
fn who_misbehaves_forfeits_its_seat_and_the_next_one_plays() {
    for (name, misbehave) in BAD {
        let port = free_port();
        let (table, casts) = duel(port, ", time=300ms, keep=on");
        let begun = Instant::now();
        let bad = Crowd::come(port, 1, move |line, stream| {
            // One that is asked again after it was refused does it again.
            let is_asked = line.contains("\"ask\"") || line.contains("\"refused\"");
            !is_asked || misbehave(line, stream)
        });
        let records = play(&*table, &casts, 0, None);
        assert!(records.iter().all(is_forfeit), "{name}: {records:?}");
        drop(bad);
        let _good = Crowd::come(port, 1, plays);
        let records = play(&*table, &casts, 1, None);
        // The bad one may have come once more before it went.
        let records =
            if records.iter().any(is_forfeit) { play(&*table, &casts, 2, None) } else { records };
        assert!(!records.iter().any(is_forfeit), "{name}: {records:?}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}");
    }
}

#[test]
fn a_connection_may_break_at_any_point_of_a_game() {
    let port = free_port();
    let (table, casts) = duel(port, "");
    let answers = Arc::new(AtomicUsize::new(0));
    let mut lost = 0;
    loop {
        answers.store(lost, Ordering::Relaxed);
        let left = Arc::clone(&answers);
        let crowd = Crowd::come(port, 1, move |line, stream| {
            let take = |left: usize| left.checked_sub(1);
            let is_asked = line.starts_with("{\"type\":\"ask\"");
            if is_asked && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
                let _ = stream.write_all(b"{\"type\":");
                return false;
            }
            plays(line, stream)
        });
        let fixture = Fixture { casts: &casts, seed: 1, r#match: 0, games: 1, label: "" };
        let record = table.play(&fixture, None).unwrap().remove(0);
        drop(crowd);
        // The whole game was played.
        if !is_forfeit(&record) {
            break;
        }
        lost += 1;
    }
    assert!(lost > 8, "{lost}");
}

#[test]
fn who_leaves_while_it_waits_is_not_seated() {
    let port = free_port();
    let (table, casts) = duel(port, "");
    // The port is open from the first match on.
    let crowd = Crowd::come(port, 1, plays);
    assert!(!play(&*table, &casts, 0, None).iter().any(is_forfeit));
    drop(crowd);
    for _ in 0..5 {
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap());
    }
    let _crowd = Crowd::come(port, 1, plays);
    assert!(!play(&*table, &casts, 1, None).iter().any(is_forfeit));
}

#[test]
fn those_who_wait_fill_no_memory_whatever_they_say() {
    let port = free_port();
    let (table, casts) = duel(port, ", time=300ms");
    let crowd = Crowd::come(port, 1, plays);
    play(&*table, &casts, 0, None);
    drop(crowd);
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
    let line = [&vec![b'x'; (1 << 20) - 1][..], b"\n"].concat();
    // The system holds some of it, and we nothing.
    let taken = (0..64).take_while(|_| stream.write_all(&line).is_ok()).count();
    assert!(taken < 16, "{taken} MB");
    // In its seat it is out for that.
    assert!(play(&*table, &casts, 1, None).iter().all(is_forfeit));
}

/// What is told of a match that cannot be played.
fn problem(table: &dyn Table, casts: &[Cast]) -> String {
    let fixture = Fixture { casts, seed: 1, r#match: 0, games: 1, label: "" };
    table.play(&fixture, None).unwrap_err().to_string()
}

#[test]
fn a_port_that_is_taken_and_one_where_nobody_comes_are_named() {
    let holder = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = holder.local_addr().unwrap().port();
    let (table, casts) = duel(port, "");
    let told = problem(&*table, &casts);
    assert!(told.starts_with(&format!("cannot let programs in at 127.0.0.1:{port}: ")), "{told}");
    drop(holder);

    let (table, casts) = duel(free_port(), ", wait=100ms");
    let begun = Instant::now();
    let told = problem(&*table, &casts);
    assert!(told.contains("too few programs came to 127.0.0.1:"), "{told}");
    assert!(told.contains("for 0.1 s"), "{told}");
    assert!(begun.elapsed() < Duration::from_secs(5));

    let port = free_port();
    let (table, [one, _]) = duel(port, "");
    let other = seat(&*table, "geister", &format!("port={port}, time=1"));
    let told = problem(&*table, &[one, other]);
    assert!(told.contains("each name needs its own port"), "{told}");
}

#[test]
fn a_match_that_fails_keeps_no_other_one_waiting() {
    let port = free_port();
    let (table, casts) = duel(port, ", wait=200ms, keep=on");
    let crowd = Crowd::come(port, 1, plays);
    let fixture = Fixture { casts: &casts, seed: 1, r#match: 0, games: 1, label: "" };
    assert!(table.play(&fixture, Some(Path::new("no/such/folder"))).is_err());
    drop(crowd);
    // Nobody sits anywhere who could come back. One who has just left may still seem to wait, and forfeits.
    let problem = (0..2).find_map(|_| table.play(&fixture, None).err());
    assert!(problem.is_some_and(|problem| problem.to_string().contains("too few programs")));
}

#[test]
fn a_port_is_closed_with_its_table_and_hangs_up_on_those_who_wait() {
    let port = free_port();
    let (table, casts) = duel(port, "");
    let crowd = Crowd::come(port, 1, plays);
    play(&*table, &casts, 0, None);
    drop(crowd);
    let mut idle = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    drop(table);
    idle.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    // Closed in good order, or reset.
    assert!(!matches!(idle.read(&mut [0]), Ok(1..)));
    let until = Instant::now() + Duration::from_secs(5);
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
        assert!(Instant::now() < until);
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn names_that_say_too_little_or_too_much_are_refused() {
    let table = table("geister", &[]);
    for (settings, told) in [
        ("", "it needs a command or a port"),
        ("port=0", "it needs a command or a port"),
        ("command=\"x\", port=1", "it is started by a command or connects to a port, not both"),
        ("command=\"x\", wait=5", "wait belongs to a port"),
        ("command=\"x\", bind=0.0.0.0", "bind belongs to a port"),
        ("port=1, bind=here", "bind is an address such as 127.0.0.1, not \"here\""),
        ("port=65536", "port is a whole number from 0 to 65535"),
    ] {
        let name = format!("external({settings})").parse().unwrap();
        let refused = external("geister", &table.options(), &name).unwrap().unwrap_err();
        assert!(refused.to_string().contains(told), "{settings}: {refused}");
    }
}
