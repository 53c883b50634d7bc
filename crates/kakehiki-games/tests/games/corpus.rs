//! The bodies of the fuzz targets, called for every file of the committed corpus.

use std::{fs, path::Path};

#[path = "../../../../fuzz/src/bodies.rs"]
mod bodies;

/// Calls a target's body for each of its files; a panic names the file.
fn run(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // The name is shown only if the test fails.
        println!("{}", path.display());
        body(&fs::read(&path).unwrap());
        files += 1;
    }
    assert!(files >= 5, "{target} has only {files} files");
}

#[test]
fn lists_of_agents() {
    run("agent_name", bodies::agent_name);
}

#[test]
fn event_logs() {
    run("event_log", bodies::event_log);
}

#[test]
fn messages_of_programs_in_a_seat() {
    run("seat_messages", bodies::seat_messages);
}

#[test]
fn actions_of_geister() {
    run("geister_action", bodies::geister_action);
}

#[test]
fn snapshots_of_geister() {
    run("geister_snapshot", bodies::geister_snapshot);
}

#[test]
fn actions_of_catan() {
    run("catan_action", bodies::catan_action);
}

#[test]
fn outcomes_of_catan() {
    run("catan_chance", bodies::catan_chance);
}

#[test]
fn snapshots_of_catan() {
    run("catan_snapshot", bodies::catan_snapshot);
}

#[test]
fn actions_of_werewolf() {
    run("werewolf_action", bodies::werewolf_action);
}

#[test]
fn outcomes_of_werewolf() {
    run("werewolf_chance", bodies::werewolf_chance);
}

#[test]
fn sentences_of_werewolf() {
    run("werewolf_sentence", bodies::werewolf_sentence);
}

#[test]
fn snapshots_of_werewolf() {
    run("werewolf_snapshot", bodies::werewolf_snapshot);
}

#[test]
fn actions_of_monopoly() {
    run("monopoly_action", bodies::monopoly_action);
}

#[test]
fn outcomes_of_monopoly() {
    run("monopoly_chance", bodies::monopoly_chance);
}

#[test]
fn positions_of_monopoly() {
    run("monopoly_position", bodies::monopoly_position);
}

#[test]
fn snapshots_of_monopoly() {
    run("monopoly_snapshot", bodies::monopoly_snapshot);
}

/// Every target that can be fuzzed has a body of its name and files of its own; no file is left
/// over.
#[test]
fn targets_bodies_and_files_belong_together() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &str| {
        let entries = fs::read_dir(fuzz.join(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        names.sort_unstable();
        names
    };
    let targets = names("fuzz_targets");
    assert_eq!(targets, names("corpus"));
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    // What clients of servers send is a matter of layers above this one, and tried there.
    let bodies = ["src/assistant.rs", "src/bodies.rs", "src/web.rs", "src/wire.rs"];
    let bodies = bodies.map(|file| fs::read_to_string(fuzz.join(file)).unwrap()).concat();
    for target in &targets {
        assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
        assert!(bodies.contains(&format!("pub fn {target}(data: &[u8])")), "{target}");
        let text = fs::read_to_string(fuzz.join(format!("fuzz_targets/{target}.rs"))).unwrap();
        assert!(text.contains(&format!("kakehiki_fuzz::{target}(data)")), "{target}");
    }
}
