//! `kakehiki replay`.

use std::{fs, path::PathBuf};

use tempfile::TempDir;

use crate::{files, folder, printed, run, text};

/// A log of one game, in a folder of its own.
fn log() -> (TempDir, PathBuf) {
    let folder = folder();
    printed(&format!(
        "arena run geister --agents charge,random --games 1 --logs {}",
        folder.path().display()
    ));
    let path = files(folder.path(), ".jsonl").remove(0);
    (folder, path)
}

#[test]
fn a_log_is_shown_position_by_position() {
    let (_folder, path) = log();
    let events = fs::read_to_string(&path).unwrap().lines().count() - 2;
    let shown = printed(&format!("replay {}", path.display()));
    for fragment in ["geister: seed 1, match 0, game 0", "cap=300", "P0: charge", "\n1. P0 set:"] {
        assert!(shown.contains(fragment), "{fragment} in {shown}");
    }
    assert!(shown.contains(&format!("\n{events}. ")), "{shown}");
    assert!(shown.trim_end().ends_with(&format!("after {events} steps")), "{shown}");

    for flag in ["--summary", "--quiet"] {
        let summary = printed(&format!("replay {} {flag}", path.display()));
        assert!(!summary.contains("1. P0"), "{summary}");
        assert!(summary.contains("outcome: won by P"), "{summary}");
        assert!(summary.lines().count() < 20, "{summary}");
    }
}

#[test]
fn a_torn_last_line_is_left_out_with_a_warning() {
    let (folder, path) = log();
    let bytes = fs::read(&path).unwrap();
    let torn = folder.path().join("torn");
    let end = bytes.len() - bytes.iter().rev().skip(1).position(|byte| *byte == b'\n').unwrap();
    fs::write(&torn, &bytes[..end + 3]).unwrap();
    let output = run(&format!("replay {} --summary", torn.display()));
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("the last line is cut off"), "{output:?}");
    assert!(text(&output.stdout).contains("unfinished"), "{output:?}");
}

#[test]
fn a_log_that_breaks_the_rules_is_refused_at_its_line() {
    let (folder, path) = log();
    let mut lines: Vec<String> =
        fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
    // A ghost of the back row cannot go straight to an exit.
    lines[3] = "{\"action\":{\"seat\":0,\"play\":\"H,exit\"}}".to_owned();
    let wrong = folder.path().join("wrong");
    fs::write(&wrong, lines.join("\n") + "\n").unwrap();
    let output = run(&format!("replay {} --summary", wrong.display()));
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("line 4: ") && complaint.contains("wrong"), "{complaint}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn foreign_files_are_no_logs() {
    let folder = folder();
    let header = |game: &str, options: &str| {
        format!(
            "{{\"format\":\"kakehiki-log\",\"version\":1,\"game\":\"{game}\",\"options\":\
             {{{options}}},\"agents\":[],\"seed\":1,\"match\":0,\"game_index\":0}}\n"
        )
    };
    let cases = [
        (String::new(), "the log is empty"),
        ("hello\n".to_owned(), "line 1 is not the header"),
        (header("geister", "").replace(":1,", ":9,"), "format version 9"),
        (header("chess", ""), "unknown game \"chess\""),
        (header("geister", "\"kap\":\"1\""), "no parameter \"kap\""),
        (header("geister", "") + "{\"dance\":1}\n", "line 2: "),
    ];
    for (content, fragment) in cases {
        let path = folder.path().join("log");
        fs::write(&path, content).unwrap();
        let output = run(&format!("replay {}", path.display()));
        assert_eq!(output.status.code(), Some(1), "{fragment}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains(fragment), "{fragment} in {complaint}");
        assert!(complaint.contains(path.to_str().unwrap()), "{complaint}");
    }
}

#[test]
fn a_log_becomes_one_page_that_needs_nothing_else() {
    let (folder, path) = log();
    let steps = fs::read_to_string(&path).unwrap().lines().count() - 2;
    for (lang, words) in [("en", "Ways to win"), ("ja", "勝ち筋")] {
        let page = folder.path().join(format!("{lang}.html"));
        printed(&format!("replay {} --html {} --lang {lang}", path.display(), page.display()));
        let page = fs::read_to_string(&page).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains(words), "{lang}");
        assert!(
            page.contains(&format!("max=\"{steps}\"")),
            "a position before and after every step"
        );
        assert!(!page.contains("<link") && !page.contains(" src="));
    }
    let output = run(&format!("replay {} --lang ja", path.display()));
    assert_eq!(output.status.code(), Some(2), "a language is for a page");
    let output = run(&format!("replay {} --html x.html --lang fr", path.display()));
    assert!(text(&output.stderr).contains("en, ja"), "{output:?}");
}
