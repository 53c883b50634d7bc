//! The published experiments.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use kakehiki_arena::Shard;
use kakehiki_core::{Settings, prepare_folder};
use kakehiki_studies::{
    Level, Order, Part, Report, STUDIES, Study, StudyError, StudyPlan, find, write_report,
};
use serde::Serialize;
use strum::VariantNames;

use crate::{
    args::{Running, Sets},
    error::{Explain, note},
    games::ParameterEntry,
    progress::Work,
    text,
};

const LIST: &str = "`kakehiki study list` lists the studies";

/// Repeats published experiments
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki study list
  kakehiki study run mishio2015/examples --scale 0.1")]
pub(crate) struct StudyArgs {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Subcommand)]
enum StudyCommand {
    List(ListArgs),
    Show(ShowArgs),
    Run(RunArgs),
    Plan(PlanArgs),
    Merge(MergeArgs),
}

/// Lists the studies
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki study list")]
struct ListArgs {
    /// Prints one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

/// Says what a study does, and what can be set
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki study show mishio2015/examples")]
struct ShowArgs {
    /// The study, paper/experiment
    id: String,

    /// Prints one JSON document instead of text
    #[arg(long)]
    json: bool,
}

/// What is ordered of which study.
#[derive(Args)]
struct Ordered {
    /// The study, paper/experiment
    id: String,

    /// The size; 1 is the published one
    #[arg(long, default_value_t = 1.0, value_name = "X", value_parser = scale)]
    scale: f64,

    #[command(flatten)]
    sets: Sets,

    /// The number all luck follows from
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

impl Ordered {
    /// The study and the order.
    fn order(&self) -> Result<(&'static Study, Order<'static>)> {
        let study = find(&self.id).or_usage(LIST)?;
        let settings = Settings::new(study.id, study.parameters, self.sets.pairs())
            .or_usage(format!("`kakehiki study show {}` lists what can be set", study.id))?;
        let order = Order { scale: self.scale, settings, seed: self.seed, ..Order::new(study) };
        Ok((study, order))
    }
}

/// Runs a study and prints published figures beside measured ones
///
/// With --out, finished games and the report are kept in a folder, and a run that was cut off goes
/// on when it is started again with the same arguments.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki study run mishio2015/examples --scale 0.1 --out report")]
struct RunArgs {
    #[command(flatten)]
    ordered: Ordered,

    /// Keeps finished games, and writes report.md, report.json and plot.svg, in this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Counts the games of people in this folder instead of playing, in studies about people
    #[arg(long, value_name = "DIR")]
    participants: Option<PathBuf>,

    #[command(flatten)]
    running: Running,
}

/// Lays out a study as tasks, for `kakehiki arena run-shard`
///
/// Where a later task needs an earlier result, a trained model say, the plan tells what it waits for.
/// The shards are then played again until nothing waits; all of them write into one folder.
#[derive(Args)]
#[command(after_help = "Example:
  kakehiki study plan ito2014/seats --scale 0.1 --out plan.json
  kakehiki arena run-shard plan.json --shard 1/2 --out results
  kakehiki arena run-shard plan.json --shard 2/2 --out results
  kakehiki study merge results")]
struct PlanArgs {
    #[command(flatten)]
    ordered: Ordered,

    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "plan.json")]
    out: PathBuf,
}

/// Puts the shards of a study together and prints its report
///
/// Everything has to be there already; nothing is played.
#[derive(Args)]
#[command(after_help = "Example:\n  kakehiki study merge results")]
struct MergeArgs {
    /// The folder with the results of all shards
    folder: PathBuf,

    /// Prints one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ListDocument {
    studies: Vec<Summary>,
}

#[derive(Serialize)]
struct Summary {
    study: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct Description {
    study: &'static str,
    title: &'static str,
    about: &'static str,
    parameters: Vec<ParameterEntry>,
    /// None for studies that only make data.
    sizes: Vec<SizeEntry>,
}

/// What runs a study as large as `kakehiki reproduce` does at a level.
#[derive(Serialize)]
struct SizeEntry {
    level: &'static str,
    command: String,
}

impl SizeEntry {
    fn all(study: &Study) -> Vec<Self> {
        let entry = |level: &'static str| {
            let order = study.order_at(level.parse().ok()?)?;
            Some(Self { level, command: order.command(study) })
        };
        Level::VARIANTS.iter().filter_map(|level| entry(level)).collect()
    }
}

fn scale(text: &str) -> Result<f64, String> {
    let right = text.parse().ok().filter(|scale| *scale > 0.0 && *scale <= 1000.0);
    right.ok_or_else(|| {
        "expected a number above 0, at most 1000; 1 is the published size".to_owned()
    })
}

/// `kakehiki study`.
pub(crate) fn study(args: StudyArgs, output: &mut dyn Write) -> Result<()> {
    match args.command {
        StudyCommand::List(args) => list(&args, output),
        StudyCommand::Show(args) => show(&args, output),
        StudyCommand::Run(args) => run(&args, output),
        StudyCommand::Plan(args) => plan(&args, output),
        StudyCommand::Merge(args) => merge(&args, output),
    }
}

/// The name of the plan in the folder of its results.
const PLAN: &str = "plan.json";

fn plan(args: &PlanArgs, output: &mut dyn Write) -> Result<()> {
    let (study, order) = args.ordered.order()?;
    if args.out.exists() && StudyPlan::read(&args.out).is_err() {
        let problem = anyhow!("{} is there and is not a plan of a study", args.out.display());
        return Err(problem).or_failure("nothing was changed; choose another file by --out FILE");
    }
    let plan = StudyPlan::new(study, &order)?;
    plan.write(&args.out)?;
    let units: u64 = plan.tasks.iter().map(|task| task.units).sum();
    let mut said = format!("{}: {} tasks with {units} units", args.out.display(), plan.tasks.len());
    if let Some(awaited) = &plan.awaits {
        said += &format!("; the rest waits for {awaited}");
    }
    text::print(output, &said)
}

