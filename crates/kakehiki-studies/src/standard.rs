//! The verdicts of the `standard` run that is kept with the project, `docs/results/report.json`.

use std::{collections::BTreeMap, sync::LazyLock};

use kakehiki_chart::FindingVerdict;
use serde::Deserialize;

/// What the kept document says of findings.
#[derive(Deserialize)]
struct Kept {
    studies: Vec<KeptStudy>,
}

#[derive(Deserialize)]
struct KeptStudy {
    study: String,
    findings: Vec<KeptFinding>,
}

#[derive(Deserialize)]
struct KeptFinding {
    finding: String,
    verdict: FindingVerdict,
}

/// Verdicts by study and finding.
static STANDARD: LazyLock<BTreeMap<(String, String), FindingVerdict>> = LazyLock::new(|| {
    let document = include_str!("../../../docs/results/report.json");
    let kept: Kept = serde_json::from_str(document).expect("a file of the program");
    let of = |study: KeptStudy| {
        let id = study.study;
        study.findings.into_iter().map(move |it| ((id.clone(), it.finding), it.verdict))
    };
    kept.studies.into_iter().flat_map(of).collect()
});

/// What the kept run said of a finding; nothing if it does not know it.
pub(crate) fn verdict(study: &str, finding: &str) -> Option<FindingVerdict> {
    STANDARD.get(&(study.to_owned(), finding.to_owned())).copied()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::reading;

    #[test]
    fn every_figure_that_differs_has_a_reason_that_names_an_experiment() {
        let document: Value =
            serde_json::from_str(include_str!("../../../docs/results/report.json")).unwrap();
        let mut differing = 0;
        for study in document["studies"].as_array().unwrap() {
            let id = study["study"].as_str().unwrap();
            for row in study["rows"].as_array().unwrap() {
                if row["verdict"] == "differs" {
                    differing += 1;
                    let [name, metric] = ["row", "metric"].map(|key| row[key].as_str().unwrap());
                    let reason = reading::of(id).and_then(|it| it.reason(name, metric));
                    let names_one = |reason: &str| {
                        let mut code = reason.split('`').skip(1).step_by(2);
                        code.any(|words| words.contains('/') || words.starts_with("--"))
                    };
                    assert!(reason.is_some_and(names_one), "{id}, {name}: {metric}");
                }
            }
        }
        assert!(differing > 0);
    }

    #[test]
    fn verdicts_are_found_by_study_and_finding() {
        assert!(!STANDARD.is_empty());
        for (id, finding) in STANDARD.keys() {
            assert!(verdict(id, finding).is_some());
        }
        assert_eq!(verdict("ito2014/seats", "nothing of the kind"), None);
    }
}
