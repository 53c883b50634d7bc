//! Those who play Catan, by name.

mod greedy;
mod kinds;
mod player;
mod rollout;
mod rule_points;
mod trading;
mod uct;
mod value;
mod weighted;
mod worlds;

use kakehiki_bargain::{
    ATTITUDE, Bargainer, Baseline, CONCEDE, CRITERION, ESTIMATOR, Estimator, PlayoutEstimator,
    Race, Shortlist, TENTH, TreeEstimator, negotiator,
};
use kakehiki_core::{
    Agent, AgentKind, Cast, CastPiece, GameRng, Kind, Observed, Parameter, Part, Seed, Settings,
};
use kakehiki_search::{Final, InformationSetTrees, OneKind, OpenTrees, Playout, Policy, Uct};
use rand::RngExt;
use strum::VariantNames;

pub use self::{
    greedy::Greedy,
    player::Manner,
    rollout::Rollout,
    rule_points::{Adding, Lead, RulePoints},
    trading::{Sizes, Trade},
    value::{FEATURE_NAMES, FEATURES, Value, features},
    weighted::Weighted,
};
use self::{
    greedy::GreedyAgent,
    kinds::ByRule,
    player::Player,
    uct::{Searcher, Trees},
};
use crate::rules::{Action, Catan, View};

/// The agents of Catan.
pub static CATAN_AGENTS: [AgentKind; 8] = [
    AgentKind {
        name: "random",
        part: Part::Moves,
        parameters: &[],
        help: "chooses uniformly from every menu",
    },
    AgentKind {
        name: "weighted",
        part: Part::Moves,
        parameters: &[],
        help: "builds what it can and else chooses at random: the policy of playouts",
    },
    AgentKind {
        name: "greedy",
        part: Part::Moves,
        parameters: &[
            Parameter {
                name: "worlds",
                kind: Kind::Integer(1, 100_000),
                default: "4",
                help: "worlds that fit what it knows, which it looks at for a decision",
            },
            Parameter {
                name: "depth",
                kind: Kind::Integer(0, 8),
                default: "1",
                help: "how many actions of its own it looks ahead beyond the next",
            },
        ],
        help: "takes what leads to the best position by a linear value of points, production, sites, \
               hand, harbours, army and road",
    },
    AgentKind {
        name: "uct",
        part: Part::Moves,
        parameters: &SEARCH,
        help: "UCT on the open position, hidden cards taken for chance",
    },
    AgentKind {
        name: "isuct",
        part: Part::Moves,
        parameters: &SEARCH,
        help: "information-set UCT: one tree over all worlds that fit what it knows",
    },
    AgentKind {
        name: "baseline",
        part: Part::Trades,
        parameters: &[
            Parameter {
                name: "kind",
                kind: Kind::Choice(Baseline::VARIANTS),
                default: "never",
                help: "how it trades",
            },
            DEALS,
            ROUNDS,
            COUNTER,
        ],
        help: "trades without weighing anything; never is what an agent without a trading part does",
    },
    AgentKind {
        name: "rule",
        part: Part::Trades,
        parameters: &[
            CRITERION,
            ATTITUDE,
            TENTH,
            ESTIMATOR,
            DEALS,
            ROUNDS,
            COUNTER,
            CONCEDE,
            Parameter {
                name: "points",
                kind: Kind::Choice(Adding::VARIANTS),
                default: "sum",
                help: "whether the points for all that a hand can pay for add up",
            },
            Parameter {
                name: "lead",
                kind: Kind::Choice(Lead::VARIANTS),
                default: "added",
                help: "what the lead in victory points over the partner does to a trade's profit",
            },
        ],
        help: "weighs trades by what hands can pay for: 3 points for a road, 10 for a settlement, 15 \
               for a city",
    },
    AgentKind {
        name: "bargain",
        part: Part::Trades,
        parameters: &[
            CRITERION,
            ATTITUDE,
            TENTH,
            ESTIMATOR,
            DEALS,
            ROUNDS,
            COUNTER,
            CONCEDE,
            Parameter {
                name: "playouts",
                kind: Kind::Integer(1, 1_000_000),
                default: "100",
                help: "playouts of each trade, and without any",
            },
            ROLLOUT,
            CUTOFF,
            Parameter {
                name: "luck",
                kind: Kind::Choice(&["common", "apart"]),
                default: "common",
                help: "whether the same dice fall with a trade and without it",
            },
            Parameter {
                name: "stop",
                kind: Kind::Number(0.0, 100.0),
                default: "3",
                help: "standard errors at which a trade that cannot be the best gets no more \
                       playouts; 0 for never",
            },
            Parameter {
                name: "shortlist",
                kind: Kind::Integer(0, 10_000),
                default: "0",
                help: "how many trades are weighed, the best by the linear value alone; 0 for all",
            },
            Parameter {
                name: "tree",
                kind: Kind::Switch,
                default: "off",
                help: "whether the playouts grow a tree, which has luck of its own and does not stop \
                       early",
            },
            EXPLORATION,
        ],
        help: "weighs trades by playouts, for both sides",
    },
];

