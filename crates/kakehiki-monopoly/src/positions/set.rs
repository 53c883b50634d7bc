//! Sets of positions, each with what playouts say of it under both base players.

use kakehiki_core::{Illegal, Seed};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;

use super::{Label, Position, Template, Truth, label, self_play_position, truth};
use crate::{agents::Moyer, rules::Monopoly};

/// A position with what playouts say of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeighedPosition {
    /// The position.
    pub position: Position,
    /// The playouts of each branch under each base player.
    pub playouts: u32,
    /// What is true with base players as they are.
    pub moyer: Truth,
    /// What is true with base players without their defects.
    pub moyer_repaired: Truth,
    /// How sure that is.
    pub label: Label,
}

/// Plays out both branches of a position under both base players.
///
/// # Errors
/// If the position is not possible at this table.
pub fn weigh(
    game: &Monopoly,
    position: Position,
    playouts: u32,
) -> Result<WeighedPosition, Illegal> {
    let seed = Seed::experiment(position.seed.unwrap_or(0)).derive("truth", 0);
    let [moyer, moyer_repaired] = [Moyer::FAITHFUL, Moyer::REPAIRED]
        .map(|policy| truth(game, &position, policy, playouts, seed));
    let (moyer, moyer_repaired) = (moyer?, moyer_repaired?);
    let label = label(&[moyer, moyer_repaired]);
    Ok(WeighedPosition { position, playouts, moyer, moyer_repaired, label })
}

/// Makes a set of `count` positions for two players: the templates if they are wanted, then
/// positions of self-play from `first_seed` on. Of these, one is left out if it would make more
/// than two thirds of the set come out the same way, so that saying always yes or always no earns
/// little.
///
/// # Errors
/// If the table is not one for two players.
pub fn position_set(
    game: &Monopoly,
    has_templates: bool,
    first_seed: u64,
    count: usize,
    playouts: u32,
) -> Result<Vec<WeighedPosition>, Illegal> {
    let mut set = Vec::new();
    if has_templates {
        for template in Template::iter().take(count) {
            set.push(weigh(game, template.position(), playouts)?);
        }
    }
    let mut seeds = first_seed..;
    while set.len() < count {
        let made = seeds.find_map(|seed| self_play_position(game, Moyer::FAITHFUL, seed));
        let Some(position) = made else { break };
        let weighed = weigh(game, position, playouts)?;
        let is_same =
            |other: &&WeighedPosition| (other.moyer.gap > 0.0) == (weighed.moyer.gap > 0.0);
        if 3 * set.iter().filter(is_same).count() < 2 * count {
            set.push(weighed);
        }
    }
    Ok(set)
}
