//! Results in memory: a row for each seat of each game, column by column.

use std::path::Path;

use crate::{
    Plan, Played, Results, ResultsError,
    columns::{Column, Kind},
    rows::{add_match, layout},
};

/// A row for each seat of each game, with the columns of the result files.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatRows {
    layout: Vec<(String, Kind)>,
    columns: Vec<Column>,
}

/// The values of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Texts.
    Text(Vec<String>),
    /// Great whole numbers.
    Long(Vec<u64>),
    /// Whole numbers.
    Short(Vec<u32>),
    /// Numbers, some of which may be missing.
    Real(Vec<Option<f64>>),
    /// Yes and no.
    Truth(Vec<bool>),
}

impl SeatRows {
    /// No rows yet, with the columns of a plan.
    pub(crate) fn new(plan: &Plan) -> Self {
        let layout = layout(plan);
        let columns = layout.iter().map(|(_, kind)| Column::new(*kind)).collect();
        Self { layout, columns }
    }

    /// Reads the rows of one result file of a plan.
    ///
    /// # Errors
    /// If the file cannot be read, or belongs to another plan.
    pub fn read(path: &Path, plan: &Plan) -> Result<Self, ResultsError> {
        let mut rows = Self::new(plan);
        Results::open(path)?.add_rows_to(plan, &mut rows)?;
        Ok(rows)
    }

    /// Adds the rows of a match.
    pub(crate) fn add(&mut self, plan: &Plan, played: &Played) {
        add_match(plan, played, &mut self.columns);
    }

    /// Adds rows that were read from a file of the same plan.
    pub(crate) fn extend(&mut self, columns: &[Column]) {
        for (column, more) in self.columns.iter_mut().zip(columns) {
            column.extend(more);
        }
    }

    /// Every column with its name, in the order of the result files.
    pub fn into_columns(self) -> Vec<(String, Values)> {
        let columns = self.layout.into_iter().zip(self.columns);
        columns.map(|((name, _), column)| (name, column.into())).collect()
    }
}

/// Parquet knows no unsigned numbers; their bits are kept.
impl From<Column> for Values {
    fn from(column: Column) -> Self {
        match column {
            Column::Text(values) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                Self::Text(values.iter().map(|value| text(value.data())).collect())
            }
            Column::Long(values) => {
                Self::Long(values.into_iter().map(i64::cast_unsigned).collect())
            }
            Column::Short(values) => {
                Self::Short(values.into_iter().map(i32::cast_unsigned).collect())
            }
            Column::Real(values) => Self::Real(values),
            Column::Truth(values) => Self::Truth(values),
        }
    }
}
