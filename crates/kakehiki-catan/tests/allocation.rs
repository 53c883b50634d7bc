//! Counts what warm random games allocate: nothing.

#![expect(unsafe_code, reason = "an allocator that counts has to be an allocator")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    hint::black_box,
};

use kakehiki_catan::{CATAN_OPTIONS, Catan};
use kakehiki_core::{Game, Seed, Settings};
use kakehiki_search::{Playout, Scratch, Uniform};

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

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

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
