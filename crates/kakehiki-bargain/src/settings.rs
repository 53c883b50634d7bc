//! The parameters by which a negotiator is put together from its name, the same in every game.

use kakehiki_core::{Kind, Parameter, Settings};
use strum::VariantNames;

use crate::{Acceptance, Attitude, Biased, Criterion, Negotiator};

/// Which deal it wants most.
pub const CRITERION: Parameter = Parameter {
    name: "criterion",
    kind: Kind::Choice(Criterion::VARIANTS),
    default: "selfish",
    help: "which deal it wants most",
};

/// Which deals it takes.
pub const ATTITUDE: Parameter = Parameter {
    name: "attitude",
    kind: Kind::Choice(&["neutral", "optimistic", "pessimistic", "criterion", "value"]),
    default: "neutral",
    help: "which deals it takes: by its own profit, those that its criterion prefers to none, or those \
           with a value above 0 by its criterion, constraints aside",
};

/// How it misjudges what it would have after a deal.
pub const ESTIMATOR: Parameter = Parameter {
    name: "estimator",
    kind: Kind::Choice(Attitude::VARIANTS),
    default: "neutral",
    help: "whether it takes what it would have afterwards too high or too low",
};

/// The negotiator that [`CRITERION`], [`ATTITUDE`] and [`ESTIMATOR`] describe.
pub fn negotiator<E>(settings: &Settings, estimator: E) -> Negotiator<Biased<E>> {
    let acceptance = match settings.text(ATTITUDE.name) {
        "criterion" => Acceptance::Criterion,
        "value" => Acceptance::Value,
        _ => Acceptance::Attitude(settings.choice(ATTITUDE.name)),
    };
    Negotiator {
        estimator: Biased { estimator, attitude: settings.choice(ESTIMATOR.name) },
        criterion: settings.choice(CRITERION.name),
        acceptance,
    }
}
