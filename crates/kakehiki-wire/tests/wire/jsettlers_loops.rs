//! Robots of ours at a server over our own rules: a game over the network is the game that is played without
//! it.

use std::{
    sync::atomic::AtomicBool,
    thread,
    time::{Duration, Instant},
};

use kakehiki_catan::CATAN;
use kakehiki_core::{AgentName, Record, Seat};
use kakehiki_games::{Fixture, Open, Table};
use kakehiki_wire::{Address, Joined, JsettlersJoin, Outcome, join_jsettlers};

use crate::{
    jsettlers_host::{Played, Series, rules, serve},
    jsettlers_traffic::Traffic,
};

fn over_network(agents: &[&str], series: Series) -> (Played, Vec<Vec<Joined>>) {
    let (address, server) = serve(series);
    let clients = agents.iter().enumerate().map(|(seat, agent)| {
        let join = JsettlersJoin {
            address: Address { host: address.ip().to_string(), port: address.port() },
            agent: agent.parse().unwrap(),
            // The server seats robots in the order of their names.
            name: format!("mine {seat}"),
            cookie: "SECRET".to_owned(),
            game: None,
            games: series.games,
            seed: 1,
            patience: Duration::from_secs(10),
        };
        thread::spawn(move || {
            let mut joined = Vec::new();
            let never = AtomicBool::new(false);
            let mut report = |game: &Joined| joined.push(game.clone());
            join_jsettlers(&join, &mut report, &mut |_| (), &never).unwrap();
            joined
        })
    });
    let clients: Vec<_> = clients.collect();
    let joined = clients.into_iter().map(|client| client.join().unwrap()).collect();
    (server.join().unwrap(), joined)
}

/// The same matches at a table of ours.
fn without_network(agents: &[&str], series: Series) -> Vec<Record> {
    let table = Open::new(&CATAN, &rules(series.players, series.options));
    let cast = |name: &&str| table.cast(&name.parse::<AgentName>().unwrap()).unwrap();
    let casts: Vec<_> = agents.iter().map(cast).collect();
    let play = |number| {
        let fixture = Fixture { casts: &casts, seed: 1, r#match: number, games: 1, label: "" };
        table.play(&fixture, None).unwrap().remove(0)
    };
    (0..series.games).map(play).collect()
}

/// How games came out and what was counted in them; discards are made in fewer steps over the network.
fn results(records: &[Record]) -> Vec<(kakehiki_core::Verdict, Vec<Vec<u32>>)> {
    records.iter().map(|record| (record.verdict, record.counts.clone())).collect()
}

/// What games over the network cost, and what was asked and told in them.
struct Compared {
    without: Duration,
    with: Duration,
    traffic: Traffic,
}

fn same_games(agents: &[&str], series: Series) -> Compared {
    let begun = Instant::now();
    let expected = without_network(agents, series);
    let without = begun.elapsed();
    let begun = Instant::now();
    let (Played { records, traffic }, joined) = over_network(agents, series);
    let with = begun.elapsed();
    assert_eq!(results(&records), results(&expected), "{agents:?}");
    for (seat, joined) in Seat::all(series.players).zip(&joined) {
        assert_eq!(joined.len(), records.len());
        for (number, (game, record)) in joined.iter().zip(&records).enumerate() {
            let is_won = record.verdict.is_win(seat);
            let outcome = if is_won { Outcome::Won } else { Outcome::Lost };
            assert_eq!(game.outcome, Ok(outcome), "game {number} of {agents:?}");
            assert_eq!(game.seat.index(), (seat.index() + number) % 4);
        }
    }
    Compared { without, with, traffic }
}

const PLAIN: Series =
    Series { games: 4, players: 4, options: &[], told: "BC=t4,N7=f7,RD=f,PL=4,UBL=t7" };

/// All that players may ask a server for: pieces, dice, the end of a turn, discards, the robber and its victim,
/// refusals, what is taken back, acceptances, exchanges at every rate, offers and those in return, and cards.
const REQUESTS: [&str; 21] = [
    "1009 0",
    "1009 1",
    "1009 2",
    "1031",
    "1032",
    "1033",
    "1034",
    "1035",
    "1037",
    "1038",
    "1039",
    "1040 for 2",
    "1040 for 3",
    "1040 for 4",
    "1041",
    "1041 in return",
    "1045",
    "1049 1",
    "1049 2",
    "1049 3",
    "1049 9",
];

/// Which messages come behind which at the small server, with their fields, and at the recorded ones never do.
const OWN_ORDER: [(&str, &str); 6] = [
    // It tells neither of faces nor of empty hands when robots sit down.
    ("1012 with 4", "1012 with 4"),
    // A knight wins.
    ("1034 with 3", "1096"),
    // Our robots offer and build at once where Java's wait, and put pieces down without asking first.
    ("1040 with 12", "1041 with 16"),
    ("1042 with 2", "1086"),
    ("1086", "1009 with 4"),
    // A card that is bought wins.
    ("1090 with 5", "1096"),
];

#[test]
fn robots_of_ours_play_at_a_server_as_they_do_without_it() {
    let series = Series { games: 8, ..PLAIN };
    let mut all = Traffic::default();
    for (agents, series) in [
        (["greedy", "greedy+rule", "weighted", "random"], series),
        (["weighted", "greedy+rule(criterion=product)", "greedy+baseline", "weighted"], series),
        (["isuct(playouts=10)", "weighted", "nakazawa-base", "greedy"], PLAIN),
    ] {
        let Traffic { requests, told, .. } = same_games(&agents, series).traffic;
        all.requests.extend(requests);
        all.told.extend(told);
    }
    for request in REQUESTS {
        assert!(all.requests.contains_key(request), "{request} is not in {:?}", all.requests);
    }
    let recorded = Traffic::recorded().told;
    let ours = all.told.difference(&recorded);
    let ours: Vec<_> = ours.map(|(one, next)| (one.as_str(), next.as_str())).collect();
    assert_eq!(ours, OWN_ORDER);
}

#[test]
fn options_of_the_classic_game_and_empty_chairs_are_played_too() {
    let options = &[("target", "5"), ("trading", "off")];
    let short = Series { options, told: "VP=t5,NT=t", ..PLAIN };
    same_games(&["greedy", "weighted", "greedy", "random"], short);
    let three = Series { players: 3, told: "PL=4", ..PLAIN };
    same_games(&["greedy+rule", "weighted", "greedy"], three);
    let two = Series { players: 2, told: "PL=2", ..PLAIN };
    same_games(&["greedy+rule", "weighted"], two);
}

/// `KAKEHIKI_GAMES` games, and what they cost over the network.
#[test]
#[ignore = "takes some minutes"]
fn many_games_are_the_same_over_the_network() {
    let games = std::env::var("KAKEHIKI_GAMES").ok().and_then(|text| text.parse().ok());
    let series = Series { games: games.unwrap_or(1000), ..PLAIN };
    for agents in [["greedy+rule"; 4], ["greedy", "greedy+rule", "weighted", "random"]] {
        let Compared { without, with, .. } = same_games(&agents, series);
        println!(
            "{agents:?}: {} games, {without:?} without, {with:?} with the network",
            series.games
        );
    }
}
