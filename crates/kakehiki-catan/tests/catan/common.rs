//! What the tests share: tables, random play and positions made by hand.

use kakehiki_catan::{Action, CATAN_OPTIONS, Catan, State};
use kakehiki_core::{Game, GameRng, Settings, Turn};
use rand::RngExt;

/// The sets of rules, by name.
pub(crate) const PROFILES: [&str; 4] = ["printed", "jsettlers", "catanatron", "nakazawa2018"];

/// Catan with options.
pub(crate) fn catan(options: &[(&str, &str)]) -> Catan {
    Catan::new(&Settings::new("catan", &CATAN_OPTIONS, options.iter().copied()).unwrap())
}

/// One uniformly random step; `None` when the game is over.
pub(crate) fn random_step(
    game: &Catan,
    state: &mut State,
    menu: &mut Vec<Action>,
    rng: &mut GameRng,
) -> Option<()> {
    match game.turn(state) {
        Turn::Over(_) => return None,
        Turn::Chance => {
            let outcome = game.draw(state, rng);
            game.resolve(state, &outcome).unwrap();
        }
        Turn::Seat(_) => {
            game.menu(state, menu);
            let action = menu[rng.random_range(0..menu.len())];
            game.play(state, &action).unwrap();
        }
    }
    Some(())
}
