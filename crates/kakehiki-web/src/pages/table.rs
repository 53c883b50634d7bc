//! The page around a table: bar, connection, and the grid that the table is drawn into.

use kakehiki_draw::{Locale, Scene, icon, table_body};
use maud::{Markup, html};

use super::{
    frame::{brand, language_link, theme_button},
    help::key_table,
};

/// What a table page shows beside the table itself.
pub(crate) struct Shell<'a> {
    pub(crate) id: &'a str,
    pub(crate) scene: &'a Scene<'a>,
    /// Whether everything may be looked at.
    pub(crate) is_open: bool,
}

/// The body of the page, as somebody sees it who only watches: what a seat sees comes over the
/// connection, since the token of a seat never reaches the server with the address of the page.
pub(crate) fn table(shell: &Shell<'_>) -> Markup {
    let Shell { id, scene, is_open } = shell;
    let locale = scene.locale;
    let game = locale.word(&format!("game-{}", scene.game));
    html! {
        div class="tablepage grain" {
            header class="bar" {
                (brand(locale))
                span class="serif hide-m" { (game) }
                @if scene.is_practice { span class="chip chip--call" { (locale.word("table-practice")) } }
                span class="meta hide-m" data-spectator { (locale.word("table-spectator")) }
                (connection(locale))
                span class="chip clock" data-clock hidden role="timer" aria-label=(locale.word("table-clock")) {
                    (icon("clock", "i16")) b data-who {} span data-time {}
                }
                span class="ml row" {
                    button class="btn btn--s cut" type="button" data-cut { (locale.word("table-cut")) }
                    (pace(locale))
                    @if *is_open || scene.is_practice {
                        button class="btn btn--quiet btn--s hide-m" type="button" data-overlay data-key="b" aria-pressed="false" {
                            (locale.word("table-analysis")) kbd { "B" }
                        }
                    }
                    a class="btn btn--quiet btn--s" data-after-end hidden[!is_open] href={ "/replay/" (id) } {
                        (locale.word("table-replay"))
                    }
                    button class="icon-btn hide-m" type="button" data-dialog="keys" data-key="?" aria-label=(locale.word("table-keys")) {
                        (icon("unknown", "i20"))
                    }
                    (theme_button(locale))
                    (language_link(locale))
                }
            }
            noscript { p class="note" { (locale.word("needs-script")) } }
            div id="content" tabindex="-1" { (table_body(scene)) }
            div id="live" class="sr" role="status" aria-live="polite" {}
            (key_dialog(locale))
            (pass_screen(locale))
        }
    }
}

/// The state of the connection, which scripts keep.
pub(crate) fn connection(locale: Locale) -> Markup {
    html! {
        span class="chip conn" data-connection role="status" data-open=(locale.word("conn-open"))
            data-connecting=(locale.word("conn-connecting")) data-lost=(locale.word("conn-lost")) {
            span class="dot" {} span data-words { (locale.word("conn-connecting")) }
        }
    }
}

/// How fast AIs act.
fn pace(locale: Locale) -> Markup {
    html! {
        label class="row hide-m" {
            span class="sr" { (locale.word("table-pace")) }
            select class="input input--s" data-pace {
                option value="natural" { (locale.word("new-pace-natural")) }
                option value="instant" { (locale.word("new-pace-instant")) }
                option value="step" { (locale.word("new-pace-step")) }
            }
        }
        button class="btn btn--s" type="button" data-next hidden { (locale.word("table-next")) }
    }
}

/// The keys, to be opened by `?`.
pub(crate) fn key_dialog(locale: Locale) -> Markup {
    html! {
        dialog id="keys" class="sheet keysheet" aria-labelledby="keys-heading" {
            form method="dialog" class="row" {
                h2 id="keys-heading" class="grow" { (locale.word("help-keys")) }
                button class="icon-btn" aria-label="Esc" { (icon("cross", "i20")) }
            }
            (key_table(locale))
        }
    }
}

/// What stands between the turns of two people who share a device: nothing of the table can be seen.
fn pass_screen(locale: Locale) -> Markup {
    html! {
        div id="pass" class="pass grain" hidden
            data-heading=(locale.say("pass-heading", &[("name", "{name}".into())]))
            data-ready=(locale.say("pass-ready", &[("name", "{name}".into())])) {
            section class="sheet" role="dialog" aria-modal="true" aria-labelledby="pass-heading" {
                h1 id="pass-heading" {}
                p { (locale.word("pass-lead")) }
                button class="btn btn--primary btn--l" type="button" data-pass {}
            }
        }
    }
}
