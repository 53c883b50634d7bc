//! Clients of AIWolf at our server, good and bad: who misbehaves costs only its own seat.

use std::{
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::{Mutex, atomic::AtomicBool},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Event, Log, Occupant, Record, Settings, Verdict};
use kakehiki_games::{AnyGame, Numbers, Open};
use kakehiki_werewolf::{WEREWOLF, WEREWOLF_OPTIONS};
use kakehiki_wire::{AiwolfHost, AiwolfOptions, AiwolfTable, Faults, Line, Next, Setting};
use serde_json::Value;

use crate::sockets::HERE;

pub fn options(seats: &str, games: u64) -> AiwolfOptions {
    let seats = AgentName::list(seats).unwrap();
    let rules = Settings::new("werewolf", &WEREWOLF_OPTIONS, [("role-requests", "on")]).unwrap();
    AiwolfOptions {
        line: Line::Late,
        rules: WEREWOLF.seat(&rules, seats.len()),
        seats,
        games,
        at_once: 1,
        seed: 1,
        bind: HERE,
        port: 0,
        time_limit: Duration::from_secs(5),
        faults: Faults::Forgiving,
        logs: None::<PathBuf>,
    }
}

pub fn start(options: AiwolfOptions) -> (SocketAddr, JoinHandle<Vec<Record>>) {
    let host = AiwolfHost::open(options).unwrap();
    let address = host.address().unwrap();
    let never = AtomicBool::new(false);
    (address, thread::spawn(move || host.run(&|_, _| (), &never).unwrap()))
}

/// What a client does when it is asked for the so-many-th time.
type Whim = Box<dyn FnMut(usize, &mut TcpStream) -> bool + Send>;

/// A client that says nothing of interest and votes for whoever lives, except that it has a whim now
/// and then. It gives the number of requests that it was asked.
fn client(address: SocketAddr, mut whim: Whim) -> JoinHandle<usize> {
    thread::spawn(move || {
        // The games may be over before the last one comes.
        let Ok(mut stream) = TcpStream::connect(address) else { return 0 };
        stream.set_nodelay(true).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        let mut asked = 0;
        for line in reader.lines() {
            let Ok(line) = line else { break };
            let packet: Value = serde_json::from_str(&line).unwrap();
            let answer = match packet["request"].as_str().unwrap() {
                "NAME" => "quiet",
                "ROLE" => "none",
                "TALK" | "WHISPER" => "Over",
                "VOTE" | "DIVINE" | "GUARD" | "ATTACK" => "{\"agentIdx\":1}",
                _ => continue,
            };
            asked += 1;
            if whim(asked, &mut stream) {
                continue;
            }
            if stream.write_all(format!("{answer}\n").as_bytes()).is_err() {
                break;
            }
        }
        asked
    })
}

fn quiet() -> Whim {
    Box::new(|_, _| false)
}

#[test]
fn clients_play_a_series_on_one_connection_each() {
    let folder = tempfile::tempdir().unwrap();
    let logs = Some(folder.path().to_owned());
    let seats = "external,finalist,external,sample-0.6,random";
    let (address, server) = start(AiwolfOptions { logs, ..options(seats, 3) });
    let clients = [client(address, quiet()), client(address, quiet())];
    let records = server.join().unwrap();
    assert_eq!(records.len(), 3);
    assert!(clients.into_iter().all(|client| client.join().unwrap() > 9));
    for number in 0..3 {
        let file = |ending: &str| folder.path().join(format!("aiwolf-game-{number}.{ending}"));
        let text = std::fs::read_to_string(file("log")).unwrap();
        assert!(text.lines().any(|line| line.contains(",status,1,") && line.ends_with(",quiet")));
        assert!(text.lines().last().unwrap().contains(",result,"), "{text}");
        let log = Log::from_bytes(&std::fs::read(file("jsonl")).unwrap()).unwrap();
        let rules = options(seats, 1).rules;
        WEREWOLF.open(&rules).replay(&log, &mut |_, _| ()).unwrap();
        let is_fallback = |event: &&Event| matches!(event, Event::Fallback { .. });
        // Votes for oneself and for the dead are all that is wrong with them.
        let wrong = log.events.iter().filter(is_fallback).count();
        assert!(wrong < 20, "{wrong}");
    }
}

