//! What programs are told and may ask, as JSON.

mod games;
mod logs;
mod matches;
mod view;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{
        DefaultBodyLimit, FromRequest, Request,
        rejection::{BytesRejection, FailedToBufferBody},
    },
    http::StatusCode,
    response::IntoResponse,
    routing::{get, post},
};
use serde::de::DeserializeOwned;
use utoipa::OpenApi;

pub(crate) use view::MatchView;
pub use view::look_json;

use crate::{AppState, Refusal, guard::MOST_BYTES};

/// The most bytes of a log that is sent in.
const MOST_LOG_BYTES: usize = 64 * 1024 * 1024;

/// What the document of this interface says.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Kakehiki tables",
        description = "Games, matches and seats for programs. Whoever holds the token of a seat \
                       sees what that seat may see and acts for it; everybody else sees what is \
                       public. Tokens go into the header `Authorization: Bearer TOKEN`."
    ),
    paths(
        games::list,
        games::schema,
        matches::create,
        matches::list,
        matches::look,
        matches::act,
        matches::undo,
        matches::say,
        matches::control,
        matches::events,
        logs::download,
        logs::upload,
    )
)]
struct Document;

pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/games/{game}/schema", get(games::schema))
        .route("/api/v1/matches", get(matches::list).post(matches::create))
        .route("/api/v1/matches/{id}", get(matches::look))
        .route("/api/v1/matches/{id}/act", post(matches::act))
        .route("/api/v1/matches/{id}/undo", post(matches::undo))
        .route("/api/v1/matches/{id}/say", post(matches::say))
        .route("/api/v1/matches/{id}/control", post(matches::control))
        .route("/api/v1/matches/{id}/events", get(matches::events))
        .route("/api/v1/matches/{id}/log", get(logs::download))
        .route("/api/v1/logs", post(logs::upload).layer(DefaultBodyLimit::max(MOST_LOG_BYTES)))
        .route("/openapi.json", get(send_document))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
}

async fn send_document() -> impl IntoResponse {
    Json(Document::openapi())
}

/// The document of this interface.
pub(crate) fn document() -> serde_json::Value {
    // It is made of strings, numbers and lists, which can always be written.
    serde_json::to_value(Document::openapi()).unwrap_or_default()
}

/// A body of JSON, or a refusal in the form of all others.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Refusal> {
        let bytes = Bytes::from_request(request, state).await.map_err(unreadable)?;
        let body = serde_json::from_slice(&bytes);
        body.map(Self).map_err(|error| Refusal::malformed(error.to_string()))
    }
}

/// A body that could not be read.
fn unreadable(rejection: BytesRejection) -> Refusal {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "the body is too large")
        }
        other => Refusal::malformed(other.to_string()),
    }
}
