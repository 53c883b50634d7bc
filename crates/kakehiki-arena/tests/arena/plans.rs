use kakehiki_arena::{Draft, Pairing, Plan, Shard};
use proptest::prelude::*;

use crate::{draft, expected, plan};

#[test]
fn arrangements_of_a_round_share_their_luck_and_seat_everybody_everywhere() {
    let plan = plan(draft(3));
    let rounds: Vec<u64> = (0..plan.matches()).map(|number| plan.at(number).round).collect();
    assert_eq!(rounds, [0, 0, 1, 1, 2, 2]);
    assert_eq!(plan.agents_at(plan.at(2)), [0, 1]);
    assert_eq!(plan.agents_at(plan.at(3)), [1, 0]);
}

#[test]
fn without_rotation_there_is_one_arrangement() {
    let plan = plan(Draft { rotate: false, ..draft(3) });
    assert_eq!(plan.matches(), 3);
    assert!((0..3).all(|number| plan.agents_at(plan.at(number)) == [0, 1]));
}

#[test]
fn series_are_matches_of_many_games() {
    let plan = plan(Draft { series: 5, ..draft(20) });
    assert_eq!((plan.rounds(), plan.matches(), plan.games()), (4, 8, 40));
}

#[test]
fn round_robins_play_every_pair_in_both_orders() {
    let agents = ["random", "charge", "random"].map(str::to_owned).to_vec();
    let plan = plan(Draft { agents, pairing: Pairing::RoundRobin, ..draft(2) });
    let seats: Vec<&[usize]> = (0..6).map(|number| plan.agents_at(plan.at(number))).collect();
    assert_eq!(seats, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    assert_eq!(plan.at(5).round, 0, "all pairs of a round play under the same luck");
    assert_eq!(plan.at(6).round, 1);
}

#[test]
fn a_plan_keeps_the_rules_that_a_set_of_them_fixes() {
    let mut draft = Draft::new("monopoly", &["moyer", "moyer"], 5);
    draft.options.insert("rules".to_owned(), "moyer2020".to_owned());
    let plan = plan(draft);
    let file = tempfile::NamedTempFile::new().unwrap();
    plan.write(file.path()).unwrap();
    let read = Plan::read(file.path()).unwrap();
    assert_eq!(expected(&read), expected(&plan));
}

#[test]
fn the_hash_tells_experiments_apart_and_no_spellings() {
    let base = plan(draft(4));
    assert_eq!(base.hash().len(), 16);
    let mut spelled = draft(4);
    spelled.agents[0] = " random( ) ".to_owned();
    spelled.options.insert("cap".to_owned(), "0300".to_owned());
    assert_eq!(plan(spelled).hash(), base.hash());
    let mut other = draft(4);
    other.options.insert("cap".to_owned(), "30".to_owned());
    for other in [other, draft(5), Draft { seed: 6, ..draft(4) }, Draft { series: 2, ..draft(4) }] {
        assert_ne!(plan(other).hash(), base.hash());
    }
}

#[test]
fn a_plan_file_lists_every_match_and_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let plan = plan(Draft { series: 2, ..draft(4) });
    plan.write(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(file["plan"], plan.hash());
    assert_eq!(file["spec"]["seed"], 5);
    assert_eq!(file["matches"].as_array().unwrap().len(), 4);
    let last = serde_json::json!(
        {"match": 3, "round": 1, "arrangement": 1, "seats": [1, 0], "games": 2}
    );
    assert_eq!(file["matches"][3], last);
    assert_eq!(Plan::read(&path).unwrap().hash(), plan.hash());
    let laid_out_anew = serde_json::to_string_pretty(&file).unwrap();
    std::fs::write(&path, laid_out_anew).unwrap();
    // Sorted keys put the matches before the specification, which is refused rather than kept in
    // memory.
    assert!(Plan::read(&path).unwrap_err().to_string().contains("before the specification"));
}

#[test]
fn changed_plan_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    plan(draft(2)).write(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    for (from, to, part) in [
        ("\"seed\":5", "\"seed\":6", "do not belong together"),
        ("\"seats\":[1,0]", "\"seats\":[0,1]", "match 1 is not what"),
        (version.as_str(), "\"version\":\"0.0.7\"", "of version 0.0.7"),
        ("\"agents\":[\"random\"", "\"agents\":[\"rendom\"", "unknown agent"),
        ("\"games\":4", "\"gamez\":4", "unknown field `gamez`"),
        ("\n]}", "", "EOF"),
        ("{\"plan\"", "[\"plan\"", "a plan"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        std::fs::write(&path, changed).unwrap();
        let error = Plan::read(&path).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("plan.json"), "{error:?} lacks {part:?}");
    }
    let error = Plan::read(&folder.path().join("none.json")).unwrap_err().to_string();
    assert!(error.contains("none.json"), "{error}");
}

#[test]
fn a_plan_that_cannot_be_written_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join("plan.json");
    let error = plan(draft(2)).write(&path).unwrap_err().to_string();
    assert!(error.contains("plan.json"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_plan_of_a_hundred_billion_games_costs_nothing() {
    let plan = plan(draft(50_000_000_000));
    assert_eq!(plan.games(), 100_000_000_000);
    assert_eq!(plan.at(99_999_999_999).round, 49_999_999_999);
}

proptest! {
    #[test]
    fn shards_of_any_number_are_the_plan(games in 1_u64..50, of in 1_u64..20) {
        let plan = plan(draft(games));
        let shards = (1..=of).map(|index| Shard::new(index, of).unwrap());
        let matches: Vec<u64> = shards.flat_map(|shard| shard.range(plan.matches())).collect();
        prop_assert_eq!(matches, (0..plan.matches()).collect::<Vec<_>>());
    }
}
