//! Columns of Parquet files, by the kinds of values that results have.

use std::sync::Arc;

use parquet::{
    column::reader::ColumnReader,
    data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type},
    errors::{ParquetError, Result},
    file::{reader::RowGroupReader, writer::SerializedRowGroupWriter},
    schema::{parser::parse_message_type, types::TypePtr},
};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Long,
    Short,
    /// The only kind whose values may be missing.
    Real,
    Truth,
}

impl Kind {
    /// The declaration of such a column in the words of Parquet.
    fn declared(self, name: &str) -> String {
        match self {
            Self::Text => format!("REQUIRED BYTE_ARRAY {name} (STRING);"),
            Self::Long => format!("REQUIRED INT64 {name} (INTEGER(64, false));"),
            Self::Short => format!("REQUIRED INT32 {name} (INTEGER(32, false));"),
            Self::Real => format!("OPTIONAL DOUBLE {name};"),
            Self::Truth => format!("REQUIRED BOOLEAN {name};"),
        }
    }
}

/// The schema of a file with these columns.
pub(crate) fn schema(columns: &[(String, Kind)]) -> Result<TypePtr> {
    let declared: Vec<_> = columns.iter().map(|(name, kind)| kind.declared(name)).collect();
    parse_message_type(&format!("message results {{ {} }}", declared.join(" "))).map(Arc::new)
}

/// One value.
pub(crate) enum Cell<'a> {
    Text(&'a str),
    Long(u64),
    Short(u32),
    Real(Option<f64>),
    Truth(bool),
}

/// The values of a column, in the types of Parquet, which knows no unsigned numbers: their bits are
/// kept, and the schema says what they are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Column {
    Text(Vec<ByteArray>),
    Long(Vec<i64>),
    Short(Vec<i32>),
    Real(Vec<Option<f64>>),
    Truth(Vec<bool>),
}

impl Column {
    pub(crate) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Vec::new()),
            Kind::Long => Self::Long(Vec::new()),
            Kind::Short => Self::Short(Vec::new()),
            Kind::Real => Self::Real(Vec::new()),
            Kind::Truth => Self::Truth(Vec::new()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Text(values) => values.len(),
            Self::Long(values) => values.len(),
            Self::Short(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Truth(values) => values.len(),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Text(values) => values.clear(),
            Self::Long(values) => values.clear(),
            Self::Short(values) => values.clear(),
            Self::Real(values) => values.clear(),
            Self::Truth(values) => values.clear(),
        }
    }

    /// Adds a value of the column's kind.
    pub(crate) fn push(&mut self, cell: Cell<'_>) {
        match (self, cell) {
            (Self::Text(values), Cell::Text(value)) => values.push(value.into()),
            (Self::Long(values), Cell::Long(value)) => values.push(value.cast_signed()),
            (Self::Short(values), Cell::Short(value)) => values.push(value.cast_signed()),
            (Self::Real(values), Cell::Real(value)) => values.push(value),
            (Self::Truth(values), Cell::Truth(value)) => values.push(value),
            _ => debug_assert!(false, "a cell of another kind than its column"),
        }
    }

    /// Adds the values of another column of the same kind.
    pub(crate) fn extend(&mut self, more: &Self) {
        match (self, more) {
            (Self::Text(values), Self::Text(more)) => values.extend_from_slice(more),
            (Self::Long(values), Self::Long(more)) => values.extend_from_slice(more),
            (Self::Short(values), Self::Short(more)) => values.extend_from_slice(more),
            (Self::Real(values), Self::Real(more)) => values.extend_from_slice(more),
            (Self::Truth(values), Self::Truth(more)) => values.extend_from_slice(more),
            _ => debug_assert!(false, "a column of another kind"),
        }
    }

    /// Writes the values as the next column of a group, and is empty afterwards.
    pub(crate) fn write<W: std::io::Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let missing = || ParquetError::General("there are more columns than the schema has".into());
        let mut writer = group.next_column()?.ok_or_else(missing)?;
        match self {
            Self::Text(values) => writer.typed::<ByteArrayType>().write_batch(values, None, None),
            Self::Long(values) => writer.typed::<Int64Type>().write_batch(values, None, None),
            Self::Short(values) => writer.typed::<Int32Type>().write_batch(values, None, None),
            Self::Real(values) => {
                // One or zero for each row says whether it has a value.
                let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                let there: Vec<f64> = values.iter().flatten().copied().collect();
                writer.typed::<DoubleType>().write_batch(&there, Some(&levels), None)
            }
            Self::Truth(values) => writer.typed::<BoolType>().write_batch(values, None, None),
        }?;
        self.clear();
        writer.close()
    }

    /// Reads the next values into the column, in place of what it holds.
    fn read(&mut self, reader: &mut ColumnReader, rows: usize) -> Result<()> {
        self.clear();
        match (&mut *self, reader) {
            (Self::Text(values), ColumnReader::ByteArrayColumnReader(reader)) => {
                reader.read_records(rows, None, None, values)
            }
            (Self::Long(values), ColumnReader::Int64ColumnReader(reader)) => {
                reader.read_records(rows, None, None, values)
            }
            (Self::Short(values), ColumnReader::Int32ColumnReader(reader)) => {
                reader.read_records(rows, None, None, values)
            }
            (Self::Real(values), ColumnReader::DoubleColumnReader(reader)) => {
                let (mut levels, mut there) = (Vec::new(), Vec::new());
                let read = reader.read_records(rows, Some(&mut levels), None, &mut there);
                let mut there = there.into_iter();
                values.extend(
                    levels.iter().map(|level| if *level > 0 { there.next() } else { None }),
                );
                read
            }
            (Self::Truth(values), ColumnReader::BoolColumnReader(reader)) => {
                reader.read_records(rows, None, None, values)
            }
            _ => return Err(ParquetError::General("a column has another type".to_owned())),
        }?;
        if self.len() == rows {
            return Ok(());
        }
        Err(ParquetError::EOF(format!("a column has {} values, not {rows}", self.len())))
    }
}

