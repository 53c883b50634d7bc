//! Logs: written as games go on, read back, replayed, torn and forged.

use std::io::{self, Write};

use kakehiki_core::{
    Ending, Event, Game, Header, Log, LogWriter, Missing, Occupant, OngoingGame, Reply, Seat,
    SeatSet, Seed, Verdict, play,
};
use proptest::prelude::*;

use crate::{
    agents::{Agents, Keeper, Puppet, agents_with, panic_on_purpose, random_agents},
    toy::{Action, GUESSER, HOLDER, Stage, State, Toy},
};

const HEADER: &str = r#"{"format":"kakehiki-log","version":2,"game":"toy","options":{"deck":"small"},"seats":[{"agent":"random"},{"person":"ねこ"},{"agent":"random"}],"seed":1,"match":2,"game_index":3}"#;

/// A whole game, line by line.
const GAME: [&str; 10] = [
    HEADER,
    r#"{"chance":{"fell":"card:2"}}"#,
    r#"{"action":{"seat":"P0","play":"pick:1"}}"#,
    r#"{"action":{"seat":"P1","play":"pick:2"}}"#,
    r#"{"action":{"seat":"P2","play":"pick:3"}}"#,
    r#"{"chance":{"fell":"die:6"}}"#,
    r#"{"fallback":{"seat":"P0","play":"say:0","problem":"眠い"}}"#,
    r#"{"action":{"seat":"P0","play":"hide"}}"#,
    r#"{"action":{"seat":"P1","play":"guess:2"}}"#,
    r#"{"end":{"ending":{"won":["P1"]}}}"#,
];

/// The same as it was written when only agents could sit down.
const OLD_GAME: [&str; 10] = [
    r#"{"format":"kakehiki-log","version":1,"game":"toy","options":{"deck":"small"},"agents":["random","ねこ","random"],"seed":1,"match":2,"game_index":3}"#,
    r#"{"chance":{"fell":"card:2"}}"#,
    r#"{"action":{"seat":0,"play":"pick:1"}}"#,
    r#"{"action":{"seat":1,"play":"pick:2"}}"#,
    r#"{"action":{"seat":2,"play":"pick:3"}}"#,
    r#"{"chance":{"fell":"die:6"}}"#,
    r#"{"fallback":{"seat":0,"play":"say:0","problem":"眠い"}}"#,
    r#"{"action":{"seat":0,"play":"hide"}}"#,
    r#"{"action":{"seat":1,"play":"guess:2"}}"#,
    r#"{"end":{"ending":{"won":2}}}"#,
];

