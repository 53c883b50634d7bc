//! What is laid beside a game of Geister: beliefs about colours, the UPP feature, and the moves that an
//! agent weighed.

use std::collections::BTreeMap;

use kakehiki_core::{Game, Observed, Seat, Seed, Settings};
use kakehiki_geister::{FeatureMeter, GEISTER_OPTIONS, Geister, NEGOGEISTER_OPTIONS, Walk};
use kakehiki_search::Playout;
use maud::{Markup, html};
use serde_json::Value;

use super::{
    board::chance_of_bad,
    model::{Model, Square, other},
};
use crate::{
    Scene,
    json::text,
    piece::{bar, best_moves, icon, percent},
    scene::Feature,
};

/// How many playouts the feature rests on.
const PLAYOUTS: u32 = 4000;
/// How long a playout may be.
const LIMIT: u32 = 100;

/// The UPP feature of every ghost whose colour a seat does not know, from all there is as an analyst
/// sees it. It takes some milliseconds, so a server asks for it beside the game.
pub fn features(
    game: &str,
    options: &BTreeMap<String, String>,
    truth: &Value,
    seat: Seat,
) -> Vec<Feature> {
    let given = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let rules = if game == "negogeister" {
        Settings::new(game, &NEGOGEISTER_OPTIONS, given).map(|set| Geister::negotiating(&set))
    } else {
        Settings::new(game, &GEISTER_OPTIONS, given).map(|set| Geister::plain(&set))
    };
    let Ok(rules) = rules else {
        return Vec::new();
    };
    let Ok(state) = rules.restore(text(truth, "state")) else {
        return Vec::new();
    };
    let playout = Playout { limit: Some(LIMIT), ..Playout::new(Walk::Uniform) };
    let meter = FeatureMeter { playout, playouts: PLAYOUTS };
    let view = rules.view(&state, &(), seat);
    let found = meter.of_enemy(&rules, &view, Seed::experiment(0).derive("upp", 0));
    let features = found.iter().map(|feature| Feature {
        fact: format!("{}:{}", other(seat), feature.ghost),
        value: feature.magnitude(),
        error: feature.standard_error,
    });
    features.collect()
}

/// The panels beside the board.
pub(super) fn panels(scene: &Scene<'_>, model: &Model) -> Markup {
    let Some(overlay) = scene.overlay else {
        return html! {};
    };
    let far = other(model.below);
    html! {
        (legend(scene))
        @if overlay.of(model.below).is_some() || scene.own_seat() == Some(model.below) { (beliefs(scene, model, far)) }
        @if overlay.of(far).is_some() { (mirror(scene, model)) }
        @for seat in [model.below, far] {
            @if let Some(explanation) = overlay.of(seat) {
                (best_moves(scene, seat, explanation, |action| move_words(model, seat, action)))
            }
        }
    }
}

fn legend(scene: &Scene<'_>) -> Markup {
    let locale = scene.locale;
    html! {
        section class="panel panel__body glegend" {
            span class="row" { (icon("ghost-unknown", "i24 g-lv")) (locale.word("geister-legend-fill")) }
            span class="row" { svg class="i16" viewBox="0 0 20 20" aria-hidden="true" { circle cx="10" cy="10" r="6" class="tr-tg" {} } (locale.word("geister-legend-good")) }
            span class="row" { svg class="i16" viewBox="0 0 20 20" aria-hidden="true" { path d="M10 2l8 8-8 8-8-8z" class="tr-tb" {} } (locale.word("geister-legend-bad")) }
        }
    }
}

