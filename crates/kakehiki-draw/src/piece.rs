//! Small pieces that all tables share: symbols, seat marks and names.

use kakehiki_core::{Explanation, Seat};
use maud::{Markup, html};

use crate::{Locale, Scene, SeatKind, SeatLabel, Told};

/// The letters of the seats that have a colour and a shape of their own.
const LETTERS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A symbol by its name, at a size class such as `i16`; it is decoration, so a word stands beside it
/// or in the label around it.
pub fn icon(name: &str, class: &str) -> Markup {
    html! {
        svg class=(class) viewBox="0 0 24 24" aria-hidden="true" { use href={ "#i-" (name) } {} }
    }
}

/// The letter that names a seat in classes: `a` to `f`; larger tables begin again.
pub(crate) fn seat_class(seat: Seat) -> &'static str {
    LETTERS[seat.index() % LETTERS.len()]
}

/// The letter that names a seat to people.
pub(crate) fn seat_letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

/// What people call a seat by: its letter, or its number where players call each other by numbers.
pub(crate) fn seat_sign(game: &str, seat: Seat) -> String {
    if game == "werewolf" { (seat.index() + 1).to_string() } else { seat_letter(seat).to_string() }
}

/// The mark of a seat: shape, colour and letter.
pub fn mark(seat: Seat, size: &str) -> Markup {
    let class = seat_class(seat);
    html! {
        span class={ "mark mark--" (class) @if !size.is_empty() { " mark--" (size) } } aria-hidden="true" {
            svg viewBox="0 0 24 24" { use href={ "#i-seat-" (class) } {} }
            b { (seat_letter(seat)) }
        }
    }
}

/// The name of who sits in a seat, in its colour.
pub fn seat_name(seats: &[SeatLabel], seat: Seat) -> Markup {
    let name = seats.get(seat.index()).map_or("", |label| label.name.as_str());
    html! { span class={ "name-" (seat_class(seat)) } { (name) } }
}

impl Scene<'_> {
    /// The name of who sits in a seat, as plain text.
    pub(crate) fn plain_name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("", |label| label.name.as_str())
    }

    /// The name of who sits in a seat, with what tells it from others of the same name.
    fn told_apart(&self, seat: Seat) -> String {
        let name = self.plain_name(seat);
        let of_that_name = self.seats.iter().filter(|label| label.name == name).count();
        match of_that_name {
            0 | 1 => name.to_owned(),
            _ => format!("{} {name}", seat_sign(self.game, seat)),
        }
    }

    /// The name of who sits in a seat, in its colour.
    pub(crate) fn name(&self, seat: Seat) -> Markup {
        seat_name(self.seats, seat)
    }
}

/// What kind of player sits in a seat, as a symbol with its word.
pub(crate) fn kind_icon(scene: &Scene<'_>, seat: Seat) -> Markup {
    let Some(label) = scene.seats.get(seat.index()) else {
        return html! {};
    };
    let (symbol, key) = match label.kind {
        SeatKind::Person => ("person", "seat-person"),
        SeatKind::Agent => ("ai", "seat-agent"),
        SeatKind::Program => ("remote", "seat-program"),
    };
    let word = scene.locale.word(key);
    let title =
        label.agent.as_ref().map_or_else(|| word.clone(), |agent| format!("{word}: {agent}"));
    html! {
        span class="seat__kind" title=(title) { (icon(symbol, "i16")) span class="sr" { (word) } }
    }
}

/// A brush stroke and the word: somebody thinks.
pub fn thinking(locale: Locale) -> Markup {
    html! {
        span class="think" {
            svg viewBox="0 0 30 10" aria-hidden="true" { path d="M2 7c4-6 7-5 9-2s5 3 8-1 6-2 9 1" {} }
            (locale.word("thinking"))
        }
    }
}

/// Finds for statements, given from the last to the first, whether they were true. Those who look from
/// a seat have not seen every step, so that statements are known by who made them and how.
pub(crate) struct TruthMarks<'a> {
    told: &'a [Told],
}

