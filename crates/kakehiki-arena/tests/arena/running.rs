use std::{
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use kakehiki_arena::{Decision, Draft, Pairing, RunOptions, Shard, Sprt, Values, kept_rows, run};

use crate::{draft, expected, plan, timeless};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn results_are_the_same_bytes_for_any_number_of_threads() {
    // More than one batch, so that the order of batches is put to the test as well.
    let plan = plan(draft(2500));
    let expected = expected(&plan);
    let mut files = Vec::new();
    for threads in [1, 2, 5] {
        let folder = tempfile::tempdir().unwrap();
        let options = RunOptions { threads, out: Some(folder.path()), ..RunOptions::default() };
        let outcome = run(&plan, &options).unwrap();
        assert_eq!(timeless(outcome.standings).to_json(), expected.to_json());
        assert_eq!((outcome.played, outcome.resumed), (plan.matches(), 0));
        files.push(std::fs::read(outcome.results.unwrap()).unwrap());
        let stem = format!("{}-1-of-1", plan.hash());
        assert_eq!(names(folder.path()), [format!("{stem}.parquet"), format!("{stem}.time.json")]);
    }
    assert!(files.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_finished_shard_is_not_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(10));
    let shard = Some(Shard::new(2, 3).unwrap());
    let options = RunOptions { shard, out: Some(folder.path()), ..RunOptions::default() };
    let first = run(&plan, &options).unwrap();
    let again = run(&plan, &options).unwrap();
    assert_eq!((first.played, again.played), (7, 0));
    assert_eq!(again.standings, first.standings, "time included");
    assert_eq!(again.results, first.results);
    assert_eq!(names(folder.path()).len(), 2, "no journal is left");
}

#[test]
fn rotation_gives_everybody_the_same_games_of_each_seat() {
    let agents = ["random", "charge"].map(str::to_owned).to_vec();
    let rotated = expected(&plan(Draft { agents: agents.clone(), ..draft(40) }));
    let plain = expected(&plan(Draft { agents, rotate: false, ..draft(40) }));
    assert_eq!((rotated.games, plain.games), (80, 40));
    assert!(rotated.agents.iter().all(|agent| agent.games + rotated.forfeits >= 80));
    let wins = |standings: &kakehiki_arena::Standings| -> u64 {
        standings.agents.iter().map(|agent| agent.wins).sum()
    };
    let seats: u64 = rotated.seats.iter().map(|seat| seat.wins).sum();
    assert_eq!(wins(&rotated), seats);
}

#[test]
fn equal_agents_under_the_same_luck_split_every_round() {
    // The same agent on both sides and the same luck: what one arrangement wins the other loses.
    let standings = expected(&plan(draft(50)));
    assert_eq!(standings.agents[0].wins, standings.agents[1].wins);
    let interval = standings.agents[0].outcome_ci95;
    assert!((standings.agents[0].mean_outcome.unwrap() - 0.5).abs() < 1e-12);
    assert!(interval.low < 0.5 && interval.high > 0.5);
}

#[test]
fn an_interrupted_run_reports_what_is_finished_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(30));
    let interrupt = AtomicBool::new(false);
    let stop_at_ten = |done: u64, total: u64| {
        assert_eq!(total, 60);
        if done >= 10 {
            interrupt.store(true, Ordering::Relaxed);
        }
    };
    let options = RunOptions {
        threads: 2,
        out: Some(folder.path()),
        progress: Some(&stop_at_ten),
        interrupt: Some(&interrupt),
        ..RunOptions::default()
    };
    let first = run(&plan, &options).unwrap();
    assert!(first.interrupted && first.results.is_none());
    assert!((10..=12).contains(&first.played), "{} played", first.played);
    assert_eq!(first.standings.games, first.played);
    assert_eq!(names(folder.path()), [format!("{}-1-of-1.journal", plan.hash())]);
    let second = run(&plan, &RunOptions { progress: None, interrupt: None, ..options }).unwrap();
    assert_eq!((second.resumed, second.played), (first.played, 60 - first.played));
    assert_eq!(timeless(second.standings), expected(&plan));
}

#[test]
fn progress_counts_every_game_once() {
    let plan = plan(Draft { series: 5, ..draft(20) });
    let (calls, most) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |done: u64, total: u64| {
        assert_eq!(total, 40);
        calls.fetch_add(1, Ordering::Relaxed);
        most.fetch_max(done, Ordering::Relaxed);
    };
    run(&plan, &RunOptions { progress: Some(&progress), ..RunOptions::default() }).unwrap();
    assert_eq!((calls.into_inner(), most.into_inner()), (8, 40));
}

