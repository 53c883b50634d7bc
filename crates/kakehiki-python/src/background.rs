//! Long work on a thread of its own, while the caller's thread lets Python go on and looks for signals.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Arc, Condvar, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use pyo3::prelude::*;

use crate::fault::Fault;

/// How often the caller's thread looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The time between two reports of progress.
const REPORT: Duration = Duration::from_millis(100);

/// How long work that should stop is waited for before it is left to end by itself.
const GRACE: Duration = Duration::from_millis(100);

/// The process in which this module was loaded.
static PROCESS: OnceLock<u32> = OnceLock::new();

/// Work that was left to end by itself, with the process that it belongs to.
static LEFT: Mutex<Vec<(u32, Arc<Watch>)>> = Mutex::new(Vec::new());

/// Notes which process this is, so that a fork of it is told apart.
pub(crate) fn remember_process() {
    let _ = PROCESS.set(process::id());
}

/// What the caller's thread and the work know of each other.
#[derive(Default)]
pub(crate) struct Watch {
    /// Once this is set the work ends as soon as it can.
    pub(crate) interrupt: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    has_ended: AtomicBool,
}

impl Watch {
    /// Says how much is done, and of how much.
    pub(crate) fn report(&self, done: u64, total: u64) {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    fn is_left(&self) -> bool {
        !self.has_ended.load(Ordering::Acquire)
    }
}

/// Where the result of the work is put down.
struct Place<T> {
    result: Mutex<Option<Result<T, Fault>>>,
    filled: Condvar,
}

impl<T> Place<T> {
    fn fill(&self, result: Result<T, Fault>) {
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.filled.notify_all();
    }

    /// Waits for so long at most.
    fn wait(&self, time: Duration) -> Option<Result<T, Fault>> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.filled.wait_timeout_while(result, time, |result| result.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

/// Thinks on a thread of its own.
///
/// # Errors
/// What a signal raised: the thought is then asked to stop, and left to end by itself if it takes long.
/// A panic of it is a [`Fault::bug`].
pub(crate) fn think<T: Send + 'static>(
    py: Python<'_>,
    thought: impl FnOnce(&Watch) -> T + Send + 'static,
) -> PyResult<T> {
    run(py, None, thought).map_err(|(error, _)| error)
}

/// Does work on a thread of its own that may keep files. Progress is a function of (done, total), or True
/// for a bar.
///
/// # Errors
/// As [`think`], and what the progress function raised.
pub(crate) fn work<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send + 'static,
) -> PyResult<T> {
    settle(py)?;
    let progress = match progress {
        Some(given) => {
            let of = py.import("kakehiki._progress")?.getattr("function_of")?;
            Some(of.call1((given,))?).filter(|function| !function.is_none())
        }
        None => None,
    };
    run(py, progress.as_ref(), work).map_err(|(error, left)| {
        let mut all = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(left.map(|watch| (process::id(), watch)));
        error
    })
}

/// What was raised, and the work that was left to end by itself.
type Stopped = (PyErr, Option<Arc<Watch>>);

fn run<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watch) -> T + Send + 'static,
) -> Result<T, Stopped> {
    let watch = Arc::new(Watch::default());
    let place = Arc::new(Place { result: Mutex::new(None), filled: Condvar::new() });
    let (seen, filled) = (Arc::clone(&watch), Arc::clone(&place));
    let body = move || {
        let done = catch_unwind(AssertUnwindSafe(|| alone(|| work(&seen))));
        let done = done.unwrap_or_else(|panic| Err(Fault::bug(&*panic)));
        seen.has_ended.store(true, Ordering::Release);
        filled.fill(done);
    };
    let begun = thread::Builder::new().name("kakehiki".to_owned()).spawn(body);
    begun.map_err(|error| (error.into(), None))?;
    let mut reported = Instant::now();
    loop {
        let result = py.detach(|| place.wait(LOOK));
        let is_due = result.is_some() || reported.elapsed() >= REPORT;
        let raised = py.check_signals().and_then(|()| match progress.filter(|_| is_due) {
            Some(progress) => {
                reported = Instant::now();
                let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
                progress.call1((count(&watch.done), count(&watch.total))).map(drop)
            }
            None => Ok(()),
        });
        match (raised, result) {
            (Ok(()), Some(result)) => return result.map_err(|fault| (fault.into(), None)),
            (Ok(()), None) => {}
            (Err(error), result) => {
                watch.interrupt.store(true, Ordering::Relaxed);
                let is_left = result.is_none() && py.detach(|| place.wait(GRACE)).is_none();
                return Err((error, is_left.then_some(watch)));
            }
        }
    }
}

/// Waits for work that was left to end by itself, so that nobody else holds its files.
///
/// # Errors
/// What a signal raised.
fn settle(py: Python<'_>) -> PyResult<()> {
    loop {
        let is_any_left = {
            let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
            left.retain(|(of, watch)| *of == process::id() && watch.is_left());
            !left.is_empty()
        };
        if !is_any_left {
            return Ok(());
        }
        py.detach(|| thread::sleep(LOOK));
        py.check_signals()?;
    }
}

/// Does work that may use threads. A process that was forked has none of the threads of its parent, so
/// there it is done on a pool of its own.
fn alone<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Fault> {
    if PROCESS.get() == Some(&process::id()) {
        return Ok(work());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(Fault::run)?;
    Ok(pool.install(work))
}

/// Does something short at once, with the interpreter free for others.
///
/// # Errors
/// A panic is a [`Fault::bug`].
pub(crate) fn aside<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> Result<T, Fault> {
    py.detach(|| guarded(work))
}

/// Does something short; a panic of it is a [`Fault::bug`].
///
/// # Errors
/// If it panics.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| Fault::bug(&*panic))
}

/// Breaks down, so that tests see what Python gets to know of it; released packages do not have it.
#[cfg(debug_assertions)]
#[pyfunction(name = "_provoke_panic")]
pub(crate) fn provoke_panic(py: Python<'_>) -> PyResult<()> {
    think(py, |_| panic!("it was told to"))
}
