//! WebSocket messages from a peer that may send anything: bounded in length, and where asked in time.

use std::{
    io,
    net::TcpStream,
    time::{Duration, Instant},
};

use tungstenite::{
    Error, HandshakeError, Message, WebSocket, handshake::HandshakeRole, protocol::WebSocketConfig,
};

use crate::{Address, NoLine};

/// How long a peer may leave what is sent to it unread before it counts as gone.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// How long a peer has to agree on speaking WebSocket.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(5);

/// How long one read waits at most, so that trickled bytes cannot stretch a deadline.
const BREATH: Duration = Duration::from_millis(50);

/// The messages that are not data, and are answered or ignored, before a peer counts as a flood.
const MOST_IDLE: usize = 1000;

/// A connection to somebody who speaks WebSocket.
pub(super) struct Socket {
    socket: WebSocket<TcpStream>,
}

impl Socket {
    /// Takes over a connection of a client.
    pub(super) fn accept(stream: TcpStream, longest: usize) -> Result<Self, NoLine> {
        prepare(&stream)?;
        let config = config(longest);
        let shaken = tungstenite::accept_with_config(stream, Some(config));
        Ok(Self { socket: shake(shaken)? })
    }

    /// Greets a server.
    pub(super) fn connect(
        stream: TcpStream,
        address: &Address,
        longest: usize,
    ) -> Result<Self, NoLine> {
        prepare(&stream)?;
        let config = config(longest);
        let url = format!("ws://{address}/ws");
        let shaken = tungstenite::client::client_with_config(url, stream, Some(config));
        Ok(Self { socket: shake(shaken)?.0 })
    }

    /// Waits for a message, at most until the deadline.
    pub(super) fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        loop {
            let wait = match deadline.saturating_duration_since(Instant::now()) {
                Duration::ZERO => return Err(NoLine::TimedOut),
                wait => wait.min(BREATH),
            };
            self.socket.get_ref().set_read_timeout(Some(wait)).map_err(|_| NoLine::Gone)?;
            if let Some(message) = self.read()? {
                return Ok(message);
            }
        }
    }

    /// A message that has come already. Pings are answered, and a peer that is gone is found out.
    pub(super) fn poll(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        self.socket.get_ref().set_nonblocking(true).map_err(|_| NoLine::Gone)?;
        let read = self.read();
        self.socket.get_ref().set_nonblocking(false).map_err(|_| NoLine::Gone)?;
        read
    }

    fn read(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        for _ in 0..MOST_IDLE {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(Some(text.as_bytes().to_vec())),
                Ok(Message::Binary(bytes)) => return Ok(Some(bytes.to_vec())),
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                Err(Error::Io(error)) if is_timeout(&error) => return Ok(None),
                Err(Error::Capacity(_)) => return Err(NoLine::TooLong),
                Ok(Message::Close(_)) | Err(_) => return Err(NoLine::Gone),
            }
        }
        Err(NoLine::TooLong)
    }

    /// Sends a message.
    pub(super) fn send(&mut self, text: &str) -> Result<(), NoLine> {
        self.socket.send(Message::text(text)).map_err(|_| NoLine::Gone)
    }

    /// Says goodbye and ends the connection.
    pub(super) fn close(mut self) {
        // One who is gone cannot be told.
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
        let _ = self.socket.get_ref().shutdown(std::net::Shutdown::Write);
    }
}

fn config(longest: usize) -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(Some(longest)).max_frame_size(Some(longest))
}

fn prepare(stream: &TcpStream) -> Result<(), NoLine> {
    let prepared = stream
        .set_nodelay(true)
        .and_then(|()| stream.set_write_timeout(Some(WRITE_LIMIT)))
        .and_then(|()| stream.set_read_timeout(Some(BREATH)));
    prepared.map_err(|_| NoLine::Gone)
}

/// Goes on with a handshake until it is over or takes too long.
fn shake<R: HandshakeRole>(
    mut shaken: Result<R::FinalResult, HandshakeError<R>>,
) -> Result<R::FinalResult, NoLine> {
    let until = Instant::now() + HANDSHAKE_LIMIT;
    loop {
        match shaken {
            Ok(done) => return Ok(done),
            Err(HandshakeError::Interrupted(half)) if Instant::now() < until => {
                shaken = half.handshake();
            }
            Err(HandshakeError::Interrupted(_)) => return Err(NoLine::TimedOut),
            Err(HandshakeError::Failure(_)) => return Err(NoLine::Gone),
        }
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
    )
}
