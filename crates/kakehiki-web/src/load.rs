//! How much the server bears: many matches of quick agents, each watched, and people who act.
//!
//! The server and all who connect to it run in this process, over real sockets, so that figures hold
//! the cost of both.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::{net::TcpStream, task::JoinSet, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

use crate::{
    AppState, Created, Extras, MatchId, NewMatch, NewSeat, NewSeatKind, Options, Pace, ServeError,
    Server, Token, channel::units,
};

/// What is tried.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    /// How many matches of agents go on at the same time.
    pub matches: usize,
    /// How many actions a second each of them takes.
    pub actions_per_second: u32,
    /// How many people act, each in a match of its own.
    pub people: usize,
    /// For how long.
    pub seconds: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoadFigures {
    /// How many matches went on at the same time.
    pub matches: usize,
    /// For how long.
    pub seconds: f64,
    /// How many matches were begun, as those that ended were followed by others.
    pub begun: u64,
    /// How many changes spectators were told of, a second.
    pub changes_per_second: f64,
    /// How many messages they got, a second, and how many bytes.
    pub messages_per_second: f64,
    /// The bytes of these messages, a second.
    pub bytes_per_second: f64,
    /// How many lines broke, and how many matches could not be begun.
    pub errors: u64,
    /// How many spectators showed something else than the server after they came back.
    pub different_after_resync: u64,
    /// How many acts of people were timed.
    pub acts: usize,
    /// From sending an act to getting what it changed, in milliseconds.
    pub act_to_push_ms: Spread,
    /// Memory of the whole process at its height, in megabytes, if the system tells.
    pub peak_megabytes: Option<f64>,
}

/// How times are spread.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// Longer than 95 of 100.
    pub p95: f64,
    /// The longest.
    pub max: f64,
}

/// Longer than any answer takes that comes.
const PATIENCE: Duration = Duration::from_secs(30);

/// What all who connect count together.
#[derive(Default)]
struct Counters {
    begun: AtomicU64,
    changes: AtomicU64,
    messages: AtomicU64,
    bytes: AtomicU64,
    errors: AtomicU64,
    different: AtomicU64,
}

/// Runs a server in a folder of its own, and puts a load on it.
///
/// # Errors
/// If the server cannot start.
pub fn load(wanted: Load) -> Result<LoadFigures, ServeError> {
    let folder = tempfile::tempdir()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let options = Options {
        port: 0,
        folder: folder.path().to_owned(),
        max_matches: 2 * (wanted.matches + wanted.people) + 8,
        // Each who watches comes back twice to compare.
        max_sockets: 3 * (wanted.matches + wanted.people) + 8,
        is_quiet: true,
        ..Options::default()
    };
    let figures = runtime.block_on(async {
        let server = Server::bind(options).await?;
        let state = server.state().clone();
        let running = tokio::spawn(server.run());
        let figures = put(&state, wanted).await;
        state.stop();
        let _ = timeout(PATIENCE, running).await;
        Ok(figures)
    });
    runtime.shutdown_background();
    figures
}

async fn put(state: &AppState, wanted: Load) -> LoadFigures {
    let counters = Arc::new(Counters::default());
    let start = Instant::now();
    let end = start + Duration::from_secs(wanted.seconds);
    let mut watchers = JoinSet::new();
    for number in 0..wanted.matches {
        let (state, counters) = (state.clone(), Arc::clone(&counters));
        watchers.spawn(async move { watch(&state, number, wanted, end, &counters).await });
    }
    let mut people = JoinSet::new();
    for number in 0..wanted.people {
        let (state, counters) = (state.clone(), Arc::clone(&counters));
        people.spawn(async move { act(&state, number, end, &counters).await });
    }
    let mut times = Vec::new();
    while let Some(timed) = people.join_next().await {
        times.extend(timed.unwrap_or_default());
    }
    while watchers.join_next().await.is_some() {}
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let last = times.len().saturating_sub(1);
        times.get(((last as f64) * share).round() as usize).copied().unwrap_or_default()
    };
    let seconds = start.elapsed().as_secs_f64();
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    LoadFigures {
        matches: wanted.matches,
        seconds,
        begun: count(&counters.begun),
        changes_per_second: count(&counters.changes) as f64 / seconds,
        messages_per_second: count(&counters.messages) as f64 / seconds,
        bytes_per_second: count(&counters.bytes) as f64 / seconds,
        errors: count(&counters.errors),
        different_after_resync: count(&counters.different),
        acts: times.len(),
        act_to_push_ms: Spread { median: at(0.5), p95: at(0.95), max: at(1.0) },
        peak_megabytes: peak_megabytes(),
    }
}

