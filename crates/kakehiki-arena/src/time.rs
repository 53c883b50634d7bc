//! How long games took: the small file beside a result file that keeps it.
//!
//! The time is kept apart so that the result file itself is the same bytes wherever and however often it
//! is played.

use std::{io, path::Path};

use kakehiki_core::write_whole;
use serde::{Deserialize, Serialize};

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
