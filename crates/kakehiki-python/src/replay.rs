//! Logs that are played over again.

use kakehiki_core::Log;
use pyo3::{prelude::*, types::PyList};

use crate::{
    agent::Player,
    fault::Fault,
    game::Game,
    held::Held,
    matches::{Match, Terms},
    python,
};

/// A log that was read. Iterating over it gives every event with the match after it; the match goes on
/// with the loop, and ``match.clone()`` keeps a position.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Replay {
    game: Game,
    log: Log,
}

/// Reads a log: a text, bytes, or the path of a file.
///
/// A last line that was cut off is left out; anything else that is wrong raises ``LogError``.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Replay> {
    let log = python::log(py, source)?;
    Ok(Replay { game: Game::of_log(&log)?, log })
}

#[pymethods]
impl Replay {
    /// The game of the log.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The first line: the game, its options, who sat where, and the numbers all luck follows from.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        python::from_json(py, &self.log.header)
    }

    /// All other lines.
    #[getter]
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let events = self.log.events.iter().map(|event| python::from_json(py, event));
        PyList::new(py, events.collect::<PyResult<Vec<_>>>()?)
    }

    /// Whether the last line was cut off, as a kill leaves it.
    #[getter]
    fn is_torn(&self) -> bool {
        self.log.is_torn
    }

    fn __len__(&self) -> usize {
        self.log.events.len()
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> PyResult<Positions> {
        let replay = slf.get();
        let game = replay.game.table.follow(&replay.log.header).map_err(Fault::from)?;
        let players = replay.log.header.seats.iter().map(|_| Player::Outside).collect();
        let held = Held::new(game, players);
        let shown = Match::new(replay.game.clone(), Terms::default(), held);
        Ok(Positions { shown: Py::new(py, shown)?, replay: slf, next: 0 })
    }
}

/// The events of a replay with the match after each.
#[pyclass(module = "kakehiki")]
pub(crate) struct Positions {
    replay: Py<Replay>,
    shown: Py<Match>,
    next: usize,
}

#[pymethods]
impl Positions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, Py<Match>)>> {
        let Some(event) = self.replay.get().log.events.get(self.next) else { return Ok(None) };
        let problem = |refused| Fault::log(format!("line {}: {refused}", self.next + 2));
        self.shown.get().hold()?.game_mut()?.follow(event).map_err(problem)?;
        self.next += 1;
        Ok(Some((python::from_json(py, event)?, self.shown.clone_ref(py))))
    }
}
