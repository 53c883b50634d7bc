//! Plans, shards, seat rotation, paired seeds, statistics, ratings and result files.
//!
//! A [`Spec`] says what an experiment is; a [`Plan`] is every match of it, which follows from the
//! specification alone; [`run`] plays a plan or a [`Shard`] of it on any number of threads;
//! [`merge`] puts shards together; [`Standings`] are the result, with intervals.
//!
//! # Examples
//!
//! ```
//! use kakehiki_arena::{Draft, Plan, RunOptions, Spec, run};
//!
//! let draft = Draft { rotate: true, ..Draft::new("geister", &["random", "random"], 20) };
//! let plan = Plan::new(Spec::new(draft)?);
//! let outcome = run(&plan, &RunOptions { threads: 2, ..RunOptions::default() })?;
//! assert_eq!(outcome.standings.games, 40);
//! println!("{}", outcome.standings);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beliefs;
mod columns;
mod counters;
mod interval;
mod journal;
mod merge;
mod plan;
mod plan_file;
mod rating;
mod results;
mod rows;
mod run;
mod seat_rows;
mod shard;
mod spec;
mod sprt;
mod standings;
mod table;
mod tally;
mod time;

pub use beliefs::{BeliefScore, BeliefsError, PartScore, Tenth, TopicScore, score_beliefs};
pub use counters::{CounterShare, Counters};
pub use interval::{Interval, PairedMean};
pub use journal::{Journal, JournalError, Played};
pub use merge::{MergeError, Merged, kept_rows, merge, merge_plan};
pub use plan::{Match, Plan};
pub use plan_file::PlanError;
pub use rating::{Rating, Scores};
pub use results::Results;
pub use rows::ResultsError;
pub use run::{Outcome, RunError, RunOptions, run};
pub use seat_rows::{SeatRows, Values};
pub use shard::{Shard, ShardError};
pub use spec::{Draft, Pairing, Spec, SpecError};
pub use sprt::{Decision, Judgement, Sprt};
pub use standings::{AgentStanding, PairStanding, SeatStanding, Standings};
pub use tally::Tally;
