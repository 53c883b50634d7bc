//! Those who play Geister and NEGOGeister, by name.

mod belief;
mod charge;
mod exchange;
mod feature;
mod isuct;
mod monte_carlo;
mod player;
mod strategy;
mod value;
mod walk;

use kakehiki_bargain::{
    ATTITUDE, Bargainer, Baseline, CRITERION, ESTIMATOR, PlayoutEstimator, negotiator,
};
use kakehiki_core::{Agent, AgentKind, Cast, CastPiece, Kind, Parameter, Part, Seed, Settings};
use kakehiki_search::{EvenJudge, Flat, Playout, Stopping, Uct};
use strum::VariantNames;

use self::{
    belief::Belief,
    charge::Charge,
    isuct::InformationSetUct,
    monte_carlo::MonteCarlo,
    player::{Player, Random},
    strategy::Strategy,
};
pub use self::{
    feature::{Feature, FeatureMeter},
    strategy::{Asking, Showing},
    value::{Values, Weights},
};
use crate::rules::{Geister, Walk};

/// The agents of Geister.
pub static GEISTER_AGENTS: [AgentKind; 5] = [RANDOM, CHARGE, FLAT, UPP, ISUCT];

/// The agents of NEGOGeister and the parts that negotiate for them.
pub static NEGOGEISTER_AGENTS: [AgentKind; 8] =
    [RANDOM, CHARGE, FLAT, UPP, ISUCT, BASELINE, STRATEGY, BARGAIN];

const RANDOM: AgentKind = AgentKind {
    name: "random",
    part: Part::Moves,
    parameters: &[],
    help: "chooses uniformly among all legal actions",
};

const CHARGE: AgentKind = AgentKind {
    name: "charge",
    part: Part::Moves,
    parameters: &[],
    help: "runs straight for the exit with its nearest good ghost",
};

const FLAT: AgentKind = AgentKind {
    name: "flat",
    part: Part::Moves,
    parameters: &[PLAYOUTS, WALK, LIMIT, STOP],
    help: "plays every move out equally often in all colourings that fit, and takes the best mean",
};

const UPP: AgentKind = AgentKind {
    name: "upp",
    part: Part::Moves,
    parameters: &[PLAYOUTS, WALK, LIMIT, BETA, FLOOR],
    help: "as flat, but colourings in which the opponent's moves did well in past playouts get more",
};

const ISUCT: AgentKind = AgentKind {
    name: "isuct",
    part: Part::Moves,
    parameters: &[PLAYOUTS, WALK, LIMIT, EXPLORATION, TREES],
    help: "information-set UCT: one tree over all colourings that fit",
};

const BASELINE: AgentKind = AgentKind {
    name: "baseline",
    part: Part::Trades,
    parameters: &[Parameter {
        name: "kind",
        kind: Kind::Choice(Baseline::VARIANTS),
        default: "never",
        help: "how it negotiates",
    }],
    help: "negotiates without weighing anything; never is what an agent without a trading part does",
};

const STRATEGY: AgentKind = AgentKind {
    name: "strategy",
    part: Part::Trades,
    parameters: &[
        Parameter {
            name: "ask",
            kind: Kind::Choice(Asking::VARIANTS),
            default: "most-valuable",
            help: "which ghost to ask for",
        },
        Parameter {
            name: "show",
            kind: Kind::Choice(Showing::VARIANTS),
            default: "if-not-more",
            help: "when to show a ghost of mine for one of theirs",
        },
        Parameter {
            name: "threshold",
            kind: Kind::Number(0.0, 100.0),
            default: "0.25",
            help: "what is far above, and what is little more, in units of value",
        },
        Parameter {
            name: "exit",
            kind: Kind::Number(-100.0, 100.0),
            default: "1",
            help: "weight of the nearness to an exit in a ghost's value",
        },
        Parameter {
            name: "foe",
            kind: Kind::Number(-100.0, 100.0),
            default: "0.5",
            help: "weight of the other side's ghosts two steps away",
        },
        Parameter {
            name: "friend",
            kind: Kind::Number(-100.0, 100.0),
            default: "0",
            help: "weight of its own side's ghosts two steps away",
        },
        Parameter {
            name: "straight",
            kind: Kind::Number(0.0, 1.0),
            default: "0.5",
            help: "how much of the last two is about straight squares, not diagonal ones",
        },
        Parameter {
            name: "upp",
            kind: Kind::Number(-100.0, 100.0),
            default: "1",
            help: "weight of the UPP feature, for every ten percentage points",
        },
        Parameter { name: "playouts", default: "500", ..PLAYOUTS },
        Parameter { default: "ghost-first", ..WALK },
        Parameter { default: "100", ..LIMIT },
    ],
    help: "asks and shows by the values of the ghosts, in the ways the source paper lists",
};

const BARGAIN: AgentKind = AgentKind {
    name: "bargain",
    part: Part::Trades,
    parameters: &[
        CRITERION,
        ATTITUDE,
        ESTIMATOR,
        Parameter {
            name: "worlds",
            kind: Kind::Integer(2, 1_000_000),
            default: "140",
            help: "worlds it samples; every move of its next choice is played out in each",
        },
        Parameter {
            name: "exposure",
            kind: Kind::Switch,
            default: "on",
            help: "whether what the other side learns counts",
        },
        WALK,
        LIMIT,
    ],
    help: "weighs every exchange by playouts, for both sides, and wants the best by a criterion",
};

const PLAYOUTS: Parameter = Parameter {
    name: "playouts",
    kind: Kind::Integer(1, 1_000_000_000),
    default: "1000",
    help: "playouts for a decision",
};

