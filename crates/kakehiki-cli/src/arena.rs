//! Playing agents against each other.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use kakehiki_arena::{
    Draft, Outcome, Pairing, Plan, RunError, RunOptions, Shard, Spec, Sprt, Standings, merge, run,
    score_beliefs,
};
use kakehiki_core::AgentName;

use crate::{
    args::{Running, Sets, sprt},
    calibration,
    error::{self, Explain, note},
    progress::Work,
    study, text,
};

/// Plays agents against each other and measures them
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki arena run geister --agents charge,random --games 1000 --rotate
  kakehiki arena plan spec.toml
  kakehiki arena run-shard plan.json --shard 1/4 --out results
  kakehiki arena merge results")]
pub(crate) struct ArenaArgs {
    #[command(subcommand)]
    command: ArenaCommand,
}

#[derive(Subcommand)]
enum ArenaCommand {
    Run(Box<RunArgs>),
    Plan(PlanArgs),
    RunShard(RunShardArgs),
    Merge(MergeArgs),
}

/// Plays games and prints a table
///
/// Results follow from the arguments alone: the number of threads does not change them. With --out,
/// finished games are kept in a folder, and a run that was cut off goes on when it is started again
/// with the same arguments. A program in any language takes a seat by external(command="…"), or by
/// external(port=P) if it connects by itself; it speaks as docs/protocol.md describes, and results with
/// it do not follow from the arguments alone.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki arena run geister --agents charge,random --games 1000 --rotate
  kakehiki arena run geister --agents 'flat(playouts=500),charge' \\
      --games 200 --out results
  kakehiki arena run monopoly --agents moyer,moyer,trader --games 100 --counters
  kakehiki arena run geister --agents random,charge,flat --games 100 \\
      --round-robin --rotate
  kakehiki arena run geister --games 10 --rotate \\
      --agents 'external(command=\"python3 examples/seat.py\", time=2),charge'")]
struct RunArgs {
    /// The game, by its name in `kakehiki games`
    game: String,

    /// One agent for each seat, separated by commas; see `kakehiki agents GAME`. Games for several
    /// numbers of players are played by as many as are named
    #[arg(long, value_name = "A,B,…")]
    agents: String,

    /// The number of games for each seat arrangement
    #[arg(long, value_name = "N")]
    games: u64,

    #[command(flatten)]
    sets: Sets,

    /// The number all luck follows from
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// Plays every cyclic seat arrangement, each with the same luck
    #[arg(long)]
    rotate: bool,

    /// Lets all choices of agents meet, instead of one agent for each seat, and rates them
    #[arg(long)]
    round_robin: bool,

    /// The games that the same agents play one after the other, remembering what they learned
    #[arg(long, default_value_t = 1, value_name = "K")]
    series: u64,

    /// Stops as soon as it is decided whether the first agent scores p1 or only p0, 0.5,0.55 say
    #[arg(long, value_name = "P0,P1[,ALPHA,BETA]", value_parser = sprt)]
    sprt: Option<Sprt>,

    /// Keeps finished games and the results in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    counted: Counted,

    /// Adds how good beliefs were: what agents held to be likely of hidden facts whenever they had to
    /// act, beside what was true in the games of --logs; with --out also as a picture, calibration.svg
    #[arg(long, requires = "logs")]
    beliefs: bool,
}

/// What is shown beside the table of agents.
#[derive(Args)]
struct Counted {
    /// Adds what was counted in a game on average, such as offers made and accepted
    #[arg(long)]
    counters: bool,
}

/// Lays out every match of a specification, for run-shard
///
/// A specification is a TOML file with the fields game, agents and games, and if wanted seed,
/// rotate, pairing ("seats" or "round-robin"), series, and the tables options and sprt.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki arena plan spec.toml --out plan.json

