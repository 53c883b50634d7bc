//! What is sent to those who look at a match: the pieces of their page that have changed.
//!
//! All who look in the same way, such as spectators who read English, share a channel. It remembers
//! what it showed last and since when, so that whoever comes back is sent what it has missed.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use kakehiki_core::{Log, Seat};
use kakehiki_draw::{Fragment, Locale};
use kakehiki_games::{Observer, Standing, Waiting};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::{Pace, Position, api::MatchView, look::Look};

/// A way to look at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Whose eyes.
    pub(crate) observer: Observer,
    /// Whether whoever looks may act for that seat, and does not only look over its shoulder.
    pub(crate) is_player: bool,
    /// Whether to lay beside the game what agents think.
    pub(crate) has_overlay: bool,
    /// What is sent.
    pub(crate) form: Form,
}

/// What is sent to those who look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Pieces of a page in a language.
    Page(Locale),
    /// What a program reads.
    Json,
}

/// Somebody who looks: where its messages go, and how to tell it from others.
#[derive(Clone, Debug)]
pub(crate) struct Subscriber {
    pub(crate) number: u64,
    pub(crate) sink: mpsc::Sender<Utf8Bytes>,
}

/// How far back somebody who returns is told piece by piece.
const FARTHEST: u64 = 200;

/// A message to those who look.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Outgoing<'a> {
    /// Who has come in, and how.
    Welcome {
        /// The seat that it may act for.
        seat: Option<Seat>,
        /// What it is called there.
        name: Option<&'a str>,
        /// Whether everything may be looked at.
        open: bool,
        /// How fast agents act.
        pace: Pace,
    },
    /// All pieces.
    Snapshot {
        seq: u64,
        #[serde(flatten)]
        mood: Mood,
        fragments: Vec<Piece<'a>>,
    },
    /// The pieces that have changed.
    Push {
        seq: u64,
        #[serde(flatten)]
        mood: Mood,
        fragments: Vec<Piece<'a>>,
    },
    /// All that a program may know.
    State {
        seq: u64,
        #[serde(rename = "match")]
        view: &'a MatchView,
    },
    /// An agent thinks; where that is secret it is not said which.
    Thinking { seat: Option<Seat> },
    /// How long whoever is asked may still take, in milliseconds, and what is left to each seat for the
    /// whole game.
    Clock { seat: Option<Seat>, time: Option<u64>, left: Vec<Option<u64>> },
    /// An act was taken.
    Ok { client_id: &'a str, seq: u64 },
    /// An act was not taken.
    Refused { client_id: &'a str, code: &'a str, text: &'a str },
    /// What would be answered to a draft.
    Forecast { client_id: &'a str, accepts: Vec<Accepts> },
}

/// What scripts have to know of a position beside its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Mood {
    /// Who is asked, where that is known.
    asked: Option<Seat>,
    /// Whether whoever looks is asked itself.
    called: bool,
    /// Whether the game is over.
    over: bool,
    /// Whether the own last act may be taken back, or why not; nothing for those who only look.
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<&'static str>,
}

/// Whether an act may be taken back, or why not, in one word for scripts and programs.
pub(crate) fn undo_word(undo: Result<(), Standing>) -> &'static str {
    match undo {
        Ok(()) => "may",
        Err(Standing::Nothing) => "nothing",
        Err(Standing::Told) => "told",
        Err(Standing::Chance) => "chance",
        Err(Standing::Answered) => "answered",
        Err(Standing::Turn) => "turn",
        Err(Standing::Over) => "over",
    }
}

impl Mood {
    pub(crate) fn of(look: &Look) -> Self {
        Self {
            asked: match look.waiting {
                Waiting::Outside(seat) | Waiting::Agent(seat) => Some(seat),
                Waiting::Chance | Waiting::Nothing => None,
            },
            called: look.menu.is_some(),
            over: look.outcome.is_some(),
            undo: look.undo.map(undo_word),
        }
    }
}

/// How likely a seat would accept a draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Accepts {
    pub(crate) seat: Seat,
    pub(crate) probability: f64,
}

/// A piece of a page: all of it, or what stands between a beginning and an end that stay.
#[derive(Debug, Serialize)]
pub(crate) struct Piece<'a> {
    id: &'a str,
    html: &'a str,
    /// How long the beginning and the end are that stay, as scripts count: in units of UTF-16.
    #[serde(skip_serializing_if = "Option::is_none")]
    keep: Option<[usize; 2]>,
}

impl<'a> Piece<'a> {
    fn whole(id: &'a str, html: &'a str) -> Self {
        Self { id, html, keep: None }
    }

