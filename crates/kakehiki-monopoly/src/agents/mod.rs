//! Those who play Monopoly, by name.

mod bargaining;
mod horizon;
mod kernel;
mod miyapoly;
mod moyer;
mod person;
mod player;
mod trader;
mod value;

use kakehiki_bargain::{Acceptance, Attitude, Baseline, Criterion, Negotiator};
use kakehiki_core::{Agent, AgentKind, Cast, CastPiece, Kind, Parameter, Part, Seed, Settings};
use strum::VariantNames;

pub use self::{
    horizon::{Horizon, TurnUnit},
    kernel::StepByStep,
    miyapoly::{Leaning, Miyapoly, Tie, Weighed},
    moyer::Moyer,
    person::person_accepts,
    value::ByValue,
};
use self::{
    player::{BasePlayer, Manners, Merchant, Player, Random, Refused},
    trader::Trader,
};
use crate::rules::Monopoly;

/// The agents of Monopoly and the parts that trade for them.
pub static MONOPOLY_AGENTS: [AgentKind; 7] =
    [RANDOM, MOYER, MOYER_REPAIRED, TRADER, MIYAPOLY, VALUE, BASELINE];

const RANDOM: AgentKind = AgentKind {
    name: "random",
    part: Part::Moves,
    parameters: &[],
    help: "chooses uniformly from every menu",
};

const MOYER: AgentKind = AgentKind {
    name: "moyer",
    part: Part::Moves,
    parameters: &[COUNTERS_TAKEN],
    help: "the opponent of the browser game, defects included: it pays for buildings on top of \
           hotels and sells none to pay debts",
};

const MOYER_REPAIRED: AgentKind = AgentKind {
    name: "moyer-repaired",
    part: Part::Moves,
    parameters: &[COUNTERS_TAKEN],
    help: "the opponent of the browser game without these defects",
};

const TRADER: AgentKind = AgentKind {
    name: "trader",
    part: Part::Moves,
    parameters: &[],
    help: "goes by what deeds, sets and buildings are worth, keeps a reserve, denies sets, and \
           trades as value does",
};

const MIYAPOLY: AgentKind = AgentKind {
    name: "miyapoly",
    part: Part::Trades,
    parameters: &[
        Parameter {
            name: "playouts",
            kind: Kind::Integer(1, 1_000_000),
            default: "1000",
            help: "the most playouts of each branch",
        },
        Parameter {
            name: "batch",
            kind: Kind::Integer(1, 1_000_000),
            default: "200",
            help: "playouts of each branch between two looks at the difference",
        },
        Parameter {
            name: "stop",
            kind: Kind::Number(0.0, 1e9),
            default: "100",
            help: "difference at which playouts stop, a win counting 1 and a loss -1; 0 for never",
        },
        Parameter {
            name: "turns",
            kind: Kind::Integer(1, 1_000_000),
            default: "200",
            help: "turns after which a playout is drawn",
        },
        Parameter {
            name: "unit",
            kind: Kind::Choice(TurnUnit::VARIANTS),
            default: "turn",
            help: "whether these are turns of one player or rounds of all",
        },
        Parameter {
            name: "policy",
            kind: Kind::Choice(&["moyer", "moyer-repaired"]),
            default: "moyer",
            help: "who plays the playouts",
        },
        Parameter {
            name: "trades",
            kind: Kind::Switch,
            default: "on",
            help: "whether the players of playouts propose trades",
        },
        Parameter {
            name: "tie",
            kind: Kind::Choice(Tie::VARIANTS),
            default: "refuse",
            help: "what a deal that changes nothing is answered",
        },
        Parameter {
            name: "criterion",
            kind: Kind::Choice(Criterion::VARIANTS),
            default: "selfish",
            help: "which deal it wants most when it proposes or counters",
        },
        Parameter {
            name: "propose",
            kind: Kind::Integer(0, 1000),
            default: "0",
            help: "deals that it weighs for a proposal, once a turn; 0 leaves proposals to the mover",
        },
        Parameter {
            name: "counter",
            kind: Kind::Switch,
            default: "off",
            help: "whether it names other deals where it does not accept",
        },
        Parameter {
            name: "partner",
            kind: Kind::Choice(&["any", "list-price"]),
            default: "list-price",
            help: "which proposals it weighs: any, or what a partner going by list prices might take",
        },
    ],
    help: "answers offers by playing out both futures, as Miyasako and Hashimoto (2020) do",
};

