//! Fits the weights of the linear value to games of players who are greedy by it.
//!
//! The model is the one the value is used by: of the players of a game, each wins with a chance in
//! proportion to the exponential of its weighted features. The weights of the greatest likelihood
//! are found by Newton's method, first on games of weighted players and then, round by round, on
//! games of greedy players who use the weights of the round before. Prints the log loss on games
//! that were not used for fitting, and the weights.
//!
//! ```sh
//! cargo run --release -p kakehiki-catan --example fit_value -- 20000
//! ```

use kakehiki_catan::{
    CATAN_OPTIONS, Catan, FEATURE_NAMES, FEATURES, Greedy, Value, Weighted, features,
};
use kakehiki_core::{Ending, Game, GameRng, Seat, Seed, Settings, Turn};
use kakehiki_search::{Choice, Policy, fit_choices};
use rand::RngExt;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

type Features = [f64; FEATURES];

/// How many rounds of greedy players follow the first.
const ROUNDS: u32 = 3;
/// One in so many choices of a greedy player is a weighted one, for positions off the beaten track.
const WHIMS: u32 = 5;
/// One in so many positions is used.
const SPACING: u32 = 25;

/// What each player had in a position, and who won, as a choice among the players.
type Example = Choice<FEATURES>;

fn main() {
    let games: u64 = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 20_000,
        Some(Ok(games)) => games,
        Some(Err(error)) => {
            eprintln!("the number of games of a round: {error}");
            std::process::exit(2);
        }
    };
    let settings = Settings::new("catan", &CATAN_OPTIONS, [("trading", "off")]);
    let game = Catan::new(&settings.expect("an option of Catan"));
    let mut greedy: Option<Greedy> = None;
    for round in 0..=ROUNDS {
        let seed = Seed::experiment(0).derive("fit", u64::from(round));
        let examples: Vec<Vec<Example>> = (0..games)
            .into_par_iter()
            .map(|index| play(&game, greedy.as_ref(), &mut seed.rng_at(index)))
            .collect();
        let (test, train) = examples.split_at(examples.len() / 5);
        let weights = fit_choices(&train.iter().flatten().collect::<Vec<_>>());
        let count = test.iter().flatten().count();
        println!("round {round}: log loss {:.4} over {count} positions", loss(test, &weights));
        greedy = Some(Greedy { value: Value { weights, ..Value::default() }, depth: 1 });
    }
    let weights = greedy.expect("at least one round").value.weights;
    for (weight, name) in weights.iter().zip(FEATURE_NAMES) {
        println!("    {weight:.3}, // {name}");
    }
}

/// Plays a game and keeps some of its positions.
fn play(game: &Catan, greedy: Option<&Greedy>, rng: &mut GameRng) -> Vec<Example> {
    let mut state = game.start();
    let mut menu = Vec::new();
    let mut kept = Vec::new();
    loop {
        match game.turn(&state) {
            Turn::Over(Ending::Won(winners)) => {
                let won = Seat::all(game.seats()).find(|seat| winners.contains(*seat));
                let winner = won.map_or(0, Seat::index);
                return kept
                    .into_iter()
                    .map(|options| Choice { options, chosen: winner })
                    .collect();
            }
            Turn::Over(_) => return Vec::new(),
            Turn::Chance => {
                let chance = game.draw(&state, rng);
                game.resolve_unchecked(&mut state, &chance);
            }
            Turn::Seat(_) => {
                if rng.random_range(0..SPACING) == 0 {
                    kept.push(Seat::all(game.seats()).map(|seat| features(&state, seat)).collect());
                }
                let action = match greedy {
                    Some(greedy) if rng.random_range(0..WHIMS) > 0 => {
                        greedy.choose(game, &state, &mut menu, rng)
                    }
                    _ => Weighted.choose(game, &state, &mut menu, rng),
                };
                game.play_unchecked(&mut state, &action);
            }
        }
    }
}

/// The chances to win by the weights.
fn shares(players: &[Features], weights: &Features) -> Vec<f64> {
    let odds: Vec<f64> = players
        .iter()
        .map(|have| have.iter().zip(weights).map(|(have, weight)| have * weight).sum::<f64>().exp())
        .collect();
    let total: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / total).collect()
}

fn loss(games: &[Vec<Example>], weights: &Features) -> f64 {
    let losses: Vec<f64> = games
        .iter()
        .flatten()
        .map(|example| -shares(&example.options, weights)[example.chosen].ln())
        .collect();
    losses.iter().sum::<f64>() / losses.len() as f64
}