    /// What makes one text the other. A table is some 60 kB, and an act changes some hundred bytes.
    fn change(id: &'a str, before: &str, after: &'a str) -> Self {
        let head = after.floor_char_boundary(common(before.as_bytes(), after.as_bytes()));
        let (old, new) = (&before.as_bytes()[head..], &after.as_bytes()[head..]);
        let tail = after.len() - after.ceil_char_boundary(after.len() - common_end(old, new));
        let keep = [units(&after[..head]), units(&after[after.len() - tail..])];
        Self { id, html: &after[head..after.len() - tail], keep: Some(keep) }
    }
}

/// Texts are compared in parts of this size, which is many times quicker than byte by byte.
const PART: usize = 64;

/// The length of the beginning that two texts share.
fn common(one: &[u8], other: &[u8]) -> usize {
    let parts = one.chunks_exact(PART).zip(other.chunks_exact(PART));
    let sure = PART * parts.take_while(|(one, other)| one == other).count();
    let rest = one[sure..].iter().zip(&other[sure..]);
    sure + rest.take_while(|(one, other)| one == other).count()
}

/// The length of the end that two texts share.
fn common_end(one: &[u8], other: &[u8]) -> usize {
    let parts = one.rchunks_exact(PART).zip(other.rchunks_exact(PART));
    let sure = PART * parts.take_while(|(one, other)| one == other).count();
    let rest = one[..one.len() - sure].iter().rev().zip(other[..other.len() - sure].iter().rev());
    sure + rest.take_while(|(one, other)| one == other).count()
}

/// The length of a text in units of UTF-16: one for each letter, two for those beyond the first plane.
pub(crate) fn units(text: &str) -> usize {
    let letters = text.bytes().map(|byte| usize::from(byte & 0xc0 != 0x80));
    letters.sum::<usize>() + text.bytes().map(|byte| usize::from(byte >= 0xf0)).sum::<usize>()
}

impl<'a> Outgoing<'a> {
    /// The pieces that differ from others, to be shown to one page alone.
    pub(crate) fn changed(look: &Look, before: &[Fragment], after: &'a [Fragment]) -> Self {
        let changed = after.iter().filter(|piece| !before.contains(piece));
        let fragments = changed.map(|piece| Piece::whole(piece.id, &piece.html)).collect();
        Self::Push { seq: look.seq, mood: Mood::of(look), fragments }
    }

