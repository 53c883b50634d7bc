//! Programs that run as children.

use kakehiki_games::Process;

/// Whoever looks when a program is gone finds all that it complained about.
#[test]
fn last_words_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..50 {
        let file = folder.path().join(number.to_string());
        let mut process = Process::start("sh -c 'echo boom >&2'", Some(file.clone())).unwrap();
        while !process.has_ended() {}
        drop(process);
        assert_eq!(std::fs::read_to_string(file).unwrap(), "boom\n");
    }
}
