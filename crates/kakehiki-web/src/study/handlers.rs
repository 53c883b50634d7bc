//! The pages of the study and what they send.

use std::sync::Arc;

use axum::{
    Extension, Json, Router,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kakehiki_core::Seat;
use kakehiki_draw::{Locale, last_said, miniature};
use kakehiki_games::Observer;
use kakehiki_studies::Questionnaire;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Study,
    asked::{Due, Said, due},
    export::{FILES, is_written},
    ledger::{Participant, folder_of},
    locale_of, not_due,
    researcher::{Line, researcher, shell as researcher_shell, tables},
    sheets::{Situation, bar, consent, paused, plain, questions, sheet, shell, who},
    stage::Stage,
    taking::{Running, Taking},
};
use crate::{
    AppState, Position, Refusal,
    pages::{
        Desk,
        frame::{Page, Place},
        prefer::Preferences,
        table::connection,
    },
};

/// The routes of the study.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/study", get(consent_page))
        .route("/study/begin", post(begin))
        .route("/study/take", get(take_page))
        .route("/study/stage", get(stage_now))
        .route("/study/sit", post(sit))
        .route("/study/answer", post(answer))
        .route("/study/finish", post(finish))
        .route("/study/stop", post(stop))
        .route("/study/table/{id}", get(table_page))
        .route("/study/researcher", get(researcher_page))
        .route("/study/researcher/list", get(researcher_list))
        .route("/study/researcher/file/{number}/{file}", get(researcher_file))
}

fn page(preferences: Preferences, scripts: &[&str], table: Option<&str>, body: Markup) -> Markup {
    let title = preferences.locale.word("study-title");
    Page { preferences, title, place: Place::Study, scripts, table, has_study: true, body }.bare()
}

async fn consent_page(preferences: Preferences, Extension(desk): Extension<Arc<Desk>>) -> Response {
    let locale = preferences.locale;
    if desk.study.is_some() {
        return page(preferences, &["study.js"], None, consent(locale)).into_response();
    }
    let command = html! { code { "kakehiki serve --study nakazawa2018 --out DIR" } };
    let body = html! {
        div class="hello" { div class="grow" {
            h1 { (locale.word("study-off-heading")) }
            p { (locale.mix("study-off-lead", &[], &[("command", command)])) }
        } }
    };
    let title = locale.word("study-title");
    let page = Page {
        preferences,
        title,
        place: Place::Study,
        scripts: &[],
        table: None,
        has_study: false,
        body,
    };
    (StatusCode::NOT_FOUND, page.reading()).into_response()
}

/// Somebody agreed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    agree: bool,
    /// Whether this is no person; only whoever started the server may say so.
    #[serde(default)]
    simulated: bool,
}

async fn begin(
    State(state): State<AppState>,
    Running(study): Running,
    preferences: Preferences,
    headers: HeaderMap,
    Json(begin): Json<Begin>,
) -> Result<Json<Value>, Refusal> {
    if !begin.agree {
        return Err(not_due("nobody takes part without having agreed"));
    }
    if begin.simulated && !state.is_owner(&headers) {
        return Err(Refusal::no_authority("simulated participants need the owner's token"));
    }
    let (number, token) = study.begin(&state, preferences.locale, begin.simulated)?;
    Ok(Json(json!({ "participant": number, "link": format!("/study/take#p={token}") })))
}

async fn take_page(preferences: Preferences) -> Markup {
    page(preferences, &["study.js"], None, shell(preferences.locale))
}

/// The address of the table of a participant's game.
fn table_address(state: &AppState, participant: &Participant, game: usize) -> Option<String> {
    let id = participant.games.get(game)?;
    let token = state.seat_token(id, participant.seat());
    Some(format!("/study/table/{id}#t={token}"))
}

async fn stage_now(taking: Taking) -> Result<Json<Value>, Refusal> {
    described(taking).await
}

