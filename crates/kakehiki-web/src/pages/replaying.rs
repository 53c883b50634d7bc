//! Replays: which logs can be opened, positions of them, and games that go on from there.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{FromRequestParts, Path, Query, State},
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kakehiki_core::{Log, Occupant, Seat};
use kakehiki_draw::{
    Measured, SeatLabel, picture, turning_list, turning_points, why_list, worth_graph, worth_strip,
};
use kakehiki_games::{Observer, Waiting};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Desk,
    frame::{self, Page, Place},
    opponents::{PLAYABLE, person_name},
    prefer::Preferences,
    reading,
    replay::{Frame, captures, observer_of, replay, replays, ticks},
    results,
};
use crate::{
    AppState, Extras, Look, MatchId, NewMatch, NewSeat, NewSeatKind, Position, Refusal, Token,
    insight::{Insight, course, cut, think, thoughts, turns, why},
};

/// The routes.
pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/replay", get(list_page))
        .route("/replay/{id}", get(replay_page))
        .route("/replay/{id}/frame", get(frame_now))
        .route("/replay/{id}/worth", get(worth))
        .route("/replay/{id}/why", get(why_believed))
        .route("/replay/{id}/picture", get(frame_picture))
        .route("/replay/{id}/log", get(whole_log))
        .route("/replay/{id}/branch", post(branch))
}

async fn list_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
) -> maud::Markup {
    let locale = preferences.locale;
    let body = replays(locale, &results(state.summaries()), None);
    reading(preferences, &desk, locale.word("replay-title"), Place::Replays, &["replayer.js"], body)
}

/// Why a log is not shown.
enum Closed {
    Missing,
    Running,
}

/// The log of a game that may be looked at.
async fn log_of(state: &AppState, desk: &Desk, id: &str) -> Result<Arc<Log>, Closed> {
    let id: MatchId = id.parse().map_err(|_| Closed::Missing)?;
    if desk.is_private(&id) {
        return Err(Closed::Missing);
    }
    let handle = match state.open(&id) {
        Ok(handle) => handle,
        // No match, but perhaps a log that was sent in to be looked at.
        Err(refusal) if refusal.code == Refusal::no_match().code => {
            return state.log(&id).map(Arc::new).ok_or(Closed::Missing);
        }
        Err(_) => return Err(Closed::Missing),
    };
    let log = handle.inspect(|position| position.is_open().then(|| position.log())).await;
    match log {
        Ok(Some(log)) => Ok(Arc::new(log)),
        Ok(None) => Err(Closed::Running),
        Err(_) => Err(Closed::Missing),
    }
}

/// Which position is shown, and to whom.
#[derive(Clone, Deserialize)]
struct Shown {
    at: Option<usize>,
    r#as: Option<String>,
    /// Whether agents are asked what they think there, which takes its time.
    #[serde(default)]
    thoughts: bool,
}

/// A position of a log.
fn position_at(log: &Log, at: usize) -> Result<Position, String> {
    Position::open(&cut(log, at))
}

/// All that an observer may know after so many events.
async fn look_at(log: &Arc<Log>, at: &Shown) -> Result<(usize, Look), Refusal> {
    let event = at.at.unwrap_or(usize::MAX).min(log.events.len());
    let observer = observer_of(at.r#as.as_deref().unwrap_or("all"), log.header.seats.len());
    let log = Arc::clone(log);
    let look = move || -> Result<Look, String> {
        let mut position = position_at(&log, event)?;
        let mut look = position.look(observer);
        if observer == Observer::Analyst {
            look.overlay =
                Some(Insight::at_once(&position.log(), &look.view).overlay(look.view.clone()));
        }
        Ok(look)
    };
    let look = tokio::task::spawn_blocking(look).await;
    let look = look.map_err(|error| Refusal::malformed(error.to_string()))?;
    Ok((event, look.map_err(Refusal::malformed)?))
}

/// The log that the address of a request names.
struct Opened {
    id: String,
    log: Arc<Log>,
}

impl FromRequestParts<AppState> for Opened {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let missing = |_| Refusal::no_match();
        let Path(id) = Path::<String>::from_request_parts(parts, state).await.map_err(missing)?;
        let desk = Extension::<Arc<Desk>>::from_request_parts(parts, state).await;
        let Extension(desk) = desk.map_err(|_| Refusal::no_match())?;
        let log = log_of(state, &desk, &id).await.map_err(|closed| refused(&closed))?;
        Ok(Self { id, log })
    }
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
    Query(at): Query<Shown>,
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
    let at = Shown { at: at.at.or(Some(first)), ..at };
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
        can_branch: PLAYABLE.contains(&look.facts.game.as_str()),
    };
    let page = Page {
        preferences,
        title: locale.word("replay-title"),
        place: Place::Replays,
        scripts: &["board.js", "trade.js", "replayer.js"],
        table: None,
        has_study: false,
        body: replay(&frame),
    };
    Ok(page.bare().into_response())
}

async fn frame_now(
    State(state): State<AppState>,
    Opened { log, .. }: Opened,
    preferences: Preferences,
    Query(at): Query<Shown>,
) -> Result<Json<Value>, Refusal> {
    let (event, mut look) = look_at(&log, &at).await?;
    if let Some(overlay) = look.overlay.as_mut().filter(|_| at.thoughts) {
        let found = think(state.threads(), move || thoughts(&log, event)).await;
        overlay.explanations = found.unwrap_or_default();
    }
    let pieces = look.fragments(preferences.locale);
    let pieces: Vec<Value> =
        pieces.iter().map(|piece| json!({ "id": piece.id, "html": piece.html })).collect();
    Ok(Json(json!({ "at": event, "seq": look.seq, "fragments": pieces })))
}

