//! Statements: what may be said, chosen from what the rules allow, and marked true or bluff.

use maud::{Markup, html};

use crate::{Scene, piece::icon};

/// Something that may be said.
pub(crate) struct Line<'a> {
    /// The action.
    pub(crate) action: &'a str,
    /// In words.
    pub(crate) words: String,
    /// Whether it is true, where the speaker knows.
    pub(crate) is_true: Option<bool>,
}

/// A draft of a statement: one is chosen and said.
pub(crate) fn statement_form(scene: &Scene<'_>, lines: &[Line<'_>]) -> Markup {
    let locale = scene.locale;
    let groups =
        [(Some(true), "speech-true"), (Some(false), "speech-bluff"), (None, "speech-open")];
    html! {
        form class="sayform" data-draft="statement" {
            label class="meta" for="say-what" { (locale.word("speech-label")) }
            div class="rowbtns" {
                select id="say-what" class="field" data-statement="" {
                    option value="" { (locale.word("speech-nothing")) }
                    @for (truth, key) in groups {
                        @if lines.iter().any(|line| line.is_true == truth) {
                            optgroup label=(locale.word(key)) {
                                @for line in lines.iter().filter(|line| line.is_true == truth) {
                                    option value=(line.action) { (line.words) }
                                }
                            }
                        }
                    }
                }
                button class="btn" type="button" data-send="" disabled { (icon("speech", "i16")) (locale.word("speech-say")) }
            }
        }
    }
}
