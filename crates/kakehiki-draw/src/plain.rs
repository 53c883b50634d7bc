//! What any game can be drawn by: its view as text, a button for every action, and a log of lines.

use kakehiki_core::Seat;
use maud::{Markup, html};

use crate::{
    Scene,
    layout::Pieces,
    piece::{mark, outcome_sentence},
};

/// How many actions are offered as buttons; more than this nobody reads.
const BUTTONS: usize = 60;
/// The most seats that have a colour and a shape of their own.
const LETTERED: usize = 6;
/// How many lines of a log are shown.
const LINES: usize = 80;

/// The pieces of a game that has no drawing of its own.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let text = serde_json::to_string_pretty(scene.view).unwrap_or_default();
    let key = if scene.is_called() { "prompt-yours" } else { "prompt-wait" };
    let prompt = outcome_sentence(scene).unwrap_or_else(|| scene.locale.word(key));
    Pieces {
        players: html! {
            @for seat in Seat::all(scene.seats.len()) {
                div class="seat" { div class="seat__top" { (mark(seat, "")) span class="seat__name" { (scene.plain_name(seat)) } } }
            }
        },
        board: html! { pre class="plain" { (text) } },
        prompt: html! { p class="prompt" { (prompt) } },
        acts: acts(scene),
        log: log(scene, scene.seen.iter().map(|seen| (None, html! { (seen.sight.to_string()) }))),
        text_view: html! { pre class="plain" { (text) } },
        ..Pieces::default()
    }
}

/// A button for every action, by its notation.
pub(crate) fn acts(scene: &Scene<'_>) -> Markup {
    html! {
        @for action in scene.actions().iter().take(BUTTONS) {
            button class="btn" type="button" data-act=(action) { (action) }
        }
    }
}

/// A log of lines, each with whose it is: the mark of a seat, or its number at a large table.
pub(crate) fn log(
    scene: &Scene<'_>,
    lines: impl Iterator<Item = (Option<Seat>, Markup)>,
) -> Markup {
    // Players of Werewolf call each other by numbers.
    let is_large = scene.seats.len() > LETTERED || scene.game == "werewolf";
    let lines: Vec<_> = lines.collect();
    let from = lines.len().saturating_sub(LINES);
    html! {
        section class="panel logbox" aria-label=(scene.locale.word("log-title")) {
            div class="panel__head" { h2 class="panel__title" { (scene.locale.word("log-title")) } }
            ol class="log" tabindex="0" data-scroll-end="" data-key="l" {
                @for (seat, words) in &lines[from..] {
                    li {
                        @match seat {
                            Some(seat) if is_large => b class="num" { (seat.index() + 1) },
                            Some(seat) => (mark(*seat, "s")),
                            None => span {},
                        }
                        span { @if let Some(seat) = seat { span class="sr" { (scene.plain_name(*seat)) " " } } (words) }
                    }
                }
            }
        }
    }
}

/// A game by its name.
pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    html! { p class="plain" { (scene.game) } }
}