/// How the win rates went over a game, drawn once for all: the graph, the turning points, and the strip
/// of every position that was measured.
async fn worth(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    Opened { id, log }: Opened,
    preferences: Preferences,
) -> Result<Json<Value>, Refusal> {
    let events = log.events.len();
    let known = desk.course(&id, events);
    let course = if let Some(known) = known {
        known
    } else {
        let measured = Arc::clone(&log);
        let course = think(state.threads(), move || course(&measured)).await.flatten();
        let course = Arc::new(course.ok_or_else(|| Refusal::closed("nothing can be measured"))?);
        desk.keep_course(&id, events, &course);
        course
    };
    let locale = preferences.locale;
    let seats: Vec<SeatLabel> = log.header.seats.iter().map(SeatLabel::of).collect();
    let strip =
        |measured: &Measured| worth_strip(locale, &log.header.game, &seats, measured).into_string();
    let can_branch = PLAYABLE.contains(&log.header.game.as_str());
    Ok(Json(json!({
        "positions": course.iter().map(|measured| measured.at).collect::<Vec<_>>(),
        "strips": course.iter().map(strip).collect::<Vec<_>>(),
        "graph": worth_graph(locale, &seats, &course, log.events.len()).into_string(),
        "turning": turning_list(locale, &seats, &course, can_branch).into_string(),
        "swings": turning_points(&course).iter().map(|point| point.0).collect::<Vec<_>>(),
    })))
}

/// Which belief is asked about: whose, about what, and after how many events if not now.
#[derive(Deserialize)]
struct Believed {
    seat: usize,
    fact: String,
    at: Option<usize>,
}

/// What moved a belief of an agent most lately.
async fn why_believed(
    State(state): State<AppState>,
    Opened { log, .. }: Opened,
    preferences: Preferences,
    Query(asked): Query<Believed>,
) -> Result<maud::Markup, Refusal> {
    let seats: Vec<SeatLabel> = log.header.seats.iter().map(SeatLabel::of).collect();
    if asked.seat >= seats.len() {
        return Err(Refusal::malformed("there is no such seat"));
    }
    let at = asked.at.unwrap_or(log.events.len());
    let work = move || why(&log, at, Seat::new(asked.seat), &asked.fact);
    let moved = think(state.threads(), work).await.flatten();
    let moved = moved.ok_or_else(|| Refusal::closed("the agent cannot be asked"))?;
    Ok(why_list(preferences.locale, &seats, &moved))
}

async fn frame_picture(
    Opened { log, .. }: Opened,
    preferences: Preferences,
    Query(at): Query<Shown>,
) -> Result<Response, Refusal> {
    let (event, look) = look_at(&log, &at).await?;
    let name = format!("attachment; filename=\"{}-{event}.svg\"", look.facts.game);
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, picture(&look.scene(preferences.locale))).into_response())
}

async fn whole_log(Opened { id, log }: Opened) -> Result<Response, Refusal> {
    let text = log.to_text().map_err(|error| Refusal::closed(error.to_string()))?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", log.header.game);
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Who goes on from a position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Branch {
    at: usize,
    /// The seat that a person takes; whoever is to act there if it is not said.
    #[serde(default)]
    seat: Option<usize>,
}

/// Begins a practice game from a position.
async fn branch(
    State(state): State<AppState>,
    Opened { log, .. }: Opened,
    preferences: Preferences,
    headers: HeaderMap,
    Json(branch): Json<Branch>,
) -> Result<Json<Value>, Refusal> {
    if !state.may_create(&headers) {
        return Err(Refusal::no_authority("games are begun by whoever started the server"));
    }
    let events = log.events[..branch.at.min(log.events.len())].to_vec();
    let from = Log { header: log.header.clone(), events, is_torn: false };
    let position = Position::open(&from).map_err(Refusal::malformed)?;
    let asked = match position.waiting() {
        Waiting::Outside(seat) | Waiting::Agent(seat) => Some(seat.index()),
        Waiting::Chance | Waiting::Nothing => None,
    };
    let seats = from.header.seats.len();
    let own = branch.seat.or(asked).unwrap_or_default().min(seats.saturating_sub(1));
    let seat = |(place, occupant): (usize, &Occupant)| match occupant {
        Occupant::Agent(agent) if place != own => {
            NewSeat { kind: NewSeatKind::Agent, agent: Some(agent.clone()), name: None }
        }
        _ => NewSeat {
            kind: NewSeatKind::Person,
            agent: None,
            name: Some(person_name(preferences.locale, Seat::new(place))),
        },
    };
    let order = NewMatch {
        game: from.header.game.clone(),
        options: from.header.options.clone(),
        seats: from.header.seats.iter().enumerate().map(seat).collect(),
        seed: Some(from.header.seed),
        practice: true,
        ..NewMatch::default()
    };
    let extras = Extras { from: Some(from), ..Extras::default() };
    let created = tokio::task::spawn_blocking(move || state.create(&order, extras)).await;
    let created = created.map_err(|error| Refusal::closed(error.to_string()))??;
    // Where several people sat, whoever goes on plays for all of them, the own seat first.
    let mut tokens: Vec<(usize, Token)> = created
        .tokens
        .iter()
        .enumerate()
        .filter_map(|(place, token)| Some((place, (*token)?)))
        .collect();
    tokens.sort_by_key(|(place, _)| (*place != own, *place));
    let tokens: Vec<String> = tokens.iter().map(|(_, token)| token.to_string()).collect();
    let token = tokens.join(",");
    Ok(Json(json!({ "id": created.id.as_str(), "token": token, "place": own })))
}
