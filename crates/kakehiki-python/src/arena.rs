//! Experiments: agents against agents, from the specification to the table of results.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use kakehiki_arena::{
    self as arena, Draft, Outcome, Pairing, RunOptions, SeatRows, Shard, Sprt, Standings, kept_rows,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};

use crate::{background, fault::Fault, python, table::Table};

/// An experiment whose game, options and agents are known to exist.
#[pyclass(module = "kakehiki.arena", frozen)]
pub(crate) struct Spec(arena::Spec);

#[pymethods]
impl Spec {
    #[new]
    #[pyo3(signature = (game, agents, games, *, options = None, rotate = false, seed = 1, series = 1,
                        pairing = "seats", sprt = None))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python class")]
    fn new(
        game: String,
        agents: Vec<String>,
        games: u64,
        options: Option<&Bound<'_, PyDict>>,
        rotate: bool,
        seed: u64,
        series: u64,
        pairing: &str,
        sprt: Option<Vec<f64>>,
    ) -> PyResult<Self> {
        let pairing = match pairing {
            "seats" => Pairing::Seats,
            "round-robin" => Pairing::RoundRobin,
            other => {
                let text = format!("pairing is \"seats\" or \"round-robin\", not {other:?}");
                return Err(PyValueError::new_err(text));
            }
        };
        let sprt = match sprt.as_deref() {
            None => None,
            Some([p0, p1]) => Some(Sprt { p0: *p0, p1: *p1, ..Sprt::default() }),
            Some([p0, p1, alpha, beta]) => {
                Some(Sprt { p0: *p0, p1: *p1, alpha: *alpha, beta: *beta, ..Sprt::default() })
            }
            Some(_) => {
                let text = "sprt is (p0, p1) or (p0, p1, alpha, beta), such as (0.5, 0.55)";
                return Err(PyValueError::new_err(text));
            }
        };
        let options: BTreeMap<_, _> = python::pairs(options)?.into_iter().collect();
        let draft = Draft { game, agents, games, seed, rotate, pairing, series, options, sprt };
        Ok(Self(background::guarded(|| arena::Spec::new(draft))?.map_err(Fault::from)?))
    }

    /// Reads a specification file.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Ok(Self(arena::Spec::read(&path).map_err(Fault::from)?))
    }

    /// Every match of the experiment, as it follows from the specification alone.
    fn plan(&self) -> Plan {
        Plan(Arc::new(arena::Plan::new(self.0.clone())))
    }

    /// All fields in their one spelling.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python::from_json(py, self.0.draft())
    }

    fn __repr__(&self) -> String {
        let Draft { game, agents, games, .. } = self.0.draft();
        format!("<kakehiki.arena.Spec: {games} games of {game}, {}>", agents.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("kakehiki._types")?.getattr("restore_spec")?;
        (restore, (self.to_dict(py)?,)).into_pyobject(py).map(Bound::into_any)
    }
}

/// Every match of an experiment. It can be pickled, saved and played in shards.
#[pyclass(module = "kakehiki.arena", frozen)]
pub(crate) struct Plan(Arc<arena::Plan>);

#[pymethods]
impl Plan {
    /// Reads a plan that ``save`` or ``kakehiki arena plan`` wrote.
    #[staticmethod]
    fn read(path: PathBuf) -> PyResult<Self> {
        Ok(Self(Arc::new(arena::Plan::read(&path).map_err(Fault::from)?)))
    }