const ROUNDS: Parameter = Parameter {
    name: "rounds",
    kind: Kind::Integer(0, 100),
    default: "3",
    help: "the most offers that it makes in a turn, if the rules allow them",
};

const COUNTER: Parameter = Parameter {
    name: "counter",
    kind: Kind::Switch,
    default: "on",
    help: "whether it answers offers by others of its own, if the rules allow them",
};

const DEALS: Parameter = Parameter {
    name: "deals",
    kind: Kind::Choice(Sizes::VARIANTS),
    default: "1:1",
    help: "which trades it considers, by the cards it gives and gets",
};

const EXPLORATION: Parameter = Parameter {
    name: "c",
    kind: Kind::Number(0.0, 100.0),
    default: "0.15",
    help: "weight of exploration in the tree",
};

const ROLLOUT: Parameter = Parameter {
    name: "rollout",
    kind: Kind::Choice(Rollout::VARIANTS),
    default: "weighted",
    help: "how playouts choose",
};

const CUTOFF: Parameter = Parameter {
    name: "cutoff",
    kind: Kind::Integer(0, 100_000),
    default: "100",
    help: "steps, dice included, after which a playout is judged by the linear value; 0 plays \
           to the end of the game",
};

// The defaults won most against three greedy players (one world each) at 1,000 playouts, 200 games
// each, 100 where marked: c 0.15 had 0.605 of the games, 0.07 had 0.42, 0.3 had 0.55 (100); cut off
// after 20 steps 0.49, 50 0.53, 100 0.605, 200 0.37; uniform playouts 0.475; the best mean instead of
// the most visits 0.57; kinds first 0.38 with c 0.1, 0.55 (100) with 0.15, 0.52 (100) with 0.3; once,
// 4 and 16 times the playouts in the set-up 0.575, 0.605 and 0.63. One standard error is 0.035.
const SEARCH: [Parameter; 7] = [
    Parameter {
        name: "playouts",
        kind: Kind::Integer(1, 1_000_000_000),
        default: "1000",
        help: "playouts for a decision",
    },
    EXPLORATION,
    ROLLOUT,
    CUTOFF,
    Parameter {
        name: "kinds",
        kind: Kind::Switch,
        default: "off",
        help: "whether it chooses the kind of an action before the action",
    },
    Parameter {
        name: "choice",
        kind: Kind::Choice(&["mean", "visits"]),
        default: "visits",
        help: "what makes an action the best one in the end",
    },
    Parameter {
        name: "opening",
        kind: Kind::Integer(1, 1000),
        default: "4",
        help: "how many times the playouts of another decision one of the set-up gets",
    },
];

/// Makes an agent from a name that was checked against [`CATAN_AGENTS`].
pub(crate) fn seat(game: &Catan, cast: &Cast, _seed: Seed) -> Box<dyn Agent<Catan>> {
    let mover: Box<dyn Agent<Catan>> = match cast.part(Part::Moves) {
        Some(piece) => mover(game, piece),
        None => Box::new(Random),
    };
    match cast.part(Part::Trades) {
        Some(piece) => {
            let settings = &piece.settings;
            let manner = Manner {
                sizes: settings.choice(DEALS.name),
                rounds: settings.integer(ROUNDS.name) as usize,
                counters: settings.is_on(COUNTER.name),
            };
            trading_player(game, mover, trader(piece), manner)
        }
        // Random play is random in everything unless something else was asked for; all others make
        // no offers and refuse all.
        None => mover,
    }
}

fn trader(piece: &CastPiece) -> Box<dyn Bargainer<Catan>> {
    let settings = &piece.settings;
    match estimator(piece) {
        Some(estimator) => Box::new(negotiator(settings, estimator)),
        None => Box::new(settings.choice::<Baseline>("kind")),
    }
}

