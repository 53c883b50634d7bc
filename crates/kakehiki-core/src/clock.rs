//! The time that a thread has worked.

use std::time::Duration;

/// The processor time that the running thread has used: what other programs use in the meantime
/// does not count.
#[cfg(unix)]
pub fn busy_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::from_nanos((time.tv_sec * 1_000_000_000 + time.tv_nsec).unsigned_abs())
}

/// The time since the first call: where threads have no clock of their own, a busy machine makes
/// work look longer.
#[cfg(not(unix))]
pub fn busy_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let begin = busy_time();
        while busy_time() == begin {
            std::hint::spin_loop();
        }
        assert!(busy_time() > begin);
    }
}
