//! Acts that are taken back, and those that stand.

use std::collections::{BTreeMap, BTreeSet};

use kakehiki_core::{Event, Log, Occupant, Seat, Settings};
use kakehiki_games::{Numbers, Observer, Standing, find};
use kakehiki_web::Position;
use serde_json::{Value, json};

use crate::client::{Created, TestServer};

/// A game of agents who play quickly, as its log.
fn played(game: &str, agent: &str, seed: u64) -> Log {
    let game = find(game).unwrap();
    let table = game.open(&Settings::defaults(game.options()));
    let agents = vec![Occupant::Agent(agent.to_owned()); table.seats()];
    let mut ongoing = table.begin(agents, Numbers { seed, ..Numbers::default() }).unwrap();
    // Long enough for every kind of act, short enough for a test.
    while ongoing.events().len() < 3000 && ongoing.advance() {}
    Log { header: ongoing.header().clone(), events: ongoing.events().to_vec(), is_torn: false }
}

/// What can be said of each kind of act, at once and after the step that followed it.
type Found = BTreeMap<(String, &'static str), BTreeSet<String>>;

fn look_through(log: &Log, found: &mut Found) {
    let mut position = Position::begin(&log.header).unwrap();
    let mut last: Option<(Seat, String)> = None;
    for event in &log.events {
        position.step(event).unwrap();
        if let Some((seat, kind)) = last.take()
            && event.is_step()
        {
            let then = format!("{:?}", position.may_undo(seat).unwrap());
            let by = match event {
                Event::Chance { .. } => "chance",
                Event::Action { seat: next, .. } if *next != seat => "another",
                _ => "itself",
            };
            found.entry((kind, by)).or_default().insert(then);
        }
        if let Event::Action { seat, play } = event {
            let kind = play.split(':').next().unwrap_or_default().to_owned();
            let now = format!("{:?}", position.may_undo(*seat).unwrap());
            found.entry((kind.clone(), "at once")).or_default().insert(now);
            last = Some((*seat, kind));
        }
    }
    if position.outcome().is_some() {
        for seat in Seat::all(log.header.seats.len()) {
            assert_eq!(position.may_undo(seat), Some(Err(Standing::Over)));
        }
    }
}

#[test]
fn what_was_thrown_stolen_bought_shown_or_answered_stands() {
    let mut found = Found::new();
    for seed in 0..3 {
        look_through(&played("catan", "weighted", seed), &mut found);
        look_through(&played("catan", "random", seed), &mut found);
    }
    let said = |kind: &str, when: &'static str| {
        let said = found.get(&(kind.to_owned(), when)).cloned().unwrap_or_default();
        said.into_iter().collect::<Vec<_>>().join(" or ")
    };
    for kind in ["road", "bank"] {
        assert!(said(kind, "at once").contains("Ok(())"), "{kind}: {}", said(kind, "at once"));
    }
    for kind in ["roll", "buy", "robber"] {
        assert_eq!(said(kind, "chance"), "Err(Chance)", "{kind}");
    }
    assert_eq!(said("knight", "at once"), "Err(Told)");
    assert_eq!(said("offer", "another"), "Err(Answered)");
    assert_eq!(said("end", "at once"), "Err(Turn)");
    let mut found = Found::new();
    look_through(&played("geister", "random", 1), &mut found);
    assert!(found.values().all(|said| !said.contains("Ok(())")), "a move ends the turn");
}

async fn table(server: &TestServer) -> Created {
    let person = json!({"kind": "person"});
    let seats = [&person, &person, &json!({"kind": "agent", "agent": "weighted"})];
    let order = json!({"game": "catan", "seats": seats, "seed": 11, "pace": "instant"});
    server.create(&order).await
}

async fn act(server: &TestServer, game: &Created, seat: usize, action: &str) {
    let act = json!({"action": action});
    let answer = server.post(&game.path("/act"), Some(game.token(seat)), &act).await;
    assert_eq!(answer.status, 200, "{action}: {}", answer.text());
}

async fn look(server: &TestServer, game: &Created, seat: usize) -> Value {
    server.get(&game.path(""), Some(game.token(seat))).await.json()
}

/// Without the number of changes, which an act that was taken back raises.
fn without_seq(mut view: Value) -> Value {
    view.as_object_mut().unwrap().remove("seq");
    view
}

