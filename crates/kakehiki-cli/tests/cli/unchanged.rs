//! Results that a change of the foundation leaves as they are: fixed seeds, kept to the last digit.
//!
//! Each file of `unchanged/` is a command and what it printed, time and commit aside. Where a figure has to
//! change, the new output is committed with the reason, and `unchanged/README.md` lists it.

use crate::{files, printed};

#[test]
fn kept_results_are_unchanged() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/unchanged");
    let kept = files(folder.as_ref(), ".txt");
    assert!(kept.len() >= 12, "{} results are kept", kept.len());
    for path in kept {
        let text = std::fs::read_to_string(&path).unwrap();
        let (command, expected) = text.split_once('\n').unwrap();
        let line = command.strip_prefix("$ kakehiki ").unwrap();
        let output = printed(line);
        let found = match output.split_once(",\"commit\":") {
            Some((study, _)) => format!("{study}}}"),
            None => output.split("\"core_seconds\":").next().unwrap_or_default().to_owned(),
        };
        assert_eq!(found.trim_end(), expected.trim_end(), "{}", path.display());
    }
}
