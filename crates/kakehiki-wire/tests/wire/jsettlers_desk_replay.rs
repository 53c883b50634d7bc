//! Recorded clients of JSettlers against the front desk of its small server: they are let in, sent away and told of
//! games as by the recorded server.

use std::collections::BTreeSet;

use crate::{
    jsettlers_client_replay::compared,
    jsettlers_desk::Desk,
    recording::{Seen, connection, files},
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

/// Plays the connections of a run over; says how many messages were compared.
fn replay(run: &str, is_of: impl Fn(&str) -> bool) -> usize {
    let mut names = files("jsettlers", run);
    names.retain(|name| is_of(name));
    names.sort();
    let events = events(run, &names);
    let text = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect::<String>();
    let named = |kind: &str| {
        let told = events.iter().filter_map(|(_, _, seen)| match seen {
            Seen::Server(bytes) => Some(text(bytes)),
            _ => None,
        });
        let told = told.filter(|text| text.starts_with(kind));
        told.map(|text| game(&text).to_owned()).collect::<BTreeSet<_>>()
    };
    let (begun, made) = (named("1018|"), named("1016|"));
    let is_compared = |text: &str| {
        let is_of_lists = ["1016|", "1079|", "1083|"].iter().any(|it| text.starts_with(it));
        // Games that were begun are compared elsewhere, those of robots the server makes by itself, and a ping comes by
        // the clock.
        let is_elsewhere = begun.contains(game(text)) && !is_of_lists;
        let is_of_robots = game(text).starts_with('~') && !made.contains(game(text));
        !is_elsewhere && !is_of_robots && !text.starts_with("9999|150")
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
            Seen::Server(bytes) => recorded[place].push(text(&bytes)),
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
    for (run, names, messages) in [
        ("probes", "a", 438),
        ("probes", "b", 216),
        ("probes", "c", 305),
        ("human", "g3", 39),
        ("games", "plain", 5),
        ("games", "checked", 10),
        ("drop", "robot", 10),
    ] {
        // Who comes again here is told of a game that the server had made by itself.
        let is_of = |name: &str| name.starts_with(names) && name != "robot91-reconnected";
        assert_eq!(replay(run, is_of), messages, "{run}, {names}");
    }
}
