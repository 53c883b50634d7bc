//! The rules in short, the keys, and what is done so that everybody can play.

use kakehiki_draw::Locale;
use maud::{Markup, html};

/// The games with the number of their paragraphs.
const RULES: [(&str, u32); 5] =
    [("geister", 3), ("negogeister", 2), ("catan", 4), ("monopoly", 2), ("werewolf", 3)];

/// Keys, and the words for what they do.
const KEYS: [(&[&str], &str); 14] = [
    (&["Tab"], "key-tab"),
    (&["←", "→", "↑", "↓"], "key-arrows"),
    (&["Enter", "Space"], "key-enter"),
    (&["Esc"], "key-escape"),
    (&["?"], "key-question"),
    (&["T"], "key-t"),
    (&["A"], "key-a"),
    (&["R"], "key-r"),
    (&["C"], "key-c"),
    (&["L"], "key-l"),
    (&["B"], "key-b"),
    (&["H"], "key-h"),
    (&["[", "]"], "key-brackets"),
    (&["Home", "End"], "key-ends"),
];

/// The page.
pub(crate) fn help(locale: Locale) -> Markup {
    html! {
        div class="hello" { div class="grow" { h1 { (locale.word("help-heading")) } } }
        section class="helpsec" {
            h2 { (locale.word("help-rules")) }
            div class="helpgames" {
                @for (game, paragraphs) in RULES {
                    article class="panel helpgame" id=(game) {
                        h3 { (locale.word(&format!("game-{game}"))) }
                        @for at in 1..=paragraphs { p { (locale.word(&format!("help-{game}-{at}"))) } }
                        a href={ "/new/" (game) } { (locale.word("set-up")) }
                    }
                }
            }
            p class="meta mt12" { (locale.word("help-more")) }
        }
        section class="helpsec" id="keys" {
            h2 { (locale.word("help-keys")) }
            p { (locale.word("help-keys-lead")) }
            (key_table(locale))
        }
        section class="helpsec" id="access" {
            h2 { (locale.word("help-access")) }
            ul class="dashes" {
                @for at in 1..=4 { li { (locale.word(&format!("help-access-{at}"))) } }
            }
        }
        section class="helpsec" id="programs" {
            h2 { (locale.word("help-programs")) }
            p { (locale.word("help-programs-lead")) " " a href="/api" { (locale.word("api-title")) } }
        }
        p class="meta helpsec" { (locale.word("help-names")) }
    }
}

/// The keys and what they do.
pub(crate) fn key_table(locale: Locale) -> Markup {
    html! {
        table class="table keys" {
            thead { tr { th { (locale.word("help-key")) } th { (locale.word("help-does")) } } }
            tbody {
                @for (keys, words) in KEYS {
                    tr {
                        td class="row" { @for key in keys { kbd { (key) } } }
                        td { (locale.word(words)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_missing() {
        for locale in Locale::ALL {
            let html = help(locale).into_string();
            assert!(!html.contains("help-") || !html.contains(">help-"), "a key stands for words");
            assert!(!html.contains(">key-"));
        }
    }
}
