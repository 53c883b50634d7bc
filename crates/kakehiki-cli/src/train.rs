//! Teaching agents that learn.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use comfy_table::CellAlignment;
use kakehiki_arena::Interval;
use kakehiki_core::{AgentName, Cast, CurvePoint, TrainingError, TrainingOrder};
use kakehiki_games::{AnyGame, trainer};
use serde::Serialize;

use crate::{
    args::{Lessons, Sets},
    error::{Explain, note},
    progress::Work,
    text,
};

/// Points of the learning curve that are shown; all are in the file beside the model.
const SHOWN: usize = 10;

/// Trains an agent that learns, into a file
///
/// The model file is there from the first checkpoint on and can be played with at any time. A
/// training that was cut off goes on when it is started again with the same arguments, and ends as
/// if nothing had happened; a file of another training is refused. The learning curve is kept
/// beside it, in MODEL.curve.jsonl, one JSON document a line. Results do not depend on the number
/// of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki train werewolf --set village=11 --set delivery=turn \\
      --opponents sample-0.4 --games 2000000 --out model
  kakehiki train werewolf --set village=11 --set delivery=turn \\
      --opponents finalist --games 50000 --from model --out model-2
  kakehiki train geister --opponents \"charge, purple(depth=3)\" --games 200 --out acts.txt")]
pub(crate) struct TrainArgs {
    /// The game, by its name in `kakehiki games`
    game: String,

    /// The others at the table: one agent for all seats, or one for each, separated by commas
    #[arg(long, value_name = "A[,B,…]")]
    opponents: String,

    /// The games to play in all, those of earlier runs included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,

    /// The file for what is learned
    #[arg(long, value_name = "MODEL")]
    out: PathBuf,

    /// Begins with what an earlier training, against others say, has left in this file
    #[arg(long, value_name = "MODEL")]
    from: Option<PathBuf>,

    #[command(flatten)]
    sets: Sets,

    #[command(flatten)]
    lessons: Lessons,

    /// The number all luck follows from
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Learners that play side by side and share what they learned; results depend on it
    #[arg(long, default_value_t = 16, value_name = "W",
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    workers: u32,

    /// The number of threads; 0 stands for all cores; results do not depend on it
    #[arg(long, default_value_t = 0, value_name = "T",
          value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,

    /// Prints one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'static str,
    model: String,
    opponents: &'a [String],
    seed: u64,
    workers: u32,
    games: u64,
    curve: Vec<Stretch>,
    report: &'a [String],
}

/// A stretch of the learning curve.
#[derive(Serialize)]
struct Stretch {
    games: u64,
    played: u64,
    wins: u64,
    win_rate: f64,
    ci95: Interval,
}

/// `kakehiki train`.
pub(crate) fn train(args: &TrainArgs, output: &mut dyn Write) -> Result<()> {
    let game = crate::args::game(&args.game)?;
    let trainer = trainer(game).or_usage("")?;
    let options = args.sets.options(game)?;
    let settings = args.lessons.settings(game.name(), &trainer)?;
    let opponents = casts(&args.opponents, game, args)?;
    if args.from.as_ref() == Some(&args.out) {
        let problem = anyhow!("--from and --out are the same file");
        return Err(problem).or_usage("what was learned before stays as it is; name a new file");
    }
    let work = Work::begin()?;
    let outcome = (trainer.run)(
        &options,
        &TrainingOrder {
            opponents: &opponents,
            games: args.games,
            seed: args.seed,
            settings: &settings,
            workers: args.workers,
            threads: args.threads.into(),
            model: &args.out,
            earlier: args.from.as_deref(),
            progress: &|done, of| work.show(done, of),
            interrupt: work.interrupt(),
        },
    );
    work.end();
    let outcome = match outcome {
        Err(error @ TrainingError::Opponents { .. }) => {
            return Err(error).context("--opponents").or_usage("");
        }
        Err(error @ TrainingError::Model(_)) => {
            return Err(error).or_failure("files are as they were; --out FILE names another one");
        }
        outcome => outcome?,
    };
    match outcome.resumed {
        0 => {}
        resumed if resumed == args.games => note("resumed: all games were already played"),
        resumed => note(format_args!("resumed: {resumed} games were already played")),
    }
    let played = outcome.games;
    let names: Vec<String> = opponents.iter().map(|cast| cast.name().to_string()).collect();
    let document = Document {
        game: game.name(),
        model: args.out.display().to_string(),
        opponents: &names,
        seed: args.seed,
        workers: args.workers,
        games: played,
        curve: stretches(&outcome.curve),
        report: &outcome.report,
    };
    if args.json {
        text::json(output, &document)?;
    } else {
        text::print(output, &table(&document))?;
    }
    if played == args.games {
        return Ok(());
    }
    output.flush().context("cannot write to standard output")?;
    let problem = anyhow!("interrupted after {played} of {} games", args.games);
    Err(problem).or_failure("the same command goes on where this one stopped")
}

/// The opponents, checked against the options.
fn casts(names: &str, game: &dyn AnyGame, args: &TrainArgs) -> Result<Vec<Cast>> {
    let hint = format!("`kakehiki agents {}` lists the agents with their parameters", game.name());
    let names = AgentName::list(names).context("--opponents").or_usage(hint.as_str())?;
    let table = game.open(&args.sets.options(game)?);
    let casts = names.iter().map(|name| table.cast(name)).collect::<Result<_, _>>();
    casts.context("--opponents").or_usage(hint)
}

/// The learning curve in a few stretches of about the same number of games.
fn stretches(curve: &[CurvePoint]) -> Vec<Stretch> {
    let size = curve.len().div_ceil(SHOWN).max(1);
    let stretch = |points: &[CurvePoint]| {
        let sum = |part: fn(&CurvePoint) -> u64| points.iter().map(part).sum::<u64>();
        let (played, wins) = (sum(|point| point.played), sum(|point| point.won));
        Stretch {
            games: points.last().map_or(0, |last| last.games),
            played,
            wins,
            win_rate: wins as f64 / played.max(1) as f64,
            ci95: Interval::wilson(wins, played),
        }
    };
    curve.chunks(size).map(stretch).collect()
}

fn table(document: &Document<'_>) -> String {
    let mut table = text::table();
    table.set_header(["games up to", "won while learning", "95 % interval"]);
    for stretch in &document.curve {
        table.add_row([
            stretch.games.to_string(),
            format!("{:.3}", stretch.win_rate),
            format!("{:.3} – {:.3}", stretch.ci95.low, stretch.ci95.high),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!("{}\n", document.model);
    if !document.curve.is_empty() {
        text += &text::lines(&table);
    }
    text + &document.report.join("\n")
}
