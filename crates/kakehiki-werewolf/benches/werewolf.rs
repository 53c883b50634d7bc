//! How long the parts of a game take.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Turn};
use kakehiki_search::{Policy, Scratch, Uniform};
use kakehiki_werewolf::{
    Brain, FastTable, Finalist, Sample04, Sample06, Sentence, State, WEREWOLF_OPTIONS, Werewolf,
};

fn village(players: &str) -> Werewolf {
    let values = [("village", players), ("delivery", "turn")];
    Werewolf::new(&Settings::new("werewolf", &WEREWOLF_OPTIONS, values).expect("settings"))
}

/// A position in the middle of a random game.
fn middle(game: &Werewolf) -> State {
    let mut rng = Seed::experiment(1).rng();
    let mut state = game.start();
    Uniform.run(game, &mut state, Some(300), &mut Scratch::default(), &mut rng);
    assert!(!matches!(game.turn(&state), Turn::Over(_)), "a game in progress");
    state
}

fn games(criterion: &mut Criterion) {
    let players = vec![
        ("sample-0.4", Brain::Sample04(Sample04::default())),
        ("sample-0.6", Brain::Sample06(Sample06::default())),
        ("finalist", Brain::Finalist(Finalist::default())),
    ];
    for (name, player) in players {
        let game = village("11");
        let mut table = FastTable::new(game, vec![player; 11]);
        let mut rng = Seed::experiment(2).rng();
        criterion.bench_function(&format!("werewolf/game/{name}"), |bencher| {
            bencher.iter(|| assert!(table.play(&mut rng, &mut ()).is_some()));
        });
    }
}

fn parts(criterion: &mut Criterion) {
    let game = village("15");
    let state = middle(&game);
    let mut rng = Seed::experiment(3).rng();
    let memory = std::sync::Arc::default();
    let mut menu = Vec::new();
    criterion.bench_function("werewolf/legal_actions", |bencher| {
        bencher.iter(|| game.menu(black_box(&state), &mut menu));
    });
    criterion
        .bench_function("werewolf/clone", |bencher| bencher.iter(|| black_box(&state).clone()));
    criterion.bench_function("werewolf/observe", |bencher| {
        bencher.iter(|| game.view(black_box(&state), &memory, Seat::new(0)));
    });
    let view = game.view(&state, &memory, Seat::new(0));
    criterion.bench_function("werewolf/sample", |bencher| {
        bencher.iter(|| game.sample(black_box(&view), &mut rng));
    });
    let text = "BECAUSE (DIVINED Agent[02] WEREWOLF) (AND (VOTE Agent[02]) (VOTE Agent[03]))";
    criterion.bench_function("werewolf/parse", |bencher| {
        bencher.iter(|| black_box(text).parse::<Sentence>().expect("a sentence"));
    });
}

criterion_group!(benches, games, parts);
criterion_main!(benches);
