//! Help, the version, and readers that stop reading.

use std::{io::Read, process::Stdio};

use crate::{kakehiki, printed, run, text};

#[test]
fn every_command_explains_itself_with_an_example() {
    let commands = [
        "",
        "games",
        "agents",
        "arena",
        "arena run",
        "arena plan",
        "arena run-shard",
        "arena merge",
        "study",
        "study list",
        "study show",
        "study run",
        "train",
        "bench",
        "perft",
        "replay",
    ];
    for command in commands {
        let help = printed(&format!("{command} --help"));
        assert!(help.contains("Usage: kakehiki"), "{command}: {help}");
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains(&format!("  kakehiki {command}")), "{command}: {help}");
    }
}

#[test]
fn the_version_is_told() {
    assert_eq!(printed("--version"), format!("kakehiki {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_command_is_wrong_usage() {
    let output = run("");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("Usage: kakehiki"));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for line in ["games", "agents negogeister", "perft geister --depth 6", "study list"] {
        let mut command = kakehiki(line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closed before the first byte, so the very first write meets a broken pipe.
        drop(child.stdout.take());
        let status = child.wait().unwrap();
        let mut complaint = String::new();
        child.stderr.unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!((status.code(), complaint.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let output = kakehiki("games").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write to standard output"));
}
