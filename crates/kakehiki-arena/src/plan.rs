//! Every match of an experiment, as it follows from the specification alone.

use itertools::Itertools;
use kakehiki_core::Cast;

use crate::{Draft, Pairing, Shard, Spec, Sprt};

/// The version of this crate: another one may play the same experiment differently, so it is part
/// of every plan.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The games between two looks at the results, unless a test asks for others. It bounds the memory
/// of a run, and is so large that threads waiting for the last match of a batch cost next to
/// nothing.
const BATCH_GAMES: u64 = 4096;

/// The least number of matches in a batch, for the same reason.
const BATCH_MATCHES: u64 = 128;

/// Every match of an experiment.
///
/// A *round* is one match in every arrangement of the seats, all under the same luck; matches are
/// counted round by round. Nothing is kept for single matches, so a plan of a billion games is as
/// small as one of ten.
///
/// # Examples
///
/// ```
/// use kakehiki_arena::{Draft, Plan, Spec};
///
/// let draft = Draft { rotate: true, ..Draft::new("geister", &["random", "random"], 100) };
/// let plan = Plan::new(Spec::new(draft)?);
/// assert_eq!(plan.games(), 200);
/// let (first, second) = (plan.at(6), plan.at(7));
/// assert_eq!((first.round, second.round), (3, 3), "the same luck");
/// assert_eq!(plan.agents_at(first), [0, 1]);
/// assert_eq!(plan.agents_at(second), [1, 0]);
/// # Ok::<(), kakehiki_arena::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    spec: Spec,
    arrangements: Vec<Arrangement>,
    hash: String,
}

/// Who sits where.
#[derive(Clone, Debug)]
struct Arrangement {
    /// The agent at each seat, by its place among the agents of the specification.
    agents: Vec<usize>,
    casts: Vec<Cast>,
}

/// One match of a plan: the unit that shards never split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its number in the plan.
    pub number: u64,
    /// The round it belongs to: all its matches are played under the same luck.
    pub round: u64,
    /// Which seat arrangement it is played in.
    pub arrangement: usize,
}

impl Plan {
    /// Lays out an experiment.
    pub fn new(spec: Spec) -> Self {
        let Draft { rotate, pairing, .. } = *spec.draft();
        let (seats, agents) = (spec.seats(), spec.casts().len());
        let choices: Vec<Vec<usize>> = match pairing {
            Pairing::Seats => vec![(0..agents).collect()],
            Pairing::RoundRobin => (0..agents).combinations(seats).collect(),
        };
        let rotations = if rotate { seats } else { 1 };
        let arrange = |(choice, rotation): (Vec<usize>, usize)| {
            let agents: Vec<usize> =
                (0..seats).map(|seat| choice[(seat + rotation) % seats]).collect();
            let casts = agents.iter().map(|&agent| spec.casts()[agent].clone()).collect();
            Arrangement { agents, casts }
        };
        let arrangements =
            choices.into_iter().cartesian_product(0..rotations).map(arrange).collect();
        let mut hasher = blake3::Hasher::new_derive_key("kakehiki plan v1");
        hasher.update(VERSION.as_bytes());
        hasher.update(b"\n");
        hasher.update(canonical(spec.draft()).as_bytes());
        let mut hash = hasher.finalize().to_hex().to_string();
        // Sixty-four bits tell plans apart and leave file names that people can read.
        hash.truncate(16);
        Self { spec, arrangements, hash }
    }

    /// The experiment.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What tells this plan from all others: sixteen hexadecimal digits that follow from the
    /// specification and the version of this crate.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The specification in the one spelling that the hash is made from.
    pub(crate) fn canonical(&self) -> String {
        canonical(self.spec.draft())
    }

    /// The number of matches.
    pub fn matches(&self) -> u64 {
        self.rounds() * self.arrangements.len() as u64
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u64 {
        self.spec.draft().games / self.series()
    }

    /// The number of games of a match.
    pub fn series(&self) -> u64 {
        self.spec.draft().series
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.matches() * self.series()
    }

    /// The match of this number, wherever the plan may end.
    pub fn at(&self, number: u64) -> Match {
        let arrangements = self.arrangements.len() as u64;
        let arrangement = (number % arrangements) as usize;
        Match { number, round: number / arrangements, arrangement }
    }

    /// The agent at each seat, by its place among the agents of the specification.
    pub fn agents_at(&self, fixture: Match) -> &[usize] {
        &self.arrangements[fixture.arrangement].agents
    }

    /// The checked agent at each seat.
    pub fn casts_at(&self, fixture: Match) -> &[Cast] {
        &self.arrangements[fixture.arrangement].casts
    }

    /// The matches that are looked at together: after so many, results go on in the order of the
    /// plan.
    ///
    /// It depends on nothing but the plan, and with a sequential test it is the time between two of
    /// its looks.
    pub(crate) fn batch(&self) -> u64 {
        match self.sprt() {
            Some(sprt) => sprt.batch * self.arrangements.len() as u64,
            None => (BATCH_GAMES / self.series()).max(BATCH_MATCHES),
        }
    }

    /// The test that may stop the experiment early.
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        self.spec.draft().sprt
    }

    /// The start of the names of all files of a shard of this plan.
    pub(crate) fn stem(&self, shard: Shard) -> String {
        format!("{}-{}-of-{}", self.hash, shard.index(), shard.of())
    }
}

/// A draft in one spelling: its fields and options are always in the same order.
fn canonical(draft: &Draft) -> String {
    // Text, finite numbers and maps with text for keys always have a spelling in JSON.
    serde_json::to_string(draft).unwrap_or_default()
}
