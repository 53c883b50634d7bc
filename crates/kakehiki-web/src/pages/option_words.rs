//! What options, agents and their parameters mean, in the language of the page.
//!
//! Games say it in English only. The other language has words of its own; where it has none, the
//! English sentence stands there, marked as such.

use kakehiki_core::{AgentKind, Kind, Parameter};
use kakehiki_draw::Locale;
use maud::{Markup, html};

/// The game under whose name the words stand: both kinds of Geister share them.
fn family(game: &str) -> &str {
    if game == "negogeister" { "geister" } else { game }
}

fn said(locale: Locale, key: &str, english: &str) -> Markup {
    let is_known = locale != Locale::En && locale.knows(key);
    html! {
        @if locale == Locale::En { (english) }
        @else if is_known { (locale.word(key)) }
        @else { span lang="en" { (english) } }
    }
}

/// Key of the words about an option of a game.
pub(crate) fn option_key(game: &str, option: &str) -> String {
    format!("option-{}-{option}", family(game))
}

/// Key of the words about an agent of a game, or a part of one.
pub(crate) fn agent_key(game: &str, agent: &str) -> String {
    format!("agent-{}-{}", family(game), agent.replace('.', "-"))
}

/// What an option does.
pub(crate) fn option_help(locale: Locale, game: &str, option: &Parameter) -> Markup {
    said(locale, &option_key(game, option.name), option.help)
}

/// How an agent plays.
pub(crate) fn agent_help(locale: Locale, game: &str, kind: &AgentKind) -> Markup {
    said(locale, &agent_key(game, kind.name), kind.help)
}

/// What a parameter of an agent does.
pub(crate) fn parameter_help(locale: Locale, kind: &AgentKind, parameter: &Parameter) -> Markup {
    let own = format!("parameter-{}-{}", kind.name.replace('.', "-"), parameter.name);
    let key = if locale.knows(&own) { own } else { format!("parameter-{}", parameter.name) };
    said(locale, &key, parameter.help)
}

/// The values that something takes.
pub(crate) fn values(locale: Locale, kind: Kind) -> String {
    let range = |low: String, high: String| {
        locale.say("values-integer", &[("low", low.into()), ("high", high.into())])
    };
    let from = |low: String| locale.say("values-from", &[("low", low.into())]);
    match kind {
        Kind::Integer(low, i64::MAX) => from(low.to_string()),
        Kind::Integer(low, high) => range(low.to_string(), high.to_string()),
        Kind::Number(low, high) if high.is_infinite() => from(low.to_string()),
        Kind::Number(low, high) => range(low.to_string(), high.to_string()),
        Kind::Choice(words) => words.join(&locale.word("listed")),
        Kind::Switch => locale.word("values-switch"),
        Kind::Text => locale.word("values-text"),
    }
}
