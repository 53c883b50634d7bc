//! Matches: begun, looked at and played.

use std::time::{Duration, UNIX_EPOCH};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::IntoResponse,
};
use kakehiki_core::{Event, Seat};
use kakehiki_games::{Observer, Waiting};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use utoipa::{IntoParams, ToSchema};

use super::{
    Body,
    view::{MatchView, OutcomeView, SeatView},
};
use crate::{
    Act, AppState, Control, Created, Extras, MatchHandle, MatchId, NewMatch, Pace, Refusal,
    Summary, Undo,
    error::RefusalBody,
    order::clean_text,
    rate::Deed,
    state::{bearer, stopped},
};

/// The longest that a request for events waits.
const LONGEST_WAIT: u64 = 25;

/// A match that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedView {
    /// Its name.
    id: String,
    /// The seats in their order.
    seats: Vec<CreatedSeat>,
}

/// A seat of a match that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedSeat {
    /// The seat, such as `P0`.
    #[schema(value_type = String)]
    seat: Seat,
    /// What whoever acts for it has to show; only for people and programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Begins a match; needs the token of the owner where others can reach the server.
#[utoipa::path(
    post,
    path = "/api/v1/matches",
    request_body = NewMatch,
    responses(
        (status = 201, body = CreatedView),
        (status = 400, body = RefusalBody),
        (status = 403, body = RefusalBody),
        (status = 429, body = RefusalBody),
    )
)]
pub(crate) async fn create(
    State(state): State<AppState>,
    headers: HeaderMap,
    Body(order): Body<NewMatch>,
) -> Result<impl IntoResponse, Refusal> {
    if !state.may_create(&headers) {
        let text = "open the address that `kakehiki serve` printed: it holds the owner's token";
        return Err(Refusal::no_authority(text));
    }
    state.rates().spend(state.owner_token().fingerprint(), Deed::Act)?;
    // Agents may read files and prepare tables when they sit down.
    let Created { id, tokens } =
        tokio::task::spawn_blocking(move || state.create(&order, Extras::default()))
            .await
            .map_err(|error| Refusal::closed(error.to_string()))??;
    let seats = Seat::all(tokens.len()).zip(tokens);
    let seats = seats
        .map(|(seat, token)| CreatedSeat { seat, token: token.map(|token| token.to_string()) });
    let created = CreatedView { id: id.to_string(), seats: seats.collect() };
    Ok((StatusCode::CREATED, Json(created)))
}

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct SummaryView {
    id: String,
    game: String,
    seats: Vec<SeatView>,
    practice: bool,
    /// Whether it is held in memory; others are read from their logs when they are looked at.
    live: bool,
    /// The seat that is asked, where that is public.
    #[schema(value_type = Option<String>)]
    asked: Option<Seat>,
    outcome: Option<OutcomeView>,
    /// When its log last grew, in seconds since 1970.
    changed: u64,
}

impl From<Summary> for SummaryView {
    fn from(it: Summary) -> Self {
        Self {
            id: it.id.to_string(),
            game: it.game,
            seats: it.seats.iter().map(SeatView::from).collect(),
            practice: it.is_practice,
            live: it.is_live,
            asked: match it.waiting {
                Waiting::Outside(seat) | Waiting::Agent(seat) => Some(seat),
                Waiting::Chance | Waiting::Nothing => None,
            },
            outcome: it.outcome.map(OutcomeView::from),
            changed: it.changed.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
        }
    }
}

/// All matches, those that changed last first.
#[utoipa::path(get, path = "/api/v1/matches", responses((status = 200, body = Vec<SummaryView>)))]
pub(crate) async fn list(State(state): State<AppState>) -> Result<impl IntoResponse, Refusal> {
    let summaries = tokio::task::spawn_blocking(move || state.summaries()).await;
    let summaries = summaries.map_err(|error| Refusal::closed(error.to_string()))?;
    Ok(Json(summaries.into_iter().map(SummaryView::from).collect::<Vec<_>>()))
}

/// Whose eyes to look through.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Eyes {
    /// A seat, such as `P0`, or `analyst`: for those with the token of that seat, and for everybody
    /// once the game is over, where only agents sit, and in practice games.
    #[serde(default)]
    seat: Option<String>,
}

fn open(state: &AppState, id: &str) -> Result<MatchHandle, Refusal> {
    state.open(&id.parse::<MatchId>().map_err(|_| Refusal::no_match())?)
}

