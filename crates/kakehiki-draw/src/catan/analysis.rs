//! What is laid beside a game of Catan: how likely hands are, what agents weighed, and the truth.

use kakehiki_core::{Explanation, Seat};
use maud::{Markup, html};

use super::{
    model::{Cards, KINDS, Model, SYMBOLS, read_cards, read_terms},
    outlook,
    words::{cards, resource},
};
use crate::{
    Scene,
    piece::{best_moves, icon, mark, percent},
};

/// The panels beside the board.
pub(super) fn panels(scene: &Scene<'_>, model: &Model) -> Markup {
    let Some(overlay) = scene.overlay else {
        return html! {};
    };
    html! {
        (hands(scene, model))
        (outlook::panels(scene, model))
        @for (seat, explanation) in &overlay.explanations {
            (deals(scene, *seat, explanation))
            (best_moves(scene, *seat, explanation, |action| action_words(scene, action)))
        }
    }
}

/// How likely each other player holds 0, 1, 2 … cards of each kind.
fn hands(scene: &Scene<'_>, model: &Model) -> Markup {
    if model.worlds.is_empty() {
        return html! {};
    }
    let locale = scene.locale;
    let others = Seat::all(model.players.len()).filter(|seat| Some(*seat) != scene.own_seat());
    let truth = scene.overlay.and_then(|overlay| overlay.truth.as_ref());
    let true_hand = |seat: Seat| -> Option<Cards> {
        let hand = &truth?["views"][seat.index()]["players"][seat.index()]["hand"];
        hand.as_str().map(read_cards)
    };
    html! {
        section class="panel" {
            div class="panel__head" {
                h2 class="panel__title" { (locale.word("catan-hands")) }
                span class="meta ml" { (locale.say("catan-worlds", &[("n", model.worlds.len().into())])) }
            }
            div class="panel__body stack" {
                @for seat in others {
                    div class="handdist" {
                        (mark(seat, "s"))
                        @for kind in 0..KINDS { (distribution(scene, model, seat, kind, true_hand(seat).map(|hand| hand[kind]))) }
                    }
                }
                p class="meta" { (locale.word("catan-hands-help")) }
            }
        }
    }
}

/// The chances of the counts of one kind as bars; the truth is framed where it may be shown.
fn distribution(
    scene: &Scene<'_>,
    model: &Model,
    seat: Seat,
    kind: usize,
    truth: Option<u8>,
) -> Markup {
    let chances = model.distribution(seat, kind);
    let words: Vec<String> = chances
        .iter()
        .enumerate()
        .map(|(count, chance)| format!("{count}: {}", percent(*chance)))
        .collect();
    let label = format!(
        "{}, {}: {}",
        scene.plain_name(seat),
        resource(scene.locale, kind),
        words.join(", ")
    );
    let width = 10.0;
    html! {
        span class={ "dist t-" (SYMBOLS[kind]) } title=(label) {
            (icon(SYMBOLS[kind], "i16"))
            svg viewBox={ "0 0 " (width * chances.len().max(4) as f64) " 34" } role="img" aria-label=(label) {
                @for (count, chance) in chances.iter().enumerate() {
                    @let height = (22.0 * chance).max(0.8);
                    rect x=(width * count as f64 + 1.0) y=(format!("{:.1}", 24.0 - height)) width=(width - 2.0) height=(format!("{height:.1}"))
                        class={ "dist__bar" @if truth == Some(count as u8) { " dist__bar--true" } } {}
                    text x=(width * count as f64 + width / 2.0) y="33" class="dist__n" { (count) }
                }
            }
        }
    }
}

/// How many weighed deals are shown.
const DEALS: usize = 5;

/// The deals that an agent weighed in its last decision: what both sides have without and with them.
fn deals(scene: &Scene<'_>, seat: Seat, explanation: &Explanation) -> Markup {
    if explanation.deals.is_empty() {
        return html! {};
    }
    let locale = scene.locale;
    let mut deals: Vec<_> = explanation.deals.iter().collect();
    deals.sort_by(|one, two| (two.own[1] - two.own[0]).total_cmp(&(one.own[1] - one.own[0])));
    html! {
        section class="panel" {
            div class="panel__head" {
                (mark(seat, "s")) h2 class="panel__title" { (locale.word("catan-deals-weighed")) }
                span class="meta ml" { (locale.word("catan-deals-gain")) }
            }
            div class="panel__body" {
                @for deal in deals.iter().take(DEALS) {
                    div class="factrow" {
                        span class="row" { (deal_words(scene, &deal.deal)) }
                        b class="num" { (format!("{:+.2} / {:+.2}", deal.own[1] - deal.own[0], deal.partner[1] - deal.partner[0])) }
                    }
                }
            }
        }
    }
}

/// A deal as its parties and cards: `P0:P1 S>O`.
fn deal_words(scene: &Scene<'_>, deal: &str) -> Markup {
    let Some((parties, terms)) = deal.split_once(' ') else {
        return html! { (deal) };
    };
    let (give, get) = read_terms(terms);
    let seats: Vec<Seat> = parties.split(':').filter_map(|seat| seat.parse().ok()).collect();
    html! {
        @for seat in seats { (mark(seat, "s")) }
        (cards(scene.locale, give)) (icon("swap", "i16")) (cards(scene.locale, get))
    }
}

/// An action of the board in words.
fn action_words(scene: &Scene<'_>, action: &str) -> String {
    let locale = scene.locale;
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    let key = format!("catan-act-{verb}");
    if locale.knows(&key) {
        locale.say(&key, &[("where", rest.to_owned().into())])
    } else {
        action.to_owned()
    }
}

/// The table in words: hexes, harbours, players and the open offer.
pub(super) fn text_view(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    html! {
        h3 { (locale.word("catan-text-hexes")) }
        ul { @for land in &model.lands {
            li { (land.hex.to_string()) ": " (super::words::hex_label(scene, model, land.hex)) @if model.robber == Some(land.hex) { " – " (locale.word("catan-text-robber")) } }
        } }
        h3 { (locale.word("catan-text-harbours")) }
        ul { @for (edge, what) in &model.harbours {
            li { (edge.to_string()) ": " @match what { Some(kind) => (locale.say("catan-harbour-of", &[("what", resource(locale, *kind).into())])), None => (locale.word("catan-harbour")) } }
        } }
        h3 { (locale.word("table-players")) }
        @for (seat, player) in Seat::all(model.players.len()).zip(&model.players) {
            h4 { (scene.plain_name(seat)) }
            ul {
                @for node in &player.settlements { li { (super::words::node_label(scene, model, *node)) } }
                @for node in &player.cities { li { (super::words::node_label(scene, model, *node)) } }
                li { (locale.say("catan-text-player", &[
                    ("roads", player.roads.len().into()), ("cards", player.hand_size.into()),
                    ("development", player.card_count.into()), ("knights", player.knights.into()),
                ])) }
            }
        }
        @if let Some(offer) = &model.offer {
            h3 { (locale.word("deal-title")) }
            p { (scene.name(model.mover)) " " (cards(locale, offer.terms.0)) " " (locale.word("deal-for")) " " (cards(locale, offer.terms.1)) }
        }
    }
}
