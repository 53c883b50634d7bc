//! Fits the weights of the linear value to games of players who search by it.
//!
//! The model is the one the value is used by: of the players of a game, each wins with a chance in
//! proportion to the exponential of its weighted features, with weights that change evenly from the
//! beginning to the end of a game. The weights of the greatest likelihood are found by Newton's
//! method, first on games of the policy of playouts, then on games of greedy players who use the
//! weights of the round before, and last, twice, on games of players who search with these. Prints the
//! log loss on games that were not used for fitting, and the weights.
//!
//! ```sh
//! cargo run --release -p kakehiki-catan --example fit_value -- 4000 50
//! ```

use kakehiki_catan::{
    CATAN_OPTIONS, Catan, FEATURE_NAMES, FEATURES, Greedy, Racing, Rollout, State, Value, features,
};
use kakehiki_core::{Ending, Game, GameRng, Seat, Seed, Settings, Turn};
use kakehiki_search::{Choice, Final, OpenTrees, Playout, Policy, Uct, fit_choices};
use rand::RngExt;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The features of a player at the beginning of a game and at its end.
const BOTH: usize = 2 * FEATURES;

/// How many rounds are played, and the first of those who search.
const ROUNDS: u64 = 4;
const FIRST_SEARCH: u64 = 2;
/// One in so many choices is one of the policy of playouts, for positions off the beaten track.
const WHIMS: u32 = 8;
/// One in so many positions is used.
const SPACING: u32 = 25;
/// What follows from other features, so that its weight would have no meaning of its own.
const LEFT_OUT: [&str; 1] = ["points"];

/// What each player had in a position, and who won, as a choice among the players.
type Example = Choice<BOTH>;

/// Who plays the games of a round.
enum Players {
    Policy,
    Greedy(Greedy),
    Search(Uct<Rollout, Value>),
}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u32>());
    let mut number = |what: &str, default: u32| match numbers.next() {
        None => default,
        Some(Ok(number)) => number,
        Some(Err(error)) => {
            eprintln!("{what}: {error}");
            std::process::exit(2);
        }
    };
    let games = number("the number of games of a round", 4000);
    let playouts = number("the playouts of a decision in the last rounds", 50);
    let settings = Settings::new("catan", &CATAN_OPTIONS, [("trading", "off")]);
    let game = Catan::new(&settings.expect("an option of Catan"));
    let mut value = Value::default();
    let (mut test, mut train) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let players = match round {
            0 => Players::Policy,
            1 => Players::Greedy(Greedy { value, depth: 1 }),
            _ => Players::Search(search(&value, playouts)),
        };
        let seed = Seed::experiment(0).derive("fit", round);
        let mut played: Vec<Vec<Example>> = (0..u64::from(games))
            .into_par_iter()
            .map(|index| play(&game, &players, &mut seed.rng_at(index)))
            .collect();
        // All who search are alike enough to be fitted together.
        if round <= FIRST_SEARCH {
            (test, train) = (Vec::new(), Vec::new());
        }
        train.extend(played.split_off(played.len() / 5).into_iter().flatten());
        test.extend(played.into_iter().flatten());
        let weights = fit_choices(&train.iter().collect::<Vec<_>>());
        println!("round {round}: log loss {:.4}, {} positions", loss(&test, &weights), test.len());
        let part = |first: usize| std::array::from_fn(|place| weights[first + place]);
        value.weights = [part(0), part(FEATURES)];
    }
    for (name, weights) in ["early", "late"].iter().zip(value.weights) {
        println!("{name}");
        for (weight, name) in weights.iter().zip(FEATURE_NAMES) {
            println!("    {weight:.3}, // {name}");
        }
    }
}

/// One who searches by a value as `uct` does.
fn search(value: &Value, playouts: u32) -> Uct<Rollout, Value> {
    let playout = Playout { policy: Rollout::Racing, limit: Some(30), judge: *value };
    let choice = Final::Visits;
    Uct { exploration: 0.15, choice, foresight: 3.0, ..Uct::new(playout, playouts) }
}

/// The features of the players of a position.
fn look(game: &Catan, state: &State) -> Vec<[f64; BOTH]> {
    let late = Value::progress(game, state);
    let players = &features(state, game.seats())[..game.seats()];
    let both = |have: &[f64; FEATURES]| {
        std::array::from_fn(|place| {
            let is_left_out = LEFT_OUT.contains(&FEATURE_NAMES[place % FEATURES]);
            let share = if place < FEATURES { 1.0 - late } else { late };
            if is_left_out { 0.0 } else { share * have[place % FEATURES] }
        })
    };
    players.iter().map(both).collect()
}

/// Plays a game and keeps some of its positions.
fn play(game: &Catan, players: &Players, rng: &mut GameRng) -> Vec<Example> {
    let mut state = game.start();
    let mut menu = Vec::new();
    let mut kept = Vec::new();
    let mut memory = OpenTrees::default();
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
                    kept.push(look(game, &state));
                }
                let is_whim = rng.random_range(0..WHIMS) == 0;
                game.menu(&state, &mut menu);
                let action = match players {
                    _ if menu.len() == 1 => menu[0],
                    Players::Greedy(greedy) if !is_whim => {
                        greedy.choose(game, &state, &mut menu, rng)
                    }
                    Players::Search(search) if !is_whim => {
                        let seed = Seed::experiment(rng.random());
                        search.search(game, &state, seed, &mut memory)[0].action
                    }
                    _ => Racing.choose(game, &state, &mut menu, rng),
                };
                game.play_unchecked(&mut state, &action);
            }
        }
    }
}

fn loss(examples: &[Example], weights: &[f64; BOTH]) -> f64 {
    let odds = |have: &[f64; BOTH]| {
        have.iter().zip(weights).map(|(have, weight)| have * weight).sum::<f64>().exp()
    };
    let losses: Vec<f64> = examples
        .iter()
        .map(|example| {
            let odds: Vec<f64> = example.options.iter().map(odds).collect();
            -(odds[example.chosen] / odds.iter().sum::<f64>()).ln()
        })
        .collect();
    losses.iter().sum::<f64>() / losses.len() as f64
}