fn text(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

/// The game with one line, counted from one, replaced.
fn with_line(number: usize, line: &str) -> String {
    let mut lines = GAME;
    lines[number - 1] = line;
    text(&lines)
}

fn header() -> Header {
    let random = || Occupant::Agent("random".to_owned());
    let seats = vec![random(), Occupant::Person("ねこ".to_owned()), random()];
    let mut header = Header::new("toy", seats, 1, 2, 3);
    header.options.insert("deck".to_owned(), "small".to_owned());
    header
}

/// Plays a game and writes its log.
fn written(agents: &mut Agents, seed: u64) -> Vec<u8> {
    let mut writer = LogWriter::new(Vec::new(), &header()).unwrap();
    play(&Toy, agents, Seed::experiment(seed), &mut writer);
    writer.finish().unwrap()
}

/// What is wrong with a log that cannot be read.
fn unreadable(text: &str) -> String {
    Log::parse(text).unwrap_err().to_string()
}

/// What is wrong with a log that can be read but not replayed.
fn unplayable(text: &str) -> String {
    Log::parse(text).unwrap().replay(&Toy, |_, _| ()).unwrap_err().to_string()
}

#[test]
fn a_log_says_what_happened_line_by_line() {
    // The guesser knows the first card of this seed; the holder falls asleep over what to say.
    let mut agents = agents_with(
        HOLDER,
        Puppet::new().deciding(|view, _, _| match view.stage {
            Stage::Pick => Some(Action::Pick(1)),
            Stage::Say => panic_on_purpose(),
            _ => Some(Action::Hide),
        }),
    );
    agents[GUESSER.index()] = Box::new(Puppet::new().deciding(|view, _, _| {
        Some(if view.stage == Stage::Pick { Action::Pick(2) } else { Action::Guess(2) })
    }));
    let log = String::from_utf8(written(&mut agents, 1)).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[0], HEADER);
    assert_eq!(lines[1], r#"{"chance":{"fell":"card:2"}}"#);
    assert_eq!(lines[2], r#"{"action":{"seat":"P0","play":"pick:1"}}"#);
    assert_eq!(lines[6], r#"{"fallback":{"seat":"P0","play":"say:0","problem":"it panicked"}}"#);
    assert_eq!(*lines.last().unwrap(), r#"{"end":{"ending":{"won":["P1"]}}}"#);
    assert!(log.ends_with('\n'));
}

#[test]
fn a_log_reads_back_as_it_was_written() {
    let log = Log::parse(&text(&GAME)).unwrap();
    assert_eq!(log.header, header());
    assert!(!log.is_torn);
    assert_eq!(log.events.len(), GAME.len() - 1);
    assert_eq!(log.events[0], Event::Chance { fell: "card:2".to_owned(), given: false });
    let ending = Ending::Won(SeatSet::only(GUESSER));
    assert_eq!(log.events.last(), Some(&Event::End { ending }));
}

/// What a replay tells.
fn told(event: &Event, ongoing: &OngoingGame<Toy>) -> (Event, State) {
    (event.clone(), ongoing.state().clone())
}

#[test]
fn a_log_of_version_1_is_read_as_what_it_meant() {
    let old = Log::parse(&text(&OLD_GAME)).unwrap();
    let new = Log::parse(&text(&GAME)).unwrap();
    assert_eq!(old.events, new.events);
    let agent = |name: &str| Occupant::Agent(name.to_owned());
    let seats = vec![agent("random"), agent("ねこ"), agent("random")];
    assert_eq!(old.header, Header { seats, ..new.header });
    old.replay(&Toy, |_, _| ()).unwrap();
}

#[test]
fn what_people_do_beside_the_game_has_room_and_changes_nothing() {
    let beside = [
        r#"{"clock":{"seat":"P0","took":1200,"left":58800}}"#,
        r#"{"statement":{"seat":"P0","says":"card=2"}}"#,
        r#"{"proof":{"line":4,"seat":"P1","holds":true}}"#,
        r#"{"text":{"seat":"P1","text":"うそだ"}}"#,
        r#"{"text":{"text":"five minutes left"}}"#,
        r#"{"question":{"seat":"P1","id":"trust","text":"Do you believe it?"}}"#,
        r#"{"answer":{"seat":"P1","id":"trust","answer":{"scale":2}}}"#,
    ];
    let plain = Log::parse(&text(&GAME)).unwrap();
    for place in 1..=GAME.len() {
        let mut lines = GAME.to_vec();
        lines.splice(place..place, beside);
        let written = text(&lines);
        let log = Log::parse(&written).unwrap();
        let ended = log.replay(&Toy, |_, _| ()).unwrap();
        assert_eq!(ended.record(), plain.replay(&Toy, |_, _| ()).unwrap().record());
        let mut copy = LogWriter::new(Vec::new(), &log.header).unwrap();
        log.events.iter().for_each(|event| copy.write(event));
        assert_eq!(String::from_utf8(copy.finish().unwrap()).unwrap(), written);
    }
}

#[test]
fn the_same_seed_writes_the_identical_bytes() {
    for seed in 0..20 {
        assert_eq!(written(&mut random_agents(), seed), written(&mut random_agents(), seed));
    }
    assert_ne!(written(&mut random_agents(), 0), written(&mut random_agents(), 1));
}

#[test]
fn a_replay_tells_the_same_happenings_and_states_as_the_game() {
    for seed in 0..50 {
        let log = Log::from_bytes(&written(&mut random_agents(), seed)).unwrap();
        let mut played = Keeper::default();
        play(&Toy, &mut random_agents(), Seed::experiment(seed), &mut played);
        let mut replayed = Vec::new();
        let last = log.replay(&Toy, |event, ongoing| replayed.push(told(event, ongoing))).unwrap();
        let played = played.0.iter().map(|(happening, after)| (happening.into(), after.clone()));
        assert_eq!(replayed, played.collect::<Vec<_>>());
        assert_eq!(Some(last.state()), replayed.last().map(|(_, state)| state));
    }
}

#[test]
fn a_log_written_from_a_replay_is_the_same_log() {
    let bytes = written(&mut random_agents(), 4);
    let log = Log::from_bytes(&bytes).unwrap();
    let mut copy = LogWriter::new(Vec::new(), &log.header).unwrap();
    log.replay(&Toy, |event, _| copy.write(event)).unwrap();
    assert_eq!(copy.finish().unwrap(), bytes);
}

#[test]
fn a_forfeited_game_replays_up_to_the_forfeit() {
    let mut agents = agents_with(GUESSER, Puppet::new().deciding(|_, _, _| Some(Action::Show)));
    let mut writer = LogWriter::new(Vec::new(), &header()).unwrap();
    let record = play(&Toy, &mut agents, Seed::experiment(1), &mut writer);
    assert_eq!(record.verdict, Verdict::Forfeited(GUESSER));
    let log = Log::from_bytes(&writer.finish().unwrap()).unwrap();
    let mut last = None;
    let ongoing = log.replay(&Toy, |event, _| last = Some(event.clone())).unwrap();
    assert_eq!(ongoing.state().stage, Stage::Pick);
    assert_eq!(ongoing.record(), Some(record));
    let problem = "show is illegal: it does not belong to Pick".to_owned();
    assert_eq!(last, Some(Event::Forfeit { seat: GUESSER, problem }));
}

#[test]
fn an_unfinished_log_replays_to_where_it_stops() {
    let mut state = Toy.start();
    for lines in 1..=GAME.len() {
        let log = Log::parse(&text(&GAME[..lines])).unwrap();
        let replayed: State = log.replay(&Toy, |_, _| ()).unwrap().state().clone();
        if lines == 1 {
            assert_eq!(replayed, state);
        } else if lines < GAME.len() {
            assert_ne!(replayed, state, "line {lines} changes something");
        }
        state = replayed;
    }
}

#[test]
fn a_log_torn_anywhere_gives_the_events_before_the_tear() {
    let whole = text(&GAME);
    let log = Log::parse(&whole).unwrap();
    let after_header = HEADER.len() + 1;
    for end in 0..=whole.len() {
        let torn = &whole.as_bytes()[..end];
        // A tear may go through a letter, so that what is left is not even text.
        let result = Log::from_bytes(torn);
        if let Ok(torn) = str::from_utf8(torn) {
            assert_eq!(format!("{:?}", Log::parse(torn)), format!("{result:?}"));
        }
        if end < after_header {
            let message = result.unwrap_err().to_string();
            let expected = if end == 0 { "the log is empty" } else { "line 1 is not the header" };
            assert!(message.starts_with(expected), "{end}: {message}");
            continue;
        }
        let torn_log = result.unwrap();
        let complete = torn.split(|byte| *byte == b'\n').count() - 2;
        assert_eq!(torn_log.header, log.header);
        assert_eq!(torn_log.events, log.events[..complete], "{end}");
        assert_eq!(torn_log.is_torn, !torn.ends_with(b"\n"), "{end}");
        torn_log.replay(&Toy, |_, _| ()).unwrap();
    }
}

#[test]
fn lines_may_end_as_other_systems_end_them() {
    let foreign = text(&GAME).replace('\n', "\r\n");
    assert_eq!(Log::parse(&foreign).unwrap(), Log::parse(&text(&GAME)).unwrap());
}

#[test]
fn foreign_files_are_told_what_a_log_begins_with() {
    let format = "line 1 is not the header of a Kakehiki log: \"format\" is not \"kakehiki-log\"";
    let empty =
        "the log is empty; its first line should be a header with \"format\":\"kakehiki-log\"";
    assert_eq!(unreadable(""), empty);
    assert_eq!(
        unreadable("\n"),
        "line 1 is not the header of a Kakehiki log: EOF while parsing a value at column 0"
    );
    for (foreign, message) in [
        ("\0\u{1}\u{fffd}\n", "expected value at column 1"),
        ("MThd\n", "expected value at column 1"),
        ("{\"format\":\"kakehiki-log\"\n", "EOF while parsing an object at column 24"),
    ] {
        let header = "line 1 is not the header of a Kakehiki log";
        assert_eq!(unreadable(foreign), format!("{header}: {message}"));
    }
    for foreign in ["{\"games\":[]}\n", "[1,2]\n", "null\n", "\"kakehiki-log\"\n", "7\n"] {
        assert_eq!(unreadable(foreign), format);
    }
    assert_eq!(unreadable(&with_line(1, &HEADER.replace("kakehiki-log", "kifu"))), format);
}

#[test]
fn bytes_that_are_no_text_are_named_by_their_line() {
    let mut bytes = text(&GAME).into_bytes();
    let place = HEADER.len() + 5;
    bytes[place] = 0xff;
    let message = Log::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(message, "line 2: it is not UTF-8 text");
    bytes[0] = 0xff;
    let message = Log::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(message, "line 1 is not the header of a Kakehiki log: it is not UTF-8 text");
}

#[test]
fn headers_that_are_not_quite_right_are_told_what_is_wrong() {
    for (from, to, message) in [
        (
            "\"version\":2",
            "\"version\":3",
            "the log has format version 3; this program reads versions 1 to 2",
        ),
        ("\"version\":2", "\"version\":99999999999", "this program reads versions 1 to 2"),
        ("\"version\":2,", "", "\"version\" is not a whole number"),
        ("\"version\":2", "\"version\":\"1\"", "\"version\" is not a whole number"),
        ("\"version\":2", "\"version\":-1", "\"version\" is not a whole number"),
        ("\"game\":\"toy\",", "", "missing field `game`"),
        ("\"seed\":1", "\"seed\":-1", "invalid value: integer `-1`, expected u64"),
        ("\"seed\":1", "\"seed\":1,\"mood\":2", "unknown field `mood`"),
    ] {
        let message_found = unreadable(&with_line(1, &HEADER.replace(from, to)));
        assert!(message_found.contains(message), "{to}: {message_found}");
    }
}

#[test]
fn lines_that_are_no_events_are_named_with_what_is_wrong() {
    for (number, line, message) in [
        (3, "", "line 3: EOF while parsing a value at column 0"),
        (5, "rubbish", "line 5: expected value at column 1"),
        (4, r#"{"action":{"seat":"P1","play":"pick:2"}"#, "line 4: EOF while parsing"),
        (2, r#"{"dance":{"fell":"card:2"}}"#, "line 2: unknown variant `dance`, expected one of"),
        (2, r#"{"chance":{"fell":"card:2","by":1}}"#, "line 2: unknown field `by`"),
        (2, r#"{"chance":{}}"#, "line 2: missing field `fell`"),
        (2, r#"{"chance":{"fell":2}}"#, "line 2: invalid type: integer `2`"),
        (3, r#"{"action":{"seat":-1,"play":"x"}}"#, "line 3: invalid value: integer `-1`"),
        (3, r#"{"action":{"seat":18,"play":"x"}}"#, "line 3: seat 18 is not one of 0 to 17"),
        (3, r#"{"action":{"seat":200,"play":"x"}}"#, "line 3: seat 200 is not one of 0 to 17"),
        (10, r#"{"end":{"ending":"victory"}}"#, "line 10: unknown variant `victory`"),
        (2, HEADER, "line 2: unknown variant `format`"),
    ] {
        let found = unreadable(&with_line(number, line));
        assert!(found.starts_with(message), "{line}: {found}");
        // There is one line to be looked at, and the message names no other.
        assert_eq!(found.matches("line ").count(), 1, "{found}");
    }
}

#[test]
fn events_that_the_rules_do_not_allow_are_named_with_what_is_wrong() {
    for (number, line, message) in [
        (3, r#"{"action":{"seat":"P1","play":"pick:1"}}"#, "line 3: P1 acts, but it is P0's turn"),
        (
            2,
            r#"{"action":{"seat":"P0","play":"pick:1"}}"#,
            "line 2: P0 acts, but chance has to fall",
        ),
        (3, r#"{"chance":{"fell":"die:1"}}"#, "line 3: chance falls, but it is P0's turn"),
        (3, r#"{"action":{"seat":"P0","play":"pick:4"}}"#, "line 3: it does not belong to Pick"),
        (3, r#"{"action":{"seat":"P0","play":"dance"}}"#, "line 3: \"dance\" is not an action"),
        (6, r#"{"chance":{"fell":"die:7"}}"#, "line 6: die:7 cannot fall in Roll"),
        (6, r#"{"chance":{"fell":"rain"}}"#, "line 6: \"rain\" is not card or die"),
        (
            7,
            r#"{"fallback":{"seat":"P0","play":"say:1","problem":""}}"#,
            "line 7: say:1 is not the rules' answer here",
        ),
        (
            3,
            r#"{"fallback":{"seat":"P0","play":"pick:1","problem":""}}"#,
            "line 3: pick:1 is not the rules' answer here",
        ),
        (
            7,
            r#"{"fallback":{"seat":"P2","play":"say:0","problem":""}}"#,
            "line 7: P2 acts, but it is P0's turn",
        ),
        (
            7,
            r#"{"forfeit":{"seat":"P3","problem":"it panicked"}}"#,
            "line 7: P3 forfeits, but it is P0's turn",
        ),
        (7, r#"{"forfeit":{"seat":"P0","problem":""}}"#, "line 8: the game is over already"),
        (
            10,
            r#"{"end":{"ending":"drawn"}}"#,
            "line 10: the log says drawn, the rules say won by P1",
        ),
        (
            10,
            r#"{"end":{"ending":{"won":["P0","P2"]}}}"#,
            "line 10: the log says won by P0, P2, the rules say won by P1",
        ),
        (9, r#"{"end":{"ending":"undecided"}}"#, "line 9: the game ends, but it is P1's turn"),
        (10, r#"{"action":{"seat":"P1","play":"fold"}}"#, "line 10: P1 acts, but the game is over"),
        (10, r#"{"chance":{"fell":"die:1"}}"#, "line 10: chance falls, but the game is over"),
    ] {
        assert_eq!(unplayable(&with_line(number, line)), message, "{line}");
    }
}

#[test]
fn a_seat_that_is_not_asked_may_leave() {
    // In the seventh line it is the turn of P0.
    let lines = text(&GAME[..6]) + r#"{"forfeit":{"seat":"P1","problem":"it is gone"}}"# + "\n";
    let log = Log::parse(&lines).unwrap();
    let mut ongoing = log.replay(&Toy, |_, _| ()).unwrap();
    assert_eq!(ongoing.record().unwrap().verdict, Verdict::Forfeited(Seat::new(1)));
    assert!(ongoing.leave(Seat::new(0), String::new()).is_none(), "the game is over");
    assert!(ongoing.answer(Reply::Missing(Missing::Gone)).is_none());
}

#[test]
fn nothing_happens_after_the_end() {
    for line in [GAME[9], GAME[2], r#"{"chance":{"fell":"die:1"}}"#] {
        let longer = text(&GAME) + line + "\n";
        assert_eq!(unplayable(&longer), "line 11: the game is over already");
    }
}

#[test]
fn a_replay_tells_nothing_of_the_line_that_is_wrong() {
    let log = Log::parse(&with_line(6, r#"{"chance":{"fell":"die:7"}}"#)).unwrap();
    let mut told = 0;
    log.replay(&Toy, |_, _| told += 1).unwrap_err();
    assert_eq!(told, 4);
}

/// A disk that is full after some bytes.
struct FullDisk {
    room: usize,
    written: usize,
}

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room < bytes.len() {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        self.room -= bytes.len();
        self.written += 1;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_stops_the_log_but_not_the_game() {
    assert!(LogWriter::new(FullDisk { room: 10, written: 0 }, &header()).is_err());
    let disk = FullDisk { room: HEADER.len() + 100, written: 0 };
    let mut writer = LogWriter::new(disk, &header()).unwrap();
    let record = play(&Toy, &mut random_agents(), Seed::experiment(1), &mut writer);
    assert!(matches!(record.verdict, Verdict::Ended(_)));
    let failure = writer.finish().map(|disk| disk.written).unwrap_err();
    assert_eq!(failure.kind(), io::ErrorKind::StorageFull);
}

#[test]
fn seats_come_only_from_tables_that_can_be() {
    for index in 0..18 {
        // Older logs give the bare number.
        for text in [format!("\"P{index}\""), index.to_string()] {
            assert_eq!(serde_json::from_str::<Seat>(&text).unwrap(), Seat::new(index));
        }
    }
    for text in ["18", "255", "256", "-1", "\"P18\"", "\"0\"", "\"P-1\"", "null"] {
        assert!(serde_json::from_str::<Seat>(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn a_log_with_changed_bytes_is_read_or_refused_without_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = text(&GAME).into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        read_and_replay(&bytes)?;
    }

    #[test]
    fn a_log_with_shuffled_and_cut_lines_is_read_or_refused_without_panic(
        places in prop::collection::vec(0..GAME.len(), 0..20),
        end in any::<prop::sample::Index>(),
    ) {
        let lines: Vec<&str> = std::iter::once(0).chain(places).map(|place| GAME[place]).collect();
        let bytes = text(&lines).into_bytes();
        read_and_replay(&bytes[..end.index(bytes.len() + 1)])?;
    }
}

/// Reads and replays what may be no log; errors name a line that is there.
fn read_and_replay(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let names_a_line = |message: &str| {
        let words: Vec<&str> = message.split([' ', ':']).collect();
        message.starts_with("the log ")
            || words[0] == "line" && words[1].parse().is_ok_and(|line| (1..=lines).contains(&line))
    };
    match Log::from_bytes(bytes) {
        Err(error) => prop_assert!(names_a_line(&error.to_string()), "{}", error),
        Ok(log) => {
            let mut told = 0;
            if let Err(error) = log.replay(&Toy, |_, _| told += 1) {
                prop_assert!(names_a_line(&error.to_string()), "{}", error);
            }
            prop_assert!(told <= log.events.len());
        }
    }
    Ok(())
}
