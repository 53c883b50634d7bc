//! Boards generated at random, with random trades: nobody played them.

use kakehiki_core::{GameRng, Seed};
use rand::RngExt;

use super::{Position, self_play::draw_trade, variation::some_square};
use crate::rules::{Arrangement, DeedSet, Monopoly, PlayerArrangement};

/// The most that remains with the bank: one half of the deeds.
const UNSOLD: f64 = 0.5;
/// The cash of a player, in tens.
const TENS: std::ops::RangeInclusive<i32> = 10..=200;

/// A board for two: every deed is one player's, the other's or, as often as the board has it, the
/// bank's; each has $100 to $2,000 and stands anywhere; nothing is built or mortgaged. With it goes a
/// random trade that the player on turn could propose. The seed alone decides. `None` if no trade was
/// found.
pub fn random_position(game: &Monopoly, experiment: u64) -> Option<Position> {
    let mut rng = Seed::experiment(experiment).derive("board", 0).rng();
    let position = board(&mut rng);
    let state = game.arrange(&position).ok()?;
    let (deal, tag) = draw_trade(game, &state, &mut rng)?;
    Some(Position {
        name: format!("random-{experiment}"),
        tags: vec!["random".to_owned(), tag.to_owned()],
        seed: Some(experiment),
        position,
        deal: deal.to_string(),
    })
}

fn board(rng: &mut GameRng) -> Arrangement {
    let unsold = rng.random_range(0.0..UNSOLD);
    let mut deeds = [Vec::new(), Vec::new()];
    for square in DeedSet::ALL.iter() {
        if !rng.random_bool(unsold) {
            deeds[rng.random_range(0..2)].push(square.index());
        }
    }
    let players = deeds.map(|deeds| {
        let cash = 10 * rng.random_range(TENS);
        PlayerArrangement { square: some_square(rng), ..PlayerArrangement::with(cash, &deeds) }
    });
    Arrangement { players: players.into(), mover: rng.random_range(0..2), turns: 0 }
}
