//! Result files: one row for each seat of each game, in Parquet.

use std::{
    error::Error,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use fs_err::File;
use kakehiki_core::Seat;
use parquet::{
    basic::Compression,
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
};

use crate::{
    Plan, Played, Shard,
    columns::{Cell, Column, Kind, schema},
    plan::VERSION,
};

/// The version of the columns and the metadata.
pub(crate) const FORMAT: &str = "1";

/// Why a result file was not written or not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("cannot use the results {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The bytes are not those of a whole Parquet file.
    #[error(
        "{} is not a whole Parquet file: {problem}; move it away and play its shard again",
        path.display()
    )]
    Torn {
        /// The file.
        path: PathBuf,
        /// What the reader said.
        problem: String,
    },
    /// It is Parquet, but not of this program, or not of this version of it.
    #[error(
        "{} holds no results that this version can use: {problem}; move it away",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// It is not what the plan says its shard is.
    #[error(
        "{} is not what its plan says: {problem}; move it away and play its shard again",
        path.display()
    )]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// The metadata of a file: each name with its value.
pub(crate) mod key {
    pub const FORMAT: &str = "kakehiki.format";
    pub const VERSION: &str = "kakehiki.version";
    pub const PLAN: &str = "kakehiki.plan";
    pub const SHARD: &str = "kakehiki.shard";
    pub const SEED: &str = "kakehiki.seed";
    pub const SPEC: &str = "kakehiki.spec";
    pub const PAGES: &str = "kakehiki.pages";
}

/// Names the first bytes of a file by their number and hash.
///
/// All pages of a result file are named so in its metadata: the reader of the Parquet library
/// trusts pages, so damaged ones must not get that far.
pub(crate) fn fingerprint(path: &Path, length: u64) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?.take(length));
    let mut read = 0;
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(format!("{read} bytes {}", hasher.finalize().to_hex()));
        }
        hasher.update(bytes);
        let count = bytes.len();
        read += count;
        reader.consume(count);
    }
}

/// The column of a counter.
fn counter_column(name: &str) -> String {
    format!("count_{}", name.replace('-', "_"))
}

/// The columns of a plan's result files, by name and kind.
pub(crate) fn layout(plan: &Plan) -> Vec<(String, Kind)> {
    let fixed = [
        ("plan", Kind::Text),
        ("match", Kind::Long),
        ("round", Kind::Long),
        ("arrangement", Kind::Short),
        ("game", Kind::Long),
        ("seat", Kind::Short),
        ("agent_index", Kind::Short),
        ("agent", Kind::Text),
        ("outcome", Kind::Real),
        ("win", Kind::Truth),
        ("ending", Kind::Text),
        ("steps", Kind::Short),
    ];
    let counters = plan.spec().counters().iter();
    let fixed = fixed.into_iter().map(|(name, kind)| (name.to_owned(), kind));
    fixed.chain(counters.map(|name| (counter_column(name), Kind::Short))).collect()
}

/// The rows that are kept in memory and written as one group.
const GROUP: usize = 1 << 16;

/// Writes a result file under another name first, so that the right name never holds half a file.
///
/// The bytes depend on the plan, the shard and the games alone.
pub struct ResultsWriter<'a> {
    plan: &'a Plan,
    writer: SerializedFileWriter<File>,
    /// What is not yet written.
    columns: Vec<Column>,
    partial: PathBuf,
    path: PathBuf,
}

