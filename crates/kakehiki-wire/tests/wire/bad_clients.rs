//! Clients that break off, send rubbish, flood or fall asleep: they lose, and nothing else happens.

use std::{
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{Event, Log, Record, Seat, Verdict};
use kakehiki_wire::{ContestOptions, Faults, Manners};
use proptest::prelude::*;

use crate::{
    recording::{Seen, merged, runs},
    server_replay::{rules, table},
    sockets::{Client, Running, SHORT, options},
};

fn forfeited(record: &Record) -> Option<usize> {
    match record.verdict {
        Verdict::Forfeited(seat) => Some(seat.index()),
        Verdict::Ended(_) => None,
    }
}

/// Lets a client do this on its first turn against our agent; it has to lose, soon, and the next game
/// has to begin.
fn loses(act: impl FnOnce(&mut Client), options: ContestOptions) {
    let server = Running::start(ContestOptions { games: 2, ..options });
    let address = server.addresses[0];
    let begun = Instant::now();
    let mut client = Client::set_up(address);
    client.expect("MOV?");
    act(&mut client);
    let mut next = Client::set_up(address);
    next.expect("MOV?");
    assert!(begun.elapsed() < Duration::from_secs(15));
    drop((client, next));
    let records = server.records();
    assert_eq!(records.iter().map(forfeited).collect::<Vec<_>>(), [Some(0), Some(0)]);
}

fn against_agent() -> ContestOptions {
    options("external,charge", 2)
}

#[test]
fn half_a_line() {
    loses(
        |client| assert!(client.send("MOV:A,")),
        ContestOptions { time: SHORT, ..against_agent() },
    );
}

#[test]
fn half_a_line_and_away() {
    let server = Running::start(options("external,charge", 1));
    let mut client = Client::set_up(server.addresses[0]);
    client.expect("MOV?");
    client.send("MOV:A,");
    drop(client);
    assert_eq!(forfeited(&server.records()[0]), Some(0));
}

#[test]
fn a_line_of_ten_megabytes() {
    let flood = |client: &mut Client| {
        let chunk = vec![b'A'; 1 << 20];
        // The server hangs up long before the end.
        let _ = (0..10).all(|_| client.send(&chunk));
    };
    loses(flood, against_agent());
}

#[test]
fn bytes_that_are_no_text() {
    let rubbish = |client: &mut Client| {
        client.send(b"MOV:\xff\xfe,\xc3\r\n");
        client.expect("NG ");
        client.expect("LST:");
    };
    loses(rubbish, against_agent());
}

#[test]
fn the_wrong_order() {
    let server = Running::start(options("external,charge", 1));
    let mut client = Client::connect(server.addresses[0]);
    client.expect("SET?");
    client.send("MOV:A,N\r\n");
    client.expect("NG ");
    client.send("SET:ABCD\r\n");
    client.expect("OK ");
    client.expect("MOV?");
    client.send("SET:ABCD\r\n");
    client.expect("NG ");
    client.expect("LST:");
    assert_eq!(forfeited(&server.records()[0]), Some(0));
}

#[test]
fn answers_after_the_time() {
    let late = |client: &mut Client| {
        thread::sleep(Duration::from_millis(1300));
        client.expect("LST:");
        client.send("MOV:A,N\r\n");
        assert_eq!(client.line(), None, "the server has hung up");
    };
    loses(late, ContestOptions { time: SHORT, ..against_agent() });
}

#[test]
fn bytes_that_trickle() {
    let trickle = |client: &mut Client| {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_millis(1500) && client.send("M") {
            thread::sleep(Duration::from_millis(20));
        }
    };
    loses(trickle, ContestOptions { time: SHORT, ..against_agent() });
}

#[test]
fn a_client_that_never_sets_up() {
    let options = ContestOptions { time: SHORT, ..options("external,charge", 1) };
    let server = Running::start(options);
    let mut client = Client::connect(server.addresses[0]);
    client.expect("SET?");
    client.expect("LST:");
    assert_eq!(forfeited(&server.records()[0]), Some(0));
}

#[test]
fn commands_without_end_and_nobody_who_reads_the_answers() {
    let flood = |client: &mut Client| {
        let lines = "HELLO\r\n".repeat(10_000);
        let _ = (0..100).all(|_| client.send(&lines));
    };
    let manners = Manners { may_retry: true, ..Manners::default() };
    loses(flood, ContestOptions { manners, ..against_agent() });
}

#[test]
fn a_jammed_client_runs_out_of_time_as_at_the_original() {
    let manners = Manners { faults: Faults::Original, may_retry: false };
    let jam = |client: &mut Client| {
        client.send("\r\n");
        client.send("MOV:A,N\r\n");
        client.expect("LST:");
    };
    loses(jam, ContestOptions { manners, time: SHORT, ..against_agent() });
}

#[test]
fn one_who_leaves_while_the_other_thinks() {
    let server = Running::start(options("external,external", 1));
    let mut first = Client::set_up(server.addresses[0]);
    let second = Client::set_up(server.addresses[1]);
    first.expect("MOV?");
    drop(second);
    first.expect("WON:");
    assert_eq!(forfeited(&server.records()[0]), Some(1));
}

#[test]
fn one_who_leaves_before_the_other_came_was_never_there() {
    let server = Running::start(options("external,external", 1));
    drop(Client::set_up(server.addresses[0]));
    // The server may need a moment to notice.
    thread::sleep(Duration::from_millis(300));
    let mut second = Client::set_up(server.addresses[1]);
    let mut first = Client::set_up(server.addresses[0]);
    first.expect("MOV?14R24R34R44R");
    drop(first);
    second.expect("WON:");
    assert_eq!(forfeited(&server.records()[0]), Some(0));
}

#[test]
fn a_third_client_waits_for_the_next_game() {
    let server = Running::start(options("external,charge", 2));
    let mut first = Client::set_up(server.addresses[0]);
    let mut third = Client::connect(server.addresses[0]);
    first.expect("MOV?");
    assert!(third.is_left_alone());
    drop(first);
    third.expect("SET?");
    drop(third);
    assert_eq!(server.records().len(), 2);
}

/// What both clients of a run send, in order, without the ends of lines.
fn commands(run: &str) -> Vec<(usize, Vec<u8>)> {
    let units = merged("geister", run, &["p0-01", "p1-01"]).into_iter();
    let sent = units.filter_map(|(place, seen)| match seen {
        Seen::Client(bytes) => Some((place, bytes.trim_ascii_end().to_vec())),
        _ => None,
    });
    sent.collect()
}

#[test]
fn a_reset_at_every_point_of_a_game() {
    let script = commands("03-all-blue-captured");
    let points: Vec<(usize, usize)> =
        (0..script.len()).flat_map(|point| [(point, 0), (point, 1)]).collect();
    let server = Running::start(options("external,external", points.len() as u64));
    for (point, who) in &points {
        let mut clients: Vec<Option<Client>> =
            server.addresses.iter().map(|address| Some(Client::connect(*address))).collect();
        // Both sit before anybody leaves.
        for client in clients.iter_mut().flatten() {
            client.expect("SET?");
        }
        for (place, bytes) in &script[..*point] {
            let client = clients[*place].as_mut().unwrap();
            // A client is asked before it moves.
            if bytes.starts_with(b"MOV") {
                client.expect("MOV?");
            }
            client.send([&bytes[..], b"\r\n"].concat());
            client.expect("OK");
        }
        // What lies unread makes the system reset the connection when it is closed.
        thread::sleep(Duration::from_millis(2));
        clients[*who] = None;
        let other = clients[1 - who].as_mut().unwrap();
        let mut last = String::new();
        while let Some(line) = other.line() {
            last = line;
        }
        assert!(last.starts_with("WON:"), "after {point} commands P{who} left: {last}");
    }
    let records = server.records();
    let culprits: Vec<usize> = records.iter().filter_map(forfeited).collect();
    assert_eq!(culprits, points.iter().map(|(_, who)| *who).collect::<Vec<_>>());
}

#[test]
fn logs_tell_what_a_client_did() {
    let folder = tempfile::tempdir().unwrap();
    let logs = Some(folder.path().to_owned());
    let server = Running::start(ContestOptions { logs, ..options("external,charge", 1) });
    let mut client = Client::set_up(server.addresses[0]);
    client.expect("MOV?");
    client.send("MOV:A,NORTH\r\n");
    client.expect("OK ");
    client.expect("MOV?");
    client.send("MOV:E,N\r\n");
    client.expect("OK ");
    client.expect("MOV?");
    client.send("MOV:E,W\r\n");
    client.expect("OK ");
    drop(client);
    server.records();
    let text = std::fs::read_to_string(folder.path().join("contest-game-0.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[2]), ("player=0,SET:ABCD", "player=0,MOV:A,NORTH"));
    assert!(lines[1].starts_with("player=1,SET:") && lines[3].starts_with("player=1,MOV:"));
    let bytes = std::fs::read(folder.path().join("contest-game-0.jsonl")).unwrap();
    let log = Log::from_bytes(&bytes).unwrap();
    assert_eq!(log.header.clock.unwrap().game, Some(60_000));
    let clocks = log.events.iter().filter(|event| matches!(event, Event::Clock { .. })).count();
    assert_eq!(clocks, 3);
    let last = log.events.last().unwrap();
    let problem = "it is gone".to_owned();
    assert_eq!(*last, Event::Forfeit { seat: Seat::new(0), problem });
}

/// A change to what was recorded: at which command, at which byte, which byte, and how.
fn change() -> impl Strategy<Value = (prop::sample::Index, prop::sample::Index, u8, u8)> {
    (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>(), 0_u8..4)
}

proptest! {
    /// Recorded clients with bytes changed, left out and added, and commands in another order: every
    /// line is answered or passed over, the game stays one of the rules, and what is said stays little.
    #[test]
    fn recordings_that_were_mangled(
        run in 0_usize..27,
        changes in prop::collection::vec(change(), 0..8),
        is_original in prop::bool::ANY,
        may_retry in prop::bool::ANY,
    ) {
        let faults = if is_original { Faults::Original } else { Faults::Forgiving };
        let mut table = table(Manners { faults, may_retry });
        let mut commands = commands(&runs("geister")[run]);
        for (which, at, byte, how) in changes {
            let which = which.index(commands.len());
            let command = &mut commands[which].1;
            match how {
                0 => command.insert(at.index(command.len() + 1), byte),
                1 if !command.is_empty() => drop(command.remove(at.index(command.len()))),
                2 => command.iter_mut().take(1).for_each(|letter| *letter = byte),
                _ => {
                    let other = at.index(commands.len());
                    commands.swap(which, other);
                }
            }
        }
        for (place, command) in commands {
            let told = table.heard(Seat::new(place), &command);
            prop_assert!(told.len() <= 3);
        }
        let log = Log {
            header: table.game().header().clone(),
            events: table.game().events().to_vec(),
            is_torn: false,
        };
        prop_assert!(log.replay(rules().game(), |_, _| ()).is_ok());
    }
}
