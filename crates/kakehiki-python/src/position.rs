//! Positions in which every step is an id, for libraries that search and learn in trees.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kakehiki_core::Seat;
use kakehiki_games::{AnyPosition, LegalIds, Next, Path, PositionOrder, Refused};
use numpy::PyReadwriteArray1;
use pyo3::{
    prelude::*,
    types::{PyFloat, PyList},
};

use crate::{
    background,
    coding::{Coding, id},
    fault::Fault,
    python,
};

/// What stands for chance, and for the end, where a seat is asked for.
const CHANCE: i64 = -1;
const OVER: i64 = -4;

/// A position in which every step is an id. It is copied in microseconds, and pickles by its ids.
#[pyclass(module = "kakehiki", name = "_Position", frozen)]
pub(crate) struct Position {
    coding: Arc<Py<Coding>>,
    order: PositionOrder,
    held: Mutex<Box<dyn AnyPosition>>,
}

impl Position {
    /// The position; whoever looks at it or moves on does so in no time.
    fn held(&self) -> MutexGuard<'_, Box<dyn AnyPosition>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look<T>(&self, see: impl FnOnce(&dyn AnyPosition) -> T) -> Result<T, Fault> {
        let held = self.held();
        background::guarded(|| see(&**held))
    }

    /// Looks for so long that the interpreter should be free for others: at a copy, since whoever waited for this
    /// position would keep the interpreter.
    fn ponder<T: Send>(
        &self,
        py: Python<'_>,
        see: impl FnOnce(&dyn AnyPosition) -> T + Send,
    ) -> Result<T, Fault> {
        let copy = self.look(|position| position.copy())?;
        background::aside(py, move || see(&*copy))
    }

    fn with(&self, held: Box<dyn AnyPosition>) -> Self {
        Self { coding: Arc::clone(&self.coding), order: self.order, held: Mutex::new(held) }
    }

    fn seat(&self, number: i64) -> PyResult<Seat> {
        python::seat(number, self.coding.get().game.table.seats())
    }

    /// A seat, or nobody for what everybody sees.
    fn looker(&self, number: Option<i64>) -> PyResult<Option<Seat>> {
        number.map(|number| self.seat(number)).transpose()
    }
}

/// A list of Python with the same object in all places.
fn repeated<'py>(
    py: Python<'py>,
    object: impl IntoPyObject<'py>,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::new(py, [object])?.into_sequence().repeat(count)?;
    Ok(list.into_any().cast_into()?)
}

fn refused(Refused(problem): Refused) -> Fault {
    Fault::coding(problem)
}

#[pymethods]
impl Position {
    #[new]
    fn new(coding: Py<Coding>, loss: f64, most_decisions: u32) -> PyResult<Self> {
        let order = PositionOrder { loss, most_decisions };
        let list = Arc::clone(&coding.get().list);
        let held = Mutex::new(background::guarded(|| list.begin(order))?);
        Ok(Self { coding: Arc::new(coding), order, held })
    }

    /// The seat that is awaited; -1 for chance, -4 where the game is over or was cut off.
    #[getter]
    fn player(&self) -> PyResult<i64> {
        Ok(match self.look(|position| position.next())? {
            Next::Seat(seat) => seat.index() as i64,
            Next::Chance => CHANCE,
            Next::Nothing => OVER,
        })
    }

    /// The legal ids of the seat that is awaited, ascending.
    fn legal(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        match self.coding.get().order().0 {
            LegalIds::Menu => Ok(self.look(|position| position.legal())?),
            LegalIds::Listed => Ok(self.ponder(py, |position| position.legal())?),
        }
    }

