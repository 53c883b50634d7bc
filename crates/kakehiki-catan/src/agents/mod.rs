//! Those who play Catan, by name.

mod acts;
mod features;
mod greedy;
mod kinds;
mod nakazawa;
mod racing;
mod reach;
mod rollout;
mod rule_points;
mod trading;
mod uct;
mod value;
mod weighted;

use std::sync::Arc;

use kakehiki_bargain::{
    ADDRESSEES, ATTITUDE, ActReader, Alone, BASELINE, BIAS, Bargainer, Baseline, CONCEDE, COUNTER,
    CRITERION, Claimable, ComposedAgent, DealStakes, EffectSpeaker, Estimator, FEINT, MEMORY,
    MISJUDGED, MODEL, Make, Maker, Makers, Manner, MemorySpan, Mover, PlayoutEstimator, Prepared,
    ROUNDS, Race, Shortlist, Standpoint, TENTH, Trader, TreeEstimator, WORDS, foreseeing, manner,
    memory_span, model_of_acts, negotiator, prepared, word_listener,
};
use kakehiki_core::{AgentKind, GameRng, Kind, Parameter, Settings, TIME};
use kakehiki_search::{
    Final, InformationSetTrees, OneKind, OpenTrees, Particles, Playout, Policy, Uct,
};
use strum::VariantNames;

pub(crate) use self::acts::CATAN_TRAINER;
use self::{
    acts::Fitted,
    greedy::GreedyMover,
    kinds::ByRule,
    nakazawa::{NakazawaBase, NakazawaPresenting, Simulated},
    uct::{Searcher, Trees},
};
pub use self::{
    features::{FEATURE_NAMES, FEATURES, features},
    greedy::Greedy,
    nakazawa::nakazawa_wanted,
    racing::Racing,
    rollout::Rollout,
    rule_points::{Adding, Lead, RulePoints},
    trading::{Sizes, Trade},
    value::{Fit, Value, Weights},
    weighted::Weighted,
};
use crate::rules::{Action, Catan};

