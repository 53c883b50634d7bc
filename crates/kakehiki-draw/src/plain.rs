//! A plain drawing of any game: what may be known, as text, and a button for every action.

use maud::{Markup, html};

use crate::{Scene, layout::Pieces, piece::mark};
use kakehiki_core::Seat;

/// How many actions are offered as buttons; more than this nobody reads.
const BUTTONS: usize = 200;

pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let text = serde_json::to_string_pretty(scene.view).unwrap_or_default();
    Pieces {
        players: html! {
            @for seat in Seat::all(scene.seats.len()) {
                div class={ "seat" @if scene.awaited() == Some(seat) { " seat--turn" } } {
                    div class="seat__top" { (mark(seat, "")) span class="seat__name" { (scene.name(seat)) } }
                }
            }
        },
        board: html! { pre class="plain" { (text) } },
        status: html! { @if let Some(outcome) = scene.outcome { p { (outcome.text) } } },
        prompt: html! {
            p class="prompt" {
                @if scene.outcome.is_some() { (scene.locale.word("prompt-over")) }
                @else if scene.is_called() { (scene.locale.word("prompt-yours")) }
                @else { (scene.locale.word("prompt-wait")) }
            }
        },
        acts: html! {
            @for action in scene.actions().iter().take(BUTTONS) {
                button class="btn" type="button" data-act=(action) { (action) }
            }
        },
        log: html! {
            ol class="log" {
                @for seen in scene.seen { li { (seen.sight.to_string()) } }
            }
        },
        text_view: html! { pre { (text) } },
        ..Pieces::default()
    }
}

pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    html! { p class="plain" { (scene.game) } }
}
