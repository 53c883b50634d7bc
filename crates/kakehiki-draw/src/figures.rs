//! Figures of the rules about a position, for those who may know everything.

use std::collections::BTreeMap;

use kakehiki_core::Seat;
use serde_json::Value;

use crate::{Feature, catan, geister, layout::is_geister};

/// All figures about a position, from all there is as an analyst sees it. They take some milliseconds,
/// so a server asks for them beside the game.
pub fn figures(
    game: &str,
    options: &BTreeMap<String, String>,
    truth: &Value,
    seats: usize,
) -> Vec<Feature> {
    if is_geister(game) {
        let of = |seat| geister::features(game, options, truth, seat);
        return Seat::all(seats).flat_map(of).collect();
    }
    if game == "catan" { catan::features(options, truth) } else { Vec::new() }
}