/// Who asks, by its token; nobody without one.
fn seat_of(
    state: &AppState,
    handle: &MatchHandle,
    headers: &HeaderMap,
) -> Result<Option<Seat>, Refusal> {
    let Some(token) = bearer(headers) else { return Ok(None) };
    match state.seat_of(handle, token) {
        None if token != state.owner_token() => {
            Err(Refusal::no_authority("the token is not one of this match"))
        }
        seat => Ok(seat),
    }
}

/// The seat for which a request may act.
fn player(state: &AppState, handle: &MatchHandle, headers: &HeaderMap) -> Result<Seat, Refusal> {
    let seat = seat_of(state, handle, headers)?
        .ok_or_else(|| Refusal::no_authority("only those who have a seat may do this"))?;
    state.rates().spend(state.seat_token(handle.id(), seat).fingerprint(), Deed::Act)?;
    Ok(seat)
}

async fn observer(
    state: &AppState,
    handle: &MatchHandle,
    headers: &HeaderMap,
    eyes: &Eyes,
) -> Result<Observer, Refusal> {
    let own = seat_of(state, handle, headers)?;
    let wanted = match eyes.seat.as_deref() {
        None if own.is_none() && handle.is_private() => {
            return Err(Refusal::hidden("only its players see this match"));
        }
        None => return Ok(own.map_or(Observer::Spectator, Observer::Seat)),
        Some("analyst") => Observer::Analyst,
        Some(seat) => {
            let seat: Seat = seat.parse().map_err(Refusal::malformed)?;
            if seat.index() >= handle.facts().seats.len() {
                return Err(Refusal::malformed("there is no such seat"));
            }
            Observer::Seat(seat)
        }
    };
    if own.map(Observer::Seat) != Some(wanted)
        && !handle.inspect(|position| position.is_open()).await?
    {
        return Err(Refusal::hidden("this can be looked at once the game is over"));
    }
    Ok(wanted)
}

/// A match as whoever asks may see it.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{id}",
    params(("id" = String, Path, description = "the match"), Eyes),
    responses(
        (status = 200, body = MatchView),
        (status = 403, body = RefusalBody),
        (status = 404, body = RefusalBody),
    )
)]
pub(crate) async fn look(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Json<MatchView>, Refusal> {
    let handle = open(&state, &id)?;
    let observer = observer(&state, &handle, &headers, &eyes).await?;
    let own = seat_of(&state, &handle, &headers)?.map(Observer::Seat);
    let mut look = handle.look(observer).await?;
    if own != Some(observer) {
        look.menu = None;
        look.undo = None;
    }
    Ok(Json(MatchView::of(&look)))
}

/// An act of a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActBody {
    /// The action in the game's notation.
    action: String,
    /// What the sender calls it: sent again, it gets the same answer and is not done twice.
    #[serde(default)]
    client_id: Option<String>,
    /// The `seq` that the sender had seen; an act for a question that has passed is refused.
    #[serde(default)]
    seen_seq: Option<u64>,
}

/// What was done.
#[derive(Serialize, ToSchema)]
pub(crate) struct Done {
    /// The number of changes that the seat could notice so far.
    seq: u64,
}

/// Acts for the seat whose token is shown.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{id}/act",
    params(("id" = String, Path, description = "the match")),
    request_body = ActBody,
    responses(
        (status = 200, body = Done),
        (status = 403, body = RefusalBody),
        (status = 409, body = RefusalBody),
        (status = 429, body = RefusalBody),
    )
)]
pub(crate) async fn act(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(ActBody { action, client_id, seen_seq }): Body<ActBody>,
) -> Result<Json<Done>, Refusal> {
    let handle = open(&state, &id)?;
    let seat = player(&state, &handle, &headers)?;
    if client_id.as_ref().is_some_and(|id| id.is_empty() || id.len() > 256) {
        return Err(Refusal::malformed("a client_id has 1 to 64 characters"));
    }
    let seq = handle.act(seat, Act { client_id, seen_seq, action }).await?;
    Ok(Json(Done { seq }))
}

/// Takes back the last act of the seat whose token is shown: only in the same turn, where nothing was
/// shown, said or thrown and nobody has acted since. `undo` of a match says whether that is so.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{id}/undo",
    params(("id" = String, Path, description = "the match")),
    responses(
        (status = 200, body = Done),
        (status = 403, body = RefusalBody),
        (status = 409, body = RefusalBody),
        (status = 429, body = RefusalBody),
    )
)]
pub(crate) async fn undo(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Done>, Refusal> {
    let handle = open(&state, &id)?;
    let seat = player(&state, &handle, &headers)?;
    Ok(Json(Done { seq: handle.undo(seat, Undo::default()).await? }))
}

/// Something in own words.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SayBody {
    /// The words, of which 400 characters are kept.
    text: String,
}

