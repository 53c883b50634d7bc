//! Result files read back, and held against the plan they belong to.

use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
};

use fs_err::File;
use kakehiki_core::{Ending, Record, Seat, SeatSet, Verdict};
use parquet::{
    errors::ParquetError,
    file::reader::{FileReader, RowGroupReader, SerializedFileReader},
};

use crate::{
    Draft, Plan, ResultsError, SeatRows, Shard, Spec, Tally,
    columns::{Column, GroupColumns},
    plan::VERSION,
    rows::{FORMAT, fingerprint, key, layout},
};

/// The rows that are read at once.
const PIECE: usize = 1 << 16;

/// The result file of a shard, opened and known to be whole.
pub struct Results {
    path: PathBuf,
    reader: SerializedFileReader<std::fs::File>,
    plan: String,
    shard: Shard,
    spec: String,
    pages: String,
    rows: u64,
}

impl Results {
    /// Opens a result file and reads what it says of itself.
    ///
    /// # Errors
    /// If it cannot be read, is torn, or does not come from this version of this program.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        guarded(path, || Self::open_unguarded(path))
    }

    fn open_unguarded(path: &Path) -> Result<Self, ResultsError> {
        let file = File::open(path)
            .map_err(|source| ResultsError::Io { path: path.to_owned(), source })?;
        let reader =
            SerializedFileReader::new(file.into_file()).map_err(|error| torn(path, &error))?;
        let foreign = |problem: String| ResultsError::Foreign { path: path.to_owned(), problem };
        let metadata = reader.metadata().file_metadata();
        let value = |name: &str| -> Result<String, ResultsError> {
            let entries = metadata.key_value_metadata().into_iter().flatten();
            let mut values = entries.filter(|entry| entry.key == name);
            let value = values.next().and_then(|entry| entry.value.clone());
            value.ok_or_else(|| foreign(format!("its metadata has no {name}")))
        };
        for (name, here) in [(key::FORMAT, FORMAT), (key::VERSION, VERSION)] {
            let there = value(name)?;
            if there != here {
                return Err(foreign(format!("its {name} is {there}, not {here}")));
            }
        }
        let shard =
            value(key::SHARD)?.parse::<Shard>().map_err(|error| foreign(error.to_string()))?;
        let (plan, spec, pages) = (value(key::PLAN)?, value(key::SPEC)?, value(key::PAGES)?);
        let rows = u64::try_from(metadata.num_rows())
            .map_err(|_| foreign("it has less than no rows".to_owned()))?;
        Ok(Self { path: path.to_owned(), plan, shard, spec, pages, rows, reader })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The hash of the plan it belongs to.
    pub fn plan_hash(&self) -> &str {
        &self.plan
    }

    /// The shard it holds.
    pub const fn shard(&self) -> Shard {
        self.shard
    }

    /// Lays out the plan that the file was played from.
    ///
    /// # Errors
    /// If its specification and its hash do not belong together.
    pub fn lay_out(&self) -> Result<Plan, ResultsError> {
        let foreign = |problem| ResultsError::Foreign { path: self.path.clone(), problem };
        let draft: Draft =
            serde_json::from_str(&self.spec).map_err(|error| foreign(error.to_string()))?;
        let plan = Plan::new(Spec::new(draft).map_err(|error| foreign(error.to_string()))?);
        if plan.hash() == self.plan {
            Ok(plan)
        } else {
            Err(foreign("its specification and its plan do not belong together".to_owned()))
        }
    }

    /// The matches of the plan that the file holds.
    ///
    /// # Errors
    /// If it has another number of rows than its shard, or belongs to another plan.
    pub fn matches(&self, plan: &Plan) -> Result<Range<u64>, ResultsError> {
        if plan.hash() != self.plan {
            return Err(self.wrong(format!("it belongs to plan {}", self.plan)));
        }
        let range = self.shard.range(plan.matches());
        let rows_a_match = plan.series() * plan.spec().seats() as u64;
        let expected = (range.end - range.start) * rows_a_match;
        // A sequential test may have stopped the plan early; whether it did is seen from the games.
        let stopped = plan.sprt().is_some()
            && self.rows < expected
            && self.rows > 0
            && self.rows.is_multiple_of(rows_a_match * plan.batch());
        if self.rows != expected && !stopped {
            return Err(self.wrong(format!("it has {} rows, not {expected}", self.rows)));
        }
        Ok(range.start..range.start + self.rows / rows_a_match)
    }

    /// Adds the games of the file to a tally, checking every row against the plan.
    ///
    /// # Errors
    /// If a row cannot be read or is not the one that the plan has at its place.
    pub fn add_to(self, plan: &Plan, tally: &mut Tally<'_>) -> Result<(), ResultsError> {
        let path = self.path.clone();
        guarded(&path, || self.add_to_unguarded(plan, tally))
    }

    /// Adds the rows of the file to others of the same plan.
    ///
    /// # Errors
    /// If a row cannot be read.
    pub(crate) fn add_rows_to(self, plan: &Plan, rows: &mut SeatRows) -> Result<(), ResultsError> {
        let path = self.path.clone();
        guarded(&path, || {
            self.check_pages()?;
            self.matches(plan)?;
            let torn = |error: ParquetError| torn(&path, &error);
            for group in 0..self.reader.num_row_groups() {
                let group = self.reader.get_row_group(group).map_err(torn)?;
                let mut columns = self.columns(group.as_ref(), plan)?;
                while let (1.., found) = columns.next(PIECE).map_err(torn)? {
                    rows.extend(found);
                }
            }
            Ok(())
        })
    }

    /// The columns of a plan in a group of rows.
    fn columns(
        &self,
        group: &dyn RowGroupReader,
        plan: &Plan,
    ) -> Result<GroupColumns, ResultsError> {
        let found = GroupColumns::find(group, &layout(plan));
        found.map_err(|error| torn(&self.path, &error))?.ok_or_else(|| ResultsError::Foreign {
            path: self.path.clone(),
            problem: "it lacks columns of this game".to_owned(),
        })
    }

    fn add_to_unguarded(self, plan: &Plan, tally: &mut Tally<'_>) -> Result<(), ResultsError> {
        self.check_pages()?;
        let matches = self.matches(plan)?;
        let Self { path, reader, .. } = &self;
        let mut cursor = Cursor {
            plan,
            path,
            number: matches.start,
            game: 0,
            rows: Vec::new(),
            records: Vec::new(),
        };
        let whole = matches.end == plan.matches();
        let mut decided = false;
        let torn = |error: ParquetError| torn(path, &error);
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).map_err(torn)?;
            let mut columns = self.columns(group.as_ref(), plan)?;
            loop {
                let (rows, columns) = columns.next(PIECE).map_err(torn)?;
                for index in 0..rows {
                    let row = Row::read(columns, index).ok_or_else(|| ResultsError::Foreign {
                        path: path.clone(),
                        problem: "its columns are of other kinds".to_owned(),
                    })?;
                    if let Some((number, records)) = cursor.add(row)? {
                        if decided {
                            return Err(cursor.wrong("it goes on after its test was decided"));
                        }
                        tally.add(number, &records);
                        let looked =
                            plan.sprt().is_some() && (number + 1).is_multiple_of(plan.batch());
                        decided = looked && tally.is_decided();
                    }
                }
                if rows == 0 {
                    break;
                }
            }
        }
        if cursor.number != matches.end {
            return Err(cursor.wrong("it ends too early"));
        }
        if plan.sprt().is_some() && !whole && !decided {
            return Err(cursor.wrong("it ends before its test was decided"));
        }
        Ok(())
    }

    /// Checks that the pages are the ones that were written.
    fn check_pages(&self) -> Result<(), ResultsError> {
        let length = self.pages.split(' ').next().and_then(|length| length.parse().ok());
        let found = fingerprint(&self.path, length.unwrap_or(0))
            .map_err(|source| ResultsError::Io { path: self.path.clone(), source })?;
        if found == self.pages {
            return Ok(());
        }
        let problem = "its pages are damaged".to_owned();
        Err(ResultsError::Torn { path: self.path.clone(), problem })
    }

    fn wrong(&self, problem: String) -> ResultsError {
        ResultsError::Wrong { path: self.path.clone(), problem }
    }
}