/// The agents of Catan.
pub static CATAN_AGENTS: Makers<Catan> = Makers(&[
    Maker::RANDOM,
    Maker::mover(
        "weighted",
        &[],
        "builds what it can and else chooses at random: the policy of playouts",
        |game, _| {
            let game = *game;
            prepared(move |_| Box::new(ByPolicy { game, policy: Weighted, menu: Vec::new() }) as _)
        },
        Alone::Nobody,
    ),
    Maker::mover(
        "greedy",
        &[
            Parameter::integer(
                "worlds",
                (1, 100_000),
                "4",
                "worlds that fit what it knows, which it looks at for a decision",
            ),
            Parameter::integer(
                "depth",
                (0, 8),
                "1",
                "how many actions of its own it looks ahead beyond the next",
            ),
            VALUE,
        ],
        "takes what leads to the best position by a linear value of points, production, sites, \
         hand, harbours, army and road",
        |game, settings| {
            let policy = Greedy { value: value(settings), depth: settings.integer("depth") as u32 };
            let (game, worlds) = (*game, settings.integer("worlds") as u32);
            prepared(move |_| Box::new(GreedyMover::new(game, &policy, worlds)) as _)
        },
        Alone::Nobody,
    ),
    Maker::mover(
        "uct",
        &SEARCH,
        "UCT on the open position, hidden cards taken for chance",
        |game, settings| searcher(game, settings, || Trees::Open(OpenTrees::default())),
        Alone::Nobody,
    ),
    Maker::mover(
        "isuct",
        &SEARCH,
        "information-set UCT: one tree over all worlds that fit what it knows",
        |game, settings| searcher(game, settings, || Trees::Hidden(InformationSetTrees::default())),
        Alone::Nobody,
    ),
    Maker::mover(
        "nakazawa-base",
        &[],
        "the base player of Nakazawa (2018): aims at the best place for a settlement or city, and \
         trades for the cards that it misses",
        |game, _| {
            let game = *game;
            prepared(move |_| Box::new(NakazawaBase::new(game)) as _)
        },
        Alone::Itself,
    ),
    Maker::mover(
        "nakazawa-presenting",
        &[],
        "the player of Nakazawa (2018) that misleads others about its cards before it trades; it \
         speaks where the table allows it",
        |game, _| {
            let game = *game;
            prepared(move |_| Box::new(NakazawaPresenting::new(game)) as _)
        },
        Alone::Itself,
    ),
    Maker::mover(
        "simulated",
        &[Parameter {
            name: "wary",
            kind: Kind::Number(0.0, 1.0),
            default: "0.5",
            help: "how likely a trade must let its partner build at once to be refused; 1 for never",
        }],
        "a simulated person for the studies of Nakazawa (2018): plays as nakazawa-base, and refuses \
         trades that it believes would let the partner build",
        |game, settings| {
            let (game, wary) = (*game, settings.number("wary"));
            prepared(move |_| Box::new(Simulated::new(game, wary)) as _)
        },
        Alone::Itself,
    ),
    Maker::trader(
        "baseline",
        &[BASELINE, DEALS, ROUNDS, COUNTER, ADDRESSEES],
        "trades without weighing anything; never is what an agent without a trading part does",
        |game, settings| {
            let kind = settings.choice::<Baseline>(BASELINE.name);
            let manner = catan_manner(game, settings);
            prepared(move |_| Trader::new(Box::new(kind), manner.clone()))
        },
    ),
    Maker::trader(
        "rule",
        &[
            CRITERION,
            ATTITUDE,
            TENTH,
            BIAS,
            MISJUDGED,
            DEALS,
            ROUNDS,
            COUNTER,
            ADDRESSEES,
            CONCEDE,
            FEINT,
            Parameter::choice(
                "points",
                Adding::VARIANTS,
                "sum",
                "whether the points for all that a hand can pay for add up",
            ),
            Parameter::choice(
                "lead",
                Lead::VARIANTS,
                "added",
                "what the lead in victory points over the partner does to a trade's profit",
            ),
        ],
        "weighs trades by what hands can pay for: 3 points for a road, 10 for a settlement, 15 for \
         a city",
        |game, settings| trader(game, settings, rule_points),
    ),
    Maker::trader(
        "bargain",
        &[
            CRITERION,
            ATTITUDE,
            TENTH,
            BIAS,
            MISJUDGED,
            DEALS,
            ROUNDS,
            COUNTER,
            ADDRESSEES,
            CONCEDE,
            FEINT,
            Parameter::integer(
                "playouts",
                (1, 1_000_000),
                "100",
                "playouts of each trade, and without any",
            ),
            ROLLOUT,
            CUTOFF,
            Parameter::number(
                "consolation",
                (0.0, 1.0),
                "0",
                "what all the points that win are worth in a playout that is lost, in wins",
            ),
            Parameter::choice(
                "luck",
                &["common", "apart"],
                "common",
                "whether the same dice fall with a trade and without it",
            ),
            Parameter {
                name: "stop",
                kind: Kind::Number(0.0, 100.0),
                default: "3",
                help: "standard errors at which a trade that cannot be the best gets no more \
                       playouts; 0 for never",
            },
            Parameter::integer(
                "shortlist",
                (0, 10_000),
                "0",
                "how many trades are weighed, the best by the linear value alone; 0 for all",
            ),
            Parameter::switch(
                "tree",
                "off",
                "whether the playouts grow a tree, which has luck of its own and does not stop \
                 early",
            ),
            EXPLORATION,
        ],
        "weighs trades by playouts, for both sides",
        |game, settings| trader(game, settings, playout_estimator),
    ),
    Maker::SPEAK,
    Maker::speaker(
        "persuade",
        &PERSUADE,
        "says, before it offers trades, what makes others most likely to take those it wants, true or \
         not",
        |game, settings| {
            let speaker = persuader(*game, settings)?;
            prepared(move |_| Box::new(speaker.clone()) as _)
        },
    ),
    LISTEN,
    Maker::listener(
        "foresee",
        &PERSUADE,
        "listens as one who knows that others `persuade`, and has rehearsed against them",
        |game, settings| {
            let (game, speaker) = (*game, persuader(*game, settings)?);
            let player = move |_| {
                let mover = ByPolicy { game: game.silent(), policy: Weighted, menu: Vec::new() };
                let never = Trader::new(Box::new(Baseline::Never), Manner::new(game.silent()));
                let agent = ComposedAgent::new(game, Box::new(mover)).trading(never);
                Box::new(agent.speaking(Box::new(speaker.clone()))) as _
            };
            foreseeing(game, memory_span(settings)?, Box::new(player))
        },
    ),
]);

