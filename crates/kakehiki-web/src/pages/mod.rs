//! The pages.

use axum::Router;

use crate::AppState;

/// All pages.
pub(crate) fn router(_state: &AppState) -> Router<AppState> {
    Router::new()
}
