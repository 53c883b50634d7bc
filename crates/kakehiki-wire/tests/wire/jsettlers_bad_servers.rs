//! Servers of JSettlers that break off, stay silent or say what cannot be: our robot says so and goes on.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    net::{Shutdown, SocketAddr, TcpListener},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use kakehiki_catan::PlayerView;
use kakehiki_core::Seed;
use kakehiki_wire::{
    Address, JoinError, Joined, JsettlersJoin, JsettlersSeat, Outcome, Reaction, Unwelcome,
    join_jsettlers,
};
use proptest::prelude::*;

use crate::{
    recording::{Seen, connection},
    sockets::HERE,
};

/// The messages of a recorded server up to the end of its first game, seen from chair 1.
const GAME: &str = "~botsOnly~9";
const CHAIR: usize = 1;

fn recorded() -> Vec<Vec<u8>> {
    let units = connection("jsettlers", "games", "checked-robot92");
    let said = units.iter().filter_map(|unit| match unit.seen() {
        Seen::Server(bytes) => Some(bytes),
        _ => None,
    });
    let mut said: Vec<Vec<u8>> = said.collect();
    let last = said.iter().position(|text| text.starts_with(b"1061|~botsOnly~9,10")).unwrap();
    said.truncate(last + 1);
    said
}

/// The place of the first message that begins so.
fn place(said: &[Vec<u8>], beginning: &str) -> usize {
    said.iter().position(|text| text.starts_with(beginning.as_bytes())).unwrap()
}

fn frame(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u16).to_be_bytes()[..], text].concat()
}

fn frames(said: &[Vec<u8>]) -> Vec<u8> {
    said.iter().flat_map(|text| frame(text)).collect()
}

/// A server that says these bytes to one client after the other, whatever they answer, and hangs up.
fn server(said: Vec<Vec<u8>>) -> SocketAddr {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for said in said {
            let (mut stream, _) = listener.accept().unwrap();
            let _ = stream.write_all(&said);
            let _ = stream.shutdown(Shutdown::Write);
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    address
}

fn options(address: SocketAddr) -> JsettlersJoin {
    JsettlersJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "weighted".parse().unwrap(),
        name: "mine".to_owned(),
        cookie: "SECRET".to_owned(),
        game: None,
        games: 1,
        seed: 1,
        patience: Duration::from_millis(300),
    }
}

fn play(said: Vec<Vec<u8>>) -> (Vec<Joined>, Result<(), JoinError>) {
    let mut joined = Vec::new();
    let (result, _) = join(&options(server(said)), &mut joined);
    (joined, result)
}

/// Plays at a server, and gives how that ended and which reasons there were to decline games.
fn join(options: &JsettlersJoin, joined: &mut Vec<Joined>) -> (Result<(), JoinError>, Vec<String>) {
    let (never, mut declined) = (AtomicBool::new(false), Vec::new());
    let mut report = |game: &Joined| joined.push(game.clone());
    let mut decline = |why: &Unwelcome| declined.push(why.to_string());
    (join_jsettlers(options, &mut report, &mut decline, &never), declined)
}

/// A game that goes on for a while, and is then broken by these bytes.
fn broken_by(bytes: &[u8]) -> String {
    let mut said = recorded();
    said.truncate(place(&said, "1026|~botsOnly~9,3,15") + 1);
    let (joined, result) = play(vec![[&frames(&said)[..], bytes].concat()]);
    assert!(result.is_ok(), "a game that breaks off counts as played");
    joined[0].outcome.clone().unwrap_err()
}

