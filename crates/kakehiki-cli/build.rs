//! Tells the command which commit it is built from.

use std::{env, path::Path, process::Command};

/// Where this folder lies in its repository: in any other repository, such as one that the sources
/// were merely unpacked into, commits say nothing about it.
const PLACE: &str = "crates/kakehiki-cli/";

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let is_home = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix == PLACE);
    let commit = if is_home { git(&["rev-parse", "--short=10", "HEAD"]) } else { None };
    println!("cargo::rustc-env=KAKEHIKI_COMMIT={}", commit.as_deref().unwrap_or_default());
    let version = match commit {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=KAKEHIKI_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    // The first changes with the branch, the second with every commit. What is not there must not
    // be named: it would count as changed every time.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file]).filter(|_| is_home);
        if let Some(path) = path.filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// What git answers; nothing where there is no git or no repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
