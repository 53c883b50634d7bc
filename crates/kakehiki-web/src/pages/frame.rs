//! What all pages have in common: head, bar and scripts.

use kakehiki_draw::{Locale, icon, sprite};
use maud::{DOCTYPE, Markup, html};

use super::prefer::Preferences;
use crate::assets;

/// Where a page stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Play,
    Watch,
    Replays,
    Agents,
    Study,
    Help,
    Settings,
    /// Somewhere else.
    Other,
}

/// What a page is made of.
pub(crate) struct Page<'a> {
    pub(crate) preferences: Preferences,
    /// What the title says before the name of the project.
    pub(crate) title: String,
    pub(crate) place: Place,
    /// The scripts beside the one that all pages have.
    pub(crate) scripts: &'a [&'a str],
    /// The game whose table is on the page, by the id of its match.
    pub(crate) table: Option<&'a str>,
    /// Whether a study is running, so that the bar leads to it.
    pub(crate) has_study: bool,
    pub(crate) body: Markup,
}

const STYLES: [&str; 4] = ["tokens.css", "components.css", "pages.css", "site.css"];

impl Page<'_> {
    /// A page for reading: the bar above, the body below.
    pub(crate) fn reading(self) -> Markup {
        let bar = self.bar();
        let body = html! { (bar) main #content class="wrap" tabindex="-1" { (self.body) } };
        Self { body, ..self }.bare()
    }

    /// A page with nothing but its body.
    pub(crate) fn bare(&self) -> Markup {
        let locale = self.preferences.locale;
        let marked = |name| self.preferences.marked(name);
        // Only tables have anything to refuse.
        let refused = |code: &str| self.table.map(|_| locale.word(&format!("refused-{code}")));
        let title = locale.say("page-title", &[("page", self.title.as_str().into())]);
        html! {
            (DOCTYPE)
            html lang=(locale) data-theme=[marked("theme")] data-motion=[marked("motion")]
                data-size=[marked("size")] data-palette=[marked("palette")]
                data-sound=[marked("sound")] data-keys=[marked("keys")] {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="icon" href=(assets::href("favicon.svg")) type="image/svg+xml";
                    @for style in STYLES { link rel="stylesheet" href=(assets::href(style)); }
                    script type="module" src=(assets::href("pages.js")) {}
                    @for script in self.scripts {
                        script type="module" src=(assets::href(script)) {}
                    }
                }
                body data-match=[self.table] data-refused-stale=[refused("stale")]
                    data-refused-illegal=[refused("illegal")] data-refused-not-asked=[refused("not-asked")]
                    data-refused-too-many=[refused("too-many")] data-refused-no-authority=[refused("no-authority")]
                    data-refused-hidden=[refused("hidden")] data-refused-held=[refused("held")]
                    data-refused-stands=[refused("stands")]
                    data-refused-closed=[refused("closed")] {
                    (sprite())
                    a class="skip" href="#content" { (locale.word("skip-to-content")) }
                    (self.body)
                }
            }
        }
    }

    /// The bar with the ways to other pages.
    pub(crate) fn bar(&self) -> Markup {
        let locale = self.preferences.locale;
        let links = [
            (Place::Play, "/", "nav-play"),
            (Place::Watch, "/watch", "nav-watch"),
            (Place::Replays, "/replay", "nav-replays"),
            (Place::Agents, "/agents/catan", "nav-agents"),
            (Place::Study, "/study", "nav-study"),
            (Place::Help, "/help", "nav-help"),
            (Place::Settings, "/settings", "nav-settings"),
        ];
        let links = links.iter().filter(|(place, ..)| *place != Place::Study || self.has_study);
        html! {
            header class="bar" {
                (brand(locale))
                span class="hide-m navgap" {}
                nav class="nav" id="nav" aria-label=(locale.word("nav-label")) {
                    @for (place, address, words) in links {
                        a href=(address) aria-current=[(*place == self.place).then_some("page")] {
                            (locale.word(words))
                        }
                    }
                }
                span class="ml row" {
                    (theme_button(locale))
                    (language_link(locale))
                    button class="icon-btn only-m" type="button" data-menu="nav" aria-expanded="false"
                        aria-controls="nav" aria-label=(locale.word("nav-menu")) { (icon("menu", "i20")) }
                }
            }
        }
    }
}

/// The name of the project, which leads home.
pub(crate) fn brand(locale: Locale) -> Markup {
    html! {
        a class="brand" href="/" {
            (icon("seal", "i24"))
            span { (locale.word("brand")) }
            small class="hide-m" lang="ja" { (locale.word("brand-in-japanese")) }
        }
    }
}

/// The button between light and dark.
pub(crate) fn theme_button(locale: Locale) -> Markup {
    html! {
        button class="icon-btn" type="button" data-theme-switch aria-label=(locale.word("theme-switch")) {
            (icon("moon", "i20"))
        }
    }
}

/// The way to the same page in the other language.
pub(crate) fn language_link(locale: Locale) -> Markup {
    let other = match locale {
        Locale::En => Locale::Ja,
        Locale::Ja => Locale::En,
    };
    html! {
        a class="btn btn--quiet btn--s" href={ "?lang=" (other) } data-language=(other) lang=(other) hreflang=(other) {
            (locale.word("other-language"))
        }
    }
}

/// A page that says that something is not there.
pub(crate) fn missing(preferences: Preferences, heading: &str, lead: &str) -> Markup {
    let locale = preferences.locale;
    Page {
        preferences,
        title: locale.word(heading),
        place: Place::Other,
        scripts: &[],
        table: None,
        has_study: false,
        body: html! {
            div class="hello" {
                div class="grow" {
                    h1 { (locale.word(heading)) }
                    p { (locale.word(lead)) }
                }
                a class="btn btn--primary" href="/" { (locale.word("missing-home")) }
            }
        },
    }
    .reading()
}
