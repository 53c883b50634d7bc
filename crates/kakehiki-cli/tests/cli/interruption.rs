//! Runs that are killed or interrupted, and go on.

use std::{
    collections::HashSet,
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{files, folder, kakehiki, printed, run, text, timeless};

/// One thread needs some seconds for it.
const RUN: &str = "arena run geister --agents random,random --games 40000 --threads 1 --json";

/// Waits until the journal of a run is longer than it was, by at least so much.
fn wait_for_journal(folder: &Path, child: &mut Child, growth: u64) {
    let length = || {
        files(folder, ".journal")
            .first()
            .map_or(0, |path| fs::metadata(path).map_or(0, |data| data.len()))
    };
    let (begun, before) = (Instant::now(), length());
    while length() < before + growth {
        assert!(child.try_wait().unwrap().is_none(), "the run was over before it was killed");
        assert!(begun.elapsed() < Duration::from_secs(30), "the journal does not grow");
        sleep(Duration::from_millis(2));
    }
}

fn start(line: &str) -> Child {
    kakehiki(line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The numbers of the matches in a journal; a torn last line is left out.
fn matches(folder: &Path) -> Vec<u64> {
    let journal = fs::read_to_string(&files(folder, ".journal")[0]).unwrap();
    let complete = &journal[..=journal.rfind('\n').unwrap()];
    let number = |line: &str| {
        let (_, record) = line.split_once(' ').unwrap();
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        record[0].as_u64().unwrap()
    };
    complete.lines().skip(1).map(number).collect()
}

#[test]
fn a_killed_run_goes_on_and_plays_no_game_twice() {
    let (calm, rough) = (folder(), folder());
    let line = |folder: &Path| format!("{RUN} --out {}", folder.display());
    let undisturbed = printed(&line(calm.path()));

    for _ in 0..2 {
        let mut child = start(&line(rough.path()));
        wait_for_journal(rough.path(), &mut child, 60_000);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let played = matches(rough.path());
    let distinct: HashSet<u64> = played.iter().copied().collect();
    assert_eq!(played.len(), distinct.len(), "a match was played twice");
    assert!(files(rough.path(), ".parquet").is_empty());

    let last = run(&line(rough.path()));
    assert!(last.status.success(), "{last:?}");
    let note = format!("resumed: {} of 40000 matches were already played\n", played.len());
    assert_eq!(text(&last.stderr), note);
    assert_eq!(timeless(text(&last.stdout)), timeless(&undisturbed));

    // One row for each match, game and seat in the order of the plan: the same bytes.
    let rows = |folder: &Path| fs::read(&files(folder, ".parquet")[0]).unwrap();
    assert!(rows(calm.path()) == rows(rough.path()), "the rows differ");
    let merged = printed(&format!("arena merge {} --json", rough.path().display()));
    assert_eq!(timeless(&merged), timeless(&undisturbed));
    let names = |ending| files(rough.path(), ending).len();
    assert_eq!((names(""), names(".parquet"), names(".time.json")), (2, 1, 1), "leftovers");
}

#[test]
fn ctrl_c_keeps_finished_games_and_says_how_to_go_on() {
    let folder = folder();
    let line = format!("{RUN} --out {}", folder.path().display());
    let mut child = start(&line);
    wait_for_journal(folder.path(), &mut child, 60_000);
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let complaint = text(&output.stderr);
    for fragment in ["stopping", "interrupted after", "of 40000 games", "hint: the same command"] {
        assert!(complaint.contains(fragment), "{fragment} in {complaint}");
    }
    let part: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(part["games"].as_u64().unwrap(), matches(folder.path()).len() as u64);

    let last = run(&line);
    assert!(text(&last.stderr).starts_with("resumed: "), "{last:?}");
    assert_eq!(timeless(text(&last.stdout)), timeless(&printed(RUN)));
}
