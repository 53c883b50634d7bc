//! Doors against recorded traffic, against bad peers, and against each other.

mod aiwolf_bad_servers;
mod aiwolf_client_replay;
mod aiwolf_clients;
mod aiwolf_loops;
mod aiwolf_replay;
mod bad_clients;
mod bad_servers;
mod client_replay;
mod corpus;
mod jsettlers_bad_servers;
mod jsettlers_board;
mod jsettlers_book;
mod jsettlers_cards;
mod jsettlers_client_replay;
mod jsettlers_course;
mod jsettlers_desk;
mod jsettlers_desk_replay;
mod jsettlers_dice;
mod jsettlers_hidden;
mod jsettlers_host;
mod jsettlers_lobby;
mod jsettlers_loops;
mod jsettlers_members;
mod jsettlers_people;
mod jsettlers_refusals;
mod jsettlers_replay;
mod jsettlers_script;
mod jsettlers_sevens;
mod jsettlers_story;
mod jsettlers_table;
mod jsettlers_trades;
mod jsettlers_traffic;
mod loops;
mod natural_bad_servers;
mod natural_clients;
mod natural_loops;
mod natural_replay;
mod natural_seats;
mod natural_server;
mod recording;
mod relay;
mod server_replay;
mod sockets;

use kakehiki_core::Record;

/// Games of a server in which no client went out, without what the server counts of that.
fn all_stayed(mut records: Vec<Record>) -> Vec<Record> {
    for counts in records.iter_mut().flat_map(|record| &mut record.counts) {
        assert_eq!(counts.pop(), Some(0), "a client went out");
    }
    records
}

/// How many games of each protocol are compared with the same games without the network: `KAKEHIKI_GAMES`.
fn many_games() -> u64 {
    std::env::var("KAKEHIKI_GAMES").map_or(200, |games| games.parse().expect("a number of games"))
}
