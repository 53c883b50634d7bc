use kakehiki_arena::{Draft, Pairing, RunOptions, run};
use serde_json::Value;

use crate::{draft, plan};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn the_document_has_exactly_the_promised_fields() {
    let outcome = run(&plan(draft(10)), &RunOptions::default()).unwrap();
    let json = outcome.standings.to_json();
    assert!(
        json.starts_with("{\"game\":\"negogeister\",\"games\":20,\"seed\":5,\"draws\":"),
        "{json}"
    );
    let document: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        keys(&document),
        [
            "agents",
            "core_seconds",
            "draws",
            "forfeits",
            "game",
            "games",
            "seats",
            "seed",
            "undecided"
        ]
    );
    let agents = document["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 2, "equal names have entries of their own");
    for agent in agents {
        assert_eq!(
            keys(agent),
            ["agent", "ci95", "counters", "games", "mean_outcome", "win_rate", "wins"]
        );
        assert_eq!(agent["ci95"].as_array().unwrap().len(), 2);
        assert!(!keys(&agent["counters"]).is_empty());
    }
    assert_eq!(keys(&document["seats"][1]), ["games", "seat", "wins"]);
    assert_eq!(document["seats"][1]["seat"], 1);
    assert!(document["core_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn round_robins_add_pairs_and_ratings() {
    let agents = vec!["random".to_owned(); 3];
    let plan = plan(Draft { agents, pairing: Pairing::RoundRobin, ..draft(10) });
    let standings = run(&plan, &RunOptions::default()).unwrap().standings;
    let document: Value = serde_json::from_str(&standings.to_json()).unwrap();
    let pair = &document["pairs"][2];
    assert_eq!(keys(pair), ["a", "b", "ci95", "draws", "games", "indices", "losses", "wins"]);
    assert_eq!(pair["indices"], serde_json::json!([1, 2]));
    assert!(document["agents"][0]["rating"].is_number());
    assert_eq!(document["agents"][0]["rating_ci95"].as_array().unwrap().len(), 2);
    let text = standings.to_string();
    for part in ["rating", "against 3", "20 games", "60 games"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn tables_show_games_and_intervals() {
    let standings = run(&plan(draft(10)), &RunOptions::default()).unwrap().standings;
    let text = standings.to_string();
    for part in
        ["negogeister: 20 games, seed 5", "random", "win rate", "95 %", "P1", "core-seconds"]
    {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains("rating"));
    assert!(!text.contains("requests"), "counters are told only when asked for: {text}");
    assert!(standings.counter_tables().contains("requests"), "{}", standings.counter_tables());
}

#[test]
fn seats_are_told_only_where_agents_change_them() {
    let told = |draft| run(&plan(draft), &RunOptions::default()).unwrap().standings.to_string();
    assert!(told(draft(4)).contains("P0"));
    assert!(!told(Draft { rotate: false, ..draft(4) }).contains("P0"));
}

#[test]
fn tables_fit_into_eighty_columns() {
    let long = "weighted+rule(criterion=profit-first, attitude=pessimistic, bias=optimistic)";
    let catan = Draft { rotate: true, ..Draft::new("catan", &[long, "random", long], 2) };
    let werewolf = Draft::new("werewolf", &["random"; 18], 2);
    let agents = vec!["flat(playouts=1)".to_owned(); 12];
    let geister = Draft { agents, pairing: Pairing::RoundRobin, ..draft(2) };
    for draft in [catan, werewolf, geister] {
        let standings = run(&plan(draft), &RunOptions::default()).unwrap().standings;
        let text = format!("{standings}{}", standings.counter_tables());
        let widest = text.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{text}");
    }
}
