//! Counting the ways a game can go.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use crate::{
    args::{Sets, game},
    text,
};

/// Counts the sequences of moves from a game's opening
///
/// For every depth up to the given one a line says the depth and the number of sequences of that
/// length, chance outcomes included. The counts check the rules against other programs.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki perft geister --depth 5")]
pub(crate) struct PerftArgs {
    /// The game, by its name in `kakehiki games`
    game: String,

    /// The number of steps to count to
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    #[command(flatten)]
    sets: Sets,

    /// Prints one JSON document instead of lines
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    depths: Vec<Count>,
}

#[derive(Serialize)]
struct Count {
    depth: u32,
    nodes: u64,
}

/// `kakehiki perft`.
pub(crate) fn perft(args: &PerftArgs, output: &mut dyn Write) -> Result<()> {
    let game = game(&args.game)?;
    let table = game.open(&args.sets.options(game)?);
    let counts = (1..=args.depth).map(|depth| Count { depth, nodes: table.perft(depth) });
    if args.json {
        return text::json(output, &Document { game: game.name(), depths: counts.collect() });
    }
    for Count { depth, nodes } in counts {
        // Deep counts take long; each is shown as soon as it is there.
        writeln!(output, "{depth} {nodes}")
            .and_then(|()| output.flush())
            .context("cannot write to standard output")?;
    }
    Ok(())
}