#[test]
fn what_cannot_be_breaks_a_game_off() {
    let told = |text: &str| frame(text.as_bytes());
    let said = |texts: &[&str]| texts.iter().flat_map(|text| told(text)).collect::<Vec<u8>>();
    for (bytes, problem) in [
        (vec![], "it is gone"),
        (b"\0".to_vec(), "it is gone"),
        (b"\x01\x001026|~bots".to_vec(), "it is gone"),
        // What is no message is not heard.
        (vec![0xff; 10 << 20], "it is gone"),
        (said(&["", "HELLO", "4242|~botsOnly~9", "1025", "1026|~botsOnly~9,9,15"]), "it is gone"),
        (frame(b"1010|~botsOnly~9\xc0\x80\xff\xfe"), "it is gone"),
        (said(&["1028|~botsOnly~9,99", "1026|~botsOnly~9,0,-4"]), "it is gone"),
        (said(&["1009|~botsOnly~9,3,1,67"]), "a piece on a place that is taken"),
        (said(&["1009|~botsOnly~9,0,0,34"]), "an action out of turn"),
        (said(&["1033|~botsOnly~9,p0,0,0,0,0,0,4", "1025|~botsOnly~9,33"]), "cannot see this"),
        (said(&["1028|~botsOnly~9,9", "1025|~botsOnly~9,20"]), "cannot see this"),
        (said(&["1039|~botsOnly~9,0,2,1,0,0,0,0,0,1,0,0,0"]), "without the player on turn"),
        (said(&["1040|~botsOnly~9,4,0,0,0,0,0,0,0,0,3,3"]), "an unfair exchange"),
        (said(&["1056|~botsOnly~9"]), "dismissed"),
        (said(&["1015|~botsOnly~9"]), "deleted"),
        (said(&["1074|~botsOnly~9,1,0"]), "reset"),
        (said(&["1026|~botsOnly~9,1,15", "1072|~botsOnly~9,1", "1025|~botsOnly~9,33"]), "state 33"),
    ] {
        let begun = Instant::now();
        let found = broken_by(&bytes);
        assert!(found.contains(problem), "{found} instead of {problem}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{problem}");
    }
}

#[test]
fn a_connection_that_breaks_at_any_point_costs_at_most_its_game() {
    let said = recorded();
    let begins = place(&said, "1026|~botsOnly~9,3,5");
    let bytes = frames(&said);
    let beginning = frames(&said[..=begins]).len();
    // Within the first message of each kind, and behind it.
    let kind = |text: &[u8]| text.split(|byte| *byte == b'|').next().map(<[u8]>::to_vec);
    let mut kinds = BTreeSet::new();
    for (place, text) in said[..said.len() - 1].iter().enumerate() {
        if !kinds.insert(kind(text)) {
            continue;
        }
        let end = frames(&said[..=place]).len();
        for cut in [end - 1 - text.len() / 2, end] {
            let (joined, _) = play(vec![bytes[..cut].to_vec()]);
            assert_eq!(joined.len(), usize::from(cut >= beginning), "{place}, {cut}");
            assert!(joined.iter().all(|game| game.outcome.is_err()));
        }
    }
    assert!(kinds.len() > 25, "{}", kinds.len());
    let (joined, result) = play(vec![bytes.clone()]);
    assert_eq!((joined[0].outcome.clone(), joined[0].seat.index()), (Ok(Outcome::Lost), CHAIR));
    assert!(result.is_ok());
    // One that hung up before the game is tried again.
    let (joined, _) = play(vec![vec![], frames(&said[..20]), bytes]);
    assert_eq!(joined.len(), 1);
    assert!(joined[0].outcome.is_ok());
}

/// A server that says these bytes, waits until they are heard, and leaves an answer unread, so that the system resets
/// the connection for it.
fn resetting_server(said: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(&[&said[..], &frame(b"9999|1")].concat()).unwrap();
        let (mut heard, mut chunk) = (Vec::new(), [0; 1000]);
        while !holds(&heard, b"9999|1") {
            let count = stream.read(&mut chunk).unwrap();
            heard.extend_from_slice(&chunk[..count]);
        }
        stream.write_all(&frame(b"9999|2")).unwrap();
        stream.peek(&mut [0]).unwrap();
    });
    address
}

#[test]
fn a_reset_at_any_point_costs_at_most_its_game() {
    let said = recorded();
    let begins = place(&said, "1026|~botsOnly~9,3,5");
    let mut resets = 0;
    for place in (0..said.len() - 1).step_by(10) {
        let options = options(resetting_server(frames(&said[..=place])));
        let mut joined = Vec::new();
        let (result, _) = join(&options, &mut joined);
        assert_eq!(joined.len(), usize::from(place >= begins), "{place}");
        assert!(joined.iter().all(|game| game.outcome.is_err()), "{joined:?}");
        // Before the game it looks for the server again, which is gone.
        assert_eq!(result.is_ok(), place >= begins, "{result:?}");
        resets += 1;
    }
    assert!(resets > 100, "{resets}");
}

