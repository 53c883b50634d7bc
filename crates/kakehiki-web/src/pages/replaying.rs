//! Replays: which logs can be opened, and positions of them.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kakehiki_core::{Log, LogWriter};
use kakehiki_draw::fragments;
use kakehiki_games::Observer;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk,
    frame::{self, Page, Place},
    prefer::Preferences,
    reading,
    replay::{Frame, captures, observer_of, replay, replays, ticks, turns},
    results,
};
use crate::{AppState, Look, MatchId, Position, Refusal};

/// The largest log that is opened.
const LARGEST: usize = 64 << 20;

/// The longest line of a log that is opened.
const LONGEST_LINE: usize = 1 << 20;

/// The most events of a log that is opened.
const MOST_EVENTS: usize = 400_000;

/// The routes.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/replay", get(list_page))
        .route("/replay/logs", post(open_log).layer(DefaultBodyLimit::max(LARGEST)))
        .route("/replay/{id}", get(replay_page))
        .route("/replay/{id}/frame", get(frame_now))
        .route("/replay/{id}/log", get(whole_log))
}

async fn list_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
) -> maud::Markup {
    let locale = preferences.locale;
    let body = replays(locale, &results(state.summaries()), None);
    reading(preferences, &desk, locale.word("replay-title"), Place::Replays, &["replay.js"], body)
}

/// Reads a log from elsewhere, and plays it over once: what cannot be played is refused here.
fn read_log(bytes: &[u8]) -> Result<Log, String> {
    if bytes.split(|byte| *byte == b'\n').any(|line| line.len() > LONGEST_LINE) {
        return Err(format!("a line has more than {LONGEST_LINE} bytes"));
    }
    let log = Log::from_bytes(bytes).map_err(|error| error.to_string())?;
    if log.events.len() > MOST_EVENTS {
        return Err(format!("there are more than {MOST_EVENTS} events"));
    }
    Position::open(&log)?;
    Ok(log)
}

async fn open_log(
    Extension(desk): Extension<Arc<Desk>>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let size = bytes.len();
    let read = tokio::task::spawn_blocking(move || read_log(&bytes)).await;
    let log = read.map_err(|error| Refusal::malformed(error.to_string()))?;
    let id = desk.keep(log.map_err(Refusal::malformed)?, size)?;
    Ok(Json(json!({ "id": id })))
}

/// Why a log is not shown.
enum Closed {
    Missing,
    Running,
}

/// The log of a game that may be looked at.
async fn log_of(state: &AppState, desk: &Desk, id: &str) -> Result<Arc<Log>, Closed> {
    if let Some(log) = desk.opened(id) {
        return Ok(log);
    }
    let id: MatchId = id.parse().map_err(|_| Closed::Missing)?;
    if desk.is_private(&id) {
        return Err(Closed::Missing);
    }
    let handle = state.find(id.as_str()).ok_or(Closed::Missing)?;
    let log = handle.inspect(|position| position.is_open().then(|| position.log())).await;
    match log {
        Ok(Some(log)) => Ok(Arc::new(log)),
        Ok(None) => Err(Closed::Running),
        Err(_) => Err(Closed::Missing),
    }
}

/// Which position, and who looks.
#[derive(Clone, Deserialize)]
struct At {
    at: Option<usize>,
    r#as: Option<String>,
}

/// A position of a log.
fn position_at(log: &Log, at: usize) -> Result<Position, String> {
    let events = log.events[..at.min(log.events.len())].to_vec();
    Position::open(&Log { header: log.header.clone(), events, is_torn: false })
}

/// All that an observer may know after so many events.
async fn look_at(log: &Arc<Log>, at: &At) -> Result<(usize, Look), Refusal> {
    let event = at.at.unwrap_or(usize::MAX).min(log.events.len());
    let observer = observer_of(at.r#as.as_deref().unwrap_or("all"), log.header.seats.len());
    let log = Arc::clone(log);
    let look = move || position_at(&log, event).map(|mut position| position.look(observer));
    let look = tokio::task::spawn_blocking(look).await;
    let look = look.map_err(|error| Refusal::malformed(error.to_string()))?;
    Ok((event, look.map_err(Refusal::malformed)?))
}

fn refused(closed: &Closed) -> Refusal {
    match closed {
        Closed::Missing => Refusal::no_match(),
        Closed::Running => Refusal::hidden("the game can be replayed when it is over"),
    }
}

async fn replay_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Path(id): Path<String>,
    Query(at): Query<At>,
) -> Result<Response, Refusal> {
    let locale = preferences.locale;
    let log = match log_of(&state, &desk, &id).await {
        Ok(log) => log,
        Err(closed) => {
            let (status, words) = match closed {
                Closed::Missing => (StatusCode::NOT_FOUND, "table-missing"),
                Closed::Running => (StatusCode::FORBIDDEN, "replay-closed"),
            };
            let page = frame::missing(preferences, "replay-title", words);
            return Ok((status, page).into_response());
        }
    };
    // A replay begins at the first decision: before it, chance lays out the board.
    let turns = turns(&log.events);
    let first = turns.first().copied().unwrap_or_default();
    let at = At { at: at.at.or(Some(first)), ..at };
    let (event, look) = look_at(&log, &at).await?;
    let whole = Arc::clone(&log);
    let captured = tokio::task::spawn_blocking(move || {
        let position = Position::open(&whole).ok()?;
        Some(captures(&position.game().sights(Observer::Spectator, 0)))
    });
    let captured = captured.await.ok().flatten().unwrap_or_default();
    let ticks = ticks(&look.facts.game, &log.events, &captured);
    let scene = look.scene(locale);
    let frame = Frame {
        id: &id,
        scene: &scene,
        at: event,
        of: log.events.len(),
        ticks: &ticks,
        turns: &turns,
        can_branch: false,
    };
    let page = Page {
        preferences,
        title: locale.word("replay-title"),
        place: Place::Replays,
        scripts: &["replay.js"],
        table: None,
        has_study: false,
        body: replay(&frame),
    };
    Ok(page.bare().into_response())
}

async fn frame_now(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Path(id): Path<String>,
    Query(at): Query<At>,
) -> Result<Json<Value>, Refusal> {
    let log = log_of(&state, &desk, &id).await.map_err(|closed| refused(&closed))?;
    let (event, look) = look_at(&log, &at).await?;
    let pieces = fragments(&look.scene(preferences.locale));
    let pieces: Vec<Value> =
        pieces.iter().map(|piece| json!({ "id": piece.id, "html": piece.html })).collect();
    Ok(Json(json!({ "at": event, "seq": look.seq, "fragments": pieces })))
}

async fn whole_log(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let log = log_of(&state, &desk, &id).await.map_err(|closed| refused(&closed))?;
    let failed = |error: std::io::Error| Refusal::closed(error.to_string());
    let mut writer = LogWriter::new(Vec::new(), &log.header).map_err(failed)?;
    log.events.iter().for_each(|event| writer.write(event));
    let bytes = writer.finish().map_err(failed)?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", log.header.game);
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}
