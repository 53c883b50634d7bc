//! What the searches promise, tried on games that can be solved by hand.

mod flat;
mod games;
mod particles;
mod perft;
mod playout;
#[path = "../toys/mod.rs"]
mod toys;
mod tree;

/// Does work on one thread, or on all that the machine has: searches spread only where they are not
/// called from a pool.
fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    if threads > 1 {
        return work();
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("threads can be started").install(work)
}
