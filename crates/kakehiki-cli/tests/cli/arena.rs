//! `kakehiki arena run`.

use crate::{
    assert_has_exactly, assert_keys_in_order, document, files, folder, printed, run, text, timeless,
};

const RUN: &str = "arena run geister --agents charge,random --games 60";

#[test]
fn the_document_is_as_promised() {
    let line = "arena run negogeister --agents flat(playouts=8)+strategy(playouts=8),random \
                --games 6 --rotate --seed 7 --json";
    let printed = printed(line);
    assert_keys_in_order(
        &printed,
        &[
            "game",
            "games",
            "seed",
            "draws",
            "undecided",
            "forfeits",
            "agents",
            "agent",
            "games",
            "wins",
            "win_rate",
            "ci95",
            "mean_outcome",
            "counters",
            "agent",
            "seats",
            "seat",
            "wins",
            "games",
            "core_seconds",
        ],
    );
    let document = document(line);
    assert_has_exactly(
        &document,
        &[
            "game",
            "games",
            "seed",
            "draws",
            "undecided",
            "forfeits",
            "agents",
            "seats",
            "core_seconds",
        ],
    );
    let agents = document["agents"].as_array().unwrap();
    assert_eq!(agents.len(), 2);
    for agent in agents {
        let keys = ["agent", "games", "wins", "win_rate", "ci95", "mean_outcome", "counters"];
        assert_has_exactly(agent, &keys);
        assert_eq!(agent["ci95"].as_array().unwrap().len(), 2);
    }
    assert_eq!(agents[0]["agent"], "flat(playouts=8)+strategy(playouts=8)");
    assert!(agents[0]["counters"]["requests"].as_u64().unwrap() > 0);
    assert_has_exactly(&document["seats"][0], &["seat", "wins", "games"]);
    assert_eq!((document["games"].as_u64(), document["seed"].as_u64()), (Some(12), Some(7)));
}

#[test]
fn equal_names_have_an_entry_each() {
    let document = document("arena run geister --agents random,random --games 10 --json");
    assert_eq!(document["agents"].as_array().unwrap().len(), 2);
}

#[test]
fn threads_change_nothing_but_the_time() {
    for more in ["", "--rotate", "--rotate --series 6", "--round-robin --rotate"] {
        let on = |threads: u32| printed(&format!("{RUN} {more} --json --threads {threads}"));
        let alone = on(1);
        for threads in [2, 0] {
            assert_eq!(timeless(&alone), timeless(&on(threads)), "{more}");
        }
    }
}

#[test]
fn the_table_tells_intervals() {
    let table = printed(&format!("{RUN} --rotate --set cap=100"));
    for fragment in ["geister: 120 games, seed 1", "charge", "random", "win rate", "95 %", "P1"] {
        assert!(table.contains(fragment), "{fragment} in {table}");
    }
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{table}");
    }
}

#[test]
fn what_was_counted_is_told_when_asked_for() {
    let line = "arena run catan --agents random,random --games 2";
    let (plain, counted) = (printed(line), printed(&format!("{line} --counters")));
    assert!(!plain.contains("offers-received"), "{plain}");
    assert!(counted.contains("offers-received"), "{counted}");
    let json = |more| printed(&format!("{line} --json {more}"));
    assert_eq!(timeless(&json("")), timeless(&json("--counters")));
}

#[test]
fn beliefs_are_scored_when_asked_for() {
    let logs = folder();
    let line = format!(
        "arena run geister --agents habit(kind=baiting)+listen(acts=fitted,words=deaf),habit(kind=baiting) \
         --games 30 --rotate --logs {}",
        logs.path().display()
    );
    let scored = document(&format!("{line} --beliefs --json"));
    let [deaf, reading] = [0, 1].map(|place| &scored["beliefs"][place]);
    assert_eq!(deaf["agent"], "habit(kind=baiting)");
    // Who reads nothing believes what the rules say.
    let of = |score: &serde_json::Value, key: &str| score[key].as_f64().unwrap();
    assert!((of(deaf, "log_loss") - of(deaf, "prior_log_loss")).abs() < 1e-9, "{deaf}");
    assert!(of(reading, "log_loss") < of(reading, "prior_log_loss") - 0.05, "{reading}");
    assert!(reading["gain_ci95"][0].as_f64().unwrap() > 0.0, "{reading}");
    let facts = |part: &str| -> u64 {
        reading[part].as_array().unwrap().iter().map(|it| it["facts"].as_u64().unwrap()).sum()
    };
    assert_eq!([facts("by_turn"), facts("calibration")], [reading["facts"].as_u64().unwrap(); 2]);
    let out = folder();
    let table = printed(&format!("{line}/again --beliefs --out {}", out.path().display()));
    assert!(table.contains("by the rules alone") && table.contains("came true"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let picture = std::fs::read_to_string(out.path().join("calibration.svg")).unwrap();
    let drawn = |score: &serde_json::Value| score["calibration"].as_array().unwrap().len();
    // The marks of the first agent are circles: one for each tenth and one in the key.
    assert_eq!(picture.matches("<circle").count(), drawn(deaf) + 1, "{picture}");
    assert!(picture.contains("habit(kind=baiting)+listen(acts=fitted, words=deaf)"), "{picture}");
}

#[test]
fn a_time_for_decisions_is_remarked_on() {
    let line = "arena run geister --agents purple(time=0.1ms),random --games 1 --set cap=10";
    let remark =
        "an agent thought for a given time: these results do not follow from the seed alone";
    assert_eq!(document(&format!("{line} --json"))["remark"], remark);
    assert!(text(&run(line).stderr).contains(remark));
    let untimed = document(&format!("{} --json", line.replace("0.1ms", "0")));
    assert!(untimed["remark"].is_null());
}

#[test]
fn as_many_play_as_are_named() {
    let line = "arena run monopoly --agents moyer,moyer --games 3 --json";
    let alone = printed(line);
    assert_eq!(timeless(&alone), timeless(&printed(&format!("{line} --set players=2"))));
}

#[test]
fn options_and_seed_change_the_games() {
    let line = "arena run geister --agents random,random --games 40 --json";
    let plain = printed(line);
    for more in ["--seed 2", "--set cap=20"] {
        assert_ne!(timeless(&plain), timeless(&printed(&format!("{line} {more}"))), "{more}");
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let line =
        "arena run geister --agents charge,random --games 5000 --rotate --sprt 0.5,0.6 --json";
    let document = document(line);
    assert_eq!(document["sprt"]["decision"], "accepted");
    assert!(document["games"].as_u64().unwrap() < 10_000);
}

#[test]
fn a_finished_run_is_not_played_again() {
    let folder = folder();
    let line = format!("{RUN} --json --out {}", folder.path().join("new/out").display());
    let first = printed(&line);
    let again = run(&line);
    assert_eq!(first, text(&again.stdout));
    assert_eq!(text(&again.stderr), "resumed: all matches were already played\n");
    assert_eq!(files(&folder.path().join("new/out"), ".parquet").len(), 1);
}

#[test]
fn notes_can_be_turned_off_and_errors_not() {
    let folder = folder();
    let line = format!("{RUN} --out {}", folder.path().display());
    printed(&line);
    let output = run(&format!("{line} --quiet"));
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    assert!(!output.stdout.is_empty());
    let output = run("--quiet agents chess");
    assert!(text(&output.stderr).contains("error: unknown game"), "{output:?}");
}

#[test]
fn nothing_but_the_result_is_said_where_nobody_watches() {
    let output = run(RUN);
    assert_eq!(text(&output.stderr), "");
}
