//! The time that a thread has worked, how long it may, and times as people write them.

use std::time::Duration;

use crate::Parameter;

/// How long whoever thinks ahead may think about a decision.
pub const TIME: Parameter = Parameter::time(
    "time",
    (Duration::ZERO, Duration::from_hours(1)),
    "0s",
    "processor time for a decision, such as 100ms, instead of a number of playouts or plies; 0s for none",
);

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

/// When a thread has to stop thinking.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Option<Duration>);

impl Deadline {
    /// After so much work of the running thread from now on; never if no time is given.
    pub fn new(time: Option<Duration>) -> Self {
        Self(time.map(|time| busy_time() + time))
    }

    /// Whether the time is over, for the thread that began it. Each look costs as much as a short
    /// playout, so who takes many small steps looks now and then.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| busy_time() >= end)
    }
}

/// Reads a time such as `100ms`, `2s` or `1.5min`; without a unit it is in seconds.
pub(crate) fn read_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "min" => 60.0,
        _ => return None,
    };
    let seconds = digits.parse::<f64>().ok()? * unit;
    // To the microsecond, so that what is written is what was read.
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    Some(Duration::from_micros(u64::try_from(time.as_micros()).ok()?))
}

/// The one spelling of a time.
pub(crate) fn write_time(time: Duration) -> String {
    match time.subsec_micros() {
        0 => format!("{}s", time.as_secs()),
        micros => format!("{}ms", time.as_secs() as f64 * 1000.0 + f64::from(micros) / 1000.0),
    }
}

/// How much work goes into measuring speeds, as a share of the usual: less tells that everything is there
/// rather than how fast it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort(f64);

impl Effort {
    /// The usual work.
    pub const USUAL: Self = Self(1.0);

    /// So large a share of it; `None` unless it is a positive number.
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0 && share.is_finite()).then_some(Self(share))
    }

    /// How long something is measured that usually is for so long.
    pub fn time(self, usual: Duration) -> Duration {
        usual.mul_f64(self.0)
    }

    /// How often something is done that usually is so often: once at least, and no more often.
    pub fn count(self, usual: u32) -> u32 {
        ((f64::from(usual) * self.0) as u32).clamp(1, usual)
    }
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
    fn a_deadline_is_over_when_the_thread_has_worked_so_long() {
        let (begin, time) = (busy_time(), Duration::from_millis(5));
        let (deadline, never) = (Deadline::new(Some(time)), Deadline::new(None));
        std::thread::sleep(2 * time);
        assert!(!deadline.is_over(), "sleep is no work");
        while !deadline.is_over() {}
        assert!(busy_time().saturating_sub(begin) >= time);
        assert!(!never.is_over());
    }

    #[test]
    fn times_have_one_spelling() {
        for (text, spelling) in [
            ("0", "0s"),
            ("10", "10s"),
            ("100ms", "100ms"),
            ("0.1s", "100ms"),
            ("1500ms", "1500ms"),
            ("1.5s", "1500ms"),
            ("2min", "120s"),
            ("0.25ms", "0.25ms"),
        ] {
            let time = read_time(text).unwrap();
            assert_eq!(write_time(time), spelling);
            assert_eq!(read_time(spelling), Some(time));
        }
        for text in ["", "ms", "-1s", "1h", "NaN", "inf", "1e400s", "1 s", "1msms", "１s"] {
            assert_eq!(read_time(text), None, "{text}");
        }
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
