//! How open points of the papers are read, what other readings gave, and why rows differ; from
//! `studies/readings.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// What is said of one study.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reading {
    /// How open points are read here.
    #[serde(default)]
    pub(crate) used: String,
    /// What other readings gave.
    #[serde(default)]
    pub(crate) others: Vec<String>,
    /// Why rows differ from what is published; the first that fits a row counts.
    #[serde(default)]
    differs: Vec<Reason>,
}

/// Why some rows of a study differ.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reason {
    /// Words that the name of the row holds.
    #[serde(default)]
    row: String,
    /// Words that its metric holds.
    #[serde(default)]
    metric: String,
    /// The sentence.
    because: String,
}

static READINGS: LazyLock<BTreeMap<String, Reading>> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../studies/readings.toml")).expect("a file of the program")
});

/// What is said of a study, if anything is.
pub(crate) fn of(study: &str) -> Option<&'static Reading> {
    READINGS.get(study)
}

impl Reading {
    /// Why a row differs.
    pub(crate) fn reason(&self, row: &str, metric: &str) -> Option<&str> {
        let fits = |it: &&Reason| row.contains(&it.row) && metric.contains(&it.metric);
        self.differs.iter().find(fits).map(|reason| reason.because.as_str())
    }

    /// The readings as sentences.
    pub(crate) fn sentences(&self) -> Vec<String> {
        let used = Some(&self.used).filter(|used| !used.is_empty());
        used.into_iter().chain(&self.others).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_say_something() {
        for (id, reading) in &*READINGS {
            assert!(!reading.sentences().is_empty() || !reading.differs.is_empty(), "{id}");
        }
    }

    #[test]
    fn the_first_reason_that_fits_a_row_counts() {
        let reading: Reading = toml::from_str(
            "[[differs]]\nrow = \"sum\"\nmetric = \"accepted\"\nbecause = \"one\"\n\
             [[differs]]\nbecause = \"other\"",
        )
        .unwrap();
        let of = |row: &str, metric: &str| reading.reason(row, metric).unwrap_or_default();
        assert_eq!(of("sum", "offers that were accepted"), "one");
        assert_eq!((of("sum", "win rate"), of("product", "accepted")), ("other", "other"));
    }
}
