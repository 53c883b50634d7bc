//! Counts what warm playouts allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;

use std::hint::black_box;

use allocations::allocations;
use kakehiki_catan::{CATAN_OPTIONS, Catan, Fit, Rollout, Value};
use kakehiki_core::{Game, Seed, Settings};
use kakehiki_search::{Playout, Scratch};

#[test]
fn allocations_are_counted() {
    assert!(allocations(|| drop(black_box(vec![1_u8]))) > 0);
}

#[test]
fn warm_playouts_allocate_nothing() {
    for rules in ["printed", "jsettlers", "catanatron", "nakazawa2018"] {
        for trading in ["off", "many", "one"] {
            let values = [("rules", rules), ("trading", trading)];
            let game = Catan::new(&Settings::new("catan", &CATAN_OPTIONS, values).unwrap());
            for policy in [Rollout::Uniform, Rollout::Weighted, Rollout::Racing] {
                for limit in [None, Some(200)] {
                    let playout = Playout { policy, limit, judge: Value::fitted(Fit::Search) };
                    let mut scratch = Scratch { menu: Vec::with_capacity(512) };
                    let mut rng = Seed::experiment(1).rng();
                    let start = game.start();
                    let count = allocations(|| {
                        for _ in 0..25 {
                            let mut state = start.clone();
                            black_box(playout.play(&game, &mut state, &mut scratch, &mut rng));
                        }
                    });
                    assert_eq!(count, 0, "{rules}, trading {trading}, {policy:?}, {limit:?}");
                }
            }
        }
    }
}
