//! The real binary, as people and scripts run it.

mod arena;
mod bad_input;
mod book;
mod callers;
mod doors;
mod external;
mod help;
mod interruption;
mod listing;
mod mcp;
mod pages;
mod play;
mod readme;
mod replay;
mod reproduce;
mod serve;
mod shards;
mod study;
mod train;
mod unchanged;
mod visitors;

use std::{
    env,
    fs::{self, File},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use serde_json::Value;
use tempfile::TempDir;

/// The command with its arguments, cut at spaces.
fn kakehiki(line: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("kakehiki"));
    command.args(line.split_whitespace()).stdin(Stdio::null());
    command
}

fn run(line: &str) -> Output {
    kakehiki(line).output().unwrap()
}

/// Whether there is nothing to run programs in Python with: then tests of such programs end at once. Where
/// `KAKEHIKI_PYTHON_TESTS` is set there must be something; the file `KAKEHIKI_LEFT_OUT` gets the names of these
/// tests, so that they alone can be run where there is.
fn lacks_python() -> bool {
    let lacks = Command::new("python3").arg("--version").output().is_err();
    assert!(!lacks || env::var_os("KAKEHIKI_PYTHON_TESTS").is_none(), "there is no Python");
    if lacks {
        eprintln!("left out: there is no Python");
        if let Some(path) = env::var_os("KAKEHIKI_LEFT_OUT") {
            let mut file = File::options().create(true).append(true).open(path).unwrap();
            let name = format!("{}\n", thread::current().name().unwrap());
            file.write_all(name.as_bytes()).unwrap();
        }
    }
    lacks
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// What a command that succeeds prints.
fn printed(line: &str) -> String {
    let output = run(line);
    assert!(output.status.success(), "{line}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// The one document that a command prints.
fn document(line: &str) -> Value {
    let printed = printed(line);
    assert_eq!(printed.lines().count(), 1, "{printed}");
    serde_json::from_str(&printed).unwrap()
}

/// A document of the arena without its time, which is the only thing that may differ.
fn timeless(printed: &str) -> &str {
    let (before, after) = printed.trim_end().split_once("\"core_seconds\":").unwrap();
    let seconds: f64 = after.strip_suffix('}').unwrap().parse().unwrap();
    assert!(seconds > 0.0, "{printed}");
    before
}

/// The keys of an object in the order they are printed, which a parsed value does not keep.
fn assert_keys_in_order(printed: &str, keys: &[&str]) {
    let mut rest = printed;
    for key in keys {
        let quoted = format!("\"{key}\":");
        let place = rest.find(&quoted).unwrap_or_else(|| panic!("no {key} in {rest}"));
        rest = &rest[place + quoted.len()..];
    }
}

fn assert_has_exactly(object: &Value, keys: &[&str]) {
    let mut expected = keys.to_vec();
    expected.sort_unstable();
    let mut found: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// A folder for one test.
fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The files of a folder that end so, in the order of their names.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_str().unwrap().ends_with(ending))
        .collect();
    files.sort();
    files
}