impl<'a> ResultsWriter<'a> {
    /// Begins the file of a shard; whoever calls it holds the shard's journal, so nobody else
    /// writes here.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(folder: &Path, plan: &'a Plan, shard: Shard) -> Result<Self, ResultsError> {
        let path = results_path(folder, plan, shard);
        let partial = path.with_extension("parquet.partial");
        let file = File::create(&partial)
            .map_err(|source| ResultsError::Io { path: partial.clone(), source })?;
        let metadata = [
            (key::FORMAT, FORMAT.to_owned()),
            (key::VERSION, VERSION.to_owned()),
            (key::PLAN, plan.hash().to_owned()),
            (key::SHARD, shard.to_string()),
            (key::SEED, plan.spec().draft().seed.to_string()),
            (key::SPEC, plan.canonical()),
        ];
        let metadata = metadata.map(|(name, value)| KeyValue::new(name.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("kakehiki {VERSION}"))
            .set_key_value_metadata(Some(metadata))
            .build();
        let layout = layout(plan);
        let columns = layout.iter().map(|(_, kind)| Column::new(*kind)).collect();
        let writer = schema(&layout)
            .and_then(|schema| SerializedFileWriter::new(file, schema, Arc::new(properties)))
            .map_err(|error| failed(&partial, error))?;
        Ok(Self { plan, writer, columns, partial, path })
    }

    /// Where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes matches, which come in the order of the plan.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, matches: &[Played]) -> Result<(), ResultsError> {
        for played in matches {
            add_match(self.plan, played, &mut self.columns);
            if self.columns[0].len() >= GROUP {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes what is in memory.
    fn write_group(&mut self) -> Result<(), ResultsError> {
        if self.columns[0].len() == 0 {
            return Ok(());
        }
        let written = self.writer.next_row_group().and_then(|mut group| {
            for column in &mut self.columns {
                column.write(&mut group)?;
            }
            group.close()
        });
        written.map_err(|error| failed(&self.partial, error))?;
        Ok(())
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    /// If the file cannot be written or renamed.
    pub fn finish(mut self) -> Result<PathBuf, ResultsError> {
        self.write_group()?;
        let Self { mut writer, partial, path, .. } = self;
        let io = |source| ResultsError::Io { path: partial.clone(), source };
        writer.flush().map_err(io)?;
        let pages = fingerprint(&partial, writer.bytes_written() as u64).map_err(io)?;
        writer.append_key_value_metadata(KeyValue::new(key::PAGES.to_owned(), pages));
        let file = writer.into_inner().map_err(|error| failed(&partial, error))?;
        file.sync_all().map_err(io)?;
        drop(file);
        fs_err::rename(&partial, &path).map_err(io)?;
        Ok(path)
    }

    /// Leaves nothing of the unfinished file.
    pub fn discard(self) {
        let Self { writer, partial, .. } = self;
        drop(writer);
        // The next run of the shard overwrites it anyway.
        let _ = fs_err::remove_file(partial);
    }
}

/// Where the results of a shard are.
pub(crate) fn results_path(folder: &Path, plan: &Plan, shard: Shard) -> PathBuf {
    folder.join(format!("{}.parquet", plan.stem(shard)))
}

fn failed(path: &Path, error: impl Error + Send + Sync + 'static) -> ResultsError {
    ResultsError::Io { path: path.to_owned(), source: io::Error::other(error) }
}

/// Adds the rows of a match to the columns of [`layout`].
pub(crate) fn add_match(plan: &Plan, played: &Played, columns: &mut [Column]) {
    let seats = plan.spec().seats();
    let fixture = plan.at(played.number);
    let names = &plan.spec().draft().agents;
    for (game, record) in (0..).zip(&played.records) {
        let places = Seat::all(seats).zip(plan.agents_at(fixture)).zip(&record.counts);
        for ((seat, &agent), counts) in places {
            let verdict = record.verdict;
            let fixed = [
                Cell::Text(plan.hash()),
                Cell::Long(fixture.number),
                Cell::Long(fixture.round),
                Cell::Short(fixture.arrangement as u32),
                Cell::Long(game),
                Cell::Short(seat.index() as u32),
                Cell::Short(agent as u32),
                Cell::Text(&names[agent]),
                Cell::Real(verdict.reward(seat, seats)),
                Cell::Truth(verdict.is_win(seat)),
                Cell::Text(verdict.word()),
                Cell::Short(record.steps),
            ];
            let cells = fixed.into_iter().chain(counts.iter().map(|count| Cell::Short(*count)));
            columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        }
    }
}
