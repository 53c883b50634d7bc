//! Those who play Geister and NEGOGeister, by name.

mod acts;
mod belief;
mod charge;
mod exchange;
mod feature;
mod guard;
mod habit;
mod isuct;
mod judge;
mod listening;
mod monte_carlo;
mod obvious;
mod purple;
mod reputation;
mod searched;
mod shrewd;
mod slips;
mod strategy;
mod supposition;
mod train;
mod tuning;
mod value;
mod valued;
mod walk;

use std::time::Duration;

use kakehiki_bargain::{
    ATTITUDE, Alone, BASELINE, BIAS, Bargainer, Baseline, CRITERION, MODEL, Maker, Makers, Manner,
    Mover, PlayoutEstimator, Prepared, Trader, model_of_acts, negotiator, prepared,
};
use kakehiki_core::{Parameter, Seed, Settings, TIME};
use kakehiki_search::{EvenJudge, Flat, Playout, Stopping, Uct};
use strum::VariantNames;

use self::{
    acts::LogLinear,
    belief::PastPlayouts,
    charge::Charge,
    guard::Guarded,
    habit::{Habit, Habitual, tuned},
    isuct::InformationSetUct,
    judge::Value,
    listening::LISTEN,
    monte_carlo::MonteCarlo,
    purple::{Evaluation, MOST_PLIES, Prover, Purple, Reach},
    reputation::Reputation,
    searched::Searched,
    shrewd::Shrewd,
    strategy::Strategy,
    valued::Valued,
};
pub use self::{
    feature::{Feature, FeatureMeter},
    slips::Slips,
    strategy::{Asking, Showing},
    value::{FEATURE_NAMES, FEATURES, Features, Portraits, Values, Weights},
};
pub(crate) use self::{
    purple::{Position, Search},
    train::GEISTER_TRAINER,
};
use crate::rules::{Geister, MAX_WORLDS, Walk};

/// The agents of Geister.
pub static GEISTER_AGENTS: Makers<Geister> = Makers(&[
    Maker::RANDOM,
    CHARGE,
    FLAT,
    UPP,
    ISUCT,
    PURPLE,
    HABIT,
    SHREWD,
    VALUED,
    Maker::SPEAK,
    LISTEN,
]);

/// The first in leagues of 1, 10 and 100 ms a move, which `docs/geister.md` tells of; a second is taken to be
/// alike.
pub(crate) const STRONGEST: [&str; 4] = [
    "shrewd(time=1ms, deceive=0.1)+listen(acts=mixed, words=deaf)",
    "shrewd(time=10ms, deceive=0.1)+listen(acts=mixed, words=deaf)",
    "shrewd(time=100ms, deceive=0.1)+listen(acts=mixed, words=deaf)",
    "shrewd(time=1s, deceive=0.1)+listen(acts=mixed, words=deaf)",
];

/// The agents of NEGOGeister and the parts that negotiate for them.
pub static NEGOGEISTER_AGENTS: Makers<Geister> = Makers(&[
    Maker::RANDOM,
    CHARGE,
    FLAT,
    UPP,
    ISUCT,
    PURPLE,
    HABIT,
    SHREWD,
    VALUED,
    NO_THOUGHT,
    STRATEGY,
    BARGAIN,
    Maker::SPEAK,
    LISTEN,
]);

const CHARGE: Maker<Geister> = Maker::mover(
    "charge",
    &[GUARD, RISK],
    "runs straight for the exit with its nearest good ghost",
    |_, settings| guarded(settings, |_| Box::new(Charge)),
    Alone::Nobody,
);

const FLAT: Maker<Geister> = Maker::mover(
    "flat",
    &[PLAYOUTS, TIME, WALK, LIMIT, STOP, GUARD, RISK],
    "plays every move out equally often in all colourings that fit, and takes the best mean",
    |game, settings| {
        let z = settings.number("stop");
        let stopping = (z > 0.0).then_some(Stopping { batch: 16, z });
        monte_carlo(game, settings, stopping, None)
    },
    Alone::Nobody,
);

const UPP: Maker<Geister> = Maker::mover(
    "upp",
    &[PLAYOUTS, TIME, WALK, LIMIT, BETA, FLOOR, GUARD, RISK],
    "as flat, but colourings in which the opponent's moves did well in past playouts get more",
    |game, settings| {
        let (beta, floor) = (settings.number("beta"), settings.number("floor"));
        // Without beta nothing would be learned, so nothing is recorded: exactly the flat search.
        let past = (beta > 0.0).then(|| PastPlayouts::new(beta, floor));
        monte_carlo(game, settings, None, past)
    },
    Alone::Nobody,
);

