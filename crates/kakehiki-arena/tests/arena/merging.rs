use std::{fs, path::Path};

use kakehiki_arena::{Draft, Plan, RunOptions, Shard, merge, run};

use crate::{draft, expected, plan, timeless};

fn play(plan: &Plan, index: u64, of: u64, threads: usize, folder: &Path) {
    let shard = Some(Shard::new(index, of).unwrap());
    let options = RunOptions { threads, shard, out: Some(folder), ..RunOptions::default() };
    run(plan, &options).unwrap();
}

fn error(folder: &Path) -> String {
    merge(folder).unwrap_err().to_string()
}

#[test]
fn any_number_of_shards_and_threads_gives_the_same_standings() {
    for draft in [draft(25), Draft { series: 5, ..draft(25) }, Draft { rotate: false, ..draft(3) }]
    {
        let plan = plan(draft);
        let expected = expected(&plan);
        for of in [1, 2, 3, 7] {
            for threads in [1, 2] {
                let folder = tempfile::tempdir().unwrap();
                for index in (1..=of).rev() {
                    play(&plan, index, of, threads, folder.path());
                }
                let merged = merge(folder.path()).unwrap();
                assert_eq!(merged.plan.hash(), plan.hash());
                assert!(merged.standings.core_seconds.unwrap() > 0.0);
                assert_eq!(timeless(merged.standings).to_json(), expected.to_json());
            }
        }
    }
}

#[test]
fn shards_of_different_divisions_may_make_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(8));
    play(&plan, 1, 2, 1, folder.path());
    play(&plan, 3, 4, 1, folder.path());
    assert!(error(folder.path()).contains("4 of 16 matches are missing: matches 12 to 15"));
    play(&plan, 4, 4, 1, folder.path());
    assert_eq!(timeless(merge(folder.path()).unwrap().standings), expected(&plan));
    play(&plan, 3, 3, 1, folder.path());
    let error = error(folder.path());
    assert!(error.contains("both hold match 10"), "{error}");
}

#[test]
fn missing_shards_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(8));
    assert!(error(folder.path()).contains("holds no result files"));
    play(&plan, 2, 4, 1, folder.path());
    fs::write(folder.path().join(format!("{}-3-of-4.journal", plan.hash())), "").unwrap();
    let error = error(folder.path());
    let missing =
        "12 of 16 matches are missing: shard 1/4, shard 3/4 (begun but not finished), shard 4/4;";
    assert!(error.contains(missing), "{error}");
    assert!(merge(Path::new("/nowhere")).unwrap_err().to_string().contains("/nowhere"));
}

#[test]
fn files_of_other_plans_other_programs_and_torn_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let first = plan(draft(8));
    play(&first, 1, 2, 1, folder.path());
    let other = plan(draft(9));
    play(&other, 2, 2, 1, folder.path());
    assert!(error(folder.path()).contains("belong to different plans"));
    let path = folder.path().join(format!("{}-2-of-2.parquet", other.hash()));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let message = error(folder.path());
    assert!(message.contains(other.hash()) && message.contains("not a whole Parquet"), "{message}");
    fs::remove_file(&path).unwrap();
    let renamed = folder.path().join("copy.parquet");
    fs::copy(folder.path().join(format!("{}-1-of-2.parquet", first.hash())), &renamed).unwrap();
    assert!(error(folder.path()).contains("both hold match 0"));
}

#[test]
fn a_file_under_the_name_of_another_shard_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(8));
    play(&plan, 1, 2, 1, folder.path());
    let name = |index| folder.path().join(format!("{}-{index}-of-2.parquet", plan.hash()));
    fs::rename(name(1), name(2)).unwrap();
    let shard = Some(Shard::new(2, 2).unwrap());
    let options = RunOptions { shard, out: Some(folder.path()), ..RunOptions::default() };
    let error = run(&plan, &options).unwrap_err().to_string();
    assert!(error.contains("it says that it holds shard 1/2"), "{error}");
}

#[test]
fn without_its_time_a_file_still_counts() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(8));
    play(&plan, 1, 1, 1, folder.path());
    fs::remove_file(folder.path().join(format!("{}-1-of-1.time.json", plan.hash()))).unwrap();
    assert_eq!(merge(folder.path()).unwrap().standings, expected(&plan));
}

#[test]
fn damaged_pages_never_give_other_standings_without_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(8));
    play(&plan, 1, 1, 1, folder.path());
    let expected = expected(&plan);
    let path = folder.path().join(format!("{}-1-of-1.parquet", plan.hash()));
    let bytes = fs::read(&path).unwrap();
    let (mut told, mut silent) = (0, 0);
    for at in (4..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, damaged).unwrap();
        match merge(folder.path()) {
            Err(_) => told += 1,
            Ok(merged) if timeless(merged.standings.clone()) != expected => silent += 1,
            Ok(_) => {}
        }
    }
    assert!(told > 0);
    assert_eq!(silent, 0);
}
