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

/// Repeats a slice of work for so long, at least once, and gives the median of the seconds of
/// processor time that it took: neither other programs nor a moment of hesitation count.
pub fn median_seconds(duration: Duration, mut slice: impl FnMut()) -> f64 {
    let mut times = Vec::new();
    let begin = busy_time();
    let mut last = begin;
    while times.is_empty() || last.saturating_sub(begin) < duration {
        slice();
        let now = busy_time();
        times.push(now.saturating_sub(last));
        last = now;
    }
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64()
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

    #[test]
    fn the_median_passes_over_a_slow_slice() {
        let wait = |milliseconds| {
            let begin = busy_time();
            while busy_time().saturating_sub(begin) < Duration::from_millis(milliseconds) {}
        };
        let mut slices = 0;
        let seconds = median_seconds(Duration::from_millis(80), || {
            slices += 1;
            wait(if slices == 1 { 50 } else { 5 });
        });
        assert!((0.005..0.05).contains(&seconds), "{seconds}");
        assert!(slices > 2);
        let mut slices = 0;
        median_seconds(Duration::ZERO, || slices += 1);
        assert_eq!(slices, 1);
    }
}
