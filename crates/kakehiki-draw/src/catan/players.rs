//! The strip of players with what is known of each, and the bank.

use kakehiki_core::Seat;
use kakehiki_games::Waiting;
use maud::{Markup, html};

use super::{
    model::{Model, SYMBOLS},
    words::resource,
};
use crate::{
    Scene,
    piece::{icon, kind_icon, mark, thinking},
};

/// All players and the bank.
pub(super) fn players(scene: &Scene<'_>, model: &Model) -> Markup {
    html! {
        @for seat in Seat::all(model.players.len()) { (player(scene, model, seat)) }
        (bank(scene, model))
    }
}

fn player(scene: &Scene<'_>, model: &Model, seat: Seat) -> Markup {
    let locale = scene.locale;
    let Some(player) = model.player(seat) else {
        return html! {};
    };
    let is_own = scene.own_seat() == Some(seat);
    let points = player.points.map(|points| {
        let hidden =
            if is_own { model.cards.get("victory-point").copied().unwrap_or_default() } else { 0 };
        points + hidden
    });
    // Nobody is told who is still choosing what to discard.
    let is_thinking = *scene.waiting == Waiting::Agent(seat) && model.stage != "discard";
    let fact = |symbol: &str, key: &str, number: u64, has: bool| {
        let label = locale.say(key, &[("n", number.into())]);
        html! {
            span class=[has.then_some("has")] title=(label) { (icon(symbol, "i16")) span aria-hidden="true" { (number) } span class="sr" { (label) } }
        }
    };
    html! {
        div class={ "seat" @if model.mover == seat && scene.outcome.is_none() { " seat--turn" } } {
            div class="seat__top" {
                (mark(seat, "")) span class="seat__name" { (scene.plain_name(seat)) }
                @if is_own && scene.is_called() { span class="dot dot--call" title=(locale.word("prompt-yours")) {} }
                @else if is_thinking { (thinking(locale)) }
                @else { span class="seat__kindwrap" { (kind_icon(scene, seat)) } }
                @if let Some(points) = points {
                    span class="seat__pts" title=(locale.say("catan-points", &[("n", points.into())])) { (points) }
                }
            }
            div class="seat__facts" {
                (fact("cards", "catan-cards", player.hand_size, false))
                (fact("dev-point", "catan-dev-cards", player.card_count, false))
                (fact("dev-knight", "catan-knights", player.knights, model.largest_army == Some(seat)))
                (fact("award-road", "catan-road-length", player.road_length, model.longest_road == Some(seat)))
            }
            @if !is_own && (!model.worlds.is_empty() || player.hand.is_some()) { (tracker(scene, model, seat)) }
        }
    }
}

/// How many cards of each kind a player may hold, by what the observer may know.
fn tracker(scene: &Scene<'_>, model: &Model, seat: Seat) -> Markup {
    html! {
        div class="tracker" role="group" aria-label=(scene.locale.word("catan-tracker")) {
            @for (kind, symbol) in SYMBOLS.iter().enumerate() {
                span class={ "t-" (symbol) } title=(resource(scene.locale, kind)) {
                    (icon(symbol, "i16"))
                    span class="sr" { (resource(scene.locale, kind)) " " }
                    span {
                        @match model.range(seat, kind) {
                            Some((least, most)) if least == most => (least),
                            Some((least, most)) => { (least) "–" (most) }
                            None => "?",
                        }
                    }
                }
            }
        }
    }
}

fn bank(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    html! {
        div class="seats__foot ml-foot" {
            div class="row" {
                b class="panel__title grow" { (locale.word("catan-bank")) }
                span class="meta" { (locale.word(if scene.own_seat().is_some() { "catan-left-and-rate" } else { "catan-left" })) }
            }
            div class="tracker" {
                @for (kind, symbol) in SYMBOLS.iter().enumerate() {
                    span class={ "t-" (symbol) } title=(resource(locale, kind)) {
                        (icon(symbol, "i16")) span class="sr" { (resource(locale, kind)) " " }
                        span {
                            // A closed bank shows none, one, or two and more.
                            (model.bank[kind]) @if !model.has_open_bank && model.bank[kind] > 1 { "+" }
                        }
                        @if let Some(own) = scene.own_seat() { small { (model.rate(own, kind)) ":1" } }
                    }
                }
            }
            p class="meta mt8" { (locale.say("catan-deck", &[("n", model.deck_size.into())])) }
            @if scene.own_seat().is_some() && !model.worlds.is_empty() {
                p class="meta" { (locale.word(if model.is_exact { "catan-ranges" } else { "catan-ranges-rough" })) }
            }
        }
    }
}
