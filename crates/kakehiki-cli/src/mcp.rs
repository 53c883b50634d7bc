//! A seat for language models.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kakehiki_core::prepare_folder;
use kakehiki_mcp::{Options, serve};

use crate::error::Explain;

/// Lets an assistant play: the Model Context Protocol over standard input and output
///
/// Assistants start this command by themselves once it stands in their settings, as
/// docs/assistants.md shows. Each process is a session of its own: what a seat may know reaches no
/// other.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki mcp --logs games")]
pub(crate) struct McpArgs {
    /// Writes the log of every game into this folder
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
}

/// `kakehiki mcp`.
pub(crate) fn mcp(args: McpArgs) -> Result<()> {
    if let Some(folder) = &args.logs {
        prepare_folder(folder)?;
    }
    serve(Options { logs: args.logs })
        .or_failure("an assistant speaks first; docs/assistants.md says how one is set up")
}
