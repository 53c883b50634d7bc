//! Recorded clients of the contest against our server: it says what the original said.
//!
//! Compared are the lines to each client, byte for byte and in order, and the original's own log.
//! Ignored, and only these:
//!
//! 1. The order of lines to different clients, which timing changes.
//! 2. What comes after the result: the original goes on to answer, ours is silent.
//! 3. What is sent to a client that has left or leaves at the same moment.
//! 4. Mended: the letter of a capture that the original repeats when that ghost escapes.
//! 5. Mended: a set-up with repeated letters is refused, so that the run ends there.
//! 6. Mended: a second command in one packet is looked at when it comes, so that the run ends there.
//! 7. Mended where our server forgives: what the original breaks down over is refused, and the run ends there.

use std::{collections::VecDeque, net::TcpStream, sync::atomic::AtomicBool, thread};

use kakehiki_core::{Log, Occupant, Seat, Settings};
use kakehiki_games::{AnyGame, Numbers, Open};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS, Geister};
use kakehiki_wire::{
    ContestHost, ContestOptions, ContestTable, Faults, LineBuffer, LineEnd, Manners,
};

use crate::{
    recording::{Seen, connection, merged, runs, text},
    sockets::{Client, Running, options},
};

const GAME: &str = "geister";

pub fn rules() -> Open<Geister> {
    Open::new(&GEISTER, &Settings::defaults(&GEISTER_OPTIONS))
}

pub fn table(manners: Manners) -> ContestTable {
    let seats = vec![Occupant::Program("external".to_owned()); 2];
    ContestTable::new(&rules(), seats, Numbers::default(), manners).unwrap()
}

/// The runs in which the original let illegal moves be tried again.
const RETRIES: [&str; 2] = ["25-no-ng-terminate", "26-odd-commands"];

/// What is mended: the run, the line after which it ends, and what ours answers.
const MENDED: [(&str, &str, &str); 2] = [
    ("13-duplicate-set-letters", "SET:AABB\r\n", "NG "),
    ("15-two-commands-one-packet", "MOV:C,N\r\n", "NG "),
];

/// What is mended besides where our server forgives.
const FORGIVEN: [(&str, &str, &str); 3] = [
    ("16-split-and-empty-line", "\r\n", "NG "),
    ("23-set-letter-z", "SET:ABCZ\r\n", "NG "),
    ("26-odd-commands", "MOV:,N\r\n", "NG "),
];

/// A replay of one run.
struct Replay {
    run: String,
    /// What is mended.
    mended: Vec<(&'static str, &'static str, &'static str)>,
    table: ContestTable,
    buffers: [LineBuffer; 2],
    /// What ours said and the recording has not shown yet.
    said: [VecDeque<String>; 2],
    is_gone: [bool; 2],
    has_result: bool,
    compared: usize,
}

impl Replay {
    fn new(run: &str, faults: Faults) -> Self {
        let manners = Manners { faults, may_retry: RETRIES.contains(&run) };
        Self {
            run: run.to_owned(),
            mended: match faults {
                Faults::Original => MENDED.to_vec(),
                Faults::Forgiving => [MENDED.as_slice(), &FORGIVEN].concat(),
            },
            table: table(manners),
            buffers: [LineBuffer::new(LineEnd::CrLf, 100), LineBuffer::new(LineEnd::CrLf, 100)],
            said: Default::default(),
            is_gone: [false; 2],
            has_result: false,
            compared: 0,
        }
    }

    fn say(&mut self, told: Vec<kakehiki_wire::Told>) {
        for told in told {
            self.said[told.seat.index()].push_back(told.line);
        }
    }

    /// Takes what was seen; says whether the run goes on.
    fn take(&mut self, place: usize, seen: &Seen) -> bool {
        let seat = Seat::new(place);
        match seen {
            Seen::Open => self.say(vec![ContestTable::greet(seat)]),
            Seen::Client(bytes) => {
                self.buffers[place].push(bytes);
                while let Some(line) = self.buffers[place].take().unwrap() {
                    let told = self.table.heard(seat, &line);
                    self.say(told);
                }
                let mended = self
                    .mended
                    .iter()
                    .find(|(run, line, _)| *run == self.run && line.as_bytes() == &bytes[..]);
                if let Some((.., answer)) = mended {
                    assert!(self.said[place].iter().any(|said| said == answer), "{}", self.run);
                    return false;
                }
            }
            Seen::ClientGone => {
                let told = self.table.lost(seat, "it is gone");
                self.say(told);
                self.is_gone[place] = true;
            }
            Seen::Server(bytes) => self.compare(place, bytes),
            Seen::ServerGone | Seen::Other => {}
        }
        true
    }

