//! The pages: home, new game, table, watch, replay, help, settings, agents.
//!
//! Each is a pure function from plain data to markup; what is here fetches the data.

mod agents;
mod api_page;
mod desk;
pub(crate) mod frame;
mod help;
pub(crate) mod home;
mod new_game;
pub(crate) mod opponents;
mod option_words;
pub(crate) mod prefer;
mod replay;
mod replaying;
mod settings;
pub(crate) mod table;
mod watch;
#[cfg(test)]
mod words;

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use kakehiki_draw::{Locale, miniature};
use kakehiki_games::{Observer, find};
use maud::{Markup, html};
use serde::Deserialize;

pub(crate) use self::desk::Desk;
use self::{
    frame::{Page, Place},
    home::{Card, Result as GameResult, game_names},
    prefer::{CHOICES, Preferences},
    table::Shell,
    watch::{Tile, WALL},
};
use crate::{AppState, MatchHandle, ServeError, Summary, study};

/// How many results the first page shows.
const RESULTS: usize = 6;

/// All pages.
///
/// # Errors
/// If the folder of the study cannot be used.
pub(crate) fn router(state: &AppState) -> Result<Router<AppState>, ServeError> {
    let desk = Arc::new(Desk::new(state)?);
    if let Some(study) = desk.study.clone() {
        let state = state.clone();
        tokio::spawn(async move { study.export_all(&state).await });
    }
    Ok(Router::new()
        .route("/", get(home_page))
        .route("/new/{game}", get(new_page))
        .route("/table/{id}", get(table_page))
        .route("/watch", get(watch_page))
        .route("/watch/wall", get(watch_wall))
        .route("/help", get(help_page))
        .route("/api", get(programs_page))
        .route("/settings", get(settings_page))
        .route("/agents/{game}", get(agents_page))
        .merge(replaying::router())
        .merge(study::router())
        .fallback(nothing_here)
        .layer(Extension(desk)))
}

fn reading(
    preferences: Preferences,
    desk: &Desk,
    title: String,
    place: Place,
    scripts: &[&str],
    body: Markup,
) -> Markup {
    let has_study = desk.study.is_some();
    Page { preferences, title, place, scripts, table: None, has_study, body }.reading()
}

async fn nothing_here(preferences: Preferences) -> Response {
    let page = frame::missing(preferences, "missing-title", "missing-lead");
    (StatusCode::NOT_FOUND, page).into_response()
}

/// The games that are over and may be looked at, as lists show them.
fn results(summaries: Vec<Summary>) -> Vec<GameResult> {
    let over = summaries.into_iter().filter_map(|summary| {
        let Summary { id, game, seats, outcome, .. } = summary;
        Some(GameResult { id: id.to_string(), game, seats, outcome: outcome? })
    });
    over.collect()
}

/// A small picture of a game that is going on: all of it where only AIs sit, else what everybody
/// sees.
async fn picture(handle: &MatchHandle, locale: Locale) -> Markup {
    let look = handle.inspect(|position| {
        let observer = if position.is_open() { Observer::Analyst } else { Observer::Spectator };
        position.look(observer)
    });
    look.await.map_or_else(|_| html! {}, |look| miniature(&look.scene(locale)))
}

async fn home_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
) -> Markup {
    let locale = preferences.locale;
    let summaries = state.summaries();
    let is_live = |summary: &&Summary| summary.is_live && summary.outcome.is_none();
    let mut cards = Vec::new();
    for game in ["catan", "geister", "monopoly", "werewolf"] {
        // Both kinds of Geister are on one card.
        let of_game = |summary: &&Summary| summary.game.ends_with(game);
        let live: Vec<&Summary> = summaries.iter().filter(is_live).filter(of_game).collect();
        let shown = live.iter().find(|summary| !summary.has_person).copied();
        let shown = shown.and_then(|summary| state.find(summary.id.as_str()));
        let picture = match shown {
            Some(handle) => picture(&handle, locale).await,
            None => desk.sample(game, locale),
        };
        cards.push(Card { game, live: live.len(), picture });
    }
    let mut results = results(summaries);
    results.truncate(RESULTS);
    let body = html! { (home::home(locale, &cards, &results)) (game_names(locale)) };
    reading(preferences, &desk, locale.word("home-title"), Place::Play, &[], body)
}

async fn new_page(
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Path(game): Path<String>,
) -> Response {
    let Ok(game) = find(&game) else { return nothing_here(preferences).await };
    let locale = preferences.locale;
    let body = new_game::new_game(locale, game);
    reading(preferences, &desk, locale.word("new-title"), Place::Play, &[], body).into_response()
}

