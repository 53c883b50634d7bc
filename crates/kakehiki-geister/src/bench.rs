//! How fast playouts are.

use std::time::Duration;

use kakehiki_core::{Game, Seed, Settings, median_seconds};
use kakehiki_search::{Playout, Scratch};

use crate::rules::{GEISTER_OPTIONS, Geister, GhostSet, Walk};

/// How long is measured, in processor time.
const TIME: Duration = Duration::from_secs(5);

/// The playouts of a slice.
const SLICE: usize = 2_800;

/// Measures uniform random playouts from the start to the end or 300 plies, on the running core.
///
/// Every playout goes the way that agents go: a full state is copied, walked to its end and its
/// rewards are read. The rate is that of the median slice.
///
/// # Panics
/// If the playouts do not come out as known: a fast wrong answer is no answer.
pub fn bench() -> serde_json::Value {
    let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
    let setups: Vec<GhostSet> = GhostSet::setups().collect();
    let starts: Vec<_> = setups
        .iter()
        .zip(setups.iter().rev())
        .filter_map(|(first, second)| game.begin([*first, *second]).ok())
        .collect();
    let playout = Playout::new(Walk::Uniform);
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(0).derive("bench", 0).rng();
    let (mut playouts, mut plies, mut wins) = (0_u32, 0_u64, 0.0);
    let seconds = median_seconds(TIME, || {
        for start in starts.iter().cycle().take(SLICE) {
            let mut state = start.clone();
            let rewards = playout.play(&game, &mut state, &mut scratch, &mut rng);
            plies += u64::from(game.clock(&state));
            wins += rewards[0];
            playouts += 1;
        }
    });
    let playouts = f64::from(playouts);
    // The first player's share is one half and the mean length 163.7 plies; the bounds are more
    // than nine standard errors of the 300,000 playouts that plain code makes in two seconds.
    assert!((wins / playouts - 0.5).abs() < 0.01, "{wins} of {playouts}");
    assert!((plies as f64 / playouts - 163.7).abs() < 1.0, "{plies} plies in {playouts} playouts");
    let rate = SLICE as f64 / seconds;
    serde_json::json!({
        "playouts_per_core_second": rate,
        "moves_per_core_second": rate * plies as f64 / playouts,
    })
}
