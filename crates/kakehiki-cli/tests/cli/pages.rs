//! Reading the pages of the repository as a person would: commands, links and tables.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{folder, lacks_python, text};

/// A page of Markdown.
pub struct Page {
    /// The path from the top of the repository.
    pub name: String,
    pub text: String,
}

impl Page {
    /// The pages of the book, its table of contents included.
    pub fn book() -> Vec<Self> {
        let mut pages = Vec::new();
        let mut folders = vec!["docs".to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(repository().join(&folder)).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
                if entry.file_type().unwrap().is_dir() {
                    folders.push(name);
                } else if Path::new(&name).extension().is_some_and(|ending| ending == "md") {
                    pages.push(read(&name));
                }
            }
        }
        pages.sort_by(|one, other| one.name.cmp(&other.name));
        assert!(pages.len() > 15, "only {} pages", pages.len());
        pages
    }

    /// The folder that its links start from.
    pub fn folder(&self) -> PathBuf {
        let path = repository().join(&self.name);
        path.parent().unwrap().to_owned()
    }
}

/// The top of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page by its path from the top of the repository.
pub fn read(name: &str) -> Page {
    let text = fs::read_to_string(repository().join(name));
    let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
    Page { name: name.to_owned(), text }
}

/// The lines of all blocks of this language.
pub fn blocks(text: &str, language: &str) -> Vec<Vec<String>> {
    let mut blocks = Vec::new();
    let mut open: Option<(bool, Vec<String>)> = None;
    for line in text.lines() {
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(opening), None) => open = Some((opening == language, Vec::new())),
            (Some(_), Some((is_wanted, lines))) => {
                if is_wanted {
                    blocks.push(lines);
                }
            }
            (None, Some((is_wanted, mut lines))) => {
                lines.push(line.to_owned());
                open = Some((is_wanted, lines));
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    blocks
}

/// The commands that a reader runs with the program, and those that prepare or use what they make.
pub fn commands(text: &str) -> Vec<String> {
    let lines = blocks(text, "sh").into_iter().flatten();
    let is_ours = |line: &String| {
        ["kakehiki ", "mkdir ", "python3 "].iter().any(|start| line.starts_with(start))
    };
    lines.filter(is_ours).collect()
}

/// Runs commands one after the other in a folder of their own that has the examples of the repository.
pub fn run_commands(commands: &[String]) {
    let folder = folder();
    let examples = repository().join("examples").canonicalize().unwrap();
    std::os::unix::fs::symlink(examples, folder.path().join("examples")).unwrap();
    let path = search_path();
    let lacks_python = commands.iter().any(|line| line.contains("python3 ")) && lacks_python();
    for line in commands.iter().filter(|line| !lacks_python || !line.contains("python3 ")) {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(line).env("PATH", &path).env("PYTHONDONTWRITEBYTECODE", "1");
        let output = shell.current_dir(folder.path()).stdin(Stdio::null()).output();
        let output = output.expect("a shell");
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        assert!(!output.stdout.is_empty() || line.starts_with("mkdir "), "{line} says nothing");
    }
}

/// Where the shell finds programs, the one that is tested first.
fn search_path() -> OsString {
    let binary = Path::new(env!("CARGO_BIN_EXE_kakehiki"));
    let folders = binary.parent().map(Path::to_path_buf).into_iter();
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.chain(env::split_paths(&path))).expect("a search path")
}

/// Where the links of a page lead to inside the repository, without the places on those pages.
pub fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let targets = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    let is_inside = |target: &&str| !target.is_empty() && !target.contains("://");
    targets.filter(is_inside).map(str::to_owned).collect()
}

/// What stands in backticks, outside of blocks.
pub fn code_spans(text: &str) -> Vec<String> {
    let mut is_block = false;
    let outside = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_block ^= is_fence;
        !is_fence && !is_block
    });
    // A span may go on in the next line.
    let outside = outside.collect::<Vec<_>>().join(" ");
    outside.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The cells of every row of every table, headings and lines between them left out.
pub fn table_rows(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_rule = |line: &str| line.starts_with("| ---");
    let rows = lines.iter().enumerate().filter(|(index, line)| {
        let is_heading = lines.get(index + 1).is_some_and(|next| is_rule(next));
        line.starts_with("| ") && !is_rule(line) && !is_heading
    });
    let cells = |line: &str| {
        let inside = line.trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    rows.map(|(_, line)| cells(line)).collect()
}
