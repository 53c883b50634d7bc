//! What our server for natural language asks of its clients beside playing, and what it writes.

use std::{
    collections::BTreeSet,
    net::{SocketAddr, TcpStream},
    sync::mpsc,
    time::Duration,
};

use kakehiki_wire::{NaturalJoin, NaturalOptions, Profiles, Secret, join_natural};
use serde_json::Value;
use tungstenite::{ClientRequestBuilder, Message};

use crate::natural_clients::{ONE_OF_FIVE, answer, good, join_options, options, play, start};

/// Signed by another program with the secret `open sesame`: a player of the team `kanolab`.
const TOKEN: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.\
                     eyJyb2xlIjoiUExBWUVSIiwidGVhbSI6Imthbm9sYWIifQ.\
                     QN3mkC4MeUUfV_1DilRX0tDoHd_rKTEBp7ULsGaTu9Q";

/// Connects with this path and these headers, gives a name, and says whether the server then hears it.
fn is_let_in(address: SocketAddr, path: &str, header: Option<(&str, &str)>, name: &str) -> bool {
    let stream = TcpStream::connect(address).unwrap();
    let request = ClientRequestBuilder::new(format!("ws://{address}{path}").parse().unwrap());
    let request = match header {
        Some((header, value)) => request.with_header(header, value),
        None => request,
    };
    let (mut client, _) = tungstenite::client(request, stream).unwrap();
    let is_asked = client.read().is_ok();
    let mut is_in = is_asked && client.send(Message::text(format!("{name}\n"))).is_ok();
    // One who was let in hears the game, or that it still waits for others.
    client.get_ref().set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    if is_in {
        is_in = match client.read() {
            Ok(_) => true,
            Err(tungstenite::Error::Io(error)) => {
                matches!(error.kind(), std::io::ErrorKind::WouldBlock)
            }
            Err(_) => false,
        };
    }
    is_in
}

#[test]
fn only_players_with_a_token_of_their_team_are_let_in() {
    let secret = Some(Secret::new(*b"open sesame"));
    let seats = "external,external,finalist,finalist,finalist";
    let (address, server) = start(NaturalOptions { secret, ..options(seats, 1, &[]) });
    let bearer = format!("Bearer {TOKEN}");
    let (query, none) = (format!("/ws?token={TOKEN}"), "/ws?token=");
    for (path, header, name, is_in) in [
        ("/ws", None, "kanolab1", false),
        ("/ws?token=x", Some(bearer.as_str()), "kanolab1", false),
        (query.as_str(), None, "others1", false),
        (query.as_str(), None, "kanolab", true),
        (none, Some(bearer.as_str()), "kanolab12", true),
    ] {
        let header = header.map(|value| ("Authorization", value));
        assert_eq!(is_let_in(address, path, header, name), is_in, "{path}, {header:?}, {name}");
    }
    // Those who were let in left again, so that their seats are free for two of ours.
    let join = |token: Option<&str>| NaturalJoin {
        name: "kanolab7".to_owned(),
        token: token.map(ToOwned::to_owned),
        patience: Duration::from_secs(1),
        ..join_options(address, "finalist", 1)
    };
    let never = std::sync::atomic::AtomicBool::new(false);
    let refused = join_natural(&join(None), &mut |_| (), &never).unwrap_err().to_string();
    assert!(refused.contains("no game begins there"), "{refused}");
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let join = NaturalJoin { patience: Duration::from_secs(10), ..join(Some(TOKEN)) };
            let never = &never;
            scope.spawn(move || join_natural(&join, &mut |_| (), never).unwrap());
        }
    });
    assert_eq!(server.join().unwrap().len(), 1);
}

#[test]
fn programs_that_know_no_group_chats_are_not_let_into_one() {
    let mut options = options(ONE_OF_FIVE, 1, &[("speaking-order", "open")]);
    options.chat = Some(Duration::from_millis(200));
    let (address, server) = start(options);
    for (program, is_in) in [
        ("aiwolf-nlp-common/0.6.1 Python/3.11", false),
        ("aiwolf-nlp-common/0.7.0 Python/3.11", true),
    ] {
        assert_eq!(is_let_in(address, "/ws", Some(("User-Agent", program)), "kanolab1"), is_in);
    }
    assert_eq!(server.join().unwrap().len(), 1);
}

const PROFILES: &str = "
    [[profile]]
    name = \"ミナト\"
    \"年齢\" = \"17\"
    [[profile]]
    name = \"サクラ\"
    \"年齢\" = \"30\"
    \"性格\" = \"慎重\"
    [[profile]]
    name = \"リン\"
    [[profile]]
    name = \"ケンジ\"
    \"年齢\" = \"9\"
    [[profile]]
    name = \"トシオ\"
    \"年齢\" = \"70\"
    [[profile]]
    name = \"ヨシコ\"
    \"年齢\" = \"41\"
