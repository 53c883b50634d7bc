//! Mishio and Fujita (2015): NEGOGeister, and the value of a hidden ghost.

mod allocation;
mod blockers;
mod examples;
mod positions;
mod readings;
mod strategies;
mod upp;
mod weights;

use kakehiki_core::{Parameter, Settings};
use kakehiki_geister::{FeatureMeter, Geister, NEGOGEISTER_OPTIONS, Walk};
use kakehiki_search::Playout;
use strum::VariantNames;

pub(crate) use self::{
    allocation::ALLOCATION, blockers::BLOCKERS, examples::EXAMPLES, positions::POSITIONS,
    readings::READINGS, strategies::STRATEGIES, upp::UPP, weights::WEIGHTS,
};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/mishio2015.toml");

const PLAYOUTS: Parameter =
    Parameter::integer("playouts", (1, 1_000_000_000), "11000", "playouts for a position");

const WALK: Parameter =
    Parameter::choice("walk", Walk::VARIANTS, "ghost-first", "how playouts choose their moves");

const LIMIT: Parameter = Parameter::integer(
    "limit",
    (0, 10_000),
    "0",
    "plies after which a playout counts as drawn; 0 plays to the end",
);

/// The rules without a length cap worth speaking of: the paper mentions none.
fn game() -> Geister {
    let options = Settings::written("negogeister", &NEGOGEISTER_OPTIONS, &[("cap", "10000")]);
    Geister::negotiating(&options)
}

/// A way of measuring the UPP feature, with as many playouts as the settings ask for; a limit of 0
/// is none.
fn meter(settings: &Settings, limit: u32, walk: Walk) -> FeatureMeter {
    FeatureMeter {
        playout: Playout { limit: (limit > 0).then_some(limit), ..Playout::new(walk) },
        playouts: settings.integer("playouts") as u32,
    }
}
