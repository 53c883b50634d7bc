//! A server of a test, and what connects to it.

use std::{collections::BTreeMap, time::Duration};

use futures_util::{SinkExt, StreamExt};
use kakehiki_web::{AppState, Options, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

/// Longer than anything takes that works.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server with a folder of its own.
pub struct TestServer {
    pub folder: TempDir,
    pub state: AppState,
    pub port: u16,
    running: JoinHandle<()>,
}

impl TestServer {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Options)) -> Self {
        Self::on(tempfile::tempdir().unwrap(), change).await
    }

    pub async fn on(folder: TempDir, change: impl FnOnce(&mut Options)) -> Self {
        let path = folder.path().to_owned();
        let mut options =
            Options { port: 0, folder: path, thinkers: 2, is_quiet: true, ..Options::default() };
        change(&mut options);
        let server = Server::bind(options).await.unwrap();
        let (state, port) = (server.state().clone(), server.address().port());
        let running = tokio::spawn(async move { server.run().await.unwrap() });
        Self { folder, state, port, running }
    }

    /// Stops the server and gives its folder back.
    pub async fn stop(self) -> TempDir {
        self.state.stop();
        timeout(PATIENCE, self.running).await.unwrap().unwrap();
        self.folder
    }

    pub fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }

    pub fn owner(&self) -> String {
        self.state.owner_token().to_string()
    }

    /// Asks with these headers beside `Host`, or instead of it.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.host());
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).await.unwrap();
        // A server that has refused already need not read the rest.
        let _ = stream.write_all(body).await;
        let mut bytes = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap();
        Answer::parse(&bytes)
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Answer {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|bearer| ("Authorization", bearer.as_str())).collect();
        self.ask("GET", path, &headers, b"").await
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Answer {
        let bearer = token.map(|token| format!("Bearer {token}"));
        let mut headers = vec![("Content-Type", "application/json")];
        headers.extend(bearer.iter().map(|bearer| ("Authorization", bearer.as_str())));
        self.ask("POST", path, &headers, body.to_string().as_bytes()).await
    }

    /// Begins a match.
    pub async fn create(&self, order: &Value) -> Created {
        let mut answer = self.post("/api/v1/matches", Some(&self.owner()), order).await;
        while answer.status == 429 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            answer = self.post("/api/v1/matches", Some(&self.owner()), order).await;
        }
        assert_eq!(answer.status, 201, "{}", answer.text());
        let body = answer.json();
        let seats = body["seats"].as_array().unwrap().iter();
        let tokens = seats.map(|seat| seat["token"].as_str().map(str::to_owned)).collect();
        Created { id: body["id"].as_str().unwrap().to_owned(), tokens }
    }

    /// A match of Geister; a seat is a person, or an agent by its name.
    pub async fn geister(&self, seats: [&str; 2]) -> Created {
        self.create(&geister(seats)).await
    }

    /// Opens a socket as a page does, and says hello.
    pub async fn socket(&self, id: &str, token: Option<&str>, last_seq: Option<u64>) -> Socket {
        self.socket_in(id, token, last_seq, "lang=en").await
    }

    pub async fn socket_in(
        &self,
        id: &str,
        token: Option<&str>,
        last_seq: Option<u64>,
        query: &str,
    ) -> Socket {
        let mut socket = self.line(id, query).await;
        let mut hello = json!({"type": "hello"});
        if let Some(token) = token {
            hello["token"] = token.into();
        }
        if let Some(seq) = last_seq {
            hello["last_seq"] = seq.into();
        }
        socket.send(&hello).await;
        socket
    }

    /// Opens a socket and says nothing.
    pub async fn line(&self, id: &str, query: &str) -> Socket {
        let origin = format!("http://{}", self.host());
        self.raw_line(id, query, &[("Origin", &origin)]).await.unwrap()
    }

    pub async fn raw_line(
        &self,
        id: &str,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
        let url = format!("ws://{}/api/v1/matches/{id}/socket?{query}", self.host());
        let mut request = url.into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value).unwrap());
        }
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let (stream, _) = client_async(request, stream).await?;
        Ok(Socket { stream, page: Page::default() })
    }
}

/// The order of a match of Geister.
pub fn geister(seats: [&str; 2]) -> Value {
    let seats = seats.map(|seat| match seat {
        "person" => json!({"kind": "person", "name": "Ada"}),
        "program" => json!({"kind": "program"}),
        agent => json!({"kind": "agent", "agent": agent}),
    });
    json!({"game": "geister", "seats": seats, "seed": 7, "pace": "instant"})
}

/// A match that was begun.
#[derive(Clone, Debug)]
pub struct Created {
    pub id: String,
    pub tokens: Vec<Option<String>>,
}

impl Created {
    pub fn token(&self, seat: usize) -> &str {
        self.tokens[seat].as_deref().unwrap()
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/v1/matches/{}{rest}", self.id)
    }
}

/// An answer over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        Self {
            status: status.unwrap_or_default(),
            headers: headers.collect(),
            body: bytes.get(end + 4..).unwrap_or_default().to_vec(),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// What a page shows: pieces by id, as the script of the page keeps them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub seq: u64,
    pub pieces: BTreeMap<String, String>,
}

impl Page {
    pub fn apply(&mut self, message: &Value) {
        if message["type"] == "snapshot" {
            self.pieces.clear();
        }
        self.seq = message["seq"].as_u64().unwrap();
        for piece in message["fragments"].as_array().unwrap() {
            let (id, html) = (piece["id"].as_str().unwrap(), piece["html"].as_str().unwrap());
            let before = self.pieces.get(id).map(String::as_str).unwrap_or_default();
            let keep = serde_json::from_value(piece["keep"].clone()).unwrap();
            let html = kakehiki_web::patched(before, keep, html);
            self.pieces.insert(id.to_owned(), html);
        }
    }
}

/// A socket, and the page behind it.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    pub page: Page,
}

impl Socket {
    pub async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    /// Tells whether the line still takes words.
    pub async fn send_text(&mut self, text: &str) -> bool {
        self.stream.send(Message::text(text)).await.is_ok()
    }

    pub async fn send_raw(&mut self, message: Message) {
        let _ = self.stream.send(message).await;
    }

    /// The next message; nothing once the line is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the server answers") {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if matches!(message["type"].as_str(), Some("snapshot" | "push")) {
                        self.page.apply(&message);
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The reason for which the server closes the line.
    pub async fn goodbye(&mut self) -> (u16, String) {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the server answers") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(_)) => {}
                _ => return (0, String::new()),
            }
        }
    }

    /// The next message of a type; others are taken in.
    pub async fn next_of(&mut self, types: &[&str]) -> Value {
        loop {
            let message = self.next().await.expect("the line is open");
            if types.iter().any(|wanted| message["type"] == *wanted) {
                return message;
            }
        }
    }

    /// Waits until the own seat is asked, or the game is over. Tells whether it is asked.
    pub async fn until_called(&mut self) -> bool {
        loop {
            let message = self.next_of(&["snapshot", "push"]).await;
            if message["called"] == true {
                return true;
            }
            if message["over"] == true {
                return false;
            }
        }
    }

    /// Acts, and tells what is answered.
    pub async fn act(&mut self, client_id: &str, seen_seq: u64, action: &str) -> Value {
        let act = json!({
            "type": "act", "client_id": client_id, "seen_seq": seen_seq, "action": action,
        });
        self.send(&act).await;
        loop {
            let message = self.next_of(&["ok", "refused"]).await;
            if message["client_id"] == client_id {
                return message;
            }
        }
    }
}
