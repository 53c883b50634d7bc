//! Agents that are written in Python, and who sits in which seat.

use std::sync::{Arc, Mutex, PoisonError};

use kakehiki_core::{
    AgentKind, AgentName, Cast, Explanation, Header, Kind, Occupant, Parameter, Part, Seat,
    Settings,
};
use kakehiki_games::{
    AnyOngoing, AnyView, GUEST_PREFIX, Guest, GuestError, Menu, Table, find, guest, invite,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyMapping, PyString, PyType},
};
use serde_json::Value;

use crate::{
    coding::{self, NativeView},
    fault::Fault,
    matches::Named,
    python,
    rng::Rng,
};

/// An object with the methods of `kakehiki.Agent`.
pub(crate) struct PythonAgent {
    pub(crate) object: Py<PyAny>,
    pub(crate) hears: bool,
}

impl PythonAgent {
    pub(crate) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = object.get_type().name()?;
        if object.is_instance_of::<PyType>() {
            let text = format!("{} is a class; an agent is an object of it", object.str()?);
            return Err(PyTypeError::new_err(text));
        }
        if !object.hasattr("decide")? {
            let text =
                format!("an agent is a name, None, or an object with a method decide, not {kind}");
            return Err(PyTypeError::new_err(text));
        }
        Ok(Self { hears: object.hasattr("hear")?, object: object.clone().unbind() })
    }

    /// The name by which logs know it.
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.object.bind(py).get_type().name()?.to_string())
    }

    pub(crate) fn sit(&self, py: Python<'_>, seat: Seat) -> PyResult<()> {
        let object = self.object.bind(py);
        if object.hasattr("sit")? {
            object.call_method1("sit", (seat.index(),))?;
        }
        Ok(())
    }

    /// Asks for an action in the game's notation.
    pub(crate) fn decide(
        &self,
        py: Python<'_>,
        game: &dyn AnyOngoing,
        seat: Seat,
    ) -> PyResult<String> {
        let kept = game.keep_view(seat);
        let seen = view(py, game.header(), Arc::clone(&kept))?;
        let rng = Bound::new(py, Rng(game.decision_rng(seat)))?;
        let choices = menu(py, game, &seen)?;
        let answer = self.object.bind(py).call_method1("decide", (seen, choices, rng))?;
        match Named::read(&answer, "decide returns")? {
            Named::Notation(action) => Ok(action),
            Named::Id(id) => {
                let Header { game, options, .. } = game.header();
                let action = coding::usual(game, options)?.decode(&*kept, id);
                Ok(action.map_err(|refused| Fault::coding(refused.0))?)
            }
        }
    }

    /// Tells what its seat perceived; the sight is JSON.
    pub(crate) fn hear(
        &self,
        py: Python<'_>,
        header: &Header,
        seen: Arc<dyn AnyView>,
        sight: &str,
    ) -> PyResult<()> {
        let sight = py.import("json")?.getattr("loads")?.call1((sight,))?;
        self.object.bind(py).call_method1("hear", (view(py, header, seen)?, sight)).map(drop)
    }

    /// What it thinks; `None` where it does not say.
    pub(crate) fn explain<'py>(
        &self,
        py: Python<'py>,
        header: &Header,
        seen: Arc<dyn AnyView>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let object = self.object.bind(py);
        if object.hasattr("explain")? {
            return object.call_method1("explain", (view(py, header, seen)?,));
        }
        Ok(py.None().into_bound(py))
    }
}

/// Does something with Python from a thread of ours.
fn attached<T>(work: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, GuestError> {
    let done = Python::try_attach(work).ok_or_else(|| GuestError("Python is going away".into()))?;
    done.map_err(|error| GuestError(Box::new(error)))
}

/// In matches of the arena.
impl Guest for PythonAgent {
    fn sit(&mut self, seat: Seat) -> Result<(), GuestError> {
        attached(|py| PythonAgent::sit(self, py, seat))
    }

    fn decide(&mut self, game: &dyn AnyOngoing, seat: Seat) -> Result<String, GuestError> {
        attached(|py| PythonAgent::decide(self, py, game, seat))
    }

    fn hears(&self) -> bool {
        self.hears
    }

    fn hear(&mut self, game: &dyn AnyOngoing, seat: Seat, sight: Value) -> Result<(), GuestError> {
        let (seen, sight) = (game.keep_view(seat), sight.to_string());
        attached(|py| PythonAgent::hear(self, py, game.header(), seen, &sight))
    }
}

/// A view in the game of a header.
pub(crate) fn view<'py>(
    py: Python<'py>,
    header: &Header,
    seen: Arc<dyn AnyView>,
) -> PyResult<Bound<'py, PyAny>> {
    let seat = seen.seat().index();
    let game = (&header.game, &header.options);
    python::make(py, "View", (seat, Bound::new(py, NativeView(seen))?, game))
}

