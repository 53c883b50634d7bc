//! The study of `nakazawa2018` with people.

use axum::Router;

use crate::AppState;

/// The pages of the study that is run, if one is.
pub(crate) fn router(_state: &AppState) -> Router<AppState> {
    Router::new()
}
