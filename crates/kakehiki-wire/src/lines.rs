//! Lines from a peer that may send anything: bounded in length, and where asked in time.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    time::{Duration, Instant},
};

use kakehiki_core::Missing;
use kakehiki_games::is_open;

/// How long a peer may leave what is sent to it unread before it counts as gone.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// The pieces of unasked bytes that are thrown away before a peer counts as a flood.
const MOST_DISCARDED: usize = 100;

/// What a line ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// CR LF; a lone LF is a letter like any.
    CrLf,
    /// LF, or CR LF.
    Lf,
    /// Nothing: two bytes in front of it tell its length, the higher one first.
    Counted,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLine {
    /// There was none in time.
    #[error("it took too long")]
    TimedOut,
    /// The other side closed the connection, or it broke.
    #[error("it is gone")]
    Gone,
    /// It was longer than any message may be.
    #[error("it sent a line that is too long")]
    TooLong,
}

impl From<NoLine> for Missing {
    fn from(why: NoLine) -> Self {
        match why {
            NoLine::TimedOut => Self::TimedOut,
            NoLine::Gone => Self::Gone,
            NoLine::TooLong => Self::Failed("it sent a line that is too long"),
        }
    }
}

/// Bytes as they come, cut into lines. It holds at most one line of the greatest length, and what
/// was pushed last.
#[derive(Clone, Debug)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// Up to here there is no end of a line.
    searched: usize,
    end: LineEnd,
    limit: usize,
}

impl LineBuffer {
    /// Nothing yet; lines of more than `limit` bytes are refused.
    pub fn new(end: LineEnd, limit: usize) -> Self {
        Self { bytes: Vec::new(), searched: 0, end, limit }
    }

    /// Takes what came.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next line without its end, if a whole one is there.
    ///
    /// # Errors
    /// If it is too long, whether its end is there or not.
    pub fn take(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        if self.end == LineEnd::Counted {
            return self.take_counted();
        }
        let ends = |at: usize| self.bytes[at] == b'\n' && (at > 0 && self.bytes[at - 1] == b'\r');
        let found = (self.searched..self.bytes.len()).find(|at| match self.end {
            LineEnd::CrLf => ends(*at),
            LineEnd::Lf | LineEnd::Counted => self.bytes[*at] == b'\n',
        });
        let length = found.unwrap_or(self.bytes.len());
        if length > self.limit + 1 {
            return Err(NoLine::TooLong);
        }
        let Some(at) = found else {
            self.searched = self.bytes.len();
            return Ok(None);
        };
        let mut line: Vec<u8> = self.bytes.drain(..=at).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.searched = 0;
        Ok(Some(line))
    }

    /// The next message whose length stands in front of it.
    fn take_counted(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        let Some(&[high, low]) = self.bytes.first_chunk() else { return Ok(None) };
        let length = usize::from(u16::from_be_bytes([high, low]));
        if length > self.limit {
            return Err(NoLine::TooLong);
        }
        let end = 2 + length;
        Ok((self.bytes.len() >= end).then(|| self.bytes.drain(..end).skip(2).collect()))
    }

    /// Throws away what came ahead of time.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.searched = 0;
    }
}

/// A connection that speaks in lines.
#[derive(Debug)]
pub struct Peer {
    stream: TcpStream,
    buffer: LineBuffer,
}

impl Peer {
    /// Takes a connection over.
    ///
    /// # Errors
    /// If the system refuses its settings.
    pub fn new(stream: TcpStream, end: LineEnd, limit: usize) -> io::Result<Self> {
        // Messages are small and answered at once, so that waiting to join them only costs time.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_LIMIT))?;
        Ok(Self { stream, buffer: LineBuffer::new(end, limit) })
    }

    /// A second hold on the connection, for another thread; what is read by one is not read by the
    /// other.
    ///
    /// # Errors
    /// If the system has none left.
    pub fn second(&self) -> io::Result<Self> {
        Ok(Self { stream: self.stream.try_clone()?, buffer: self.buffer.clone() })
    }

