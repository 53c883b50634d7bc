//! How a game in progress came about, so that it can be made again anywhere.

use std::sync::Arc;

use kakehiki_core::{Log, Seat};
use kakehiki_games::{AnyOngoing, Table};
use pyo3::prelude::*;

use crate::{fault::Fault, python};

/// A log, and where it begins if that is not the beginning of a game.
pub(crate) struct Roots {
    pub(crate) log: Log,
    pub(crate) world: Option<World>,
}

/// A world that was drawn from what a seat knew.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) parent: Arc<Roots>,
    pub(crate) seat: Seat,
    pub(crate) seed: u64,
}

impl Roots {
    /// The game again, with nobody but those outside in its seats.
    pub(crate) fn grow(&self, table: &dyn Table) -> Result<Box<dyn AnyOngoing>, Fault> {
        let mut game = match &self.world {
            None => table.follow(&self.log.header)?,
            Some(World { parent, seat, seed }) => parent.grow(table)?.world(*seat, *seed),
        };
        for (index, event) in self.log.events.iter().enumerate() {
            let problem = |refused| Fault::log(format!("line {}: {refused}", index + 2));
            game.follow(event).map_err(problem)?;
        }
        Ok(game)
    }

    /// As plain objects, for pickling.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let world = match &self.world {
            None => py.None().into_bound(py),
            Some(World { parent, seat, seed }) => {
                (parent.to_python(py)?, seat.index(), seed).into_pyobject(py)?.into_any()
            }
        };
        Ok((self.log.to_text()?, world).into_pyobject(py)?.into_any())
    }

    /// From plain objects.
    pub(crate) fn from_python(plain: &Bound<'_, PyAny>, table: &dyn Table) -> PyResult<Self> {
        let (text, world): (String, Option<(Bound<'_, PyAny>, i64, u64)>) = plain.extract()?;
        let world = match world {
            None => None,
            Some((parent, seat, seed)) => Some(World {
                parent: Arc::new(Self::from_python(&parent, table)?),
                seat: python::seat(seat, table.seats())?,
                seed,
            }),
        };
        Ok(Self { log: Log::parse(&text).map_err(Fault::from)?, world })
    }
}
