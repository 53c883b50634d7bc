//! The published experiments.

use std::path::PathBuf;

use kakehiki_arena::{Shard, Values};
use kakehiki_core::{Settings, prepare_folder};
use kakehiki_studies::{self as papers, Order, STUDIES, StudyError, write_report};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};

use crate::{background, fault::Fault, python, table::Table};

/// A published experiment that can be run.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Study(&'static papers::Study);

impl Study {
    /// What is ordered of it.
    fn order(
        &self,
        scale: f64,
        seed: u64,
        threads: usize,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Order<'static>> {
        if !(scale > 0.0 && scale <= 1000.0) {
            let text = "scale is a number above 0, at most 1000; 1 is the published size";
            return Err(Fault::option(text).into());
        }
        let (study, pairs) = (self.0, python::pairs(settings)?);
        let settings = Settings::new(study.id, study.parameters, python::borrowed(&pairs));
        let settings = settings.map_err(Fault::from)?;
        Ok(Order { scale, settings, seed, threads, ..Order::new(study) })
    }
}

#[pymethods]
impl Study {
    /// Paper and experiment.
    #[getter]
    fn id(&self) -> &'static str {
        self.0.id
    }

    /// What is asked, in one line.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.title
    }

    /// What is done, at which size, and how open points are read.
    #[getter]
    fn about(&self) -> &'static str {
        self.0.about
    }

    /// What can be set.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        python::parameters(py, self.0.parameters)
    }

    /// Runs the study; scale 1 is the published size. Other keywords set its parameters.
    ///
    /// With ``out`` finished games and the report are kept in that folder, and a run that was cut off
    /// goes on.
    #[pyo3(signature = (*, scale = 1.0, seed = 1, threads = 0, out = None, logs = None, progress = None,
                        **settings))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn run(
        &self,
        py: Python<'_>,
        scale: f64,
        seed: u64,
        threads: usize,
        out: Option<PathBuf>,
        logs: Option<PathBuf>,
        progress: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Report> {
        let (study, order) = (self.0, self.order(scale, seed, threads, settings)?);
        for folder in [&out, &logs].into_iter().flatten() {
            prepare_folder(folder).map_err(Fault::run)?;
        }
        let report = background::work(py, progress, move |watch| {
            let show = |done, total| watch.report(done, total);
            let order = Order {
                out: out.as_deref(),
                logs: logs.as_deref(),
                progress: Some(&show),
                interrupt: Some(&watch.interrupt),
                ..order
            };
            let report = study.run(&order)?;
            if let Some(folder) = &out {
                write_report(folder, study, &report)?;
            }
            Ok::<_, StudyError>(report)
        })?;
        Ok(Report { study, report: report.map_err(Fault::from)? })
    }

    /// Plays the ``index``-th of ``of`` shares of what can be played, counted from one, into the folder
    /// ``out``, and says what has to be there before the rest can be; None where nothing is left. When all
    /// shares are there, :meth:`run` with that folder plays nothing and makes the report.
    #[pyo3(signature = (index, of, *, out, scale = 1.0, seed = 1, threads = 1, progress = None,
                        **settings))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn run_shard(
        &self,
        py: Python<'_>,
        index: u64,
        of: u64,
        out: PathBuf,
        scale: f64,
        seed: u64,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<String>> {
        let shard = Shard::new(index, of).map_err(Fault::plan)?;
        let (study, order) = (self.0, self.order(scale, seed, threads, settings)?);
        prepare_folder(&out).map_err(Fault::run)?;
        let awaited = background::work(py, progress, move |watch| {
            let show = |done, total| watch.report(done, total);
            let order = Order {
                out: Some(&out),
                progress: Some(&show),
                interrupt: Some(&watch.interrupt),
                ..order
            };
            study.run_shard(&order, shard)
        })?;
        Ok(awaited.map_err(Fault::from)?)
    }

    fn __repr__(&self) -> String {
        format!("<kakehiki.Study {}: {}>", self.0.id, self.0.title)
    }
}

/// All studies there are.
#[pyfunction]
pub(crate) fn studies() -> Vec<Study> {
    STUDIES.iter().map(|study| Study(study)).collect()
}

/// The study of an id, such as ``"ito2014/criteria"``.
#[pyfunction]
pub(crate) fn study(id: &str) -> PyResult<Study> {
    Ok(Study(papers::find(id).map_err(Fault::option)?))
}

/// What a study found: published beside measured.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Report {
    study: &'static papers::Study,
    report: papers::Report,
}

#[pymethods]
impl Report {
    /// The document of ``kakehiki study run --json``.
    fn json(&self) -> String {
        // Figures that are not numbers become null, so this cannot fail.
        serde_json::to_string(&self.report).unwrap_or_default()
    }

    /// The report as Markdown, with its plots by name.
    fn markdown(&self) -> String {
        self.report.to_markdown(self.study)
    }

    /// The plot of all figures, as SVG.
    fn svg(&self) -> String {
        self.report.plot().to_svg()
    }

    /// The figures as a table.
    fn table(&self) -> PyResult<Table> {
        let rows = &self.report.rows;
        let text = |of: fn(&papers::Row) -> String| Values::Text(rows.iter().map(of).collect());
        let real =
            |of: &dyn Fn(&papers::Row) -> Option<f64>| Values::Real(rows.iter().map(of).collect());
        let columns = [
            ("row", text(|row| row.row.clone())),
            ("metric", text(|row| row.metric.clone())),
            ("published", real(&|row| row.published)),
            ("measured", real(&|row| Some(row.measured))),
            ("ci95_low", real(&|row| row.ci95.map(|interval| interval.low))),
            ("ci95_high", real(&|row| row.ci95.map(|interval| interval.high))),
            ("games", Values::Long(rows.iter().map(|row| row.games).collect())),
            ("verdict", text(|row| row.verdict.map_or("", |it| it.words()).to_owned())),
        ];
        let columns = columns.into_iter().map(|(name, values)| (name.to_owned(), values));
        Ok(Table::new(columns.collect())?)
    }

    fn __str__(&self) -> String {
        self.report.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<kakehiki.Report of {} at scale {}>", self.report.study, self.report.scale)
    }

    fn _repr_markdown_(&self) -> String {
        self.markdown()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}