/// The estimator of a part that weighs trades, one of [`CATAN_AGENTS`].
pub fn estimator(piece: &CastPiece) -> Option<Box<dyn Estimator<Catan>>> {
    let settings = &piece.settings;
    Some(match piece.kind.name {
        "rule" => {
            let (adding, lead) = (settings.choice("points"), settings.choice("lead"));
            Box::new(RulePoints { adding, lead })
        }
        "bargain" if settings.is_on("tree") => {
            let search = Uct {
                exploration: settings.number("c"),
                ..Uct::new(playout(settings), settings.integer("playouts") as u32)
            };
            shortened(settings, TreeEstimator::new(search))
        }
        "bargain" => {
            let z = settings.number("stop");
            let costly = PlayoutEstimator {
                race: (z > 0.0).then_some(Race { batch: RACE_BATCH, z }),
                common_luck: settings.text("luck") == "common",
                ..PlayoutEstimator::new(playout(settings), settings.integer("playouts") as u32)
            };
            shortened(settings, costly)
        }
        _ => return None,
    })
}

/// An estimator that weighs the most promising trades only, if so many are asked for.
fn shortened(
    settings: &Settings,
    costly: impl Estimator<Catan> + 'static,
) -> Box<dyn Estimator<Catan>> {
    match settings.integer("shortlist") as usize {
        0 => Box::new(costly),
        keep => Box::new(Shortlist { cheap: at_a_glance(), keep, costly }),
    }
}

/// Weighs trades by the linear value of the position that they lead to at once.
fn at_a_glance() -> PlayoutEstimator<Rollout, Value> {
    let playout = Playout { policy: Rollout::Weighted, limit: Some(0), judge: Value::default() };
    PlayoutEstimator::new(playout, GLANCES)
}

/// The worlds in which a trade is looked at before it is weighed.
const GLANCES: u32 = 4;

/// An agent put together from one who moves and one who trades.
pub fn trading_player(
    game: &Catan,
    mover: Box<dyn Agent<Catan>>,
    trader: Box<dyn Bargainer<Catan>>,
    manner: Manner,
) -> Box<dyn Agent<Catan>> {
    Box::new(Player::new(*game, mover, trader, manner))
}

/// Playouts between two looks at the race of trades.
const RACE_BATCH: u32 = 20;

fn mover(game: &Catan, piece: &CastPiece) -> Box<dyn Agent<Catan>> {
    let settings = &piece.settings;
    match piece.kind.name {
        "weighted" => Box::new(ByPolicy { game: *game, policy: Weighted, menu: Vec::new() }),
        "greedy" => {
            let depth = settings.integer("depth") as u32;
            let policy = Greedy { value: Value::default(), depth };
            Box::new(GreedyAgent::new(*game, policy, settings.integer("worlds") as u32))
        }
        "uct" => searcher(game, settings, Trees::Open(OpenTrees::default())),
        "isuct" => searcher(game, settings, Trees::Hidden(InformationSetTrees::default())),
        _ => Box::new(Random),
    }
}

fn searcher(game: &Catan, settings: &Settings, trees: Trees) -> Box<dyn Agent<Catan>> {
    let search = Uct {
        exploration: settings.number("c"),
        choice: if settings.text("choice") == "mean" { Final::Mean } else { Final::Visits },
        ..Uct::new(playout(settings), settings.integer("playouts") as u32)
    };
    let opening = settings.integer("opening") as u32;
    if settings.is_on("kinds") {
        Box::new(Searcher::new(*game, search.by_kind(ByRule), opening, trees))
    } else {
        Box::new(Searcher::new(*game, search.by_kind(OneKind), opening, trees))
    }
}

fn playout(settings: &Settings) -> Playout<Rollout, Value> {
    let cutoff = settings.integer("cutoff") as u32;
    Playout {
        policy: settings.choice("rollout"),
        limit: (cutoff > 0).then_some(cutoff),
        judge: Value::default(),
    }
}

/// A menu without the offers and answers that trade with other players; never empty.
fn without_offers(menu: &[Action]) -> Vec<Action> {
    let is_trade = |action: &Action| {
        matches!(
            action,
            Action::Offer(..) | Action::Accept | Action::Counter(_) | Action::Confirm(_)
        )
    };
    menu.iter().filter(|action| !is_trade(action)).copied().collect()
}

/// Chooses uniformly from every menu.
struct Random;

impl Agent<Catan> for Random {
    fn decide(&mut self, _view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        menu[rng.random_range(0..menu.len())]
    }
}

/// Plays by a policy of playouts, in a world that fits what it knows.
struct ByPolicy<P> {
    game: Catan,
    policy: P,
    menu: Vec<Action>,
}

impl<P: Policy<Catan> + Send> Agent<Catan> for ByPolicy<P> {
    fn decide(&mut self, view: &View, _menu: &[Action], rng: &mut GameRng) -> Action {
        let world = self.game.sample(view, rng);
        self.policy.choose(&self.game, &world, &mut self.menu, rng)
    }
}