where spec.toml holds, for example:
  game = \"geister\"
  agents = [\"charge\", \"random\"]
  games = 1000
  rotate = true")]
struct PlanArgs {
    /// The specification, a TOML file
    spec: PathBuf,

    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    out: PathBuf,
}

/// Plays a share of a plan
///
/// Shards may be played anywhere and in any order; one whose results are already there is not
/// played again, and one that was cut off goes on.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki arena run-shard plan.json --shard 1/4 --out results")]
struct RunShardArgs {
    /// The plan, as `kakehiki arena plan` or `kakehiki study plan` wrote it
    plan: PathBuf,

    /// The share: the i-th of n
    #[arg(long, value_name = "I/N")]
    shard: String,

    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,

    #[command(flatten)]
    running: Running,

    #[command(flatten)]
    counted: Counted,
}

/// Puts the shards of a plan together and prints their table
///
/// Every game has to be there exactly once.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki arena merge results")]
struct MergeArgs {
    /// The folder with the results of all shards
    folder: PathBuf,

    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    counted: Counted,
}

/// `kakehiki arena`.
pub(crate) fn arena(args: ArenaArgs, output: &mut dyn Write) -> Result<()> {
    match args.command {
        ArenaCommand::Run(args) => run_now(&args, output),
        ArenaCommand::Plan(args) => plan(&args, output),
        ArenaCommand::RunShard(args) => run_shard(&args, output),
        ArenaCommand::Merge(args) => {
            let merged = merge(&args.folder)?;
            print(&merged.standings, args.json, &args.counted, output)
        }
    }
}

fn run_now(args: &RunArgs, output: &mut dyn Write) -> Result<()> {
    // The game first, so that a mistyped one is not blamed on its agents.
    let game = crate::args::game(&args.game)?;
    let agents = AgentName::list(&args.agents).context("--agents").or_usage(format!(
        "`kakehiki agents {}` lists the agents with their parameters",
        game.name()
    ))?;
    let draft = Draft {
        game: game.name().to_owned(),
        agents: agents.iter().map(ToString::to_string).collect(),
        games: args.games,
        seed: args.seed,
        rotate: args.rotate,
        pairing: if args.round_robin { Pairing::RoundRobin } else { Pairing::Seats },
        series: args.series,
        options: args.sets.map::<BTreeMap<_, _>>()?,
        sprt: args.sprt,
    };
    let spec = Spec::new(draft).map_err(|error| error::specification(error, game.name()))?;
    let plan = Plan::new(spec);
    let (out, beliefs) = (args.out.as_deref(), args.beliefs);
    play(&plan, None, out, &args.running, &args.counted, beliefs, output)
}

fn plan(args: &PlanArgs, output: &mut dyn Write) -> Result<()> {
    let spec = Spec::read(&args.spec).map_err(|error| error::specification(error, "GAME"))?;
    let plan = Plan::new(spec);
    if args.out.exists() && !is_plan(&args.out) {
        let problem = anyhow!("{} is there and is not a plan", args.out.display());
        return Err(problem).or_failure("nothing was changed; choose another file by --out FILE");
    }
    plan.write(&args.out)?;
    let (path, games) = (args.out.display(), plan.games());
    text::print(output, &format!("{path}: {games} games in {} matches", plan.matches()))
}

/// Whether a file begins as plans do, so that nothing else is ever replaced by one.
fn is_plan(path: &Path) -> bool {
    begins_with(path, b"{\"plan\":")
}

fn begins_with(path: &Path, beginning: &[u8]) -> bool {
    let mut bytes = Vec::new();
    let file = fs_err::File::open(path);
    let read = file.and_then(|file| file.take(beginning.len() as u64).read_to_end(&mut bytes));
    read.is_ok() && bytes == beginning
}

fn run_shard(args: &RunShardArgs, output: &mut dyn Write) -> Result<()> {
    let shard: Shard = args.shard.parse().context("--shard").or_usage("")?;
    if begins_with(&args.plan, b"{\n  \"study\":") {
        return study::run_shard(&args.plan, shard, &args.out, &args.running, output);
    }
    let plan = Plan::read(&args.plan)?;
    play(&plan, Some(shard), Some(&args.out), &args.running, &args.counted, false, output)
}

/// Plays a plan or a share of it and prints what came of it.
fn play(
    plan: &Plan,
    shard: Option<Shard>,
    out: Option<&Path>,
    running: &Running,
    counted: &Counted,
    beliefs: bool,
    output: &mut dyn Write,
) -> Result<()> {
    let work = Work::begin()?;
    let show = |done, of| work.show(done, of);
    let options = RunOptions {
        threads: running.threads.into(),
        shard,
        out,
        logs: running.logs.as_deref(),
        progress: Some(&show),
        interrupt: Some(work.interrupt()),
        ..RunOptions::default()
    };
    let outcome = run(plan, &options);
    work.end();
    let mut outcome = match outcome {
        Err(error @ RunError::SequentialShard(_)) => return Err(error).or_usage(""),
        outcome => outcome?,
    };
    if let Some(logs) = running.logs.as_deref().filter(|_| beliefs) {
        let scores = score_beliefs(plan.spec(), logs)?;
        if let Some(out) = out {
            calibration::draw(&scores, out)?;
        }
        outcome.standings.beliefs = Some(scores);
    }
    let matches = shard.unwrap_or(Shard::WHOLE).range(plan.matches());
    tell_of_earlier_runs(&outcome, matches.end - matches.start);
    print(&outcome.standings, running.json, counted, output)?;
    if !outcome.interrupted {
        return Ok(());
    }
    output.flush().context("cannot write to standard output")?;
    let of = (matches.end - matches.start) * plan.series();
    let problem = anyhow!("interrupted after {} of {of} games", outcome.standings.games);
    Err(problem).or_failure(match out {
        Some(_) => "the same command goes on where this one stopped",
        None => "with --out DIR finished games are kept and the same command goes on",
    })
}

fn tell_of_earlier_runs(outcome: &Outcome, matches: u64) {
    let Outcome { played, resumed, .. } = outcome;
    match (played, resumed) {
        (_, 0) => {}
        (0, _) if !outcome.interrupted => note("resumed: all matches were already played"),
        _ => note(format_args!("resumed: {resumed} of {matches} matches were already played")),
    }
}

fn print(
    standings: &Standings,
    is_json: bool,
    counted: &Counted,
    output: &mut dyn Write,
) -> Result<()> {
    let text = match (is_json, counted.counters) {
        (true, _) => standings.to_json(),
        (false, false) => standings.to_string(),
        (false, true) => format!("{standings}{}", standings.counter_tables()),
    };
    if let Some(remark) = standings.remark {
        note(remark);
    }
    text::print(output, &text)
}
