//! Those who play Monopoly, by name.

mod bargaining;
mod kernel;
mod miyapoly;
mod moyer;
mod person;
mod trader;
mod value;

use std::sync::Arc;

use kakehiki_bargain::{
    ATTITUDE, Acceptance, Alone, Attitude, BASELINE, BIAS, Bargainer, Baseline, CONCEDE, COUNTER,
    CRITERION, Criterion, Maker, Makers, Manner, Mover, Negotiator, Prepared, ROUNDS, Taste,
    Trader, manner, negotiator, prepared,
};
use kakehiki_core::{Parameter, Settings};
use strum::VariantNames;

pub use self::{
    miyapoly::{Miyapoly, Tie, TurnUnit},
    moyer::Moyer,
    person::person_accepts,
    value::ByValue,
};
use self::{
    moyer::{COUNTER_MARGIN, list_value},
    trader::ValuePlayer,
};
use crate::rules::{Deal, Monopoly, Stage, View};

/// The agents of Monopoly and the parts that trade for them.
pub static MONOPOLY_AGENTS: Makers<Monopoly> = Makers(&[
    Maker::RANDOM,
    MOYER,
    MOYER_REPAIRED,
    TRADER,
    MIYAPOLY,
    VALUE,
    NO_THOUGHT,
    Maker::SPEAK,
    Maker::LISTEN,
]);

const MOYER: Maker<Monopoly> = Maker::mover(
    "moyer",
    &[COUNTERS_TAKEN],
    "the opponent of the browser game, defects included: it pays for buildings on top of hotels and \
     sells none to pay debts",
    |_, settings| base_player(settings, Moyer::FAITHFUL),
    Alone::Itself,
);

const MOYER_REPAIRED: Maker<Monopoly> = Maker::mover(
    "moyer-repaired",
    &[COUNTERS_TAKEN],
    "the opponent of the browser game without these defects",
    |_, settings| base_player(settings, Moyer::REPAIRED),
    Alone::Itself,
);

const TRADER: Maker<Monopoly> = Maker::mover(
    "trader",
    &[],
    "goes by what deeds, sets and buildings are worth, keeps a reserve, denies sets, and trades as \
     value does",
    |game, _| {
        let game = *game;
        prepared(move |_| Box::new(ValuePlayer { game }) as _)
    },
    Alone::Trader(|game| {
        let acceptance = Acceptance::Attitude(Attitude::Neutral);
        let taste = Taste::plain(Criterion::ProfitFirst, acceptance);
        let manner = Manner { rounds: 1, ..Manner::new(*game) };
        Trader::new(Box::new(Negotiator::new(ByValue, taste)), manner)
    }),
);

const MIYAPOLY: Maker<Monopoly> = Maker::trader(
    "miyapoly",
    &[
        Parameter::integer("playouts", (1, 1_000_000), "1000", "the most playouts of each branch"),
        Parameter::integer(
            "batch",
            (1, 1_000_000),
            "200",
            "playouts of each branch between two looks at the difference",
        ),
        Parameter::number(
            "stop",
            (0.0, 1e9),
            "100",
            "difference at which playouts stop, a win counting 1 and a loss -1; 0 for never",
        ),
        Parameter::integer("turns", (1, 1_000_000), "200", "turns after which a playout is drawn"),
        Parameter::choice(
            "unit",
            TurnUnit::VARIANTS,
            "turn",
            "whether these are turns of one player or rounds of all",
        ),
        Parameter::choice(
            "policy",
            &["moyer", "moyer-repaired"],
            "moyer",
            "who plays the playouts",
        ),
        Parameter::switch("trades", "on", "whether the players of playouts propose trades"),
        Parameter::choice(
            "tie",
            Tie::VARIANTS,
            "refuse",
            "what a deal that changes nothing is answered",
        ),
        CRITERION,
        ATTITUDE,
        BIAS,
        ONE_ROUND,
        Parameter { default: "off", ..COUNTER },
        NO_CONCESSION,
        Parameter::integer(
            "propose",
            (0, 1000),
            "0",
            "deals that it weighs for a proposal; 0 leaves proposals to the mover",
        ),
        Parameter::choice(
            "partner",
            &["any", "list-price"],
            "list-price",
            "which proposals it weighs: any, or what a partner going by list prices might take",
        ),
    ],
    "answers offers by playing out both futures, as Miyasako and Hashimoto (2020) do",
    |game, settings| {
        let candidates = settings.integer("propose") as usize;
        let suits_list_prices = settings.among("partner", &[("any", false), ("list-price", true)]);
        let mut manner = manner(settings, *game);
        if candidates == 0 {
            manner.rounds = 0;
        }
        manner.considers = Arc::new(move |view: &View, deals: &mut Vec<Deal>| {
            let state = view.state();
            if state.stage() != Stage::Answer {
                if suits_list_prices {
                    deals.retain(|deal| list_value(state, deal, deal.partner) >= COUNTER_MARGIN);
                }
                deals.truncate(candidates);
            }
        });
        let (estimator, settings) = (miyapoly(settings), settings.clone());
        trader(manner, move || Box::new(negotiator(&settings, estimator)))
    },
);

const VALUE: Maker<Monopoly> = Maker::trader(
    "value",
    &[
        Parameter { default: "profit-first", ..CRITERION },
        ATTITUDE,
        BIAS,
        ONE_ROUND,
        COUNTER,
        NO_CONCESSION,
    ],
    "trades by list prices and what belongs together, for itself and its partner",
    |game, settings| {
        let (manner, settings) = (manner(settings, *game), settings.clone());
        trader(manner, move || Box::new(negotiator(&settings, ByValue)))
    },
);

const NO_THOUGHT: Maker<Monopoly> = Maker::trader(
    "baseline",
    &[BASELINE, ONE_ROUND, COUNTER],
    "trades without weighing anything",
    |game, settings| {
        let kind = settings.choice::<Baseline>(BASELINE.name);
        trader(manner(settings, *game), move || Box::new(kind))
    },
);

const COUNTERS_TAKEN: Parameter = Parameter::choice(
    "counters",
    &["refuse", "accept"],
    "refuse",
    "how it answers a counter-offer to its own proposal, which the browser game leaves open",
);

/// More proposals in a turn have never been measured here.
const ONE_ROUND: Parameter = Parameter { default: "1", ..ROUNDS };

/// With one proposal in a turn there is nothing to give way in.
const NO_CONCESSION: Parameter = Parameter { default: "off", ..CONCEDE };

fn base_player(settings: &Settings, moyer: Moyer) -> Prepared<Box<dyn Mover<Monopoly>>> {
    let takes_counters = settings.among("counters", &[("refuse", false), ("accept", true)]);
    prepared(move |_| Box::new(Moyer { takes_counters, ..moyer }) as _)
}

fn trader(
    manner: Manner<Monopoly>,
    bargainer: impl Fn() -> Box<dyn Bargainer<Monopoly>> + Send + Sync + 'static,
) -> Prepared<Trader<Monopoly>> {
    prepared(move |_| Trader::new(bargainer(), manner.clone()))
}

fn miyapoly(settings: &Settings) -> Miyapoly {
    let policies = [("moyer", Moyer::FAITHFUL), ("moyer-repaired", Moyer::REPAIRED)];
    let policy = settings.among("policy", &policies);
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
