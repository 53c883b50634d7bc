//! A table for a program in any language.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use kakehiki_core::{AgentName, Log, LogWriter, Occupant};
use kakehiki_games::{AnyOngoing, Ended, Numbers, converse};

use crate::{
    args::{Sets, game},
    error::{Explain, note},
    replay,
};

/// The seat that waits for somebody outside.
const EXTERNAL: &str = "external";

/// Lets a program play: JSON Lines over standard input and output
///
/// Seats named external are the program's; all others are agents. Each line is one message, as
/// docs/protocol.md describes. A game that was cut off goes on from its log with --resume, exactly
/// as if nothing had happened.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki play geister --seats external,charge --log game.jsonl
  kakehiki play --resume game.jsonl")]
pub(crate) struct PlayArgs {
    /// The game, by its name in `kakehiki games`
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    game: Option<String>,

    /// Who sits where: agents, and external for the program
    #[arg(
        long,
        value_name = "A,B,…",
        required_unless_present = "resume",
        conflicts_with = "resume"
    )]
    seats: Option<String>,

    #[command(flatten)]
    sets: Sets,

    /// The number from which all that is random follows
    #[arg(long, default_value_t = 1, value_name = "S", conflicts_with = "resume")]
    seed: u64,

    /// The name by which logs know the program
    #[arg(long, default_value = EXTERNAL, value_name = "NAME", conflicts_with = "resume")]
    name: String,

    /// Writes the log of the game into this file as it goes on
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    log: Option<PathBuf>,

    /// Goes on with the game of this log, and with the log
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,

    /// Lets the program say how chance falls
    #[arg(long)]
    given_chance: bool,
}

/// `kakehiki play`.
pub(crate) fn play(args: &PlayArgs, output: &mut dyn Write) -> Result<()> {
    let (mut ongoing, mut log) = match &args.resume {
        Some(path) => resume(path).with_context(|| path.display().to_string())?,
        None => begin(args)?,
    };
    let mut input = io::stdin().lock();
    let ended = converse(&mut *ongoing, args.given_chance, &mut input, output, &mut log)
        .context("cannot speak with the program")?;
    if let Some(log) = log {
        log.finish().context("cannot write the log")?;
    }
    match ended {
        Ended::Over => Ok(()),
        Ended::Left => Err(anyhow!("the program went away before the game was over"))
            .or_failure("with --log FILE a game can go on later: kakehiki play --resume FILE"),
    }
}

type Begun = (Box<dyn AnyOngoing>, Option<LogWriter<File>>);

fn begin(args: &PlayArgs) -> Result<Begun> {
    let game = game(args.game.as_deref().unwrap_or_default())?;
    let options = args.sets.options(game)?;
    let hint =
        format!("`kakehiki agents {}` lists who plays; {EXTERNAL} is the program", game.name());
    let names = AgentName::list(args.seats.as_deref().unwrap_or_default()).or_usage(&*hint)?;
    let table = game.open(&game.seat(&options, names.len()));
    let seats = names.iter().map(|name| match name.to_string() {
        name if name == EXTERNAL => Occupant::Program(args.name.clone()),
        name => Occupant::Agent(name),
    });
    let numbers = Numbers { seed: args.seed, ..Numbers::default() };
    let ongoing = table.begin(seats.collect(), numbers).or_usage(hint)?;
    let log = match &args.log {
        None => None,
        Some(path) => {
            let file = fs_err::File::create(path)?.into_parts().0;
            Some(LogWriter::new(file, ongoing.header()).context("cannot write the log")?)
        }
    };
    Ok((ongoing, log))
}

fn resume(path: &Path) -> Result<Begun> {
    let bytes = fs_err::read(path).or_failure("--log FILE writes what can be resumed")?;
    let log = Log::from_bytes(&bytes)?;
    let ongoing = replay::open(&log)?.resume(&[], &log)?;
    let file = fs_err::OpenOptions::new().append(true).open(path)?;
    if log.is_torn {
        note(format_args!("warning: the last line was cut off and is written anew"));
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
    }
    let mut writer = LogWriter::append(file.into_parts().0);
    // What followed from the last line and was not written any more.
    for event in &ongoing.events()[log.events.len()..] {
        writer.write(event);
    }
    Ok((ongoing, Some(writer)))
}