/// Says something in own words, which agents do not read.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{id}/say",
    params(("id" = String, Path, description = "the match")),
    request_body = SayBody,
    responses((status = 200, body = Done), (status = 403, body = RefusalBody))
)]
pub(crate) async fn say(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(SayBody { text }): Body<SayBody>,
) -> Result<Json<Done>, Refusal> {
    let handle = open(&state, &id)?;
    let seat = player(&state, &handle, &headers)?;
    state.rates().spend(state.seat_token(handle.id(), seat).fingerprint(), Deed::Talk)?;
    let text = clean_text(&text);
    if text.is_empty() {
        return Err(Refusal::malformed("nothing is left of these words"));
    }
    handle.note(Event::Text { seat: Some(seat), text }).await?;
    Ok(Json(Done { seq: handle.look(Observer::Seat(seat)).await?.seq }))
}

/// What a player or the owner asks of a match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ControlBody {
    /// The next action of an agent, where they act one by one.
    Next,
    /// Another pace.
    Pace(Pace),
    /// No more thinking.
    CutShort,
}

/// Sets the pace, asks for the next step or cuts thinking short; for players and the owner, and for
/// everybody on the own machine where only agents play.
#[utoipa::path(
    post,
    path = "/api/v1/matches/{id}/control",
    params(("id" = String, Path, description = "the match")),
    request_body = ControlBody,
    responses((status = 204), (status = 403, body = RefusalBody))
)]
pub(crate) async fn control(
    State(state): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(body): Body<ControlBody>,
) -> Result<StatusCode, Refusal> {
    let handle = open(&state, &id)?;
    if state.is_owner(&headers) {
        state.rates().spend(state.owner_token().fingerprint(), Deed::Act)?;
    } else if !state.is_exhibition(&handle) {
        player(&state, &handle, &headers)?;
    }
    let control = match body {
        ControlBody::Next => Control::Next,
        ControlBody::Pace(pace) => Control::Pace(pace),
        ControlBody::CutShort => Control::CutShort,
    };
    handle.control(control).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is known already.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct Known {
    /// The `seq` that is known: the answer comes when there is a higher one.
    #[serde(default)]
    after: u64,
    /// The number of sights that are known: those from this one on are told.
    #[serde(default)]
    sights: u64,
    /// How many seconds to wait at most, up to 25.
    #[serde(default = "longest_wait")]
    wait: u64,
}

fn longest_wait() -> u64 {
    LONGEST_WAIT
}

/// What has happened, and how things stand.
#[derive(Serialize, ToSchema)]
pub(crate) struct News {
    /// What was perceived since, in order.
    sights: Vec<SightView>,
    /// How things stand.
    r#match: MatchView,
}

/// Something that was perceived.
#[derive(Serialize, ToSchema)]
pub(crate) struct SightView {
    /// Its number, from 0.
    number: u64,
    /// What was perceived; `/api/v1/games/GAME/schema` says what it looks like.
    #[schema(value_type = Object)]
    sight: Value,
}

/// Waits until something can be noticed, and tells it.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{id}/events",
    params(("id" = String, Path, description = "the match"), Known, Eyes),
    responses((status = 200, body = News), (status = 403, body = RefusalBody))
)]
pub(crate) async fn events(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(known): Query<Known>,
    Query(eyes): Query<Eyes>,
    headers: HeaderMap,
) -> Result<Json<News>, Refusal> {
    let handle = open(&state, &id)?;
    let observer = observer(&state, &handle, &headers, &eyes).await?;
    let own = seat_of(&state, &handle, &headers)?.map(Observer::Seat);
    let end = Instant::now() + Duration::from_secs(known.wait.min(LONGEST_WAIT));
    let mut changes = handle.changes.clone();
    let mut stopping = state.stopping();
    loop {
        changes.borrow_and_update();
        let seq = handle.inspect(move |position| position.seq(observer)).await?;
        let is_time = Instant::now() >= end || *stopping.borrow();
        if seq > known.after || is_time {
            break;
        }
        let change = async {
            tokio::select! {
                // A match that is put away changes no more; it is opened again below.
                _ = changes.changed() => {}
                () = stopped(&mut stopping) => {}
            }
        };
        let _ = timeout_at(end, change).await;
    }
    let from = known.sights;
    let (mut look, sights) = handle
        .inspect(move |position| (position.look(observer), position.sights_from(observer, from)))
        .await?;
    if own != Some(observer) {
        look.menu = None;
        look.undo = None;
    }
    let sights = sights
        .into_iter()
        .map(|seen| SightView { number: u64::from(seen.step), sight: seen.sight });
    Ok(Json(News { sights: sights.collect(), r#match: MatchView::of(&look) }))
}
