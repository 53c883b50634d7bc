//! The body of the fuzz target, called for every file of the committed corpus.

use std::{fs, path::Path};

#[path = "../../../../fuzz/src/wire.rs"]
mod wire;

#[test]
fn lines_of_the_geister_contest() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/geister_contest");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    for path in files {
        // The name is shown only if the test fails.
        println!("{}", path.display());
        wire::geister_contest(&fs::read(&path).unwrap());
    }
}