/// What the seat that is awaited, whose view this is, may choose from.
pub(crate) fn menu<'py>(
    py: Python<'py>,
    game: &dyn AnyOngoing,
    seen: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let Menu { actions, is_complete } = game.menu();
    python::make(py, "Menu", (actions, is_complete, seen))
}

/// What an agent of the game thinks.
pub(crate) fn explanation<'py>(
    py: Python<'py>,
    thoughts: Option<&Explanation>,
) -> PyResult<Bound<'py, PyAny>> {
    match thoughts {
        Some(thoughts) => python::make(py, "explanation", (python::from_json(py, thoughts)?,)),
        None => Ok(py.None().into_bound(py)),
    }
}

/// Who sits in a seat.
pub(crate) enum Player {
    /// An agent of the game, by its name.
    Native(String),
    /// Whoever holds the match answers.
    Outside,
    /// An object that was handed in.
    Python(PythonAgent),
    /// An object that was made by a registered name.
    Registered(PythonAgent, String),
}

impl Player {
    /// The agent of a name.
    fn named(py: Python<'_>, game: &'static str, table: &dyn Table, text: &str) -> PyResult<Self> {
        let name: AgentName = text.parse().map_err(Fault::from)?;
        if let Some(cast) = guest(game, &name) {
            return Self::registered(py, game, &cast.map_err(Fault::from)?);
        }
        Ok(Self::Native(table.cast(&name).map_err(Fault::from)?.name().to_string()))
    }

    /// A new agent of a registered name.
    fn registered(py: Python<'_>, game: &'static str, cast: &Cast) -> PyResult<Self> {
        let name = cast.name().to_string();
        let unknown = || Fault::agent(format!("{name} is not registered"));
        let piece = cast.part(Part::Moves).ok_or_else(unknown)?;
        let make = {
            let makers = MAKERS.lock().unwrap_or_else(PoisonError::into_inner);
            let mut makers = makers.iter();
            let found = makers.find(|(of, kind, _)| (*of, *kind) == (game, piece.kind.name));
            found.map(|(.., make)| make.clone_ref(py)).ok_or_else(unknown)?
        };
        Ok(Self::Registered(made(py, &make, &piece.settings)?, name))
    }

    /// Somebody who is named in a log: an agent of the game, a registered one, or somebody outside.
    pub(crate) fn of(py: Python<'_>, game: &'static str, occupant: &Occupant) -> PyResult<Self> {
        match occupant {
            Occupant::Agent(name) => Ok(Self::Native(name.clone())),
            Occupant::Program(text) if text.starts_with(GUEST_PREFIX) => {
                let name = text.parse::<AgentName>().ok();
                match name.and_then(|name| guest(game, &name)?.ok()) {
                    Some(cast) => Self::registered(py, game, &cast),
                    None => Ok(Self::Outside),
                }
            }
            Occupant::Program(_) | Occupant::Person(_) => Ok(Self::Outside),
        }
    }

    /// How logs name it.
    pub(crate) fn occupant(&self, py: Python<'_>) -> PyResult<Occupant> {
        Ok(match self {
            Self::Native(name) => Occupant::Agent(name.clone()),
            Self::Outside => Occupant::Program("outside".to_owned()),
            Self::Python(agent) => Occupant::Program(agent.name(py)?),
            Self::Registered(_, name) => Occupant::Program(name.clone()),
        })
    }

    /// The object, if it is one of Python.
    pub(crate) fn agent(&self) -> Option<&PythonAgent> {
        match self {
            Self::Python(agent) | Self::Registered(agent, _) => Some(agent),
            Self::Native(_) | Self::Outside => None,
        }
    }
}

