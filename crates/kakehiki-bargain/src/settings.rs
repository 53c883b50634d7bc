//! The parameters by which a negotiator is put together from its name, the same in every game.

use kakehiki_core::{Parameter, Settings};
use strum::VariantNames;

use crate::{Acceptance, Attitude, Biased, Criterion, Negotiator};

/// Which deal it wants most.
pub const CRITERION: Parameter =
    Parameter::choice("criterion", Criterion::VARIANTS, "selfish", "which deal it wants most");

/// Which deals it takes.
pub const ATTITUDE: Parameter = Parameter::choice(
    "attitude",
    &["neutral", "optimistic", "pessimistic", "criterion", "value"],
    "neutral",
    "which deals it takes: by its own profit, those that its criterion prefers to none, or those \
     with a value above 0 by its criterion, constraints aside",
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
pub const ESTIMATOR: Parameter = Parameter::choice(
    "estimator",
    Attitude::VARIANTS,
    "neutral",
    "whether it takes what it would have afterwards too high or too low",
);

/// Whether it gives way after refusals.
pub const CONCEDE: Parameter = Parameter::switch(
    "concede",
    "on",
    "whether an offer after a refusal must bring the partner more than what was refused",
);

/// The negotiator that [`CRITERION`], [`ATTITUDE`] and [`ESTIMATOR`] describe, [`TENTH`] where the
/// profit is more than a difference of worths, and [`CONCEDE`] where a game has several rounds.
pub fn negotiator<E>(settings: &Settings, estimator: E) -> Negotiator<Biased<E>> {
    let acceptance = match settings.text(ATTITUDE.name) {
        "criterion" => Acceptance::Criterion,
        "value" => Acceptance::Value,
        _ if settings.has(TENTH.name) && settings.text(TENTH.name) == "profit" => {
            Acceptance::Profit(settings.choice(ATTITUDE.name))
        }
        _ => Acceptance::Attitude(settings.choice(ATTITUDE.name)),
    };
    Negotiator {
        estimator: Biased { estimator, attitude: settings.choice(ESTIMATOR.name) },
        criterion: settings.choice(CRITERION.name),
        acceptance,
        concedes: settings.has(CONCEDE.name) && settings.is_on(CONCEDE.name),
    }
}