#[test]
fn a_server_that_does_not_let_us_in_is_named() {
    let told = |texts: &[&str]| texts.iter().flat_map(|text| frame(text.as_bytes())).collect();
    let (joined, result) = play(vec![told(&["9998|2700,2.7.00,-,;ch;", "1059|no robots here"])]);
    assert!(joined.is_empty());
    let problem = result.unwrap_err().to_string();
    assert!(problem.contains("no robots here") && problem.contains("127.0.0.1"), "{problem}");
    // Where our name is taken we may be that ourselves, and try again.
    let taken: Vec<u8> = told(&["1069|4,in use", "1059|in use"]);
    let (joined, result) = play(vec![taken, frames(&recorded())]);
    assert!(result.is_ok() && joined[0].outcome.is_ok());
    let nowhere = JsettlersJoin { patience: Duration::ZERO, ..options(SocketAddr::new(HERE, 1)) };
    let (result, _) = join(&nowhere, &mut Vec::new());
    assert!(matches!(result, Err(JoinError::Unreachable { .. })));
}

/// A game with an option that our rules do not have is declined, and those that are played go on. It ends the
/// client where no other is wanted.
#[test]
fn a_game_that_is_none_of_ours_is_declined() {
    let told = |option: &str| format!("1023|g{option},0,BC=t4,{option}").into_bytes();
    let unfit = ["SBL=t", "PL=6", "RD=t", "N7=t7"].map(told);
    let mut said = recorded();
    let (before, during) = (place(&said, "1071|"), place(&said, "1026|~botsOnly~9,3,15"));
    said.splice(during..during, unfit.iter().cloned().chain(unfit.clone()));
    said.splice(before..before, unfit.clone());
    let mut joined = Vec::new();
    let (result, declined) = join(&options(server(vec![frames(&said)])), &mut joined);
    assert!(result.is_ok() && joined[0].outcome == Ok(Outcome::Lost), "{joined:?}");
    assert_eq!(declined.len(), 4, "{declined:?}");
    assert!(declined[2].contains("\"gRD=t\"") && declined[2].contains("RD=t"), "{declined:?}");
    // Nor is there an end of reasons.
    let mut busy = robot(None);
    let reasons = (0..100).map(|it| busy.heard(format!("1023|g,0,X{it}=t").as_bytes(), true));
    assert_eq!(reasons.map(|reactions| reactions.unwrap().len()).sum::<usize>(), 16);
    for option in ["SBL=t", "PL=6", "RD=t"] {
        let game = Some(format!("g{option}"));
        let server = server(vec![frames(&[told("N7=t7"), told(option)])]);
        let options = JsettlersJoin { game, ..options(server) };
        let (result, declined) = join(&options, &mut Vec::new());
        let problem = result.unwrap_err().to_string();
        assert!(declined.is_empty() && problem.contains(option), "{problem}");
    }
}

/// Beats until something is sent, and what that is.
fn beats_until(robot: &mut JsettlersSeat, most: usize) -> Option<(usize, Vec<Reaction>)> {
    let beats = (1..=most).map(|beat| (beat, robot.beat().unwrap()));
    beats.into_iter().find(|(_, reactions)| !reactions.is_empty())
}

#[test]
fn a_game_that_is_deleted_before_its_start_is_not_waited_for() {
    let left = vec![Reaction::Send("1011|mine,-,g".to_owned())];
    let mut robot = robot(None);
    hear(&mut robot, b"1023|g,0,PL=4");
    hear(&mut robot, b"1017|g,mine");
    // A list of games that is told anew deletes and names each.
    hear(&mut robot, b"1015|g");
    hear(&mut robot, b"1079|g,-1,PL=4");
    assert_eq!(beats_until(&mut robot, 100), None);
    hear(&mut robot, b"1015|g");
    assert_eq!(beats_until(&mut robot, 100), Some((20, left)));
    assert_eq!(robot.games(), 0);
    // Nor does it stand in the way of another game of its name.
    hear(&mut robot, b"1023|g,0,PL=4");
    hear(&mut robot, b"1015|g");
    assert_eq!(hear(&mut robot, b"1023|g,1,PL=4"), ["1013|mine,\t,\t,g"]);
    // With one game to play it is not the one that is played.
    let mut said = recorded();
    let invited = place(&said, "1023|");
    said.splice(invited..invited, [b"1023|g,0,PL=4".to_vec(), b"1015|g".to_vec()]);
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let options = options(listener.local_addr().unwrap());
    let mut joined = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut stream, _) = listener.accept().unwrap();
            let (gone, rest) = said.split_at(invited + 2);
            stream.write_all(&frames(gone)).unwrap();
            let (mut heard, mut chunk) = (Vec::new(), [0; 1000]);
            while !holds(&heard, b"1011|mine,-,g") {
                let count = stream.read(&mut chunk).unwrap();
                heard.extend_from_slice(&chunk[..count]);
            }
            stream.write_all(&frames(rest)).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
            let _ = stream.read_to_end(&mut Vec::new());
        });
        assert!(join(&options, &mut joined).0.is_ok());
    });
    assert_eq!(joined[0].outcome, Ok(Outcome::Lost));
}

