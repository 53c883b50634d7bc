//! Actions as whole numbers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use kakehiki_arena::Values;
use kakehiki_games::{AnyCoding, AnyView, LegalIds};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyList, PyTuple},
};

use crate::{fault::Fault, game::Game, python, table::Table};

/// A view of a seat, which Python reads as `View`.
#[pyclass(module = "kakehiki", name = "_View", frozen)]
pub(crate) struct NativeView(pub(crate) Arc<dyn AnyView>);

#[pymethods]
impl NativeView {
    /// The view as JSON.
    fn json(&self) -> String {
        self.0.json()
    }
}

/// The list of the actions of a game by ids that never change within a version.
///
/// Seats in it are relative to the one who acts. It is immutable and may be shared by threads.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Coding {
    pub(crate) game: Game,
    legal: LegalIds,
    extra: Vec<String>,
    pub(crate) list: Arc<dyn AnyCoding>,
}

impl Coding {
    /// What it was made from.
    pub(crate) fn order(&self) -> (LegalIds, &[String]) {
        (self.legal, &self.extra)
    }

    pub(crate) fn new(game: &Game, legal: &str, extra: Vec<String>) -> PyResult<Self> {
        let legal = match legal {
            "menu" => LegalIds::Menu,
            "listed" => LegalIds::Listed,
            other => {
                let text = format!("legal is \"menu\" or \"listed\", not {other:?}");
                return Err(PyValueError::new_err(text));
            }
        };
        let list = game.table.coding(legal, &extra).map_err(Fault::coding)?;
        Ok(Self { game: game.clone(), legal, extra, list })
    }
}

/// A game with its list.
type Usual = (Game, BTreeMap<String, String>, Arc<dyn AnyCoding>);

/// The lists that were asked for, by the names and options of their games: to make one takes longer than a
/// short game.
static USUAL: Mutex<Vec<Usual>> = Mutex::new(Vec::new());

/// The list of a game as it is when nothing is said.
pub(crate) fn usual(
    name: &str,
    options: &BTreeMap<String, String>,
) -> Result<Arc<dyn AnyCoding>, Fault> {
    usual_of(name, options).map(|(_, list)| list)
}

fn usual_of(
    name: &str,
    options: &BTreeMap<String, String>,
) -> Result<(Game, Arc<dyn AnyCoding>), Fault> {
    let known = || {
        let usual = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
        let mut usual = usual.iter();
        let found = usual.find(|(game, known, _)| (game.offer.name(), known) == (name, options));
        found.map(|(game, _, list)| (game.clone(), Arc::clone(list)))
    };
    if let Some(found) = known() {
        return Ok(found);
    }
    let game = Game::open(name, &options.clone().into_iter().collect::<Vec<_>>())?;
    let list = game.table.coding(LegalIds::Menu, &[]).map_err(Fault::coding)?;
    let mut usual = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
    usual.push((game.clone(), options.clone(), Arc::clone(&list)));
    Ok((game, list))
}

/// The list of a game as it is when nothing is said.
#[pyfunction(name = "_usual_coding")]
pub(crate) fn usual_coding(game: &str, options: BTreeMap<String, String>) -> PyResult<Coding> {
    let (game, list) = usual_of(game, &options)?;
    Ok(Coding { game, legal: LegalIds::Menu, extra: Vec::new(), list })
}

/// Reads an id, which may be any whole number of Python or NumPy; nothing where it is something else.
pub(crate) fn read_id(given: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
    match given.extract() {
        Ok(id) => Ok(Some(id)),
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => {
            Err(Fault::coding(format!("there is no id {}", given.str()?)).into())
        }
        Err(_) => Ok(None),
    }
}

/// An id that was given.
pub(crate) fn id(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    let kind = given.get_type();
    let other = || Ok(PyTypeError::new_err(format!("an id is an int, not {}", kind.name()?)));
    read_id(given)?.ok_or_else(|| other().unwrap_or_else(|error| error))
}