/// Reads something of a file; where the reader of the Parquet library panics over what it finds,
/// the file is damaged.
fn guarded<T>(
    path: &Path,
    read: impl FnOnce() -> Result<T, ResultsError>,
) -> Result<T, ResultsError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        let problem = "its structure is damaged".to_owned();
        Err(ResultsError::Torn { path: path.to_owned(), problem })
    })
}

/// One row as it was read.
struct Row<'a> {
    r#match: u64,
    round: u64,
    arrangement: u32,
    game: u64,
    seat: u32,
    agent: u32,
    outcome: Option<f64>,
    win: bool,
    ending: &'a str,
    steps: u32,
    counts: Vec<u32>,
}

impl<'a> Row<'a> {
    /// Takes a row from the columns of [`layout`]; nothing if they are not those.
    fn read(columns: &'a [Column], index: usize) -> Option<Self> {
        let [
            Column::Text(_),
            Column::Long(number),
            Column::Long(round),
            Column::Short(arrangement),
            Column::Long(game),
            Column::Short(seat),
            Column::Short(agent),
            Column::Text(_),
            Column::Real(outcome),
            Column::Truth(win),
            Column::Text(ending),
            Column::Short(steps),
            counters @ ..,
        ] = columns
        else {
            return None;
        };
        let count = |counter: &Column| match counter {
            Column::Short(counts) => Some(counts[index].cast_unsigned()),
            _ => None,
        };
        Some(Self {
            r#match: number[index].cast_unsigned(),
            round: round[index].cast_unsigned(),
            arrangement: arrangement[index].cast_unsigned(),
            game: game[index].cast_unsigned(),
            seat: seat[index].cast_unsigned(),
            agent: agent[index].cast_unsigned(),
            outcome: outcome[index],
            win: win[index],
            ending: ending[index].as_utf8().ok()?,
            steps: steps[index].cast_unsigned(),
            counts: counters.iter().map(count).collect::<Option<_>>()?,
        })
    }
}