const VALUE: AgentKind = AgentKind {
    name: "value",
    part: Part::Trades,
    parameters: &[Parameter {
        name: "criterion",
        kind: Kind::Choice(Criterion::VARIANTS),
        default: "profit-first",
        help: "which deal it wants most when it proposes or counters",
    }],
    help: "trades by list prices and what belongs together, for itself and its partner",
};

const BASELINE: AgentKind = AgentKind {
    name: "baseline",
    part: Part::Trades,
    parameters: &[Parameter {
        name: "kind",
        kind: Kind::Choice(Baseline::VARIANTS),
        default: "never",
        help: "how it trades",
    }],
    help: "trades without weighing anything",
};

const COUNTERS_TAKEN: Parameter = Parameter {
    name: "counters",
    kind: Kind::Choice(&["refuse", "accept"]),
    default: "refuse",
    help: "how it answers a counter-offer to its own proposal, which the browser game leaves open",
};

/// Makes an agent from a name that was checked against [`MONOPOLY_AGENTS`].
pub(crate) fn seat(game: &Monopoly, cast: &Cast, _seed: Seed) -> Box<dyn Agent<Monopoly>> {
    let piece = cast.part(Part::Moves);
    let (mover, trades): (Box<dyn Agent<Monopoly>>, bool) = match piece
        .map(|piece| (piece.kind.name, &piece.settings))
    {
        Some(("moyer", settings)) => (base_player(game, settings, Moyer::FAITHFUL), false),
        Some(("moyer-repaired", settings)) => (base_player(game, settings, Moyer::REPAIRED), false),
        Some(("trader", _)) => (Box::new(Trader { game: *game }), true),
        _ => (Box::new(Random), false),
    };
    let (bargainer, manners) = match cast.part(Part::Trades) {
        Some(piece) => bargainer(piece),
        None if trades => by_value(Criterion::ProfitFirst),
        None => return mover,
    };
    let refused = Refused::default();
    Box::new(Player { game: *game, mover, bargainer, manners, refused, has_weighed: false })
}

fn base_player(game: &Monopoly, settings: &Settings, moyer: Moyer) -> Box<dyn Agent<Monopoly>> {
    let takes_counters = settings.text("counters") == "accept";
    Box::new(BasePlayer { game: *game, moyer: Moyer { takes_counters, ..moyer } })
}

/// Deals that are weighed by rule cost nothing, so all of them are.
const ALL_CANDIDATES: usize = usize::MAX;

fn by_value(criterion: Criterion) -> (Box<dyn Merchant>, Manners) {
    let acceptance = Acceptance::Attitude(Attitude::Neutral);
    let manners = Manners { candidates: ALL_CANDIDATES, counters: true, suits_list_prices: false };
    (Box::new(Negotiator { estimator: ByValue, criterion, acceptance, concedes: false }), manners)
}

fn bargainer(piece: &CastPiece) -> (Box<dyn Merchant>, Manners) {
    let settings = &piece.settings;
    match piece.kind.name {
        "miyapoly" => {
            let manners = Manners {
                candidates: settings.integer("propose") as usize,
                counters: settings.is_on("counter"),
                suits_list_prices: settings.text("partner") == "list-price",
            };
            (Box::new(miyapoly(settings).bargainer()), manners)
        }
        "value" => by_value(settings.choice("criterion")),
        _ => {
            let manners =
                Manners { candidates: ALL_CANDIDATES, counters: true, suits_list_prices: false };
            (Box::new(settings.choice::<Baseline>("kind")), manners)
        }
    }
}

fn miyapoly(settings: &Settings) -> Miyapoly {
    let policy = match settings.text("policy") {
        "moyer-repaired" => Moyer::REPAIRED,
        _ => Moyer::FAITHFUL,
    };
    Miyapoly {
        policy: Moyer { proposes: settings.is_on("trades"), ..policy },
        playouts: settings.integer("playouts") as u32,
        batch: settings.integer("batch") as u32,
        stop: settings.number("stop"),
        turns: settings.integer("turns") as u32,
        unit: settings.choice("unit"),
        tie: settings.choice("tie"),
        criterion: settings.choice("criterion"),
    }
}
