//! Our server for natural language with our clients: a game over the network is the game that is played
//! without it.

use std::{
    fs,
    net::SocketAddr,
    path::Path,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use kakehiki_core::{AgentName, Log, Record, Tongue};
use kakehiki_games::{Fixture, Open, Table};
use kakehiki_werewolf::WEREWOLF;
use kakehiki_wire::{Joined, NaturalJoin, NaturalOptions, Profiles, join_natural};

use crate::{
    all_stayed, many_games,
    natural_clients::{join, join_options, options, start},
    natural_seats::{acts, parting},
    relay::{breaks_at_any_point, trickles},
};

/// The same games at a table of ours.
fn without_network(agent: &str, options: &NaturalOptions) -> Vec<Record> {
    let table = Open::new(&WEREWOLF, &options.rules);
    let cast = table.cast(&agent.parse::<AgentName>().unwrap()).unwrap();
    let casts = vec![cast; options.seats.len()];
    let play = |number| {
        let fixture = Fixture { casts: &casts, seed: 1, r#match: number, games: 1, label: "" };
        table.play(&fixture, None).unwrap().remove(0)
    };
    (0..options.games).map(play).collect()
}

/// A village of one kind of agent, who come in another order for every game, plays outside as it does inside.
fn same_games(agent: &str, options: &NaturalOptions) {
    let begun = Instant::now();
    let (address, server) = start(options.clone());
    let clients: Vec<_> =
        options.seats.iter().map(|_| join(address, agent, options.games)).collect();
    for client in clients {
        for game in client.join().unwrap() {
            assert!(game.outcome.is_ok(), "{agent}: {game:?}");
        }
    }
    let records = server.join().unwrap();
    let with = begun.elapsed();
    let begun = Instant::now();
    let expected = without_network(agent, options);
    let (games, without) = (options.games, begun.elapsed());
    println!("{agent}: {games} games, {without:?} without and {with:?} with the network");
    assert!(all_stayed(records) == expected, "{agent}");
}

/// What was done in the game of a log.
fn acts_of(folder: &Path, file: &str) -> Vec<String> {
    acts(&Log::from_bytes(&fs::read(folder.join(file)).unwrap()).unwrap().events)
}

/// A village of several kinds of agents, who come in another order for every game, plays outside as inside.
fn same_mixed_games(agents: &[&str], options: &NaturalOptions) {
    let folder = tempfile::tempdir().unwrap();
    let options = NaturalOptions { logs: Some(folder.path().to_owned()), ..options.clone() };
    let (address, server) = start(options.clone());
    let clients: Vec<_> = agents.iter().map(|agent| join(address, agent, options.games)).collect();
    let joined: Vec<Vec<Joined>> = clients.into_iter().map(|it| it.join().unwrap()).collect();
    let records = all_stayed(server.join().unwrap());
    let table = Open::new(&WEREWOLF, &options.rules);
    let cast = |agent: &str| table.cast(&agent.parse::<AgentName>().unwrap()).unwrap();
    for (number, record) in records.iter().enumerate() {
        let mut order: Vec<usize> = (0..agents.len()).collect();
        order.sort_by_key(|place| joined[*place][number].seat);
        let casts: Vec<_> = order.iter().map(|place| cast(agents[*place])).collect();
        let fixture =
            Fixture { casts: &casts, seed: 1, r#match: number as u64, games: 1, label: "" };
        let expected = table.play(&fixture, Some(folder.path())).unwrap().remove(0);
        if *record != expected {
            let names: Vec<&str> = order.iter().map(|place| agents[*place]).collect();
            let [with, without] =
                [format!("aiwolf-nlp-game-{number}.jsonl"), "-game-0.jsonl".to_owned()]
                    .map(|file| acts_of(folder.path(), &file));
            panic!("game {number} of {names:?}: {}", parting(&with, &without));
        }
    }
}

fn village(players: usize, games: u64, extra: &[(&str, &str)]) -> NaturalOptions {
    options(&vec!["external"; players].join(","), games, extra)
}

#[test]
fn many_games_are_the_same_over_the_network() {
    same_games("finalist", &village(5, many_games(), &[]));
}

#[test]
fn other_agents_play_as_they_do_without_the_network() {
    for agent in ["random", "finalist(fake=0.5)", "believer(worlds=20)+listen"] {
        same_games(agent, &village(5, 100, &[]));
    }
}

#[test]
fn games_of_several_kinds_of_agents_are_the_same_over_the_network() {
    let believer = "believer(worlds=20)+listen";
    let agents = ["finalist", believer, "random", "finalist(fake=0.5)", "random"];
    same_mixed_games(&agents, &village(5, 100, &[]));
}

#[test]
fn villages_that_speak_english_are_the_same_too() {
    let options = NaturalOptions {
        tongue: Tongue::English,
        profiles: Profiles::common(Tongue::English),
        ..village(5, 100, &[("max-length", "125"), ("mention-length", "125")])
    };
    same_games("finalist", &options);
}

#[test]
fn larger_villages_play_as_they_do_without_the_network() {
    for players in [9, 13] {
        same_games("finalist", &village(players, 5, &[]));
    }
}

/// A client at an address, whatever comes of it.
fn try_to_join(address: SocketAddr, games: u64, interrupt: &AtomicBool) -> Vec<Joined> {
    let patience = Duration::from_millis(300);
    let options = NaturalJoin { patience, ..join_options(address, "finalist", games) };
    let mut joined = Vec::new();
    // A game that never began is told of as a server that is not there.
    let _ = join_natural(&options, &mut |game| joined.push(game.clone()), interrupt);
    joined
}

const ONE_OF_FIVE: &str = "external,finalist,finalist,finalist,finalist";

#[test]
fn connections_break_at_any_point_of_a_game() {
    breaks_at_any_point(&|| start(options(ONE_OF_FIVE, 2, &[])), &try_to_join);
}

#[test]
fn bytes_that_trickle_are_a_game_all_the_same() {
    let options = options(ONE_OF_FIVE, 1, &[]);
    // A greeting of single bytes is taken for an attack.
    let records = trickles(&|| start(options.clone()), &try_to_join, 4);
    assert_eq!(all_stayed(records), without_network("finalist", &options));
}
