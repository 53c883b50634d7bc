//! Mishio and Fujita (2015): NEGOGeister, and the value of a hidden ghost.

mod allocation;
mod examples;
mod positions;
mod strategies;
mod upp;

use kakehiki_core::{Parameter, Settings};
use kakehiki_geister::{FeatureMeter, Geister, NEGOGEISTER_OPTIONS, Walk};
use kakehiki_search::Playout;
use strum::VariantNames;

pub(crate) use self::{
    allocation::ALLOCATION, examples::EXAMPLES, positions::POSITIONS, strategies::STRATEGIES,
    upp::UPP,
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
    "100",
    "plies after which a playout counts as drawn; 0 plays to the end",
);

/// The rules without a length cap worth speaking of: the paper mentions none.
fn game() -> Geister {
    let options = Settings::written("negogeister", &NEGOGEISTER_OPTIONS, &[("cap", "10000")]);
    Geister::negotiating(&options)
}

/// The way of measuring the UPP feature that the settings ask for.
fn meter(settings: &Settings, walk: Walk) -> FeatureMeter {
    let limit = settings.integer("limit") as u32;
    FeatureMeter {
        playout: Playout { limit: (limit > 0).then_some(limit), ..Playout::new(walk) },
        playouts: settings.integer("playouts") as u32,
    }
}