    /// The same as a list of Python with a 1 for every legal id.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mask = repeated(py, 0_u8, self.coding.get().list.size())?;
        let one = 1_u8.into_pyobject(py)?;
        self.legal(py)?.into_iter().try_for_each(|id| mask.set_item(id, &one))?;
        Ok(mask)
    }

    /// The ids by which chance may fall with their probabilities, ascending.
    fn chances(&self) -> PyResult<Vec<(usize, f64)>> {
        Ok(self.look(|position| position.chances())?)
    }

    /// Takes a step, of a seat or of chance.
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = id(action)?;
        let mut held = self.held();
        Ok(background::guarded(|| held.apply(id))?.map_err(refused)?)
    }

    /// What an id means here, in the game's notation.
    fn notation(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = id(action)?;
        Ok(self.look(|position| position.notation(id))?.map_err(refused)?)
    }

    /// What each seat has got.
    fn rewards(&self) -> PyResult<Vec<f64>> {
        Ok(self.look(|position| position.rewards())?)
    }

    /// All that a seat may know, as JSON; without a seat what everybody knows.
    fn view(&self, seat: Option<i64>) -> PyResult<String> {
        let seat = self.looker(seat)?;
        Ok(self.look(|position| position.view(seat))?)
    }

    /// A number that is equal exactly where a seat has perceived the same up to now.
    fn trace(&self, seat: Option<i64>) -> PyResult<u128> {
        let seat = self.looker(seat)?;
        Ok(self.look(|position| position.trace(seat))?)
    }

    /// Fills in the numbers of a seat's view.
    fn observe(&self, seat: i64, mut numbers: PyReadwriteArray1<'_, f32>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let numbers = numbers.as_slice_mut()?;
        Ok(self.look(|position| position.observe(seat, numbers))?)
    }

    /// The same as a list of Python. Most of them are zero, and most others one: numbers that are there already.
    fn numbers<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyList>> {
        let seat = self.seat(seat)?;
        let mut numbers = vec![0.0; self.coding.get().list.width()];
        self.look(|position| position.observe(seat, &mut numbers))?;
        let (list, one) = (repeated(py, 0.0, numbers.len())?, PyFloat::new(py, 1.0));
        for (place, number) in numbers.into_iter().enumerate().filter(|(_, number)| *number != 0.0)
        {
            if number.to_bits() == 1.0_f32.to_bits() {
                list.set_item(place, &one)?;
            } else {
                list.set_item(place, f64::from(number))?;
            }
        }
        Ok(list)
    }

    /// The whole truth as text.
    fn snapshot(&self) -> PyResult<String> {
        Ok(self.look(|position| position.snapshot())?)
    }

    /// A position that a seat cannot tell from this one, drawn from what it knows.
    fn world(&self, py: Python<'_>, seat: i64, seed: u64) -> PyResult<Self> {
        let seat = self.seat(seat)?;
        Ok(self.with(self.ponder(py, |position| position.world(seat, seed))?))
    }

    /// The same position once more.
    fn copy(&self) -> PyResult<Self> {
        Ok(self.with(self.look(|position| position.copy())?))
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (_, extra) = self.coding.get().order();
        if !extra.is_empty() {
            let text = "a position of a game with notations of your own cannot be saved";
            return Err(Fault::coding(text).into());
        }
        let Path { drawn, ids } = self.held().path().clone();
        let drawn = drawn.iter().map(|(ids, seat, seed)| (bytes(ids), seat.index(), *seed));
        let drawn: Vec<(Vec<u8>, usize, u64)> = drawn.collect();
        let restore = py.import("kakehiki._native")?.getattr("_restore_position")?;
        let PositionOrder { loss, most_decisions } = self.order;
        let start = (self.coding.clone_ref(py), loss, most_decisions);
        (restore, (start, drawn, bytes(&ids))).into_pyobject(py).map(Bound::into_any)
    }
}

fn bytes(ids: &[u32]) -> Vec<u8> {
    ids.iter().flat_map(|id| id.to_le_bytes()).collect()
}

/// Takes the steps of a leg.
fn walk(position: &mut dyn AnyPosition, ids: &[u8]) -> Result<(), Fault> {
    let (ids, rest) = ids.as_chunks();
    if !rest.is_empty() {
        return Err(Fault::coding("these are not the ids of a position"));
    }
    let mut ids = ids.iter().map(|id| u32::from_le_bytes(*id) as usize);
    ids.try_for_each(|id| position.apply(id)).map_err(refused)
}

/// Makes a position again that was pickled.
#[pyfunction(name = "_restore_position")]
pub(crate) fn restore_position(
    py: Python<'_>,
    start: (Py<Coding>, f64, u32),
    drawn: Vec<(Vec<u8>, i64, u64)>,
    ids: Vec<u8>,
) -> PyResult<Position> {
    let (coding, loss, most_decisions) = start;
    let start = Position::new(coding, loss, most_decisions)?;
    let drawn = drawn.into_iter().map(|(ids, seat, seed)| Ok((ids, start.seat(seat)?, seed)));
    let drawn = drawn.collect::<PyResult<Vec<_>>>()?;
    let grown = background::aside(py, || {
        let mut position = start.held().copy();
        for (ids, seat, seed) in drawn {
            walk(&mut *position, &ids)?;
            position = position.world(seat, seed);
        }
        walk(&mut *position, &ids)?;
        Ok::<_, Fault>(position)
    })??;
    Ok(start.with(grown))
}
