//! Counts what warm playouts allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;

use std::hint::black_box;

use allocations::allocations;
use kakehiki_core::{Game, Observed, Seat, Seed, Settings};
use kakehiki_geister::{
    GEISTER, GEISTER_OPTIONS, Geister, GhostSet, NEGOGEISTER_OPTIONS, State, Walk,
};
use kakehiki_search::{Playout, Scratch, Uniform};

fn games() -> Vec<(Geister, State)> {
    let repetition =
        Settings::new("geister", &GEISTER_OPTIONS, [("repetition", "3")]).expect("an option");
    let games = [
        Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
        Geister::plain(&repetition),
        Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
    ];
    let setup = GhostSet::setups().next().expect("a set-up");
    games.map(|game| (game, game.begin([setup, setup]).expect("set-ups of four"))).into()
}

#[test]
fn allocations_are_counted() {
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0);
}

#[test]
fn warm_playouts_allocate_nothing() {
    for (game, start) in games() {
        for walk in [Walk::Uniform, Walk::EscapeFirst, Walk::GhostFirst] {
            for limit in [None, Some(40)] {
                let playout = Playout { limit, ..Playout::new(walk) };
                let mut scratch = Scratch::default();
                let mut rng = Seed::experiment(1).rng();
                let mut play = |playouts| {
                    for _ in 0..playouts {
                        let mut state = start.clone();
                        black_box(playout.play(&game, &mut state, &mut scratch, &mut rng));
                        let mut state = start.clone();
                        playout.play_with_reply(&game, &mut state, &mut scratch, &mut rng);
                    }
                };
                play(20);
                assert_eq!(allocations(|| play(500)), 0, "{game:?} {walk}");
            }
        }
        let playout = Playout::new(Uniform);
        let mut scratch = Scratch::default();
        let mut rng = Seed::experiment(2).rng();
        let mut play = |playouts| {
            for _ in 0..playouts {
                black_box(playout.play(&game, &mut start.clone(), &mut scratch, &mut rng));
            }
        };
        play(20);
        assert_eq!(allocations(|| play(200)), 0, "{game:?}, choice by choice");
    }
}

#[test]
fn worlds_and_views_allocate_nothing() {
    for (game, start) in games() {
        let mut rng = Seed::experiment(3).rng();
        let count = allocations(|| {
            for seat in Seat::all(game.seats()) {
                let view = game.view(&start, &(), seat);
                for world in view.worlds() {
                    black_box(view.world(world));
                }
                black_box(game.sample(&view, &mut rng));
            }
        });
        assert_eq!(count, 0, "{game:?}");
    }
}

#[test]
fn purple_search_allocates_nothing() {
    let (game, start) = games().remove(0);
    let seed = Seed::experiment(4);
    let mut agent = GEISTER.agent(&game, "purple(depth=5)", seed).expect("an agent");
    let view = game.view(&start, &(), Seat::new(0));
    let mut menu = Vec::new();
    game.menu(&start, &mut menu);
    let mut rng = seed.rng();
    let mut decide = || {
        black_box(agent.decide(&view, &menu, &mut rng));
    };
    assert_eq!(allocations(&mut decide), 0);
}
