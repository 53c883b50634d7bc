//! What the dice give on average, laid beside and onto the board of Catan: what corners yield, what
//! comes in, and what a robber would keep from whom.

use std::collections::BTreeMap;

use kakehiki_catan::{CATAN_OPTIONS, Catan, Hex, Node};
use kakehiki_core::{Game, Seat, Settings};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    board::{node_point, round},
    model::{KINDS, LETTERS, Model, SYMBOLS},
    words::{hex_label, resource},
};
use crate::{
    Scene,
    json::text,
    piece::{icon, mark},
    scene::Feature,
};

/// The figures of a position: `spot:` and a corner, `income:` with a seat and a resource for one round,
/// and `robber:` with a hex and a seat; all in cards, those of places for one throw.
pub(crate) fn features(options: &BTreeMap<String, String>, truth: &Value) -> Vec<Feature> {
    let given = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let Ok(settings) = Settings::new("catan", &CATAN_OPTIONS, given) else {
        return Vec::new();
    };
    let rules = Catan::new(&settings);
    let Ok(state) = rules.restore(text(truth, "state")) else {
        return Vec::new();
    };
    let exactly = |fact: String, value: f64| Feature { fact, value, error: 0.0 };
    let mut features = Vec::new();
    for node in state.free_corners() {
        features.push(exactly(format!("spot:{node}"), state.yields(node).iter().sum()));
    }
    for seat in Seat::all(rules.seats()) {
        for (letter, per_throw) in LETTERS.iter().zip(state.income(seat)) {
            // Everybody throws once in a round.
            let value = per_throw * rules.seats() as f64;
            features.push(exactly(format!("income:{seat}:{letter}"), value));
        }
        for hex in Hex::all() {
            let value = state.yields_from(hex, seat);
            if value > 0.0 {
                features.push(exactly(format!("robber:{hex}:{seat}"), value));
            }
        }
    }
    features
}

fn figures<'a>(scene: &Scene<'a>, kind: &'a str) -> impl Iterator<Item = (&'a str, f64)> {
    let features = scene.overlay.map_or(&[][..], |overlay| overlay.features.as_slice());
    features.iter().filter_map(move |it| Some((it.fact.strip_prefix(kind)?, it.value)))
}

/// How many shades of yields are told apart.
const SHADES: f64 = 4.0;

/// The free corners, each with how many of 36 throws give a card to a settlement there: the darker the
/// more.
pub(super) fn heat_map(scene: &Scene<'_>) -> Markup {
    let spots: Vec<(Node, f64)> = figures(scene, "spot:")
        .filter_map(|(node, value)| Some((node.parse().ok()?, 36.0 * value)))
        .collect();
    let most = spots.iter().map(|(_, value)| *value).fold(1.0, f64::max);
    html! {
        @if !spots.is_empty() {
            g class="heat" aria-hidden="true" {
                @for (node, value) in &spots {
                    @let (x, y) = node_point(*node);
                    @let shade = (SHADES * value / most).round();
                    circle cx=(round(x)) cy=(round(y)) r="10" class={ "heat" (shade) } {}
                    text x=(round(x)) y=(round(y + 3.6)) class={ "heat__n" @if shade >= 3.0 { " heat__n--on" } } { (format!("{value:.0}")) }
                }
            }
        }
    }
}

/// How many hexes for the robber are listed.
const TARGETS: usize = 4;

/// What comes in, and where a robber of whoever moves costs the others most.
pub(super) fn panels(scene: &Scene<'_>, model: &Model) -> Markup {
    let income: Vec<(&str, f64)> = figures(scene, "income:").collect();
    if income.is_empty() {
        return html! {};
    }
    let locale = scene.locale;
    let of = |seat: Seat, kind: usize| {
        let fact = format!("{seat}:{}", LETTERS[kind]);
        income.iter().find(|(known, _)| *known == fact).map_or(0.0, |(_, value)| *value)
    };
    html! {
        section class="panel" {
            div class="panel__head" {
                h2 class="panel__title" { (locale.word("catan-income")) }
                span class="meta ml" { (locale.word("catan-income-unit")) }
            }
            div class="panel__body" {
                table class="table table--tight" {
                    thead { tr {
                        th scope="col" { span class="sr" { (locale.word("table-players")) } }
                        @for kind in 0..KINDS { th scope="col" class="r" { span class={ "inl t-" (SYMBOLS[kind]) } title=(resource(locale, kind)) { (icon(SYMBOLS[kind], "i16")) span class="sr" { (resource(locale, kind)) } } } }
                        th scope="col" class="r" { (locale.word("catan-income-all")) }
                    } }
                    tbody {
                        @for seat in Seat::all(model.players.len()) {
                            tr {
                                th scope="row" { (mark(seat, "s")) span class="sr" { (scene.plain_name(seat)) } }
                                @for kind in 0..KINDS { td class="r num" { (format!("{:.1}", of(seat, kind))) } }
                                td class="r num" { b { (format!("{:.1}", (0..KINDS).map(|kind| of(seat, kind)).sum::<f64>())) } }
                            }
                        }
                    }
                }
                p class="meta mt8" { (locale.word("catan-spots-help")) }
            }
        }
        (robber(scene, model))
    }
}

/// The hexes on which a robber of whoever moves keeps most from the others, less what it keeps from
/// itself.
fn robber(scene: &Scene<'_>, model: &Model) -> Markup {
    let mut hexes: Vec<(Hex, f64, f64)> = Vec::new();
    for (fact, value) in figures(scene, "robber:") {
        let Some((hex, seat)) = fact.split_once(':') else { continue };
        let (Ok(hex), Ok(seat)) = (hex.parse::<Hex>(), seat.parse::<Seat>()) else { continue };
        if model.robber == Some(hex) {
            continue;
        }
        let at = hexes.iter().position(|(known, ..)| *known == hex).unwrap_or_else(|| {
            hexes.push((hex, 0.0, 0.0));
            hexes.len() - 1
        });
        if seat == model.mover { hexes[at].2 += value } else { hexes[at].1 += value }
    }
    hexes.sort_by(|one, two| (two.1 - two.2).total_cmp(&(one.1 - one.2)));
    let locale = scene.locale;
    html! {
        section class="panel" {
            div class="panel__head" {
                (mark(model.mover, "s")) h2 class="panel__title" { (locale.word("catan-robber-value")) }
                span class="meta ml" { (locale.word("catan-robber-unit")) }
            }
            div class="panel__body" {
                @for (hex, others, own) in hexes.iter().take(TARGETS) {
                    div class="factrow" {
                        span { (hex_label(scene, model, *hex)) }
                        b class="num" { (format!("−{:.0} / −{:.0}", 36.0 * others, 36.0 * own)) }
                    }
                }
            }
        }
    }
}
