//! The pages.

use axum::Router;

use crate::{AppState, ServeError};

/// All pages, those of the study too.
///
/// # Errors
/// If the folder of the study cannot be used.
pub(crate) fn router(_state: &AppState) -> Result<Router<AppState>, ServeError> {
    Ok(Router::new())
}
