//! How long the parts of a game take.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kakehiki_catan::{CATAN_OPTIONS, Catan, State};
use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Turn};
use kakehiki_search::{Playout, Policy, Scratch, Uniform};

fn game() -> Catan {
    let options = Settings::new("catan", &CATAN_OPTIONS, [("trading", "off")]).expect("an option");
    Catan::new(&options)
}

/// A position in the middle of a random game.
fn middle(game: &Catan) -> State {
    let mut rng = Seed::experiment(1).rng();
    let mut state = game.start();
    Uniform.run(game, &mut state, Some(600), &mut Scratch::default(), &mut rng);
    state
}

fn parts(criterion: &mut Criterion) {
    let game = game();
    let (start, middle) = (game.start(), middle(&game));
    assert!(!matches!(game.turn(&middle), Turn::Over(_)), "a game in progress");
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(2).rng();
    let playout = Playout::new(Uniform);
    criterion.bench_function("catan/random_playout", |bencher| {
        bencher.iter(|| {
            let mut state = start.clone();
            let rewards = playout.play(&game, &mut state, &mut scratch, &mut rng);
            assert!((rewards.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        });
    });
    let mut menu = Vec::new();
    criterion.bench_function("catan/legal_actions", |bencher| {
        bencher.iter(|| game.menu(black_box(&middle), &mut menu));
    });
    criterion.bench_function("catan/clone", |bencher| bencher.iter(|| black_box(&middle).clone()));
    criterion.bench_function("catan/observe", |bencher| {
        bencher.iter(|| game.view(black_box(&middle), &None, Seat::new(0)));
    });
}

criterion_group!(benches, parts);
criterion_main!(benches);