async fn table_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Path(id): Path<String>,
) -> Response {
    let locale = preferences.locale;
    let handle = state.find(&id).filter(|handle| !desk.is_private(handle.id()));
    let look = match &handle {
        Some(handle) => {
            let look =
                handle.inspect(|position| (position.look(Observer::Spectator), position.is_open()));
            look.await.ok()
        }
        None => None,
    };
    let Some((look, is_open)) = look else {
        let page = frame::missing(preferences, "table-missing-title", "table-missing");
        return (StatusCode::NOT_FOUND, page).into_response();
    };
    let scene = look.scene(locale);
    let game = locale.word(&format!("game-{}", look.facts.game));
    let page = Page {
        preferences,
        title: locale.say("table-title", &[("game", game.into())]),
        place: Place::Play,
        scripts: &["table.js", "board.js", "trade.js"],
        table: Some(&id),
        has_study: false,
        body: table::table(&Shell { id: &id, scene: &scene, is_open }),
    };
    page.bare().into_response()
}

/// Which games the wall shows.
#[derive(Deserialize)]
struct Wall {
    game: Option<String>,
}

async fn tiles(state: &AppState, locale: Locale, game: Option<&str>) -> Vec<Tile> {
    let is_shown = |summary: &Summary| {
        summary.is_live && summary.outcome.is_none() && game.is_none_or(|game| summary.game == game)
    };
    let mut shown: Vec<Summary> = state.summaries().into_iter().filter(is_shown).collect();
    // By name, so that tables keep their places while games go on; those of AIs first.
    shown.sort_by(|one, other| (one.has_person, &one.id).cmp(&(other.has_person, &other.id)));
    let mut tiles = Vec::new();
    for summary in shown.into_iter().take(WALL) {
        let Some(handle) = state.find(summary.id.as_str()) else { continue };
        tiles.push(Tile {
            picture: picture(&handle, locale).await,
            id: summary.id.to_string(),
            game: summary.game,
            seats: summary.seats,
            steps: summary.seq,
            has_people: summary.has_person,
        });
    }
    tiles
}

async fn watch_page(
    State(state): State<AppState>,
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Query(wall): Query<Wall>,
) -> Markup {
    let locale = preferences.locale;
    let game = wall.game.as_deref().and_then(|game| Some(find(game).ok()?.name()));
    let body = watch::watch(locale, game, &tiles(&state, locale, game).await);
    reading(preferences, &desk, locale.word("watch-title"), Place::Watch, &[], body)
}

async fn watch_wall(
    State(state): State<AppState>,
    preferences: Preferences,
    Query(wall): Query<Wall>,
) -> Markup {
    let locale = preferences.locale;
    watch::wall(locale, &tiles(&state, locale, wall.game.as_deref()).await)
}

async fn help_page(Extension(desk): Extension<Arc<Desk>>, preferences: Preferences) -> Markup {
    let locale = preferences.locale;
    reading(preferences, &desk, locale.word("help-title"), Place::Help, &[], help::help(locale))
}

async fn programs_page(Extension(desk): Extension<Arc<Desk>>, preferences: Preferences) -> Markup {
    let locale = preferences.locale;
    let body = api_page::api_page(locale, &crate::api::document());
    reading(preferences, &desk, locale.word("api-title"), Place::Help, &[], body)
}

async fn agents_page(
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Path(game): Path<String>,
) -> Response {
    let Ok(game) = find(&game) else { return nothing_here(preferences).await };
    let locale = preferences.locale;
    let name = locale.word(&format!("game-{}", game.name()));
    let title = locale.say("agents-title", &[("game", name.into())]);
    let body = agents::agents(locale, game);
    reading(preferences, &desk, title, Place::Agents, &[], body).into_response()
}

async fn settings_page(
    Extension(desk): Extension<Arc<Desk>>,
    preferences: Preferences,
    Query(given): Query<Vec<(String, String)>>,
) -> Response {
    let has = |name: &str| given.iter().any(|(known, _)| known == name);
    if has("save") {
        return (cookies(&given), Redirect::to("/settings?saved=1")).into_response();
    }
    let title = preferences.locale.word("settings-title");
    let body = settings::settings(&preferences, has("saved"));
    reading(preferences, &desk, title, Place::Settings, &[], body).into_response()
}

/// Keeps settings in cookies, which carry no authority.
fn cookies(chosen: &[(String, String)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in chosen {
        let is_language = name == "lang" && value.parse::<Locale>().is_ok();
        let is_choice =
            CHOICES.iter().any(|(known, values)| known == name && values.contains(&value.as_str()));
        if !is_language && !is_choice {
            continue;
        }
        // Both are words of this program by now.
        let cookie = format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Strict");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            headers.append(header::SET_COOKIE, cookie);
        }
    }
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_settings_become_cookies() {
        let given = [("theme", "dark"), ("theme", "x; Path=/"), ("session", "1"), ("lang", "ja")];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let headers = cookies(&given);
        let kept: Vec<&str> =
            headers.get_all(header::SET_COOKIE).iter().filter_map(|it| it.to_str().ok()).collect();
        assert_eq!(kept.len(), 2);
        assert!(kept[0].starts_with("theme=dark;") && kept[1].starts_with("lang=ja;"));
    }
}
