//! Our server for natural language with our clients, and with clients that misbehave.

use std::{
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    path::PathBuf,
    sync::atomic::AtomicBool,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Log, Record, Seat, Settings, Tongue, Verdict};
use kakehiki_games::AnyGame;
use kakehiki_werewolf::WEREWOLF;
use kakehiki_wire::{
    Address, Faults, Joined, NaturalHost, NaturalJoin, NaturalOptions, Outcome, Profiles,
    join_natural,
};
use serde_json::Value;
use tungstenite::{Message, WebSocket};

use crate::{aiwolf_clients::silent, sockets::HERE};

/// A village of these seats.
pub fn options(seats: &str, games: u64, extra: &[(&str, &str)]) -> NaturalOptions {
    let seats = AgentName::list(seats).unwrap();
    let given = extra.iter().copied().chain([("rules", "aiwolf-nlp")]);
    let given = Settings::new("werewolf", WEREWOLF.options, given).unwrap();
    NaturalOptions {
        rules: WEREWOLF.seat(&given, seats.len()),
        seats,
        games,
        at_once: 1,
        seed: 1,
        bind: HERE,
        port: 0,
        tongue: Tongue::Japanese,
        profiles: Profiles::common(Tongue::Japanese),
        secret: None,
        time_limit: Duration::from_secs(10),
        chat: None,
        faults: Faults::Forgiving,
        logs: None::<PathBuf>,
    }
}

pub fn start(options: NaturalOptions) -> (SocketAddr, JoinHandle<Vec<Record>>) {
    let host = NaturalHost::open(options).unwrap();
    let address = host.address().unwrap();
    let never = AtomicBool::new(false);
    (address, thread::spawn(move || host.run(&|_, _| (), &never).unwrap()))
}

pub fn join_options(address: SocketAddr, agent: &str, games: u64) -> NaturalJoin {
    NaturalJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: agent.parse().unwrap(),
        name: format!("{agent}1"),
        token: None,
        games,
        seed: 1,
        patience: Duration::from_secs(10),
    }
}

pub fn join(address: SocketAddr, agent: &str, games: u64) -> JoinHandle<Vec<Joined>> {
    let join = join_options(address, agent, games);
    thread::spawn(move || {
        let mut joined = Vec::new();
        let never = AtomicBool::new(false);
        join_natural(&join, &mut |game| joined.push(game.clone()), &never).unwrap();
        joined
    })
}

/// Plays games of clients of ours alone, and sees that both sides agree on how they came out.
fn agree(
    agents: &[&str],
    games: u64,
    change: impl FnOnce(&mut NaturalOptions),
    extra: &[(&str, &str)],
) {
    let mut options = options(&vec!["external"; agents.len()].join(","), games, extra);
    change(&mut options);
    let (address, server) = start(options);
    let clients: Vec<_> = agents.iter().map(|agent| join(address, agent, games)).collect();
    let joined: Vec<Vec<Joined>> = clients.into_iter().map(|it| it.join().unwrap()).collect();
    let records = server.join().unwrap();
    assert_eq!(records.len() as u64, games);
    for (place, record) in records.iter().enumerate() {
        let winners = Seat::all(agents.len()).filter(|seat| record.verdict.is_win(*seat)).count();
        let won = joined.iter().filter(|joined| {
            let outcome = joined[place].outcome.as_ref();
            *outcome.unwrap_or_else(|problem| panic!("{problem}")) == Outcome::Won
        });
        assert_eq!(won.count(), winners, "game {place}");
    }
}

#[test]
fn our_clients_play_whole_games_at_our_server() {
    let five = ["finalist", "sample-0.6", "random", "finalist(fake=1)", "believer+listen"];
    agree(&five, 10, |_| (), &[]);
    agree(&five, 3, |options| options.tongue = Tongue::English, &[("visible-votes", "off")]);
}

#[test]
fn werewolves_of_ours_whisper_at_our_server() {
    let nine = ["finalist", "sample-0.6", "random"].repeat(3);
    agree(&nine, 3, |options| options.at_once = 1, &[]);
}

#[test]
fn our_clients_chat_with_each_other() {
    let chat = |options: &mut NaturalOptions| options.chat = Some(Duration::from_millis(300));
    agree(
        &["finalist", "sample-0.6", "random", "finalist", "random"],
        2,
        chat,
        &[("speaking-order", "open")],
    );
}

