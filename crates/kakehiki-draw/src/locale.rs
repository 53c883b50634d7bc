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

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fs,
        path::Path,
    };

    use super::*;

    /// The keys of a file with the names of the values that each needs.
    fn keys(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut keys = BTreeMap::new();
        let mut last = String::new();
        for line in text.lines() {
            if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with([' ', '#']))
            {
                last = key.to_owned();
            }
            let values: &mut BTreeSet<String> = keys.entry(last.clone()).or_default();
            let named = line.split('$').skip(1).map(|rest| {
                rest.split(|letter: char| !letter.is_ascii_alphanumeric())
                    .next()
                    .unwrap_or_default()
            });
            values.extend(named.map(str::to_owned));
        }
        keys.remove("");
        keys
    }

    #[test]
    fn both_languages_have_the_same_keys_and_values() {
        for (name, english, japanese) in FILES {
            let (english, japanese) = (keys(english), keys(japanese));
            let only = |one: &BTreeMap<String, _>, two: &BTreeMap<String, _>| -> Vec<String> {
                one.keys().filter(|key| !two.contains_key(*key)).cloned().collect()
            };
            assert_eq!(only(&english, &japanese), Vec::<String>::new(), "{name}, English only");
            assert_eq!(only(&japanese, &english), Vec::<String>::new(), "{name}, Japanese only");
            for (key, values) in &english {
                assert_eq!(values, &japanese[key], "{name}: {key}");
            }
        }
    }

    #[test]
    fn all_words_can_be_read() {
        for (name, english, japanese) in FILES {
            for text in [english, japanese] {
                let read = FluentResource::try_new((*text).to_owned());
                assert!(read.is_ok(), "{name}: {:?}", read.err().map(|(_, errors)| errors));
            }
            for key in keys(english).keys() {
                assert!(Locale::En.knows(key) && Locale::Ja.knows(key), "{name}: {key}");
            }
        }
    }

    /// All sources of a folder in one text.
    fn sources(folder: &Path, text: &mut String) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                sources(&path, text);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "js") {
                *text += &fs::read_to_string(&path).unwrap_or_default();
            }
        }
    }

    #[test]
    fn no_words_are_unused() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        for folder in
            ["src", "../kakehiki-web/src", "../kakehiki-web/assets", "../kakehiki-cli/src"]
        {
            sources(&here.join(folder), &mut text);
        }
        let is_used = |key: &str| {
            // A key may be put together from a beginning and what a view says.
            let begins = key
                .match_indices('-')
                .any(|(at, _)| text.contains(&format!("\"{}{{", &key[..=at])));
            begins || text.contains(&format!("\"{key}\""))
        };
        // The words of pages are looked at where the pages are.
        let pages = ["pages.ftl", "study.ftl", "catalogue.ftl"];
        let own = FILES.iter().filter(|(name, ..)| !pages.contains(name));
        let all = own.flat_map(|(_, english, _)| keys(english).into_keys());
        let unused: Vec<String> = all.filter(|key| !is_used(key)).collect();
        assert_eq!(unused, Vec::<String>::new());
    }

    #[test]
    fn templates_hold_no_words_of_their_own() {
        let mut text = String::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut text);
        let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_owned();
        for rest in text.split("{ \"").skip(1) {
            let words = rest.split('"').next().unwrap_or_default();
            let is_sentence =
                words.contains(' ') && words.chars().filter(char::is_ascii_alphabetic).count() > 3;
            // Classes and paths hold spaces too, and begin in small letters or with a formula.
            assert!(
                !is_sentence || !words.starts_with(|letter: char| letter.is_ascii_uppercase()),
                "{words}"
            );
        }
    }
}
