//! What a reader prefers: the language, light or dark, and how much moves.
//!
//! Cookies keep it. They carry no authority, so that a forged one changes looks and nothing else.

use std::convert::Infallible;

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, header, request::Parts},
};
use kakehiki_draw::Locale;

/// The choices beside the language, each with its values; the first is what holds when nothing is said.
pub(crate) const CHOICES: [(&str, &[&str]); 6] = [
    ("theme", &["system", "light", "dark"]),
    ("motion", &["system", "less"]),
    ("size", &["normal", "large"]),
    ("palette", &["usual", "strong"]),
    ("sound", &["off", "on"]),
    ("keys", &["on", "off"]),
];

/// What a reader prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Preferences {
    /// The language of the page.
    pub(crate) locale: Locale,
    /// Which value of each of the [`CHOICES`] holds.
    chosen: [usize; CHOICES.len()],
}

impl Preferences {
    /// Reads the query first, then what was saved, then what the browser asks for.
    pub(crate) fn read(query: Option<&str>, headers: &HeaderMap) -> Self {
        let asked = query.and_then(|query| value_in(query, '&', "lang"));
        let cookies: Vec<&str> =
            headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok()).collect();
        let saved = |name: &str| cookies.iter().find_map(|cookies| value_in(cookies, ';', name));
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|it| it.to_str().ok());
        let tags = asked.into_iter().chain(saved("lang"));
        let mut tags = tags.chain(accepted.into_iter().flat_map(tags_by_weight));
        let locale = tags.find_map(|tag| tag.parse().ok()).unwrap_or_default();
        let chosen = CHOICES.map(|(name, values)| {
            let asked = query.and_then(|query| value_in(query, '&', name));
            let value = asked.or_else(|| saved(name));
            values.iter().position(|known| Some(*known) == value).unwrap_or_default()
        });
        Self { locale, chosen }
    }

    /// The value of a choice.
    pub(crate) fn value(&self, name: &str) -> &'static str {
        let place = CHOICES.iter().position(|(known, _)| *known == name);
        place.map_or("", |place| CHOICES[place].1[self.chosen[place]])
    }

    /// The value of a choice, if it is not the first one: what the root of a page has to say.
    pub(crate) fn marked(&self, name: &str) -> Option<&'static str> {
        let value = self.value(name);
        let first = CHOICES.iter().find(|(known, _)| *known == name).map(|(_, values)| values[0]);
        (Some(value) != first).then_some(value)
    }
}

/// A value by its name in a text such as a query or a header of cookies.
fn value_in<'a>(text: &'a str, between: char, name: &str) -> Option<&'a str> {
    text.split(between)
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(known, value)| (known == name).then_some(value))
}

/// The languages that a browser asks for, the most wanted first.
fn tags_by_weight(header: &str) -> Vec<&str> {
    let mut tags: Vec<(&str, f32)> = header
        .split(',')
        .map(|entry| {
            let (tag, rest) = entry.split_once(';').unwrap_or((entry, ""));
            let weight = rest.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
            (tag.trim(), weight.unwrap_or(1.0))
        })
        .collect();
    tags.sort_by(|one, other| other.1.total_cmp(&one.1));
    tags.into_iter().map(|(tag, _)| tag).collect()
}

impl<S: Send + Sync> FromRequestParts<S> for Preferences {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::read(parts.uri.query(), &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(cookie: &'static str, accept: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_static(cookie));
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(accept));
        headers
    }

    #[test]
    fn the_query_comes_before_what_was_saved_and_that_before_the_browser() {
        let locale =
            |query, cookie, accept| Preferences::read(query, &headers(cookie, accept)).locale;
        assert_eq!(locale(Some("a=1&lang=ja"), "lang=en", "en"), Locale::Ja);
        assert_eq!(locale(Some("at=3"), "theme=dark; lang=ja", "en"), Locale::Ja);
        assert_eq!(locale(None, "", "fr, en;q=0.4, ja-JP;q=0.8"), Locale::Ja);
        assert_eq!(locale(Some("lang=xx"), "lang=yy", "fr"), Locale::En);
    }

    #[test]
    fn unknown_values_count_as_not_said() {
        let read = |cookie| Preferences::read(None, &headers(cookie, ""));
        assert_eq!(read("theme=dark; motion=less").value("theme"), "dark");
        assert_eq!(read("theme=dark; motion=less").marked("motion"), Some("less"));
        assert_eq!(read("theme=<script>").value("theme"), "system");
        assert_eq!(read("theme=system").marked("theme"), None);
    }
}
