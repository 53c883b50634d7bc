//! Counts what warm playouts allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

mod toys;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

use kakehiki_core::{Game, Seed};
use kakehiki_search::{Luck, Playout, Scratch, Uniform};
use toys::{Of, race::Race};

thread_local! {
    /// Counted by thread, so that the test harness does not disturb the count.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is handed on to the system's allocator as it is; counting touches no memory of
// it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the promises of `alloc`, which are the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, which are the same.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn warm_playouts_allocate_nothing() {
    let (game, playout) = (Of(Race), Playout::new(Uniform));
    let mut scratch = Scratch::default();
    let seed = Seed::experiment(1);
    let start = game.start();
    let mut play = |playouts: std::ops::Range<u64>| {
        let before = ALLOCATIONS.get();
        for number in playouts {
            let mut rng = seed.rng_at(number);
            playout.play(&game, &mut start.clone(), &mut scratch, &mut rng);
            playout.play_with_reply(&game, &mut start.clone(), &mut scratch, &mut rng);
            let luck = Luck::new(seed, number);
            playout.play_in_step(&game, &mut start.clone(), &luck, &mut scratch);
        }
        ALLOCATIONS.get() - before
    };
    assert!(play(0..1) > 0, "the first playout fills the buffers, and the count works");
    assert_eq!(play(1..1000), 0);
}
