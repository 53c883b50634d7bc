//! What programs are told and may ask, as JSON.

mod view;

use axum::Router;

pub(crate) use view::MatchView;

use crate::AppState;

pub(crate) fn router() -> Router<AppState> {
    Router::new()
}
