//! How fast random games are.

use std::time::{Duration, Instant};

use kakehiki_core::{Ending, Game, Seed, Settings, Turn};
use kakehiki_search::{Policy, Scratch, Uniform};

use crate::rules::{CATAN_OPTIONS, Catan};

/// Measures games of four uniformly random players without player trades from the first hex to the
/// end, on the running core. Steps of chance, the deal of the board included, count as actions.
///
/// # Panics
/// If the games do not come out as known: a fast wrong answer is no answer.
pub fn bench() -> serde_json::Value {
    let options = Settings::new("catan", &CATAN_OPTIONS, [("trading", "off")]);
    let game = Catan::new(&options.unwrap_or_else(|_| Settings::defaults(&CATAN_OPTIONS)));
    let start = game.start();
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(0).derive("bench", 0).rng();
    let (mut games, mut actions, mut undecided) = (0_u32, 0_u64, 0_u32);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(2) {
        for _ in 0..100 {
            let mut state = start.clone();
            actions += u64::from(Uniform.run(&game, &mut state, None, &mut scratch, &mut rng));
            let is_won = matches!(game.turn(&state), Turn::Over(Ending::Won(_)));
            undecided += u32::from(!is_won);
            games += 1;
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let games = f64::from(games);
    let (per_game, undecided) = (actions as f64 / games, f64::from(undecided) / games);
    // A game takes 1,490 steps and one in a thousand is undecided; the bounds are more than ten
    // standard errors of the thousand games that a slow machine plays in the time.
    assert!((1200.0..1800.0).contains(&per_game), "{per_game} actions a game");
    assert!(undecided < 0.02, "{undecided} of the games are undecided");
    serde_json::json!({
        "games_per_core_second": games / seconds,
        "actions_per_core_second": actions as f64 / seconds,
        "actions_per_game": per_game,
    })
}