    fn compare(&mut self, place: usize, bytes: &[u8]) {
        let recorded = str::from_utf8(bytes).unwrap().strip_suffix("\r\n").unwrap();
        let is_result = ["WON:", "LST:", "DRW:"].iter().any(|word| recorded.starts_with(word));
        if self.is_gone[place] || self.has_result && !is_result {
            return;
        }
        if is_result && self.said[place].is_empty() && !self.table.is_over() {
            // Nobody did anything, so that somebody was too late.
            assert_eq!(self.run, "24-timeout-budget2-timeout1");
            let late = self.table.moving().unwrap();
            let told = self.table.lost(late, "it took too long");
            self.say(told);
        }
        let Some(ours) = self.said[place].pop_front() else {
            assert!(self.has_result, "{}: the original says {recorded}, ours nothing", self.run);
            return;
        };
        self.has_result |= is_result;
        if self.run == "18-stale-capture-letter" && self.table.is_over() && recorded == "OKR" {
            assert_eq!(ours, "OK ");
            return;
        }
        assert_eq!(ours, recorded, "{}, to P{place}", self.run);
        self.compared += 1;
    }
}

/// Plays all runs over our server: gives those that end where something is mended, the lines that were the
/// same, and the events of all games.
fn replay_all(faults: Faults) -> (Vec<String>, usize, usize) {
    let (mut mended, mut compared, mut events) = (Vec::new(), 0, 0);
    for run in runs(GAME) {
        let mut replay = Replay::new(&run, faults);
        let units = merged(GAME, &run, &["p0-01", "p1-01"]);
        let is_whole = units.iter().all(|(place, seen)| replay.take(*place, seen));
        compared += replay.compared;
        if !is_whole {
            mended.push(run);
            continue;
        }
        for (place, said) in replay.said.iter().enumerate() {
            assert!(said.is_empty() || replay.is_gone[place], "{run}: {said:?} to P{place}");
        }
        events += replay.table.game().events().len();
        compare_logs(&run, &replay.table);
    }
    (mended, compared, events)
}

#[test]
fn the_original_s_clients_hear_from_us_what_they_heard_from_it() {
    let (mended, compared, events) = replay_all(Faults::Original);
    assert_eq!(runs(GAME).len(), 27);
    assert_eq!(mended, MENDED.map(|(run, ..)| run));
    assert_eq!((compared, events), (2287, 1125));
}

#[test]
fn a_server_that_forgives_says_the_same_but_for_what_is_mended() {
    let (mut mended, compared, events) = replay_all(Faults::Forgiving);
    let mut expected: Vec<&str> = MENDED.iter().chain(&FORGIVEN).map(|(run, ..)| *run).collect();
    mended.sort_unstable();
    expected.sort_unstable();
    assert_eq!(mended, expected);
    assert_eq!((compared, events), (2286, 1115));
}

/// Who comes while both play gets no byte.
#[test]
fn a_third_client_hears_as_much_from_us_as_from_the_original() {
    let server = Running::start(options("external,external", 1));
    let mut clients: [Option<Client>; 3] = Default::default();
    let mut heard = [0; 3];
    for (place, seen) in merged(GAME, "17-third-client", &["p0-01", "p1-01", "p0-02"]) {
        let client = &mut clients[place];
        match (seen, client) {
            (Seen::Open, client) => *client = Some(Client::connect(server.addresses[place % 2])),
            (Seen::Client(bytes), Some(client)) => assert!(client.send(bytes)),
            (Seen::Server(bytes), Some(client)) => {
                assert_eq!(format!("{}\r\n", client.line().unwrap()).as_bytes(), bytes);
                heard[place] += 1;
            }
            (Seen::ClientGone, Some(client)) => {
                assert!(place < 2 || client.is_left_alone());
                clients[place] = None;
            }
            _ => {}
        }
    }
    assert_eq!(heard, [4, 2, 0]);
    assert_eq!(server.records().len(), 1);
}

#[test]
fn viewers_see_what_they_saw_at_the_original() {
    let run = "28-viewer-feed";
    let mut table = table(Manners { faults: Faults::Original, may_retry: false });
    let mut states = vec![table.feed()];
    for (place, seen) in merged(GAME, run, &["p0-01", "p1-01"]) {
        if let Seen::Client(bytes) = seen {
            table.heard(Seat::new(place), bytes.trim_ascii_end());
            states.push(table.feed());
        }
    }
    let texts =
        connection(GAME, run, "viewer-01").into_iter().filter_map(|unit| match unit.seen() {
            Seen::Server(bytes) => Some(String::from_utf8(bytes).unwrap()),
            _ => None,
        });
    let mut shown: Vec<String> = texts.filter(|text| !text.starts_with("HTTP/1.1")).collect();
    assert_eq!(shown.len(), 15);
    // It is looked at twice a second, so that not every state is shown, and some are more than once.
    shown.dedup();
    assert_eq!(shown.len(), 11);
    let mut rest = states.iter();
    for state in &shown {
        assert!(rest.any(|ours| ours == state), "{state} is not among {states:#?}");
    }
    assert_eq!(rest.len(), 0, "the last state is the last that is shown");
}

#[test]
fn viewers_are_told_of_a_game_until_it_is_over() {
    let host =
        ContestHost::open(ContestOptions { viewer: Some(0), ..options("external,charge", 1) });
    let host = host.unwrap();
    let (address, door) = (host.addresses().unwrap()[0].1, host.viewer_address().unwrap().unwrap());
    let server = thread::spawn(move || {
        host.run(&|_, _| (), &AtomicBool::new(false)).unwrap();
    });
    let stream = TcpStream::connect(door).unwrap();
    let (mut viewer, _) = tungstenite::client(format!("ws://{door}/ws/geister"), stream).unwrap();
    // One that says nothing, one that leaves, and more than there is room for.
    let silent = TcpStream::connect(door).unwrap();
    drop(TcpStream::connect(door).unwrap());
    let crowd: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(door).unwrap()).collect();
    let mut state = || {
        let message = viewer.read().ok().filter(tungstenite::Message::is_text);
        message.map(|message| message.into_text().unwrap().to_string())
    };
    assert_eq!(state().unwrap(), "null");
    let mut client = Client::set_up(address);
    client.expect("MOV?");
    let mut states = std::iter::repeat_with(&mut state).map(Option::unwrap);
    assert!(states.any(|seen| seen.starts_with("MV0:14")));
    drop((client, silent, crowd));
    let last = std::iter::repeat_with(&mut state).map_while(|seen| seen).last().unwrap();
    assert!(last.starts_with("WI1:14"), "{last}");
    server.join().unwrap();
}

