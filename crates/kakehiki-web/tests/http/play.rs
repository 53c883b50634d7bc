//! Games from start to end, by people and programs.

use std::time::{Duration, Instant};

use kakehiki_core::{Event, Log};
use serde_json::{Value, json};

use crate::client::{Created, TestServer, geister};

/// Plays for one seat over HTTP until the game is over, with the first actions of its menus.
async fn play_on(server: &TestServer, game: &Created, seat: usize) -> Value {
    let token = Some(game.token(seat));
    let (mut after, mut sights) = (0, 0);
    loop {
        let path = game.path(&format!("/events?after={after}&sights={sights}"));
        let news = server.get(&path, token).await.json();
        let view = &news["match"];
        after = view["seq"].as_u64().unwrap();
        for sight in news["sights"].as_array().unwrap() {
            assert_eq!(sight["number"], sights, "sights are told in order, none twice");
            sights += 1;
        }
        if !view["outcome"].is_null() {
            return view.clone();
        }
        if let Some(actions) = view["menu"]["actions"].as_array() {
            let choice = (after as usize * 7) % actions.len();
            let act = json!({"action": actions[choice], "seen_seq": after});
            let answer = server.post(&game.path("/act"), token, &act).await;
            if answer.code() == "too-many" {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_a_whole_game_against_an_agent_and_gets_its_log() {
    let server = TestServer::start().await;
    let mut order = geister(["program", "random"]);
    order["options"] = json!({"cap": "60"});
    let game = server.create(&order).await;
    let end = play_on(&server, &game, 0).await;
    assert!(!end["outcome"]["text"].as_str().unwrap().is_empty());
    let answer = server.get(&game.path("/log"), None).await;
    assert_eq!(answer.status, 200);
    let log = Log::from_bytes(&answer.body).unwrap();
    assert!(!log.is_torn);
    assert_eq!(log.header.seed, 7);
    assert!(matches!(log.events.last(), Some(Event::End { .. })));
    let path = server.folder.path().join(format!("{}.jsonl", game.id));
    assert_eq!(std::fs::read(path).unwrap(), answer.body, "the file is what is sent");
    let text = String::from_utf8(answer.body).unwrap();
    assert!(!text.contains(game.token(0)) && !text.contains(&server.owner()));
    // What is over may be looked at by everybody.
    assert_eq!(server.get(&game.path("?seat=analyst"), None).await.status, 200);
    let list = server.get("/api/v1/matches", None).await.json();
    assert_eq!(list[0]["id"], game.id.as_str());
    assert_eq!(list[0]["outcome"]["text"], end["outcome"]["text"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_of_a_served_game_is_that_of_the_same_game_elsewhere() {
    let server = TestServer::start().await;
    let game = server.geister(["charge", "random"]).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await);
    let served = server.get(&game.path("/log"), None).await.body;
    let served = Log::from_bytes(&served).unwrap();
    let table = kakehiki_games::find("geister").unwrap();
    let table = table.open(&kakehiki_core::Settings::defaults(table.options()));
    let numbers = kakehiki_games::Numbers { seed: 7, ..Default::default() };
    let mut played = table.begin(served.header.seats.clone(), numbers).unwrap();
    while played.advance() {}
    assert_eq!(played.events(), served.events);
    assert_eq!(played.header(), &served.header);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_sit_at_one_table_and_each_sees_its_own() {
    let server = TestServer::start().await;
    let mut order = geister(["person", "person"]);
    order["options"] = json!({"cap": "40"});
    let game = server.create(&order).await;
    let mut first = server.socket(&game.id, Some(game.token(0)), None).await;
    let mut second = server.socket(&game.id, Some(game.token(1)), None).await;
    let mut third = server.socket(&game.id, None, None).await;
    assert_eq!(third.next_of(&["welcome"]).await["seat"], Value::Null);
    assert_eq!(first.next_of(&["welcome"]).await["seat"], "P0");
    assert!(first.until_called().await);
    let early = second.act("early", 1, "set:ABCD").await;
    assert_eq!(early["code"], "not-asked");
    assert_eq!(early["text"], "it is not your turn");
    let seq = first.page.seq;
    assert_eq!(first.act("a", seq, "set:ABCD").await["type"], "ok");
    assert!(second.until_called().await);
    let seq = second.page.seq;
    assert_eq!(second.act("a", seq, "set:EFGH").await["type"], "ok", "names are per seat");
    drop((first, second));
    // From here on both play over HTTP, at the same time.
    let (one, other) = tokio::join!(play_on(&server, &game, 0), play_on(&server, &game, 1));
    assert_eq!(one["outcome"], other["outcome"]);
    assert!(!third.until_called().await, "who looks on is told of the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_is_taken_once_and_one_for_a_past_question_never() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "random"]).await;
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    let first = page.page.seq;
    assert_eq!(page.act("x", first, "nonsense").await["code"], "illegal");
    assert_eq!(page.act("x", first, "set:ABCD").await["code"], "illegal", "the earlier answer");
    let ok = page.act("y", first, "set:ABCD").await;
    assert_eq!(ok["type"], "ok");
    let lines = || std::fs::read_to_string(server.folder.path().join(format!("{}.jsonl", game.id)));
    assert!(page.until_called().await);
    let before = lines().unwrap();
    assert_eq!(page.act("y", first, "set:ABCD").await, ok, "sent again, answered again");
    assert_eq!(lines().unwrap(), before, "and not done again");
    assert_eq!(page.act("z", first, "A,N").await["code"], "stale");
    assert_eq!(lines().unwrap(), before);
    let seq = page.page.seq;
    let view = server.get(&game.path(""), Some(game.token(0))).await.json();
    let action = view["menu"]["actions"][0].as_str().unwrap().to_owned();
    assert_eq!(page.act("w", seq, &action).await["type"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn words_beside_the_game_do_not_make_an_act_stale() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "person"]).await;
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    let seq = page.page.seq;
    let say = json!({"text": "take\u{202e} your time\n"});
    assert_eq!(server.post(&game.path("/say"), Some(game.token(1)), &say).await.status, 200);
    page.next_of(&["push"]).await;
    assert!(page.page.seq > seq, "something was noticed");
    let view = server.get(&game.path(""), None).await.json();
    assert_eq!(view["said"], json!([{"seat": "P1", "text": "take your time"}]));
    assert_eq!(page.act("a", seq, "set:ABCD").await["type"], "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_on_may_step_an_exhibition_if_it_is_the_owner() {
    let server = TestServer::with(|options| {
        options.bind = Some("0.0.0.0".parse().unwrap());
        options.allowed_hosts = vec!["table.example".to_owned()];
    })
    .await;
    let mut order = geister(["random", "random"]);
    order["pace"] = "step".into();
    let game = server.create(&order).await;
    let mut guest = server.socket(&game.id, None, None).await;
    let start = guest.next_of(&["snapshot"]).await["seq"].as_u64().unwrap();
    guest.send(&json!({"type": "next"})).await;
    assert_eq!(guest.next_of(&["refused"]).await["code"], "no-authority");
    let owner = server.owner();
    for _ in 0..2 {
        // Two set-ups are chosen in secret; spectators notice the second.
        let answer = server.post(&game.path("/control"), Some(&owner), &json!("next")).await;
        assert_eq!(answer.status, 204);
    }
    assert!(guest.next_of(&["push"]).await["seq"].as_u64().unwrap() > start);
    let seq = guest.page.seq;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let now = server.get(&game.path(""), None).await.json()["seq"].as_u64().unwrap();
    assert_eq!(now, seq, "nothing happens by itself");
    let pace = json!({"pace": "instant"});
    assert_eq!(server.post(&game.path("/control"), Some(&owner), &pace).await.status, 204);
    assert!(!guest.until_called().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_of_a_natural_pace_leave_time_to_look() {
    let server = TestServer::start().await;
    let mut order = geister(["random", "random"]);
    order["pace"] = "natural".into();
    let game = server.create(&order).await;
    let mut page = server.socket(&game.id, None, None).await;
    page.next_of(&["snapshot"]).await;
    let mut times = Vec::new();
    for _ in 0..3 {
        page.next_of(&["push"]).await;
        times.push(Instant::now());
    }
    let gap = times[2] - times[1];
    assert!(gap >= Duration::from_millis(300), "{gap:?}");
}

#[test]
fn a_slow_agent_is_said_to_think_and_can_be_cut_short() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(cut_a_slow_agent_short());
    // The thread that nobody listens to any more works on for a while.
    runtime.shutdown_background();
}

async fn cut_a_slow_agent_short() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "isuct(playouts=300000)"]).await;
    let quick = server.geister(["random", "random"]).await;
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    let seq = page.page.seq;
    assert_eq!(page.act("a", seq, "set:ABCD").await["type"], "ok");
    // The agent may choose its set-up without thinking; then it is our move, and then it thinks.
    let thinking = loop {
        let message = page.next_of(&["thinking", "push"]).await;
        if message["type"] == "thinking" {
            break message;
        }
        if message["called"] == true {
            let view = server.get(&game.path(""), Some(game.token(0))).await.json();
            let action = view["menu"]["actions"][0].as_str().unwrap().to_owned();
            let seq = page.page.seq;
            assert_eq!(page.act(&format!("m{seq}"), seq, &action).await["type"], "ok");
        }
    };
    assert!(thinking["seat"] == "P1" || thinking["seat"].is_null());
    // Nobody else is held up meanwhile.
    let mut other = server.socket(&quick.id, None, None).await;
    assert!(!other.until_called().await);
    assert_eq!(server.get(&game.path(""), Some(game.token(0))).await.status, 200);
    page.send(&json!({"type": "cut-short"})).await;
    assert!(page.until_called().await, "it acts with what it has");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_out_of_time_or_away_is_answered_for() {
    let server = TestServer::start().await;
    let mut order = geister(["person", "random"]);
    order["clock"] = json!({"answer": 50});
    let game = server.create(&order).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await);
    let log = Log::from_bytes(&server.get(&game.path("/log"), None).await.body).unwrap();
    assert!(log.events.iter().any(|event| matches!(event, Event::Clock { .. })), "{log:?}");
    assert!(log.events.iter().any(|event| matches!(
        event,
        Event::Forfeit { problem, .. } | Event::Fallback { problem, .. } if problem == "it took too long"
    )));
    let mut order = geister(["person", "random"]);
    order["takeover"] = 0.into();
    order["options"] = json!({"cap": "20"});
    let game = server.create(&order).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await, "an agent plays for whoever is away");
    let log = Log::from_bytes(&server.get(&game.path("/log"), None).await.body).unwrap();
    assert!(matches!(log.events.last(), Some(Event::End { .. })));
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_games_can_be_looked_through_and_asked_about() {
    let server = TestServer::start().await;
    let mut order = geister(["person", "random"]);
    order["practice"] = true.into();
    let game = server.create(&order).await;
    assert_eq!(server.get(&game.path("?seat=analyst"), None).await.status, 200);
    assert_eq!(server.get(&game.path("/log"), None).await.status, 403, "it holds the seed");
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    page.send(&json!({"type": "view", "overlay": true})).await;
    assert_eq!(page.next_of(&["snapshot", "refused"]).await["type"], "snapshot");
    page.send(&json!({"type": "view", "as_seat": "P1"})).await;
    assert_eq!(page.next_of(&["snapshot", "refused"]).await["type"], "snapshot");
    page.send(&json!({"type": "view"})).await;
    page.next_of(&["snapshot"]).await;
    page.send(&json!({"type": "ask", "client_id": "q", "draft": "set:ABCD"})).await;
    let answer = page.next_of(&["forecast", "refused"]).await;
    assert_eq!(answer["type"], "forecast", "{answer}");
    let log = std::fs::read_to_string(server.folder.path().join(format!("{}.jsonl", game.id)));
    assert_eq!(log.unwrap().lines().count(), 1, "no log sees a draft");
    let plain = server.geister(["person", "random"]).await;
    let mut page = server.socket(&plain.id, Some(plain.token(0)), None).await;
    assert!(page.until_called().await);
    page.send(&json!({"type": "ask", "client_id": "q", "draft": "set:ABCD"})).await;
    assert_eq!(page.next_of(&["forecast", "refused"]).await["code"], "hidden");
    for view in [json!({"overlay": true}), json!({"as_seat": "P1"}), json!({"at_seq": 1})] {
        let mut message = json!({"type": "view"});
        message.as_object_mut().unwrap().extend(view.as_object().unwrap().clone());
        page.send(&message).await;
        assert_eq!(page.next_of(&["snapshot", "refused"]).await["code"], "hidden", "{view}");
    }
}

/// Looks at a game of agents through the eyes of a seat while it goes on, and then at every moment that
/// was sent once more.
async fn look_back(order: Value, most: usize) {
    let server = TestServer::start().await;
    let game = server.create(&order).await;
    let mut live = server.socket(&game.id, None, None).await;
    live.next_of(&["snapshot"]).await;
    live.send(&json!({"type": "view", "as_seat": "P0"})).await;
    live.next_of(&["snapshot"]).await;
    let mut pages = vec![live.page.clone()];
    while pages.len() < most {
        let message = live.next_of(&["push"]).await;
        pages.push(live.page.clone());
        if message["over"] == true {
            break;
        }
    }
    assert!(pages.len() > 20, "{} moments", pages.len());
    // What was shown last at a number is what it shows.
    for (page, later) in pages.iter().zip(pages.iter().skip(1)) {
        if page.seq == later.seq {
            continue;
        }
        let mut back = server.socket(&game.id, None, None).await;
        back.next_of(&["snapshot"]).await;
        back.send(&json!({"type": "view", "as_seat": "P0", "at_seq": page.seq})).await;
        while back.next_of(&["snapshot", "push"]).await["type"] != "snapshot" {}
        assert_eq!(back.page.seq, page.seq);
        for (id, html) in &page.pieces {
            assert_eq!(&back.page.pieces[id], html, "{id} at {}", page.seq);
        }
        assert_eq!(back.page.pieces.len(), page.pieces.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_moment_is_what_it_was() {
    let mut order = geister(["random", "random"]);
    order["pace"] = json!({"every": 15});
    look_back(order, 60).await;
    let seats = vec![json!({"kind": "agent", "agent": "weighted"}); 3];
    let pace = json!({"every": 15});
    look_back(json!({"game": "catan", "seats": seats, "seed": 5, "pace": pace}), 90).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_find_out_what_there_is() {
    let server = TestServer::start().await;
    let games = server.get("/api/v1/games", None).await.json();
    let names: Vec<&str> =
        games.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["geister", "negogeister", "catan", "monopoly", "werewolf"]);
    let schema = server.get("/api/v1/games/catan/schema", None).await.json();
    assert!(schema["properties"]["view"].is_object());
    let document = server.get("/openapi.json", None).await.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."));
    for path in ["/api/v1/matches/{id}/act", "/api/v1/matches", "/api/v1/logs"] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_may_have_json_through_their_socket() {
    let server = TestServer::start().await;
    let game = server.geister(["program", "random"]).await;
    let bearer = format!("Bearer {}", game.token(0));
    let headers = [("Authorization", bearer.as_str())];
    let mut line = server.raw_line(&game.id, "format=json", &headers).await.unwrap();
    line.send(&json!({"type": "hello"})).await;
    let state = line.next_of(&["state"]).await;
    assert_eq!(state["match"]["seat"], "P0");
    assert!(state["match"]["menu"]["actions"].as_array().unwrap().len() == 70);
    let seq = state["seq"].as_u64().unwrap();
    assert_eq!(line.act("a", seq, "set:ABCD").await["type"], "ok");
    assert!(line.next_of(&["state"]).await["seq"].as_u64().unwrap() > seq);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_names_are_shown_as_text() {
    let server = TestServer::start().await;
    let mut order = geister(["person", "person"]);
    let name = "<img src=x onerror=alert(1)>\u{202e}\"'&";
    order["seats"][0]["name"] = name.into();
    order["seats"][1]["name"] = "x".repeat(100).into();
    let game = server.create(&order).await;
    let view = server.get(&game.path(""), None).await.json();
    assert_eq!(view["seats"][0]["name"], "<img src=x onerror=alert(1)>\"'&");
    assert_eq!(view["seats"][1]["name"].as_str().unwrap().len(), 32);
    for lang in ["lang=en", "lang=ja", "lang=zz", ""] {
        let mut page = server.socket_in(&game.id, None, None, lang).await;
        page.next_of(&["snapshot"]).await;
        assert!(page.page.pieces.values().any(|html| html.contains("&lt;img")));
        assert!(page.page.pieces.values().all(|html| !html.contains("<img")));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_tells_what_its_positions_were_worth() {
    let server = TestServer::start().await;
    let seats = vec![json!({ "kind": "agent", "agent": "random" }); 2];
    let order = json!({ "game": "geister", "options": { "cap": "40" }, "seats": seats, "pace": "instant", "seed": 4 });
    let game = server.create(&order).await;
    let handle = server.state.find(&game.id).unwrap();
    while handle.inspect(|position| position.outcome().is_none()).await.unwrap() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let path = format!("/replay/{}/worth?lang=ja", game.id);
    let answer = server.get(&path, None).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let worth: Value = serde_json::from_str(&answer.text()).unwrap();
    let positions = worth["positions"].as_array().unwrap();
    assert!(positions.len() > 1 && positions.len() <= 49);
    assert_eq!(worth["strips"].as_array().unwrap().len(), positions.len());
    assert!(worth["graph"].as_str().unwrap().contains("<polyline"));
    assert!(worth["strips"][0].as_str().unwrap().contains("勝率"));
    assert_eq!(server.get(&path, None).await.text(), answer.text(), "and tells it again");
    // Random players believe nothing that could be moved; a seat that is not there is refused.
    let why = |seat: u32| format!("/replay/{}/why?seat={seat}&fact=P1:A", game.id);
    assert_eq!(server.get(&why(0), None).await.status, 200);
    assert_eq!(server.get(&why(9), None).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_tells_what_agents_thought_at_a_position() {
    let server = TestServer::start().await;
    let agents = ["flat(playouts=4)", "random"];
    let seats = agents.map(|agent| json!({ "kind": "agent", "agent": agent }));
    let order = json!({ "game": "geister", "options": { "cap": "30" }, "seats": seats, "pace": "instant", "seed": 4 });
    let game = server.create(&order).await;
    let handle = server.state.find(&game.id).unwrap();
    while handle.inspect(|position| position.outcome().is_none()).await.unwrap() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let frame = async |query: &str| {
        let path = format!("/replay/{}/frame?at=8&lang=en{query}", game.id);
        server.get(&path, None).await.json()["fragments"].to_string()
    };
    // Whoever believes something can be asked why; who asks for no thoughts waits for none.
    assert!(frame("&as=all&thoughts=true").await.contains("data-why"));
    assert!(!frame("&as=all").await.contains("data-why"));
    // What an agent thinks is for those who see everything.
    let seat = frame("&as=1").await;
    assert_eq!(frame("&as=1&thoughts=true").await, seat);
    let why = async |at: usize| {
        let path = format!("/replay/{}/why?seat=0&fact=P1:A&lang=en&at={at}", game.id);
        server.get(&path, None).await.text()
    };
    assert!(why(0).await.contains("Nothing lately"), "{}", why(0).await);
}
