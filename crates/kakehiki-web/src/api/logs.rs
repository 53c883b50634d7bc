//! Logs: sent out once games are over, and taken in to be looked at.

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest, Path, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use kakehiki_core::Log;
use serde::Serialize;
use utoipa::ToSchema;

use super::unreadable;
use crate::{AppState, MatchId, Position, Refusal, error::RefusalBody, rate::Deed};

/// The most lines of a log that is taken in, and the most bytes of one.
const MOST_LINES: usize = 500_000;
const LONGEST_LINE: usize = 64 * 1024;

/// The log of a match that is over: JSON Lines.
#[utoipa::path(
    get,
    path = "/api/v1/matches/{id}/log",
    params(("id" = String, Path, description = "the match")),
    responses(
        (status = 200, content_type = "application/x-ndjson", body = String),
        (status = 403, body = RefusalBody),
        (status = 404, body = RefusalBody),
    )
)]
pub(crate) async fn download(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let id: MatchId = id.parse().map_err(|_| Refusal::no_match())?;
    let handle = state.open(&id)?;
    if handle.is_private() {
        return Err(Refusal::hidden("only its players see this match"));
    }
    let log = handle.inspect(|position| position.outcome().map(|_| position.log())).await?;
    let Some(log) = log else {
        return Err(Refusal::hidden("the log can be had once the game is over"));
    };
    let name = format!("attachment; filename=\"{id}.jsonl\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    let text = log.to_text().map_err(|error| Refusal::closed(error.to_string()))?;
    Ok((headers, text))
}

/// A log that was taken in.
#[derive(Serialize, ToSchema)]
pub(crate) struct Taken {
    /// The name by which it is replayed.
    id: String,
    /// Whether its last line was cut off and left out.
    torn: bool,
}

/// Takes in a log to be replayed; needs the token of the owner where others can reach the server.
/// It is checked by the rules.
#[utoipa::path(
    post,
    path = "/api/v1/logs",
    request_body(content = String, content_type = "application/x-ndjson"),
    responses(
        (status = 201, body = Taken),
        (status = 400, body = RefusalBody),
        (status = 403, body = RefusalBody),
        (status = 413, body = RefusalBody),
    )
)]
pub(crate) async fn upload(
    State(state): State<AppState>,
    headers: HeaderMap,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    if !state.may_create(&headers) {
        return Err(Refusal::no_authority("only the owner may send logs in"));
    }
    state.rates().spend(state.owner_token().fingerprint(), Deed::Act)?;
    let bytes = Bytes::from_request(request, &state).await.map_err(unreadable)?;
    let taken = tokio::task::spawn_blocking(move || take(&state, &bytes)).await;
    let taken = taken.map_err(|error| Refusal::closed(error.to_string()))??;
    Ok((StatusCode::CREATED, Json(taken)))
}

fn take(state: &AppState, bytes: &[u8]) -> Result<Taken, Refusal> {
    let lines = bytes.split(|byte| *byte == b'\n');
    for (index, line) in lines.enumerate() {
        if index >= MOST_LINES {
            return Err(Refusal::malformed(format!("the log has more than {MOST_LINES} lines")));
        }
        if line.len() > LONGEST_LINE {
            let number = index + 1;
            return Err(Refusal::malformed(format!("line {number} is too long")));
        }
    }
    let log = Log::from_bytes(bytes).map_err(|error| Refusal::malformed(error.to_string()))?;
    Position::open(&log).map_err(Refusal::malformed)?;
    let id = state.keep_upload(&log)?;
    Ok(Taken { id: id.to_string(), torn: log.is_torn })
}