/// What a participant's page has to show.
async fn described(taking: Taking) -> Result<Json<Value>, Refusal> {
    let Taking { state, study, participant, .. } = taking.again()?;
    let (state, study, participant) = (&state, &*study, &participant);
    let (at, answers) = study.progress(state, participant).await?;
    let locale = locale_of(participant.language);
    let markup = match at {
        Stage::Asked { game, due } => {
            question_sheet(state, study, participant, game, due, locale).await?
        }
        _ => sheet(locale, at, participant.seat()),
    };
    let table = match at {
        Stage::Asked { game, .. } | Stage::Play { game } => table_address(state, participant, game),
        _ => None,
    };
    let who = who(locale, participant.number, participant.is_simulated);
    let mut body = serde_json::to_value(at).unwrap_or_default();
    body["html"] = markup.into_string().into();
    body["bar"] = bar(locale, Some(&who)).into_string().into();
    body["language"] = locale.tag().into();
    body["answers"] = answers.into();
    body["table"] = table.into();
    Ok(Json(body))
}

async fn question_sheet(
    state: &AppState,
    study: &Study,
    participant: &Participant,
    game: usize,
    due: Due,
    locale: Locale,
) -> Result<Markup, Refusal> {
    let person = participant.seat();
    let handle = study.handle(state, participant, game)?;
    let look = handle.inspect(move |position| position.look(Observer::Seat(person))).await?;
    let scene = look.scene(locale);
    let cards = |seat: Seat| {
        let pointer = format!("/players/{}/hand_size", seat.index());
        look.view.pointer(&pointer).and_then(Value::as_u64).unwrap_or_default()
    };
    let situation = Situation {
        picture: miniature(&scene),
        said: last_said(&scene, person.next(2)),
        theirs: cards(person.next(2)),
        own: cards(person),
    };
    Ok(questions(locale, game, due, person, &situation))
}

async fn sit(taking: Taking) -> Result<Json<Value>, Refusal> {
    taking.study.sit(&taking.state, &taking.participant).await?;
    described(taking).await
}

async fn answer(taking: Taking, Json(said): Json<Said>) -> Result<Json<Value>, Refusal> {
    let Taking { state, study, participant, .. } = &taking;
    if !said.is_whole() {
        return Err(Refusal::malformed("both answers name a resource"));
    }
    let (at, _) = study.progress(state, participant).await?;
    let Stage::Asked { game, due: asked } = at else {
        return Err(not_due("no question is open"));
    };
    if asked.turn != said.turn {
        return Err(not_due("these questions were for another turn"));
    }
    let locale = locale_of(participant.language);
    let words = [locale.word("asked-most-held"), locale.word("asked-wanted")].join(" / ");
    let handle = study.handle(state, participant, game)?;
    let person = participant.seat();
    // Asked again inside the match: of two devices only one answers.
    let is_due = move |position: &mut Position| due(position, person).is_some();
    for event in said.events(person, words) {
        if !handle.inspect(is_due).await? {
            break;
        }
        handle.note(event).await?;
    }
    described(taking).await
}

/// The last answers, as the page sends them: opponents are named by when they were met.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Form {
    helped: String,
    person: String,
    easier: String,
    strategy: String,
}

impl Form {
    fn questionnaire(&self, participant: &Participant) -> Result<Questionnaire, Refusal> {
        let which = |answer: &str| match answer {
            "first" => Ok(participant.order[0]),
            "second" => Ok(participant.order[1]),
            _ => Err(Refusal::malformed("an opponent is the first or the second")),
        };
        let helped = match self.helped.as_str() {
            "yes" => true,
            "no" => false,
            _ => return Err(Refusal::malformed("the first answer is yes or no")),
        };
        let document = json!({
            "statements-helped": helped,
            "more-like-a-person": which(&self.person)?,
            "easier-to-negotiate": which(&self.easier)?,
            "strategy": self.strategy,
            "language": participant.language,
        });
        serde_json::from_value(document).map_err(|error| Refusal::malformed(error.to_string()))
    }
}

async fn finish(taking: Taking, Json(form): Json<Form>) -> Result<Json<Value>, Refusal> {
    let questionnaire = form.questionnaire(&taking.participant)?;
    taking.study.finish(&taking.state, &taking.participant, questionnaire).await?;
    described(taking).await
}

