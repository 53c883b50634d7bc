//! Matches: games in progress that Python holds.

use std::sync::{Mutex, MutexGuard, TryLockError};

use kakehiki_core::{Log, Missing, Seat};
use kakehiki_games::{
    Answer, AnyCoding, AnyOngoing, IdRefused, LegalIds, Observer, Outcome, Waiting,
};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};

use crate::{
    agent, background,
    coding::{self, Coding},
    fault::Fault,
    game::Game,
    held::Held,
    python,
    roots::World,
    state::State,
};

/// How a match is held.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) games: u64,
    pub(crate) asks_chance: bool,
    pub(crate) raises: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { games: 1, asks_chance: false, raises: true }
    }
}

impl Terms {
    pub(crate) fn read(games: u64, chance: &str, errors: &str) -> PyResult<Self> {
        let word = |name: &str, given: &str, [first, second]: [&str; 2]| match given {
            word if word == first => Ok(false),
            word if word == second => Ok(true),
            _ => {
                let text = format!("{name} is {first:?} or {second:?}, not {given:?}");
                Err(PyValueError::new_err(text))
            }
        };
        if games == 0 {
            return Err(PyValueError::new_err("a match has at least one game"));
        }
        Ok(Self {
            games,
            asks_chance: word("chance", chance, ["draw", "ask"])?,
            raises: !word("errors", errors, ["raise", "rules"])?,
        })
    }
}

/// A game in progress, or a series of games by the same agents.
///
/// Somebody outside answers through :meth:`act` when :attr:`awaiting` names a seat; :meth:`advance` lets
/// everybody else go on. A match belongs to one thread at a time: a second one gets ``BusyError``. It
/// pickles by its log, and ``clone`` gives another one that goes on by itself.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Match {
    game: Game,
    terms: Terms,
    held: Mutex<Held>,
}

impl Match {
    pub(crate) fn new(game: Game, terms: Terms, held: Held) -> Self {
        Self { game, terms, held: Mutex::new(held) }
    }

    pub(crate) fn hold(&self) -> Result<MutexGuard<'_, Held>, Fault> {
        match self.held.try_lock() {
            Ok(held) => Ok(held),
            // A panic has left the game as it was before or after a step.
            Err(TryLockError::Poisoned(held)) => Ok(held.into_inner()),
            Err(TryLockError::WouldBlock) => Err(Fault::busy()),
        }
    }

    /// Looks at the game.
    fn look<T>(&self, see: impl FnOnce(&(dyn AnyOngoing + 'static)) -> T) -> PyResult<T> {
        let held = self.hold()?;
        let game = held.game()?;
        Ok(background::guarded(|| see(game))?)
    }

    fn seat(&self, number: i64) -> PyResult<Seat> {
        python::seat(number, self.game.table.seats())
    }

    fn observer(&self, seat: Option<i64>) -> PyResult<Observer> {
        Ok(match seat {
            Some(seat) => Observer::Seat(self.seat(seat)?),
            None => Observer::Analyst,
        })
    }

    /// A list that was given, or the one that holds when nothing is said.
    fn list<'a>(
        &'a self,
        given: Option<&'a Bound<'_, Coding>>,
    ) -> Result<&'a dyn AnyCoding, Fault> {
        given.map_or_else(|| self.game.usual(), |coding| Ok(&*coding.get().list))
    }

    /// Looks at the game for so long that the interpreter should be free for others.
    fn ponder<T: Send>(
        &self,
        py: Python<'_>,
        see: impl FnOnce(&(dyn AnyOngoing + 'static)) -> T + Send,
    ) -> PyResult<T> {
        let mut held = self.hold()?;
        let game = held.lend()?;
        Ok(background::aside(py, move || see(&**game))?)
    }

    /// The ids of a list that are legal for the seat that is awaited. Those of the menu are found in microseconds.
    fn legal(&self, py: Python<'_>, coding: Option<&Bound<'_, Coding>>) -> PyResult<Vec<usize>> {
        let list = self.list(coding)?;
        let ids = match coding.map(|coding| coding.get().order().0) {
            Some(LegalIds::Listed) => self.ponder(py, |game| list.legal(game))?,
            Some(LegalIds::Menu) | None => self.look(|game| list.legal(game))?,
        };
        Ok(ids.map_err(|refused| Fault::coding(refused.0))?)
    }

    /// The seat that somebody outside has to answer for now.
    fn asked(held: &Held) -> Result<Seat, Fault> {
        match held.game()?.waiting() {
            Waiting::Outside(seat) if held.players()[seat.index()].agent().is_none() => Ok(seat),
            Waiting::Outside(seat) | Waiting::Agent(seat) => {
                Err(Fault::turn(format!("the agent of {seat} has to answer; advance() asks it")))
            }
            Waiting::Chance => {
                Err(Fault::turn("chance has to fall first; advance() or chance() lets it"))
            }
            Waiting::Nothing => Err(Fault::turn("the game is over")),
        }
    }
}

/// An action or an outcome of chance.
pub(crate) enum Named {
    Notation(String),
    Id(usize),
}

impl Named {
    /// Reads what was given, and says of anything else what is wanted.
    pub(crate) fn read(given: &Bound<'_, PyAny>, wanted: &str) -> PyResult<Self> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Self::Notation(text.to_cow()?.into_owned()));
        }
        if let Some(id) = coding::read_id(given)? {
            return Ok(Self::Id(id));
        }
        let kind = given.get_type();
        let text = format!("{wanted} a str in the game's notation or an id, not {}", kind.name()?);
        Err(PyTypeError::new_err(text))
    }
}

