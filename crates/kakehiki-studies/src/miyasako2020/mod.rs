//! Miyasako and Hashimoto (2020): answering trades in Monopoly by playing out both futures.

mod agreement;
mod catan;
mod defect;
mod known;
mod landing;
mod make_positions;
mod positions;
mod rebuild;
mod set;
mod strength;

use kakehiki_core::Settings;
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Moyer};

pub(crate) use self::{
    catan::ANSWERS_IN_CATAN,
    defect::DEFECT,
    known::{POSITION_1, POSITION_6},
    landing::LANDING,
    make_positions::MAKE_POSITIONS,
    positions::POSITIONS,
    rebuild::REBUILD,
    strength::STRENGTH,
};

/// The published figures.
const FIGURES: &str = include_str!("../../../../studies/miyasako2020.toml");

/// The rules of all positions: those of the browser game that the paper used.
const RULES: &str = "moyer2020";

/// The base players whose playouts are compared, by name.
const POLICIES: [(&str, Moyer); 2] =
    [("moyer", Moyer::FAITHFUL), ("moyer-repaired", Moyer::REPAIRED)];

/// The rules for two players without a length cap: playouts have their own.
fn game() -> Monopoly {
    let options = [("rules", RULES), ("max-turns", "0")];
    Monopoly::new(&Settings::written("monopoly", &MONOPOLY_OPTIONS, &options))
}