async fn stop(taking: Taking) -> Result<Json<Value>, Refusal> {
    if taking.participant.questionnaire.is_some() {
        return Err(not_due("everything is done already"));
    }
    let number = taking.participant.number;
    taking.study.ledger().stopped(number).map_err(|error| super::failed(&error))?;
    described(taking).await
}

async fn table_page(
    State(state): State<AppState>,
    Running(study): Running,
    preferences: Preferences,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let locale = preferences.locale;
    let Some((participant, game)) = study.game(&id) else {
        let lines = plain(locale, "session-unknown-heading", &["session-unknown-lead"]);
        return Ok((StatusCode::NOT_FOUND, page(preferences, &[], None, lines)).into_response());
    };
    // The page itself shows nothing but an empty table: its address is not enough to see more.
    let handle = study.handle(&state, &participant, game)?;
    let facts = handle.facts().clone();
    let header = handle.inspect(|position| position.header().clone()).await?;
    let mut empty = Position::begin(&header).map_err(Refusal::closed)?;
    let mut look = empty.look(Observer::Spectator);
    look.facts = Arc::new(facts);
    let who = who(locale, participant.number, participant.is_simulated);
    let body = html! {
        div class="tablepage grain" {
            div id="study-bar" { (bar(locale, Some(&who))) }
            div id="content" tabindex="-1" data-study-table { (kakehiki_draw::table_body(&look.scene(locale))) }
            main class="study study--one" id="asked" hidden { div id="stage" {} }
            div class="toastbar" {
                (connection(locale))
                a class="btn btn--primary btn--l" id="game-over" href="/study/take" hidden { (locale.word("between-heading")) " · " (locale.word("between-continue")) }
            }
            div id="live" class="sr" role="status" aria-live="polite" {}
            (paused(locale))
        }
    };
    Ok(page(preferences, &["table.js", "board.js", "trade.js", "study.js"], Some(&id), body)
        .into_response())
}

async fn researcher_page(preferences: Preferences) -> Markup {
    let locale = preferences.locale;
    let page = Page {
        preferences,
        title: locale.word("researcher-title"),
        place: Place::Study,
        scripts: &["study.js"],
        table: None,
        has_study: true,
        body: researcher_shell(locale),
    };
    page.bare()
}

async fn researcher_list(
    State(state): State<AppState>,
    Running(study): Running,
    preferences: Preferences,
    headers: HeaderMap,
) -> Result<Markup, Refusal> {
    owner(&state, &headers)?;
    let mut lines = Vec::new();
    for participant in study.participants() {
        let (stage, answers) = study.progress(&state, &participant).await?;
        let is_exported = is_written(&study.out, &participant);
        lines.push(Line { participant, stage, answers, is_exported });
    }
    let counted = if lines.iter().any(|line| line.is_exported) {
        let out = study.out.clone();
        // Counting plays all games over again.
        let counted = tokio::task::spawn_blocking(move || tables(&out)).await;
        Some(counted.unwrap_or_else(|error| Err(error.to_string())))
    } else {
        None
    };
    Ok(researcher(preferences.locale, &study.out, &lines, counted.as_ref()))
}

fn owner(state: &AppState, headers: &HeaderMap) -> Result<(), Refusal> {
    if state.is_owner(headers) {
        return Ok(());
    }
    Err(Refusal::no_authority("this page needs the link that was printed when the server began"))
}

async fn researcher_file(
    State(state): State<AppState>,
    Running(study): Running,
    headers: HeaderMap,
    Path((number, file)): Path<(u32, String)>,
) -> Result<Response, Refusal> {
    owner(&state, &headers)?;
    let missing = || Refusal::new(StatusCode::NOT_FOUND, "no-file", "there is no such file");
    let participants = study.participants();
    let participant = participants.iter().find(|it| it.number == number).ok_or_else(missing)?;
    // Only these names: nothing else of the disk can be asked for.
    let file = FILES.iter().find(|known| **known == file).ok_or_else(missing)?;
    let path = folder_of(&study.out, participant).join(file);
    let bytes = fs_err::read(path).map_err(|_| missing())?;
    let name = format!("attachment; filename=\"{}-{file}\"", participant.folder());
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, bytes).into_response())
}
