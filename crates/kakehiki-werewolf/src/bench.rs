//! How fast games and training are.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use kakehiki_core::{Effort, Seed, Settings, median_seconds};

use crate::{
    agents::{Brain, FastTable, Sample04},
    learn::Training,
    rules::{Team, WEREWOLF_OPTIONS, Werewolf},
};

const TIME: Duration = Duration::from_secs(2);

/// Measures games of sample agents of line 0.4 in villages of 5, 11 and 15, and training games of
/// the learner among 15, on the running core.
///
/// # Panics
/// If the games do not come out as known: a fast wrong answer is no answer.
pub fn bench(effort: Effort) -> serde_json::Value {
    let [five, eleven, fifteen] = [("5", 0.489), ("11", 0.551), ("15", 0.705)]
        .map(|(village, wins)| games_per_second(village, wins, effort));
    serde_json::json!({
        "games_per_core_second": { "5": five, "11": eleven, "15": fifteen },
        "training_games_per_core_second": training_games_per_second(effort),
    })
}

/// The rules of a village as line 0.4 has it.
fn village(players: &str) -> Werewolf {
    let values = [("village", players), ("delivery", "turn"), ("language", "2.01")];
    Werewolf::new(&Settings::written("werewolf", &WEREWOLF_OPTIONS, &values))
}

fn games_per_second(players: &str, known_wins: f64, effort: Effort) -> f64 {
    const SLICE: u32 = 100;
    let game = village(players);
    let mut table = FastTable::new(game, vec![Sample04::default(); game.options().players]);
    let mut rng = Seed::experiment(0).derive("bench", 0).rng();
    let (mut games, mut wins) = (0_u32, 0_u32);
    let seconds = median_seconds(effort.time(TIME), || {
        for _ in 0..SLICE {
            wins += u32::from(table.play(&mut rng, &mut ()) == Some(Team::Werewolf));
        }
        games += SLICE;
    });
    let (games, share) = (f64::from(games), f64::from(wins) / f64::from(games));
    // The reference figure has an error of 0.013 at most; five standard errors come on top.
    let error = 0.013 + 5.0 * 0.5 / games.sqrt();
    assert!((share - known_wins).abs() < error, "werewolves won {share} of {games}");
    f64::from(SLICE) / seconds
}

/// One logical worker on the running thread: what training costs a core.
fn training_games_per_second(effort: Effort) -> f64 {
    let game = village("15");
    let opponent = Brain::Sample04(Sample04::default());
    let training = Training {
        workers: 1,
        round: 2000,
        ..Training::new(game, &opponent, "sample-0.4", u64::MAX)
    };
    let begin = Instant::now();
    let model = training.run(None, |_| {
        if begin.elapsed() < effort.time(TIME) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    model.provenance.games as f64 / begin.elapsed().as_secs_f64()
}
