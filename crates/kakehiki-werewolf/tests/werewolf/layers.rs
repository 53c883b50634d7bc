//! The folders of the crate know only those before them.

use std::{fs, path::Path};

const ORDER: [&str; 5] = ["rules", "record", "estimate", "agents", "learn"];

/// Complains if a source below a folder names a path into one of the others.
fn check(folder: &Path, others: &[&str]) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            check(&path, others);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        for other in others {
            let within = format!("{other}::");
            let mut uses = text.match_indices(&within);
            let found = uses.any(|(place, _)| !text[..place].ends_with(is_name));
            assert!(!found, "{} uses {other}", path.display());
        }
    }
}

#[test]
fn folders_use_only_those_before_them() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (place, folder) in ORDER.iter().enumerate() {
        check(&sources.join(folder), &ORDER[place + 1..]);
    }
}
