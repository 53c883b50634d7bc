//! Single operations of Monopoly, compared with the last run.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kakehiki_core::{Game, Observed, Seat, Seed, Settings};
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Moyer, State};
use kakehiki_search::{Luck, Policy, Scratch, StepByStep};

fn monopoly() -> Monopoly {
    let options = [("rules", "moyer2020"), ("max-turns", "200")];
    let options = Settings::new("monopoly", &MONOPOLY_OPTIONS, options);
    Monopoly::new(&options.expect("options of Monopoly"))
}

/// A position of the middle game, always the same.
fn middle_game(game: &Monopoly) -> State {
    let mut state = game.start();
    let mut rng = Seed::experiment(1).rng();
    Moyer::FAITHFUL.run(game, &mut state, Some(150), &mut Scratch::default(), &mut rng);
    state
}

fn operations(criterion: &mut Criterion) {
    let game = monopoly();
    let start = game.start();
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(2).rng();
    criterion.bench_function("game by the kernel", |bencher| {
        bencher.iter(|| {
            let mut state = start.clone();
            Moyer::FAITHFUL.run(&game, &mut state, None, &mut scratch, &mut rng)
        });
    });
    let mut index = 0;
    criterion.bench_function("game by the kernel in step", |bencher| {
        bencher.iter(|| {
            index += 1;
            let luck = Luck::new(Seed::experiment(3), index);
            let mut state = start.clone();
            Moyer::FAITHFUL.run_in_step(&game, &mut state, None, &luck, &mut scratch)
        });
    });
    criterion.bench_function("game step by step", |bencher| {
        bencher.iter(|| {
            let mut state = start.clone();
            StepByStep(Moyer::FAITHFUL).run(&game, &mut state, None, &mut scratch, &mut rng)
        });
    });
    let state = middle_game(&game);
    let mut menu = Vec::new();
    criterion.bench_function("menu", |bencher| {
        bencher.iter(|| {
            game.menu(&state, &mut menu);
            assert!(!menu.is_empty());
        });
    });
    criterion.bench_function("clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    criterion.bench_function("view", |bencher| {
        bencher.iter(|| game.view(&state, &(), Seat::new(0)));
    });
}

criterion_group!(benches, operations);
criterion_main!(benches);
