//! The random numbers of one decision.

use kakehiki_core::GameRng;
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::PyList,
};
use rand::{Rng as _, RngExt};

/// The random numbers of one decision: the same whenever that decision is played again, in any process
/// and on any number of threads.
#[pyclass(module = "kakehiki")]
pub(crate) struct Rng(pub(crate) GameRng);

#[pymethods]
impl Rng {
    /// A number from 0 up to but not including 1.
    fn random(&mut self) -> f64 {
        self.0.random()
    }

    /// A whole number from `start` up to but not including `stop`; one number alone is `stop`.
    #[pyo3(signature = (start, stop = None, /))]
    fn randrange(&mut self, start: i64, stop: Option<i64>) -> PyResult<i64> {
        let (start, stop) = stop.map_or((0, start), |stop| (start, stop));
        if start >= stop {
            return Err(PyValueError::new_err(format!(
                "there is no number from {start} to below {stop}"
            )));
        }
        Ok(self.0.random_range(start..stop))
    }

    /// One of a sequence, each as likely as the others.
    fn choice<'py>(&mut self, options: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count = options.len()?;
        if count == 0 {
            return Err(PyIndexError::new_err("nothing can be chosen from an empty sequence"));
        }
        options.get_item(self.0.random_range(0..count))
    }

    /// Brings a list into an order that is as likely as any other.
    fn shuffle(&mut self, items: &Bound<'_, PyList>) -> PyResult<()> {
        for last in (1..items.len()).rev() {
            let other = self.0.random_range(0..=last);
            let (one, another) = (items.get_item(last)?, items.get_item(other)?);
            items.set_item(last, another)?;
            items.set_item(other, one)?;
        }
        Ok(())
    }

    /// A generator of NumPy that is seeded from this one.
    fn numpy<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let seed: [u64; 4] = std::array::from_fn(|_| self.0.next_u64());
        let random = py.import("numpy")?.getattr("random")?;
        // The kind of generator is named, because what NumPy takes by default may change.
        let bits = random.getattr("PCG64")?.call1((seed.to_vec(),))?;
        random.getattr("Generator")?.call1((bits,))
    }
}
