//! Our AIWolf server with our clients: a game over the network is the game that is played without it.

use std::{
    net::SocketAddr,
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Record, Seat, Settings, Verdict};
use kakehiki_games::{AnyGame, Fixture, Open, Table};
use kakehiki_werewolf::WEREWOLF;
use kakehiki_wire::{Address, AiwolfJoin, AiwolfOptions, Joined, Line, Outcome, join_aiwolf};

use crate::{
    aiwolf_clients::{options, start},
    all_stayed, many_games,
    relay::{breaks_at_any_point, trickles},
};

/// Plays games at our server with clients of ours, whose places are known afterwards.
fn over_network(agents: &[&str], options: AiwolfOptions) -> (Vec<Record>, Vec<Vec<Joined>>) {
    let games = options.games;
    let (address, server) = start(options);
    let clients = agents.iter().map(|agent| {
        let join = AiwolfJoin {
            address: Address { host: address.ip().to_string(), port: address.port() },
            agent: agent.parse().unwrap(),
            name: (*agent).to_owned(),
            games,
            seed: 1,
            patience: Duration::from_secs(10),
        };
        thread::spawn(move || {
            let mut joined = Vec::new();
            let never = AtomicBool::new(false);
            join_aiwolf(&join, &mut |game| joined.push(game.clone()), &never).unwrap();
            joined
        })
    });
    let clients: Vec<_> = clients.collect();
    let joined = clients.into_iter().map(|client| client.join().unwrap()).collect();
    (server.join().unwrap(), joined)
}

/// The same games at a table of ours.
fn without_network(names: &[&str], options: &AiwolfOptions) -> Vec<Record> {
    let table = Open::new(&WEREWOLF, &options.rules);
    let casts: Vec<_> =
        names.iter().map(|name| table.cast(&name.parse::<AgentName>().unwrap()).unwrap()).collect();
    let play = |number| {
        let fixture = Fixture { casts: &casts, seed: 1, r#match: number, games: 1, label: "" };
        table.play(&fixture, None).unwrap().remove(0)
    };
    (0..options.games).map(play).collect()
}

fn outcome(record: &Record, seat: Seat) -> Outcome {
    match record.verdict {
        Verdict::Forfeited(_) => panic!("{record:?}"),
        verdict if verdict.is_win(seat) => Outcome::Won,
        Verdict::Ended(_) => Outcome::Lost,
    }
}

/// A village that waits for so many clients.
fn village(players: usize, line: Line, extra: &[(&str, &str)], games: u64) -> AiwolfOptions {
    let rules = line.to_string();
    let given = extra.iter().copied().chain([("rules", rules.as_str())]);
    let given = Settings::new("werewolf", WEREWOLF.options, given).unwrap();
    let rules = WEREWOLF.seat(&given, players);
    AiwolfOptions { line, rules, ..options(&vec!["external"; players].join(","), games) }
}

/// Agents outside play as they do inside, wherever they came to sit.
fn same_games(agents: &[&str], line: Line, extra: &[(&str, &str)], games: u64) {
    let options = village(agents.len(), line, extra, games);
    let begun = Instant::now();
    let (records, joined) = over_network(agents, options.clone());
    let with = begun.elapsed();
    let mut names = vec![""; agents.len()];
    for (agent, joined) in agents.iter().zip(&joined) {
        assert_eq!(joined.len() as u64, games);
        names[joined[0].seat.index()] = agent;
    }
    let begun = Instant::now();
    let expected = without_network(&names, &options);
    let without = begun.elapsed();
    println!("{line}: {games} games, {without:?} without and {with:?} with the network");
    assert_eq!(all_stayed(records), expected, "{names:?}, {line}");
    for joined in joined {
        for (game, record) in joined.iter().zip(&expected) {
            let expected = outcome(record, game.seat);
            assert_eq!(game.outcome, Ok(expected), "{names:?}, {line}");
        }
    }
}

const FIVE: [&str; 5] = ["finalist", "sample-0.6", "random", "finalist(fake=0.5)", "sample-0.4"];

#[test]
fn clients_of_ours_play_at_our_server_as_they_do_without_it() {
    for line in [Line::Late, Line::Early] {
        same_games(&FIVE, line, &[], 40);
        same_games(&FIVE, line, &[("role-requests", "on"), ("first-day-talk", "on")], 10);
        same_games(&FIVE, line, &[("first-day-vote", "on")], 10);
        same_games(&FIVE, line, &[("first-day-vote", "on"), ("first-day-talk", "on")], 10);
    }
}

// Each game waits for the network most of the time, so the two lines are tests of their own.
#[test]
fn many_games_of_the_late_line_are_the_same_over_the_network() {
    same_games(&FIVE, Line::Late, &[], many_games());
}

#[test]
fn many_games_of_the_early_line_are_the_same_over_the_network() {
    same_games(&FIVE, Line::Early, &[], many_games());
}

#[test]
fn larger_villages_play_as_they_do_without_the_network() {
    for line in [Line::Late, Line::Early] {
        let eleven: Vec<&str> = FIVE.iter().cycle().take(11).copied().collect();
        same_games(&eleven, line, &[("whisper-before-revote", "on"), ("no-attack", "on")], 5);
        let fifteen: Vec<&str> = FIVE.iter().cycle().take(15).copied().collect();
        same_games(&fifteen, line, &[], 3);
    }
}

#[test]
fn agents_that_weigh_worlds_play_as_they_do_without_the_network() {
    let agents = ["believer(worlds=20)+listen", "believer(worlds=20)+persuade(worlds=10)+listen"];
    let five: Vec<&str> = agents.iter().cycle().take(5).copied().collect();
    same_games(&five, Line::Late, &[], 3);
}

#[test]
fn villages_that_hide_their_votes_are_followed_to_the_end() {
    // Who cannot see a ballot does not know whether it was tied, and may decide otherwise for it.
    for line in [Line::Late, Line::Early] {
        let options = village(5, line, &[("visible-votes", "off")], 10);
        let (records, joined) = over_network(&["finalist"; 5], options);
        assert_eq!(records.len(), 10);
        assert!(joined.iter().flatten().all(|game| game.outcome.is_ok()), "{joined:?}");
    }
}

/// A client at an address, whatever comes of it.
fn join(address: SocketAddr, games: u64, interrupt: &AtomicBool) -> Vec<Joined> {
    join_as("finalist", address, games, interrupt)
}

fn join_as(agent: &str, address: SocketAddr, games: u64, interrupt: &AtomicBool) -> Vec<Joined> {
    let options = AiwolfJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: agent.parse().unwrap(),
        name: "ours".to_owned(),
        games,
        seed: 1,
        patience: Duration::from_millis(300),
    };
    let mut joined = Vec::new();
    // A game that never began is told of as a server that is not there.
    let _ = join_aiwolf(&options, &mut |game| joined.push(game.clone()), interrupt);
    joined
}

