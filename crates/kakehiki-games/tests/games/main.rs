//! What holds of all games alike, without their types.

mod batches;
mod coding;
mod corpus;
mod following;
mod holding;
mod insight;
mod ongoing;
mod positions;
#[cfg(unix)]
mod program;
mod schemas;
mod speech_acts;
mod visitors;

use kakehiki_core::Settings;
use kakehiki_games::{Table, find};

/// A table of a game with these options.
fn table(name: &str, options: &[(&str, &str)]) -> Box<dyn Table> {
    let game = find(name).unwrap();
    game.open(&Settings::new(name, game.options(), options.iter().copied()).unwrap())
}
