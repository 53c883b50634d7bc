//! Counts what warm playouts allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

#[path = "../../../testing/allocations.rs"]
mod allocations;
mod toys;

use allocations::allocations;
use kakehiki_core::{Game, Seed};
use kakehiki_search::{Luck, Playout, Scratch, Uniform};
use toys::{Of, race::Race};

#[test]
fn warm_playouts_allocate_nothing() {
    let (game, playout) = (Of(Race), Playout::new(Uniform));
    let mut scratch = Scratch::default();
    let seed = Seed::experiment(1);
    let start = game.start();
    let mut play = |playouts: std::ops::Range<u64>| {
        allocations(|| {
            for number in playouts {
                let mut rng = seed.rng_at(number);
                playout.play(&game, &mut start.clone(), &mut scratch, &mut rng);
                playout.play_with_reply(&game, &mut start.clone(), &mut scratch, &mut rng);
                let luck = Luck::new(seed, number);
                playout.play_in_step(&game, &mut start.clone(), &luck, &mut scratch);
            }
        })
    };
    assert!(play(0..1) > 0, "the first playout fills the buffers, and the count works");
    assert_eq!(play(1..1000), 0);
}
