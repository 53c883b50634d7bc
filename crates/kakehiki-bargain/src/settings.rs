//! The parameters by which a negotiator is put together from its name, the same in every game.

use kakehiki_core::{Parameter, Settings};
use strum::VariantNames;

use crate::{
    Acceptance, Addressees, Attitude, Bargaining, Biased, Criterion, Estimator, Manner, Misjudged,
    Negotiator, Taste,
};

/// Which deal it wants most.
pub const CRITERION: Parameter =
    Parameter::choice("criterion", Criterion::VARIANTS, "selfish", "which deal it wants most");

/// Which deals it takes.
pub const ATTITUDE: Parameter = Parameter::choice(
    "attitude",
    &["neutral", "optimistic", "pessimistic", "criterion", "value", "sensible", "expecting"],
    "neutral",
    "which deals it takes: by its own profit, those that its criterion prefers to none, those with \
     a value above 0 by its criterion, constraints aside, of these only what is not bad for both, or \
     what brings a profit and no less than the partner's last offers",
);

/// What an optimist or a pessimist holds its tenth against.
pub const TENTH: Parameter = Parameter::choice(
    "tenth",
    &["profit", "worth"],
    "profit",
    "whether the tenth of an optimistic or pessimistic attitude is held against the whole profit or \
     the worth alone",
);

/// How it misjudges what it would have after a deal.
pub const BIAS: Parameter = Parameter::choice(
    "bias",
    Attitude::VARIANTS,
    "neutral",
    "whether it takes what it would have afterwards too high or too low",
);

/// What a bias bends.
pub const MISJUDGED: Parameter = Parameter::choice(
    "misjudged",
    Misjudged::VARIANTS,
    "sides",
    "what a bias takes too high or too low: the worth of what is held, that and the lead, or that and \
     a lead which counts without the deal too",
);

/// Whether it gives way after refusals.
pub const CONCEDE: Parameter = Parameter::switch(
    "concede",
    "on",
    "whether an offer after a refusal must bring the partner more than what was refused",
);

/// Whether it begins with a bad proposal.
pub const FEINT: Parameter = Parameter::switch(
    "feint",
    "off",
    "whether its first offer is a bad one, so that the next looks good beside it",
);

/// The most proposals in a turn.
pub const ROUNDS: Parameter = Parameter::integer(
    "rounds",
    (0, 100),
    "3",
    "the most offers that it makes in a turn, if the rules allow them",
);

/// Whether it counters.
pub const COUNTER: Parameter = Parameter::switch(
    "counter",
    "on",
    "whether it answers offers by others of its own, if the rules allow them",
);

/// To whom its proposals go.
pub const ADDRESSEES: Parameter = Parameter::choice(
    "to",
    Addressees::VARIANTS,
    "one",
    "whether an offer goes to one partner or to all who may take it, if the rules allow it",
);

/// The negotiator that [`CRITERION`], [`ATTITUDE`] and [`BIAS`] describe, [`TENTH`] and [`MISJUDGED`]
/// where the profit is more than a difference of worths, and [`CONCEDE`] and [`FEINT`]
/// where a game has several rounds.
pub fn negotiator<G: Bargaining, E: Estimator<G>>(
    settings: &Settings,
    estimator: E,
) -> Negotiator<G, Biased<E>> {
    let acceptance = match settings.text(ATTITUDE.name) {
        "criterion" => Acceptance::Criterion,
        "value" => Acceptance::Value,
        "sensible" => Acceptance::Sensible,
        "expecting" => Acceptance::Expecting,
        _ if settings.has(TENTH.name) && settings.text(TENTH.name) == "profit" => {
            Acceptance::Profit(settings.choice(ATTITUDE.name))
        }
        _ => Acceptance::Attitude(settings.choice(ATTITUDE.name)),
    };
    let taste = Taste {
        criterion: settings.choice(CRITERION.name),
        acceptance,
        concedes: settings.has(CONCEDE.name) && settings.is_on(CONCEDE.name),
        feints: settings.has(FEINT.name) && settings.is_on(FEINT.name),
    };
    let part = if settings.has(MISJUDGED.name) {
        settings.choice(MISJUDGED.name)
    } else {
        Misjudged::default()
    };
    Negotiator::new(Biased { estimator, bias: settings.choice(BIAS.name), part }, taste)
}

/// The manner that [`ROUNDS`], [`COUNTER`] and [`ADDRESSEES`] describe, as far as a game has them.
pub fn manner<G: Bargaining>(settings: &Settings, rules: G) -> Manner<G> {
    let mut manner = Manner::new(rules);
    if settings.has(ROUNDS.name) {
        manner.rounds = settings.integer(ROUNDS.name) as usize;
    }
    manner.counters = !settings.has(COUNTER.name) || settings.is_on(COUNTER.name);
    if settings.has(ADDRESSEES.name) {
        manner.addressees = settings.choice(ADDRESSEES.name);
    }
    manner
}
