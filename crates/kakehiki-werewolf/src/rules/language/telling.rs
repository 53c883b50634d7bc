//! What somebody says in words of its own, and what it is taken to mean.

use std::{fmt, str::FromStr, sync::Arc};

use kakehiki_core::NotationError;

use super::sentence::Sentence;

/// The most letters of a name.
pub const LONGEST_NAME: usize = 64;

/// The most letters of an utterance, whatever a village allows.
const MOST_LETTERS: usize = 2000;

/// What divides the meaning from the words in notation; no sentence of the language holds it.
const DIVIDER: &str = " | ";

/// Words of somebody's own with the sentence that they are taken to mean.
///
/// The words are anybody's, and nothing but their length and their letters is known of them: they hold
/// neither ends of lines nor other letters that steer what shows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Telling {
    meaning: Sentence,
    text: Arc<str>,
}

impl Telling {
    /// Words with their meaning; nothing where the words are empty, too long or hold letters that are
    /// not shown, or the meaning is to say nothing.
    pub fn new(meaning: Sentence, text: impl Into<Arc<str>>) -> Option<Self> {
        let text = text.into();
        let is_fit = !text.trim().is_empty()
            && text.chars().count() <= MOST_LETTERS
            && !text.chars().any(is_steering);
        (is_fit && meaning.is_content()).then_some(Self { meaning, text })
    }

    /// Words of anybody without what is not shown, and without what is too much of them.
    pub fn clean(text: &str) -> String {
        text.chars().filter(|letter| !is_steering(*letter)).take(MOST_LETTERS).collect()
    }

    /// What the words are taken to mean; [`Sentence::UNREAD`] where that is not known.
    pub const fn meaning(&self) -> &Sentence {
        &self.meaning
    }

    /// The words as they were said.
    pub const fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Whether the words have at most so many letters, blanks not counted, and so many more where
    /// somebody is addressed by `@` and a name. No limit is 0.
    pub(in crate::rules) fn is_within(&self, letters: u16, behind_mention: u16) -> bool {
        let most = if self.text.contains('@') {
            usize::from(letters) + usize::from(behind_mention) + LONGEST_NAME + 1
        } else {
            usize::from(letters)
        };
        let is_letter = |letter: &char| !letter.is_whitespace();
        letters == 0 || self.text.chars().filter(is_letter).count() <= most
    }
}

/// Whether a letter is not shown itself and changes how others are: ends of lines and other controls,
/// and marks of direction.
fn is_steering(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

impl fmt::Display for Telling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{DIVIDER}{}", self.meaning, self.text)
    }
}

impl FromStr for Telling {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = text
            .split_once(DIVIDER)
            .and_then(|(meaning, words)| Self::new(meaning.parse().ok()?, words));
        read.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a meaning and the words for it, such as VOTE Agent[03] | I vote for Rin",
        })
    }
}