/// The recorded server goes on asking whether we are there when a robot was cut off in its own turn, and nothing
/// more happens in the game.
#[test]
fn a_game_that_hangs_is_left() {
    let mut robot = robot(None);
    for unit in connection("jsettlers", "drop", "robot92-witness") {
        if let Seen::Server(bytes) = unit.seen() {
            robot.heard(&bytes, true).unwrap();
        }
    }
    assert_eq!(robot.games(), 1);
    assert_eq!(beats_until(&mut robot, 3000), None);
    assert_eq!(hear(&mut robot, b"9999|150000"), ["9999|150000"]);
    let (beats, reactions) = beats_until(&mut robot, 10_000).unwrap();
    assert_eq!(beats, 3000);
    assert_eq!(reactions[0], Reaction::Send("1011|mine,-,~botsOnly~3".to_owned()));
    let Reaction::Over(over) = &reactions[1] else { panic!("{reactions:?}") };
    assert_eq!(over.outcome, Err("nothing happened for ten minutes".to_owned()));
    assert_eq!(robot.games(), 0);
}

fn holds(heard: &[u8], text: &[u8]) -> bool {
    heard.windows(text.len()).any(|window| window == text)
}

#[test]
fn a_server_that_trickles_and_then_stays_silent_can_be_left() {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let mut said = recorded();
    said.truncate(place(&said, "1026|~botsOnly~9,1,5") + 1);
    let interrupt = AtomicBool::new(false);
    let mut joined = Vec::new();
    let heard = thread::scope(|scope| {
        let server = scope.spawn(|| {
            let (mut stream, _) = listener.accept().unwrap();
            stream.set_nodelay(true).unwrap();
            for byte in frames(&said) {
                stream.write_all(&[byte]).unwrap();
                thread::sleep(Duration::from_micros(100));
            }
            // It places its first settlement, and hears no more.
            let (mut heard, mut chunk) = (Vec::new(), [0; 1000]);
            while !holds(&heard, b"1009|") {
                let count = stream.read(&mut chunk).unwrap();
                heard.extend_from_slice(&chunk[..count]);
            }
            interrupt.store(true, Ordering::Relaxed);
            stream.read_to_end(&mut heard).unwrap();
            heard
        });
        let mut report = |game: &Joined| joined.push(game.clone());
        join_jsettlers(&options(address), &mut report, &mut |_| (), &interrupt).unwrap();
        server.join().unwrap()
    });
    assert!(holds(&heard, b"1011|mine,-,~botsOnly~9"), "it leaves as it should");
    assert_eq!(joined[0].outcome, Err("it was called off".to_owned()));
}

fn robot(wanted: Option<&str>) -> JsettlersSeat {
    let agent = "weighted".parse().unwrap();
    JsettlersSeat::new(&agent, "mi,n|e", "SECRET", wanted, Seed::experiment(1)).unwrap()
}

fn hear(robot: &mut JsettlersSeat, text: &[u8]) -> Vec<String> {
    let reactions = robot.heard(text, true).unwrap().into_iter();
    let sent = reactions.filter_map(|reaction| match reaction {
        Reaction::Send(text) => Some(text),
        Reaction::Over(_) | Reaction::Declined(_) => None,
    });
    sent.collect()
}

#[test]
fn who_does_not_answer_an_offer_has_refused_it() {
    let said = recorded();
    let offer = place(&said, "1041|~botsOnly~9,3,true,true,true,false");
    let mut robot = robot(None);
    let answers: Vec<_> = said[..=offer].iter().map(|text| hear(&mut robot, text)).collect();
    // Chair 0 is asked before us.
    assert_eq!(answers[offer], [""; 0]);
    let beats: Vec<_> = (0..20).map(|_| robot.beat().unwrap().len()).collect();
    assert_eq!(beats.iter().position(|sent| *sent > 0), Some(14), "{beats:?}");
    assert_eq!(beats.iter().sum::<usize>(), 1);
    // A late acceptance is a trade all the same, and nobody who traded is taken for having refused.
    hear(&mut robot, b"1037|~botsOnly~9,1");
    hear(&mut robot, b"1039|~botsOnly~9,0,3,0,0,0,1,0,0,0,1,0,0");
    let sizes = robot.view(GAME).unwrap().players().iter().map(PlayerView::hand_size);
    assert_eq!(sizes.collect::<Vec<_>>(), [2, 4, 4, 4]);
}