/// Columns of one group of rows, read a piece at a time.
pub(crate) struct GroupColumns {
    readers: Vec<ColumnReader>,
    columns: Vec<Column>,
    left: usize,
}

impl GroupColumns {
    /// Looks for columns by their names; nothing if one is not there.
    pub(crate) fn find(
        group: &dyn RowGroupReader,
        wanted: &[(String, Kind)],
    ) -> Result<Option<Self>> {
        let schema = group.metadata().schema_descr();
        let place = |name: &str| schema.columns().iter().position(|column| column.name() == name);
        let places: Option<Vec<usize>> = wanted.iter().map(|(name, _)| place(name)).collect();
        let Some(places) = places else { return Ok(None) };
        let readers = places.into_iter().map(|place| group.get_column_reader(place));
        Ok(Some(Self {
            readers: readers.collect::<Result<_>>()?,
            columns: wanted.iter().map(|(_, kind)| Column::new(*kind)).collect(),
            left: usize::try_from(group.metadata().num_rows()).unwrap_or(0),
        }))
    }

    /// The next rows, at most so many; none when all were read.
    pub(crate) fn next(&mut self, most: usize) -> Result<(usize, &[Column])> {
        let rows = self.left.min(most);
        for (column, reader) in self.columns.iter_mut().zip(&mut self.readers) {
            column.read(reader, rows)?;
        }
        self.left -= rows;
        Ok((rows, &self.columns))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use parquet::file::{
        reader::{FileReader, SerializedFileReader},
        writer::SerializedFileWriter,
    };

    use super::*;

    /// A file of two columns with these rows.
    fn file(rows: &[(u64, Option<f64>)]) -> SerializedFileReader<File> {
        let layout = layout();
        let mut columns: Vec<_> = layout.iter().map(|(_, kind)| Column::new(*kind)).collect();
        for (long, real) in rows {
            columns[0].push(Cell::Long(*long));
            columns[1].push(Cell::Real(*real));
        }
        let schema = schema(&layout).unwrap();
        let writer =
            SerializedFileWriter::new(tempfile::tempfile().unwrap(), schema, Arc::default());
        let mut writer = writer.unwrap();
        let mut group = writer.next_row_group().unwrap();
        for column in &mut columns {
            column.write(&mut group).unwrap();
        }
        assert!(columns.iter().all(|column| column.len() == 0));
        group.close().unwrap();
        SerializedFileReader::new(writer.into_inner().unwrap()).unwrap()
    }

    fn layout() -> Vec<(String, Kind)> {
        vec![("long".to_owned(), Kind::Long), ("real".to_owned(), Kind::Real)]
    }

    #[test]
    fn missing_values_and_great_numbers_come_back_in_pieces_of_any_size() {
        let rows = [(0, None), (u64::MAX, Some(0.5)), (7, None), (1 << 63, Some(-1.0)), (2, None)];
        let file = file(&rows);
        for most in 1..=rows.len() {
            let group = file.get_row_group(0).unwrap();
            let mut columns = GroupColumns::find(group.as_ref(), &layout()).unwrap().unwrap();
            let mut found = Vec::new();
            loop {
                let (count, columns) = columns.next(most).unwrap();
                let [Column::Long(longs), Column::Real(reals)] = columns else {
                    panic!("other kinds than were asked for");
                };
                assert_eq!((longs.len(), reals.len()), (count, count));
                let longs = longs.iter().map(|long| long.cast_unsigned());
                found.extend(longs.zip(reals.iter().copied()));
                if count == 0 {
                    break;
                }
            }
            assert_eq!(found, rows, "{most} at a time");
        }
    }

    #[test]
    fn columns_of_other_names_or_kinds_are_told_apart() {
        let file = file(&[(1, None)]);
        let group = file.get_row_group(0).unwrap();
        let find = |wanted: &[(String, Kind)]| GroupColumns::find(group.as_ref(), wanted).unwrap();
        assert!(find(&[("other".to_owned(), Kind::Long)]).is_none());
        assert!(find(&[("long".to_owned(), Kind::Text)]).unwrap().next(1).is_err());
    }
}
