//! The result of an experiment: who won how often, and how sure that is.

use kakehiki_core::AgentName;
use kakehiki_games::is_external;
use serde::{Serialize, Serializer};

use crate::{BeliefScore, Counters, Interval, Judgement};

/// The result of an experiment.
///
/// It serialises to the document of `kakehiki arena run --json`, which is the same for any number
/// of threads except for `core_seconds`; `Display` prints it as tables.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The game's name.
    pub game: String,
    /// The games that were played, forfeited ones included.
    pub games: u64,
    /// The number that all luck follows from.
    pub seed: u64,
    /// The games that the rules called a draw.
    pub draws: u64,
    /// The games that a length cap ended.
    pub undecided: u64,
    /// The games in which a seat misbehaved.
    pub forfeits: u64,
    /// The agents in the order they are named, equal names included.
    pub agents: Vec<AgentStanding>,
    /// The seats in their order.
    pub seats: Vec<SeatStanding>,
    /// Whether agents sat in several seats. Where none did, seats tell what agents tell, and tables
    /// leave them out.
    #[serde(skip)]
    pub changes_seats: bool,
    /// Who did how well against whom; for round robins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<PairStanding>>,
    /// What the sequential test says; for experiments with one only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Judgement>,
    /// What has to be known about the results, such as that they do not follow from the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<&'static str>,
    /// How good the beliefs of the agents were, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beliefs: Option<Vec<BeliefScore>>,
    /// The seconds that threads were busy playing; nothing if a result file came without its time.
    pub core_seconds: Option<f64>,
}

/// How an agent did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentStanding {
    /// Its name.
    pub agent: String,
    /// Its games; a game that another seat forfeited is void and does not count.
    pub games: u64,
    /// The games it won.
    pub wins: u64,
    /// Wins by games; nothing if it had no games.
    pub win_rate: Option<f64>,
    /// The 95 % interval of the win rate.
    pub ci95: Interval,
    /// The mean outcome of a game, where a draw is an equal share of a win.
    pub mean_outcome: Option<f64>,
    /// The 95 % interval of the mean outcome, which makes use of the luck that games share; shown
    /// in tables only.
    #[serde(skip)]
    pub outcome_ci95: Interval,
    /// What the rules count, summed over the agent's games.
    #[serde(serialize_with = "as_map")]
    pub counters: Counters,
    /// The rating; for round robins only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The 95 % interval of the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_ci95: Option<Interval>,
}

/// How the agents at a seat did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatStanding {
    /// The seat, counted from zero.
    pub seat: usize,
    /// The games won there.
    pub wins: u64,
    /// The games that counted for it.
    pub games: u64,
}

/// How one agent did in its games with another: at tables of more than two, whose outcome was the
/// better.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairStanding {
    /// The first agent's name.
    pub a: String,
    /// The second agent's name.
    pub b: String,
    /// The places of both among the agents, since names may be equal.
    pub indices: [usize; 2],
    /// The games that counted for both.
    pub games: u64,
    /// Games in which the first came out ahead.
    pub wins: u64,
    /// Games in which both came out alike.
    pub draws: u64,
    /// Games in which the second came out ahead.
    pub losses: u64,
    /// The 95 % interval of wins by games.
    pub ci95: Interval,
}

/// What is said of results that somebody from outside had a part in.
const OUTSIDERS: &str =
    "programs from outside played: these results do not follow from the seed alone";

/// What is said of results of agents that thought as long as the clock allowed.
const TIMED: &str =
    "an agent thought for a given time: these results do not follow from the seed alone";

/// What has to be known about results of these agents.
pub(crate) fn remark_on(agents: &[String]) -> Option<&'static str> {
    let is_timed = |agent: &String| agent.parse::<AgentName>().is_ok_and(|agent| agent.is_timed());
    if agents.iter().any(|agent| is_external(agent)) {
        return Some(OUTSIDERS);
    }
    agents.iter().any(is_timed).then_some(TIMED)
}

impl Standings {
    /// The document of `kakehiki arena run --json`, on one line.
    pub fn to_json(&self) -> String {
        // Numbers that are not finite become null, so this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

fn as_map<S: Serializer>(counters: &Counters, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counters.sums())
}