/// A client that speaks WebSocket.
pub type Client = WebSocket<TcpStream>;

/// Connects, and gives a name.
fn connect(address: SocketAddr, name: &str) -> Client {
    let stream = TcpStream::connect(address).unwrap();
    let (mut client, _) = tungstenite::client(format!("ws://{address}/ws"), stream).unwrap();
    assert_eq!(client.read().unwrap().into_text().unwrap().as_str(), "{\"request\":\"NAME\"}");
    client.send(Message::text(format!("{name}\n"))).unwrap();
    client
}

/// What a client does with the message of this number; nothing where it goes away.
pub type Whim = Box<dyn FnMut(&mut Client, usize, &Value) -> Option<()> + Send>;

/// Answers as the contest's agents do: something that is said, and the first other name.
pub fn answer(client: &mut Client, packet: &Value) {
    let own = packet["info"]["agent"].as_str().unwrap_or_default();
    let others = packet["info"]["status_map"].as_object();
    let alive =
        others.into_iter().flatten().find(|(name, status)| *name != own && *status == "ALIVE");
    let text = match packet["request"].as_str().unwrap() {
        "NAME" => "kanolab1".to_owned(),
        "TALK" | "WHISPER" => "まだ誰が人狼かわかりません。".to_owned(),
        "VOTE" | "DIVINE" | "GUARD" | "ATTACK" => alive.unwrap().0.clone(),
        _ => return,
    };
    // It may have gone away.
    let _ = client.send(Message::text(format!("{text}\n")));
}

/// Plays until the server hangs up or the whim goes away, and gives the requests that were heard.
pub fn play(address: SocketAddr, mut whim: Whim) -> Vec<String> {
    let mut client = connect(address, "kanolab1");
    let mut heard = Vec::new();
    while let Ok(message) = client.read() {
        let Ok(text) = message.into_text() else { continue };
        let Ok(packet) = serde_json::from_str::<Value>(&text) else { continue };
        heard.push(packet["request"].as_str().unwrap().to_owned());
        if whim(&mut client, heard.len(), &packet).is_none() {
            break;
        }
    }
    heard
}

pub fn good() -> Whim {
    Box::new(|client, _, packet| {
        answer(client, packet);
        Some(())
    })
}

/// Misbehaves when it is first asked to talk on the second day or so, and else is good.
fn at_fourth_talk(mut act: impl FnMut(&mut Client) -> Option<()> + Send + 'static) -> Whim {
    let mut talks = 0;
    Box::new(move |client, _, packet| {
        talks += usize::from(packet["request"] == "TALK");
        if packet["request"] == "TALK" && talks == 4 {
            return act(client);
        }
        answer(client, packet);
        Some(())
    })
}

pub const ONE_OF_FIVE: &str = "external,finalist,finalist,random,sample-0.6";