/// A client with a whim among quiet ones: all games are played to their ends, and soon.
fn costs_only_its_seat(whim: Whim, time_limit: Duration) {
    let options =
        AiwolfOptions { time_limit, ..options("external,external,random,random,random", 2) };
    let (address, server) = start(options);
    let begun = Instant::now();
    let bad = client(address, whim);
    let good = client(address, quiet());
    let records = server.join().unwrap();
    assert_eq!(records.len(), 2);
    assert!(records.iter().all(|record| matches!(record.verdict, Verdict::Ended(_))));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert!(good.join().unwrap() > 5);
    bad.join().unwrap();
}

/// Does something at the fourth request instead of answering.
fn at_fourth(mut act: impl FnMut(&mut TcpStream) + Send + 'static) -> Whim {
    Box::new(move |asked, stream| {
        if asked == 4 {
            act(stream);
        }
        asked == 4
    })
}

const SOON: Duration = Duration::from_millis(300);

#[test]
fn one_who_falls_asleep() {
    costs_only_its_seat(at_fourth(|_| ()), SOON);
}

#[test]
fn one_who_answers_when_the_time_is_over() {
    let late = |stream: &mut TcpStream| {
        thread::sleep(2 * SOON);
        let _ = stream.write_all(b"VOTE Agent[01]\n{\"agentIdx\":1}\n");
    };
    costs_only_its_seat(at_fourth(late), SOON);
}

#[test]
fn half_a_line() {
    costs_only_its_seat(at_fourth(|stream| stream.write_all(b"VOTE Ag").unwrap()), SOON);
}

#[test]
fn bytes_that_trickle() {
    let trickle = |stream: &mut TcpStream| {
        for _ in 0..30 {
            let _ = stream.write_all(b"V");
            thread::sleep(Duration::from_millis(20));
        }
    };
    costs_only_its_seat(at_fourth(trickle), SOON);
}

#[test]
fn a_line_of_ten_megabytes() {
    let flood = |stream: &mut TcpStream| {
        let chunk = vec![b'A'; 1 << 20];
        let _ = (0..10).all(|_| stream.write_all(&chunk).is_ok());
    };
    costs_only_its_seat(at_fourth(flood), Duration::from_secs(5));
}

#[test]
fn bytes_that_are_no_text_and_lines_that_nobody_asked_for() {
    let rubbish = Box::new(|_: usize, stream: &mut TcpStream| {
        stream
            .write_all(b"\xff\xfe{\"agentIdx\":99999999999999999999}\nVOTE Agent[01]\n[[[[[\n")
            .unwrap();
        true
    });
    costs_only_its_seat(rubbish, Duration::from_secs(5));
}

#[test]
fn answers_that_are_deep() {
    // Shorter than the longest line, so that they are read.
    for (open, close) in [("[", "]"), ("{\"agentIdx\":", "}"), ("AND (", ")"), ("NOT (", ")")] {
        let deep = format!("{0}{1}\n", open.repeat(9_000 / open.len()), close.repeat(900));
        let whim = move |asked: usize, stream: &mut TcpStream| {
            asked > 1 && stream.write_all(deep.as_bytes()).is_ok()
        };
        costs_only_its_seat(Box::new(whim), Duration::from_secs(5));
    }
}

#[test]
fn one_who_leaves_at_any_point() {
    for point in 1..25 {
        let leave = Box::new(move |asked: usize, stream: &mut TcpStream| {
            if asked == point {
                stream.shutdown(std::net::Shutdown::Both).unwrap();
            }
            asked >= point
        });
        let seats = "external,finalist,finalist,finalist,external";
        let (address, server) = start(options(seats, 1));
        // One who leaves before it has a name was never there, and another takes the seat.
        let clients = [client(address, leave), client(address, quiet()), client(address, quiet())];
        let records = server.join().unwrap();
        assert!(matches!(records[0].verdict, Verdict::Ended(_)), "{point}");
        assert!(clients.into_iter().all(|client| client.join().is_ok()));
    }
}

