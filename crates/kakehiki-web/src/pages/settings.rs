//! What a reader can choose for this browser.

use kakehiki_draw::Locale;
use maud::{Markup, html};

use super::prefer::{CHOICES, Preferences};

/// The words of each value of a choice.
fn value_words(name: &str, value: &str) -> String {
    match (name, value) {
        (_, "on" | "off") => format!("option-{value}"),
        _ => format!("settings-{name}-{value}"),
    }
}

/// The page.
pub(crate) fn settings(preferences: &Preferences, is_saved: bool) -> Markup {
    let locale = preferences.locale;
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("settings-heading")) }
                p { (locale.word("settings-lead")) }
            }
        }
        // By GET: pages send no referrer, so that forms that are posted come from nowhere, and are refused.
        form class="panel settings" action="/settings" {
            input type="hidden" name="save" value="1";
            fieldset class="setrow" {
                legend { (locale.word("settings-language")) }
                div class="seg seg--radio" {
                    @for (tag, words) in [(Locale::En, "settings-english"), (Locale::Ja, "settings-japanese")] {
                        label lang=(tag) {
                            input type="radio" name="lang" value=(tag) checked[tag == locale];
                            span { (locale.word(words)) }
                        }
                    }
                }
            }
            @for (name, values) in CHOICES {
                fieldset class="setrow" {
                    legend { (locale.word(&format!("settings-{name}"))) }
                    div class="seg seg--radio" {
                        @for value in values {
                            label {
                                input type="radio" name=(name) value=(value) checked[*value == preferences.value(name)];
                                span { (locale.word(&value_words(name, value))) }
                            }
                        }
                    }
                }
            }
            div class="row setrow" {
                span class="grow meta" role="status" { @if is_saved { (locale.word("settings-saved")) } }
                button class="btn btn--primary btn--l" type="submit" { (locale.word("settings-save")) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_has_words_and_one_value_is_chosen() {
        for locale in Locale::ALL {
            let query = format!("lang={locale}");
            let preferences = Preferences::read(Some(&query), &axum::http::HeaderMap::new());
            let html = settings(&preferences, true).into_string();
            assert_eq!(html.matches(" checked").count(), CHOICES.len() + 1);
            assert!(!html.contains(">settings-") && !html.contains(">option-"));
            assert!(html.contains(&locale.word("settings-saved")));
        }
    }
}
