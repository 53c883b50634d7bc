//! Why something that was asked for is not done.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was refused, for programs by its code and for people in words.
///
/// Words never hold a hidden fact: what is wrong with an action is said by the rules, which promise
/// that, and everything else is said here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refusal {
    /// The status of an HTTP answer.
    pub status: StatusCode,
    /// One word for programs.
    pub code: &'static str,
    /// What was wrong, and what would be right.
    pub text: String,
}

/// A refusal as it is sent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusalBody {
    /// One word for programs, such as `stale` or `illegal`.
    pub(crate) code: String,
    /// What was wrong, in words.
    pub(crate) text: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into() }
    }

    /// The request makes no sense as it is.
    pub fn malformed(text: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", text)
    }

    /// There is no match of this name.
    pub fn no_match() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no-match", "there is no match of this name")
    }

    /// A token is missing or not the right one.
    pub fn no_authority(text: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "no-authority", text)
    }

    /// Not now: it would tell what is hidden.
    pub fn hidden(text: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "hidden", text)
    }

    /// Too much at once.
    pub fn too_many(text: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", text)
    }

    /// The rules do not allow it.
    pub fn illegal(text: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "illegal", text)
    }

    /// It was meant for a position that has passed.
    pub fn stale() -> Self {
        Self::new(
            StatusCode::CONFLICT,
            "stale",
            "the table has changed since; look again and choose again",
        )
    }

    /// The server is about to stop, or the match has failed.
    pub fn closed(text: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "closed", text)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = RefusalBody { code: self.code.to_owned(), text: self.text };
        (self.status, Json(body)).into_response()
    }
}

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// It cannot listen on an address.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: std::net::SocketAddr,
        /// Why.
        source: std::io::Error,
    },
    /// Something about the folder of logs.
    #[error(transparent)]
    Folder(#[from] kakehiki_core::FolderError),
    /// Something else that the system refused.
    #[error(transparent)]
    System(#[from] std::io::Error),
    /// An address that others can reach needs to be named by those who use it.
    #[error("{0} can be reached from elsewhere, so the names it is reached by have to be allowed")]
    NoAllowedHost(std::net::IpAddr),
}