#[test]
fn the_original_breaks_off_where_an_answer_is_late() {
    let folder = tempfile::tempdir().unwrap();
    let options = AiwolfOptions {
        faults: Faults::Original,
        time_limit: SOON,
        logs: Some(folder.path().to_owned()),
        ..options("external,random,random,random,random", 1)
    };
    let (address, server) = start(options);
    client(address, at_fourth(|_| ())).join().unwrap();
    let records = server.join().unwrap();
    assert!(matches!(records[0].verdict, Verdict::Forfeited(_)));
    let log = std::fs::read_to_string(folder.path().join("aiwolf-game-0.log")).unwrap();
    assert!(log.ends_with("\nLost Connection of Agent[01]\n"), "{log}");
}

/// The verdict and the original's log of a game that the original breaks off.
fn broken_off(whim: Whim) -> (Verdict, String) {
    let folder = tempfile::tempdir().unwrap();
    let options = AiwolfOptions {
        faults: Faults::Original,
        logs: Some(folder.path().to_owned()),
        ..options("external,random,random,random,random", 1)
    };
    let (address, server) = start(options);
    client(address, whim).join().unwrap();
    let records = server.join().unwrap();
    let log = std::fs::read_to_string(folder.path().join("aiwolf-game-0.log")).unwrap();
    (records[0].verdict, log)
}

#[test]
fn the_original_breaks_down_without_a_word_over_some_answers() {
    // The third request is the first to talk or to choose somebody; the second is for a role.
    let says = |number: usize, answer: &'static [u8]| -> Whim {
        Box::new(move |asked, stream| asked == number && stream.write_all(answer).is_ok())
    };
    let (verdict, log) = broken_off(says(2, b"\n"));
    assert!(matches!(verdict, Verdict::Forfeited(_)) && log.is_empty(), "{log}");
    let because = b"BECAUSE (VOTE Agent[01])\n";
    let talks = Box::new(move |asked, stream: &mut TcpStream| {
        asked > 2 && stream.write_all(because).is_ok()
    });
    let (verdict, log) = broken_off(talks);
    assert!(matches!(verdict, Verdict::Forfeited(_)), "{log}");
    assert!(!log.contains("Lost Connection") && !log.contains(",result,"), "{log}");
}

#[test]
fn the_original_misses_one_who_left_when_it_cannot_be_told_any_more() {
    let leaves = Box::new(|asked, stream: &mut TcpStream| {
        asked > 3 && stream.shutdown(std::net::Shutdown::Both).is_ok()
    });
    let (verdict, log) = broken_off(leaves);
    assert!(matches!(verdict, Verdict::Forfeited(_)), "{log}");
    assert!(log.ends_with("\nLost Connection of Agent[01]\n"), "{log}");
}

#[test]
fn several_villages_play_at_once() {
    let options =
        AiwolfOptions { at_once: 3, ..options("external,random,random,random,random", 6) };
    let (address, server) = start(options);
    let clients: Vec<_> = (0..3).map(|_| client(address, quiet())).collect();
    assert_eq!(server.join().unwrap().len(), 6);
    assert!(clients.into_iter().all(|client| client.join().unwrap() > 1));
}

/// Connections that never say a word.
pub fn silent(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(address).unwrap()).collect()
}

#[test]
fn silent_connections_hold_up_nobody() {
    let (address, server) = start(options("external,external,random,random,random", 2));
    let begun = Instant::now();
    let silent = silent(address, 20);
    let clients = [client(address, quiet()), client(address, quiet())];
    assert_eq!(server.join().unwrap().len(), 2);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(clients.into_iter().all(|client| client.join().unwrap() > 5));
    drop(silent);
}

