//! How long games took: the clock, and the small file beside a result file that keeps it.
//!
//! The time is kept apart so that the result file itself is the same bytes wherever and however often it
//! is played.

use std::{io, path::Path};

use serde::{Deserialize, Serialize};

use crate::file::write_whole;

/// The nanoseconds of processor time that the running thread has used: what other programs use in
/// the meantime does not count. A match is played by one thread.
#[cfg(unix)]
pub fn busy() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    (time.tv_sec * 1_000_000_000 + time.tv_nsec).unsigned_abs()
}

/// The nanoseconds since the first call: where threads have no clock of their own, a busy machine
/// makes games look longer.
#[cfg(not(unix))]
pub fn busy() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let start = START.get_or_init(std::time::Instant::now);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

#[derive(Serialize, Deserialize)]
struct Time {
    busy_nanoseconds: u64,
}

/// Writes the time that threads were busy with the games of a result file.
pub fn write(results: &Path, nanoseconds: u64) -> io::Result<()> {
    let time = Time { busy_nanoseconds: nanoseconds };
    write_whole(&results.with_extension("time.json"), |sink| {
        serde_json::to_writer(sink, &time).map_err(io::Error::from)
    })
}

/// Reads that time; a file that is missing or unreadable costs a figure, not the results.
pub fn read(results: &Path) -> Option<u64> {
    let bytes = fs_err::read(results.with_extension("time.json")).ok()?;
    let time: Time = serde_json::from_slice(&bytes).ok()?;
    Some(time.busy_nanoseconds)
}
