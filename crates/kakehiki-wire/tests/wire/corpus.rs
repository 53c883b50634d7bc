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
fn answers_of_clients_that_speak_plain_words() {
    run("natural_answers", wire::natural_answers);
}

#[test]
fn packets_of_servers_that_speak_plain_words() {
    run("natural_packets", wire::natural_packets);
}

#[test]
fn packets_of_aiwolf_servers() {
    run("aiwolf_packets", wire::aiwolf_packets);
}

#[test]
fn messages_of_jsettlers_servers() {
    run("jsettlers_messages", wire::jsettlers_messages);
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

proptest! {
    // Each is a whole village, and none of it is optimised; fuzzing goes on from there.
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Things that are said and names, with bytes of their own between them.
    #[test]
    fn plain_words_that_were_mangled(
        how in any::<u8>(),
        lines in prop::collection::vec(plain_answer(), 0..120),
    ) {
        let bytes: Vec<u8> = [how].into_iter().chain(lines.concat()).collect();
        wire::natural_answers(&bytes);
    }

    /// Recorded messages of which some letters are others, and some messages are missing or come twice.
    #[test]
    fn messages_in_plain_words_that_were_mangled(
        file in prop::sample::select(vec!["werewolf", "seer", "possessed", "group-chat"]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/natural_packets");
        let bytes = fs::read(folder.join(file)).unwrap();
        let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        for place in order {
            let place = place.index(lines.len());
            let line = lines.remove(place);
            if place % 2 == 0 {
                lines.insert(place / 2, line);
            }
        }
        let mut bytes = lines.join(&b'\n');
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        wire::natural_packets(&bytes);
    }
}

fn plain_answer() -> impl Strategy<Value = Vec<u8>> {
    let words = "(アオイ|イツキ|さん|Emma|私|は|が|を|に|占い師|人狼|投票|します|でした|CO|@|。|？| |Skip|Over){0,8}\n";
    prop_oneof![
        words.prop_map(String::into_bytes),
        "(アオイ|イツキ|ウタ|エマ|カエデ|Aoi|Uta)\n".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..20),
    ]
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