const LISTEN: Maker<Catan> = Maker {
    kind: AgentKind {
        parameters: &[ACTS, MODEL, WORLDS, WORDS, MEMORY],
        help: "changes what is believed by what others say, and by what they do",
        ..Maker::<Catan>::LISTEN.kind
    },
    make: Make::Listener(|game, settings| {
        let words = word_listener(game, settings)?;
        if settings.text(ACTS.name) == "off" {
            return prepared(move |seed| Box::new(words(seed)) as _);
        }
        if memory_span(settings)? != MemorySpan::Perfect {
            return Err("who tells cards from acts forgets nothing: memory=perfect".to_owned());
        }
        let (game, model) = (*game, model_of_acts(settings, Fitted::embedded, Fitted::read)?);
        let count = settings.integer(WORLDS.name) as usize;
        prepared(move |seed| {
            let particles = Particles::new(count, model.floor());
            let model = Arc::clone(&model);
            Box::new(ActReader::with_particles(particles, game, model, words(seed), seed)) as _
        })
    }),
};

const ACTS: Parameter = Parameter::choice(
    "acts",
    &["off", "fitted"],
    "off",
    "what it tells from how others act: nothing, or what a model that was fitted to many players says",
);

const WORLDS: Parameter = Parameter::integer(
    "worlds",
    (1, 100_000),
    "200",
    "worlds that it keeps in mind to tell cards from acts",
);

/// What can be set for one who speaks for the effect.
const PERSUADE: [Parameter; 6] = [
    Parameter::integer(
        "playouts",
        (1, 100_000),
        "16",
        "playouts of each trade, and without any, for each side",
    ),
    ROLLOUT,
    // It looks at what a trade lets others build soon, in every turn.
    Parameter { default: "30", ..CUTOFF },
    DEALS,
    Parameter::number(
        "trusted",
        (0.0, 1.0),
        "0.7",
        "how likely it thinks that others take what it says to be true",
    ),
    // Who remembers everything mostly knows the hands.
    Parameter { default: "last:12", ..MEMORY },
];

/// One who speaks for the effect on the trades that others take.
fn persuader(
    game: Catan,
    settings: &Settings,
) -> Result<EffectSpeaker<DealStakes<Catan, Rollout, Value>>, String> {
    let span = memory_span(settings)?;
    let worlds = settings.integer("playouts") as u32;
    let considers = settings.choice::<Sizes>(DEALS.name).considers();
    let stakes = DealStakes::new(game, playout(settings), worlds, span, considers);
    Ok(EffectSpeaker::new(stakes, settings.number("trusted")))
}

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

const VALUE: Parameter = Parameter {
    name: "value",
    kind: Kind::Choice(Fit::VARIANTS),
    default: "greedy",
    help: "whose games the weights of the linear value were fitted to",
};

const CUTOFF: Parameter = Parameter {
    name: "cutoff",
    kind: Kind::Integer(0, 100_000),
    default: "100",
    help: "steps, dice included, after which a playout is judged by the linear value; 0 plays \
           to the end of the game",
};

// Against three of the searchers before (weighted playouts cut off after 100 steps, the value of greedy
// players, no foresight) in 1 ms a decision, 160 games each: racing playouts, the value of searchers and
// foresight 3 won 0.38, and cut off after 30 steps 0.58. From there, against three of the latter, 200
// games each: cut off after 12 steps 0.285, foresight 8 0.26, foresight 1 0.205, c 0.3 0.23.
//
// The others won most with those before, against three greedy players (one world each) at 1,000 playouts,
// 200 games each, 100 where marked: c 0.15 had 0.605 of the games, 0.07 had 0.42, 0.3 had 0.55 (100); cut off
// after 20 steps 0.49, 50 0.53, 100 0.605, 200 0.37; uniform playouts 0.475; the best mean instead of
// the most visits 0.57; kinds first 0.38 with c 0.1, 0.55 (100) with 0.15, 0.52 (100) with 0.3; once,
// 4 and 16 times the playouts in the set-up 0.575, 0.605 and 0.63. One standard error is 0.035.
const SEARCH: [Parameter; 10] = [
    Parameter {
        name: "playouts",
        kind: Kind::Integer(1, 1_000_000_000),
        default: "1000",
        help: "playouts for a decision",
    },
    TIME,
    EXPLORATION,
    Parameter { default: "racing", ..ROLLOUT },
    Parameter { default: "30", ..CUTOFF },
    Parameter { default: "search", ..VALUE },
    Parameter::number(
        "foresight",
        (0.0, 1000.0),
        "3",
        "how many playouts it counts for what the linear value says of an action beforehand; 0 for \
         none, as wherever playouts are not cut off",
    ),
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
        help: "how many times the playouts or the time of another decision one of the set-up gets",
    },
];

/// Which trades it considers, how often and to whom it proposes them. What comes after a trade is
/// weighed without further ones.
fn catan_manner(game: &Catan, settings: &Settings) -> Manner<Catan> {
    let sizes = settings.choice::<Sizes>(DEALS.name);
    Manner { considers: sizes.considers(), ..manner(settings, game.without_trading()) }
}

