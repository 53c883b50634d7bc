//! What options, agents and their parameters mean, in the language of the page.
//!
//! Games say it in English. The words of pages hold each of these sentences under a key that is made
//! from it, so that a sentence that changes is missed by a test and not by a reader.

use kakehiki_core::Kind;
use kakehiki_draw::Locale;

/// The key of a sentence of a game.
fn key(english: &str) -> String {
    let words = english.to_lowercase();
    let words = words.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    format!("told-{}", words.join("-"))
}

/// A sentence of a game in the language of the page; the sentence itself where it has no words there.
pub(crate) fn told(locale: Locale, english: &str) -> String {
    let key = key(english);
    if locale.knows(&key) { locale.word(&key) } else { english.to_owned() }
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
        Kind::Time(..) => locale.word("values-time"),
        Kind::Choice(words) => words.join(&locale.word("listed")),
        Kind::Switch => locale.word("values-switch"),
        Kind::Text => locale.word("values-text"),
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_games::GAMES;

    use super::*;

    #[test]
    fn every_sentence_of_every_game_stands_in_both_languages() {
        for game in GAMES {
            let options = game.options().iter().map(|option| option.help);
            let agents = game.agents();
            let kinds = agents.iter().map(|kind| kind.help);
            let parameters = agents.iter().flat_map(|kind| kind.parameters).map(|it| it.help);
            for english in options.chain(kinds).chain(parameters) {
                assert_eq!(Locale::En.word(&key(english)), english, "{}", game.name());
                let other = told(Locale::Ja, english);
                assert_ne!(other, english, "{}: no Japanese words", game.name());
            }
        }
    }
}
