//! Which part of a study's work one process does.

use std::sync::{Mutex, PoisonError};

use kakehiki_arena::Shard;
use serde::{Deserialize, Serialize};

/// Which part of a study's work one process does.
///
/// A study is a function that asks for work, task by task, and makes a report of what came of it. The
/// same function lays out a plan, plays a share of it and puts shares together: only what its tasks
/// give back differs. What comes after a task that needs an earlier one as a whole, a training say, is
/// a later *stage*: it can be laid out and played when the earlier one is there.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// All of it.
    Whole,
    /// Nothing is played; the tasks that can be laid out are written down.
    Plan(&'a Tasks),
    /// A share of each task. What was made of it alone is no report.
    Shard(Shard),
    /// Nothing is played; everything has to be there already.
    Merge,
}

/// Something to do, of which every shard does a share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The name of its file or folder.
    pub task: String,
    /// How many games, positions or sessions it has; one if it cannot be divided.
    pub units: u64,
    /// The hash of the plan, if it is games of the arena.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
}

/// A list of tasks that grows as a study asks for them.
#[derive(Debug, Default)]
pub struct Tasks(Mutex<Vec<Task>>);

impl Tasks {
    pub(crate) fn add(&self, task: Task) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    /// The tasks, in their order.
    pub fn into_list(self) -> Vec<Task> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a share has to do a task that cannot be divided: each falls to one share by its name.
pub(crate) fn falls_to(shard: Shard, task: &str) -> bool {
    let digest = blake3::hash(task.as_bytes());
    let bytes = digest.as_bytes().first_chunk::<8>().copied().unwrap_or_default();
    u64::from_le_bytes(bytes) % shard.of() + 1 == shard.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_falls_to_exactly_one_share() {
        for of in 1..=7 {
            let mut tasks = vec![0; of as usize];
            for number in 0..100 {
                let task = format!("test {number}");
                let shards = (1..=of).filter_map(|index| Shard::new(index, of).ok());
                let owners: Vec<Shard> = shards.filter(|it| falls_to(*it, &task)).collect();
                assert_eq!(owners.len(), 1);
                tasks[owners[0].index() as usize - 1] += 1;
            }
            assert!(tasks.iter().all(|count| *count > 0), "{tasks:?}");
        }
    }
}
