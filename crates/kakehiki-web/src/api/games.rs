//! Games, their options and their agents.

use axum::{Json, extract::Path};
use kakehiki_core::{Parameter, Part};
use kakehiki_games::{AnyGame, GAMES, find};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{Refusal, error::RefusalBody};

/// A game.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameView {
    /// The name by which it is asked for.
    name: &'static str,
    /// The name as people write it.
    title: &'static str,
    /// One sentence on it.
    help: &'static str,
    /// The rule option that says how many sit at the table, if the number is open.
    players: Option<&'static str>,
    /// The rule options.
    options: Vec<ParameterView>,
    /// The agents, and the parts that agents are composed of.
    agents: Vec<AgentView>,
}

/// Something that can be set.
#[derive(Serialize, ToSchema)]
pub(crate) struct ParameterView {
    /// Its name.
    name: &'static str,
    /// The value that holds if none is given.
    default: &'static str,
    /// The values there are, in words.
    values: String,
    /// One sentence on it.
    help: &'static str,
}

/// An agent, or a part of one.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgentView {
    /// Its name.
    name: &'static str,
    /// What it does: `moves`, `trades`, `talks` or `listens`. Every agent has one that moves;
    /// others are added with `+`.
    part: &'static str,
    /// One sentence on it.
    help: &'static str,
    /// What can be set about it.
    parameters: Vec<ParameterView>,
}

fn parameters(parameters: &'static [Parameter]) -> Vec<ParameterView> {
    let view = |it: &'static Parameter| ParameterView {
        name: it.name,
        default: it.default,
        values: it.kind.to_string(),
        help: it.help,
    };
    parameters.iter().map(view).collect()
}

impl From<&'static dyn AnyGame> for GameView {
    fn from(game: &'static dyn AnyGame) -> Self {
        let agents = game.agents().into_iter().map(|kind| AgentView {
            name: kind.name,
            part: match kind.part {
                Part::Moves => "moves",
                Part::Trades => "trades",
                Part::Talks => "talks",
                Part::Listens => "listens",
            },
            help: kind.help,
            parameters: parameters(kind.parameters),
        });
        Self {
            name: game.name(),
            title: game.title(),
            help: game.help(),
            players: game.players().map(|option| option.name),
            options: parameters(game.options()),
            agents: agents.collect(),
        }
    }
}

/// All games with their rule options and agents.
#[utoipa::path(get, path = "/api/v1/games", responses((status = 200, body = Vec<GameView>)))]
pub(crate) async fn list() -> Json<Vec<GameView>> {
    Json(GAMES.iter().copied().map(GameView::from).collect())
}

/// What the views and sights of a game look like, as a JSON Schema.
#[utoipa::path(
    get,
    path = "/api/v1/games/{game}/schema",
    params(("game" = String, Path, description = "the game's name")),
    responses((status = 200, body = Object), (status = 404, body = RefusalBody))
)]
pub(crate) async fn schema(Path(game): Path<String>) -> Result<Json<Value>, Refusal> {
    let game = find(&game).map_err(|error| {
        Refusal::new(axum::http::StatusCode::NOT_FOUND, "no-game", error.to_string())
    })?;
    Ok(Json(game.schema()))
}
