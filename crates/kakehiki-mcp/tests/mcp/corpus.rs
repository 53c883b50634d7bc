//! The body of the fuzz target, called for every file of the committed corpus.

use std::{fs, path::Path};

#[path = "../../../../fuzz/src/assistant.rs"]
mod assistant;

#[test]
fn calls_of_assistants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/assistant_calls");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    for path in files {
        // The name is shown only if the test fails.
        println!("{}", path.display());
        assistant::assistant_calls(&fs::read(&path).unwrap());
    }
}