/// Whatever a client does, the game is played to its end, and soon.
fn costs_only_its_seat(whim: Whim, time_limit: Duration) -> Vec<String> {
    let (address, server) = start(NaturalOptions { time_limit, ..options(ONE_OF_FIVE, 1, &[]) });
    let begun = Instant::now();
    let heard = play(address, whim);
    let records = server.join().unwrap();
    assert!(matches!(records[0].verdict, Verdict::Ended(_)), "{records:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    heard
}

#[test]
fn a_good_client_hears_the_end() {
    let heard = costs_only_its_seat(good(), Duration::from_secs(10));
    assert_eq!(heard[..2], ["INITIALIZE", "DAILY_INITIALIZE"]);
    assert_eq!(heard.last().unwrap(), "FINISH");
}

#[test]
fn one_who_is_late_stays_if_it_gives_its_name() {
    let whim = at_fourth_talk(move |client| {
        // It says nothing, is asked for its name, and says that.
        let probe = client.read().unwrap().into_text().unwrap();
        assert_eq!(probe.as_str(), "{\"request\":\"NAME\"}");
        client.send(Message::text("kanolab1\n")).unwrap();
        Some(())
    });
    let heard = costs_only_its_seat(whim, Duration::from_millis(300));
    assert_eq!(heard.last().unwrap(), "FINISH");
}

#[test]
fn one_who_says_something_else_than_its_name_is_out() {
    let whim = at_fourth_talk(|client| {
        client.read().unwrap();
        client.send(Message::text("遅れました\n")).unwrap();
        Some(())
    });
    let heard = costs_only_its_seat(whim, Duration::from_millis(300));
    assert_ne!(heard.last().unwrap(), "FINISH");
}

#[test]
fn one_who_falls_asleep() {
    let whim = at_fourth_talk(|_| {
        thread::sleep(Duration::from_secs(2));
        None
    });
    costs_only_its_seat(whim, Duration::from_millis(200));
}

#[test]
fn half_a_frame_and_bytes_that_trickle() {
    let whim = at_fourth_talk(|client| {
        for byte in [0x81, 0xfe, 0x40, 0x00, 1, 2, 3, 4, 65] {
            let _ = client.get_mut().write_all(&[byte]);
            thread::sleep(Duration::from_millis(60));
        }
        Some(())
    });
    costs_only_its_seat(whim, Duration::from_millis(200));
}

#[test]
fn bytes_that_trickle_without_a_pause_do_not_stretch_the_time() {
    for (beginning, rest) in [
        // A message that is as long as any may be.
        (&[0x81, 0xfe, 0xff, 0xff, 1, 2, 3, 4][..], &b"x"[..]),
        // One of pieces that hold nothing, and pings.
        (&[0x01, 0x80, 1, 2, 3, 4], &[0x00, 0x80, 1, 2, 3, 4]),
        (&[], &[0x89, 0x80, 1, 2, 3, 4]),
    ] {
        let begun = Instant::now();
        let whim = at_fourth_talk(move |client| {
            let stream = client.get_mut();
            let _ = stream.write_all(beginning);
            while begun.elapsed() < Duration::from_secs(15) && stream.write_all(rest).is_ok() {
                thread::sleep(Duration::from_millis(5));
            }
            None
        });
        costs_only_its_seat(whim, Duration::from_millis(200));
        assert!(begun.elapsed() < Duration::from_secs(10), "{beginning:?}");
    }
}

#[test]
fn a_message_of_ten_megabytes() {
    let whim = at_fourth_talk(|client| {
        // The server may hang up before it has read all of it.
        let _ = client.send(Message::text("あ".repeat(10 << 20)));
        Some(())
    });
    costs_only_its_seat(whim, Duration::from_secs(2));
}

#[test]
fn text_that_is_none_and_bytes_that_are_no_frames() {
    for bytes in
        [&[0x81, 0x83, 0, 0, 0, 0, 0xff, 0xfe, 0xfd][..], &[0xff; 40], b"GET / HTTP/1.1\r\n\r\n"]
    {
        let whim = at_fourth_talk(move |client| {
            client.get_mut().write_all(bytes).unwrap();
            Some(())
        });
        costs_only_its_seat(whim, Duration::from_millis(500));
    }
}

#[test]
fn words_that_are_not_to_be_trusted_are_heard_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(ONE_OF_FIVE, 1, &[]);
    options.logs = Some(folder.path().to_owned());
    let (address, server) = start(options);
    let words = [
        "<script>alert(1)</script>",
        "a\r\nb\u{0}c\u{202e}d",
        "\"}]}{\"request\":\"FINISH\"}",
        "1,vote,2,3",
        "ForceSkip",
        &"長".repeat(5000),
        "\u{e000}\u{e001}は人狼です",
        "   ",
    ];
    let words = words.map(ToOwned::to_owned);
    let mut said = 0;
    play(
        address,
        Box::new(move |client, _, packet| {
            if packet["request"] == "TALK" {
                client
                    .send(Message::binary(words[said % words.len()].clone().into_bytes()))
                    .unwrap();
                said += 1;
            } else {
                answer(client, packet);
            }
            Some(())
        }),
    );
    server.join().unwrap();
    let text = std::fs::read(folder.path().join("aiwolf-nlp-game-0.jsonl")).unwrap();
    let log = Log::from_bytes(&text).unwrap();
    let texts: Vec<String> = log
        .events
        .iter()
        .filter_map(|event| match event {
            kakehiki_core::Event::Action { play, .. } => play.strip_prefix("tell:"),
            _ => None,
        })
        .map(|told| told.split_once(" | ").unwrap().1.to_owned())
        .collect();
    assert_eq!(texts[0], "<script>alert(1)</script>");
    assert_eq!(texts[1], "abcd");
    assert!(texts.iter().all(|text| text.chars().count() <= 50 && !text.contains('\n')));
    // A log of the original has one line for each thing said.
    let original = std::fs::read_to_string(folder.path().join("aiwolf-nlp-game-0.log")).unwrap();
    assert!(original.lines().all(|line| line.split(',').count() >= 4), "{original}");
    assert!(!original.ends_with('\n') && original.lines().last().unwrap().contains(",result,"));
}