fn choices(view: &Value) -> Vec<String> {
    let actions = view["menu"]["actions"].as_array().unwrap();
    actions.iter().map(|action| action.as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_an_act_back_goes_on_as_if_it_had_never_been() {
    let server = TestServer::start().await;
    let (one, two) = (table(&server).await, table(&server).await);
    let mut page = server.socket(&one.id, Some(one.token(0)), None).await;
    assert!(page.until_called().await);
    let first = look(&server, &one, 0).await;
    assert_eq!(first["undo"], "nothing");
    let menu = choices(&first);
    act(&server, &one, 0, &menu[3]).await;
    let between = look(&server, &one, 0).await;
    assert_eq!(between["undo"], "may");
    assert!(look(&server, &one, 1).await["undo"] == "nothing", "that is for each seat");
    let taken = server.post(&one.path("/undo"), Some(one.token(0)), &json!({})).await;
    assert_eq!(taken.status, 200, "{}", taken.text());
    let after = look(&server, &one, 0).await;
    assert!(after["seq"].as_u64() > between["seq"].as_u64(), "numbers never fall");
    assert_eq!(without_seq(after), without_seq(first));
    // By the socket, and once however often it is sent.
    act(&server, &one, 0, &menu[4]).await;
    let seq = look(&server, &one, 0).await["seq"].as_u64().unwrap();
    let undo = json!({"type": "undo", "client_id": "u", "seen_seq": seq});
    page.send(&undo).await;
    let ok = page.next_of(&["ok", "refused"]).await;
    assert_eq!(ok["type"], "ok", "{ok}");
    page.send(&undo).await;
    assert_eq!(page.next_of(&["ok", "refused"]).await, ok);
    page.send(&json!({"type": "undo", "client_id": "v", "seen_seq": seq})).await;
    assert_eq!(page.next_of(&["ok", "refused"]).await["code"], "stale");
    // Both tables go on alike, to the first throw and beyond it.
    let mut thrown = false;
    for _ in 0..40 {
        for seat in [0, 1] {
            let (a, b) = (look(&server, &one, seat).await, look(&server, &two, seat).await);
            assert_eq!(without_seq(a.clone()), without_seq(b), "P{seat}");
            if a["menu"].is_null() {
                continue;
            }
            let menu = choices(&a);
            let choice = menu[menu.len() / 2].clone();
            thrown |= choice == "roll";
            for game in [&one, &two] {
                act(&server, game, seat, &choice).await;
            }
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        }
        if thrown {
            break;
        }
    }
    assert!(thrown);
    let read = |game: &Created| {
        let path = server.folder.path().join(format!("{}.jsonl", game.id));
        let text = std::fs::read_to_string(path).unwrap();
        (text.lines().count(), Log::parse(&text).unwrap())
    };
    let ((lines, read_one), (_, read_two)) = (read(&one), read(&two));
    assert_eq!(lines, read_two.events.len() + 1 + 4, "nothing is ever taken out of the file");
    let standing = |log: &Log| {
        let stands = |event: &&Event| !matches!(event, Event::Undo { .. });
        log.events.iter().filter(stands).cloned().collect::<Vec<_>>()
    };
    assert_eq!(standing(&read_one), standing(&read_two));
    assert_eq!(Log::parse(&read_one.to_text().unwrap()).unwrap(), read_one, "read twice");
    // A server that comes back knows what was taken back.
    let before = [look(&server, &one, 0).await, look(&server, &one, 1).await];
    let server = TestServer::on(server.stop().await, |_| {}).await;
    assert_eq!([look(&server, &one, 0).await, look(&server, &one, 1).await], before);
    let stands = server.post(&one.path("/undo"), Some(one.token(0)), &json!({})).await;
    assert_eq!((stands.status, stands.code().as_str()), (409, "stands"), "{}", stands.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_last_act_of_this_turn_is_taken_back() {
    let server = TestServer::start().await;
    let game = table(&server).await;
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    let undo = async |seat: usize| {
        let answer = server.post(&game.path("/undo"), Some(game.token(seat)), &json!({})).await;
        (answer.status, answer.text())
    };
    assert_eq!(undo(0).await.0, 409, "nothing was done");
    let menu = choices(&look(&server, &game, 0).await);
    act(&server, &game, 0, &menu[0]).await;
    assert_eq!(undo(1).await.0, 409, "that is not its own");
    assert_eq!(server.post(&game.path("/undo"), None, &json!({})).await.status, 403);
    let menu = choices(&look(&server, &game, 0).await);
    act(&server, &game, 0, &menu[0]).await;
    // Two acts of one turn, one after the other.
    assert_eq!(undo(0).await.0, 200);
    assert_eq!(undo(0).await.0, 200);
    assert_eq!(undo(0).await.0, 409);
    let menu = choices(&look(&server, &game, 0).await);
    act(&server, &game, 0, &menu[0]).await;
    let menu = choices(&look(&server, &game, 0).await);
    act(&server, &game, 0, &menu[0]).await;
    let menu = choices(&look(&server, &game, 1).await);
    act(&server, &game, 1, &menu[0]).await;
    let (status, text) = undo(0).await;
    assert_eq!(status, 409);
    assert!(text.contains("somebody else has acted since"), "{text}");
    let view = server.get(&game.path(""), None).await.json();
    assert!(view.get("undo").is_none(), "who looks on is told nothing of it: {view}");
}

#[test]
fn words_and_times_stay_when_an_act_is_taken_back() {
    let mut log = played("catan", "weighted", 5);
    let at = log.events.iter().position(|event| matches!(event, Event::Action { .. })).unwrap();
    let Event::Action { seat, .. } = log.events[at].clone() else { unreachable!() };
    log.events.truncate(at + 1);
    let said = Event::Text { seat: Some(seat), text: "wait".to_owned() };
    let clock = Event::Clock { seat, took: 5, left: None };
    let mut whole = log.clone();
    whole.events.extend([clock.clone(), said.clone(), Event::Undo { seat, gone: false }]);
    let read = Log::parse(&whole.to_text().unwrap()).unwrap();
    log.events.truncate(at);
    log.events.extend([clock, said, Event::Undo { seat, gone: true }]);
    assert_eq!(read, log);
    let mut position = Position::open(&read).unwrap();
    assert!(position.seq(Observer::Spectator) > 3);
    // What nobody did cannot be taken back.
    whole.events.push(Event::Undo { seat: Seat::new(seat.index() + 1), gone: false });
    let error = Log::parse(&whole.to_text().unwrap()).unwrap_err();
    assert!(error.to_string().contains("takes back"), "{error}");
}
