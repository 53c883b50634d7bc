//! Counts what warm random games allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;

use std::hint::black_box;

use allocations::allocations;
use kakehiki_catan::{CATAN_OPTIONS, Catan};
use kakehiki_core::{Game, Seed, Settings};
use kakehiki_search::{Playout, Scratch, Uniform};

#[test]
fn allocations_are_counted() {
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0);
}

#[test]
fn warm_random_games_allocate_nothing() {
    for rules in ["printed", "jsettlers", "catanatron", "nakazawa2018"] {
        for trading in ["off", "many", "one"] {
            let values = [("rules", rules), ("trading", trading)];
            let game = Catan::new(&Settings::new("catan", &CATAN_OPTIONS, values).unwrap());
            let playout = Playout::new(Uniform);
            let mut scratch = Scratch { menu: Vec::with_capacity(512) };
            let mut rng = Seed::experiment(1).rng();
            let start = game.start();
            let count = allocations(|| {
                for _ in 0..50 {
                    black_box(playout.play(&game, &mut start.clone(), &mut scratch, &mut rng));
                }
            });
            assert_eq!(count, 0, "{rules}, trading {trading}");
        }
    }
}
