//! Games with their options chosen.

use std::{
    collections::{BTreeMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::{Arc, OnceLock},
};

use kakehiki_core::{Log, Settings};
use kakehiki_games::{AnyCoding, AnyGame, GAMES, Numbers, Table, find, guests};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};

use crate::{
    agent::{self, Player},
    background,
    coding::{self, Coding},
    fault::Fault,
    held::Held,
    matches::{Match, Terms},
    python,
};

/// A game with its options chosen.
///
/// Options are written as on the command line, with underscores for hyphens:
/// ``Game("catan", players=3, turn_cap=500)``. It is immutable, can be pickled, and may be shared by
/// threads.
#[pyclass(module = "kakehiki", frozen)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) offer: &'static dyn AnyGame,
    settings: Settings,
    pub(crate) table: Arc<dyn Table>,
    /// The list of its actions as it is when nothing is said, once it was asked for.
    usual: Arc<OnceLock<Arc<dyn AnyCoding>>>,
}

impl Game {
    pub(crate) fn open(name: &str, options: &[(String, String)]) -> Result<Self, Fault> {
        let offer = find(name)?;
        let settings = Settings::new(offer.name(), offer.options(), python::borrowed(options))?;
        let table = background::guarded(|| offer.open(&settings))?.into();
        Ok(Self { offer, settings, table, usual: Arc::default() })
    }

    /// The game that a log tells of.
    pub(crate) fn of_log(log: &Log) -> Result<Self, Fault> {
        let options: Vec<(String, String)> = log.header.options.clone().into_iter().collect();
        let wrong = |error: Fault| Fault::log(format!("line 1: {}", PyErr::from(error)));
        Self::open(&log.header.game, &options).map_err(wrong)
    }

    /// The list of its actions as it is when nothing is said.
    pub(crate) fn usual(&self) -> Result<&dyn AnyCoding, Fault> {
        if let Some(list) = self.usual.get() {
            return Ok(&**list);
        }
        let list = coding::usual(self.offer.name(), &self.table.options())?;
        Ok(&**self.usual.get_or_init(|| list))
    }

    /// What tells this game from others.
    fn identity(&self) -> (&'static str, BTreeMap<String, String>) {
        (self.offer.name(), self.table.options())
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, /, **options))]
    fn new(name: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Ok(Self::open(name, &python::pairs(options)?)?)
    }

    /// The name on the command line.
    #[getter]
    fn name(&self) -> &'static str {
        self.offer.name()
    }

    /// The options from which the same game can be opened again, each with its value.
    #[getter]
    fn options(&self) -> BTreeMap<String, String> {
        self.table.options()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.table.seats()
    }

    /// The names of what is counted for each seat.
    #[getter]
    fn counters(&self) -> Vec<&'static str> {
        self.table.counters().to_vec()
    }

    /// The agents and the parts of agents that can be named, with their parameters.
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut kinds = self.offer.agents();
        kinds.extend(guests(self.offer.name()));
        python::agents(py, &kinds)
    }

    /// Begins a match.
    ///
    /// ``seed``, ``match`` and the number of a game mean what they mean in the header of a log. ``agents``
    /// says who sits where: the name of an agent, an object with a method ``decide``, or None for somebody
    /// outside, who answers through :meth:`Match.act`; seats that are left out are outside too.
    /// ``games`` is the number of games that the same agents may play one after the other.
    /// With ``chance="ask"`` chance is handed in through :meth:`Match.chance`. With ``errors="rules"``
    /// an agent of yours that raises or answers wrongly is dealt with as the arena deals with a broken
    /// agent: the rules answer for it, or it forfeits.
    #[pyo3(signature = (*, seed = 1, r#match = 0, games = 1, agents = None, chance = "draw", errors = "raise"))]
    #[expect(clippy::too_many_arguments, reason = "they are the keywords of a Python function")]
    fn new_match(
        &self,
        py: Python<'_>,
        seed: u64,
        r#match: u64,
        games: u64,
        agents: Option<&Bound<'_, PyAny>>,
        chance: &str,
        errors: &str,
    ) -> PyResult<Match> {
        let terms = Terms::read(games, chance, errors)?;
        let agents = agents.map_or_else(|| PyTuple::empty(py).into_any(), Clone::clone);
        let players = agent::players(self.offer.name(), &*self.table, &agents)?;
        let seats = players.iter().map(|player| player.occupant(py)).collect::<PyResult<_>>()?;
        let numbers = Numbers { seed, r#match, game_index: 0 };
        let table = &self.table;
        let begun = background::aside(py, || table.begin(seats, numbers))?;
        let mut held = Held::new(begun.map_err(Fault::from)?, players);
        held.sit(py)?;
        Ok(Match::new(self.clone(), terms, held))
    }

    /// The list of actions by ids.
    ///
    /// With ``legal="menu"`` the legal ids are those of the menu, with ``"listed"`` all listed ones that the
    /// rules allow. ``extra`` are notations of your own with ids behind the others; ``{1}`` stands in them for
    /// the seat after the one who acts, ``{2}`` for the one after that.
    #[pyo3(signature = (*, legal = "menu", extra = Vec::new()))]
    fn coding(&self, legal: &str, extra: Vec<String>) -> PyResult<Coding> {
        Coding::new(self, legal, extra)
    }

    /// Begins ``n`` games side by side, for learners that take arrays; see ``kakehiki.Batch``.
    #[pyo3(signature = (n, **how))]
    fn batch<'py>(
        slf: &Bound<'py, Self>,
        n: usize,
        how: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("kakehiki._batch")?.getattr("Batch")?.call((slf, n), how)
    }

    /// Goes on with a game where its log stops: a text, bytes, or the path of a file.
    ///
    /// Agents hear again what they heard. The log has to be one of this game with these options.
    fn load(&self, py: Python<'_>, log: &Bound<'_, PyAny>) -> PyResult<Match> {
        let log = python::log(py, log)?;
        let header = &log.header;
        if (header.game.as_str(), &header.options) != (self.offer.name(), &self.table.options()) {
            let text =
                format!("the log is of another game, {} with {:?}", header.game, header.options);
            return Err(Fault::log(text).into());
        }
        let players = header.seats.iter().map(|who| Player::of(py, self.offer.name(), who));
        let players = players.collect::<PyResult<Vec<_>>>()?;
        let (table, shared) = (Arc::clone(&self.table), log.clone());
        let resumed = background::think(py, move |_| table.resume(&[], &shared))?;
        let mut held = Held::new(resumed.map_err(Fault::from)?, players);
        held.catch_up(py, &*self.table, &[])?;
        Ok(Match::new(self.clone(), Terms::default(), held))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.identity().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let given = self
            .settings
            .given()
            .map(|(name, value)| format!(", {}={value:?}", name.replace('-', "_")));
        format!("Game({:?}{})", self.offer.name(), given.collect::<String>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let open = py.import("kakehiki._native")?.getattr("_open_game")?;
        let given: BTreeMap<&str, &str> = self.settings.given().collect();
        (open, (self.offer.name(), given)).into_pyobject(py).map(Bound::into_any)
    }
}

/// Opens a game again that was pickled.
#[pyfunction(name = "_open_game")]
pub(crate) fn open_game(name: &str, options: BTreeMap<String, String>) -> PyResult<Game> {
    Ok(Game::open(name, &options.into_iter().collect::<Vec<_>>())?)
}

/// All games, with their options.
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let made = GAMES.iter().map(|game| {
        let options = python::parameters(py, game.options())?;
        python::make(py, "GameInfo", (game.name(), game.title(), game.help(), options))
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}