// The defaults of the playouts decide whether an agent sees a ghost run for the exit. With 1,000
// playouts, flat scored 0.03 against charge with uniform walks to the end (400 games), 0.37 with
// escape-first walks to the end, 0.83 with those cut off at 40 plies (1,000 games); 30 to 60 plies
// are equally good against each other.
const WALK: Parameter = Parameter {
    name: "walk",
    kind: Kind::Choice(Walk::VARIANTS),
    default: "escape-first",
    help: "how playouts choose their moves",
};

const LIMIT: Parameter = Parameter {
    name: "limit",
    kind: Kind::Integer(0, 10_000),
    default: "40",
    help: "plies after which a playout counts as drawn; 0 plays to the end of the game",
};

const STOP: Parameter = Parameter {
    name: "stop",
    kind: Kind::Number(0.0, 100.0),
    default: "0",
    help: "standard errors behind the best at which a move gets no more playouts; 0 for never",
};

const BETA: Parameter = Parameter {
    name: "beta",
    kind: Kind::Number(0.0, 1000.0),
    default: "4",
    help: "how strongly past playouts change the shares; 0 is flat",
};

const FLOOR: Parameter = Parameter {
    name: "floor",
    kind: Kind::Number(0.001, 1.0),
    default: "0.1",
    help: "the part of the playouts that is always shared out equally",
};

// With 1,000 playouts each against flat (400 games): 0.70 at 0.1, 0.67 at 0.2, 0.64 at 0.3, 0.60 at
// 0.5, 0.56 at 0.7, 0.51 at 1, 0.45 at 1.4; against charge 0.82, 0.84 and 0.89 at the first three.
const EXPLORATION: Parameter = Parameter {
    name: "c",
    kind: Kind::Number(0.0, 100.0),
    default: "0.3",
    help: "weight of exploration in the tree",
};

const TREES: Parameter = Parameter {
    name: "trees",
    kind: Kind::Integer(1, 1000),
    default: "1",
    help: "independent trees that share the playouts, for as many threads where one game is played",
};

/// Makes an agent from a name that was checked against [`GEISTER_AGENTS`] or
/// [`NEGOGEISTER_AGENTS`].
pub(crate) fn seat(game: &Geister, cast: &Cast, seed: Seed) -> Box<dyn Agent<Geister>> {
    let (mover, is_random) = match cast.part(Part::Moves) {
        Some(piece) => (mover(game, piece, seed), piece.kind.name == RANDOM.name),
        None => (Box::new(Random) as Box<dyn Agent<Geister>>, true),
    };
    let bargainer = match cast.part(Part::Trades) {
        Some(piece) => bargainer(piece),
        // Random play is random in everything unless something else was asked for.
        None if is_random => return mover,
        None => Box::new(Baseline::Never),
    };
    Box::new(Player { game: *game, mover, bargainer })
}

fn mover(game: &Geister, piece: &CastPiece, seed: Seed) -> Box<dyn Agent<Geister>> {
    let settings = &piece.settings;
    match piece.kind.name {
        "charge" => Box::new(Charge),
        "flat" => {
            let z = settings.number("stop");
            let stopping = (z > 0.0).then_some(Stopping { batch: 16, z });
            Box::new(monte_carlo(game, settings, stopping, None, seed))
        }
        "upp" => {
            let (beta, floor) = (settings.number("beta"), settings.number("floor"));
            // Without beta nothing would be learned, so nothing is recorded: exactly the flat
            // search.
            let belief = (beta > 0.0).then(|| Belief::new(beta, floor));
            Box::new(monte_carlo(game, settings, None, belief, seed))
        }
        "isuct" => {
            let playouts = settings.integer("playouts") as u32;
            let search = Uct {
                exploration: settings.number("c"),
                trees: settings.integer("trees") as u32,
                ..Uct::new(playout(settings), playouts)
            };
            Box::new(InformationSetUct::new(*game, search, seed))
        }
        _ => Box::new(Random),
    }
}

fn monte_carlo(
    game: &Geister,
    settings: &Settings,
    stopping: Option<Stopping>,
    belief: Option<Belief>,
    seed: Seed,
) -> MonteCarlo {
    let playouts = settings.integer("playouts") as u64;
    let search = Flat { stopping, ..Flat::new(playout(settings), playouts) };
    MonteCarlo::new(*game, search, belief, seed)
}

fn bargainer(piece: &CastPiece) -> Box<dyn Bargainer<Geister>> {
    let settings = &piece.settings;
    match piece.kind.name {
        "strategy" => Box::new(Strategy {
            asking: settings.choice("ask"),
            showing: settings.choice("show"),
            threshold: settings.number("threshold"),
            weights: Weights {
                exit: settings.number("exit"),
                foe: settings.number("foe"),
                friend: settings.number("friend"),
                straight: settings.number("straight"),
                upp: settings.number("upp"),
            },
            meter: FeatureMeter {
                playout: playout(settings),
                playouts: settings.integer("playouts") as u32,
            },
        }),
        "bargain" => {
            let worlds = settings.integer("worlds") as u32;
            let estimator = PlayoutEstimator {
                exposure: settings.is_on("exposure"),
                ..PlayoutEstimator::new(playout(settings), worlds)
            };
            Box::new(negotiator(settings, estimator))
        }
        _ => Box::new(settings.choice::<Baseline>("kind")),
    }
}

fn playout(settings: &Settings) -> Playout<Walk, EvenJudge> {
    let limit = settings.integer("limit") as u32;
    Playout { limit: (limit > 0).then_some(limit), ..Playout::new(settings.choice::<Walk>("walk")) }
}
