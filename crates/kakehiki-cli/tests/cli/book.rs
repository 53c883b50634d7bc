//! The book in `docs/` says what is so: its commands run, and what it names is there.

use std::collections::BTreeSet;

use crate::{
    document,
    pages::{
        Page, blocks, code_spans, commands, links, read, repository, run_commands, table_rows,
    },
};

/// The pages outside of the book that lead to files.
const OTHERS: [&str; 4] = ["README.md", "README.ja.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

#[test]
fn every_command_of_the_book_runs() {
    let mut count = 0;
    for page in Page::book() {
        let commands = commands(&page.text);
        count += commands.len();
        run_commands(&commands);
    }
    assert!(count > 30, "only {count} commands");
}

#[test]
fn every_link_leads_somewhere() {
    for page in all_pages() {
        for target in links(&page.text) {
            let path = page.folder().join(&target);
            assert!(path.exists(), "{}: {target} is not there", page.name);
        }
    }
}

#[test]
fn every_file_that_is_named_is_there() {
    let mut checked = 0;
    for page in all_pages() {
        for name in code_spans(&page.text) {
            let folders = ["crates/", "docs/", "examples/", "studies/", "fuzz/", ".ci/"];
            let is_path = folders.iter().any(|folder| name.starts_with(folder));
            // What stands for many files is not one.
            if is_path && !name.contains(['<', '*', ' ', '…']) {
                assert!(repository().join(&name).exists(), "{}: no {name}", page.name);
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} names");
}

#[test]
fn the_table_of_contents_lists_every_page() {
    let contents = read("docs/SUMMARY.md");
    let listed: BTreeSet<String> =
        links(&contents.text).into_iter().map(|target| format!("docs/{target}")).collect();
    let pages = Page::book().into_iter().map(|page| page.name);
    let pages: BTreeSet<String> = pages.filter(|name| *name != contents.name).collect();
    assert_eq!(listed, pages);
}

#[test]
fn every_study_that_is_named_is_there() {
    let list = document("study list --json");
    let studies = list["studies"].as_array().unwrap().iter();
    let studies: BTreeSet<&str> = studies.map(|study| study["study"].as_str().unwrap()).collect();
    let papers: BTreeSet<&str> = studies.iter().filter_map(|id| id.split('/').next()).collect();
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "/-".contains(letter);
    let mut named = BTreeSet::new();
    for page in all_pages() {
        for word in page.text.split(|letter| !is_letter(letter)) {
            let Some((paper, _)) = word.split_once('/') else { continue };
            // In capitals it stands for any of them.
            if papers.contains(paper) && !word.ends_with("/ID") {
                assert!(studies.contains(word), "{}: no study {word}", page.name);
                named.insert(word.to_owned());
            }
        }
    }
    assert!(named.len() > 10, "{named:?}");
}

#[test]
fn the_page_of_a_game_has_every_option_with_its_default() {
    let list = document("games --json");
    for game in list["games"].as_array().unwrap() {
        let page = page_of(game["game"].as_str().unwrap());
        let rows = table_rows(&page.text);
        for option in game["options"].as_array().unwrap() {
            let (name, default) = (&option["name"], &option["default"]);
            let row =
                [format!("`{}`", name.as_str().unwrap()), default.as_str().unwrap().to_owned()];
            let has_row = rows.iter().any(|cells| cells.starts_with(&row));
            assert!(has_row, "{}: no row for {row:?}", page.name);
        }
    }
}

#[test]
fn the_page_of_a_game_has_everybody_who_plays() {
    for game in document("games --json")["games"].as_array().unwrap() {
        let game = game["game"].as_str().unwrap();
        let page = page_of(game);
        let spans = code_spans(&page.text);
        let list = document(&format!("agents {game} --json"));
        for agent in list["agents"].as_array().unwrap() {
            let agent = agent["agent"].as_str().unwrap();
            let names = [agent.to_owned(), format!("+{agent}")];
            assert!(names.iter().any(|name| spans.contains(name)), "{}: no {agent}", page.name);
        }
    }
}

#[test]
fn the_experiment_of_the_book_is_the_one_of_the_examples() {
    let shown = blocks(&read("docs/experiments.md").text, "toml").remove(0);
    let file = read("examples/experiment.toml").text;
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(shown, lines);
}

#[test]
fn the_agent_of_the_book_is_the_one_of_the_examples() {
    // However it is broken into lines.
    let squeezed = |text: &str| text.split_whitespace().collect::<String>().replace(",)", ")");
    let example = squeezed(&read("examples/sentry.rs").text);
    let snippets = blocks(&read("docs/own-agent-rust.md").text, "rust,ignore");
    assert_eq!(snippets.len(), 3);
    for snippet in snippets {
        // What comes after an ellipsis is only there to close what was opened.
        let shown = snippet.iter().take_while(|line| !line.contains('…'));
        let shown = squeezed(&shown.cloned().collect::<Vec<_>>().join("\n"));
        let lines = shown.split(';').filter(|piece| !piece.is_empty());
        for piece in lines {
            assert!(example.contains(piece), "not in the example: {piece}");
        }
    }
}

/// The page of a game; NEGOGeister shares one with Geister.
fn page_of(game: &str) -> Page {
    read(&format!("docs/games/{}.md", if game == "negogeister" { "geister" } else { game }))
}

fn all_pages() -> impl Iterator<Item = Page> {
    Page::book().into_iter().chain(OTHERS.map(read))
}
