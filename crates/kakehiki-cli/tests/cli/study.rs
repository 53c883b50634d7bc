//! `kakehiki study`.

use serde_json::Value;

use crate::{
    assert_has_exactly, assert_keys_in_order, document, files, folder, printed, run, text,
};

/// What a document of a study holds.
const DOCUMENT: [&str; 8] =
    ["study", "scale", "settings", "seed", "command", "version", "rows", "findings"];

/// What each of its rows holds.
const ROW: [&str; 10] = [
    "row",
    "metric",
    "published",
    "published_n",
    "measured",
    "ci95",
    "games",
    "difference_ci95",
    "comparability",
    "verdict",
];

/// Runs a study at a tiny scale and checks the shape of its document.
fn rows(line: &str) -> Vec<Value> {
    let line = format!("study run {line} --json");
    let mut document = document(&line);
    // Where the command was built in its repository it knows its commit.
    let commit = document.as_object_mut().and_then(|fields| fields.remove("commit"));
    let told = printed("--version");
    let known = commit.map_or(String::new(), |it| format!(" ({})", it.as_str().unwrap()));
    assert!(told.trim_end().ends_with(&format!("{}{known}", env!("CARGO_PKG_VERSION"))), "{told}");
    assert_has_exactly(&document, &DOCUMENT);
    let rows = document["rows"].as_array().unwrap().clone();
    assert!(!rows.is_empty());
    for row in &rows {
        assert_has_exactly(row, &ROW);
        assert!(row["published"].is_null() || row["published"].is_f64());
    }
    rows
}

#[test]
fn studies_are_listed_and_explained() {
    let list = printed("study list");
    for id in ["upp", "examples", "allocation", "strategies", "positions"] {
        assert!(list.contains(&format!("mishio2015/{id} ")), "{list}");
        let explained = printed(&format!("study show mishio2015/{id}"));
        assert!(explained.contains("--set") && explained.contains("playouts="), "{explained}");
        let document = document(&format!("study show mishio2015/{id} --json"));
        assert_has_exactly(&document, &["study", "title", "about", "parameters", "sizes"]);
        let sizes = document["sizes"].as_array().unwrap();
        assert_eq!(sizes.len(), if id == "positions" { 0 } else { 4 });
        for size in sizes {
            assert_has_exactly(size, &["level", "command"]);
            assert!(explained.contains(size["command"].as_str().unwrap()), "{explained}");
        }
    }
    assert_has_exactly(&document("study list --json")["studies"][0], &["study", "title"]);
}

#[test]
fn the_examples_stand_beside_the_published_values() {
    let line = "study run mishio2015/examples --scale 0.05 --json";
    let printed = printed(line);
    let keys =
        ["study", "scale", "rows", "row", "metric", "published", "measured", "ci95", "games"];
    assert_keys_in_order(&printed, &keys);
    let rows = rows("mishio2015/examples --scale 0.05");
    assert_eq!(rows.len(), 8);
    assert_eq!(rows[7]["published"], 7.78);
}

#[test]
fn the_feature_is_asked_about_all_early_and_late_positions() {
    let rows = rows("mishio2015/upp --scale 0.02 --set playouts=200");
    let names: Vec<&str> = rows.iter().map(|row| row["row"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["all", "early", "late"]);
    let games = |row: usize| rows[row]["games"].as_u64().unwrap();
    assert!(games(0) > 0);
    assert_eq!(games(0), games(1) + games(2));
}

#[test]
fn the_other_studies_run_at_a_tiny_scale() {
    for line in [
        "mishio2015/allocation --scale 0.001 --set playouts=20 --set tree-playouts=20",
        "mishio2015/strategies --scale 0.001 --set playouts=1 --set value-playouts=2 \
         --set worlds=2",
        "mishio2015/positions --scale 0.001 --set playouts=400 --set margin=0",
    ] {
        rows(line);
    }
}

#[test]
fn a_report_and_logs_are_written_where_they_are_wanted() {
    let folder = folder();
    let (out, logs) = (folder.path().join("report"), folder.path().join("logs"));
    let line = format!(
        "study run mishio2015/allocation --scale 0.001 --seed 5 --set playouts=10 \
         --set tree-playouts=10 --json --out {} --logs {}",
        out.display(),
        logs.display()
    );
    let first = run(&line);
    assert!(text(&first.stderr).contains("report.md"), "{first:?}");
    let names: Vec<_> = ["report.json", "report.md", "plot.svg"].map(|name| out.join(name)).into();
    assert!(names.iter().all(|path| path.is_file()));
    let kept = std::fs::read_to_string(out.join("report.json")).unwrap();
    assert_eq!(kept, text(&first.stdout));
    assert!(!files(&logs, "").is_empty());
    assert_eq!(first.stdout, run(&line).stdout, "a second run finds everything played");
}

#[test]
fn threads_change_no_figure() {
    let on = |threads: u32| {
        printed(&format!("study run mishio2015/examples --scale 0.02 --json --threads {threads}"))
    };
    assert_eq!(on(1), on(2));
}
