use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

use kakehiki_arena::{Journal, JournalError, Plan, RunError, RunOptions, Shard, run};
use proptest::prelude::*;

use crate::{draft, plan};

const GAMES: u64 = 8;

fn journal_path(folder: &Path, plan: &Plan) -> PathBuf {
    folder.join(format!("{}-1-of-1.journal", plan.hash()))
}

/// A journal of some finished matches, as a process that was stopped leaves it.
fn stopped(folder: &Path, plan: &Plan) -> Vec<u8> {
    let interrupt = AtomicBool::new(false);
    let progress = |done: u64, _: u64| interrupt.store(done >= 5, Ordering::Relaxed);
    let options = RunOptions {
        threads: 1,
        out: Some(folder),
        progress: Some(&progress),
        interrupt: Some(&interrupt),
        ..RunOptions::default()
    };
    assert_eq!(run(plan, &options).unwrap().played, 5);
    fs::read(journal_path(folder, plan)).unwrap()
}

/// The bytes of the result file of a run that nobody disturbed.
fn undisturbed(plan: &Plan) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
    fs::read(run(plan, &options).unwrap().results.unwrap()).unwrap()
}

#[test]
fn a_run_killed_at_any_byte_goes_on_and_plays_no_game_twice() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    let bytes = stopped(folder.path(), &plan);
    let results = undisturbed(&plan);
    let lines: Vec<usize> = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n')
        .map(|(at, _)| at + 1)
        .collect();
    assert_eq!(lines.len(), 6, "a header and five matches");
    let path = journal_path(folder.path(), &plan);
    // Every cut in the first line and in the last two.
    for cut in (0..=lines[0]).chain(lines[3]..=lines[5]) {
        fs::write(&path, &bytes[..cut]).unwrap();
        let whole = lines.iter().filter(|end| **end <= cut).count().saturating_sub(1) as u64;
        let options = RunOptions { threads: 2, out: Some(folder.path()), ..RunOptions::default() };
        let outcome = run(&plan, &options).unwrap();
        assert_eq!((outcome.resumed, outcome.played), (whole, 2 * GAMES - whole), "cut at {cut}");
        let file = outcome.results.unwrap();
        assert_eq!(fs::read(&file).unwrap(), results, "cut at {cut}");
        assert!(!path.exists(), "the journal is compacted");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn leftovers_of_a_killed_compaction_are_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    stopped(folder.path(), &plan);
    let partial = folder.path().join(format!("{}-1-of-1.parquet.partial", plan.hash()));
    fs::write(&partial, "half a file").unwrap();
    let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
    let outcome = run(&plan, &options).unwrap();
    assert_eq!(fs::read(outcome.results.unwrap()).unwrap(), undisturbed(&plan));
    assert!(!partial.exists());
}

#[test]
fn a_journal_that_outlived_its_results_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    let journal = stopped(folder.path(), &plan);
    let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
    let first = run(&plan, &options).unwrap();
    fs::write(journal_path(folder.path(), &plan), journal).unwrap();
    let again = run(&plan, &options).unwrap();
    assert_eq!((again.played, again.standings), (0, first.standings));
    assert!(!journal_path(folder.path(), &plan).exists());
}

#[test]
fn foreign_and_damaged_journals_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    let bytes = stopped(folder.path(), &plan);
    let path = journal_path(folder.path(), &plan);
    let other = String::from_utf8(bytes.clone()).unwrap().replace("shard 1/1", "shard 1/2");
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle] ^= 4;
    let doubled = [&bytes[..], bytes.splitn(2, |byte| *byte == b'\n').nth(1).unwrap()].concat();
    for (content, part) in [
        (other.into_bytes(), "is not a journal of this plan"),
        (b"shopping list\n".to_vec(), "is not a journal of this plan"),
        (damaged, "is damaged at byte"),
        (doubled, "is not a journal of this plan"),
    ] {
        fs::write(&path, &content).unwrap();
        let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
        let error = run(&plan, &options).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("nothing was changed"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}

#[test]
fn two_processes_cannot_play_the_same_shard() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    let held = Journal::open(folder.path(), &plan, Shard::WHOLE).unwrap();
    let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
    let error = run(&plan, &options).unwrap_err();
    assert!(matches!(error, RunError::Journal(JournalError::Busy(_))), "{error}");
    assert!(error.to_string().contains("another process"), "{error}");
    drop(held);
    assert_eq!(run(&plan, &options).unwrap().played, 2 * GAMES);
}

#[test]
fn a_torn_or_foreign_result_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(draft(GAMES));
    let whole = undisturbed(&plan);
    let path = folder.path().join(format!("{}-1-of-1.parquet", plan.hash()));
    for content in [&whole[..whole.len() - 1], b"", b"PAR1PAR1PAR1"] {
        fs::write(&path, content).unwrap();
        let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
        let error = run(&plan, &options).unwrap_err().to_string();
        assert!(error.contains("move it away"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), content);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_for_a_journal_end_in_a_message_or_in_the_right_results(
        at in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 1..40),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(draft(2));
        let path = journal_path(folder.path(), &plan);
        drop(Journal::open(folder.path(), &plan, Shard::WHOLE).unwrap());
        let mut bytes = fs::read(&path).unwrap();
        let at = at.index(bytes.len() + 1);
        bytes.truncate(at);
        bytes.extend(noise);
        fs::write(&path, &bytes).unwrap();
        let options = RunOptions { out: Some(folder.path()), ..RunOptions::default() };
        if let Ok(outcome) = run(&plan, &options) {
            prop_assert_eq!(outcome.played, 4);
        } else {
            prop_assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}