/// Server and clients share the machine, and nobody else should use it.
#[test]
#[ignore = "a measurement"]
fn games_a_second() {
    let games = std::env::var("KAKEHIKI_GAMES").map_or(6000, |games| games.parse().unwrap());
    for (agent, at_once) in
        [("finalist", 1), ("finalist", 2), ("finalist", 4), ("finalist", 8), ("random", 4)]
    {
        let options = AiwolfOptions { at_once, ..village(5, Line::Late, &[], games) };
        let begun = Instant::now();
        let (address, server) = start(options);
        let clients = (0..5 * at_once).map(|_| {
            thread::spawn(move || join_as(agent, address, 0, &AtomicBool::new(false)).len())
        });
        let clients: Vec<_> = clients.collect();
        let played = server.join().unwrap().len() as u64;
        let rate = played as f64 / begun.elapsed().as_secs_f64();
        println!("{agent}, {at_once} at once: {played} games, {rate:.0} a second");
        assert_eq!(played, games);
        let joined: usize = clients.into_iter().map(|client| client.join().unwrap()).sum();
        assert_eq!(joined as u64, 5 * games);
    }
}

const ONE_OF_FIVE: &str = "external,finalist,finalist,finalist,finalist";

#[test]
fn connections_break_at_any_point_of_a_game() {
    breaks_at_any_point(&|| start(options(ONE_OF_FIVE, 2)), &join);
}

#[test]
fn bytes_that_trickle_are_a_game_all_the_same() {
    let options = options(ONE_OF_FIVE, 1);
    let records = trickles(&|| start(options.clone()), &join, 1);
    assert_eq!(all_stayed(records), without_network(&["finalist"; 5], &options));
}

#[test]
fn a_client_that_has_played_enough_leaves_a_series() {
    let (address, server) = start(options("external,finalist,finalist,finalist,finalist", 3));
    let join = AiwolfJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "finalist".parse().unwrap(),
        name: "once\nonly".to_owned(),
        games: 1,
        seed: 1,
        patience: Duration::from_secs(10),
    };
    let mut joined = Vec::new();
    let never = AtomicBool::new(false);
    join_aiwolf(&join, &mut |game| joined.push(game.clone()), &never).unwrap();
    // The second game finds that it is gone, and nobody is left for a third.
    assert_eq!(server.join().unwrap().len(), 2);
    assert!(joined.len() == 1 && joined[0].outcome.is_ok(), "{joined:?}");
}