impl<'a> TruthMarks<'a> {
    /// The marks that may be shown; none where nothing is laid beside the game.
    pub(crate) fn new(scene: &Scene<'a>) -> Self {
        Self { told: scene.overlay.map_or(&[], |overlay| overlay.told.as_slice()) }
    }

    /// What is known of the statement before all that were asked for.
    pub(crate) fn before(&mut self, seat: Seat, play: &str) -> Option<&'a Told> {
        let found = self.told.iter().rposition(|told| told.seat == seat && told.play == play)?;
        let (rest, told) = self.told.split_at(found);
        self.told = rest;
        told.first()
    }
}

/// Words with whether they were true, where that may be shown: a sign and a word.
pub(crate) fn with_truth(locale: Locale, words: Markup, told: Option<&Told>) -> Markup {
    let Some(told) = told else { return words };
    let (class, symbol, key) = match told.holds {
        Some(true) => ("truth--true", "truth", "truth-true"),
        Some(false) => ("truth--lie", "lie", "truth-false"),
        None => ("truth--open", "unknown", "truth-open"),
    };
    html! { (words) " " span class={ "truth " (class) } { (icon(symbol, "")) (locale.word(key)) } }
}

/// A chance as a bar.
pub(crate) fn bar(chance: f64, width: f64) -> Markup {
    html! {
        svg width=(width) height="12" viewBox={ "0 0 " (width) " 12" } aria-hidden="true" {
            rect y="2" width=(width) height="8" rx="4" class="track" {}
            rect y="2" width=(format!("{:.1}", width * chance.clamp(0.0, 1.0))) height="8" rx="4" class="pbar__fill" {}
        }
    }
}

/// A chance in percent.
pub(crate) fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// How a game came out, as a sentence.
pub(crate) fn outcome_sentence(scene: &Scene<'_>) -> Option<String> {
    let outcome = scene.outcome?;
    let won = |seat: &Seat| outcome.rewards.get(seat.index()) == Some(&Some(1.0));
    let winners: Vec<Seat> = Seat::all(scene.seats.len()).filter(won).collect();
    Some(match (winners.as_slice(), scene.own_seat()) {
        ([], _) => scene.locale.word("over-draw"),
        (winners, Some(own)) if winners.contains(&own) => scene.locale.word("over-you"),
        (winners, _) => {
            let names: Vec<String> = winners.iter().map(|seat| scene.told_apart(*seat)).collect();
            let names = names.join(if scene.locale == Locale::Ja { "、" } else { ", " });
            scene.locale.say("over-won", &[("who", names.into())])
        }
    })
}

/// How many of the moves that an agent weighed are shown.
const BEST: usize = 5;

/// The moves that the agent of a seat weighed, with their values.
pub(crate) fn best_moves(
    scene: &Scene<'_>,
    seat: Seat,
    explanation: &Explanation,
    words: impl Fn(&str) -> String,
) -> Markup {
    if explanation.candidates.is_empty() {
        return html! {};
    }
    let locale = scene.locale;
    html! {
        section class="panel" {
            div class="panel__head" {
                (mark(seat, "s"))
                h2 class="panel__title" { (locale.word("analysis-moves")) }
                span class="meta ml" { (locale.word("analysis-win-rate")) }
            }
            div class="panel__body" {
                @for candidate in explanation.candidates.iter().take(BEST) {
                    div class="factrow" {
                        b { (words(&candidate.action)) }
                        span class="pbar" title=(locale.say("analysis-samples", &[("n", candidate.samples.into())])) {
                            (bar(candidate.value, 90.0)) (percent(candidate.value))
                            @if let Some(half) = half_width(candidate.value, candidate.samples) { span class="meta" { "± " (format!("{half:.0}")) } }
                        }
                    }
                }
                p class="meta mt8" { (locale.word("analysis-source")) }
            }
        }
    }
}

/// How many playouts an interval needs at least.
const ENOUGH: u64 = 10;

/// Half the width of the interval of a win rate in percentage points, where it rests on enough playouts.
fn half_width(rate: f64, samples: u64) -> Option<f64> {
    let rate = rate.clamp(0.0, 1.0);
    (samples >= ENOUGH).then(|| 196.0 * (rate * (1.0 - rate) / samples as f64).sqrt())
}