/// The numbers of a view in an array of NumPy, which is imported when the first one is made.
pub(crate) fn observe<'py>(
    py: Python<'py>,
    list: &dyn AnyCoding,
    view: &dyn AnyView,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let numbers = PyArray1::zeros(py, list.width(), false);
    let filled = list.observe(view, numbers.readwrite().as_slice_mut()?);
    filled.map_err(|refused| Fault::coding(refused.0))?;
    Ok(numbers)
}

#[pymethods]
impl Coding {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The number of ids.
    #[getter]
    fn size(&self) -> usize {
        self.list.size()
    }

    /// The number of ids of outcomes of chance.
    #[getter]
    fn chance_size(&self) -> usize {
        self.list.chance_kinds().iter().map(|(_, count)| count).sum()
    }

    /// The version of the list; it rises when an id changes its meaning.
    #[getter]
    fn version(&self) -> u32 {
        self.list.version()
    }

    /// Which listed ids are legal: those of the menu, or all that the rules allow.
    #[getter]
    fn legal(&self) -> &'static str {
        match self.legal {
            LegalIds::Menu => "menu",
            LegalIds::Listed => "listed",
        }
    }

    /// The notations of your own, which have the last ids.
    #[getter]
    fn extra(&self) -> Vec<String> {
        self.extra.clone()
    }

    /// The id of an action of the seat whose view this is; None where the list does not hold it.
    fn encode(&self, view: &Bound<'_, PyAny>, action: &str) -> PyResult<Option<usize>> {
        let view = native(view)?;
        let id = self.list.encode(&*view.get().0, action);
        Ok(id.map_err(|refused| Fault::notation(refused.0))?)
    }

    /// The action of an id for the seat whose view this is, in the game's notation.
    fn decode(&self, view: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let (view, id) = (native(view)?, id(action)?);
        let text = self.list.decode(&*view.get().0, id);
        Ok(text.map_err(|refused| Fault::coding(refused.0))?)
    }

    /// How many numbers an observation has.
    #[getter]
    fn width(&self) -> usize {
        self.list.width()
    }

    /// What the numbers of an observation say, piece by piece.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut offset = 0;
        let made = self.list.pieces().iter().map(|piece| {
            let first = offset;
            offset += piece.size();
            let shape = PyTuple::new(py, piece.shape)?;
            python::make(py, "Piece", (piece.name, shape, first, piece.meaning))
        });
        PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
    }

    /// The numbers of a view.
    fn _observe<'py>(
        &self,
        py: Python<'py>,
        view: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        observe(py, &*self.list, &*native(view)?.get().0)
    }

    /// Every id with its kind and its action as the first seat writes it; ``*`` where that depends on the
    /// position or on the size of the table.
    fn table(&self) -> PyResult<Table> {
        let (kinds, actions): (Vec<_>, Vec<_>) = self.list.table().into_iter().unzip();
        let ids = (0..kinds.len() as u32).collect();
        let kinds = kinds.into_iter().map(str::to_owned).collect();
        let action = |action: Option<String>| action.unwrap_or_else(|| "*".to_owned());
        let actions = actions.into_iter().map(action).collect();
        let columns = [
            ("id", Values::Short(ids)),
            ("kind", Values::Text(kinds)),
            ("template", Values::Text(actions)),
        ];
        let columns = columns.into_iter().map(|(name, values)| (name.to_owned(), values));
        Ok(Table::new(columns.collect())?)
    }

    fn __repr__(&self) -> String {
        format!("<kakehiki.Coding of {}, {} ids>", self.game.offer.name(), self.size())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("kakehiki._types")?.getattr("restore_coding")?;
        let fields = (self.game.clone(), self.legal(), self.extra());
        (restore, fields).into_pyobject(py).map(Bound::into_any)
    }
}

/// What stands behind a `View`.
fn native<'py>(view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, NativeView>> {
    let source = view.getattr("_source")?;
    let gone = |_| Fault::coding("a view that was pickled has no ids any more");
    Ok(source.cast_into::<NativeView>().map_err(gone)?)
}
