//! Commands and flags that a shell completes at a press of the tab key.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::text;

/// Prints what a shell needs to complete commands and flags
///
/// Save it where the shell looks for such files, or read it in when the shell starts.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki completions bash > ~/.local/share/bash-completion/completions/kakehiki
  kakehiki completions fish > ~/.config/fish/completions/kakehiki.fish
  kakehiki completions zsh > ~/.zfunc/_kakehiki        with ~/.zfunc in fpath")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// `kakehiki completions`.
pub(crate) fn completions(
    args: &CompletionsArgs,
    mut command: Command,
    output: &mut dyn Write,
) -> Result<()> {
    // Written at once, because the generator would panic at a reader that has gone.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "kakehiki", &mut script);
    text::print(output, &String::from_utf8_lossy(&script))
}
