//! Who is let in.

use axum::{extract::Request, extract::State, middleware::Next, response::Response};

use crate::AppState;

/// Looks at every request before anything else does.
pub(crate) async fn guard(
    State(_state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    next.run(request).await
}
