//! The pieces of a table, and how they are laid out.

use kakehiki_core::Seat;
use maud::{Markup, PreEscaped, html};

use crate::{
    Fragment, Scene, catan, geister, monopoly, piece::icon, plain, werewolf, worth::worth_strip,
};

/// The pieces of a table.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) status: Markup,
    pub(crate) players: Markup,
    pub(crate) board: Markup,
    pub(crate) hand: Markup,
    pub(crate) prompt: Markup,
    pub(crate) acts: Markup,
    pub(crate) deal: Markup,
    pub(crate) log: Markup,
    pub(crate) analysis: Markup,
    pub(crate) text_view: Markup,
}

impl Default for Pieces {
    fn default() -> Self {
        let nothing = || PreEscaped(String::new());
        Self {
            status: nothing(),
            players: nothing(),
            board: nothing(),
            hand: nothing(),
            prompt: nothing(),
            acts: nothing(),
            deal: nothing(),
            log: nothing(),
            analysis: nothing(),
            text_view: nothing(),
        }
    }
}

/// Whether a game is one of the two that are drawn as Geister.
pub(crate) fn is_geister(game: &str) -> bool {
    matches!(game, "geister" | "negogeister")
}

/// All pieces of a table.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let mut pieces = match scene.game {
        game if is_geister(game) => geister::pieces(scene),
        "catan" => catan::pieces(scene),
        "monopoly" => monopoly::pieces(scene),
        "werewolf" => werewolf::pieces(scene),
        _ => plain::pieces(scene),
    };
    if let Some(measured) = scene.overlay.and_then(|overlay| overlay.worth.as_ref()) {
        let strip = worth_strip(scene.locale, scene.game, scene.seats, measured);
        pieces.status = html! { (pieces.status) (strip) };
    }
    pieces
}

/// Every visible piece of a table by the id of the element that holds it.
pub fn fragments(scene: &Scene<'_>) -> Vec<Fragment> {
    let pieces = pieces(scene);
    [
        ("status", pieces.status),
        ("players", pieces.players),
        ("board", pieces.board),
        ("hand", pieces.hand),
        ("prompt", pieces.prompt),
        ("acts", pieces.acts),
        ("deal", pieces.deal),
        ("log", pieces.log),
        ("analysis", pieces.analysis),
        ("text-view", pieces.text_view),
    ]
    .into_iter()
    .map(|(id, html)| Fragment { id, html: html.into_string() })
    .collect()
}

/// The whole table: the same fragments, each in its element.
pub fn table_body(scene: &Scene<'_>) -> Markup {
    let pieces = pieces(scene);
    let locale = scene.locale;
    let text_view = html! {
        details class="textview" {
            summary { (locale.word("table-text-view")) }
            div id="text-view" { (pieces.text_view) }
        }
    };
    let tabs = html! {
        nav class="sheettabs tabs" aria-label=(locale.word("table-tabs")) {
            @for (name, key) in [("act", "tab-act"), ("deal", "tab-trade"), ("log", "tab-log"), ("more", "tab-analysis")] {
                button class="tab" type="button" data-sheet=(name) aria-pressed=(if name == "act" { "true" } else { "false" }) { (locale.word(key)) }
            }
        }
    };
    let undo = html! {
        button class="btn btn--quiet" type="button" data-undo hidden
            data-why-nothing=(locale.word("undo-nothing")) data-why-told=(locale.word("undo-told"))
            data-why-chance=(locale.word("undo-chance")) data-why-answered=(locale.word("undo-answered"))
            data-why-turn=(locale.word("undo-turn")) data-why-over=(locale.word("prompt-over")) {
            (locale.word("undo"))
        }
    };
    let talk = html! {
        div class="sheet-log" {
            div id="said" {}
            form class="sayform mt8" data-say hidden {
                label class="meta" for="say-words" { (locale.word("talk-label")) }
                div class="rowbtns" {
                    input id="say-words" class="input grow" name="words" maxlength="400" autocomplete="off";
                    button class="btn" type="submit" { (icon("speech", "i16")) (locale.word("speech-say")) }
                }
            }
        }
    };
    if is_geister(scene.game) {
        return html! {
            div class="gtbl" data-game=(scene.game) data-show="act" {
                div class="gcol gcol--near" {
                    div id="players" class="gcol sheet-more" { (pieces.players) }
                    div id="log" class="sheet-log" { (pieces.log) }
                    (talk)
                }
                div class="gmain" {
                    div id="status" { (pieces.status) }
                    div id="board" { (pieces.board) }
                    div id="prompt" class="sheet-act" { (pieces.prompt) }
                    div id="acts" class="sheet-act" { (pieces.acts) }
                    (undo)
                }
                (tabs)
                div class="gcol" {
                    div id="hand" { (pieces.hand) }
                    div id="deal" class="sheet-deal" { (pieces.deal) }
                    div id="analysis" class="gcol sheet-more" { (pieces.analysis) }
                    (text_view)
                }
            }
        };
    }
    html! {
        div class="tbl" data-game=(scene.game) data-show="act" {
            div id="players" class="panel tbl__seats" role="region" aria-label=(locale.word("table-players")) { (pieces.players) }
            div class="tbl__board" {
                div id="status" class="evalbox" { (pieces.status) }
                div id="board" class="boardwrap" { (pieces.board) }
            }
            (tabs)
            div class="tbl__hand sheet-act" {
                div id="hand" class="hand" { (pieces.hand) }
                div class="dock" {
                    div id="prompt" class="promptbox" { (pieces.prompt) }
                    div id="acts" class="acts" { (pieces.acts) }
                    (undo)
                }
            }
            div class="tbl__deal" {
                div id="deal" class="sheet-deal" { (pieces.deal) }
                div id="analysis" class="stack sheet-more" { (pieces.analysis) }
                div id="log" class="sheet-log" { (pieces.log) }
                (talk)
                (text_view)
            }
        }
    }
}

/// What a player said last since the observer's own last turn, in words; nothing in games whose speech
/// is no more than their log.
pub fn last_said(scene: &Scene<'_>, speaker: Seat) -> Option<String> {
    match scene.game {
        "catan" => catan::last_said(scene, speaker),
        _ => None,
    }
}

/// A small picture of a game in progress, without anything to press.
pub fn miniature(scene: &Scene<'_>) -> Markup {
    match scene.game {
        game if is_geister(game) => geister::miniature(scene),
        "catan" => catan::miniature(scene),
        "monopoly" => monopoly::miniature(scene),
        "werewolf" => werewolf::miniature(scene),
        _ => plain::miniature(scene),
    }
}