#[test]
fn one_who_never_reads_holds_up_no_other_game() {
    let time_limit = Duration::from_millis(100);
    let seats = "external,random,random,random,random";
    let host = AiwolfOptions { time_limit, at_once: 2, ..options(seats, 500) };
    let host = AiwolfHost::open(host).unwrap();
    let address = host.address().unwrap();
    let (never, pause) = (AtomicBool::new(false), Mutex::new((Instant::now(), Duration::ZERO)));
    let progress = |_, _| {
        let mut pause = pause.lock().unwrap();
        *pause = (Instant::now(), pause.1.max(pause.0.elapsed()));
    };
    let records = thread::scope(|scope| {
        let server = scope.spawn(|| host.run(&progress, &never).unwrap());
        let mut deaf = TcpStream::connect(address).unwrap();
        // It notices that it is asked for its name, and leaves the question where it is.
        deaf.peek(&mut [0]).unwrap();
        deaf.write_all(b"deaf\n").unwrap();
        let good = client(address, quiet());
        let records = server.join().unwrap();
        assert!(good.join().unwrap() > 2000);
        records
    });
    // Its own table waits two seconds for somebody else to take its place.
    let (_, pause) = *pause.lock().unwrap();
    assert!(pause < Duration::from_millis(1500), "{pause:?}");
    assert!(records.iter().all(|record| matches!(record.verdict, Verdict::Ended(_))));
    assert_eq!(records.len(), 500);
}

#[test]
fn a_text_outside_the_language_is_kept_beside_what_is_recorded_for_it() {
    for line in [Line::Early, Line::Late] {
        let line_name = line.to_string();
        let rules = [("rules", line_name.as_str()), ("village", "5")];
        let rules = Settings::new("werewolf", &WEREWOLF_OPTIONS, rules).unwrap();
        let seats = vec![Occupant::Program("external".to_owned()); 5];
        let setting = Setting { line, seed: 1, time_limit: 1000, faults: Faults::Forgiving };
        let names = vec!["external".to_owned(); 5];
        let rules = Open::new(&WEREWOLF, &rules);
        let mut table =
            AiwolfTable::new(&rules, seats, names, Numbers::default(), setting).unwrap();
        let said = format!("I think\u{202e} it is number 3.{}", "x".repeat(1000));
        let asked = loop {
            match table.next(&mut |_| None) {
                Next::Ask(seat, packet) if packet.contains("\"TALK\"") => break seat,
                Next::Ask(seat, _) => table.answer(seat, Ok(b"")),
                _ => {}
            }
        };
        table.answer(asked, Ok(said.as_bytes()));
        let Some(Event::Fallback { seat, play, problem }) = table.game().events().last() else {
            panic!("{:?}", table.game().events().last())
        };
        assert_eq!((*seat, play.as_str()), (asked, "say:Skip"));
        let kept = problem.strip_prefix("it spoke no known language: ").unwrap();
        assert!(kept.starts_with("I think it is number 3.xxx") && kept.len() == 400, "{kept}");
        // The others hear nothing of it.
        loop {
            let (asked, packet) = match table.next(&mut |_| None) {
                Next::Over => break,
                Next::Tell(_, packet) => (None, packet),
                Next::Ask(seat, packet) => (Some(seat), packet),
            };
            assert!(!packet.contains("number 3"), "{packet}");
            if let Some(seat) = asked {
                table.answer(seat, Ok(b"Over"));
            }
        }
        assert!(!table.original_log().contains("number 3"));
    }
}

/// A game in which players of one name sit is one as any other, and who comes by the name of one who sits
/// already takes nobody's seat.
#[test]
fn a_name_may_come_twice() {
    let folder = tempfile::tempdir().unwrap();
    let logs = Some(folder.path().to_owned());
    let seats = "external,external,random,random,random";
    let (address, server) = start(AiwolfOptions { logs, ..options(seats, 2) });
    // All of them are called quiet. The first leaves in the first game, and one is too many for that.
    let leave = Box::new(|asked: usize, stream: &mut TcpStream| {
        asked >= 4 && stream.shutdown(std::net::Shutdown::Both).is_ok()
    });
    let first = client(address, leave);
    thread::sleep(SOON);
    let others = [client(address, quiet()), client(address, quiet())];
    let records = server.join().unwrap();
    assert!(records.iter().all(|record| matches!(record.verdict, Verdict::Ended(_))));
    assert_eq!(first.join().unwrap(), 4);
    // Who waited took the seat that had become free, in the second game.
    assert!(others.into_iter().all(|client| client.join().unwrap() > 2));
    for number in 0..2 {
        let file = folder.path().join(format!("aiwolf-game-{number}.log"));
        let text = std::fs::read_to_string(file).unwrap();
        let named = text.lines().take(5).filter(|line| line.ends_with(",quiet")).count();
        assert_eq!(named, 2, "{text}");
    }
}
