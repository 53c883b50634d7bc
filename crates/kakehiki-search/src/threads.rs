//! When a search may use more than one thread.

/// Whether a search may spread over threads: not where it already runs on one of a pool, because
/// then games or positions are being worked on side by side and every thread has enough to do.
/// Results are the same either way.
pub fn may_spread() -> bool {
    rayon::current_thread_index().is_none()
}
