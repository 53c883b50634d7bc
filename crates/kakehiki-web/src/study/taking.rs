//! What requests of the study begin with: the study that runs here, and who takes part in it.

use std::sync::Arc;

use axum::{
    Extension,
    extract::FromRequestParts,
    http::{HeaderMap, StatusCode, request::Parts},
};

use super::{Study, ledger::Participant};
use crate::{AppState, Refusal, pages::Desk};

/// The study that runs here.
pub(super) struct Running(pub(super) Arc<Study>);

impl FromRequestParts<AppState> for Running {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let text =
            "no study is running; it is begun by `kakehiki serve --study nakazawa2018 --out DIR`";
        let none = || Refusal::new(StatusCode::NOT_FOUND, "no-study", text);
        let desk = Extension::<Arc<Desk>>::from_request_parts(parts, state).await;
        let study = desk.ok().and_then(|Extension(desk)| desk.study.clone());
        study.map(Self).ok_or_else(none)
    }
}

/// Somebody who takes part, by the token of the request.
pub(super) struct Taking {
    pub(super) state: AppState,
    pub(super) study: Arc<Study>,
    pub(super) participant: Participant,
    headers: HeaderMap,
}

impl Taking {
    /// The same participant as it stands in the ledger by now.
    pub(super) fn again(self) -> Result<Self, Refusal> {
        let participant = self.study.participant(&self.state, &self.headers)?;
        Ok(Self { participant, ..self })
    }
}

impl FromRequestParts<AppState> for Taking {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let Running(study) = Running::from_request_parts(parts, state).await?;
        let headers = parts.headers.clone();
        let participant = study.participant(state, &headers)?;
        Ok(Self { state: state.clone(), study, participant, headers })
    }
}
