//! Matches as plain objects: how they are copied, pickled and made again.

use std::sync::Arc;

use kakehiki_core::Log;
use kakehiki_games::AnyOngoing;
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::{
    agent::{Player, PythonAgent},
    background,
    fault::Fault,
    game::Game,
    held::Held,
    matches::{Match, Terms},
    roots::Roots,
};

/// All that a match is made again from.
pub(crate) struct State {
    pub(crate) roots: Arc<Roots>,
    pub(crate) earlier: Vec<Log>,
    /// For each seat an object of Python, or whether an agent or nobody sits there.
    pub(crate) players: Vec<Py<PyAny>>,
}

/// What stands for a seat that its name in the log brings back.
const NATIVE: &str = "native";
const REGISTERED: &str = "registered";

impl State {
    /// The state of a match; with `copied`, objects of Python are deep copies.
    pub(crate) fn of(py: Python<'_>, held: &mut Held, copied: bool) -> PyResult<Self> {
        let roots = held.roots()?;
        let deepcopy = py.import("copy")?.getattr("deepcopy")?;
        let players = held.players().iter().map(|player| match player {
            Player::Native(_) => Ok(NATIVE.into_pyobject(py)?.into_any().unbind()),
            Player::Registered(..) => Ok(REGISTERED.into_pyobject(py)?.into_any().unbind()),
            Player::Outside => Ok(py.None()),
            Player::Python(agent) if copied => {
                Ok(deepcopy.call1((agent.object.bind(py),))?.unbind())
            }
            Player::Python(agent) => Ok(agent.object.clone_ref(py)),
        });
        let players = players.collect::<PyResult<_>>()?;
        Ok(Self { roots, earlier: held.earlier().to_vec(), players })
    }

    /// The match again; `copy` is the game in progress where it is there already.
    pub(crate) fn restore(
        self,
        py: Python<'_>,
        game: &Game,
        terms: Terms,
        copy: Option<Box<dyn AnyOngoing>>,
    ) -> PyResult<Match> {
        let Self { roots, earlier, players } = self;
        let header = &roots.log.header;
        let seats = players.iter().zip(&header.seats).map(|(plain, occupant)| {
            let plain = plain.bind(py);
            match plain.extract::<&str>() {
                Ok(NATIVE | REGISTERED) => Player::of(py, game.offer.name(), occupant),
                Ok(_) => Err(PyTypeError::new_err("this is not the state of a match")),
                Err(_) if plain.is_none() => Ok(Player::Outside),
                Err(_) => Ok(Player::Python(PythonAgent::new(plain)?)),
            }
        });
        let seats = seats.collect::<PyResult<Vec<_>>>()?;
        let has_natives = seats.iter().any(|seat| matches!(seat, Player::Native(_)));
        let ongoing = if let Some(copy) = copy {
            copy
        } else {
            let (table, from, before) =
                (Arc::clone(&game.table), Arc::clone(&roots), earlier.clone());
            background::think(py, move |_| {
                if has_natives {
                    table.resume(&before, &from.log).map_err(Fault::from)
                } else {
                    from.grow(&*table)
                }
            })??
        };
        let mut held = match &roots.world {
            Some(world) => Held::of_world(ongoing, world.clone()),
            None => Held::new(ongoing, seats),
        };
        held.catch_up(py, &*game.table, &earlier)?;
        Ok(Match::new(game.clone(), terms, held))
    }
}

/// Makes a match again that was pickled.
#[pyfunction(name = "_restore_match")]
pub(crate) fn restore_match(
    py: Python<'_>,
    game: &Bound<'_, Game>,
    roots: &Bound<'_, PyAny>,
    earlier: Vec<String>,
    players: Vec<Py<PyAny>>,
    terms: (u64, bool, bool),
) -> PyResult<Match> {
    let game = game.get();
    let roots = Arc::new(Roots::from_python(roots, &*game.table)?);
    let earlier = earlier.iter().map(|text| Log::parse(text).map_err(Fault::from));
    let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
    let (games, asks_chance, raises) = terms;
    let terms = Terms { games, asks_chance, raises };
    State { roots, earlier, players }.restore(py, game, terms, None)
}
