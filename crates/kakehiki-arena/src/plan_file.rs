//! Plans as files: every match written out, and checked when it is read back.

use std::{
    fmt,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

use kakehiki_core::write_whole;
use serde::{
    Deserialize, Serialize,
    de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use crate::{Draft, Match, Plan, Spec, plan::VERSION};

/// Why a plan was not written or not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The file cannot be written.
    #[error("cannot write the plan {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read the plan: {0}")]
    Read(#[source] io::Error),
    /// The file is not a plan, or not one that this version plays as it was planned.
    #[error("{}: {problem}; write it again with: kakehiki arena plan SPEC", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong and where.
        problem: String,
    },
}

/// A match as a line of the file.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    r#match: u64,
    round: u64,
    arrangement: usize,
    seats: Vec<usize>,
    games: u64,
}

impl Line {
    fn new(plan: &Plan, fixture: Match) -> Self {
        let seats = plan.agents_at(fixture).to_vec();
        let Match { number, round, arrangement } = fixture;
        Self { r#match: number, round, arrangement, seats, games: plan.series() }
    }
}

impl Plan {
    /// Writes the plan as JSON, one match a line, by temporary file and rename.
    ///
    /// Each line tells the match, its round, the arrangement, the agent at each seat (by its place
    /// among the agents of the specification) and the number of games. Seeds follow from the seed
    /// of the specification and the round: `Seed::experiment(seed).derive("match", round)`.
    ///
    /// # Errors
    /// If the file cannot be written; what was there before is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), PlanError> {
        write_whole(path, |sink| self.write_to(sink))
            .map_err(|source| PlanError::Write { path: path.to_owned(), source })
    }

    fn write_to(&self, sink: &mut impl Write) -> io::Result<()> {
        write!(
            sink,
            "{{\"plan\":\"{}\",\"version\":\"{VERSION}\",\"spec\":{},\"games\":{},\"matches\":[",
            self.hash(),
            self.canonical(),
            self.games(),
        )?;
        for number in 0..self.matches() {
            sink.write_all(if number == 0 { b"\n" } else { b",\n" })?;
            serde_json::to_writer(&mut *sink, &Line::new(self, self.at(number)))?;
        }
        sink.write_all(b"\n]}\n")
    }

    /// Reads a plan back and checks that this version would lay it out in exactly the same way.
    ///
    /// # Errors
    /// If the file cannot be read, is no plan, was changed, or was written by another version.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let file = fs_err::File::open(path).map_err(PlanError::Read)?;
        let mut reader = serde_json::Deserializer::from_reader(BufReader::new(file));
        let plan = reader.deserialize_map(File).and_then(|plan| reader.end().map(|()| plan));
        plan.map_err(|error| {
            if error.is_io() {
                PlanError::Read(error.into())
            } else {
                PlanError::Content { path: path.to_owned(), problem: error.to_string() }
            }
        })
    }
}

/// Reads the whole file, one match at a time.
struct File;

impl<'de> Visitor<'de> for File {
    type Value = Plan;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a plan")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Plan, A::Error> {
        let mut hash: Option<String> = None;
        let mut plan: Option<Plan> = None;
        let mut listed = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "plan" => hash = Some(map.next_value()?),
                "version" => {
                    let version: String = map.next_value()?;
                    if version != VERSION {
                        let problem =
                            format!("the plan is of version {version}, this is {VERSION}");
                        return Err(A::Error::custom(problem));
                    }
                }
                "spec" => {
                    let spec = Spec::new(map.next_value::<Draft>()?).map_err(A::Error::custom)?;
                    plan = Some(Plan::new(spec));
                }
                "games" => {
                    map.next_value::<IgnoredAny>()?;
                }
                "matches" => {
                    let plan = plan.as_ref().ok_or_else(|| {
                        A::Error::custom("the matches come before the specification")
                    })?;
                    map.next_value_seed(Matches(plan))?;
                    listed = true;
                }
                other => {
                    let known = ["plan", "version", "spec", "games", "matches"].as_slice();
                    return Err(A::Error::unknown_field(other, known));
                }
            }
        }
        let plan = plan.ok_or_else(|| A::Error::missing_field("spec"))?;
        if !listed {
            return Err(A::Error::missing_field("matches"));
        }
        if hash.as_deref() != Some(plan.hash()) {
            let problem = "the specification and the plan's hash do not belong together";
            return Err(A::Error::custom(problem));
        }
        Ok(plan)
    }
}

/// Checks the list of matches without keeping it.
struct Matches<'a>(&'a Plan);

impl<'de> DeserializeSeed<'de> for Matches<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Matches<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the list of matches")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(line) = list.next_element::<Line>()? {
            if number >= self.0.matches() || line != Line::new(self.0, self.0.at(number)) {
                let problem = format!("match {number} is not what the specification gives");
                return Err(A::Error::custom(problem));
            }
            number += 1;
        }
        if number < self.0.matches() {
            let problem = format!("{number} matches are listed, not {}", self.0.matches());
            return Err(A::Error::custom(problem));
        }
        Ok(())
    }
}
