//! Many games side by side.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use kakehiki_core::{AgentName, Cast};
use kakehiki_games::{AnyBatch, BatchArrays, BatchOrder, LaneMatch, LegalIds};
use numpy::PyReadwriteArray2;
use pyo3::{
    buffer::{Element, PyBuffer},
    prelude::*,
};

use crate::{background, coding::Coding, fault::Fault, game::Game, python};

/// Games side by side, whose arrays Python holds.
#[pyclass(module = "kakehiki", name = "_Batch", frozen)]
pub(crate) struct NativeBatch {
    games: Arc<Mutex<Box<dyn AnyBatch>>>,
    /// Whether one step of all may take long.
    is_slow: bool,
}

/// So many games take milliseconds even where nobody thinks, so that a thread of their own, which lets Ctrl-C
/// through, hardly counts.
const MANY: usize = 4096;

impl NativeBatch {
    fn of(games: Box<dyn AnyBatch>, is_slow: bool) -> Self {
        Self { games: Arc::new(Mutex::new(games)), is_slow }
    }

    /// Does something with the games. What takes long is taken to its end in the background when it is
    /// interrupted, and the batch is busy until then.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch) -> T + Send + 'static,
    ) -> PyResult<T> {
        if self.is_slow {
            let games = Arc::clone(&self.games);
            return Ok(background::think(py, move |_| {
                hold(&games).map(|mut games| work(&mut **games))
            })??);
        }
        Ok(background::aside(py, || hold(&self.games).map(|mut games| work(&mut **games)))??)
    }
}

fn hold(games: &Mutex<Box<dyn AnyBatch>>) -> Result<MutexGuard<'_, Box<dyn AnyBatch>>, Fault> {
    match games.try_lock() {
        Ok(games) => Ok(games),
        Err(TryLockError::Poisoned(games)) => Ok(games.into_inner()),
        Err(TryLockError::WouldBlock) => Err(Fault::busy()),
    }
}

#[pymethods]
impl NativeBatch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "they are all that can be said about a batch")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        lanes: usize,
        seed: u64,
        agents: Vec<Option<String>>,
        threads: usize,
        coding: &Bound<'_, Coding>,
        goes_on: bool,
        loss: f64,
        most_decisions: u32,
        watched: Option<i64>,
    ) -> PyResult<Self> {
        let table = &game.get().table;
        let watched = watched.map(|seat| python::seat(seat, table.seats())).transpose()?;
        let cast = |name: &Option<String>| -> Result<Option<Cast>, Fault> {
            let Some(name) = name else { return Ok(None) };
            Ok(Some(table.cast(&name.parse::<AgentName>()?)?))
        };
        let agents = agents.iter().map(cast).collect::<Result<Vec<_>, _>>()?;
        let order = BatchOrder { lanes, seed, threads, goes_on, loss, most_decisions, watched };
        let (legal, extra): (LegalIds, &[String]) = coding.get().order();
        let is_slow = lanes >= MANY || agents.iter().any(Option::is_some);
        let (table, extra) = (Arc::clone(table), extra.to_vec());
        let begin = move || table.batch(&agents, order, legal, &extra);
        let games = if is_slow {
            background::think(py, move |_| begin())?
        } else {
            background::aside(py, begin)?
        };
        Ok(Self::of(games.map_err(|refused| Fault::option(refused.0))?, is_slow))
    }

    /// Plays an id in every lane, with the interpreter free for others.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = PyBuffer::<i64>::get(actions)?.to_vec(py)?;
        let played = self.work(py, move |games| games.step(&actions))?;
        Ok(played.map_err(|refused| Fault::refused(true, refused))?)
    }

    /// Begins matches in some lanes, each given as (lane, seed, match).
    fn begin(&self, py: Python<'_>, matches: Vec<(usize, u64, u64)>) -> PyResult<()> {
        let begun = |(lane, seed, r#match)| LaneMatch { lane, seed, r#match };
        let matches: Vec<LaneMatch> = matches.into_iter().map(begun).collect();
        self.work(py, move |games| games.begin(&matches))
    }

    /// Fills arrays with what is to be known; observations only if they are asked for.
    #[expect(clippy::too_many_arguments, reason = "one for each array")]
    fn show(
        &self,
        py: Python<'_>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
        mut mask: PyReadwriteArray2<'_, i8>,
        seat: &Bound<'_, PyAny>,
        reward: &Bound<'_, PyAny>,
        done: &Bound<'_, PyAny>,
        truncated: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut games = hold(&self.games)?;
        let numbers = observations.as_mut().map(|numbers| numbers.as_slice_mut()).transpose()?;
        let (lanes, mask): (&mut dyn AnyBatch, _) = (&mut **games, mask.as_slice_mut()?);
        let shown = background::aside(py, move || lanes.show(mask, numbers))?;
        shown.map_err(|refused| Fault::option(refused.0))?;
        let arrays: &BatchArrays = games.arrays();
        fill(py, seat, &arrays.seat)?;
        fill(py, reward, &arrays.reward)?;
        fill(py, done, &arrays.done)?;
        fill(py, truncated, &arrays.truncated)
    }

    /// The same games once more.
    fn copy(&self) -> PyResult<Self> {
        let copy = hold(&self.games)?.copy();
        let thinking = || Fault::turn("games in which agents sit cannot be copied");
        Ok(Self::of(copy.ok_or_else(thinking)?, self.is_slow))
    }
}

fn fill<T: Element>(py: Python<'_>, array: &Bound<'_, PyAny>, values: &[T]) -> PyResult<()> {
    PyBuffer::<T>::get(array)?.copy_from_slice(py, values)
}
