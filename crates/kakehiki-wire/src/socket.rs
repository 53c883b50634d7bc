//! WebSocket messages from a peer that may send anything: bounded in length, and where asked in time.

use std::{
    io::{self, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use tungstenite::{
    Error, HandshakeError, Message, WebSocket,
    client::IntoClientRequest,
    handshake::{
        HandshakeRole,
        server::{Request, Response},
    },
    http::header::{AUTHORIZATION, HeaderName, HeaderValue, USER_AGENT},
    protocol::WebSocketConfig,
};

use crate::{Address, NoLine};

/// How long a peer may leave what is sent to it unread before it counts as gone.
const WRITE_LIMIT: Duration = Duration::from_secs(2);

/// How long a peer has to agree on speaking WebSocket.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(5);

/// How long those are listened to at a time who may say something or not.
const GLANCE: Duration = Duration::from_millis(5);

/// The messages that are not data, and are answered or ignored, before a peer counts as a flood.
const MOST_IDLE: usize = 1000;

/// The bytes that are read at once. There may be thousands of connections, and answers are short.
const BUFFER: usize = 4 << 10;

/// What stands before a token in a greeting.
const BEARER: &str = "Bearer ";

/// What a client says of itself when it connects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Greeting {
    /// By which it is let in where that is asked for; empty where there is none.
    pub(crate) token: String,
    /// The program that it is, with its version.
    pub(crate) program: String,
}

impl Greeting {
    /// A token in the address counts before one in the header.
    fn of(request: &Request) -> Self {
        let header = |name: HeaderName| {
            let value = request.headers().get(name);
            value.and_then(|value| value.to_str().ok()).unwrap_or_default()
        };
        let query = request.uri().query().unwrap_or_default();
        let given = query.split('&').find_map(|pair| pair.strip_prefix("token="));
        let bearer = header(AUTHORIZATION);
        let bearer = bearer.strip_prefix(BEARER).unwrap_or(bearer);
        let token = given.filter(|token| !token.is_empty()).unwrap_or(bearer).to_owned();
        Self { token, program: header(USER_AGENT).to_owned() }
    }

    /// Whether the client stands on a release of the contest's package that group chats are unknown to.
    pub(crate) fn is_before_chats(&self) -> bool {
        let release = self.program.strip_prefix("aiwolf-nlp-common/");
        let mut numbers = release.into_iter().flat_map(|release| release.split('.'));
        let mut number = || numbers.next()?.parse::<u32>().ok();
        matches!((number(), number()), (Some(0), Some(0..7)))
    }
}

/// A connection from which nothing is read after a deadline, however the bytes trickle in: a message may be in
/// many pieces, and what holds none of it may come between them.
struct Timed {
    stream: TcpStream,
    until: Instant,
}

impl Timed {
    fn new(stream: TcpStream) -> Result<Self, NoLine> {
        let prepared =
            stream.set_nodelay(true).and_then(|()| stream.set_write_timeout(Some(WRITE_LIMIT)));
        prepared.map_err(|_| NoLine::Gone)?;
        Ok(Self { stream, until: Instant::now() + HANDSHAKE_LIMIT })
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.until.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(io::ErrorKind::WouldBlock.into()),
            wait => {
                self.stream.set_read_timeout(Some(wait))?;
                self.stream.read(bytes)
            }
        }
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A connection to somebody who speaks WebSocket.
pub(crate) struct Socket {
    socket: WebSocket<Timed>,
}

impl Socket {
    /// Takes over a connection of a client, which greets with its token and the name of its program.
    #[expect(clippy::result_large_err, reason = "the type of a refusal is not ours")]
    pub(crate) fn accept(stream: TcpStream, longest: usize) -> Result<(Self, Greeting), NoLine> {
        let stream = Timed::new(stream)?;
        let config = config(longest);
        let mut greeting = Greeting::default();
        let shaken = tungstenite::accept_hdr_with_config(
            stream,
            |request: &Request, response: Response| {
                greeting = Greeting::of(request);
                Ok(response)
            },
            Some(config),
        );
        let socket = shake(shaken)?;
        Ok((Self { socket }, greeting))
    }

    /// Greets a server, with a token if there is one.
    pub(crate) fn connect(
        stream: TcpStream,
        address: &Address,
        token: Option<&str>,
        longest: usize,
    ) -> Result<Self, NoLine> {
        let stream = Timed::new(stream)?;
        let config = config(longest);
        let url = format!("ws://{address}/ws");
        let mut request = url.into_client_request().map_err(|_| NoLine::Gone)?;
        if let Some(token) = token {
            let value = HeaderValue::try_from(format!("{BEARER}{token}"));
            request.headers_mut().insert(AUTHORIZATION, value.map_err(|_| NoLine::Gone)?);
        }
        let shaken = tungstenite::client::client_with_config(request, stream, Some(config));
        Ok(Self { socket: shake(shaken)?.0 })
    }

    /// Waits for a message, at most until the deadline.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        self.socket.get_mut().until = deadline;
        loop {
            match self.read()? {
                Some(message) => return Ok(message),
                None if Instant::now() >= deadline => return Err(NoLine::TimedOut),
                None => {}
            }
        }
    }

    /// A message that has come already. Pings are answered, and a peer that is gone is found out.
    pub(crate) fn poll(&mut self) -> Result<Option<Vec<u8>>, NoLine> {
        self.socket.get_mut().until = Instant::now() + GLANCE;
        self.socket.get_ref().stream.set_nonblocking(true).map_err(|_| NoLine::Gone)?;
        let read = self.read();
        self.socket.get_ref().stream.set_nonblocking(false).map_err(|_| NoLine::Gone)?;
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
    pub(crate) fn send(&mut self, text: &str) -> Result<(), NoLine> {
        self.socket.send(Message::text(text)).map_err(|_| NoLine::Gone)
    }

    /// Asks something, and waits for the answer at most until the deadline.
    pub(crate) fn ask(&mut self, text: &str, deadline: Instant) -> Result<Vec<u8>, NoLine> {
        self.send(text)?;
        self.receive(deadline)
    }

    /// Says goodbye and ends the connection.
    pub(crate) fn close(mut self) {
        // One who is gone cannot be told.
        let _ = self.socket.close(None);
        let _ = self.socket.flush();
        let _ = self.socket.get_ref().stream.shutdown(std::net::Shutdown::Write);
    }
}

fn config(longest: usize) -> WebSocketConfig {
    WebSocketConfig::default()
        .max_message_size(Some(longest))
        .max_frame_size(Some(longest))
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
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
