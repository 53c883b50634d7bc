//! Values on their way between Rust and Python.

use kakehiki_core::{AgentKind, Kind, Log, Parameter, Seat};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError},
    prelude::*,
    types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString},
};
use serde::Serialize;

use crate::{background, fault::Fault};

/// Makes an object of a class that is written in Python.
pub(crate) fn make<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("kakehiki._types")?.getattr(class)?.call1(fields)
}

/// The value of an option or parameter as the command line writes it.
pub(crate) fn written(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(value) = value.cast::<PyBool>() {
        return Ok(if value.is_true() { "on" } else { "off" }.to_owned());
    }
    let is_plain = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>();
    if is_plain {
        return Ok(value.str()?.to_cow()?.into_owned());
    }
    let kind = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} is a str, int, float or bool, not {kind}")))
}

/// Names with their values; underscores in names stand for hyphens.
pub(crate) fn pairs(values: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for (name, value) in values.into_iter().flatten() {
        let name: String = name.extract()?;
        pairs.push((name.replace('_', "-"), written(&name, &value)?));
    }
    Ok(pairs)
}

/// The same as Rust takes them.
pub(crate) fn borrowed(pairs: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

/// A seat of a table with so many.
pub(crate) fn seat(number: i64, seats: usize) -> PyResult<Seat> {
    match usize::try_from(number) {
        Ok(index) if index < seats => Ok(Seat::new(index)),
        _ => Err(PyIndexError::new_err(format!("seat {number} is not one of 0 to {}", seats - 1))),
    }
}

/// Something that can be written as JSON, as the objects of Python.
pub(crate) fn from_json<'py>(
    py: Python<'py>,
    value: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(Fault::run)?;
    py.import("json")?.getattr("loads")?.call1((text,))
}

/// A log that is given as bytes, as its text, or by the path of its file, read with the interpreter free for
/// others.
pub(crate) fn log(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<Log> {
    let bytes = log_bytes(source)?;
    Ok(background::aside(py, || Log::from_bytes(&bytes))?.map_err(Fault::from)?)
}

/// Its bytes.
fn log_bytes(source: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    if let Ok(text) = source.cast::<PyString>() {
        let text = text.to_cow()?;
        // Every log begins with an object of JSON, and hardly any path does.
        if text.trim_start().starts_with('{') {
            return Ok(text.as_bytes().to_vec());
        }
    }
    let path: std::path::PathBuf = source.extract()?;
    Ok(std::fs::read(path)?)
}

/// What can be set, as `ParameterInfo`.
pub(crate) fn parameters<'py>(
    py: Python<'py>,
    known: &[Parameter],
) -> PyResult<Bound<'py, PyList>> {
    let made = known.iter().map(|parameter| {
        let kind = match parameter.kind {
            Kind::Integer(..) => "integer",
            Kind::Number(..) => "number",
            Kind::Time(..) => "time",
            Kind::Choice(_) => "choice",
            Kind::Switch => "switch",
            Kind::Text => "text",
        };
        let Parameter { name, default, help, .. } = parameter;
        make(py, "ParameterInfo", (name, kind, parameter.kind.to_string(), default, help))
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}

/// Kinds of agents, as `AgentInfo`.
pub(crate) fn agents<'py>(py: Python<'py>, kinds: &[&AgentKind]) -> PyResult<Bound<'py, PyList>> {
    let made = kinds.iter().map(|kind| {
        let settable = parameters(py, kind.parameters)?;
        make(py, "AgentInfo", (kind.name, kind.part.to_string(), kind.help, settable))
    });
    PyList::new(py, made.collect::<PyResult<Vec<_>>>()?)
}
