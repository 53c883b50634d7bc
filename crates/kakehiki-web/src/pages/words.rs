//! The words of pages: each is used, and no page has words of its own.

use std::{fs, path::Path};

/// The files of words that belong to pages.
const FILES: [&str; 3] = ["pages.ftl", "study.ftl", "catalogue.ftl"];

/// All sources of pages, each up to its tests.
fn sources(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            all.push((path.display().to_string(), text.to_owned()));
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for folder in ["src/pages", "src/study"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    all
}

#[test]
fn no_words_of_pages_are_unused() {
    let text: String = all_sources().into_iter().map(|(_, text)| text).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kakehiki-draw/locales/en");
    for file in FILES {
        let words = fs::read_to_string(folder.join(file)).unwrap();
        let keys = words.lines().filter_map(|line| line.split_once(" ="));
        let keys = keys.map(|(key, _)| key).filter(|key| !key.starts_with([' ', '#']));
        for key in keys {
            // A key may be put together from its beginning and a name.
            let mut beginnings = key.match_indices('-').map(|(at, _)| &key[..=at]);
            let is_begun = beginnings.any(|it| text.contains(&format!("\"{it}{{")));
            assert!(is_begun || text.contains(&format!("\"{key}\"")), "{file}: {key} is unused");
        }
    }
}

#[test]
fn templates_hold_no_words_of_their_own() {
    for (path, text) in all_sources() {
        // Within markup a text that is shown stands in quotes behind a brace.
        for (line, text) in (1..).zip(text.lines()) {
            // What follows an equals sign is an attribute.
            let shown = text.match_indices("{ \"").filter(|(at, _)| !text[..*at].ends_with('='));
            let shown = shown.filter_map(|(at, _)| text[at + 3..].split('"').next());
            for words in shown {
                // One small word alone is a name in the code, such as a class or a value.
                let is_word = words.trim().contains(' ')
                    || words.len() > 3 && words.starts_with(|it: char| it.is_ascii_uppercase());
                let is_command = words.starts_with("kakehiki ");
                assert!(!is_word || is_command, "{path}:{line}: {words:?}");
            }
        }
    }
}
