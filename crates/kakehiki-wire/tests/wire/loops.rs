//! Our server with our clients: a game over the network is the game that is played without it.

use std::{
    net::SocketAddr,
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Record, Seat, Verdict};
use kakehiki_games::{Fixture, Table};
use kakehiki_wire::{Address, ContestJoin, ContestOptions, Joined, Outcome, join_contest};

use crate::{
    all_stayed, many_games,
    relay::{breaks_at_any_point, trickles},
    server_replay::rules,
    sockets::{LONG, Running, options},
};

/// Plays the same matches at a table of ours.
fn without_network(agents: [&str; 2], games: u64) -> Vec<Record> {
    let table = rules();
    let casts = agents.map(|name| table.cast(&name.parse::<AgentName>().unwrap()).unwrap());
    let play = |number| {
        let fixture = Fixture { casts: &casts, seed: 1, r#match: number, games: 1, label: "" };
        table.play(&fixture, None).unwrap().remove(0)
    };
    (0..games).map(play).collect()
}

/// Seats agents over the network where the server waits for somebody.
fn over_network(agents: [&str; 2], options: ContestOptions) -> (Vec<Record>, Vec<Vec<Joined>>) {
    let games = options.games;
    let outside: Vec<usize> =
        (0..2).filter(|seat| options.seats[*seat].to_string() == "external").collect();
    let server = Running::start(options);
    let clients = outside.iter().zip(&server.addresses).map(|(seat, address)| {
        let join = ContestJoin {
            address: Address { host: address.ip().to_string(), port: address.port() },
            agent: agents[*seat].parse().unwrap(),
            games,
            seed: 1,
            time: LONG,
            patience: Duration::from_secs(10),
        };
        thread::spawn(move || {
            let mut joined = Vec::new();
            let never = AtomicBool::new(false);
            join_contest(&join, &mut |game| joined.push(game.clone()), &never).unwrap();
            joined
        })
    });
    let clients: Vec<_> = clients.collect();
    let joined = clients.into_iter().map(|client| client.join().unwrap()).collect();
    (all_stayed(server.records()), joined)
}

fn outcome(record: &Record, seat: usize) -> Outcome {
    match record.verdict {
        Verdict::Ended(ending) => match ending.rewards(2)[seat] {
            1.0 => Outcome::Won,
            0.0 => Outcome::Lost,
            _ => Outcome::Drawn,
        },
        Verdict::Forfeited(_) => panic!("{record:?}"),
    }
}

fn same_games(agents: [&str; 2], seats: &str, games: u64) {
    let expected = without_network(agents, games);
    let (records, joined) = over_network(agents, options(seats, games));
    assert_eq!(records, expected, "{agents:?} at {seats}");
    let outside = seats.split(',').enumerate().filter(|(_, name)| *name == "external");
    for ((seat, _), joined) in outside.zip(joined) {
        let outcomes: Vec<_> = joined.iter().map(|game| game.outcome.clone().unwrap()).collect();
        let expected: Vec<_> = expected.iter().map(|record| outcome(record, seat)).collect();
        assert_eq!(outcomes, expected);
        assert!(joined.iter().all(|game| game.seat == Seat::new(seat)));
    }
}

#[test]
fn clients_of_ours_play_at_our_server_as_they_do_without_it() {
    same_games(["charge", "flat(playouts=30)"], "external,external", 6);
    same_games(["isuct(playouts=30)", "random"], "external,external", 4);
    same_games(["upp(playouts=30)", "charge"], "external,charge", 4);
    same_games(["random", "isuct(playouts=30)"], "random,external", 4);
}

/// A client at an address, whatever comes of it.
fn join(address: SocketAddr, games: u64, interrupt: &AtomicBool) -> Vec<Joined> {
    let options = ContestJoin {
        address: Address { host: address.ip().to_string(), port: address.port() },
        agent: "charge".parse().unwrap(),
        games,
        seed: 1,
        time: LONG,
        patience: Duration::from_millis(300),
    };
    let mut joined = Vec::new();
    // A game that never began is told of as a server that is not there.
    let _ = join_contest(&options, &mut |game| joined.push(game.clone()), interrupt);
    joined
}

fn serve(games: u64) -> (SocketAddr, thread::JoinHandle<Vec<Record>>) {
    let server = Running::start(options("external,charge", games));
    (server.addresses[0], thread::spawn(|| server.records()))
}

#[test]
fn connections_break_at_any_point_of_a_game() {
    breaks_at_any_point(&|| serve(2), &join);
}

#[test]
fn bytes_that_trickle_are_a_game_all_the_same() {
    let records = all_stayed(trickles(&|| serve(1), &join, 1));
    assert_eq!(records, without_network(["charge", "charge"], 1));
}

#[test]
fn several_games_are_played_at_once() {
    let server = Running::start(ContestOptions { at_once: 4, ..options("external,external", 4) });
    let both = || {
        let mut clients = server.addresses.iter().map(|it| crate::sockets::Client::set_up(*it));
        (clients.next().unwrap(), clients.next().unwrap())
    };
    let mut tables: Vec<_> = (0..4).map(|_| both()).collect();
    // All four have begun before any goes on.
    for (first, _) in &mut tables {
        first.expect("MOV?");
    }
    drop(tables);
    assert_eq!(server.records().len(), 4);
}

#[test]
fn many_games_are_the_same_over_the_network() {
    let games = many_games();
    for agents in [["charge", "random"], ["isuct(playouts=30)", "charge"]] {
        let begun = Instant::now();
        let expected = without_network(agents, games);
        let without = begun.elapsed();
        let begun = Instant::now();
        let (records, _) = over_network(agents, options("external,external", games));
        let with = begun.elapsed();
        assert_eq!(records, expected);
        let steps: u32 = records.iter().map(|record| record.steps).sum();
        println!(
            "{agents:?}: {games} games, {steps} steps, {without:?} without and {with:?} with the network"
        );
    }
}
