//! The bodies of the fuzz targets, called for every file of the committed corpus.

use std::{fs, path::Path};

use proptest::prelude::*;

#[path = "../../../../fuzz/src/wire.rs"]
mod wire;

/// Calls a target's body for each of its files; a panic names the file.
fn run(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5);
    for path in files {
        // The name is shown only if the test fails.
        println!("{}", path.display());
        body(&fs::read(&path).unwrap());
    }
}

#[test]
fn lines_of_the_geister_contest() {
    run("geister_contest", wire::geister_contest);
}

#[test]
fn answers_of_aiwolf_clients() {
    run("aiwolf_answers", wire::aiwolf_answers);
}

#[test]
fn packets_of_aiwolf_servers() {
    run("aiwolf_packets", wire::aiwolf_packets);
}

proptest! {
    /// Pieces of the corpus with bytes of their own between them.
    #[test]
    fn answers_of_aiwolf_clients_that_were_mangled(
        how in any::<u8>(),
        lines in prop::collection::vec(answer(), 0..80),
    ) {
        let bytes: Vec<u8> = [how].into_iter().chain(lines.concat()).collect();
        wire::aiwolf_answers(&bytes);
    }
}

fn answer() -> impl Strategy<Value = Vec<u8>> {
    let words =
        "(VOTE|Skip|Over|REQUEST|AND|SEER|COMINGOUT|\\(|\\)| |Agent\\[0[0-9]\\]|day1){0,8}\n";
    prop_oneof![
        words.prop_map(String::into_bytes),
        (0_u8..8).prop_map(|target| format!("{{\"agentIdx\":{target}}}\n").into_bytes()),
        prop::collection::vec(any::<u8>(), 0..20),
    ]
}