fn trader<E: Estimator<Catan> + 'static>(
    game: &Catan,
    settings: &Settings,
    estimator: fn(&Settings) -> E,
) -> Prepared<Trader<Catan>> {
    let (manner, settings) = (catan_manner(game, settings), settings.clone());
    prepared(move |_| {
        let negotiator = negotiator(&settings, estimator(&settings));
        Trader::new(Box::new(negotiator) as Box<dyn Bargainer<Catan>>, manner.clone())
    })
}

/// The estimator of the part `rule`.
pub fn rule_points(settings: &Settings) -> RulePoints {
    RulePoints { adding: settings.choice("points"), lead: settings.choice("lead") }
}

/// The estimator of the part `bargain`.
pub fn playout_estimator(settings: &Settings) -> Box<dyn Estimator<Catan>> {
    let playouts = settings.integer("playouts") as u32;
    let mut playout = playout(settings);
    playout.judge.consolation = settings.number("consolation");
    if settings.is_on("tree") {
        let search = Uct { exploration: settings.number("c"), ..Uct::new(playout, playouts) };
        return shortened(settings, TreeEstimator::new(search));
    }
    let z = settings.number("stop");
    let costly = PlayoutEstimator {
        race: (z > 0.0).then_some(Race { batch: RACE_BATCH, z }),
        common_luck: settings.among("luck", &[("common", true), ("apart", false)]),
        ..PlayoutEstimator::new(playout, playouts)
    };
    shortened(settings, costly)
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

/// Playouts between two looks at the race of trades.
const RACE_BATCH: u32 = 20;

fn searcher(
    game: &Catan,
    settings: &Settings,
    trees: fn() -> Trees,
) -> Prepared<Box<dyn Mover<Catan>>> {
    let playout = Playout { judge: value(settings), ..playout(settings) };
    let search = Uct {
        time: settings.time_limit(TIME.name),
        exploration: settings.number("c"),
        choice: settings.among("choice", &[("mean", Final::Mean), ("visits", Final::Visits)]),
        // Who plays to the end of the game does without the linear value altogether.
        foresight: playout.limit.map_or(0.0, |_| settings.number("foresight")),
        ..Uct::new(playout, settings.integer("playouts") as u32)
    };
    let (game, opening) = (*game, settings.integer("opening") as u32);
    let is_by_kind = settings.is_on("kinds");
    prepared(move |_| {
        if is_by_kind {
            Box::new(Searcher::new(game, search.by_kind(ByRule), opening, trees())) as _
        } else {
            Box::new(Searcher::new(game, search.by_kind(OneKind), opening, trees())) as _
        }
    })
}

fn value(settings: &Settings) -> Value {
    Value::fitted(settings.choice(VALUE.name))
}

fn playout(settings: &Settings) -> Playout<Rollout, Value> {
    let cutoff = settings.integer("cutoff") as u32;
    Playout {
        policy: settings.choice("rollout"),
        limit: (cutoff > 0).then_some(cutoff),
        judge: Value::default(),
    }
}

/// Plays by a policy of playouts, in a world that fits what it knows.
struct ByPolicy<P> {
    game: Catan,
    policy: P,
    menu: Vec<Action>,
}

impl<P: Policy<Catan> + Send> Mover<Catan> for ByPolicy<P> {
    fn decide(
        &mut self,
        at: &Standpoint<'_, Catan>,
        _menu: &[Action],
        rng: &mut GameRng,
    ) -> Action {
        let world = at.worlds.world(0, rng);
        self.policy.choose(&self.game, &world, &mut self.menu, rng)
    }
}

/// Positions from games of the policies of playouts.
#[cfg(test)]
fn sample_positions(games: u64) -> Vec<crate::rules::State> {
    use kakehiki_core::{Game, Seed};
    use kakehiki_search::Scratch;

    let settings = Settings::written("catan", &crate::rules::CATAN_OPTIONS, &[("trading", "off")]);
    let game = Catan::new(&settings);
    let positions = (0..games).map(|number| {
        let mut rng = Seed::experiment(9).rng_at(number);
        let mut state = game.start();
        let policy = if number % 2 == 0 { Rollout::Racing } else { Rollout::Weighted };
        let steps = 60 + 10 * (number % 50) as u32;
        policy.run(&game, &mut state, Some(steps), &mut Scratch::default(), &mut rng);
        state
    });
    positions.collect()
}
