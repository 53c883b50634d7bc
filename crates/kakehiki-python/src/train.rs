//! Teaching agents that learn.

use std::path::PathBuf;

use kakehiki_arena::Values;
use kakehiki_core::{AgentName, Settings, TrainingOrder, TrainingOutcome};
use kakehiki_games::{find, trainer};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};

use crate::{background, fault::Fault, python, table::Table};

/// What came of a training.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Training(TrainingOutcome);

#[pymethods]
impl Training {
    /// The games that were played in all.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games
    }

    /// The games that earlier runs had played.
    #[getter]
    fn resumed(&self) -> u64 {
        self.0.resumed
    }

    /// What else was found out, in lines for people.
    #[getter]
    fn report(&self) -> Vec<String> {
        self.0.report.clone()
    }

    /// The learning curve: games so far, games since the point before, and those of them that were won.
    fn curve(&self) -> PyResult<Table> {
        let curve = &self.0.curve;
        let column = |name: &str, of: fn(&kakehiki_core::CurvePoint) -> u64| {
            (name.to_owned(), Values::Long(curve.iter().map(of).collect()))
        };
        Ok(Table::new(vec![
            column("games", |point| point.games),
            column("played", |point| point.played),
            column("won", |point| point.won),
        ])?)
    }

    fn __repr__(&self) -> String {
        format!("<kakehiki.Training over {} games>", self.0.games)
    }
}

/// Trains an agent that learns, into the file ``out``, as ``kakehiki train`` does.
///
/// ``opponents`` are the others at the table: one for all seats or one for each. ``learn`` sets how to
/// learn, ``options`` the rules. A training that was cut off goes on when it is started again with the same
/// arguments; ``start`` is a file that an earlier training, against others say, has left.
#[pyfunction]
#[pyo3(signature = (game, *, opponents, games, out, options = None, learn = None, seed = 1, workers = 16,
                    threads = 0, start = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
pub(crate) fn train(
    py: Python<'_>,
    game: &str,
    opponents: Vec<String>,
    games: u64,
    out: PathBuf,
    options: Option<&Bound<'_, PyDict>>,
    learn: Option<&Bound<'_, PyDict>>,
    seed: u64,
    workers: u32,
    threads: usize,
    start: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Training> {
    let offer = find(game).map_err(Fault::from)?;
    let trainer = trainer(offer).map_err(Fault::from)?;
    let (rules, lessons) = (python::pairs(options)?, python::pairs(learn)?);
    let rules = Settings::new(offer.name(), offer.options(), python::borrowed(&rules));
    let rules = rules.map_err(Fault::from)?;
    let lessons = Settings::new("learn", trainer.parameters, python::borrowed(&lessons));
    let lessons = lessons.map_err(Fault::from)?;
    if games == 0 || !(1..=1024).contains(&workers) {
        let text = "games is at least 1, and workers is from 1 to 1024";
        return Err(PyValueError::new_err(text));
    }
    if start.as_ref() == Some(&out) {
        let text = "start and out are the same file; what was learned before stays as it is";
        return Err(PyValueError::new_err(text));
    }
    let table = offer.open(&rules);
    let casts = opponents.iter().map(|name| table.cast(&name.parse::<AgentName>()?));
    let casts = casts.collect::<Result<Vec<_>, _>>().map_err(Fault::from)?;
    let outcome = background::work(py, progress, move |watch| {
        let show = |done, total| watch.report(done, total);
        let order = TrainingOrder {
            opponents: &casts,
            games,
            seed,
            settings: &lessons,
            workers,
            threads,
            model: &out,
            earlier: start.as_deref(),
            progress: &show,
            interrupt: &watch.interrupt,
        };
        (trainer.run)(&rules, &order)
    })?;
    Ok(Training(outcome.map_err(Fault::from)?))
}