/// Plays a share of a study's plan.
pub(crate) fn run_shard(
    path: &Path,
    shard: Shard,
    out: &Path,
    running: &Running,
    output: &mut dyn Write,
) -> Result<()> {
    let plan = StudyPlan::read(path)?;
    let (study, order) = plan.order()?;
    for folder in [Some(out), running.logs.as_deref()].into_iter().flatten() {
        prepare_folder(folder)?;
    }
    let kept = out.join(PLAN);
    match StudyPlan::read(&kept) {
        Ok(other)
            if (&other.study, other.scale, other.seed, &other.settings)
                != (&plan.study, plan.scale, plan.seed, &plan.settings) =>
        {
            let problem = anyhow!("{} holds results of another plan", out.display());
            return Err(problem).or_failure("keep each plan in a folder of its own: --out DIR");
        }
        Ok(_) => {}
        Err(_) => plan.write(&kept)?,
    }
    let work = Work::begin()?;
    let show = |done, of| work.show(done, of);
    let order = Order {
        threads: running.threads.into(),
        out: Some(out),
        logs: running.logs.as_deref(),
        progress: Some(&show),
        interrupt: Some(work.interrupt()),
        ..order
    };
    let awaited = study.run_shard(&order, shard);
    work.end();
    let awaited = match awaited {
        Err(error @ StudyError::Interrupted) => {
            return Err(error).or_failure("the same command goes on where this one stopped");
        }
        awaited => awaited?,
    };
    let mut said = format!("shard {shard} of {} is played", study.id);
    if let Some(task) = awaited {
        said += &format!("; the rest waits for {task}: start it again when that is there");
    }
    text::print(output, &said)
}

fn merge(args: &MergeArgs, output: &mut dyn Write) -> Result<()> {
    let plan = StudyPlan::read(&args.folder.join(PLAN))?;
    let (study, order) = plan.order()?;
    let order = Order { out: Some(&args.folder), part: Part::Merge, ..order };
    let report = of_this_build(study.run(&order)?);
    write_report(&args.folder, study, &report)?;
    note(format_args!("report: {}", args.folder.join("report.md").display()));
    if args.json {
        return text::json(output, &report);
    }
    text::print(output, &report.to_string())
}

/// A report that tells the commit of this program, if it was built where that is known.
fn of_this_build(report: Report) -> Report {
    let commit = Some(env!("KAKEHIKI_COMMIT")).filter(|commit| !commit.is_empty());
    Report { commit: commit.map(str::to_owned), ..report }
}

fn list(args: &ListArgs, output: &mut dyn Write) -> Result<()> {
    if args.json {
        let studies =
            STUDIES.iter().map(|study| Summary { study: study.id, title: study.title }).collect();
        return text::json(output, &ListDocument { studies });
    }
    let mut table = text::table();
    for study in STUDIES {
        table.add_row([study.id, study.title]);
    }
    text::print(output, &text::lines(&table))
}

fn show(args: &ShowArgs, output: &mut dyn Write) -> Result<()> {
    let study = find(&args.id).or_usage(LIST)?;
    if args.json {
        let Study { id, title, about, parameters, .. } = *study;
        let parameters = ParameterEntry::all(parameters);
        let sizes = SizeEntry::all(study);
        return text::json(output, &Description { study: id, title, about, parameters, sizes });
    }
    let title = text::paragraph(&format!("{}: {}", study.id, study.title));
    text::print(output, &format!("{title}\n{}", text::paragraph(study.about)))?;
    if !study.parameters.is_empty() {
        text::print(output, "\nSet by --set KEY=VALUE:")?;
        text::print(output, &text::parameters(study.parameters))?;
    }
    let sizes = SizeEntry::all(study);
    if !sizes.is_empty() {
        text::print(output, "\nFrom a game or so to the published size:")?;
    }
    for SizeEntry { level, command } in sizes {
        text::print(output, &format!("    {level:<10}{command}"))?;
    }
    Ok(())
}

fn run(args: &RunArgs, output: &mut dyn Write) -> Result<()> {
    let (study, order) = args.ordered.order()?;
    if args.participants.is_some() && !study.takes_participants() {
        return Err(StudyError::NoParticipants(study.id))
            .or_usage("without --participants it plays its own games");
    }
    for folder in [&args.out, &args.running.logs].into_iter().flatten() {
        prepare_folder(folder)?;
    }
    let work = Work::begin()?;
    let show = |done, of| work.show(done, of);
    let order = Order {
        threads: args.running.threads.into(),
        out: args.out.as_deref(),
        logs: args.running.logs.as_deref(),
        participants: args.participants.as_deref(),
        progress: Some(&show),
        interrupt: Some(work.interrupt()),
        ..order
    };
    let report = study.run(&order);
    work.end();
    let report = match report {
        Err(error @ StudyError::Interrupted) if args.out.is_some() => {
            return Err(error).or_failure("the same command goes on where this one stopped");
        }
        Err(error @ StudyError::Value { .. }) => {
            return Err(error)
                .or_usage(format!("`kakehiki study show {}` lists what can be set", study.id));
        }
        report => of_this_build(report?),
    };
    if let Some(folder) = &args.out {
        write_report(folder, study, &report)?;
        note(format_args!("report: {}", folder.join("report.md").display()));
    }
    if args.running.json {
        return text::json(output, &report);
    }
    text::print(output, &report.to_string())
}