/// The original's log: what it wrote after the result is left out, since ours has stopped.
fn compare_logs(run: &str, table: &ContestTable) {
    let recorded = text(GAME, run, "server-log.txt.gz");
    let ours = table.original_log();
    if recorded.contains("winner=") {
        assert_eq!(ours, recorded, "{run}");
    } else {
        assert!(recorded.starts_with(&ours), "{run}: {ours} is not the start of {recorded}");
        assert!(!ours.contains("winner="), "{run}");
    }
    // Our own log can be played over again.
    let log = Log {
        header: table.game().header().clone(),
        events: table.game().events().to_vec(),
        is_torn: false,
    };
    let read = Log::parse(&log.to_text().unwrap()).unwrap();
    let options = Settings::defaults(&GEISTER_OPTIONS);
    GEISTER.open(&options).replay(&read, &mut |_, _| ()).unwrap();
}

#[test]
fn what_the_original_breaks_down_over_is_refused_by_a_forgiving_server() {
    let seat = Seat::new(0);
    let lines = |table: &mut ContestTable, line: &str| -> Vec<String> {
        let told = table.heard(seat, line.as_bytes()).into_iter();
        told.filter(|told| told.seat == seat).map(|told| told.line).collect()
    };
    let mut table = table(Manners::default());
    for line in ["SET:ABCZ", "SET:AABB", "", "MOV:,N", "SET:", "SET:ABC\u{c9}"] {
        assert_eq!(lines(&mut table, line), ["NG "], "{line}");
    }
    assert_eq!(lines(&mut table, "SET:hgfe"), ["OK "]);
    table.heard(Seat::new(1), b"SET:ABCD");
    // On one's own turn a command that cannot be read loses, as any illegal one.
    let told = lines(&mut table, "");
    assert_eq!((told.len(), told[0].as_str(), &told[1][..4]), (2, "NG ", "LST:"));
}

#[test]
fn a_flood_of_refused_commands_loses() {
    let mut table = table(Manners { may_retry: true, ..Manners::default() });
    let told: Vec<_> = (0..2000).flat_map(|_| table.heard(Seat::new(1), b"HELLO")).collect();
    assert!(table.is_over());
    assert_eq!(told.len(), 1001 + 2);
    assert!(told[1001].line.starts_with("WON:") && told[1001].seat == Seat::new(0));
}
