//! What `studies/readings.toml` quotes can be typed.

use kakehiki_core::Settings;
use kakehiki_studies::{STUDIES, Study, find};
use toml::{Table, Value};

/// Whether what a sentence about a study quotes can be given: a command to the study that it names,
/// or to this one, and a setting alone to some study of the paper.
fn can_be_given(of: &str, span: &str) -> bool {
    let words: Vec<&str> = span.split(' ').collect();
    let settings = words.iter().filter_map(|word| word.split_once('='));
    // Any value, or the setting of an agent.
    let settings: Vec<(&str, &str)> =
        settings.filter(|(name, value)| !name.contains('(') && *value != "…").collect();
    let takes =
        |study: &Study| Settings::new(study.id, study.parameters, settings.iter().copied()).is_ok();
    if let [_] = words[..] {
        let (paper, _) = of.split_once('/').unwrap();
        return STUDIES.iter().any(|study| study.id.starts_with(paper) && takes(study));
    }
    let named = words.iter().find_map(|word| find(word).ok());
    named.or_else(|| find(of).ok()).is_some_and(takes)
}

/// All texts in a value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Table(table) => table.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_setting_that_is_quoted_can_be_given() {
    assert!(can_be_given("ito2014/readings", "points=best"));
    assert!(!can_be_given("ito2014/criteria", "points=total"));
    assert!(!can_be_given("ito2014/readings", "--set lead=added --scale 0.1"));
    let readings: Table = include_str!("../../../../studies/readings.toml").parse().unwrap();
    let mut checked = 0;
    for (id, reading) in &readings {
        for sentence in texts(reading) {
            for span in sentence.split('`').skip(1).step_by(2).filter(|it| it.contains('=')) {
                assert!(can_be_given(id, span), "{id}: {span}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked}");
}