/// Reads who sits where, from a mapping by seat or a sequence; who is left out sits outside.
pub(crate) fn players(
    game: &'static str,
    table: &dyn Table,
    given: &Bound<'_, PyAny>,
) -> PyResult<Vec<Player>> {
    let (py, seats) = (given.py(), table.seats());
    let mut players: Vec<Player> = (0..seats).map(|_| Player::Outside).collect();
    let mut sit = |seat: i64, who: &Bound<'_, PyAny>| -> PyResult<()> {
        let place = python::seat(seat, seats)?.index();
        players[place] = if who.is_none() {
            Player::Outside
        } else if let Ok(name) = who.cast::<PyString>() {
            Player::named(py, game, table, &name.to_cow()?)?
        } else {
            Player::Python(PythonAgent::new(who)?)
        };
        Ok(())
    };
    if given.is_instance_of::<PyString>() {
        let text = "agents is a list with one for each seat, or a dict by seat, not a str";
        return Err(PyTypeError::new_err(text));
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        for pair in mapping.items()? {
            let (seat, who): (i64, Bound<'_, PyAny>) = pair.extract()?;
            sit(seat, &who)?;
        }
        return Ok(players);
    }
    for (seat, who) in given.try_iter()?.enumerate() {
        if seat >= seats {
            let text = format!("there are {seats} seats, and more agents are named");
            return Err(Fault::agent(text).into());
        }
        sit(seat as i64, &who?)?;
    }
    Ok(players)
}

/// What makes registered agents, by game and name.
static MAKERS: Mutex<Vec<(&'static str, &'static str, Py<PyAny>)>> = Mutex::new(Vec::new());

/// An agent made by the settings in its name.
fn made(py: Python<'_>, make: &Py<PyAny>, settings: &Settings) -> PyResult<PythonAgent> {
    PythonAgent::new(&make.bind(py).call((), Some(&keywords(py, settings)?))?)
}

/// A parameter of a registered agent: name, kind, default and help.
type Settable = (String, String, String, String);

/// Lets an agent that `make` makes be named in a game. Kinds live as long as the process, as those of
/// the project's own agents do.
#[pyfunction(name = "_register")]
pub(crate) fn register(
    py: Python<'_>,
    game: &str,
    name: String,
    help: String,
    settable: Vec<Settable>,
    make: Py<PyAny>,
) -> PyResult<()> {
    let game = find(game).map_err(Fault::from)?.name();
    let parameter = |(name, kind, default, help): Settable| {
        let kind = match kind.as_str() {
            "integer" => Kind::Integer(i64::MIN, i64::MAX),
            "number" => Kind::Number(f64::NEG_INFINITY, f64::INFINITY),
            "switch" => Kind::Switch,
            "text" => Kind::Text,
            other => return Err(PyValueError::new_err(format!("no parameter is a {other}"))),
        };
        Ok(Parameter { name: name.leak(), kind, default: default.leak(), help: help.leak() })
    };
    let parameters: Vec<Parameter> =
        settable.into_iter().map(parameter).collect::<PyResult<_>>()?;
    let kind: &'static AgentKind = Box::leak(Box::new(AgentKind {
        name: format!("{GUEST_PREFIX}{name}").leak(),
        part: Part::Moves,
        parameters: parameters.leak(),
        help: help.leak(),
    }));
    // A name that cannot be read back could not be used.
    let readable: Result<AgentName, _> = kind.name.parse();
    if readable.is_err() {
        let text =
            format!("{name:?} is no name; letters, digits, hyphens, underscores and dots are");
        return Err(Fault::agent(text).into());
    }
    {
        let mut makers = MAKERS.lock().unwrap_or_else(PoisonError::into_inner);
        makers.retain(|(of, known, _)| (*of, *known) != (game, kind.name));
        makers.push((game, kind.name, make.clone_ref(py)));
    }
    let make = move |settings: &Settings| {
        attached(|py| made(py, &make, settings).map(|agent| Box::new(agent) as Box<dyn Guest>))
    };
    Ok(invite(game, kind, Arc::new(make)).map_err(Fault::from)?)
}

/// The settings of a registered agent as keyword arguments.
fn keywords<'py>(py: Python<'py>, settings: &Settings) -> PyResult<Bound<'py, PyDict>> {
    let keywords = PyDict::new(py);
    for (known, value) in settings.iter() {
        let name = known.name.replace('-', "_");
        match known.kind {
            Kind::Integer(..) => keywords.set_item(name, settings.integer(known.name))?,
            Kind::Number(..) => keywords.set_item(name, settings.number(known.name))?,
            Kind::Switch => keywords.set_item(name, settings.is_on(known.name))?,
            Kind::Choice(_) | Kind::Time(..) | Kind::Text => keywords.set_item(name, value)?,
        }
    }
    Ok(keywords)
}
