//! How fast playouts are, how fast purple search is, and how long the strongest agents think.

use std::{collections::BTreeMap, time::Duration};

use kakehiki_core::{Deadline, Effort, Game, Observed, Seat, Seed, Settings, median_seconds};
use kakehiki_search::{Playout, Scratch};

use crate::{
    GEISTER,
    agents::{Position, STRONGEST, Search},
    rules::{GEISTER_OPTIONS, Geister, GhostSet, State, Walk},
};

/// How long is measured, in processor time.
const TIME: Duration = Duration::from_secs(5);

/// The playouts of a slice.
const SLICE: usize = 2_800;

/// The positions that are searched.
static POSITIONS: &str = include_str!("../benches/positions.txt");

/// How deep.
const DEPTH: u32 = 6;

/// How long each of them is measured, in processor time.
const TIME_OF_A_POSITION: Duration = Duration::from_millis(30);

/// How long each of the strongest agents is measured, in processor time.
const TIME_OF_AN_AGENT: Duration = Duration::from_millis(1500);

/// Measures playouts, purple search and decisions on the running core.
///
/// # Panics
/// As its parts do.
pub fn bench(effort: Effort) -> serde_json::Value {
    let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
    let (playouts, moves) = playouts(&game, effort);
    let (positions, decision) = purple(&game, effort);
    serde_json::json!({
        "playouts_per_core_second": playouts,
        "moves_per_core_second": moves,
        "purple_positions_per_core_second": positions,
        "purple_decision_ms": decision,
        "strongest_decision_ms": strongest(&game, effort),
    })
}

/// The kept positions, each with the seat that moves.
///
/// # Panics
/// If they cannot be read.
fn positions() -> Vec<(State, Seat)> {
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let position = |line: &str| {
        let (board, mover) = line.split_once(' ').expect("a board and who moves");
        let mover: Seat = mover.parse().expect("a seat");
        (State::from_board(board, mover).expect("a board"), mover)
    };
    lines.map(position).collect()
}

/// The milliseconds of the median decision of the strongest agent for each time, in the kept positions as if
/// it had just come to them.
///
/// # Panics
/// If one of them cannot be had.
fn strongest(game: &Geister, effort: Effort) -> BTreeMap<&'static str, f64> {
    let positions = positions();
    let decision = |name: &&'static str| {
        let agent = GEISTER.agent(game, name, Seed::experiment(0));
        let mut agent = agent.expect("an agent of the catalogue");
        let mut rng = Seed::experiment(0).derive("bench", 1).rng();
        let (mut menu, mut left) = (Vec::new(), positions.iter().cycle());
        let seconds = median_seconds(effort.time(TIME_OF_AN_AGENT), || {
            let (state, mover) = left.next().expect("a position");
            agent.sit(*mover);
            game.menu(state, &mut menu);
            agent.decide(&game.view(state, &(), *mover), &menu, &mut rng);
        });
        let time = name.split_once("time=").and_then(|(_, rest)| rest.split([',', ')']).next());
        (time.expect("a time"), 1000.0 * seconds)
    };
    STRONGEST.iter().map(decision).collect()
}

/// Searches the kept positions with purple search: the positions that are entered in a second, all
/// together, and the milliseconds of the median search.
///
/// # Panics
/// If the positions cannot be read, or a search does not do the same every time.
fn purple(game: &Geister, effort: Effort) -> (f64, f64) {
    let mut search = Search::new();
    let (mut entered, mut seconds) = (0, Vec::new());
    for (state, mover) in positions() {
        let position = Position::seen(&game.view(&state, &(), mover));
        let mut think = || {
            let before = search.entered;
            search.begin(Deadline::new(None));
            search.best(&position, &position.own_steps(), DEPTH);
            search.entered - before
        };
        let expected = think();
        seconds.push(median_seconds(effort.time(TIME_OF_A_POSITION), || {
            assert_eq!(think(), expected);
        }));
        entered += expected;
    }
    let rate = entered as f64 / seconds.iter().sum::<f64>();
    seconds.sort_by(f64::total_cmp);
    (rate, 1000.0 * seconds[seconds.len() / 2])
}

/// Measures uniform random playouts from the start to the end or 300 plies: playouts and moves a
/// second.
///
/// Every playout goes the way that agents go: a full state is copied, walked to its end and its
/// rewards are read. The rate is that of the median slice.
///
/// # Panics
/// If the playouts do not come out as known: a fast wrong answer is no answer.
fn playouts(game: &Geister, effort: Effort) -> (f64, f64) {
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
    let seconds = median_seconds(effort.time(TIME), || {
        for start in starts.iter().cycle().take(SLICE) {
            let mut state = start.clone();
            let rewards = playout.play(game, &mut state, &mut scratch, &mut rng);
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
    (rate, rate * plies as f64 / playouts)
}
