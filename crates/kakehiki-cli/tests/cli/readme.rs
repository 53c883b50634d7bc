//! The readme says what is so, and its Japanese counterpart says the same.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::pages::{Page, commands, links, read, run_commands, table_rows};

#[test]
fn every_command_of_the_readme_runs() {
    let commands = commands(&read("README.md").text);
    assert_eq!(commands.len(), 4, "{commands:?}");
    run_commands(&commands);
}

#[test]
fn the_readme_is_read_in_two_screens() {
    for name in ["README.md", "README.ja.md"] {
        let lines = read(name).text.lines().count();
        assert!(lines <= 90, "{name} has {lines} lines; long tables belong to docs/");
    }
}

#[test]
fn every_figure_of_the_readme_stands_in_the_book() {
    let book: String = Page::book().into_iter().map(|page| page.text).collect();
    let mut checked = 0;
    for row in table_rows(&read("README.md").text) {
        // The first cell says what was measured, and may count players or playouts.
        for figure in row.iter().skip(1).flat_map(|cell| figures(cell)) {
            assert!(book.contains(&figure), "{figure} stands nowhere in docs/: {row:?}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} figures");
}

#[test]
fn the_japanese_readme_has_the_same_commands_figures_and_links() {
    let [english, japanese] = ["README.md", "README.ja.md"].map(|name| read(name).text);
    assert_eq!(shell_blocks(&english), shell_blocks(&japanese));
    let (rows, other_rows) = (table_rows(&english), table_rows(&japanese));
    assert_eq!(rows.len(), other_rows.len());
    for (row, other) in rows.iter().zip(&other_rows) {
        assert_eq!(sorted_figures(row), sorted_figures(other), "{row:?}\n{other:?}");
        assert_eq!(code(row), code(other), "{row:?}\n{other:?}");
    }
    // Each names the other one.
    let targets = |text: &str| -> BTreeSet<String> {
        let targets = links(text).into_iter();
        targets.filter(|target| !target.starts_with("README")).collect()
    };
    assert_eq!(targets(&english), targets(&japanese));
}

/// How figures are judged, in the order of the tables.
const VERDICTS: [&str; 5] =
    ["agrees", "same-direction", "differs", "too-few-games", "not-comparable"];

/// The page of each paper ends with what the kept run says of each of its studies and findings.
#[test]
fn the_pages_of_the_papers_tell_every_verdict_of_the_kept_run() {
    let kept: Value = serde_json::from_str(&read("docs/results/report.json").text).unwrap();
    let (mut studies, mut findings) = (0, 0);
    for study in kept["studies"].as_array().unwrap() {
        let (paper, name) = study["study"].as_str().unwrap().split_once('/').unwrap();
        let page = read(&format!("docs/{paper}.md")).text;
        let rows = table_rows(page.split_once("## Verdicts of the kept run").unwrap().1);
        let judged = study["rows"].as_array().unwrap();
        let count = |verdict: Value| {
            judged.iter().filter(|row| row["verdict"] == verdict).count().to_string()
        };
        let row = rows.iter().find(|row| row[0] == format!("`{name}`"));
        let row = row.unwrap_or_else(|| panic!("{paper} lacks {name}"));
        assert_eq!(row[2..7], VERDICTS.map(|verdict| count(verdict.into())), "{paper}/{name}");
        assert_eq!(row[7], count(Value::Null), "{paper}/{name}");
        studies += 1;
        for finding in study["findings"].as_array().unwrap() {
            let verdict = finding["verdict"].as_str().unwrap().replace('-', " ");
            let told = [finding["finding"].as_str().unwrap().to_owned(), verdict];
            assert!(rows.iter().any(|row| row[..] == told), "{paper}: {told:?}");
            findings += 1;
        }
    }
    assert!(studies > 30 && findings > 25, "{studies} studies, {findings} findings");
}

/// What each paper has, by the numbers that it gives its figures and tables.
const SHOWN: [(&str, &str); 5] = [
    ("ito2014", "Figures 1 to 17"),
    ("mishio2015", "Figures 1 to 9, tables 1 to 5"),
    ("nakazawa2018", "Figure 2.1, figure 2.2, figure 3.1, table 3.1, table 4.1, table 4.2"),
    ("hagiwara2019", "Figures 1 to 4, tables 1 to 4"),
    ("miyasako2020", "Figures 1 to 10, tables 1 to 6"),
];

/// How a row may be judged where the kept run does not count figures of it.
const OTHER_VERDICTS: [&str; 6] = [
    "holds",
    "does not hold",
    "undecided",
    "not comparable",
    "cannot be repeated",
    "shows no result",
];

#[test]
fn the_pages_of_the_papers_judge_every_figure_and_table() {
    let kept: Value = serde_json::from_str(&read("docs/results/report.json").text).unwrap();
    for (paper, has) in SHOWN {
        let page = read(&format!("docs/{paper}.md")).text;
        let (_, rest) = page.split_once("## Figure by figure").unwrap();
        let rows = table_rows(rest.split("\n## ").next().unwrap());
        let judged: BTreeSet<String> = rows.iter().flat_map(|row| named(&row[0])).collect();
        let missing: Vec<String> =
            named(has).into_iter().filter(|it| !judged.contains(it)).collect();
        assert!(missing.is_empty(), "{paper}: {missing:?}");
        for row in &rows {
            let [_, shows, study, verdict] = &row[..] else { panic!("{paper}: {row:?}") };
            assert!(!shows.is_empty(), "{paper}: {row:?}");
            let is_counted = verdict.starts_with(|letter: char| letter.is_ascii_digit());
            if !is_counted {
                let known = OTHER_VERDICTS.iter().any(|known| verdict.starts_with(known));
                assert!(known, "{paper}: {row:?}");
            } else if !verdict.contains(", by `") {
                let id = format!("{paper}/{}", study.trim_matches('`'));
                let studies = kept["studies"].as_array().unwrap();
                let study = studies.iter().find(|study| study["study"] == id.as_str());
                let counts = counted(study.unwrap_or_else(|| panic!("{id} was not kept")));
                let told = verdict.split(';').next().unwrap();
                assert_eq!(told, counts, "{paper}: {row:?}");
            }
        }
    }
}

/// The figures and tables that a cell names: `Figures 1 to 3, table 2` are four.
fn named(cell: &str) -> Vec<String> {
    let cell = cell.to_lowercase();
    let pieces = cell.split(", ").flat_map(|piece| {
        let range = piece.split_once("s ").and_then(|(kind, range)| {
            let (first, last) = range.split_once(" to ")?;
            let [first, last] = [first, last].map(|end| end.parse::<u32>().unwrap());
            Some((first..=last).map(|number| format!("{kind} {number}")).collect())
        });
        range.unwrap_or_else(|| vec![piece.to_owned()])
    });
    pieces.collect()
}

/// The verdicts of the figures of a study in words.
fn counted(study: &Value) -> String {
    let rows = study["rows"].as_array().unwrap();
    let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count();
    let words = VERDICTS.map(|verdict| {
        let (count, words) = (count(verdict), verdict.replace('-', " "));
        let words = match (count, words.as_str()) {
            (2.., "agrees") => "agree".to_owned(),
            (2.., "differs") => "differ".to_owned(),
            _ => words,
        };
        (count > 0).then(|| format!("{count} {words}"))
    });
    words.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[test]
fn the_table_of_verdicts_is_that_of_the_kept_run() {
    let kept: Value = serde_json::from_str(&read("docs/results/report.json").text).unwrap();
    let rows = table_rows(&read("README.md").text);
    let mut papers = 0;
    for row in rows.iter().filter(|row| row.len() == 7) {
        let Some(id) = row[0].split_once("(docs/").and_then(|(_, rest)| rest.strip_suffix(".md)"))
        else {
            continue;
        };
        papers += 1;
        let studies = kept["studies"].as_array().unwrap().iter();
        let studies: Vec<&Value> = studies
            .filter(|study| study["study"].as_str().unwrap().split_once('/').unwrap().0 == id)
            .collect();
        let all = |key: &str| -> Vec<&Value> {
            studies.iter().flat_map(|study| study[key].as_array().unwrap()).collect()
        };
        let count = |key: &str, verdict: &str| {
            all(key).iter().filter(|entry| entry["verdict"] == verdict).count().to_string()
        };
        assert_eq!(row[1..6], VERDICTS.map(|verdict| count("rows", verdict)), "{id}");
        let findings = format!("{} of {}", count("findings", "holds"), all("findings").len());
        assert_eq!(row[6], findings, "{id}");
    }
    assert_eq!(papers, 5);
}

#[test]
fn the_page_of_all_papers_adds_their_verdicts_up() {
    let rows = |name: &str| -> Vec<Vec<String>> {
        let rows = table_rows(&read(name).text).into_iter().filter(|row| row.len() == 7);
        rows.map(|row| row[1..].to_vec()).collect()
    };
    let mut page = rows("docs/papers.md");
    let sum = page.pop().unwrap();
    assert_eq!(page, rows("README.md"));
    let numbers = |row: &Vec<String>| -> Vec<u32> {
        row.iter().flat_map(|cell| figures(cell)).map(|figure| figure.parse().unwrap()).collect()
    };
    let added = page
        .iter()
        .map(numbers)
        .reduce(|all, more| all.iter().zip(more).map(|(one, other)| one + other).collect());
    assert_eq!(Some(numbers(&sum)), added);
}

/// The numbers of a text, signs of minus included.
fn figures(text: &str) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_digit() || ".,−".contains(letter);
    let pieces = text.split(|letter| !is_part(letter));
    let pieces = pieces.map(|piece| piece.trim_end_matches(['.', ',']));
    let has_digit = |piece: &&str| piece.contains(|letter: char| letter.is_ascii_digit());
    pieces.filter(has_digit).map(str::to_owned).collect()
}

/// The numbers of a row in an order that does not depend on that of the words.
fn sorted_figures(row: &[String]) -> Vec<String> {
    let mut all: Vec<String> = row.iter().flat_map(|cell| figures(cell)).collect();
    all.sort_unstable();
    all
}

/// What stands in backticks.
fn code(row: &[String]) -> Vec<&str> {
    row.iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

/// The blocks of commands, as they stand.
fn shell_blocks(text: &str) -> Vec<&str> {
    let pieces = text.split("```").skip(1).step_by(2);
    pieces.filter(|block| block.starts_with("sh\n")).collect()
}