/// What the near side believes of each ghost of the far side, and how much hangs on it.
fn beliefs(scene: &Scene<'_>, model: &Model, far: Seat) -> Markup {
    let locale = scene.locale;
    let features = scene.overlay.map_or(&[][..], |overlay| overlay.features.as_slice());
    let mut rows: Vec<_> = model
        .of(far)
        .filter_map(|ghost| Some((ghost, ghost.square()?, chance_of_bad(scene, model, ghost)?)))
        .collect();
    rows.sort_by(|one, two| two.2.total_cmp(&one.2));
    let thinker = scene.plain_name(model.below).to_owned();
    html! {
        section class="panel" {
            div class="panel__head" {
                h2 class="panel__title" { (locale.say("geister-beliefs", &[("who", thinker.into())])) }
                span class="meta ml" { (locale.word("geister-chance-of-bad")) }
            }
            div class="panel__body" {
                table class="table table--tight" {
                    thead { tr {
                        th scope="col" { (locale.word("geister-ghost")) }
                        th scope="col" { (locale.word("geister-chance-of-bad")) }
                        th scope="col" class="r" { abbr title=(locale.word("geister-upp-help")) { (locale.word("geister-upp")) } }
                        @if model.of(far).any(|ghost| ghost.truth.is_some()) { th scope="col" { (locale.word("geister-truth")) } }
                    } }
                    tbody {
                        @for (ghost, square, chance) in &rows {
                            @let fact = format!("{}:{}", ghost.owner, ghost.letter);
                            tr {
                                td { (ghost.letter) " " span class="meta" { (square.name()) } }
                                td {
                                    span class="pbar" { (bar(*chance, 90.0)) (percent(*chance)) }
                                    @if scene.overlay.is_some_and(|overlay| overlay.of(model.below).is_some()) {
                                        " " button class="btn btn--quiet btn--s" type="button" data-why=(fact) data-thinker=(model.below.index())
                                            aria-label=(locale.say("why-label", &[("what", ghost.letter.to_string().into())])) { (locale.word("why-button")) }
                                    }
                                }
                                td class="r num" {
                                    @if let Some(feature) = features.iter().find(|feature| feature.fact == fact) {
                                        (format!("{:.1} ± {:.1}", feature.value, 1.96 * feature.error))
                                    } @else { "–" }
                                }
                                @if let Some(truth) = ghost.truth {
                                    td { (locale.word(if truth { "geister-bad" } else { "geister-good" })) }
                                }
                            }
                        }
                    }
                }
                div class="why" role="status" {}
                p class="meta mt8" { (locale.word("geister-upp-help")) }
            }
        }
    }
}

/// How the near side's ghosts look to the other.
fn mirror(scene: &Scene<'_>, model: &Model) -> Markup {
    let far = other(model.below);
    let ghosts = model
        .of(model.below)
        .filter_map(|ghost| Some((ghost, ghost.square()?, chance_of_bad(scene, model, ghost)?)));
    html! {
        section class="panel" {
            div class="panel__head" {
                h2 class="panel__title" { (scene.locale.say("geister-mirror", &[("who", scene.plain_name(far).to_owned().into())])) }
                span class="meta ml" { (scene.locale.word("geister-chance-of-bad")) }
            }
            div class="panel__body" { div class="mirror" {
                @for (ghost, square, chance) in ghosts {
                    @let (symbol, class) = match ghost.is_bad {
                        Some(true) => ("ghost-bad-back", "g-bad"),
                        Some(false) => ("ghost-good-back", "g-good"),
                        None => ("ghost-unknown-back", "g-un"),
                    };
                    div {
                        (icon(symbol, class)) span { (percent(chance)) }
                        svg class="bar2" viewBox="0 0 34 5" aria-hidden="true" {
                            rect width="34" height="5" rx="2.5" class="track" {}
                            rect width=(34.0 * chance) height="5" rx="2.5" class="bar2__fill" {}
                        }
                        span class="meta" { (square.name()) }
                    }
                }
            } }
        }
    }
}

/// A move by its squares.
fn move_words(model: &Model, seat: Seat, action: &str) -> String {
    let squares = || {
        let (letter, way) = action.split_once(',')?;
        let from = model.ghost(seat, letter.chars().next()?)?.square()?;
        let to = if way == "exit" {
            "→".to_owned()
        } else {
            format!("–{}", Square::name(from.step(way, seat)))
        };
        Some(format!("{}{to}", from.name()))
    };
    squares().unwrap_or_else(|| action.to_owned())
}
