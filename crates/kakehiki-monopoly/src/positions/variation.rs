//! Templates with other cash, prices, squares and bystanders: the same kind of trade in a position
//! that nobody has looked at.

use kakehiki_core::{GameRng, Seed};
use rand::RngExt;

use super::{Position, Template};
use crate::rules::{Deal, DeedSet, GO_TO_JAIL, PlayerArrangement, SQUARES, Square};

/// The cash of a player is changed by at most so many per cent.
const CASH_CHANGE: i32 = 30;
/// What is paid in the trade is changed by at most so many per cent.
const PRICE_CHANGE: i32 = 40;
/// How often two deeds that have nothing to do with the trade are tried to change sides.
const SWAPS: usize = 8;

impl Template {
    /// A variation of the position; the seed alone decides.
    ///
    /// Both players have up to 30 % more or less cash and stand on other squares, what is paid is
    /// up to 40 % more or less, and deeds change sides that belong neither to a family of the trade
    /// nor to a complete colour, unless they would complete one. Tokens of a few dollars stay
    /// tokens.
    pub fn varied(self, experiment: u64) -> Position {
        let mut rng = Seed::experiment(experiment).derive("variation", 0).rng();
        let mut position = self.position();
        position.name = format!("{}-{experiment}", position.name);
        position.tags.push("varied".to_owned());
        position.seed = Some(experiment);
        for player in &mut position.position.players {
            player.cash = changed(player.cash, CASH_CHANGE, &mut rng);
            player.square = some_square(&mut rng);
        }
        // The templates are part of the program and their deals can be read.
        if let Ok(mut deal) = position.deal.parse::<Deal>() {
            let payer = if deal.cash > 0 { deal.proposer } else { deal.partner };
            let most = position.position.players[payer.index()].cash;
            deal.cash = changed(deal.cash, PRICE_CHANGE, &mut rng).clamp(-most, most);
            position.deal = deal.to_string();
            exchange_bystanders(&mut position.position.players, &deal, &mut rng);
        }
        position
    }
}

/// A sum of up to so many per cent more or less, in tens if it was.
fn changed(amount: i32, change: i32, rng: &mut GameRng) -> i32 {
    let factor = 100 + rng.random_range(-change..=change);
    match amount {
        -9..=9 => amount,
        _ => amount * factor / 1000 * 10,
    }
}

/// Any square on which a turn may begin.
pub(super) fn some_square(rng: &mut GameRng) -> usize {
    let square = rng.random_range(0..SQUARES - 1);
    square + usize::from(square >= GO_TO_JAIL.index())
}

/// Lets deeds that have nothing to do with the trade change sides, one for one.
fn exchange_bystanders(players: &mut [PlayerArrangement], deal: &Deal, rng: &mut GameRng) {
    let traded = deal.gives.iter().chain(deal.gets.iter());
    let families: DeedSet = traded.flat_map(|deed| deed.family().iter()).collect();
    let [first, second] = players else { return };
    for _ in 0..SWAPS {
        let one = rng.random_range(0..first.deeds.len());
        let other = rng.random_range(0..second.deeds.len());
        let is_bystander = |deeds: &[usize], place: usize| {
            let deed = deed_set(&deeds[place..=place]);
            let family = deed.iter().next().map_or(DeedSet::EMPTY, Square::family);
            families.and(deed).is_empty() && !deed_set(deeds).contains_all(family)
        };
        if !is_bystander(&first.deeds, one) || !is_bystander(&second.deeds, other) {
            continue;
        }
        let complete = complete_families(&first.deeds) + complete_families(&second.deeds);
        let swap = |first: &mut PlayerArrangement, second: &mut PlayerArrangement| {
            std::mem::swap(&mut first.deeds[one], &mut second.deeds[other]);
        };
        swap(first, second);
        if complete_families(&first.deeds) + complete_families(&second.deeds) != complete {
            swap(first, second);
        }
    }
    for player in [first, second] {
        player.deeds.sort_unstable();
    }
}

fn deed_set(squares: &[usize]) -> DeedSet {
    squares.iter().filter_map(|index| Square::new(*index)).collect()
}

/// How many deeds belong to a family of which all are here.
fn complete_families(squares: &[usize]) -> usize {
    let deeds = deed_set(squares);
    deeds.iter().filter(|deed| deeds.contains_all(deed.family())).count()
}
