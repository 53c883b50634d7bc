//! Recorded clients of JSettlers against the front desk of its small server: they are let in, sent away and told of
//! games as by the recorded server.

use std::collections::BTreeSet;

use crate::{
    jsettlers_client_replay::compared,
    jsettlers_desk::Desk,
    recording::{Seen, connection, files, runs},
};

/// What happened on all connections of a run, in the order in which it was seen, with the time.
fn events(run: &str, names: &[String]) -> Vec<(f64, usize, Seen)> {
    let mut events = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let units = connection("jsettlers", run, name);
        events.extend(units.iter().map(|unit| (unit.g, unit.t, place, unit.seen())));
    }
    events.sort_by_key(|(order, ..)| *order);
    events.into_iter().map(|(_, time, place, seen)| (time, place, seen)).collect()
}

/// The game that a message of a server is about, if it is about one.
fn game(text: &str) -> &str {
    let mut fields = text.split(['|', ',', '\u{1}', '\u{c0}']);
    match &text[..text.len().min(4)] {
        "1011" | "1013" => fields.next_back().unwrap_or_default(),
        _ => fields.nth(1).unwrap_or_default(),
    }
}

/// Opens or deletes a game of robots, or ends all, as the server does by itself, when the first is told of it.
fn do_by_itself(desk: &mut Desk, text: &str) {
    let name = game(text);
    match &text[..text.len().min(6)] {
        "1079|~" if !desk.has(name) => {
            desk.open(name, &text.split(',').skip(2).collect::<Vec<_>>(), None);
        }
        "1015|~" if desk.has(name) => desk.delete(name),
        "1069|2" if text.starts_with("1069|23,") => desk.end(),
        _ => {}
    }
}

/// Plays the connections of a run over; says how many messages were compared.
fn replay(run: &str, names: &[String]) -> usize {
    let events = events(run, names);
    let text = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
    let begun: BTreeSet<String> = events
        .iter()
        .filter_map(|(_, _, seen)| match seen {
            Seen::Server(bytes) => Some(text(bytes)).filter(|text| text.starts_with("1018|")),
            _ => None,
        })
        .map(|text| game(&text).to_owned())
        .collect();
    let is_compared = |text: &str| {
        let of_lists = ["1015|~", "1016|", "1079|", "1083|"];
        let is_of_lists = of_lists.iter().any(|kind| text.starts_with(kind));
        // What happens in games that were begun is compared elsewhere; a ping comes by the clock.
        let is_elsewhere = begun.contains(game(text)) && !is_of_lists;
        !is_elsewhere && !text.starts_with("9999|150")
    };
    let mut desk = Desk::default();
    let mut recorded: Vec<Vec<String>> = vec![Vec::new(); names.len()];
    let mut gone = BTreeSet::new();
    for (time, place, seen) in events {
        desk.wait(time);
        match seen {
            Seen::Open => desk.come(place, time),
            // What is told somebody who has just hung up is a matter of time.
            _ if gone.contains(&place) => {}
            Seen::Server(bytes) => {
                let text = text(&bytes);
                do_by_itself(&mut desk, &text);
                recorded[place].push(text);
            }
            Seen::Client(bytes) => desk.hear(place, &bytes),
            Seen::ServerGone => {
                assert!(!desk.is_here(place), "{} is sent away", names[place]);
                gone.insert(place);
            }
            Seen::ClientGone => {
                assert!(desk.is_here(place), "{} is not sent away", names[place]);
                gone.insert(place);
                desk.hang_up(place);
            }
            Seen::Other => {}
        }
    }
    let mut all = 0;
    for (place, name) in names.iter().enumerate() {
        // How long somebody has to wait goes by the clock.
        let timeless = |text: &String| match text.split_once("Please wait ") {
            Some((before, _)) => before.to_owned(),
            None => compared(text),
        };
        let told = |texts: &[String]| {
            let texts = texts.iter().filter(|text| is_compared(text));
            texts.map(timeless).collect::<Vec<_>>()
        };
        let (recorded, mut ours) = (told(&recorded[place]), told(desk.told(place)));
        // Where several hang up at once, who is told that the games of the others are gone is a matter of time.
        let is_late = |text: &String| text.starts_with("1015|");
        while gone.contains(&place)
            && ours.len() > recorded.len()
            && ours.last().is_some_and(is_late)
        {
            ours.pop();
        }
        for (number, (one, other)) in recorded.iter().zip(&ours).enumerate() {
            assert_eq!(one, other, "{name}, message {number}");
        }
        assert_eq!(recorded.len(), ours.len(), "{name}: {recorded:#?} and {ours:#?}");
        all += recorded.len();
    }
    all
}

#[test]
fn clients_are_let_in_and_sent_away_as_by_the_recorded_server() {
    let mut connections = 0;
    for (run, names, messages) in [
        ("probes", "a", 438),
        ("probes", "b", 216),
        ("probes", "c", 305),
        ("human", "g3", 39),
        ("human", "watcher", 21),
        ("games", "plain", 20),
        ("games", "checked", 40),
        ("drop", "robot", 20),
    ] {
        let mut all = files("jsettlers", run);
        all.retain(|name| name.starts_with(names));
        assert_eq!(replay(run, &all), messages, "{run}, {names}");
        connections += all.len();
    }
    // These are all.
    let all = runs("jsettlers").into_iter().map(|run| files("jsettlers", &run).len());
    assert_eq!(connections, all.sum::<usize>());
}
