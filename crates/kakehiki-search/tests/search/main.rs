//! What the searches promise, tried on games that can be solved by hand.

mod flat;
mod games;
mod perft;
mod playout;
#[path = "../toys/mod.rs"]
mod toys;
mod tree;

/// Does the same work with one thread and with two.
fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads can be started").install(work)
}