    pub(crate) fn text(&self) -> Utf8Bytes {
        // These are strings and numbers, which can always be written.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// Those who look in the same way, and what they see.
#[derive(Debug)]
pub(crate) struct Channel {
    pub(crate) way: Way,
    pub(crate) subscribers: Vec<Subscriber>,
    /// The seq of what is shown, and the first that was.
    seq: u64,
    since: u64,
    /// What is shown by id, with the seq of its last change.
    shown: BTreeMap<&'static str, (String, u64)>,
    json: Option<Utf8Bytes>,
    mood: Mood,
}

impl Channel {
    pub(crate) fn new(way: Way) -> Self {
        let (subscribers, shown) = (Vec::new(), BTreeMap::new());
        Self { way, subscribers, seq: 0, since: u64::MAX, shown, json: None, mood: Mood::default() }
    }

    /// Draws what is to be seen now and sends what has changed, if only its number.
    pub(crate) fn show(&mut self, look: &Look) {
        let message = match self.way.form {
            Form::Page(locale) => {
                let (seq, mood) = (self.seq, self.mood);
                let before = self.redraw(look, look.fragments(locale));
                let is_new = !before.is_empty() || (seq, mood) != (self.seq, self.mood);
                is_new.then(|| {
                    let changes = before.iter().filter_map(|(id, before)| {
                        let (after, _) = self.shown.get(id)?;
                        Some(match before {
                            Some(before) => Piece::change(id, before, after),
                            None => Piece::whole(id, after),
                        })
                    });
                    let fragments = changes.collect();
                    Outgoing::Push { seq: self.seq, mood: self.mood, fragments }.text()
                })
            }
            Form::Json => self.rewrite(look),
        };
        if let Some(message) = message {
            self.send(&message);
        }
    }

    /// Takes up what is shown, and tells which pieces are new and what stood in their places.
    fn redraw(
        &mut self,
        look: &Look,
        pieces: Vec<Fragment>,
    ) -> Vec<(&'static str, Option<String>)> {
        self.seq = look.seq;
        self.mood = Mood::of(look);
        self.since = self.since.min(look.seq);
        let mut changed = Vec::new();
        for Fragment { id, html } in pieces {
            match self.shown.get(id) {
                Some((shown, _)) if *shown == html => {}
                _ => {
                    let before = self.shown.insert(id, (html, look.seq));
                    changed.push((id, before.map(|(html, _)| html)));
                }
            }
        }
        changed
    }

    fn rewrite(&mut self, look: &Look) -> Option<Utf8Bytes> {
        self.seq = look.seq;
        let message = Outgoing::State { seq: look.seq, view: &MatchView::of(look) }.text();
        let is_new = self.json.as_ref() != Some(&message);
        self.json = Some(message.clone());
        is_new.then_some(message)
    }

    /// The pieces that changed at this number or later.
    fn changed_since(&self, seq: u64) -> Vec<Piece<'_>> {
        let pieces = self.shown.iter().filter(|(_, (_, changed))| *changed >= seq);
        pieces.map(|(id, (html, _))| Piece::whole(id, html)).collect()
    }

    /// What somebody who last saw `last` is to be sent: what it has missed, or everything.
    fn greeting(&self, last: Option<u64>) -> Utf8Bytes {
        if let (Form::Json, Some(json)) = (self.way.form, &self.json) {
            return json.clone();
        }
        let seq = self.seq;
        match last {
            Some(last) if self.since <= last && last <= seq && seq - last <= FARTHEST => {
                // What changed at that very number may have come later than what was seen of it.
                let fragments = self.changed_since(last);
                Outgoing::Push { seq, mood: self.mood, fragments }.text()
            }
            _ => {
                let fragments = self.changed_since(0);
                Outgoing::Snapshot { seq, mood: self.mood, fragments }.text()
            }
        }
    }

    /// Takes somebody in who last saw `last`.
    pub(crate) fn join(&mut self, subscriber: Subscriber, last: Option<u64>) {
        if subscriber.sink.try_send(self.greeting(last)).is_ok() {
            self.subscribers.push(subscriber);
        }
    }

    pub(crate) fn leave(&mut self, number: u64) {
        self.subscribers.retain(|subscriber| subscriber.number != number);
    }

    /// Whether everybody has been sent all that was shown. What is shown later holds what is left out,
    /// so nobody is shown more than it takes in.
    pub(crate) fn is_taken_in(&self) -> bool {
        self.subscribers.iter().all(|one| one.sink.capacity() == one.sink.max_capacity())
    }

    /// Sends to all; whoever does not keep up is dropped and will come back by itself.
    pub(crate) fn send(&mut self, message: &Utf8Bytes) {
        self.subscribers.retain(|subscriber| subscriber.sink.try_send(message.clone()).is_ok());
    }
}

/// What somebody would have been shown at an earlier moment of a log.
pub(crate) fn moment(log: &Log, way: Way, at: u64) -> Result<Utf8Bytes, String> {
    let mut position = Position::begin(&log.header)?;
    let mut count = 0;
    for (number, event) in log.events.iter().enumerate() {
        position.step(event).map_err(|refused| refused.0)?;
        if position.seq(way.observer) > at {
            break;
        }
        // What is not noticed has no number of its own, but is part of what was shown.
        count = number + 1;
    }
    let events = log.events[..count].to_vec();
    let mut position = Position::open(&Log { header: log.header.clone(), events, is_torn: false })?;
    let mut look = position.look(way.observer);
    (look.menu, look.undo) = (None, None);
    let mut channel = Channel::new(way);
    channel.show(&look);
    Ok(channel.greeting(None))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a script makes of a change.
    fn changed(before: &str, piece: &Piece<'_>) -> String {
        let before: Vec<u16> = before.encode_utf16().collect();
        let [head, tail] = piece.keep.unwrap();
        let middle = piece.html.encode_utf16();
        let units: Vec<u16> = before[..head]
            .iter()
            .copied()
            .chain(middle)
            .chain(before[before.len() - tail..].iter().copied())
            .collect();
        String::from_utf16(&units).unwrap()
    }

    proptest! {
        #[test]
        fn a_change_makes_one_text_the_other(
            before in "[ab駆け𠮷引]{0,12}", after in "[ab駆け𠮷引]{0,12}",
        ) {
            prop_assert_eq!(changed(&before, &Piece::change("x", &before, &after)), after);
        }
    }

    #[test]
    fn a_line_at_the_end_is_all_that_is_sent() {
        let piece =
            Piece::change("log", "<ol><li>one</li></ol>", "<ol><li>one</li><li>two</li></ol>");
        assert_eq!(piece.html.len(), "<li>two</li>".len());
    }
}
