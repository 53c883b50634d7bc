//! An utterance made ready to be read: names are found, letters are of one kind, sentences are apart.

use kakehiki_core::Seat;

use super::names::Names;
use crate::rules::{language::telling::Telling, players::Players, role::MAX_PLAYERS};

/// A name stands in a text as one letter that no text of people has.
const FIRST_NAME: u32 = 0xe000;
/// The same for a name behind `@`.
const FIRST_MENTION: u32 = 0xe100;
/// The own name.
const SELF: char = '\u{e200}';

const HONORIFICS: [&str; 8] = ["さん", "くん", "ちゃん", "君", "様", "さま", "氏", "殿"];

/// Letters that end a sentence.
const ENDS: [char; 9] = ['。', '．', '！', '!', '？', '?', '\n', '【', '】'];

/// An utterance made ready to be read.
pub(super) struct Prepared {
    pub(super) speaker: Seat,
    text: String,
    named: Players,
}

/// One sentence of an utterance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clause<'a> {
    pub(super) text: &'a str,
    pub(super) is_question: bool,
}

impl Prepared {
    pub(super) fn new(text: &str, speaker: Seat, names: &Names) -> Self {
        let text = plain_letters(&Telling::clean(text));
        let (mut found, mut named) = (String::with_capacity(text.len()), Players::NONE);
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let at = if first == '@' { rest[1..].trim_start_matches(' ') } else { rest };
            let is_bound = !found.chars().next_back().is_some_and(|before| joins(before, at));
            let name = names.iter().filter(|(_, name)| {
                at.strip_prefix(*name).is_some_and(|behind| !ends_within(name, behind))
            });
            let longest = name.max_by_key(|(_, name)| name.len()).filter(|_| is_bound);
            if let Some((seat, name)) = longest {
                let is_own = seat == speaker;
                let mark = if first == '@' { FIRST_MENTION } else { FIRST_NAME };
                let letter = char::from_u32(mark + seat.index() as u32).unwrap_or(SELF);
                found.push(if is_own { SELF } else { letter });
                if !is_own {
                    named.insert(seat);
                }
                rest = &at[name.len()..];
                let honorific = HONORIFICS.iter().find_map(|it| rest.strip_prefix(it));
                rest = honorific.unwrap_or(rest);
            } else {
                found.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        Self { speaker, text: found, named }
    }

    /// The other players who are named.
    pub(super) fn named(&self) -> Players {
        self.named
    }

    /// Whether it is written in Japanese, as any letter of kana or kanji shows.
    pub(super) fn is_japanese(&self) -> bool {
        self.text.chars().any(|letter| {
            matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '○' | '●' | '→')
        })
    }

    /// The sentences; in English a full stop ends one, too.
    pub(super) fn clauses(&self) -> Vec<Clause<'_>> {
        let is_stop = |place: usize| {
            let rest = &self.text[place + 1..];
            !self.is_japanese() && rest.chars().next().is_none_or(char::is_whitespace)
        };
        let mut clauses = Vec::new();
        let mut start = 0;
        for (place, letter) in self.text.char_indices() {
            let is_end = ENDS.contains(&letter) || letter == '.' && is_stop(place);
            if is_end {
                let is_question = matches!(letter, '?' | '？');
                clauses.push(Clause { text: &self.text[start..place], is_question });
                start = place + letter.len_utf8();
            }
        }
        clauses.push(Clause { text: &self.text[start..], is_question: false });
        clauses.retain(|clause| !clause.text.trim().is_empty());
        clauses
    }
}

/// Letters of full width become plain ones.
fn plain_letters(text: &str) -> String {
    let plain = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        '’' | '‘' => '\'',
        '〇' | '◯' => '○',
        // Names have letters of their own.
        '\u{e000}'..='\u{f8ff}' => '\u{fffd}',
        _ => letter,
    };
    text.chars().map(plain).collect()
}

fn is_katakana(letter: char) -> bool {
    matches!(letter, '\u{30a1}'..='\u{30fa}' | 'ー')
}

/// Whether a letter and what follows it are one word.
fn joins(before: char, rest: &str) -> bool {
    let first = rest.chars().next().unwrap_or(' ');
    before.is_ascii_alphanumeric() && first.is_ascii_alphanumeric()
        || is_katakana(before) && is_katakana(first)
}

/// Whether a name goes on as another word.
fn ends_within(name: &str, behind: &str) -> bool {
    name.chars().next_back().is_some_and(|last| joins(last, behind))
}

/// The player whose name a letter stands for.
pub(super) fn seat_of(letter: char) -> Option<Seat> {
    let number = letter as u32;
    let seats = MAX_PLAYERS as u32;
    [FIRST_NAME, FIRST_MENTION]
        .into_iter()
        .find(|first| (*first..first + seats).contains(&number))
        .map(|first| Seat::new((number - first) as usize))
}

/// Whether a letter stands for the speaker.
pub(super) const fn is_self(letter: char) -> bool {
    letter == SELF
}

/// Those named last in a text, with those named in the same breath: `divides` says what may stand between
/// them.
pub(super) fn last_named(text: &str, divides: fn(&str) -> bool) -> Vec<Seat> {
    let places: Vec<(usize, Seat)> = text
        .char_indices()
        .filter_map(|(place, letter)| seat_of(letter).map(|seat| (place, seat)))
        .collect();
    let mut seats: Vec<Seat> = Vec::new();
    let mut start = None;
    for (place, seat) in places.into_iter().rev() {
        let end = place + '\u{e000}'.len_utf8();
        if start.is_some_and(|start| !divides(&text[end..start])) {
            break;
        }
        seats.push(seat);
        start = Some(place);
    }
    seats.reverse();
    seats
}

/// The first named in a text.
pub(super) fn first_named(text: &str) -> Option<Seat> {
    text.chars().find_map(seat_of)
}

/// Whether a text holds one of these words, which are divided by `|`.
pub(super) fn has(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.contains(word))
}

/// Whether a text begins with one of these.
pub(super) fn begins(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.starts_with(word))
}

/// Every place where one of these words stands, with the word; of several at one place the first one.
pub(super) fn places<'a>(text: &str, words: &'a str) -> Vec<(usize, &'a str)> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut end = 0;
    for (place, _) in text.char_indices() {
        if place < end {
            continue;
        }
        if let Some(word) = words.split('|').find(|word| text[place..].starts_with(word)) {
            found.push((place, word));
            end = place + word.len();
        }
    }
    found
}
