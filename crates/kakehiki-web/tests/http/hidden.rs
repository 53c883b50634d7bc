//! Nobody can tell apart what its seat cannot tell apart: pages, pieces and JSON are the same bytes.

use std::collections::BTreeSet;

use kakehiki_core::{Event, Log, Seat, Settings};
use kakehiki_draw::{Locale, miniature, table_body};
use kakehiki_games::{Numbers, Observer, find};
use kakehiki_web::Position;
use serde_json::json;

use crate::client::{Page, TestServer, geister};

/// All that could reach an observer of a position, as text.
fn everything(position: &mut Position, observer: Observer, tries: &[String]) -> String {
    let look = position.look(observer);
    let mut text = kakehiki_web::look_json(&look);
    for locale in [Locale::En, Locale::Ja] {
        let scene = look.scene(locale);
        for piece in look.fragments(locale) {
            text += &format!("{}: {}\n", piece.id, piece.html);
        }
        text += &table_body(&scene).into_string();
        text += &miniature(&scene).into_string();
    }
    if look.menu.is_some() {
        // What is said to acts that are not allowed is heard by those who try them.
        for action in tries {
            text += &format!("{action}: {:?}\n", position.game().check(action));
        }
    }
    text
}

/// What an observer knows, by which it could tell two games apart.
fn knowledge(position: &mut Position, observer: Observer) -> String {
    let seen = position.sights_from(observer, 0);
    format!("{} {}", position.game().view(observer), json!(seen))
}

/// What is compared of a game: its agents, what is secret in it by how it is written, which of its
/// events are tried, and how often bytes are to be compared at least.
struct Trial {
    game: &'static str,
    agent: &'static str,
    secrets: &'static [&'static str],
    seeds: u64,
    every: usize,
    least: usize,
}

/// A game of agents who play quickly, as its log.
fn log(trial: &Trial, seed: u64) -> Log {
    let game = find(trial.game).unwrap();
    let table = game.open(&Settings::defaults(game.options()));
    let agents = vec![kakehiki_core::Occupant::Agent(trial.agent.to_owned()); table.seats()];
    let mut ongoing = table.begin(agents, Numbers { seed, ..Numbers::default() }).unwrap();
    // Long enough for every kind of secret, short enough for a test.
    while ongoing.events().len() < 700 && ongoing.advance() {}
    Log { header: ongoing.header().clone(), events: ongoing.events().to_vec(), is_torn: false }
}

/// Plays a game beside itself with one secret changed, and compares all that each observer gets for
/// as long as it cannot tell the two apart. Tells how many times bytes were compared.
fn compare(log: &Log, fallen: &BTreeSet<String>, tries: &[String], trial: &Trial) -> usize {
    let seats = log.header.seats.len();
    let observers = Seat::all(seats).map(Observer::Seat).chain([Observer::Spectator]);
    let observers: Vec<Observer> = observers.collect();
    let mut compared = 0;
    let is_secret = |event: &Event| {
        let (Event::Chance { fell: text, .. } | Event::Action { play: text, .. }) = event else {
            return false;
        };
        trial.secrets.iter().any(|secret| text.starts_with(secret))
    };
    let secret = log.events.iter().enumerate().filter(|(_, event)| is_secret(event));
    for (index, event) in secret.step_by(trial.every) {
        let prefix = |events: Vec<Event>| {
            let mut log = log.clone();
            log.events = events;
            for event in &mut log.events {
                if let Event::Chance { given, .. } = event {
                    *given = true;
                }
            }
            log
        };
        let before = log.events[..index].to_vec();
        let others: Vec<Event> = match event {
            Event::Chance { fell, .. } => {
                let others = fallen.iter().filter(|other| *other != fell);
                others.map(|fell| Event::Chance { fell: fell.clone(), given: true }).collect()
            }
            Event::Action { seat, play } => {
                let here = Position::open(&prefix(before.clone())).unwrap();
                let menu = here.game().menu().actions.into_iter().filter(|other| other != play);
                menu.take(6).map(|play| Event::Action { seat: *seat, play }).collect()
            }
            _ => continue,
        };
        for other in others {
            let Ok(mut one) = Position::open(&prefix(before.clone())) else { continue };
            let Ok(mut two) = Position::open(&prefix(before.clone())) else { continue };
            if one.step(event).is_err() || two.step(&other).is_err() {
                continue;
            }
            let mut same: Vec<Observer> = observers.clone();
            for next in log.events[index + 1..].iter().take(12) {
                same.retain(|observer| {
                    knowledge(&mut one, *observer) == knowledge(&mut two, *observer)
                });
                if same.is_empty() {
                    break;
                }
                for observer in &same {
                    let texts = [&mut one, &mut two].map(|it| everything(it, *observer, tries));
                    assert!(texts[0] == texts[1], "{observer:?} after {event:?} or {other:?}");
                    compared += 1;
                }
                if !next.is_step() {
                    continue;
                }
                if one.step(next).is_err() || two.step(next).is_err() {
                    break;
                }
            }
        }
    }
    compared
}

