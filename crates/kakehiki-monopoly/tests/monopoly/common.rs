//! What several tests use.

use kakehiki_core::{
    Awaited, Game, GameRng, Happening, OngoingGame, Reply, Seat, Seed, Settings, Turn,
};
use kakehiki_monopoly::{
    Arrangement, MONOPOLY_OPTIONS, Monopoly, PlayerArrangement, Square, State,
};
use rand::RngExt;

pub const FIRST: Seat = Seat::new(0);
pub const SECOND: Seat = Seat::new(1);
pub const THIRD: Seat = Seat::new(2);

/// The rules with these options.
pub fn monopoly(options: &[(&str, &str)]) -> Monopoly {
    let settings = Settings::new("monopoly", &MONOPOLY_OPTIONS, options.iter().copied());
    Monopoly::new(&settings.expect("options of Monopoly"))
}

/// The browser game for two.
pub fn moyer2020() -> Monopoly {
    monopoly(&[("rules", "moyer2020")])
}

/// The official game without pauses between turns, for so many players.
pub fn official(players: &str) -> Monopoly {
    monopoly(&[("players", players), ("trading", "own-turn")])
}

/// A player with this cash and these deeds, on this square.
pub fn player(cash: i32, square: usize, deeds: &[usize]) -> PlayerArrangement {
    PlayerArrangement { square, ..PlayerArrangement::with(cash, deeds) }
}

/// The start of the first player's turn.
#[track_caller]
pub fn arrange(game: &Monopoly, players: &[PlayerArrangement]) -> State {
    game.arrange(&Arrangement { players: players.to_vec(), mover: 0, turns: 0 })
        .expect("a possible position")
}

/// Plays actions and outcomes of chance, each as it is written.
#[track_caller]
pub fn play(game: &Monopoly, state: &mut State, steps: &[&str]) {
    for step in steps {
        let result = if game.turn(state) == Turn::Chance {
            step.parse().map(|chance| game.resolve(state, &chance))
        } else {
            step.parse().map(|action| game.play(state, &action))
        };
        match result {
            Ok(Ok(())) => {}
            Ok(Err(illegal)) => panic!("{step}: {illegal}\n{}", game.picture(state)),
            Err(error) => panic!("{step}: {error}\n{}", game.picture(state)),
        }
    }
}

/// Whether an action is refused.
pub fn is_refused(game: &Monopoly, state: &State, action: &str) -> bool {
    game.check(state, &action.parse().expect("an action")).is_err()
}

/// The square with this number.
pub fn square(index: usize) -> Square {
    Square::new(index).expect("a square of the board")
}

/// Takes a random step from the menu, or lets chance fall; false when the game is over.
pub fn random_step(
    game: &Monopoly,
    state: &mut State,
    menu: &mut Vec<kakehiki_monopoly::Action>,
    rng: &mut GameRng,
) -> bool {
    match game.turn(state) {
        Turn::Over(_) => return false,
        Turn::Chance => {
            let outcome = game.draw(state, rng);
            game.resolve_unchecked(state, &outcome);
        }
        Turn::Seat(_) => {
            game.menu(state, menu);
            let action = menu[rng.random_range(0..menu.len())];
            game.play_unchecked(state, &action);
        }
    }
    true
}

/// Plays at random until the game is over, calling `visit` at the start and after every step with
/// what happened, so that what the players saw of it can be looked at.
pub fn watch(
    game: &Monopoly,
    seed: Seed,
    mut visit: impl FnMut(&OngoingGame<Monopoly>, Option<&Happening<Monopoly>>),
) {
    let mut ongoing = OngoingGame::new(*game, seed);
    let (mut rng, mut menu) = (seed.rng(), Vec::new());
    visit(&ongoing, None);
    loop {
        let happening = match ongoing.awaited() {
            Awaited::Nobody(_) => return,
            Awaited::Chance => ongoing.draw(),
            Awaited::Seat(_) => {
                ongoing.menu(&mut menu);
                ongoing.answer(Reply::Action(menu[rng.random_range(0..menu.len())]))
            }
        };
        visit(&ongoing, happening.as_ref());
    }
}
