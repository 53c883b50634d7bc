//! All published experiments at once.

use std::{path::PathBuf, time::Instant};

use kakehiki_arena::Shard;
use kakehiki_core::{possible, prepare_folder};
use kakehiki_studies::{
    Level, Order, PAPERS, Paper, Reproduction, STUDIES, StudyError, kept_folder, write_reproduction,
};
use pyo3::prelude::*;
use strum::VariantNames;

use crate::{background, fault::Fault};

/// Which papers at which level, as they are named.
fn chosen(scale: &str, paper: Option<&str>) -> Result<(Level, Vec<&'static Paper>), Fault> {
    let unknown = |kind: &str, name: &str, known: &[&str]| {
        Fault::option(format!("unknown {kind} {name:?}; {}", possible(name, known)))
    };
    let level = scale.parse().map_err(|_| unknown("scale", scale, Level::VARIANTS))?;
    let papers: Vec<&Paper> =
        PAPERS.iter().filter(|known| paper.is_none_or(|id| known.id == id)).collect();
    match paper {
        Some(id) if papers.is_empty() => {
            Err(unknown("paper", id, &PAPERS.each_ref().map(|paper| paper.id)))
        }
        _ => Ok((level, papers)),
    }
}

/// Runs every study of the papers into the folder ``out``, as ``kakehiki reproduce`` does, and gives the
/// JSON document of the report.
///
/// Finished games are kept below ``out``, and a run that was cut off goes on. ``scale`` is "smoke", "quick",
/// "standard" or "full".
#[pyfunction]
#[pyo3(signature = (*, out, scale = "quick", paper = None, seed = 1, threads = 0, progress = None))]
pub(crate) fn reproduce(
    py: Python<'_>,
    out: PathBuf,
    scale: &str,
    paper: Option<&str>,
    seed: u64,
    threads: usize,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (level, papers) = chosen(scale, paper)?;
    prepare_folder(&out).map_err(Fault::run)?;
    let named = paper.map_or_else(String::new, |paper| format!(" {paper}"));
    let command = format!("kakehiki reproduce{named} --scale {scale} --seed {seed}");
    let made = background::work(py, progress, move |watch| {
        let (begun, is_resumed) = (Instant::now(), kept_folder(&out, level).exists());
        let common = common(seed, threads, watch);
        let (all, mut reports) = (papers.len() as u64, Vec::new());
        for (done, paper) in (0..).zip(papers) {
            watch.report(done, all);
            reports.push((paper, paper.run(level, &common, &out, &|_| ())?));
        }
        watch.report(all, all);
        let seconds = begun.elapsed().as_secs_f64();
        let commit = String::new();
        let made =
            Reproduction { level, papers: reports, seed, command, commit, seconds, is_resumed };
        write_reproduction(&out, &made)?;
        Ok::<_, StudyError>(made.to_json())
    })?;
    Ok(made.map_err(Fault::from)?)
}

/// Plays a share of what can be played, and says what has to be there before the rest can be.
#[pyfunction(name = "_reproduce_shard")]
#[expect(clippy::too_many_arguments, reason = "they are all that can be said about a share")]
pub(crate) fn reproduce_shard(
    py: Python<'_>,
    index: u64,
    of: u64,
    out: PathBuf,
    scale: &str,
    paper: Option<&str>,
    seed: u64,
    threads: usize,
) -> PyResult<Vec<String>> {
    let shard = Shard::new(index, of).map_err(Fault::plan)?;
    let (level, papers) = chosen(scale, paper)?;
    prepare_folder(&out).map_err(Fault::run)?;
    let awaited = background::work(py, None, move |watch| {
        let common = common(seed, threads, watch);
        let mut awaited = Vec::new();
        for paper in papers {
            awaited.extend(paper.run_shard(level, &common, &out, shard, &|_| ())?);
        }
        Ok::<_, StudyError>(awaited)
    })?;
    Ok(awaited.map_err(Fault::from)?)
}

/// What holds for all studies; each has its own size and settings.
fn common(seed: u64, threads: usize, watch: &background::Watch) -> Order<'_> {
    Order { seed, threads, interrupt: Some(&watch.interrupt), ..Order::new(STUDIES[0]) }
}