#[test]
fn logs_are_written_for_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let logs = folder.path().join("deep").join("logs");
    let plan = plan(Draft { series: 2, ..draft(4) });
    run(&plan, &RunOptions { logs: Some(&logs), ..RunOptions::default() }).unwrap();
    let names = names(&logs);
    assert_eq!(names.len(), 8);
    assert_eq!(names[0], format!("{}-match-0-game-0.jsonl", plan.hash()));
}

#[test]
fn a_folder_that_cannot_be_used_fails_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let (plan, inside) = (plan(draft(4)), file.join("out"));
    let progress = |_: u64, _: u64| panic!("a game was played");
    for out in [file.as_path(), inside.as_path(), Path::new("/dev/null/out")] {
        for options in [
            RunOptions { out: Some(out), progress: Some(&progress), ..RunOptions::default() },
            RunOptions { logs: Some(out), progress: Some(&progress), ..RunOptions::default() },
        ] {
            let error = run(&plan, &options).unwrap_err().to_string();
            assert!(error.contains("no game was played"), "{error}");
            assert!(error.contains(&*out.to_string_lossy()), "{error}");
        }
    }
    assert_eq!(names(folder.path()), ["file"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_sequential_test_stops_at_the_same_game_for_any_number_of_threads() {
    let agents = ["charge", "random"].map(str::to_owned).to_vec();
    let sprt = Some(Sprt { batch: 10, ..Sprt::default() });
    let plan = plan(Draft { agents, sprt, ..draft(5000) });
    let expected = expected(&plan);
    let judgement = expected.sprt.unwrap();
    assert_eq!(judgement.decision, Decision::Accepted);
    assert_eq!(judgement.rounds % 10, 0);
    assert!(expected.games < plan.games(), "{} games", expected.games);
    let folder = tempfile::tempdir().unwrap();
    let options = RunOptions { threads: 3, out: Some(folder.path()), ..RunOptions::default() };
    let outcome = run(&plan, &options).unwrap();
    assert!(!outcome.interrupted);
    assert_eq!(timeless(outcome.standings), expected);
    assert_eq!(timeless(run(&plan, &options).unwrap().standings), expected, "read back");
    let merged = kakehiki_arena::merge(folder.path()).unwrap();
    assert_eq!(timeless(merged.standings), expected);
    let shard = Some(Shard::new(1, 2).unwrap());
    let error = run(&plan, &RunOptions { shard, ..options }).unwrap_err().to_string();
    assert!(error.contains("as shard 1/1"), "{error}");
}

#[test]
fn round_robins_rate_the_better_agent_higher() {
    let agents = ["random", "charge", "random"].map(str::to_owned).to_vec();
    let standings = expected(&plan(Draft { agents, pairing: Pairing::RoundRobin, ..draft(100) }));
    let ratings: Vec<f64> = standings.agents.iter().map(|agent| agent.rating.unwrap()).collect();
    assert!(ratings[1] > ratings[0] && ratings[1] > ratings[2], "{ratings:?}");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6);
    let pairs = standings.pairs.unwrap();
    assert_eq!(pairs.len(), 3);
    assert!(pairs.iter().all(|pair| pair.wins + pair.draws + pair.losses == pair.games));
    assert!(pairs[0].losses > pairs[0].wins, "random against charge");
    assert!(pairs.iter().all(|pair| pair.games + standings.forfeits >= 200));
}

/// Rows are the same whether they were kept in memory or read back from the files of any shards.
#[test]
fn rows_in_memory_are_those_of_the_files() {
    let plan = plan(draft(6));
    let kept = RunOptions { threads: 2, keep_rows: true, ..RunOptions::default() };
    let rows = run(&plan, &kept).unwrap().rows.unwrap();
    let folder = tempfile::tempdir().unwrap();
    for index in 1..=3 {
        let shard = Some(Shard::new(index, 3).unwrap());
        let options = RunOptions { shard, out: Some(folder.path()), ..RunOptions::default() };
        assert_eq!(run(&plan, &options).unwrap().rows, None);
    }
    assert_eq!(kept_rows(folder.path(), &plan).unwrap(), rows);
    let columns = rows.into_columns();
    let column = |name: &str| &columns.iter().find(|(known, _)| known == name).unwrap().1;
    let Values::Short(seats) = column("seat") else { panic!("seats are whole numbers") };
    assert_eq!(seats.len() as u64, plan.games() * 2);
    assert_eq!(&seats[..4], [0, 1, 0, 1]);
    let Values::Text(agents) = column("agent") else { panic!("agents are texts") };
    assert!(agents.iter().all(|agent| agent == "random"));
}
