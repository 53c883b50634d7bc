//! How fast the rules, views and playouts are. Every bench checks its answers.

use std::hint::black_box;

use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use kakehiki_core::{Game, Observed, Seat, Seed, Settings};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS, Geister, GhostSet, State, Walk};
use kakehiki_search::{Playout, Policy, Scratch, Uniform, perft};

fn game() -> Geister {
    Geister::plain(&Settings::defaults(&GEISTER_OPTIONS))
}

/// Position K2 of the perft data: twelve ghosts, captures and an escape within reach.
fn middle_game() -> State {
    let board = ".rb..B/..B.../.R..../....r./.b..R./b....B";
    State::from_board(board, Seat::new(0)).expect("a board")
}

fn count_continuations(criterion: &mut Criterion) {
    let game = game();
    let start = (GEISTER.opening)(&game);
    criterion.bench_function("perft", |bencher| {
        bencher.iter(|| assert_eq!(perft(&game, black_box(&start), 5), 118_488));
    });
}

/// Every set-up once on each side, so that games are about as long as from random set-ups.
fn starts(game: &Geister) -> Vec<State> {
    let setups: Vec<GhostSet> = GhostSet::setups().collect();
    let pairs = setups.iter().zip(setups.iter().rev());
    pairs.map(|(first, second)| game.begin([*first, *second]).expect("set-ups of four")).collect()
}

fn play_out(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random_playout");
    group.bench_function("walk", |bencher| play_out_by(Walk::Uniform, bencher));
    group.bench_function("by_menu", |bencher| play_out_by(Uniform, bencher));
    group.finish();
}

fn play_out_by(policy: impl Policy<Geister>, bencher: &mut Bencher<'_>) {
    let game = game();
    let starts = starts(&game);
    let playout = Playout::new(policy);
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(1).rng();
    let (mut plies, mut playouts) = (0, 0);
    bencher.iter(|| {
        let mut state = starts[playouts % starts.len()].clone();
        let rewards = playout.play(&game, &mut state, &mut scratch, &mut rng);
        plies += u64::from(game.clock(&state));
        playouts += 1;
        rewards
    });
    // Games of uniform play take 163.7 plies on average with a deviation of 58.8; these set-ups
    // make less than one ply of difference. Six standard errors.
    let mean = plies as f64 / playouts as f64;
    let error = 58.8 / (playouts as f64).sqrt();
    assert!((mean - 163.7).abs() < 6.0 * error + 1.0, "{mean} plies in {playouts} playouts");
}

fn list_actions(criterion: &mut Criterion) {
    let (game, state) = (game(), middle_game());
    let mut menu = Vec::new();
    criterion.bench_function("legal_actions", |bencher| {
        bencher.iter(|| {
            game.menu(black_box(&state), &mut menu);
            assert_eq!(menu.len(), 17);
        });
    });
}

fn copy(criterion: &mut Criterion) {
    let state = middle_game();
    criterion.bench_function("clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    assert_eq!(state.clone(), state);
}

fn observe(criterion: &mut Criterion) {
    let (game, state) = (game(), middle_game());
    criterion.bench_function("observe", |bencher| {
        bencher.iter(|| {
            let view = game.view(black_box(&state), &(), Seat::new(0));
            assert_eq!(view.unknown().len(), 5);
            view
        });
    });
}

criterion_group!(benches, count_continuations, play_out, list_actions, copy, observe);
criterion_main!(benches);