fn torn(path: &Path, error: &ParquetError) -> ResultsError {
    ResultsError::Torn { path: path.to_owned(), problem: error.to_string() }
}

/// Where in the plan the next row belongs, and what has been gathered of its match.
struct Cursor<'a> {
    plan: &'a Plan,
    path: &'a Path,
    number: u64,
    game: u64,
    /// The rows of the game so far: outcome, win and counters of each seat.
    rows: Vec<(Option<f64>, bool, Vec<u32>)>,
    records: Vec<Record>,
}

impl Cursor<'_> {
    /// Takes the next row, and gives a match when it is the last of it.
    fn add(&mut self, row: Row<'_>) -> Result<Option<(u64, Vec<Record>)>, ResultsError> {
        let fixture = self.plan.at(self.number);
        let agents = self.plan.agents_at(fixture);
        let seat = self.rows.len();
        let fits = row.r#match == self.number
            && row.round == fixture.round
            && row.arrangement as usize == fixture.arrangement
            && row.game == self.game
            && row.seat as usize == seat
            && row.agent as usize == agents[seat];
        if !fits {
            let Row { r#match, game, seat, .. } = row;
            return Err(self.wrong(&format!(
                "a row is of match {match}, game {game}, seat {seat} where match {}, game {}, \
                 seat {} belongs",
                self.number,
                self.game,
                self.rows.len()
            )));
        }
        self.rows.push((row.outcome, row.win, row.counts));
        if self.rows.len() < agents.len() {
            return Ok(None);
        }
        let verdict = self
            .verdict(row.ending)
            .ok_or_else(|| self.wrong(&format!("match {} came out as no game can", self.number)))?;
        let counts = self.rows.drain(..).map(|(_, _, counts)| counts).collect();
        self.records.push(Record { verdict, steps: row.steps, counts });
        self.game += 1;
        if self.game < self.plan.series() {
            return Ok(None);
        }
        let finished = (self.number, std::mem::take(&mut self.records));
        self.number += 1;
        self.game = 0;
        Ok(Some(finished))
    }

    /// How the game of the gathered rows came out; nothing if they contradict each other.
    fn verdict(&self, ending: &str) -> Option<Verdict> {
        let seats = self.rows.len();
        let places = || Seat::all(seats).zip(&self.rows);
        let winners =
            places().filter(|(_, row)| row.1).fold(SeatSet::EMPTY, |set, (seat, _)| set.with(seat));
        let culprit = places().find(|(_, row)| row.0.is_some()).map(|(seat, _)| seat);
        let endings = [Ending::Won(winners), Ending::Drawn, Ending::Undecided];
        let mut verdicts =
            endings.map(Verdict::Ended).into_iter().chain(culprit.map(Verdict::Forfeited));
        let verdict = verdicts.find(|verdict| verdict.word() == ending)?;
        let agrees = places().all(|(seat, row)| {
            row.0 == verdict.reward(seat, seats) && row.1 == verdict.is_win(seat)
        });
        agrees.then_some(verdict)
    }

    fn wrong(&self, problem: &str) -> ResultsError {
        ResultsError::Wrong { path: self.path.to_owned(), problem: problem.to_owned() }
    }
}
