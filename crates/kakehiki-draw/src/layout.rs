//! The pieces of a table, and how they are laid out.

use maud::{Markup, PreEscaped, html};

use crate::{Fragment, Scene, plain};

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

fn pieces(scene: &Scene<'_>) -> Pieces {
    plain::pieces(scene)
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
    html! {
        div class="tbl" data-game=(scene.game) {
            @for Fragment { id, html } in fragments(scene) {
                div id=(id) class={ "tbl__" (id) } { (PreEscaped(html)) }
            }
        }
    }
}

/// A small picture of a game in progress, without anything to press.
pub fn miniature(scene: &Scene<'_>) -> Markup {
    plain::miniature(scene)
}