fn check(trial: &Trial) {
    let logs: Vec<Log> = (0..trial.seeds).map(|seed| log(trial, seed)).collect();
    let events = logs.iter().flat_map(|log| &log.events);
    let fallen = events.filter_map(|event| match event {
        Event::Chance { fell, .. } => Some(fell.clone()),
        _ => None,
    });
    let is_secret = |fell: &String| trial.secrets.iter().any(|secret| fell.starts_with(secret));
    let fallen: BTreeSet<String> = fallen.filter(is_secret).collect();
    let tried = logs.iter().flat_map(|log| &log.events).filter_map(|event| match event {
        Event::Action { play, .. } => Some(play.clone()),
        _ => None,
    });
    let mut tries: Vec<String> = tried.collect::<BTreeSet<_>>().into_iter().collect();
    let gap = tries.len() / 30 + 1;
    tries = tries.into_iter().step_by(gap).chain(["nonsense".to_owned()]).collect();
    let compared: usize = logs.iter().map(|log| compare(log, &fallen, &tries, trial)).sum();
    let Trial { game, least, .. } = trial;
    assert!(compared >= *least, "{game}: only {compared} pairs were compared");
    println!("{game}: {compared} pairs");
}

#[test]
fn ghosts_of_the_other_are_not_told_by_pages_or_json() {
    let secrets = &["set:", "ask:", "for:"];
    let trial = Trial { game: "geister", agent: "random", secrets, seeds: 3, every: 1, least: 50 };
    check(&trial);
    check(&Trial { game: "negogeister", ..trial });
}

#[test]
fn hands_and_cards_of_others_are_not_told_by_pages_or_json() {
    let secrets = &["stolen:", "card:", "discard:"];
    check(&Trial { game: "catan", agent: "weighted", secrets, seeds: 2, every: 7, least: 50 });
}

#[test]
fn roles_and_votes_are_not_told_by_pages_or_json() {
    let secrets = &[""];
    check(&Trial { game: "werewolf", agent: "random", secrets, seeds: 1, every: 9, least: 50 });
}

/// Two games over HTTP that differ in what the second person set up, played alike.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_to_a_seat_does_not_depend_on_the_secrets_of_another() {
    let server = TestServer::start().await;
    let mut told: Vec<Vec<String>> = Vec::new();
    let mut pages: Vec<Page> = Vec::new();
    for secret in ["set:ABCD", "set:EFGH"] {
        let game = server.create(&geister(["person", "person"])).await;
        let (first, second) = (game.token(0), game.token(1));
        let mut page = server.socket(&game.id, Some(first), None).await;
        let mut texts = Vec::new();
        let acts = [(first, "set:ABEF"), (second, secret), (first, "A,N"), (second, "A,N")];
        for (token, action) in acts {
            for path in ["", "?seat=P1", "?seat=analyst", "/log", "/events?wait=0"] {
                let answer = server.get(&game.path(path), Some(first)).await;
                texts.push(format!("{} {}", answer.status, answer.text()));
            }
            // What is found out about a game for those who may know everything stays closed.
            for path in ["worth", "why?seat=1&fact=P0:A", "frame?as=1", "picture"] {
                let path = format!("/replay/{}/{path}", game.id);
                let answer = server.get(&path, Some(first)).await;
                assert_eq!(answer.status, 403, "{path}");
                texts.push(answer.text().replace(&game.id, ""));
            }
            // The first person tries things that are not its to do.
            for wrong in ["set:ABCD", "B,exit", "refuse", "{"] {
                if token != first {
                    let wrong = json!({"action": wrong});
                    let answer = server.post(&game.path("/act"), Some(first), &wrong).await;
                    texts.push(answer.text());
                }
            }
            let answer =
                server.post(&game.path("/act"), Some(token), &json!({"action": action})).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
            if token == first {
                texts.push(answer.text());
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        while page.page.seq < 6 {
            page.next_of(&["snapshot", "push"]).await;
        }
        told.push(texts);
        pages.push(page.page);
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(pages[0], pages[1]);
}
