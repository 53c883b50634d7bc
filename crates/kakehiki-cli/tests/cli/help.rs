//! Help, the version, and readers that stop reading.

use std::{
    io::Read,
    process::{Command, Stdio},
};

use crate::{kakehiki, printed, run, text};

/// All commands, the one without a name and those within others included.
fn commands() -> Vec<String> {
    let mut commands = vec![String::new()];
    let mut next = 0;
    while let Some(command) = commands.get(next).cloned() {
        let help = printed(&format!("{command} --help"));
        let listed = help.split("Commands:\n").nth(1).unwrap_or_default();
        let listed = listed.lines().take_while(|line| !line.is_empty());
        // Longer explanations go on in lines that are set in further.
        let names = listed.filter(|line| !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        commands.extend(names.map(|name| format!("{command} {name}").trim().to_owned()));
        next += 1;
    }
    commands
}

#[test]
fn every_command_explains_itself_with_an_example() {
    let commands = commands();
    for command in ["", "games", "arena run", "study show", "play", "replay", "completions"] {
        assert!(commands.iter().any(|known| known == command), "no {command} in {commands:?}");
    }
    for command in commands {
        let help = printed(&format!("{command} --help"));
        assert!(help.contains("Usage: kakehiki"), "{command}: {help}");
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.contains(&format!("  kakehiki {command}")), "{command}: {help}");
    }
}

#[test]
fn the_version_is_told_with_the_commit() {
    let told = printed("--version");
    let (version, commit) = told.trim_end().split_once(" (").unwrap_or((told.trim_end(), ")"));
    assert_eq!(version, format!("kakehiki {}", env!("CARGO_PKG_VERSION")));
    // Where the sources are no repository there is none to tell.
    let commit = commit.strip_suffix(')').unwrap();
    let git = Command::new("git").args(["rev-parse", "HEAD"]).output();
    let Some(head) = git.ok().filter(|git| git.status.success()) else { return };
    assert!(text(&head.stdout).starts_with(commit), "{told}");
}

#[test]
fn the_command_alone_says_what_to_try_first() {
    let output = run("");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    let welcome = text(&output.stdout);
    assert!(welcome.lines().count() <= 15, "{welcome}");
    assert!(welcome.lines().all(|line| line.chars().count() <= 80), "{welcome}");
    for fragment in ["Catan", "Werewolf", "kakehiki games", "kakehiki help"] {
        assert!(welcome.contains(fragment), "{fragment} in {welcome}");
    }
    let commands = welcome.lines().filter_map(|line| line.strip_prefix("  kakehiki "));
    // What stands far to the right explains.
    let commands: Vec<&str> = commands.filter_map(|line| line.split("   ").next()).collect();
    assert_eq!(commands.len(), 5, "{welcome}");
    // All papers take minutes; they have a test of their own.
    for command in commands.into_iter().filter(|command| *command != "reproduce") {
        assert!(!printed(command).is_empty(), "{command}");
    }
}

#[test]
fn a_command_that_needs_another_is_wrong_usage() {
    for line in ["arena", "study"] {
        let output = run(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains("Usage: kakehiki"), "{line}");
    }
}

#[test]
fn shells_can_complete_commands_and_flags() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&format!("completions {shell}"));
        for word in ["kakehiki", "run-shard", "round-robin"] {
            assert!(script.contains(word), "{shell}: no {word}");
        }
    }
}

#[test]
fn nothing_is_coloured_where_no_terminal_is() {
    for line in
        ["", "--help", "games", "gmaes", "arena run geister --agents random,random --games 2"]
    {
        let output = run(line);
        for stream in [&output.stdout, &output.stderr] {
            assert!(!stream.contains(&0x1b), "{line}: {}", text(stream));
        }
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    for line in [
        "",
        "completions bash",
        "games",
        "agents negogeister",
        "perft geister --depth 6",
        "study list",
    ] {
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
