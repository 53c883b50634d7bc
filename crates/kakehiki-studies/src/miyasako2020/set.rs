//! The three sets of positions that are part of the program.

use kakehiki_monopoly::WeighedPosition;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter};

/// The change of the rate from which on an answer is easy.
const EASY: f64 = 0.1;

/// A line of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    /// The rules that it is played by.
    pub(super) rules: String,
    /// The position and what is true of it.
    #[serde(flatten)]
    pub(super) weighed: WeighedPosition,
}

impl Entry {
    /// Whether nobody should hesitate: a large difference in the same direction under both base
    /// players.
    pub(super) fn is_easy(&self) -> bool {
        let gaps = [self.weighed.moyer.gap, self.weighed.moyer_repaired.gap];
        gaps.iter().all(|gap| *gap >= EASY) || gaps.iter().all(|gap| *gap <= -EASY)
    }

    /// Whether accepting is better with base players as they are.
    pub(super) fn is_to_accept(&self) -> bool {
        self.weighed.moyer.gap > 0.0
    }
}

/// Which set.
#[derive(Clone, Copy, Debug, Display, EnumIter, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub(super) enum Which {
    /// The one that anybody may look at.
    Public,
    /// The one to test with what was made by looking at the other.
    Apart,
    /// Boards generated at random, as the paper's were.
    Random,
}

const PUBLIC: &str = include_str!("../../../../studies/miyasako2020-positions.jsonl");
const APART: &str = include_str!("../../../../studies/miyasako2020-positions-apart.jsonl");
const RANDOM: &str = include_str!("../../../../studies/miyasako2020-positions-random.jsonl");

impl Which {
    /// The name of its file.
    pub(super) fn file_name(self) -> &'static str {
        match self {
            Self::Public => "positions.jsonl",
            Self::Apart => "positions-apart.jsonl",
            Self::Random => "positions-random.jsonl",
        }
    }

    /// The positions, in the order they were made.
    ///
    /// # Panics
    /// If the file is not a set: it is part of the program, and a test reads it.
    pub(super) fn entries(self) -> Vec<Entry> {
        let text = match self {
            Self::Public => PUBLIC,
            Self::Apart => APART,
            Self::Random => RANDOM,
        };
        text.lines().map(|line| serde_json::from_str(line).expect("a line of the set")).collect()
    }
}

/// The lines of a set.
pub(super) fn to_text(entries: &[Entry]) -> String {
    // Text and finite numbers can always be written.
    let line = |entry| serde_json::to_string(entry).unwrap_or_default() + "\n";
    entries.iter().map(line).collect()
}