/// The order of a match of agents that take no time to think of: half of them play Geister, half Catan.
fn order(number: usize, pace: Pace) -> NewMatch {
    let (game, agent, seats) =
        if number.is_multiple_of(2) { ("geister", "random", 2) } else { ("catan", "weighted", 4) };
    let agent = Some(agent.to_owned());
    let seat = NewSeat { kind: NewSeatKind::Agent, agent, name: None };
    let seats = vec![seat; seats];
    NewMatch { game: game.to_owned(), seats, pace, ..NewMatch::default() }
}

async fn begin(state: &AppState, order: NewMatch, counters: &Counters) -> Option<Created> {
    let creating = state.clone();
    let created =
        tokio::task::spawn_blocking(move || creating.create(&order, Extras::default())).await;
    let created = created.ok().and_then(Result::ok);
    let counter = if created.is_some() { &counters.begun } else { &counters.errors };
    counter.fetch_add(1, Ordering::Relaxed);
    created
}

/// Watches one match after the other, and looks at the end whether anything is missing.
async fn watch(state: &AppState, number: usize, wanted: Load, end: Instant, counters: &Counters) {
    let gap = 1000 / wanted.actions_per_second.max(1);
    while Instant::now() < end {
        let Some(created) = begin(state, order(number, Pace::Every(gap)), counters).await else {
            return;
        };
        let Some(mut line) = Line::open(state, &created.id, None, None).await else {
            counters.errors.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let mut is_over = false;
        while !is_over && Instant::now() < end {
            let before = line.seq;
            let Some(message) = line.next(end).await else { break };
            is_over = message.is_over;
            let changes = line.seq.saturating_sub(before);
            counters.changes.fetch_add(changes, Ordering::Relaxed);
            counters.messages.fetch_add(1, Ordering::Relaxed);
        }
        counters.bytes.fetch_add(line.bytes, Ordering::Relaxed);
        if line.is_broken {
            counters.errors.fetch_add(1, Ordering::Relaxed);
        }
        compare(state, &created.id, line, counters).await;
    }
}

/// Whether somebody who comes back shows what somebody shows who comes for the first time.
async fn compare(state: &AppState, id: &MatchId, line: Line, counters: &Counters) {
    let Line { pieces, seq, .. } = line;
    // The game rests meanwhile, so that both see the same.
    if let Ok(handle) = state.open(id) {
        let _ = handle.control(crate::Control::Pace(Pace::Step)).await;
    }
    let again = Line::open(state, id, None, Some(seq)).await;
    let fresh = Line::open(state, id, None, None).await;
    let (Some(mut again), Some(mut fresh)) = (again, fresh) else {
        counters.errors.fetch_add(1, Ordering::Relaxed);
        return;
    };
    again.pieces = pieces;
    let soon = Instant::now() + PATIENCE;
    let _ = (again.next(soon).await, fresh.next(soon).await);
    if again.pieces != fresh.pieces || again.seq != fresh.seq {
        counters.different.fetch_add(1, Ordering::Relaxed);
    }
}

/// Plays as a person does, and times each act until its change is shown, in milliseconds.
async fn act(state: &AppState, number: usize, end: Instant, counters: &Counters) -> Vec<f64> {
    let mut times = Vec::new();
    while Instant::now() < end {
        let mut order = order(number, Pace::Instant);
        order.seats[0] = NewSeat { kind: NewSeatKind::Person, ..NewSeat::default() };
        let Some(created) = begin(state, order, counters).await else { break };
        let token = created.tokens.first().copied().flatten();
        let Some(mut line) = Line::open(state, &created.id, token, None).await else { break };
        let mut is_called = false;
        loop {
            if !is_called {
                let Some(message) = line.next(end).await else { break };
                if message.is_over {
                    break;
                }
                is_called = message.is_called;
                continue;
            }
            // Slower than the most that is allowed.
            tokio::time::sleep(Duration::from_millis(150)).await;
            let Some(action) = choose(state, &created.id).await else { break };
            let (seq, sent) = (line.seq, Instant::now());
            let name = format!("act-{seq}");
            let act = json!({
                "type": "act", "client_id": name, "seen_seq": seq, "action": action,
            });
            line.send(&act).await;
            let Some(message) = line.next(Instant::now() + PATIENCE).await else { break };
            times.push(sent.elapsed().as_secs_f64() * 1000.0);
            is_called = message.is_called;
            if message.is_over || Instant::now() >= end {
                break;
            }
        }
        if line.is_broken {
            counters.errors.fetch_add(1, Ordering::Relaxed);
        }
    }
    times
}

/// An action of the menu, another one each time.
async fn choose(state: &AppState, id: &MatchId) -> Option<String> {
    let handle = state.open(id).ok()?;
    let choice = handle.inspect(|position| {
        let (menu, events) = (position.game().menu().actions, position.events().len());
        menu.get(events.wrapping_mul(31) % menu.len().max(1)).cloned()
    });
    choice.await.ok().flatten()
}

/// A message to a page, as far as it is looked at here.
#[derive(Deserialize)]
struct Told<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    seq: Option<u64>,
    #[serde(default)]
    called: bool,
    #[serde(default)]
    over: bool,
    #[serde(default, borrow)]
    fragments: Vec<Change<'a>>,
}

