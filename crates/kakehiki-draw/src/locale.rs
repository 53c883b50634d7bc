//! Words of people: all that pages say, in English and in Japanese.

use std::{fmt, str::FromStr, sync::LazyLock};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use maud::{Markup, PreEscaped, Render};
use unic_langid::langid;

/// A language that pages speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Locale {
    /// English, `en`.
    #[default]
    En,
    /// Japanese, `ja`.
    Ja,
}

/// A file of words in both languages, by its name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../locales/en/", $name)),
            include_str!(concat!("../locales/ja/", $name)),
        )),*]
    };
}

/// The files of words: name, English, Japanese.
pub(crate) static FILES: &[(&str, &str, &str)] = files!(
    "table.ftl",
    "geister.ftl",
    "catan.ftl",
    "deal.ftl",
    "watched.ftl",
    "pages.ftl",
    "study.ftl",
    "catalogue.ftl",
);

type Words = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Words> = LazyLock::new(|| words(Locale::En));
static JAPANESE: LazyLock<Words> = LazyLock::new(|| words(Locale::Ja));

fn words(locale: Locale) -> Words {
    let mut words = FluentBundle::new_concurrent(vec![match locale {
        Locale::En => langid!("en"),
        Locale::Ja => langid!("ja"),
    }]);
    // Marks around inserted words would stand between a name and what belongs to it.
    words.set_use_isolating(false);
    for (_, english, japanese) in FILES {
        let text = if locale == Locale::En { english } else { japanese };
        // What cannot be read is left out; a test reads every file.
        let resource = match FluentResource::try_new((*text).to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        words.add_resource_overriding(resource);
    }
    words
}

/// Something that is put into a sentence: a number or a word.
pub type Value<'a> = FluentValue<'a>;

/// Where the markup of a place number stands in a sentence that is still plain text.
const OPEN: char = '\u{f0000}';
const CLOSE: char = '\u{f0001}';

impl Locale {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// The tag of the language, `en` or `ja`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    fn words(self) -> &'static Words {
        match self {
            Self::En => &ENGLISH,
            Self::Ja => &JAPANESE,
        }
    }

    /// The sentence of a key with values put in; the key itself where there is none.
    pub fn say(self, key: &str, values: &[(&str, Value<'_>)]) -> String {
        let words = self.words();
        let Some(pattern) = words.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut arguments = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            arguments.set(*name, value.clone());
        }
        words.format_pattern(pattern, Some(&arguments), &mut Vec::new()).into_owned()
    }

    /// The words of a key that needs no values.
    pub fn word(self, key: &str) -> String {
        self.say(key, &[])
    }

    /// Whether there are words for a key.
    pub fn knows(self, key: &str) -> bool {
        self.words().has_message(key)
    }

    /// The sentence of a key with markup put in, such as marks and names; the words between are
    /// escaped.
    pub fn mix(self, key: &str, values: &[(&str, Value<'_>)], marks: &[(&str, Markup)]) -> Markup {
        let places = marks.iter().enumerate();
        let places =
            places.map(|(at, (name, _))| (*name, Value::from(format!("{OPEN}{at}{CLOSE}"))));
        let all: Vec<_> = values.iter().cloned().chain(places).collect();
        let sentence = self.say(key, &all);
        let mut html = String::new();
        let mut rest = sentence.as_str();
        while let Some((before, after)) = rest.split_once(OPEN) {
            html += &before.render().into_string();
            let Some((place, after)) = after.split_once(CLOSE) else {
                rest = after;
                break;
            };
            if let Some((_, markup)) = place.parse().ok().and_then(|at: usize| marks.get(at)) {
                html += &markup.0;
            }
            rest = after;
        }
        html += &rest.render().into_string();
        PreEscaped(html)
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

/// No page speaks this language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLocale;

impl FromStr for Locale {
    type Err = UnknownLocale;

    /// Reads a tag, of which only the language counts: `ja-JP` is Japanese.
    fn from_str(tag: &str) -> Result<Self, UnknownLocale> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL
            .into_iter()
            .find(|locale| locale.tag().eq_ignore_ascii_case(language))
            .ok_or(UnknownLocale)
    }
}