";

#[test]
fn players_are_whom_the_profiles_tell_and_hear_so_once() {
    let profiles = Profiles::read(PROFILES, 5).unwrap();
    let (address, server) = start(NaturalOptions { profiles, ..options(ONE_OF_FIVE, 8, &[]) });
    let mut villages = BTreeSet::new();
    for _ in 0..8 {
        let (sender, receiver) = mpsc::channel();
        play(
            address,
            Box::new(move |client, _, packet| {
                sender.send(packet.clone()).unwrap();
                answer(client, packet);
                Some(())
            }),
        );
        let packets: Vec<Value> = receiver.iter().collect();
        let own = packets[0]["info"]["agent"].as_str().unwrap();
        let expected = match own {
            "ミナト" => Some("年齢: 17"),
            "サクラ" => Some("年齢: 30\n性格: 慎重"),
            "ケンジ" => Some("年齢: 9"),
            "トシオ" => Some("年齢: 70"),
            "ヨシコ" => Some("年齢: 41"),
            _ => None,
        };
        assert_eq!(packets[0]["info"]["profile"].as_str(), expected, "{own}");
        assert!(packets[1..].iter().all(|packet| packet["info"]["profile"].is_null()));
        villages.insert(packets[0]["info"]["status_map"].to_string());
    }
    assert_eq!(server.join().unwrap().len(), 8);
    assert!(villages.len() > 1 && villages.iter().all(|names| !names.contains("アオイ")));
}

/// The log of all messages that a game leaves, and the other log of the original.
fn logs(extra: &[(&str, &str)], chat: Option<Duration>) -> (Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let logs = Some(folder.path().to_owned());
    let (address, server) = start(NaturalOptions { logs, chat, ..options(ONE_OF_FIVE, 1, extra) });
    play(address, good());
    server.join().unwrap();
    let read = |ending: &str| {
        std::fs::read_to_string(folder.path().join(format!("aiwolf-nlp-game-0.{ending}"))).unwrap()
    };
    (serde_json::from_str(&read("json")).unwrap(), read("log"))
}

#[test]
fn all_messages_are_logged_as_the_original_does() {
    let (document, log) = logs(&[], None);
    let entries = document["entries"].as_array().unwrap();
    let packets: Vec<Value> = entries
        .iter()
        .map(|entry| serde_json::from_str(entry["request"].as_str().unwrap()).unwrap())
        .collect();
    assert_eq!(packets[0]["request"], "INITIALIZE");
    assert_eq!(packets.last().unwrap()["request"], "FINISH");
    assert_eq!(packets[0]["info"]["game_id"], document["game_id"]);
    for (entry, packet) in entries.iter().zip(&packets) {
        assert_eq!(entry["agent"], packet["info"]["agent"]);
        let asks = ["TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK"];
        let is_asked = asks.contains(&packet["request"].as_str().unwrap());
        assert_eq!(entry["response"].is_string(), is_asked, "{entry}");
        assert!(entry["error"].is_null());
        let time = |key: &str| entry[key].as_u64().unwrap();
        assert!(time("response_timestamp") >= time("request_timestamp"));
        assert!(time("request_timestamp") > 1_000_000_000_000);
    }
    // Both logs agree on who played, and on who won.
    let agents = document["agents"].as_array().unwrap();
    for (agent, line) in agents.iter().zip(log.lines()) {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(agent["idx"].to_string(), fields[2]);
        assert_eq!((&agent["role"], &agent["name"]), (&fields[3].into(), &fields[5].into()));
    }
    assert_eq!((&agents[0]["team"], agents.len()), (&"kanolab".into(), 5));
    let result = log.lines().last().unwrap();
    assert!(result.ends_with(document["win_side"].as_str().unwrap()), "{result}");
}

#[test]
fn a_group_chat_is_logged_by_who_spoke() {
    let chat = Some(Duration::from_millis(200));
    let (document, _) = logs(&[("speaking-order", "open")], chat);
    let entries = document["entries"].as_array().unwrap();
    let of = |request: &str| {
        let request = format!("\"{request}\"");
        entries.iter().filter(move |entry| entry["request"] == *request).cloned()
    };
    let starts: Vec<Value> = of("TALK_PHASE_START").collect();
    assert!(!starts.is_empty() && starts.len() == of("TALK_PHASE_END").count());
    assert!(starts.iter().all(|entry| entry["agent"] == "" && entry["response"].is_null()));
    let talks: Vec<Value> = of("TALK").collect();
    assert!(!talks.is_empty());
    for talk in talks {
        assert!(talk["agent"] != "" && talk["response"].is_string(), "{talk}");
        assert!(talk["request_timestamp"].as_u64().unwrap() < 10_000_000_000);
    }
}
