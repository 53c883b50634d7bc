//! Our client for natural language at servers that misbehave.

use std::{
    net::{SocketAddr, TcpListener},
    sync::atomic::AtomicBool,
    thread,
    time::Duration,
};

use kakehiki_core::Seed;
use kakehiki_wire::{Address, JoinError, Joined, NaturalJoin, NaturalSeat, join_natural};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::{natural_replay::exchanges, sockets::HERE};

/// What a player was told in the recording, with the request for its name first.
fn recorded(player: &str) -> Vec<Message> {
    let told = exchanges("5p").into_iter().filter(|exchange| exchange.seat == player);
    let told = told.map(|exchange| Message::text(exchange.packet.to_string()));
    [Message::text("{\"request\":\"NAME\"}")].into_iter().chain(told).collect()
}

/// A server that says this to everybody who comes, hears nobody, and hangs up.
fn server(said: Vec<Message>) -> SocketAddr {
    let door = TcpListener::bind((HERE, 0)).unwrap();
    let address = door.local_addr().unwrap();
    thread::spawn(move || {
        for stream in door.incoming().flatten() {
            let Ok(mut client) = tungstenite::accept(stream) else { continue };
            for message in &said {
                if client.send(message.clone()).is_err() {
                    break;
                }
            }
            // What was answered is taken before the connection ends.
            thread::sleep(Duration::from_millis(100));
        }
    });
    address
}

fn join(address: SocketAddr) -> (Vec<Joined>, Result<(), JoinError>) {
    let join = NaturalJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "finalist".parse().unwrap(),
        name: "ours1".to_owned(),
        token: None,
        games: 1,
        seed: 1,
        patience: Duration::from_millis(500),
    };
    let mut joined = Vec::new();
    let result =
        join_natural(&join, &mut |game| joined.push(game.clone()), &AtomicBool::new(false));
    (joined, result)
}

/// How the game broke off that a server ends with this after its first day has begun.
fn broken_by(message: Message) -> String {
    let mut said: Vec<Message> = recorded("ケンジ").into_iter().take(3).collect();
    said.push(message);
    let (joined, result) = join(server(said));
    result.unwrap();
    joined[0].outcome.clone().unwrap_err()
}

#[test]
fn what_cannot_be_breaks_a_game_off() {
    assert!(broken_by(Message::text("hello")).contains("no message"));
    assert!(broken_by(Message::text("[".repeat(100_000))).contains("no message"));
    assert!(broken_by(Message::text("x".repeat(10 << 20))).contains("too long"));
    assert!(broken_by(Message::binary(vec![0xff, 0xfe])).contains("no message"));
    assert!(broken_by(Message::Close(None)).contains("gone"));
    let guard = exchanges("5p").into_iter().find(|it| it.packet["request"] == "ATTACK").unwrap();
    assert!(broken_by(Message::text(guard.packet.to_string())).contains("cannot"));
    // What only later servers say is passed over, and then they hang up.
    assert!(broken_by(Message::text("{\"request\":\"DANCE\"}")).contains("gone"));
}

/// Whether our client follows what a player was told in the recording, with a number of it changed.
fn follows(change: Option<(&str, &str)>) -> bool {
    let mut seat =
        NaturalSeat::new(&"finalist".parse().unwrap(), "ours1", Seed::experiment(1)).unwrap();
    let mut change = change;
    for mut exchange in exchanges("5p").into_iter().filter(|exchange| exchange.seat == "ケンジ")
    {
        if let Some((place, number)) = change
            && let Some(found) = exchange.packet.pointer_mut(place)
        {
            *found = serde_json::from_str(number).unwrap();
            change = None;
        }
        if seat.heard(exchange.packet.to_string().as_bytes()).is_err() {
            return false;
        }
        if let Some(answer) = exchange.answer {
            seat.instead(&answer);
        }
    }
    assert_eq!(change, None, "there is no such place");
    true
}

