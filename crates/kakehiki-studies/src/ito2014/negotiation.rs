//! What the experiments with trade share: the rules, the movers, and who negotiates how.

use kakehiki_core::{Parameter, Settings};

use super::{
    FIGURES,
    table::{Outcome, PLAYERS},
};
use crate::{Row, published::published as figure};

/// One offer a turn to one other player, taken or left, with open resource hands.
pub(super) const TABLE: &[(&str, &str)] = &[
    ("trading", "one"),
    ("offers", "1"),
    ("counters", "off"),
    ("acceptance", "first"),
    ("hands", "open"),
];

/// Who chooses everything but trades, for all four alike.
pub(super) const MOVES: Parameter = Parameter::choice(
    "moves",
    &["uct(playouts=1000)", "uct(playouts=100)", "paper", "greedy", "weighted"],
    "uct(playouts=1000)",
    "who chooses everything but trades, for all four alike; paper is its search with as many \
     playouts as are as strong as its 1,000, and greedy is far cheaper",
);

/// The paper's search: uniform playouts to the end of the game, one kind of action, the best mean, and
/// no more playouts in the set-up than elsewhere.
pub(super) fn paper_search(playouts: i64, c: &str) -> String {
    format!(
        "uct(playouts={playouts}, c={c}, rollout=uniform, cutoff=0, kinds=off, choice=mean, \
         opening=1)"
    )
}

/// The project's own search as it was when the results that are kept were played: a stronger one since
/// would change what they say.
pub(super) fn own_search(playouts: i64) -> String {
    format!("uct(playouts={playouts}, cutoff=100, foresight=0, rollout=weighted, value=greedy)")
}

/// The name of the agent that chooses everything but trades.
pub(super) fn moves(settings: &Settings) -> String {
    match settings.text("moves") {
        "paper" => paper_search(MATCHED[1].1.into(), "1"),
        "uct(playouts=1000)" => own_search(1000),
        "uct(playouts=100)" => own_search(100),
        name => name.to_owned(),
    }
}

/// Cheaper movers, where the paper's would take hours: said in every report.
pub(super) const GREEDY: &[(&str, &str)] = &[("moves", "greedy")];

/// How rule points of several buildings go together.
pub(super) const POINTS: Parameter = Parameter::choice(
    "points",
    &["sum", "best"],
    "sum",
    "whether rule points for all that a hand can pay for add up",
);

/// What the lead does to rule points.
pub(super) const LEAD: Parameter = Parameter::choice(
    "lead",
    &["added", "breaks-ties", "ignored"],
    "added",
    "what the lead in victory points over the partner does to a trade's profit",
);

/// How the playouts of a trade are read.
pub(super) const READING: Parameter = Parameter::choice(
    "reading",
    &["tree", "flat", "common-luck", "platform", "platform-apart"],
    "tree",
    "playouts of a trade: random to the end, growing a tree, flat, or flat with the same luck \
           for all trades; or this project's own, also with luck of its own for each trade",
);

/// The name of an agent that moves as the settings say and trades by rule points.
pub(super) fn rule(settings: &Settings, rest: &str) -> String {
    let (moves, points) = (moves(settings), settings.text("points"));
    format!("{moves}+rule({rest}, points={points})")
}

/// Whether the paper's numbers of playouts are taken as they are.
pub(super) const STRENGTH: Parameter = Parameter::choice(
    "strength",
    &["published", "matched"],
    "published",
    "playouts of a trade: as many as in the paper, or as many as make a player of this project as \
     strong as the paper's (ito2014/matched)",
);

/// How many playouts of the paper's search, as it is built here, are as strong as the published ones:
/// `ito2014/matched` finds 27.6 (22.4 – 32.6) and 102.
const MATCHED: [(u32, u32); 2] = [(100, 28), (1000, 100)];

/// How many playouts stand for so many of the paper's.
fn strength(settings: &Settings, published: u32) -> u32 {
    let matched = MATCHED.iter().find(|(paper, _)| *paper == published);
    match (settings.text("strength"), matched) {
        ("matched", Some((_, ours))) => *ours,
        _ => published,
    }
}

/// The name of the part that trades by so many playouts of each trade, always selfish.
pub(super) fn uct_trader(settings: &Settings, published: u32) -> String {
    let playouts = strength(settings, published);
    let reading = match settings.text("reading") {
        "tree" => "rollout=uniform, cutoff=0, tree=on, c=1",
        "flat" => "rollout=uniform, cutoff=0, luck=apart, stop=0",
        "common-luck" => "rollout=uniform, cutoff=0, luck=common, stop=0",
        "platform-apart" => "luck=apart, stop=0",
        _ => "luck=common",
    };
    format!("bargain(playouts={playouts}, {reading})")
}

/// The name of an agent that moves as the settings say and trades without weighing anything.
pub(super) fn baseline(settings: &Settings, kind: &str) -> String {
    format!("{}+baseline(kind={kind})", moves(settings))
}

/// What the paper says of a player: win rate, success of its offers, and how much it accepts.
pub(super) struct Figures {
    pub(super) win: Option<f64>,
    pub(super) success: Option<f64>,
    pub(super) accept: Option<f64>,
}

/// What is measured of a player.
pub(super) const WINS: &str = "win rate";
pub(super) const TAKEN: &str = "offers that were accepted";
pub(super) const ACCEPTED: &str = "offers that it accepted";

/// One of four players of equal strength, who wins a quarter of the games.
pub(super) fn even() -> Row {
    Row::new("equal players", WINS, 0.25, None, 0).beside(0.25)
}

/// The rows of a player: win rate, success of its offers, and how much it accepts.
pub(super) fn rows(name: &str, outcome: &Outcome, published: &Figures) -> Vec<Row> {
    let counters = outcome.counters();
    let share = |metric: &str, pair: [&str; 2]| Row::counters(name, metric, &counters, pair);
    let win = Row::share(name, WINS, outcome.wins(), outcome.games());
    let success = share(TAKEN, ["offers-taken", "offers"]);
    let accept = share(ACCEPTED, ["accepted", "offers-received"]);
    let with = |row: Option<Row>, published| row.map(|row| Row { published, ..row });
    let even = even();
    let games = PLAYERS as u64 * figure::<u64>(FIGURES, "games.per_seat");
    [
        with(Some(win.of(games).over(&even)), published.win),
        with(success, published.success),
        with(accept, published.accept),
    ]
    .into_iter()
    .flatten()
    .collect()
}
