//! How fast the rules, views and playouts are. Every bench checks its answers.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kakehiki_core::{Game, Observed, Seat, Seed, Settings};
use kakehiki_geister::{GEISTER, GEISTER_OPTIONS, Geister, State, Walk};
use kakehiki_search::{Playout, Scratch, Uniform, perft};

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

fn play_out(criterion: &mut Criterion) {
    let game = game();
    let start = (GEISTER.opening)(&game);
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(1).rng();
    let mut group = criterion.benchmark_group("random_playout");
    let check = |plies: u64, playouts: u64| {
        // Games of uniform play are 163.7 plies long on average with a deviation of 58.8: six
        // standard errors.
        let error = 58.8 / (playouts as f64).sqrt();
        assert!((plies as f64 / playouts as f64 - 163.7).abs() < 6.0 * error + 0.1);
    };
    let (mut plies, mut playouts) = (0, 0);
    group.bench_function("walk", |bencher| {
        bencher.iter(|| {
            let mut state = start.clone();
            Playout::new(Walk::Uniform).play(&game, &mut state, &mut scratch, &mut rng);
            plies += u64::from(game.clock(&state));
            playouts += 1;
        });
    });
    check(plies, playouts);
    let (mut plies, mut playouts) = (0, 0);
    group.bench_function("by_menu", |bencher| {
        bencher.iter(|| {
            let mut state = start.clone();
            Playout::new(Uniform).play(&game, &mut state, &mut scratch, &mut rng);
            plies += u64::from(game.clock(&state));
            playouts += 1;
        });
    });
    check(plies, playouts);
    group.finish();
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
