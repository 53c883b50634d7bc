//! The commands of the readme do what it says.

use std::{env, path::Path, process::Command};

#[test]
fn every_command_of_the_readme_runs() {
    let readme = include_str!("../../../../README.md");
    let mut commands = Vec::new();
    let mut is_shell = false;
    for line in readme.lines() {
        match line {
            "```sh" => is_shell = true,
            "```" => is_shell = false,
            _ if is_shell && line.starts_with("kakehiki ") => commands.push(line),
            _ => {}
        }
    }
    assert_eq!(commands.len(), 4, "{commands:?}");
    let binary = Path::new(env!("CARGO_BIN_EXE_kakehiki"));
    let folders = binary.parent().map(Path::to_path_buf).into_iter();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(folders.chain(env::split_paths(&path))).expect("a search path");
    for command in commands {
        let output = Command::new("sh").arg("-c").arg(command).env("PATH", &path).output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stdout.is_empty(), "{command} says nothing");
    }
}
