//! Plain tables and JSON documents.

use std::io::{IsTerminal, Write, stdout};

use anyhow::{Context, Result};
use comfy_table::{ContentArrangement, Table, presets};
use kakehiki_core::Parameter;
use serde::Serialize;

/// A table without lines that fits into the terminal.
pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    if stdout().is_terminal() {
        table.set_content_arrangement(ContentArrangement::Dynamic);
    }
    table
}

/// Parameters with their defaults; nothing at all if there are none.
pub(crate) fn parameters(list: &[Parameter]) -> String {
    let mut table = table();
    for known in list {
        let meaning = format!("{} ({})", known.help, known.kind);
        table.add_row([format!("   {}={}", known.name, known.default), meaning]);
    }
    lines(&table)
}

/// A table as lines that do not end in spaces.
pub(crate) fn lines(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
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