const ISUCT: Maker<Geister> = Maker::mover(
    "isuct",
    &[
        PLAYOUTS,
        TIME,
        WALK,
        Parameter {
            help: "plies after which a playout is cut off; 0 plays to the end of the game",
            ..LIMIT
        },
        Parameter::choice(
            "value",
            Value::VARIANTS,
            "none",
            "what a playout is worth that is cut off: a draw, or what the evaluation of purple and \
             shrewd says",
        ),
        EXPLORATION,
        TREES,
        GUARD,
        RISK,
    ],
    "information-set UCT: one tree over all colourings that fit",
    |game, settings| {
        let Playout { policy, limit, .. } = playout(settings);
        let playout = Playout { policy, limit, judge: settings.choice::<Value>("value") };
        let search = Uct {
            time: thinking_time(settings),
            exploration: settings.number("c"),
            trees: settings.integer("trees") as u32,
            ..Uct::new(playout, settings.integer("playouts") as u32)
        };
        let game = *game;
        guarded(settings, move |seed| Box::new(InformationSetUct::new(game, search, seed)))
    },
    Alone::Nobody,
);

const PURPLE: Maker<Geister> = Maker::mover(
    "purple",
    &[DEPTH, TIME, GUARD, RISK],
    "looks ahead as if a ghost of unknown colour were good when it leaves and bad when captured",
    |_, settings| {
        let reach = reach(settings);
        guarded(settings, move |_| Box::new(Purple::new(reach)))
    },
    Alone::Nobody,
);

const SHREWD: Maker<Geister> = Maker::mover(
    "shrewd",
    &[
        Parameter { default: "4", ..DEPTH },
        TIME,
        Parameter::integer(
            "worlds",
            (1, MAX_WORLDS as i64),
            "70",
            "the most colourings that it searches, the likeliest ones",
        ),
        Parameter::number(
            "tedium",
            (0.0, 1.0),
            "0.02",
            "what a move is worth less for each time that it leads to where the player has been",
        ),
        Parameter::choice(
            "evaluation",
            Evaluation::VARIANTS,
            "fitted",
            "what positions are worth: what was fitted to games, or of that only the ghosts that are left",
        ),
        Parameter::number(
            "deceive",
            (0.0, 100.0),
            "0",
            "what it is worth to be e times less likely to be seen through by the model of acts",
        ),
        Parameter { default: "7", ..GUARD },
        RISK,
    ],
    "looks ahead in every colouring that fits, and takes the best mean by how likely each is",
    |game, settings| {
        let (game, reach) = (*game, reach(settings));
        let worlds = settings.integer("worlds") as usize;
        let [tedium, deceive] = ["tedium", "deceive"].map(|name| settings.number(name));
        let evaluation = settings.choice("evaluation");
        guarded(settings, move |_| {
            let deceit = (deceive > 0.0).then(|| (deceive, Reputation::new(game)));
            Box::new(Shrewd::new(reach, evaluation, worlds, tedium, deceit))
        })
    },
    Alone::Nobody,
);

const VALUED: Maker<Geister> = Maker::mover(
    "valued",
    &[EXIT, OWN_GOOD, OWN_BAD, UNKNOWN, KNOWN_GOOD, KNOWN_BAD, STRAIGHT, GUARD, RISK],
    "moves to where its good ghosts are worth most, less the other's, and looks no further",
    |_, settings| {
        let weights = weights(settings, 0.0);
        guarded(settings, move |_| Box::new(Valued(weights)))
    },
    Alone::Nobody,
);

const HABIT: Maker<Geister> = Maker::mover(
    "habit",
    &[
        Parameter::choice("kind", Habit::VARIANTS, "cautious", "what it is in the habit of doing"),
        Parameter {
            help: "the weights of kind=tuned: those that come with the program, or a file by kakehiki train \
                   --learn what=habit",
            ..MODEL
        },
        GUARD,
        RISK,
    ],
    "moves by simple habits, at random within them",
    |_, settings| {
        let habit = match settings.choice::<Habit>("kind") {
            Habit::Tuned => *model_of_acts(settings, tuned, LogLinear::read)?,
            _ if !settings.is_default(MODEL.name) => {
                return Err("only a tuned habit has a model: kind=tuned".to_owned());
            }
            kind => kind.model(),
        };
        guarded(settings, move |_| Box::new(Habitual(habit)))
    },
    Alone::Nobody,
);

const NO_THOUGHT: Maker<Geister> = Maker::trader(
    "baseline",
    &[BASELINE],
    "negotiates without weighing anything; never is what an agent without a trading part does",
    |game, settings| {
        let kind = settings.choice::<Baseline>(BASELINE.name);
        trader(game, move || Box::new(kind))
    },
);