/// A piece of a page, or what has changed in it.
#[derive(Deserialize)]
struct Change<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    html: Cow<'a, str>,
    #[serde(default)]
    keep: Option<[usize; 2]>,
}

/// What whoever acts has to know of a position.
struct Mood {
    is_called: bool,
    is_over: bool,
}

/// A piece after a change, as the script of a table makes it.
pub fn patched(before: &str, keep: Option<[usize; 2]>, html: &str) -> String {
    let Some([head, tail]) = keep else { return html.to_owned() };
    let start = place(before, head);
    let end = place(before, units(before).saturating_sub(tail));
    [&before[..start], html, &before[end..]].concat()
}

/// Where the letter stands before which there are so many units of UTF-16.
fn place(text: &str, units: usize) -> usize {
    const PART: usize = 64;
    let (mut left, mut rest) = (units, text);
    while let Some(letter) = rest.chars().next().filter(|_| left > 0) {
        // Most of a page is ASCII, of which a letter is a byte and a unit.
        let is_plain = left >= PART && rest.as_bytes().get(..PART).is_some_and(<[u8]>::is_ascii);
        let (bytes, counted) =
            if is_plain { (PART, PART) } else { (letter.len_utf8(), letter.len_utf16()) };
        (left, rest) = (left.saturating_sub(counted), &rest[bytes..]);
    }
    text.len() - rest.len()
}

/// A line as a page has it.
struct Line {
    stream: WebSocketStream<TcpStream>,
    pieces: BTreeMap<String, String>,
    seq: u64,
    bytes: u64,
    is_broken: bool,
}

impl Line {
    async fn open(
        state: &AppState,
        id: &MatchId,
        token: Option<Token>,
        last: Option<u64>,
    ) -> Option<Self> {
        let host = format!("localhost:{}", state.port());
        let url = format!("ws://{host}/api/v1/matches/{id}/socket?lang=en");
        let mut request = url.into_client_request().ok()?;
        let origin = HeaderValue::from_str(&format!("http://{host}")).ok()?;
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(("127.0.0.1", state.port())).await.ok()?;
        let (stream, _) = timeout(PATIENCE, client_async(request, stream)).await.ok()?.ok()?;
        let (pieces, seq, bytes) = (BTreeMap::new(), 0, 0);
        let mut line = Self { stream, pieces, seq, bytes, is_broken: false };
        let mut hello = json!({"type": "hello"});
        if let Some(token) = token {
            hello["token"] = token.to_string().into();
        }
        if let Some(last) = last {
            hello["last_seq"] = last.into();
        }
        line.send(&hello).await;
        Some(line)
    }

    async fn send(&mut self, message: &Value) {
        self.is_broken |= self.stream.send(Message::text(message.to_string())).await.is_err();
    }

    /// The next message that shows something, until the end; nothing then, or if the line breaks.
    async fn next(&mut self, end: Instant) -> Option<Mood> {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match timeout(left, self.stream.next()).await.ok()? {
                Some(Ok(Message::Text(text))) => {
                    self.bytes += text.len() as u64;
                    let told: Told = serde_json::from_str(&text).ok()?;
                    if !matches!(told.kind.as_ref(), "snapshot" | "push") {
                        continue;
                    }
                    self.seq = told.seq?;
                    for Change { id, html, keep } in told.fragments {
                        let piece = self.pieces.entry(id.into_owned()).or_default();
                        *piece = patched(piece, keep, &html);
                    }
                    return Some(Mood { is_called: told.called, is_over: told.over });
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.is_broken = true;
                    return None;
                }
                Some(Ok(_)) => {}
            }
        }
    }
}

/// The most memory that this process has had, as Linux tells it.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