    /// Writes the plan as ``kakehiki arena plan`` does.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(self.0.write(&path).map_err(Fault::from)?)
    }

    /// What tells this plan from all others.
    #[getter]
    fn hash(&self) -> &str {
        self.0.hash()
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// The number of matches, which shards never split.
    #[getter]
    fn matches(&self) -> u64 {
        self.0.matches()
    }

    /// The experiment.
    #[getter]
    fn spec(&self) -> Spec {
        Spec(self.0.spec().clone())
    }

    /// Plays all of it.
    ///
    /// With ``out`` finished games are kept in that folder, and a run that was cut off goes on. ``logs`` is
    /// a folder for the log of every game. ``progress`` is called with (done, total) in this thread.
    #[pyo3(signature = (*, threads = 0, out = None, logs = None, progress = None))]
    fn run(
        &self,
        py: Python<'_>,
        threads: usize,
        out: Option<PathBuf>,
        logs: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Run> {
        self.play(py, None, threads, out, logs, progress)
    }

    /// Plays the ``index``-th of ``of`` shares, counted from one, into the folder ``out``. A share whose
    /// results are already there is not played again, and one that was cut off goes on.
    #[pyo3(signature = (index, of, *, out, threads = 1, logs = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn run_shard(
        &self,
        py: Python<'_>,
        index: u64,
        of: u64,
        out: PathBuf,
        threads: usize,
        logs: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Run> {
        let shard = Shard::new(index, of).map_err(Fault::plan)?;
        self.play(py, Some(shard), threads, Some(out), logs, progress)
    }

    fn __repr__(&self) -> String {
        format!("<kakehiki.arena.Plan {}: {} games>", self.0.hash(), self.0.games())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("kakehiki._types")?.getattr("restore_plan")?;
        (restore, (self.spec(), self.0.hash())).into_pyobject(py).map(Bound::into_any)
    }
}

impl Plan {
    fn play(
        &self,
        py: Python<'_>,
        shard: Option<Shard>,
        threads: usize,
        out: Option<PathBuf>,
        logs: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Run> {
        let (plan, folder) = (Arc::clone(&self.0), out.clone());
        let outcome = background::work(py, progress, move |watch| {
            let report = |done, total| watch.report(done, total);
            let options = RunOptions {
                threads,
                shard,
                out: folder.as_deref(),
                keep_rows: folder.is_none(),
                logs: logs.as_deref(),
                progress: Some(&report),
                interrupt: Some(&watch.interrupt),
            };
            arena::run(&plan, &options)
        })?;
        let Outcome { standings, played, resumed, results, rows, .. } =
            outcome.map_err(Fault::from)?;
        let rows = match (rows, results) {
            (Some(rows), _) => Rows::Kept(rows),
            (None, Some(path)) => Rows::File(path),
            (None, None) => Rows::Folder(out.unwrap_or_default()),
        };
        Ok(Run { plan: Arc::clone(&self.0), standings, played, resumed, rows })
    }
}

/// Where the rows of a run are.
enum Rows {
    Kept(SeatRows),
    File(PathBuf),
    Folder(PathBuf),
}

/// What came of an experiment, or of a share of it.
#[pyclass(module = "kakehiki.arena", frozen)]
pub(crate) struct Run {
    plan: Arc<arena::Plan>,
    standings: Standings,
    /// The matches that this run played.
    #[pyo3(get)]
    played: u64,
    /// The matches that earlier runs had played.
    #[pyo3(get)]
    resumed: u64,
    rows: Rows,
}

#[pymethods]
impl Run {
    /// The plan that was played.
    #[getter]
    fn plan(&self) -> Plan {
        Plan(Arc::clone(&self.plan))
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.standings.games
    }

    /// The document of ``kakehiki arena run --json``.
    fn json(&self) -> String {
        self.standings.to_json()
    }

    /// What was counted in a game on average, as ``--counters`` prints it.
    fn counters(&self) -> String {
        self.standings.counter_tables()
    }

    /// A row for each seat of each game, with the columns of the result files.
    fn table(&self, py: Python<'_>) -> PyResult<Table> {
        let columns = background::aside(py, || -> Result<_, Fault> {
            let rows = match &self.rows {
                Rows::Kept(rows) => rows.clone(),
                Rows::File(path) => SeatRows::read(path, &self.plan).map_err(Fault::run)?,
                Rows::Folder(folder) => kept_rows(folder, &self.plan)?,
            };
            Ok(rows.into_columns())
        })??;
        Ok(Table::new(columns)?)
    }

    fn __str__(&self) -> String {
        self.standings.to_string()
    }

    fn __repr__(&self) -> String {
        let Standings { game, games, .. } = &self.standings;
        format!("<kakehiki.arena.Run: {games} games of {game}>")
    }

    fn _repr_markdown_(&self, py: Python<'_>) -> PyResult<String> {
        let document = python::from_json(py, &self.standings)?;
        py.import("kakehiki._types")?.getattr("run_markdown")?.call1((document,))?.extract()
    }
}

/// Puts the shards of a plan together, all of which are in one folder.
#[pyfunction(name = "_merge")]
pub(crate) fn merge(py: Python<'_>, folder: PathBuf) -> PyResult<Run> {
    let from = folder.clone();
    let merged = background::think(py, move |_| arena::merge(&from))?.map_err(Fault::from)?;
    let plan = Arc::new(merged.plan);
    let resumed = plan.matches();
    let rows = Rows::Folder(folder);
    Ok(Run { plan, standings: merged.standings, played: 0, resumed, rows })
}
