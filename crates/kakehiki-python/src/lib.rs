//! The extension module of the Python package `kakehiki`.
//!
//! A face like the others: it passes on what `kakehiki-games`, `kakehiki-arena` and `kakehiki-studies`
//! offer, and has no rules and no thinking of its own. All of it stands behind the feature `extension`,
//! which the build of the package turns on.

#![cfg_attr(
    feature = "extension",
    expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value"),
    expect(clippy::doc_markdown, reason = "Python shows these comments as they are")
)]

#[cfg(feature = "extension")]
mod agent;
#[cfg(feature = "extension")]
mod arena;
#[cfg(feature = "extension")]
mod background;
#[cfg(feature = "extension")]
mod batch;
#[cfg(feature = "extension")]
mod bot;
#[cfg(feature = "extension")]
mod coding;
#[cfg(feature = "extension")]
mod fault;
#[cfg(feature = "extension")]
mod game;
#[cfg(feature = "extension")]
mod held;
#[cfg(feature = "extension")]
mod matches;
#[cfg(feature = "extension")]
mod position;
#[cfg(feature = "extension")]
mod python;
#[cfg(feature = "extension")]
mod replay;
#[cfg(feature = "extension")]
mod reproduction;
#[cfg(feature = "extension")]
mod rng;
#[cfg(feature = "extension")]
mod roots;
#[cfg(feature = "extension")]
mod state;
#[cfg(feature = "extension")]
mod studies;
#[cfg(feature = "extension")]
mod table;
#[cfg(feature = "extension")]
mod train;

/// What Python imports.
#[cfg(feature = "extension")]
#[pyo3::pymodule]
mod _native {
    use pyo3::{Bound, PyResult, types::PyModule};

    #[pymodule_export]
    use crate::{
        agent::register,
        arena::{Plan, Run, Spec, merge},
        batch::NativeBatch,
        bot::Bot,
        coding::{Coding, NativeView, usual_coding},
        game::{Game, games, open_game},
        matches::Match,
        position::{Position, restore_position},
        replay::{Replay, replay},
        reproduction::{reproduce, reproduce_shard},
        rng::Rng,
        state::restore_match,
        studies::{Report, Study, studies, study},
        table::Table,
        train::{Training, train},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        use pyo3::types::PyModuleMethods;
        crate::background::remember_process();
        // Not among the names that are there for all.
        #[cfg(debug_assertions)]
        pyo3::types::PyAnyMethods::setattr(
            module.as_any(),
            "_provoke_panic",
            pyo3::wrap_pyfunction!(crate::background::provoke_panic, module)?,
        )?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
