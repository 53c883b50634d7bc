//! Our server for natural language with our clients: a game over the network is the game that is played
//! without it.

use std::time::Instant;

use kakehiki_core::{AgentName, Record, Tongue};
use kakehiki_games::{Fixture, Open, Table};
use kakehiki_werewolf::WEREWOLF;
use kakehiki_wire::{NaturalOptions, Profiles};

use crate::natural_clients::{join, options, start};

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
    assert!(records == expected, "{agent}");
}

fn village(players: usize, games: u64, extra: &[(&str, &str)]) -> NaturalOptions {
    options(&vec!["external"; players].join(","), games, extra)
}

#[test]
fn a_thousand_games_are_the_same_over_the_network() {
    same_games("finalist", &village(5, 1000, &[]));
}

#[test]
fn other_agents_play_as_they_do_without_the_network() {
    for agent in ["random", "finalist(fake=0.5)", "believer(worlds=20)+listen"] {
        same_games(agent, &village(5, 100, &[]));
    }
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
