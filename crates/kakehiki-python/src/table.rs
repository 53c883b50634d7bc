//! Tables of results, handed to whoever reads Arrow.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, RecordBatchIterator, StringArray,
    UInt32Array, UInt64Array, ffi_stream::FFI_ArrowArrayStream,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field, Schema, ffi::FFI_ArrowSchema};
use kakehiki_arena::Values;
use pyo3::{
    exceptions::PyKeyError,
    prelude::*,
    types::{PyCapsule, PyDict},
};

use crate::fault::Fault;

/// A table with named columns. Polars, PyArrow, pandas and DuckDB read it without a copy of its
/// numbers: ``polars.DataFrame(table)``, ``pyarrow.table(table)``.
#[pyclass(module = "kakehiki", frozen)]
pub(crate) struct Table(RecordBatch);

impl Table {
    /// A table of columns of the same length.
    pub(crate) fn new(columns: Vec<(String, Values)>) -> Result<Self, Fault> {
        let (names, values): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let arrays: Vec<ArrayRef> = values.into_iter().map(array).collect();
        let fields = names
            .iter()
            .zip(&arrays)
            .map(|(name, array)| Field::new(name, array.data_type().clone(), array.is_nullable()));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        let batch = RecordBatch::try_new(Arc::new(schema), arrays).map_err(Fault::run)?;
        Ok(Self(batch))
    }
}

/// Values in the memory they already have, except for text.
fn array(values: Values) -> ArrayRef {
    match values {
        Values::Text(values) => Arc::new(StringArray::from_iter_values(values)),
        Values::Long(values) => Arc::new(UInt64Array::new(ScalarBuffer::from(values), None)),
        Values::Short(values) => Arc::new(UInt32Array::new(ScalarBuffer::from(values), None)),
        Values::Real(values) => {
            let there: NullBuffer = values.iter().map(Option::is_some).collect();
            let numbers: Vec<f64> = values.into_iter().map(Option::unwrap_or_default).collect();
            let missing = (there.null_count() > 0).then_some(there);
            Arc::new(Float64Array::new(ScalarBuffer::from(numbers), missing))
        }
        Values::Truth(values) => Arc::new(BooleanArray::from(values)),
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!(
            "<kakehiki.Table of {} rows: {}>",
            self.0.num_rows(),
            self.column_names().join(", ")
        )
    }

    /// The values of a column as a list.
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let array = self.0.column_by_name(name).ok_or_else(|| {
            let known = self.column_names().join(", ");
            PyKeyError::new_err(format!("there is no column {name:?}; possible: {known}"))
        })?;
        let any = array.as_any();
        if let Some(array) = any.downcast_ref::<StringArray>() {
            return array.iter().collect::<Vec<_>>().into_pyobject(py);
        }
        if let Some(array) = any.downcast_ref::<UInt64Array>() {
            return array.values().to_vec().into_pyobject(py);
        }
        if let Some(array) = any.downcast_ref::<UInt32Array>() {
            return array.values().to_vec().into_pyobject(py);
        }
        if let Some(array) = any.downcast_ref::<BooleanArray>() {
            return array.iter().collect::<Vec<_>>().into_pyobject(py);
        }
        let numbers = any.downcast_ref::<Float64Array>();
        numbers.map(|array| array.iter().collect::<Vec<_>>()).into_pyobject(py)
    }

    /// All columns as lists, by their names.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        for name in self.column_names() {
            columns.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        Ok(columns)
    }

    /// The table through the C stream interface of Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema converts: the interface lets a producer ignore it.
        let _ = requested_schema;
        let batches = [Ok::<_, ArrowError>(self.0.clone())];
        let reader = RecordBatchIterator::new(batches, self.0.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The columns and their types through the C interface of Arrow.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(Fault::run)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}