#[test]
fn our_own_offer_is_taken_back_when_nobody_answers() {
    let said = recorded();
    let own = place(&said, "1041|~botsOnly~9,1,true,false,true,true");
    let mut robot = robot(None);
    said[..=own].iter().for_each(|text| drop(hear(&mut robot, text)));
    let beats: Vec<_> = (0..40).map(|_| robot.beat().unwrap()).collect();
    let sent: Vec<_> = beats.concat();
    assert_eq!(sent, [Reaction::Send("1038|~botsOnly~9,1".to_owned())]);
    // We go on when that is heard.
    let next = hear(&mut robot, b"1038|~botsOnly~9,1");
    assert_eq!(next.len(), 1, "{next:?}");
}

#[test]
fn a_refusal_ends_our_turn_in_the_plainest_way() {
    let said = recorded();
    let mut robot = robot(None);
    let (mut is_ended, mut is_rolled) = (false, false);
    for text in said {
        for sent in hear(&mut robot, &text) {
            let state = if text.starts_with(b"1072|") { 15 } else { 20 };
            let is_own_turn = text.ends_with(b",20") || state == 15;
            let is_plain = sent.starts_with("1031|") || sent.starts_with("1032|");
            if is_own_turn && !is_plain && !sent.starts_with("9999") {
                let refused = b"1104|~botsOnly~9,0,3,0,0,You can't do that now.";
                let expected = if state == 15 { "1031|~botsOnly~9" } else { "1032|~botsOnly~9" };
                assert_eq!(hear(&mut robot, refused), [expected], "{sent}");
                // Robots are told twice.
                assert_eq!(hear(&mut robot, b"1044|~botsOnly~9,-2"), [""; 0]);
                is_ended |= state == 20;
                is_rolled |= state == 15;
            }
        }
    }
    assert!(is_ended && is_rolled);
}

#[test]
fn only_games_that_are_wanted_are_joined() {
    let mut choosy = robot(Some("this"));
    assert_eq!(hear(&mut choosy, b"1023|that,0,PL=4"), [""; 0]);
    assert_eq!(hear(&mut choosy, b"1023|this,0,PL=4"), ["1013|mine,\t,\t,this"]);
    assert_eq!(hear(&mut choosy, b"1023|this,0,PL=4"), [""; 0], "once is enough");
    let mut tired = robot(None);
    assert_eq!(tired.heard(b"1023|that,0,PL=4", false).unwrap(), []);
    // One that has begun without us is left again.
    let mut late = robot(None);
    hear(&mut late, b"1023|g,0,PL=4");
    hear(&mut late, b"1009|g,1,1,67");
    assert_eq!(hear(&mut late, b"1017|g,mine"), ["1011|mine,-,g"]);
    // There is no end of invitations, and an end of what we take.
    let mut busy = robot(None);
    for game in 0..100 {
        hear(&mut busy, format!("1023|g{game},0,PL=4").as_bytes());
    }
    assert_eq!(busy.games(), 16);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Recorded servers with messages changed, left out, repeated and moved: every one is understood or
    /// refused.
    #[test]
    fn recordings_that_were_mangled(
        length in 50_usize..400,
        changes in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut said = recorded();
        said.truncate(length);
        for (which, at, byte) in changes {
            let which = which.index(said.len() - 46) + 46;
            match byte % 5 {
                0 => drop(said.remove(which)),
                1 => said.insert(which, said[at.index(said.len())].clone()),
                2 => said.swap(which, at.index(length / 2) + 20),
                3 => {
                    let text = &mut said[which];
                    let at = at.index(text.len());
                    text[at] = byte;
                }
                _ => {
                    let text = &mut said[which];
                    let at = at.index(text.len());
                    text[at] = b'0' + byte % 10;
                }
            }
        }
        let mut robot = robot(None);
        for text in said {
            if robot.heard(&text, true).is_err() || robot.beat().is_err() {
                break;
            }
        }
    }
}
