//! The `kakehiki` command: it reads arguments and calls; rules and thinking live in the other
//! crates.

mod arena;
mod args;
mod bench;
mod calibration;
mod completions;
mod error;
mod games;
mod host;
mod join;
mod mcp;
mod perft;
mod play;
mod progress;
mod replay;
mod reproduce;
mod serve;
mod study;
mod text;
mod train;
mod welcome;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser, Subcommand};

/// The version, with the commit where the sources are a repository.
const VERSION: &str = env!("KAKEHIKI_VERSION");

/// Games that are won by negotiating and deceiving: rules, agents, an arena and published studies.
#[derive(Parser)]
#[command(
    name = "kakehiki",
    version = VERSION,
    propagate_version = false,
    after_help = "\
Examples:
  kakehiki games                                             what can be played
  kakehiki agents geister                                    who plays it
  kakehiki arena run geister --agents charge,random --games 1000 --rotate
  kakehiki study run mishio2015/examples
  kakehiki reproduce                                         all papers, with a report
  kakehiki serve                                             a table in the browser

Exit codes: 0 success, 1 failure or interruption, 2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// Shows no progress and says nothing on standard error but what went wrong
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    Games(games::GamesArgs),
    Agents(games::AgentsArgs),
    Arena(arena::ArenaArgs),
    Study(study::StudyArgs),
    Reproduce(reproduce::ReproduceArgs),
    Train(Box<train::TrainArgs>),
    Bench(bench::BenchArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Replay(replay::ReplayArgs),
    Serve(serve::ServeArgs),
    Host(Box<host::HostArgs>),
    Join(join::JoinArgs),
    Mcp(mcp::McpArgs),
    Completions(completions::CompletionsArgs),
}

impl Command {
    fn run(self, output: &mut dyn Write) -> Result<()> {
        match self {
            Self::Games(args) => games::games(&args, output),
            Self::Agents(args) => games::agents(&args, output),
            Self::Arena(args) => arena::arena(args, output),
            Self::Study(args) => study::study(args, output),
            Self::Reproduce(args) => reproduce::reproduce(&args, output),
            Self::Train(args) => train::train(&args, output),
            Self::Bench(args) => bench::bench(&args, output),
            Self::Perft(args) => perft::perft(&args, output),
            Self::Play(args) => play::play(&args, output),
            Self::Replay(args) => replay::replay(&args, output),
            Self::Serve(args) => serve::serve(args),
            Self::Host(args) => host::host(&args, output),
            Self::Join(args) => join::join(&args, output),
            Self::Mcp(args) => mcp::mcp(args),
            Self::Completions(args) => completions::completions(&args, Cli::command(), output),
        }
    }
}

fn main() -> ExitCode {
    let Cli { command, quiet } = Cli::parse();
    if quiet {
        error::be_quiet();
    }
    // Not locked: an assistant is answered from another thread.
    let mut output = io::stdout();
    kakehiki_games::interpret(&kakehiki_wire::INTERPRETERS);
    let result = match command {
        Some(command) => command.run(&mut output),
        None => welcome::welcome(&mut output),
    };
    let result = result.and_then(|()| output.flush().context("cannot write to standard output"));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error::report(&error),
    }
}