const STRATEGY: Maker<Geister> = Maker::trader(
    "strategy",
    &[
        Parameter::choice("ask", Asking::VARIANTS, "most-valuable", "which ghost to ask for"),
        Parameter::choice(
            "show",
            Showing::VARIANTS,
            "if-not-more",
            "when to show a ghost of mine for one of theirs",
        ),
        Parameter::number(
            "threshold",
            (0.0, 100.0),
            "0.25",
            "what is far above, and what is little more, in units of value",
        ),
        EXIT,
        OWN_GOOD,
        OWN_BAD,
        UNKNOWN,
        KNOWN_GOOD,
        KNOWN_BAD,
        STRAIGHT,
        Parameter::number(
            "upp",
            (-100.0, 100.0),
            "1",
            "weight of the UPP feature, for every ten percentage points",
        ),
        Parameter { name: "playouts", default: "500", ..PLAYOUTS },
        Parameter { default: "ghost-first", ..WALK },
        Parameter { default: "100", ..LIMIT },
    ],
    "asks and shows by the values of the ghosts, in the ways the source paper lists",
    |game, settings| {
        let strategy = Strategy {
            asking: settings.choice("ask"),
            showing: settings.choice("show"),
            threshold: settings.number("threshold"),
            weights: weights(settings, settings.number("upp")),
            meter: FeatureMeter {
                playout: playout(settings),
                playouts: settings.integer("playouts") as u32,
            },
        };
        trader(game, move || Box::new(strategy))
    },
);

const BARGAIN: Maker<Geister> = Maker::trader(
    "bargain",
    &[
        CRITERION,
        ATTITUDE,
        BIAS,
        Parameter::integer(
            "worlds",
            (2, 1_000_000),
            "140",
            "worlds it samples; every move of its next choice is played out in each",
        ),
        Parameter::switch("exposure", "on", "whether what the other side learns counts"),
        WALK,
        LIMIT,
        Parameter::choice(
            "by",
            &["playouts", "search"],
            "playouts",
            "what it weighs by: playouts, or looking ahead in every colouring by how likely it is",
        ),
        Parameter { default: "2", ..DEPTH },
    ],
    "weighs every exchange by playouts or by looking ahead, for both sides, and wants the best by a \
     criterion",
    |game, settings| {
        let settings = settings.clone();
        trader(game, move || {
            let exposure = settings.is_on("exposure");
            if settings.text("by") == "search" {
                let estimator = Searched::new(settings.integer("depth") as u32, exposure);
                return Box::new(negotiator(&settings, estimator));
            }
            let worlds = settings.integer("worlds") as u32;
            let estimator =
                PlayoutEstimator { exposure, ..PlayoutEstimator::new(playout(&settings), worlds) };
            Box::new(negotiator(&settings, estimator))
        })
    },
);

const EXIT: Parameter = weight("exit", "1", "weight of the nearness to an exit in a ghost's value");

const OWN_GOOD: Parameter = weight("own-good", "0.5", "weight of own good ghosts two steps away");

const OWN_BAD: Parameter = weight("own-bad", "0.5", "weight of own bad ghosts two steps away");

const UNKNOWN: Parameter =
    weight("unknown", "0", "weight of the other's ghosts of unknown colour two steps away");

const KNOWN_GOOD: Parameter =
    weight("known-good", "0", "weight of the other's ghosts known to be good two steps away");

const KNOWN_BAD: Parameter =
    weight("known-bad", "0", "weight of the other's ghosts known to be bad two steps away");

const STRAIGHT: Parameter = Parameter::number(
    "straight",
    (0.0, 1.0),
    "0.5",
    "how much of what is two steps away is about straight squares, not diagonal ones",
);

const fn weight(name: &'static str, default: &'static str, help: &'static str) -> Parameter {
    Parameter::number(name, (-100.0, 100.0), default, help)
}

/// The weights of a ghost's value, with this one for the UPP feature.
fn weights(settings: &Settings, upp: f64) -> Weights {
    let of = [EXIT, OWN_GOOD, OWN_BAD, UNKNOWN, KNOWN_GOOD, KNOWN_BAD];
    let mut features = [upp; FEATURES];
    for (weight, parameter) in features.iter_mut().zip(of) {
        *weight = settings.number(parameter.name);
    }
    Weights { of: features, straight: settings.number(STRAIGHT.name) }
}

const PLAYOUTS: Parameter =
    Parameter::integer("playouts", (1, 1_000_000_000), "1000", "playouts for a decision");

