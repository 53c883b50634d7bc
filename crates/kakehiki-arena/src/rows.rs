//! Result files: one row for each seat of each game, in Parquet.

use std::{
    error::Error,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema};
use fs_err::File;
use kakehiki_core::{Seat, Verdict};
use parquet::{
    arrow::ArrowWriter,
    basic::Compression,
    file::{metadata::KeyValue, properties::WriterProperties},
};

use crate::{Plan, Played, Shard, plan::VERSION};

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

/// The names of the columns that do not depend on the game, in their order.
pub(crate) mod column {
    pub const PLAN: &str = "plan";
    pub const MATCH: &str = "match";
    pub const ROUND: &str = "round";
    pub const ARRANGEMENT: &str = "arrangement";
    pub const GAME: &str = "game";
    pub const SEAT: &str = "seat";
    pub const AGENT_INDEX: &str = "agent_index";
    pub const AGENT: &str = "agent";
    pub const OUTCOME: &str = "outcome";
    pub const WIN: &str = "win";
    pub const ENDING: &str = "ending";
    pub const STEPS: &str = "steps";
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
pub(crate) fn counter_column(name: &str) -> String {
    format!("count_{}", name.replace('-', "_"))
}

/// The columns of a plan's result files.
fn schema(plan: &Plan) -> Schema {
    let mut fields = vec![
        Field::new(column::PLAN, DataType::Utf8, false),
        Field::new(column::MATCH, DataType::UInt64, false),
        Field::new(column::ROUND, DataType::UInt64, false),
        Field::new(column::ARRANGEMENT, DataType::UInt32, false),
        Field::new(column::GAME, DataType::UInt64, false),
        Field::new(column::SEAT, DataType::UInt32, false),
        Field::new(column::AGENT_INDEX, DataType::UInt32, false),
        Field::new(column::AGENT, DataType::Utf8, false),
        Field::new(column::OUTCOME, DataType::Float64, true),
        Field::new(column::WIN, DataType::Boolean, false),
        Field::new(column::ENDING, DataType::Utf8, false),
        Field::new(column::STEPS, DataType::UInt32, false),
    ];
    let counters = plan.spec().table().counters().iter();
    fields.extend(counters.map(|name| Field::new(counter_column(name), DataType::UInt32, false)));
    Schema::new(fields)
}

/// Writes a result file under another name first, so that the right name never holds half a file.
///
/// The bytes depend on the plan, the shard and the games alone.
pub struct ResultsWriter<'a> {
    plan: &'a Plan,
    schema: Arc<Schema>,
    writer: ArrowWriter<File>,
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
        let schema = Arc::new(schema(plan));
        let writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties))
            .map_err(|error| failed(&partial, error))?;
        Ok(Self { plan, schema, writer, partial, path })
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
        let columns = columns(self.plan, matches);
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        let batch = batch.map_err(|error| failed(&self.partial, error))?;
        self.writer.write(&batch).map_err(|error| failed(&self.partial, error))
    }

    /// Ends the file and gives it its name.
    ///
    /// # Errors
    /// If the file cannot be written or renamed.
    pub fn finish(self) -> Result<PathBuf, ResultsError> {
        let Self { mut writer, partial, path, .. } = self;
        let io = |source| ResultsError::Io { path: partial.clone(), source };
        writer.flush().map_err(|error| failed(&partial, error))?;
        writer.sync().map_err(io)?;
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

/// One row of a file, before the counters.
struct Row<'a> {
    fixture: crate::Match,
    game: u64,
    seat: Seat,
    agent: usize,
    verdict: Verdict,
    steps: u32,
    counts: &'a [u32],
}

/// The rows of matches as columns.
fn columns(plan: &Plan, matches: &[Played]) -> Vec<ArrayRef> {
    let seats = plan.spec().seats();
    let mut rows = Vec::with_capacity(matches.len() * plan.series() as usize * seats);
    for played in matches {
        let fixture = plan.at(played.number);
        for (game, record) in (0..).zip(&played.records) {
            let places = Seat::all(seats).zip(plan.agents_at(fixture)).zip(&record.counts);
            rows.extend(places.map(|((seat, &agent), counts)| {
                let (verdict, steps) = (record.verdict, record.steps);
                Row { fixture, game, seat, agent, verdict, steps, counts }
            }));
        }
    }
    let names = &plan.spec().draft().agents;
    let long = |of: fn(&Row) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from(rows.iter().map(of).collect::<Vec<_>>()))
    };
    let short = |of: fn(&Row) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from(rows.iter().map(of).collect::<Vec<_>>()))
    };
    let rewards = rows.iter().map(|row| row.verdict.reward(row.seat, seats));
    let wins: Vec<bool> = rows.iter().map(|row| row.verdict.is_win(row.seat)).collect();
    let mut columns: Vec<ArrayRef> = vec![
        Arc::new(StringArray::from_iter_values(rows.iter().map(|_| plan.hash()))),
        long(|row| row.fixture.number),
        long(|row| row.fixture.round),
        short(|row| row.fixture.arrangement as u32),
        long(|row| row.game),
        short(|row| row.seat.index() as u32),
        short(|row| row.agent as u32),
        Arc::new(StringArray::from_iter_values(rows.iter().map(|row| &names[row.agent]))),
        Arc::new(rewards.collect::<Float64Array>()),
        Arc::new(BooleanArray::from(wins)),
        Arc::new(StringArray::from_iter_values(rows.iter().map(|row| row.verdict.word()))),
        short(|row| row.steps),
    ];
    for counter in 0..plan.spec().table().counters().len() {
        let counts = rows.iter().map(|row| row.counts[counter]).collect::<Vec<_>>();
        columns.push(Arc::new(UInt32Array::from(counts)));
    }
    columns
}
