//! Plain tables and JSON documents.

use std::io::{self, Write};

use anyhow::{Context, Result};
use comfy_table::{ContentArrangement, Table, presets};
use kakehiki_core::Parameter;
use serde::Serialize;
use terminal_size::{Width, terminal_size_of};

/// A table without lines that fits into the terminal, if there is one.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some((Width(width), _)) = terminal_size_of(io::stdout()) {
        table.set_width(width);
    }
    table
}

/// A paragraph in lines that fit into the terminal, if there is one.
pub(crate) fn paragraph(text: &str) -> String {
    let mut table = table();
    table.add_row([text]);
    lines(&table)
}

/// Parameters with their defaults; nothing at all if there are none.
pub(crate) fn parameters(list: &[Parameter]) -> String {
    let mut table = table();
    for known in list {
        let meaning = format!("{} ({})", known.help, known.kind);
        table.add_row([format!("    {}={}", known.name, known.default), meaning]);
    }
    lines(&table)
}

/// A table as lines, without the margins of its cells.
pub(crate) fn lines(table: &Table) -> String {
    let bare = |line: String| {
        let line = line.trim_end();
        format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
    };
    table.lines().map(bare).collect()
}

/// Prints one document on a line.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn json(output: &mut dyn Write, document: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string(document).context("cannot write the document as JSON")?;
    print(output, &text)
}

/// Prints a text and the end of its line.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn print(output: &mut dyn Write, text: &str) -> Result<()> {
    writeln!(output, "{}", text.trim_end()).context("cannot write to standard output")
}
