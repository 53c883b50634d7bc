//! All published experiments at once, with one report.

use std::{
    fmt::Write as _,
    io::Write,
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use kakehiki_arena::Shard;
use kakehiki_core::{possible, prepare_folder};
use kakehiki_studies::{
    Level, Order, PAPERS, Paper, Reproduction, STUDIES, Study, StudyError, Verdict, kept_folder,
    write_reproduction,
};
use strum::VariantNames;

use crate::{
    error::{Explain, note},
    progress::Work,
    text,
};

/// Runs every study of the papers and writes a report of them
///
/// The report is in DIR: index.html, report.md and report.json. Finished games are kept below it, and
/// a run that was cut off goes on when it is started again with the same arguments. With --shard it
/// plays a share of the games; when all shards are there, the command without --shard writes the
/// report.
#[derive(Args)]
#[command(after_help = "Examples:
  kakehiki reproduce
  kakehiki reproduce ito2014 --scale standard --out ito
  kakehiki reproduce --scale full --shard 1/8 --out shared")]
pub(crate) struct ReproduceArgs {
    /// One paper; all of them unless told
    paper: Option<String>,

    /// How thoroughly: smoke (a game or so of each), quick (minutes), standard (an hour) or full (the
    /// published sizes; many hours)
    #[arg(long, default_value = "quick", value_name = "SCALE")]
    scale: String,

    /// The number all luck follows from
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,

    /// The folder for the report and for finished games
    #[arg(long, value_name = "DIR", default_value = "report")]
    out: PathBuf,

    /// Plays the i-th of n shares instead of everything
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,

    /// The number of threads; 0 stands for all cores; results do not depend on it
    #[arg(long, default_value_t = 0, value_name = "T",
          value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,

    /// Prints the whole report as one JSON document
    #[arg(long)]
    json: bool,
}

/// Positions of the bar for each study.
const STEPS: u64 = 1000;

/// `kakehiki reproduce`.
pub(crate) fn reproduce(args: &ReproduceArgs, output: &mut dyn Write) -> Result<()> {
    let begun = Instant::now();
    let level: Level = args
        .scale
        .parse()
        .map_err(|_| {
            anyhow!("unknown scale {:?}; {}", args.scale, possible(&args.scale, Level::VARIANTS))
        })
        .or_usage("quick takes minutes, standard an hour")?;
    let papers = papers(args.paper.as_deref())?;
    let shard: Option<Shard> =
        args.shard.as_deref().map(str::parse).transpose().context("--shard").or_usage("")?;
    prepare_folder(&args.out)?;
    let is_resumed = kept_folder(&args.out, level).exists();
    let work = Work::begin()?;
    let all: u64 = papers.iter().map(|paper| paper.studies().count() as u64).sum();
    let done = AtomicU64::new(0);
    let show = |finished: u64, of: u64| {
        let part = (STEPS * finished).checked_div(of).unwrap_or(0).min(STEPS);
        let before = done.load(Ordering::Relaxed).saturating_sub(1);
        work.show(before * STEPS + part, all * STEPS);
    };
    let begin = |study: &Study| {
        let number = done.fetch_add(1, Ordering::Relaxed) + 1;
        work.say(&format!("{number}/{all} {} ", study.id));
    };
    // Any study will do: each has its own size and settings.
    let common = Order {
        seed: args.seed,
        threads: args.threads.into(),
        progress: Some(&show),
        interrupt: Some(work.interrupt()),
        ..Order::new(STUDIES[0])
    };
    let mut reports = Vec::new();
    let mut awaited = Vec::new();
    let ended = papers.into_iter().try_for_each(|paper| {
        match shard {
            Some(shard) => {
                awaited.extend(paper.run_shard(level, &common, &args.out, shard, &begin)?);
            }
            None => reports.push((paper, paper.run(level, &common, &args.out, &begin)?)),
        }
        Ok::<(), StudyError>(())
    });
    work.end();
    if let Err(error) = ended {
        return Err(error).or_failure("the same command goes on where this one stopped");
    }
    if let Some(shard) = shard {
        let mut said = format!("shard {shard} is played");
        for task in awaited {
            said += &format!("; {task} is done by another shard: start this one again after it");
        }
        return text::print(output, &said);
    }
    let reproduction = Reproduction {
        level,
        papers: reports,
        seed: args.seed,
        command: command(args),
        commit: env!("KAKEHIKI_COMMIT").to_owned(),
        seconds: begun.elapsed().as_secs_f64(),
        is_resumed,
    };
    write_reproduction(&args.out, &reproduction)?;
    note(format_args!("report: {}", args.out.join("index.html").display()));
    if args.json {
        return text::print(output, reproduction.to_json().trim_end());
    }
    text::print(output, &summary(&reproduction))
}

/// The papers that are asked for.
fn papers(id: Option<&str>) -> Result<Vec<&'static Paper>> {
    let Some(id) = id else { return Ok(PAPERS.iter().collect()) };
    let found = PAPERS.iter().find(|paper| paper.id == id);
    let known = PAPERS.each_ref().map(|paper| paper.id);
    let found = found.ok_or_else(|| anyhow!("unknown paper {id:?}; {}", possible(id, &known)));
    Ok(vec![found.or_usage("without a paper all of them are run")?])
}

/// The command as it was given, without what does not change the figures.
fn command(args: &ReproduceArgs) -> String {
    let mut command = "kakehiki reproduce".to_owned();
    if let Some(paper) = &args.paper {
        command += &format!(" {paper}");
    }
    command + &format!(" --scale {} --seed {}", args.scale, args.seed)
}

/// Verdicts by paper, and the findings.
fn summary(reproduction: &Reproduction) -> String {
    let mut table = text::table();
    let mut header = vec!["paper".to_owned()];
    header.extend(Verdict::ALL.iter().map(|verdict| verdict.words().to_owned()));
    table.set_header(header);
    for (paper, reports) in &reproduction.papers {
        let rows = || reports.iter().flat_map(|(_, report)| &report.rows);
        let mut cells = vec![paper.id.to_owned()];
        cells.extend(
            Verdict::ALL.iter().map(|verdict| {
                rows().filter(|row| row.verdict == Some(*verdict)).count().to_string()
            }),
        );
        table.add_row(cells);
    }
    let mut said = text::lines(&table);
    for (paper, reports) in &reproduction.papers {
        for finding in reports.iter().flat_map(|(_, report)| &report.findings) {
            let verdict = finding.verdict.words();
            let _ = write!(said, "\n{}: {}: {verdict}", paper.id, finding.finding);
        }
    }
    said
}
