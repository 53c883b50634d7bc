//! `kakehiki train`: models that are killed, go on, are played with, and are refused.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    assert_has_exactly, assert_keys_in_order, document, files, folder, kakehiki, printed, run, text,
};

/// A village that is quickly played.
const VILLAGE: &str = "train werewolf --set village=5 --set delivery=turn --opponents sample-0.4";

/// Takes a second or two and writes its file ten times, so that it can be met in the middle.
const LONG: &str = "--games 200000 --workers 2 --learn round=1000 --threads 1 --json";

fn curve(model: &Path) -> PathBuf {
    let mut name = model.as_os_str().to_owned();
    name.push(".curve.jsonl");
    PathBuf::from(name)
}

/// The points of the learning curve that are written.
fn points(model: &Path) -> usize {
    fs::read_to_string(curve(model)).map_or(0, |text| text.lines().count())
}

/// Starts a training and waits until it has written something new.
fn start(line: &str, model: &Path) -> Child {
    let before = points(model);
    let mut command = kakehiki(line);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !model.exists() || points(model) <= before {
        assert!(child.try_wait().unwrap().is_none(), "the training was over before it was killed");
        assert!(begun.elapsed() < Duration::from_secs(30), "the curve does not grow");
        sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_killed_training_goes_on_and_ends_with_the_same_model_and_curve() {
    let folder = folder();
    let [calm, rough] = ["calm", "rough"].map(|name| folder.path().join(name));
    let line = |model: &Path| format!("{VILLAGE} {LONG} --out {}", model.display());
    let undisturbed = printed(&line(&calm));
    for _ in 0..2 {
        let mut child = start(&line(&rough), &rough);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = run(&line(&rough));
    assert!(last.status.success(), "{last:?}");
    let note = text(&last.stderr);
    assert!(note.starts_with("resumed: ") && note.ends_with("already played\n"), "{note}");
    let [calm_name, rough_name] = [&calm, &rough].map(|path| path.to_str().unwrap());
    assert_eq!(text(&last.stdout).replace(rough_name, calm_name), undisturbed);
    assert!(fs::read(&calm).unwrap() == fs::read(&rough).unwrap(), "the models differ");
    assert_eq!(fs::read(curve(&calm)).unwrap(), fs::read(curve(&rough)).unwrap());
    assert_eq!(points(&rough), 100);

    let again = run(&line(&rough));
    assert_eq!(text(&again.stderr), "resumed: all games were already played\n");
    assert_eq!(again.stdout, last.stdout);
}

#[test]
fn ctrl_c_keeps_what_was_learned_and_says_how_to_go_on() {
    let folder = folder();
    let model = folder.path().join("model");
    let line = format!("{VILLAGE} {LONG} --out {}", model.display());
    let child = start(&line, &model);
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let complaint = text(&output.stderr);
    for fragment in ["stopping", "interrupted after", "of 200000 games", "hint: the same command"] {
        assert!(complaint.contains(fragment), "{fragment} in {complaint}");
    }
    let part: Value = serde_json::from_slice(&output.stdout).unwrap();
    // Every round of 2000 games that was played is in the file.
    assert_eq!(part["games"].as_u64().unwrap(), 2000 * points(&model) as u64);
}

#[test]
fn the_document_names_the_training_and_threads_change_nothing() {
    let folder = folder();
    let train = |name: &str, threads: u32| {
        let model = folder.path().join(name);
        let line = format!("{VILLAGE} --games 900 --learn round=20 --threads {threads} --json");
        (printed(&format!("{line} --out {}", model.display())), fs::read(&model).unwrap())
    };
    let (first, one) = train("one", 1);
    assert!(one == train("two", 2).1, "the models differ");
    let keys = ["game", "model", "opponents", "seed", "workers", "games", "curve", "report"];
    assert_keys_in_order(&first, &keys);
    let document: Value = serde_json::from_str(&first).unwrap();
    assert_has_exactly(&document, &keys);
    let stretch = &document["curve"][0];
    assert_has_exactly(stretch, &["games", "played", "wins", "win_rate", "ci95"]);
    let played = document["curve"].as_array().unwrap().iter();
    assert_eq!(played.map(|stretch| stretch["played"].as_u64().unwrap()).sum::<u64>(), 900);
    assert_eq!(document["games"], 900);
    assert_eq!(document["opponents"], serde_json::json!(["sample-0.4"]));
}

#[test]
fn a_model_is_played_with_and_built_on() {
    let folder = folder();
    let [model, later] = ["model", "later"].map(|name| folder.path().join(name));
    let table = printed(&format!("{VILLAGE} --games 500 --out {}", model.display()));
    assert!(table.contains("won while learning") && table.contains("500"), "{table}");
    let standings = document(&format!(
        "arena run werewolf --set village=5 --set delivery=turn --games 3 --json \
         --agents learned(model={}),random,random,random,random",
        model.display()
    ));
    assert_eq!(standings["games"], 3);
    let line = format!(
        "train werewolf --set village=5 --set delivery=turn --games 300 --json \
         --opponents finalist,sample-0.4,sample-0.4,random --from {} --out {}",
        model.display(),
        later.display()
    );
    assert_eq!(document(&line)["opponents"][0], "finalist");
    let text = fs::read_to_string(&later).unwrap();
    assert!(text.contains("\"before\":{"), "the earlier training is not named");
    // What the earlier one knows stays as it was.
    assert!(fs::read_to_string(&model).unwrap().contains("\"before\":null"));
}

#[test]
fn models_that_do_not_fit_are_refused_and_left_alone() {
    let folder = folder();
    let model = folder.path().join("model");
    let line = |more: &str| format!("{VILLAGE} --games 320 {more} --out {}", model.display());
    let small = "--learn round=20";
    printed(&line(small));
    let kept = fs::read(&model).unwrap();
    let from =
        format!("--set village=11 --opponents sample-0.4 --games 5 --from {}", model.display());
    let cases = [
        (line("--learn round=20 --seed 2"), "was trained with seed 1, not 2"),
        (line("--learn round=20 --set max-talk=3"), "was trained with max-talk 10, not 3"),
        (line("--learn round=20 --workers 4"), "was trained with workers 16, not 4"),
        (line("--learn rate=0.1"), "was trained with rate 0.02, not 0.1"),
        (line(small).replace("--games 320", "--games 300"), "was trained with games 320, not 300"),
        (line(small).replace("sample-0.4", "random"), "was trained with opponents \"sample-0.4\""),
        (format!("train werewolf {from} --out {}/x", folder.path().display()), "village 5, not 11"),
    ];
    for (line, reason) in cases {
        let output = run(&line);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {complaint}");
        assert!(complaint.contains(reason), "{line}: {reason} in {complaint}");
        assert!(complaint.contains("files are as they were"), "{complaint}");
        assert_eq!(text(&output.stdout), "");
    }
    assert!(fs::read(&model).unwrap() == kept);
    assert_eq!(files(folder.path(), "").len(), 2);
    fs::write(&model, "precious").unwrap();
    let output = run(&line(small));
    assert!(text(&output.stderr).contains("is no model of a learned werewolf"), "{output:?}");
    assert_eq!(fs::read_to_string(&model).unwrap(), "precious");
}
