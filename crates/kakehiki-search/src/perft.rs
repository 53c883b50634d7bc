//! Counting the ways a game can go, to check its rules against other programs and to time them.

use kakehiki_core::{Game, Turn};

/// Counts the sequences of exactly `depth` steps from a position: actions on the menu and outcomes
/// of chance alike. Games that end earlier are not counted.
///
/// The last step is counted by the length of its menu and not played.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut menus = vec![Vec::new(); depth as usize];
    count(game, state, &mut menus)
}

/// Counts to a depth of one step for each buffer.
fn count<G: Game>(game: &G, state: &G::State, menus: &mut [Vec<G::Action>]) -> u64 {
    let Some((menu, deeper)) = menus.split_first_mut() else {
        return 1;
    };
    match game.turn(state) {
        Turn::Over(_) => 0,
        Turn::Chance => {
            let chances = game.chances(state);
            if deeper.is_empty() {
                return chances.len() as u64;
            }
            let mut sum = 0;
            for (chance, _) in &chances {
                let mut next = state.clone();
                game.resolve_unchecked(&mut next, chance);
                sum += count(game, &next, deeper);
            }
            sum
        }
        Turn::Seat(_) => {
            game.menu(state, menu);
            if deeper.is_empty() {
                return menu.len() as u64;
            }
            let mut sum = 0;
            for action in menu.iter() {
                let mut next = state.clone();
                game.play_unchecked(&mut next, action);
                sum += count(game, &next, deeper);
            }
            sum
        }
    }
}
