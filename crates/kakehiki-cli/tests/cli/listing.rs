//! What there is: games, agents; counting and measuring.

use crate::{assert_has_exactly, document, printed};

const PARAMETER: [&str; 4] = ["name", "default", "values", "help"];

#[test]
fn games_are_listed_with_their_options() {
    let list = printed("games");
    for fragment in ["geister:", "negogeister:", "cap=300", "a whole number from 1 to 10000"] {
        assert!(list.contains(fragment), "{fragment} in {list}");
    }
    let document = document("games --json");
    assert_has_exactly(&document, &["games"]);
    let game = &document["games"][0];
    assert_has_exactly(game, &["game", "help", "seats", "options"]);
    assert_eq!((game["game"].as_str(), game["seats"].as_u64()), (Some("geister"), Some(2)));
    assert_has_exactly(&game["options"][0], &PARAMETER);
}

#[test]
fn agents_are_listed_with_their_parameters() {
    let list = printed("agents negogeister");
    for fragment in ["random:", "flat:", "playouts=1000", "trading", "strategy:", "one of never"] {
        assert!(list.contains(fragment), "{fragment} in {list}");
    }
    let document = document("agents negogeister --json");
    assert_has_exactly(&document, &["game", "agents", "strongest", "learning"]);
    for agent in document["agents"].as_array().unwrap() {
        assert_has_exactly(agent, &["agent", "part", "help", "parameters"]);
        for parameter in agent["parameters"].as_array().unwrap() {
            assert_has_exactly(parameter, &PARAMETER);
        }
    }
}

#[test]
fn the_strongest_are_named_and_play() {
    let document = document("agents geister --json");
    let names: Vec<&str> = document["strongest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    let list = printed("agents geister");
    for (name, time) in names.iter().zip(["1ms", "10ms", "100ms", "1s"]) {
        assert!(name.contains(&format!("time={time}")) && list.contains(name), "{name} in {list}");
        let name = name.replace(' ', "");
        let played =
            printed(&format!("arena run geister --agents {name},random --games 1 --set cap=2"));
        assert!(played.contains("1 games"), "{played}");
    }
}

#[test]
fn geister_has_the_known_number_of_openings() {
    let counts = printed("perft geister --depth 6");
    assert_eq!(counts, "1 8\n2 64\n3 768\n4 9200\n5 118488\n6 1523518\n");
    let document = document("perft geister --depth 4 --json");
    assert_has_exactly(&document, &["game", "depths"]);
    assert_eq!(document["depths"][3], serde_json::json!({"depth": 4, "nodes": 9200}));
}

#[test]
fn counting_follows_the_options() {
    // After three plies the cap ends every game, so no sequence is longer.
    assert_eq!(printed("perft geister --depth 4 --set cap=3"), "1 8\n2 64\n3 768\n4 0\n");
}

#[test]
fn the_bench_names_its_figures() {
    let document = document("bench --effort 0.02 --json");
    assert_has_exactly(&document, &["geister", "catan", "monopoly", "werewolf"]);
    assert_has_exactly(
        &document["geister"],
        &[
            "playouts_per_core_second",
            "moves_per_core_second",
            "purple_positions_per_core_second",
            "purple_decision_ms",
            "strongest_decision_ms",
        ],
    );
    // Whoever has a hundred milliseconds takes less, and more than whoever has ten.
    let decision =
        |time: &str| document["geister"]["strongest_decision_ms"][time].as_f64().unwrap();
    assert!((10.0..110.0).contains(&decision("100ms")) && decision("10ms") < 15.0);
    assert!(document["geister"]["playouts_per_core_second"].as_f64().unwrap() > 0.0);
    let catan = &document["catan"];
    let keys = [
        "games_per_core_second",
        "actions_per_core_second",
        "actions_per_game",
        "uct1000_game_core_seconds",
        "uct1000_uniform_game_core_seconds",
        "offer_pricing_core_seconds",
        "offer_pricing_early_core_seconds",
    ];
    assert_has_exactly(catan, &keys);
    for key in &keys[5..] {
        assert_has_exactly(&catan[key], &["100", "1000"]);
    }
    assert_has_exactly(&document["monopoly"], &["games_per_core_second", "decision_ms"]);
    let werewolf = &document["werewolf"];
    assert_has_exactly(werewolf, &["games_per_core_second", "training_games_per_core_second"]);
    assert_has_exactly(&werewolf["games_per_core_second"], &["5", "11", "15"]);
    let table = printed("bench negogeister --effort 0.02");
    assert!(table.contains("negogeister") && table.contains("moves per core second"), "{table}");
}