// The defaults of the playouts decide whether an agent sees a ghost run for the exit. With 1,000
// playouts, flat scored 0.03 against charge with uniform walks to the end (400 games), 0.37 with
// escape-first walks to the end, 0.83 with those cut off at 40 plies (1,000 games); 30 to 60 plies
// are equally good against each other.
const WALK: Parameter =
    Parameter::choice("walk", Walk::VARIANTS, "escape-first", "how playouts choose their moves");

const LIMIT: Parameter = Parameter::integer(
    "limit",
    (0, 10_000),
    "40",
    "plies after which a playout counts as drawn; 0 plays to the end of the game",
);

const STOP: Parameter = Parameter::number(
    "stop",
    (0.0, 100.0),
    "0",
    "standard errors behind the best at which a move gets no more playouts; 0 for never",
);

const BETA: Parameter = Parameter::number(
    "beta",
    (0.0, 1000.0),
    "4",
    "how strongly past playouts change the shares; 0 is flat",
);

const FLOOR: Parameter = Parameter::number(
    "floor",
    (0.001, 1.0),
    "0.1",
    "the part of the playouts that is always shared out equally",
);

// With 1,000 playouts each against flat (400 games): 0.70 at 0.1, 0.67 at 0.2, 0.64 at 0.3, 0.60 at
// 0.5, 0.56 at 0.7, 0.51 at 1, 0.45 at 1.4; against charge 0.82, 0.84 and 0.89 at the first three.
const EXPLORATION: Parameter =
    Parameter::number("c", (0.0, 100.0), "0.3", "weight of exploration in the tree");

const TREES: Parameter = Parameter::integer(
    "trees",
    (1, 1000),
    "1",
    "independent trees that share the playouts, for as many threads where one game is played",
);

const DEPTH: Parameter = Parameter::integer(
    "depth",
    (1, MOST_PLIES as i64),
    "6",
    "plies that it looks ahead, captures and steps onto exits at the end not counted",
);

const GUARD: Parameter = Parameter::integer(
    "guard",
    (0, 15),
    "0",
    "plies within which a sure win is played and a forced loss avoided; 0 for no guard",
);

const RISK: Parameter = Parameter::number(
    "risk",
    (0.0, 1.0),
    "0.1",
    "how likely colours may be that let the other force a win, for a guard to allow a move",
);

/// Prepares one who moves, under guard if the settings say so.
fn guarded(
    settings: &Settings,
    make: impl Fn(Seed) -> Box<dyn Mover<Geister>> + Send + Sync + 'static,
) -> Prepared<Box<dyn Mover<Geister>>> {
    let (plies, risk) = (settings.integer("guard") as u8, settings.number("risk"));
    let time = settings.has(TIME.name).then(|| settings.time_limit(TIME.name)).flatten();
    let time = time.map(|time| time / GUARD_PART);
    match plies {
        0 => prepared(make),
        plies => prepared(move |seed| {
            Box::new(Guarded { mover: make(seed), plies, risk, prover: Prover::new(), time }) as _
        }),
    }
}

/// The part of the time for a decision that a guard may take: one in so many.
const GUARD_PART: u32 = 4;

/// The time for a decision that a guard leaves.
fn thinking_time(settings: &Settings) -> Option<Duration> {
    let time = settings.time_limit(TIME.name)?;
    Some(if settings.integer("guard") == 0 { time } else { time.saturating_sub(time / GUARD_PART) })
}

/// How far ahead one looks who counts in plies.
fn reach(settings: &Settings) -> Reach {
    Reach { depth: settings.integer("depth") as u32, time: thinking_time(settings) }
}

fn monte_carlo(
    game: &Geister,
    settings: &Settings,
    stopping: Option<Stopping>,
    past: Option<PastPlayouts>,
) -> Prepared<Box<dyn Mover<Geister>>> {
    let playouts = settings.integer("playouts") as u64;
    let time = thinking_time(settings);
    let search = Flat { time, stopping, ..Flat::new(playout(settings), playouts) };
    let game = *game;
    guarded(settings, move |seed| Box::new(MonteCarlo::new(game, search, past.clone(), seed)))
}

fn trader(
    game: &Geister,
    bargainer: impl Fn() -> Box<dyn Bargainer<Geister>> + Send + Sync + 'static,
) -> Prepared<Trader<Geister>> {
    let game = *game;
    prepared(move |_| Trader::new(bargainer(), Manner::new(game)))
}

fn playout(settings: &Settings) -> Playout<Walk, EvenJudge> {
    let limit = settings.integer("limit") as u32;
    Playout { limit: (limit > 0).then_some(limit), ..Playout::new(settings.choice::<Walk>("walk")) }
}