#[test]
fn one_who_leaves_at_any_point() {
    for place in 1..=12 {
        let whim: Whim = Box::new(move |client, number, packet| {
            if number == place {
                if place % 2 == 0 {
                    let _ = client.close(None);
                } else {
                    client.get_mut().shutdown(Shutdown::Both).unwrap();
                }
                return None;
            }
            answer(client, packet);
            Some(())
        });
        costs_only_its_seat(whim, Duration::from_millis(500));
    }
}

#[test]
fn one_who_leaves_while_it_waits_is_not_seated() {
    let (address, server) = start(options("external,external,finalist,random,random", 1, &[]));
    drop(connect(address, "gone1"));
    thread::sleep(Duration::from_millis(200));
    // Two of one name are two players.
    let clients = [(); 2].map(|()| thread::spawn(move || play(address, good())));
    for client in clients {
        assert_eq!(client.join().unwrap().last().unwrap(), "FINISH");
    }
    assert_eq!(server.join().unwrap().len(), 1);
}

#[test]
fn those_who_speak_no_websocket_are_not_let_in() {
    let (address, server) = start(options(ONE_OF_FIVE, 1, &[]));
    for bytes in [&b"\x00\x01\x02"[..], b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", &b"x".repeat(100_000)]
    {
        let mut stream = TcpStream::connect(address).unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(!String::from_utf8_lossy(&answer).contains("101"));
    }
    assert_eq!(play(address, good()).last().unwrap(), "FINISH");
    server.join().unwrap();
}

#[test]
fn the_original_breaks_off_without_one_of_five() {
    let mut options = options(ONE_OF_FIVE, 1, &[]);
    options.faults = Faults::Original;
    let (address, server) = start(options);
    play(address, at_fourth_talk(|_| None));
    let records = server.join().unwrap();
    assert!(matches!(records[0].verdict, Verdict::Forfeited(_)), "{records:?}");
}

#[test]
fn a_group_chat_hears_whoever_speaks_up_and_ends_in_time() {
    let mut options = options(ONE_OF_FIVE, 1, &[("speaking-order", "open")]);
    options.chat = Some(Duration::from_millis(400));
    let (address, server) = start(options);
    let mut counts = [0_usize; 3];
    let (sender, receiver) = std::sync::mpsc::channel();
    let heard = play(
        address,
        Box::new(move |client, _, packet| {
            match packet["request"].as_str().unwrap() {
                "TALK_PHASE_START" => {
                    assert_eq!(packet["info"]["remain_count"], 4);
                    // Five things, of which the last is one too many, and blanks that are nothing.
                    for text in ["おはよう", " ", "二つ目", "三つ目\nです", "四つ目", "五つ目"]
                    {
                        client.send(Message::text(text)).unwrap();
                    }
                    counts[0] += 1;
                }
                "TALK_BROADCAST" => {
                    let own = packet["new_talk"]["agent"] == packet["info"]["agent"];
                    counts[1 + usize::from(own)] += 1;
                    assert!(packet["new_talk"]["time"].as_u64().unwrap() > 1_000_000_000_000);
                    sender.send(counts).unwrap();
                }
                _ => answer(client, packet),
            }
            Some(())
        }),
    );
    assert!(heard.iter().all(|request| request != "TALK"));
    assert!(heard.contains(&"TALK_PHASE_END".to_owned()));
    server.join().unwrap();
    let [phases, others, own] = receiver.iter().last().unwrap();
    assert!(own == 4 * phases && others > 0, "{phases}, {others}, {own}");
}

#[test]
fn a_flood_of_pieces_ends_with_its_group_chat() {
    let mut options = options(ONE_OF_FIVE, 1, &[("speaking-order", "open")]);
    options.chat = Some(Duration::from_millis(300));
    options.time_limit = Duration::from_millis(300);
    let (address, server) = start(options);
    let begun = Instant::now();
    play(
        address,
        Box::new(move |client, _, packet| {
            if packet["request"] != "TALK_PHASE_START" {
                answer(client, packet);
                return Some(());
            }
            // The first piece of a message, and others without end that hold nothing.
            let stream = client.get_mut();
            let _ = stream.write_all(&[0x01, 0x80, 1, 2, 3, 4]);
            let pieces = [0x00, 0x80, 1, 2, 3, 4].repeat(1000);
            while begun.elapsed() < Duration::from_secs(15) && stream.write_all(&pieces).is_ok() {}
            None
        }),
    );
    let records = server.join().unwrap();
    assert!(matches!(records[0].verdict, Verdict::Ended(_)), "{records:?}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn several_villages_play_at_once() {
    let mut options = options(ONE_OF_FIVE, 6, &[]);
    options.at_once = 3;
    let (address, server) = start(options);
    let clients: Vec<_> = (0..6).map(|_| thread::spawn(move || play(address, good()))).collect();
    for client in clients {
        assert_eq!(client.join().unwrap().last().unwrap(), "FINISH");
    }
    assert_eq!(server.join().unwrap().len(), 6);
}

#[test]
fn silent_connections_hold_up_nobody() {
    let (address, server) = start(options("external,external,finalist,random,random", 2, &[]));
    let begun = Instant::now();
    // Some agree on speaking WebSocket, and then say nothing either.
    let speechless = (0..5).map(|_| {
        let stream = TcpStream::connect(address).unwrap();
        tungstenite::client(format!("ws://{address}/ws"), stream).unwrap()
    });
    let silent = (silent(address, 20), speechless.collect::<Vec<_>>());
    let clients: Vec<_> = (0..4).map(|_| thread::spawn(move || play(address, good()))).collect();
    for client in clients {
        assert_eq!(client.join().unwrap().last().unwrap(), "FINISH");
    }
    assert_eq!(server.join().unwrap().len(), 2);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    drop(silent);
}

#[test]
fn one_who_never_reads_holds_up_no_other_game() {
    let mut options = options(ONE_OF_FIVE, 4, &[]);
    options.at_once = 2;
    options.time_limit = Duration::from_millis(500);
    let (address, server) = start(options);
    let begun = Instant::now();
    let deaf = connect(address, "deaf1");
    // The others are over before the one that nobody reads has run out of its first time.
    let clients: Vec<_> = (0..3).map(|_| thread::spawn(move || play(address, good()))).collect();
    for client in clients {
        assert_eq!(client.join().unwrap().last().unwrap(), "FINISH");
    }
    assert!(begun.elapsed() < Duration::from_millis(1500), "{:?}", begun.elapsed());
    let records = server.join().unwrap();
    assert!(records.iter().all(|record| matches!(record.verdict, Verdict::Ended(_))));
    assert_eq!(records.len(), 4);
    drop(deaf);
}

#[test]
fn a_second_answer_and_what_nobody_asked_for_are_answers_to_what_is_asked_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(ONE_OF_FIVE, 1, &[]);
    options.logs = Some(folder.path().to_owned());
    let (address, server) = start(options);
    let mut said = 0;
    play(
        address,
        Box::new(move |client, _, packet| {
            // The server is ahead of it, and may have gone already.
            match packet["request"].as_str().unwrap() {
                "TALK" => {
                    said += 1;
                    for text in ["一つ目", "二つ目"] {
                        let _ = client.send(Message::text(format!("{text}は{said}")));
                    }
                }
                "DAILY_INITIALIZE" => {
                    let _ = client.send(Message::text("頼まれていない"));
                }
                _ => answer(client, packet),
            }
            Some(())
        }),
    );
    let records = server.join().unwrap();
    assert!(matches!(records[0].verdict, Verdict::Ended(_)), "{records:?}");
    let log = std::fs::read_to_string(folder.path().join("aiwolf-nlp-game-0.log")).unwrap();
    // One for each request of the first talk, in the order in which they came.
    let first: Vec<&str> = log
        .lines()
        .filter(|line| line.starts_with("0,talk,"))
        .filter(|line| line.contains("目は") || line.contains("頼まれていない"))
        .map(|line| line.rsplit(',').next().unwrap())
        .collect();
    assert_eq!(first, ["頼まれていない", "一つ目は1", "二つ目は1", "一つ目は2"], "{log}");
}