    /// Waits for a line, at most until the deadline however the bytes trickle in.
    ///
    /// # Errors
    /// If none came. After the deadline what came of a line is kept.
    pub fn line(&mut self, deadline: Option<Instant>) -> Result<Vec<u8>, NoLine> {
        let mut chunk = [0; 4096];
        loop {
            if let Some(line) = self.buffer.take()? {
                return Ok(line);
            }
            let wait = match deadline {
                None => None,
                Some(deadline) => match deadline.saturating_duration_since(Instant::now()) {
                    Duration::ZERO => return Err(NoLine::TimedOut),
                    wait => Some(wait),
                },
            };
            self.stream.set_read_timeout(wait).map_err(|_| NoLine::Gone)?;
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(NoLine::Gone),
                Ok(count) => self.buffer.push(&chunk[..count]),
                Err(error) if is_timeout(&error) || error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(NoLine::Gone),
            }
        }
    }

    /// Throws away what came without being asked for.
    ///
    /// # Errors
    /// If the other side is gone.
    pub fn discard(&mut self) -> Result<(), NoLine> {
        self.buffer.clear();
        let mut chunk = [0; 4096];
        self.stream.set_nonblocking(true).map_err(|_| NoLine::Gone)?;
        // One who never stops sending is not listened to for ever.
        let gone = (0..MOST_DISCARDED).find_map(|_| match self.stream.read(&mut chunk) {
            Ok(0) => Some(Err(NoLine::Gone)),
            Ok(_) => None,
            Err(error) if is_timeout(&error) => Some(Ok(())),
            Err(_) => Some(Err(NoLine::Gone)),
        });
        self.stream.set_nonblocking(false).map_err(|_| NoLine::Gone)?;
        gone.unwrap_or(Err(NoLine::TooLong))
    }

    /// Whether the other side still keeps the connection open. What it says is left for later.
    pub fn is_open(&self) -> bool {
        is_open(&self.stream)
    }

    /// Sends a message with the end of its line.
    ///
    /// # Errors
    /// If the other side does not take it; the connection is then of no more use and is closed.
    pub fn send(&mut self, message: &[u8]) -> Result<(), NoLine> {
        self.stream.write_all(message).map_err(|_| {
            self.close();
            NoLine::Gone
        })
    }

    /// Sends no more; the other side may still do so.
    pub fn finish(&self) {
        // Where it is closed already there is nothing left to do.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Ends the connection, and what another thread reads from it.
    pub fn close(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(end: LineEnd, pieces: &[&[u8]]) -> Vec<Result<String, NoLine>> {
        let mut buffer = LineBuffer::new(end, 8);
        let mut lines = Vec::new();
        for piece in pieces {
            buffer.push(piece);
            loop {
                match buffer.take() {
                    Ok(Some(line)) => lines.push(Ok(String::from_utf8(line).unwrap())),
                    Ok(None) => break,
                    Err(error) => {
                        lines.push(Err(error));
                        return lines;
                    }
                }
            }
        }
        lines
    }

    #[test]
    fn lines_end_where_the_protocol_says() {
        let ok = |text: &str| Ok(text.to_owned());
        let pieces: [&[u8]; 4] = [b"a\r\nb", b"\nc\r", b"\n\r\n", b"d"];
        assert_eq!(lines(LineEnd::CrLf, &pieces), [ok("a"), ok("b\nc"), ok("")]);
        assert_eq!(lines(LineEnd::Lf, &pieces), [ok("a"), ok("b"), ok("c"), ok("")]);
    }

    #[test]
    fn a_line_that_never_ends_is_refused_before_it_fills_the_memory() {
        let long = [b'x'; 10];
        assert_eq!(lines(LineEnd::Lf, &[&long]), [Err(NoLine::TooLong)]);
        assert_eq!(lines(LineEnd::CrLf, &[b"ok\r\n", &long[..5], &long[..5]]).len(), 2);
        assert_eq!(lines(LineEnd::CrLf, &[b"12345678\r\n"]), [Ok("12345678".to_owned())]);
    }

    #[test]
    fn messages_may_tell_their_length() {
        let ok = |text: &str| Ok(text.to_owned());
        let pieces: [&[u8]; 4] = [b"\0", b"\x02a\n\0\0\0", b"\x01", b"b\0"];
        assert_eq!(lines(LineEnd::Counted, &pieces), [ok("a\n"), ok(""), ok("b")]);
        assert_eq!(lines(LineEnd::Counted, &[b"\0\x09"]), [Err(NoLine::TooLong)]);
    }

    proptest! {
        #[test]
        fn it_does_not_matter_how_bytes_are_cut(text in "[\0\x01\x02ab\r\n]{0,40}", at in 0_usize..40) {
            let bytes = text.as_bytes();
            let (first, second) = bytes.split_at(at.min(bytes.len()));
            for end in [LineEnd::CrLf, LineEnd::Lf, LineEnd::Counted] {
                prop_assert_eq!(lines(end, &[bytes]), lines(end, &[first, second]));
            }
        }
    }
}
