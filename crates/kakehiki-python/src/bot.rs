//! Agents that follow games of other libraries by ids.

use std::sync::{Mutex, MutexGuard, PoisonError};

use kakehiki_core::AgentName;
use kakehiki_games::{AnyBot, Refused};
use pyo3::prelude::*;

use crate::{
    background,
    coding::{Coding, id},
    fault::Fault,
    python,
};

/// An agent in a seat that follows a game by ids.
#[pyclass(module = "kakehiki", name = "_Bot", frozen)]
pub(crate) struct Bot(Mutex<Option<Box<dyn AnyBot>>>);

impl Bot {
    fn held(&self) -> MutexGuard<'_, Option<Box<dyn AnyBot>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Nothing while it thinks elsewhere, or after a thought that was interrupted.
    fn take(&self) -> Result<Box<dyn AnyBot>, Fault> {
        self.held().take().ok_or_else(Fault::busy)
    }
}

fn refused(Refused(problem): Refused) -> Fault {
    Fault::coding(problem)
}

#[pymethods]
impl Bot {
    #[new]
    fn new(
        py: Python<'_>,
        coding: &Bound<'_, Coding>,
        agent: &str,
        seat: i64,
        seed: u64,
    ) -> PyResult<Self> {
        let coding = coding.get();
        let table = &coding.game.table;
        let seat = python::seat(seat, table.seats())?;
        let cast = table.cast(&agent.parse::<AgentName>().map_err(Fault::from)?);
        let (cast, (_, extra)) = (cast.map_err(Fault::from)?, coding.order());
        let made = background::aside(py, || table.bot(&cast, seat, seed, extra))?;
        Ok(Self(Mutex::new(Some(made.map_err(|problem| Fault::agent(problem.0))?))))
    }

    /// Takes a step of the game, whoever made it.
    fn follow(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let id = id(action)?;
        let mut bot = self.take()?;
        let followed = background::guarded(|| bot.follow(id));
        *self.held() = Some(bot);
        Ok(followed?.map_err(refused)?)
    }

    /// The id of what the agent chooses; it is lost if it is interrupted.
    fn decide(&self, py: Python<'_>, stays_inside: bool) -> PyResult<usize> {
        let mut bot = self.take()?;
        let (bot, decided) = background::think(py, move |_| {
            let decided = bot.decide(stays_inside);
            (bot, decided)
        })?;
        *self.held() = Some(bot);
        Ok(decided.map_err(refused)?)
    }
}
