//! The body of the fuzz target, called for every file of the committed corpus.

use std::{fs, path::Path};

#[path = "../../../../fuzz/src/web.rs"]
mod web;

#[test]
fn messages_of_clients() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/web_message");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    // Twice, as what is sent first changes what the same message means later.
    for path in files.iter().chain(&files) {
        // The name is shown only if the test fails.
        println!("{}", path.display());
        web::web_message(&fs::read(path).unwrap());
    }
}
