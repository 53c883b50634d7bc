//! The studies of Nakazawa (2018) on the games of people: the example, its schemas, and what is said
//! about files that are not as they should be.
//!
//! `KAKEHIKI_WRITE=1 cargo test -p kakehiki-studies --test papers participants` writes the schemas anew.

use std::{
    fs,
    path::{Path, PathBuf},
};

use kakehiki_core::Settings;
use kakehiki_studies::{Answer, Order, Questionnaire, Report, StudyError, find};
use schemars::{JsonSchema, generate::SchemaSettings};
use tempfile::TempDir;

const STUDIES: [&str; 2] = ["nakazawa2018/negotiations", "nakazawa2018/guesses"];

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/participants")
}

fn count(id: &str, folder: &Path) -> Result<Report, StudyError> {
    let study = find(id).unwrap();
    study.run(&Order { participants: Some(folder), ..Order::new(study) })
}

/// The figure of a row.
fn figure(report: &Report, row: &str, metric: &str) -> f64 {
    let found = report.rows.iter().find(|it| it.row == row && it.metric == metric);
    found.unwrap_or_else(|| panic!("no {metric} of {row}")).measured
}

#[test]
fn the_example_is_counted_as_by_hand() {
    // Offers and counter-offers, trades and changes of answers were counted by searching the files;
    // trades are confirmed offers, and the last line of a log says who won.
    let [negotiations, guesses] = STUDIES.map(|id| count(id, &example()).unwrap());
    for (row, all, trades, ai_won, turns, held, wanted) in [
        ("example-1, base", 88.0, 4.0, 0.0, 25.0, 19.0, 9.0),
        ("example-1, presenting", 70.0, 3.0, 1.0, 23.0, 18.0, 9.0),
        ("example-2, base", 99.0, 1.0, 0.0, 33.0, 26.0, 13.0),
        ("example-2, presenting", 108.0, 3.0, 0.0, 28.0, 19.0, 11.0),
    ] {
        let close = |report, metric, expected: f64| {
            let found = figure(report, row, metric);
            assert!((found - expected).abs() < 1e-12, "{row}, {metric}: {found}");
        };
        close(&negotiations, "negotiations a game", all);
        close(&negotiations, "share that succeeds", trades / all);
        close(&negotiations, "games the AI wins", ai_won);
        close(&guesses, "own turns a game", turns);
        close(&guesses, "changes of most held a game", held);
        close(&guesses, "changes of wanted a game", wanted);
    }
    let total = |metric| figure(&negotiations, "all people, base", metric);
    assert!((total("negotiations a game") - 93.5).abs() < 1e-12);
    assert!((total("share that succeeds") - 5.0 / 187.0).abs() < 1e-12);
    let said = |metric| figure(&negotiations, "all people", metric);
    assert!((said("the statements helped") - 0.5).abs() < 1e-12);
    assert!((said("presenting was more like a person") - 1.0).abs() < 1e-12);
    assert!((said("presenting was easier to negotiate with") - 0.5).abs() < 1e-12);
}

fn compare_schema<T: JsonSchema>(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.json"));
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if std::env::var_os("KAKEHIKI_WRITE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is not what the types say: write it anew", path.display());
}

#[test]
fn committed_schemas_are_those_of_the_types() {
    compare_schema::<Answer>("answers");
    compare_schema::<Questionnaire>("questionnaire");
}

/// A copy of the example in which a file was changed.
fn changed(file: &str, change: impl FnOnce(String) -> String) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let participant = folder.path().join("example-1");
    fs::create_dir(&participant).unwrap();
    for entry in fs::read_dir(example().join("example-1")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, participant.join(path.file_name().unwrap())).unwrap();
    }
    let path = participant.join(file);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(path, change(text)).unwrap();
    folder
}

fn complaint(file: &str, change: impl FnOnce(String) -> String) -> String {
    let folder = changed(file, change);
    let error = count(STUDIES[0], folder.path()).unwrap_err().to_string();
    assert!(error.contains("example-1"), "{error}");
    error
}

/// The lines of a file without the one of this number, counted from one.
fn without_line(text: &str, number: usize) -> String {
    let lines = text.split_inclusive('\n').enumerate().filter(|(index, _)| index + 1 != number);
    lines.map(|(_, line)| line).collect()
}