#[pymethods]
impl Match {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The seat that somebody outside has to answer for; None where nobody outside is awaited.
    #[getter]
    fn awaiting(&self) -> PyResult<Option<usize>> {
        let held = self.hold()?;
        held.game()?;
        Ok(Self::asked(&held).ok().map(Seat::index))
    }

    /// Whether chance has to fall.
    #[getter]
    fn is_chance(&self) -> PyResult<bool> {
        self.look(|game| game.waiting() == Waiting::Chance)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.look(|game| game.waiting() == Waiting::Nothing)
    }

    /// How the game came out; None while it goes on.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let names = self.game.table.counters();
        let Some((Outcome { text, rewards, steps }, record)) =
            self.look(|game| Some((game.outcome()?, game.record()?)))?
        else {
            return Ok(None);
        };
        let counters = record.counts.iter().map(|counts| {
            let counters = PyDict::new(py);
            names
                .iter()
                .zip(counts)
                .try_for_each(|(name, count)| counters.set_item(name, count))?;
            Ok(counters)
        });
        let counters = PyTuple::new(py, counters.collect::<PyResult<Vec<_>>>()?)?;
        let seats = Seat::all(rewards.len()).filter(|seat| record.verdict.is_win(*seat));
        let winners = PyTuple::new(py, seats.map(Seat::index).collect::<Vec<_>>())?;
        let rewards = PyTuple::new(py, rewards)?;
        python::make(py, "Result", (text, winners, rewards, steps, counters)).map(Some)
    }

    /// The number of the turn.
    #[getter]
    fn clock(&self) -> PyResult<u32> {
        self.look(AnyOngoing::clock)
    }

    /// How many actions and outcomes of chance there were.
    #[getter]
    fn steps(&self) -> PyResult<u32> {
        self.look(AnyOngoing::steps)
    }

    /// All that a seat may know, and nothing more.
    fn view<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let held = self.hold()?;
        let game = held.game()?;
        agent::view(py, game.header(), background::guarded(|| game.keep_view(seat))?)
    }

    /// What a seat has perceived since a step, each as (step, sight).
    #[pyo3(signature = (seat, since = 0))]
    fn sights<'py>(&self, py: Python<'py>, seat: i64, since: u32) -> PyResult<Bound<'py, PyList>> {
        let observer = Observer::Seat(self.seat(seat)?);
        let sights = self.look(|game| game.sights(observer, since))?.into_iter();
        let sights = sights.map(|seen| Ok((seen.step, python::from_json(py, &seen.sight)?)));
        PyList::new(py, sights.collect::<PyResult<Vec<_>>>()?)
    }

    /// What the seat that is awaited may choose from, in the game's notation; empty where none is.
    fn menu<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let held = self.hold()?;
        let game = held.game()?;
        match game.waiting() {
            Waiting::Outside(seat) | Waiting::Agent(seat) => {
                let kept = background::guarded(|| game.keep_view(seat))?;
                let seen = agent::view(py, game.header(), kept)?;
                agent::menu(py, game, &seen)
            }
            Waiting::Chance | Waiting::Nothing => agent::menu(py, game, &py.None().into_bound(py)),
        }
    }

    /// The legal ids of the seat that is awaited, ascending; empty where none is.
    #[pyo3(signature = (coding = None))]
    fn ids(&self, py: Python<'_>, coding: Option<&Bound<'_, Coding>>) -> PyResult<Vec<usize>> {
        self.legal(py, coding)
    }

    /// The same as an array of NumPy with a 1 for every legal id.
    #[pyo3(signature = (coding = None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        coding: Option<&Bound<'py, Coding>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = PyArray1::zeros(py, self.list(coding)?.size(), false);
        let mut numbers = mask.readwrite();
        let numbers = numbers.as_slice_mut()?;
        self.legal(py, coding)?.into_iter().for_each(|id| numbers[id] = 1);
        Ok(mask)
    }

    /// What a seat may know by numbers from -1 to 1, as ``view(seat).observe(coding)``.
    #[pyo3(signature = (seat, coding = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: i64,
        coding: Option<&Bound<'py, Coding>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let view = self.look(|game| game.keep_view(seat))?;
        coding::observe(py, self.list(coding)?, &*view)
    }

    /// Acts for the seat that is awaited, by notation or by an id of ``coding`` or else of
    /// :meth:`Game.coding`. Anything legal will do, on the menu or not.
    #[pyo3(signature = (action, /, coding = None))]
    fn act(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        coding: Option<&Bound<'_, Coding>>,
    ) -> PyResult<()> {
        let action = Named::read(action, "an action is")?;
        let mut held = self.hold()?;
        let seat = Self::asked(&held)?;
        let game = held.game_mut()?;
        match action {
            Named::Notation(action) => {
                let taken = background::guarded(|| game.answer(seat, Answer::Action(&action)))?;
                taken.map_err(|refused| Fault::refused(game.reads(&action), refused))?;
            }
            Named::Id(id) => {
                let list = self.list(coding)?;
                match background::guarded(|| list.answer(&mut **game, seat, id))? {
                    Ok(()) => {}
                    Err(IdRefused::Unknown(refused)) => return Err(Fault::coding(refused).into()),
                    Err(IdRefused::Illegal(refused)) => {
                        return Err(Fault::refused(true, refused).into());
                    }
                }
            }
        }
        held.tell(py, self.terms.raises)
    }

    /// No answer came for the seat that is awaited: the rules answer for it where they can, otherwise it
    /// forfeits. ``why`` is written into the log.
    fn missing(&self, py: Python<'_>, why: &str) -> PyResult<()> {
        let mut held = self.hold()?;
        let seat = Self::asked(&held)?;
        let missing = match why {
            "timed-out" => Missing::TimedOut,
            "gone" => Missing::Gone,
            "aborted" => Missing::Aborted,
            other => Missing::Reported(other.to_owned()),
        };
        let game = held.game_mut()?;
        let taken = background::guarded(|| game.answer(seat, Answer::Missing(missing)))?;
        taken.map_err(|refused| Fault::turn(refused.0))?;
        held.tell(py, self.terms.raises)
    }

    /// Lets chance fall: as the seed has it, or as told, by notation or by an id of chance. Says how it fell.
    #[pyo3(signature = (outcome = None, /))]
    fn chance(&self, py: Python<'_>, outcome: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let outcome = outcome.map(|given| Named::read(given, "an outcome is")).transpose()?;
        let mut held = self.hold()?;
        let game = held.game_mut()?;
        if game.waiting() != Waiting::Chance {
            return Err(Fault::turn("chance is not awaited").into());
        }
        let place = game.events().len();
        let outcome = match outcome {
            None => None,
            Some(Named::Notation(outcome)) => Some(outcome),
            Some(Named::Id(id)) => {
                let list = self.game.usual()?;
                let outcome = background::guarded(|| list.outcome(&**game, id))?;
                Some(outcome.map_err(Fault::coding)?)
            }
        };
        match outcome {
            None => drop(background::guarded(|| game.advance())?),
            Some(outcome) => {
                let taken = background::guarded(|| game.resolve(&outcome))?;
                taken.map_err(|refused| Fault::refused(game.reads(&outcome), refused))?;
            }
        }
        let fell = match game.events().get(place) {
            Some(kakehiki_core::Event::Chance { fell, .. }) => fell.clone(),
            _ => String::new(),
        };
        held.tell(py, self.terms.raises)?;
        Ok(fell)
    }

    /// Every way in which chance may fall now, with its probability; empty where it is not awaited.
    fn outcomes(&self) -> PyResult<Vec<(String, f64)>> {
        self.look(AnyOngoing::chances)
    }

    /// Lets agents and chance go on until somebody outside is awaited or the game is over.
    ///
    /// The interpreter is free for other threads while agents of the game think. Ctrl-C leaves the match
    /// as it was before the thought that it interrupts.
    fn advance(&self, py: Python<'_>) -> PyResult<()> {
        let Terms { asks_chance, raises, .. } = self.terms;
        let mut held = self.hold()?;
        held.tell(py, raises)?;
        loop {
            match held.game()?.waiting() {
                Waiting::Chance if !asks_chance => {
                    let game = held.game_mut()?;
                    background::guarded(|| game.advance())?;
                }
                Waiting::Agent(_) => held.think(py, &self.game.table, asks_chance)?,
                Waiting::Outside(seat) if held.players()[seat.index()].agent().is_some() => {
                    held.ask(py, seat, raises)?;
                }
                Waiting::Outside(_) | Waiting::Chance | Waiting::Nothing => return Ok(()),
            }
            held.tell(py, raises)?;
        }
    }

    /// A match that ``seat`` cannot tell from this one, drawn from what it knows, with other luck from
    /// now on and nobody but you in its seats. What the other seats remember is imagined.
    fn world(&self, py: Python<'_>, seat: i64, seed: u64) -> PyResult<Self> {
        let seat = self.seat(seat)?;
        let mut held = self.hold()?;
        let world = World { parent: held.roots()?, seat, seed };
        let game = held.lend()?;
        let drawn = background::aside(py, move || game.world(seat, seed))?;
        drop(held);
        let terms = Terms { games: 1, ..self.terms };
        Ok(Self::new(self.game.clone(), terms, Held::of_world(drawn, world)))
    }

    /// What the agent in a seat thinks; None where it does not say, or nobody thinks there.
    fn explain<'py>(&self, py: Python<'py>, seat: i64) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let held = self.hold()?;
        if let Some(agent) = held.players()[seat.index()].agent() {
            let game = held.game()?;
            return agent.explain(py, game.header(), game.keep_view(seat));
        }
        drop(held);
        let thoughts = self.ponder(py, |game| game.explain(seat))?;
        agent::explanation(py, thoughts.as_ref())
    }

    /// The event log so far, byte for byte as the arena writes it.
    fn log(&self, py: Python<'_>) -> PyResult<String> {
        let mut held = self.hold()?;
        if held.is_world() {
            return Err(Fault::log("a world that was drawn has no log of its own").into());
        }
        let log = held.log()?;
        Ok(background::aside(py, || log.to_text())??)
    }

    /// What a seat may know, drawn as text; without a seat all facts, for people after the game.
    #[pyo3(signature = (seat = None))]
    fn picture(&self, seat: Option<i64>) -> PyResult<String> {
        let observer = self.observer(seat)?;
        self.look(|game| game.picture(observer))
    }

    /// Begins the next game of the match, in which the same agents go on.
    fn next_game(&self, py: Python<'_>) -> PyResult<()> {
        let mut held = self.hold()?;
        if held.game()?.waiting() != Waiting::Nothing {
            return Err(Fault::turn("the game is not over").into());
        }
        if held.game()?.header().game_index + 1 >= self.terms.games {
            let text = format!("the match has {} games, and all were played", self.terms.games);
            return Err(Fault::turn(text).into());
        }
        held.next_game(py)
    }

    /// Another match in the same position that goes on by itself. Agents of Python are deep copies;
    /// agents of the game are made anew and hear again what they heard.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        let mut held = self.hold()?;
        let copy = held.game()?.copy().filter(|_| !held.has_natives());
        let state = State::of(py, &mut held, true)?;
        drop(held);
        state.restore(py, &self.game, self.terms, copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.clone(py)
    }

    #[pyo3(signature = (_memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.clone(py)
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.offer.name();
        self.look(|game| {
            let steps = game.steps();
            match game.waiting() {
                Waiting::Outside(seat) | Waiting::Agent(seat) => {
                    format!("<Match of {name} after {steps} steps, awaiting {seat}>")
                }
                Waiting::Chance => {
                    format!("<Match of {name} after {steps} steps, awaiting chance>")
                }
                Waiting::Nothing => format!("<Match of {name} that is over after {steps} steps>"),
            }
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut held = self.hold()?;
        let State { roots, earlier, players } = State::of(py, &mut held, false)?;
        let earlier: Vec<String> =
            earlier.iter().map(Log::to_text).collect::<std::io::Result<_>>()?;
        let Terms { games, asks_chance, raises } = self.terms;
        let restore = py.import("kakehiki._native")?.getattr("_restore_match")?;
        let fields = (
            self.game.clone(),
            roots.to_python(py)?,
            earlier,
            PyList::new(py, players)?,
            (games, asks_chance, raises),
        );
        (restore, fields).into_pyobject(py).map(Bound::into_any)
    }
}