/// Numbers that are none of a game: our client takes no notice, or says that it cannot go on.
#[test]
fn numbers_out_of_range_harm_nobody() {
    assert!(follows(None));
    let places = [
        "/info/day",
        "/info/remain_count",
        "/info/remain_skip",
        "/talk_history/0/idx",
        "/talk_history/0/turn",
        "/talk_history/0/day",
        "/setting/agent_count",
        "/setting/talk/max_count/per_agent",
        "/setting/talk/max_count/per_day",
        "/setting/talk/max_skip",
        "/setting/role_num_map/WEREWOLF",
        "/setting/vote/max_count",
        "/setting/timeout/action",
        "/info/vote_list/0/day",
    ];
    for place in places {
        for number in ["255", "256", "65535", "65536", "4294967296", "18446744073709551615"] {
            follows(Some((place, number)));
        }
        // What is no whole number, or less than none, cannot be read.
        for number in ["0.5", "-1"] {
            assert!(!follows(Some((place, number))), "{place}: {number}");
        }
    }
}

#[test]
fn a_server_that_never_stops_talking_is_left() {
    let mut seat =
        NaturalSeat::new(&"finalist".parse().unwrap(), "ours1", Seed::experiment(1)).unwrap();
    let told = exchanges("5p").into_iter().filter(|exchange| exchange.seat == "ミナコ");
    let mut told = told.map(|exchange| exchange.packet);
    let mut talk = loop {
        let packet = told.next().unwrap();
        seat.heard(packet.to_string().as_bytes()).unwrap();
        if packet["request"] == "TALK" {
            break packet;
        }
    };
    // Whispers that come too late are not listened to, but remembered.
    let day = talk["info"]["day"].clone();
    let mut whispers = (0..60_000_u32).map(|idx| {
        json!({ "idx": idx, "day": day, "turn": 0, "agent": "リン", "text": "", "skip": false, "over": false })
    });
    let problem = loop {
        talk["request"] = json!("TALK_BROADCAST");
        talk["talk_history"] = Value::Null;
        talk["whisper_history"] = whispers.by_ref().take(5000).collect();
        if let Err(problem) = seat.heard(talk.to_string().as_bytes()) {
            break problem.to_string();
        }
        assert_ne!(whispers.len(), 0, "nothing was ever too much");
    };
    assert!(problem.contains("リン"), "{problem}");
    assert!(whispers.len() >= 45_000, "{}", whispers.len());
}

#[test]
fn a_server_may_hang_up_at_any_point() {
    let said = recorded("ミナコ");
    for length in 0..said.len() {
        let (joined, result) = join(server(said[..length].to_vec()));
        match joined.as_slice() {
            // Before a game has begun there is none to be told of.
            [] => {
                assert!(matches!(result, Err(JoinError::NotBegun { .. })), "{length}: {result:?}");
            }
            [game] => assert!(game.outcome.is_err(), "{length}"),
            more => panic!("{more:?}"),
        }
    }
}

#[test]
fn villages_that_our_rules_do_not_know_are_refused() {
    let changes: [(&str, Value, &str); 4] = [
        ("/setting/vote/max_count", 3.into(), "ballots"),
        ("/setting/role_num_map/VILLAGER", 3.into(), "deals"),
        ("/setting/agent_count", 6.into(), "names"),
        ("/setting/agent_count", 30.into(), "names"),
    ];
    for (place, value, problem) in changes {
        let mut said = recorded("ケンジ");
        let mut packet: Value = serde_json::from_str(said[1].to_text().unwrap()).unwrap();
        *packet.pointer_mut(place).unwrap() = value;
        said[1] = Message::text(packet.to_string());
        match join(server(said)).1 {
            Err(JoinError::Unfit { problem: found, .. }) => {
                assert!(found.contains(problem), "{found}");
            }
            other => panic!("{place}: {other:?}"),
        }
    }
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let door = TcpListener::bind((HERE, 0)).unwrap();
    let address = door.local_addr().unwrap();
    drop(door);
    let error = join(address).1.unwrap_err().to_string();
    assert!(error.contains(&address.to_string()), "{error}");
}