#[test]
fn files_that_are_wrong_are_named_with_what_would_be_right() {
    let has = |text: &str, parts: &[&str]| {
        assert!(parts.iter().all(|part| text.contains(part)), "{parts:?} in {text}");
    };
    let error = complaint("questionnaire.json", |text| text.replace("\"cities\"", "\"roads\""));
    has(&error, &["questionnaire.json, line ", "`roads`", "`settlements`", "`cities`", "`cards`"]);
    let error = complaint("questionnaire.json", |text| text.replace("strategy", "plan"));
    has(&error, &["questionnaire.json, line ", "unknown field `plan`"]);
    let error = complaint("answers.jsonl", |text| text.replacen("most-held", "most", 1));
    has(&error, &["answers.jsonl, line 1", "unknown field `most`", "`most-held`"]);
    let error = complaint("answers.jsonl", |text| without_line(&text, 2));
    has(&error, &["answers.jsonl, line 2", "the next is due for turn", "of base.jsonl"]);
    let last = |text: &str| text.lines().count();
    let error = complaint("answers.jsonl", |text| without_line(&text, last(&text)));
    has(&error, &["answers.jsonl: there is no answer for turn", "of presenting.jsonl"]);
    let error = complaint("answers.jsonl", |text| {
        let again = text.lines().last().unwrap().to_owned();
        format!("{text}{again}\n")
    });
    has(&error, &["answers.jsonl, line ", "presenting.jsonl has no more turns"]);
    let error = complaint("answers.jsonl", |text| text.replacen("\"line\":", "\"line\":1", 1));
    has(&error, &["answers.jsonl, line 1", "is no line of the start of turn"]);
    let error = complaint("base.jsonl", |text| text.replacen("person", "program", 1));
    has(&error, &["base.jsonl, line 1", "one of a person", "nakazawa-base"]);
    let error = complaint("presenting.jsonl", |text| text.replacen("nakazawa2018", "printed", 1));
    has(&error, &["presenting.jsonl, line 1", "rules is printed", "should be nakazawa2018"]);
    let error = complaint("base.jsonl", |text| without_line(&text, last(&text) - 1));
    has(&error, &["base.jsonl, line ", "the game"]);
    let error = complaint("base.jsonl", |text| text.trim_end().to_owned());
    has(&error, &["base.jsonl, line ", "cut off"]);
    let error = complaint("base.jsonl", |text| text.replacen("\"roll\"", "\"rol\"", 1));
    has(&error, &["base.jsonl, line ", "rol", "such as"]);
    let folder = changed("base.jsonl", |text| text);
    fs::remove_file(folder.path().join("example-1/answers.jsonl")).unwrap();
    let error = count(STUDIES[0], folder.path()).unwrap_err().to_string();
    has(&error, &["answers.jsonl: cannot read it", "a participant has base.jsonl"]);
    let empty = tempfile::tempdir().unwrap();
    let error = count(STUDIES[1], empty.path()).unwrap_err().to_string();
    has(&error, &["there is no folder of a participant in it"]);
}

#[test]
fn studies_that_are_not_about_people_take_none() {
    let error = count("mishio2015/upp", &example()).unwrap_err().to_string();
    let studies = STUDIES.join(", ");
    assert_eq!(error, format!("mishio2015/upp takes no participants; those that do: {studies}"));
}

#[test]
fn games_read_from_logs_are_counted_as_they_were_when_played() {
    let folder = tempfile::tempdir().unwrap();
    for id in STUDIES {
        let study = find(id).unwrap();
        let settings = [("words", "trusting"), ("participants", "3")];
        let settings = Settings::new(id, study.parameters, settings).unwrap();
        let logs = folder.path().join("logs");
        let order = Order { settings, logs: Some(&logs), ..Order::new(study) };
        let played = study.run(&order).unwrap();
        let kind = fs::read_dir(&logs).unwrap().next().unwrap().unwrap().path();
        let agent = "{\"agent\":\"simulated";
        for entry in fs::read_dir(&kind).unwrap() {
            let participant = entry.unwrap().path();
            let questionnaire = example().join("example-1/questionnaire.json");
            fs::copy(questionnaire, participant.join("questionnaire.json")).unwrap();
            for game in ["base.jsonl", "presenting.jsonl"] {
                let path = participant.join(game);
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.contains(agent));
                fs::write(path, text.replacen(agent, "{\"person\":\"simulated", 1)).unwrap();
            }
        }
        let counted = count(id, &kind).unwrap();
        let mut compared = 0;
        for row in &played.rows {
            if let Some((_, which)) =
                row.row.split_once("last:").and_then(|it| it.1.split_once(", "))
            {
                let of_people = figure(&counted, &format!("all people, {which}"), &row.metric);
                assert!((of_people - row.measured).abs() < 1e-12, "{id}: {row:?}");
                compared += 1;
            }
        }
        assert!(compared >= 9, "{id}: {compared} rows");
    }
}
