//! What is said at a table of Geister: the exchange of NEGOGeister, and statements.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::model::{Model, Stage, other};
use crate::{
    Scene,
    piece::{icon, mark},
    speech::{Line, statement_form},
};

/// A ghost in words: its letter and where it stands.
pub(super) fn ghost_words(scene: &Scene<'_>, model: &Model, owner: Seat, letter: char) -> String {
    let square = model.ghost(owner, letter).and_then(super::model::Ghost::square);
    let square = square.map(super::model::Square::name).unwrap_or_default();
    let key = if square.is_empty() { "geister-ghost-gone" } else { "geister-ghost-at" };
    scene.locale.say(key, &[("ghost", letter.to_string().into()), ("square", square.into())])
}

fn letter_of(text: &str) -> char {
    text.chars().next().unwrap_or('?')
}

/// What finds words for the actions of a seat.
pub(crate) fn act_words(scene: &Scene<'_>, own: Seat) -> impl Fn(&str) -> Option<String> {
    let model = Model::read(scene);
    let locale = scene.locale;
    let word = move |key: &str| Some(locale.word(key));
    move |action| match action {
        "agree" => word("geister-agree"),
        "break-off" => word("geister-break-off"),
        "refuse" => word("geister-refuse"),
        "pass" => word("geister-pass"),
        "quiet" => word("geister-quiet"),
        _ => match action.split_once(':') {
            Some(("set", bad)) => {
                let spaced: Vec<String> = bad.chars().map(String::from).collect();
                Some(locale.say("geister-make-bad", &[("ghosts", spaced.join(" ").into())]))
            }
            Some((verb @ ("ask" | "for"), letter)) => {
                let key = if verb == "ask" { "geister-ask" } else { "geister-name" };
                let ghost = ghost_words(scene, &model, other(own), letter_of(letter));
                Some(locale.say(key, &[("ghost", ghost.into())]))
            }
            Some(_) => Some(action_words(scene, &model, own, action)),
            None => step_words(scene, &model, own, action),
        },
    }
}

/// A move of a ghost in words.
fn step_words(scene: &Scene<'_>, model: &Model, own: Seat, action: &str) -> Option<String> {
    let (letter, way) = action.split_once(',')?;
    let from = model.ghost(own, letter_of(letter))?.square()?;
    if way == "exit" {
        return Some(scene.locale.say("geister-leave", &[("square", from.name().into())]));
    }
    let to = from.step(way, own);
    let takes = model.of(other(own)).any(|ghost| ghost.square() == Some(to));
    let key = if takes { "geister-take" } else { "geister-step" };
    Some(
        scene.locale.say(key, &[("ghost", letter.to_owned().into()), ("square", to.name().into())]),
    )
}

/// What a player did or said, in words.
pub(super) fn action_words(scene: &Scene<'_>, model: &Model, seat: Seat, action: &str) -> String {
    let locale = scene.locale;
    if let Some(statement) = action.strip_prefix("say:") {
        return locale.say(
            "speech-quoted",
            &[("text", statement_words(scene, model, seat, statement).into())],
        );
    }
    if let Some((verb, letter)) = action.split_once(':') {
        let key = if verb == "ask" { "geister-log-ask" } else { "geister-log-for" };
        return locale.say(key, &[("ghost", letter.to_owned().into())]);
    }
    let key = match action {
        "pass" => "geister-log-pass",
        "refuse" => "geister-log-refuse",
        "agree" => "geister-log-agree",
        "break-off" => "geister-log-break-off",
        _ => "geister-log-quiet",
    };
    locale.word(key)
}

/// A statement in the words of who makes it.
pub(super) fn statement_words(
    scene: &Scene<'_>,
    model: &Model,
    speaker: Seat,
    statement: &str,
) -> String {
    let locale = scene.locale;
    if let Some(intention) = statement.strip_prefix("will:") {
        return match intention.split_once(':') {
            Some(("stay", letter)) => {
                let ghost = ghost_words(scene, model, speaker, letter_of(letter));
                locale.say("geister-say-stay", &[("ghost", ghost.into())])
            }
            Some((_, letter)) => {
                let ghost = ghost_words(scene, model, other(speaker), letter_of(letter));
                locale.say("geister-say-take", &[("ghost", ghost.into())])
            }
            None => locale.word("geister-say-agree"),
        };
    }
    let Some((owner, fact)) = statement.split_once(':') else {
        return statement.to_owned();
    };
    let Some((letter, colour)) = fact.split_once('=') else {
        return statement.to_owned();
    };
    let owner: Seat = owner.parse().unwrap_or(speaker);
    let key = if owner == speaker { "geister-say-own" } else { "geister-say-yours" };
    let ghost = ghost_words(scene, model, owner, letter_of(letter));
    locale.say(key, &[("ghost", ghost.into()), ("colour", colour.to_owned().into())])
}

/// Whether a statement that the observer could make is true, where it knows.
fn is_true(model: &Model, statement: &str) -> Option<bool> {
    let (owner, fact) = statement.split_once(':')?;
    let (letter, colour) = fact.split_once('=')?;
    let owner: Seat = owner.parse().ok()?;
    let ghost = model.ghost(owner, letter_of(letter))?;
    ghost.is_bad.map(|is_bad| is_bad == (colour == "bad"))
}

/// The exchange that is on the table, and what the observer may say.
pub(super) fn panel(scene: &Scene<'_>, model: &Model) -> Markup {
    let lines: Vec<Line> = match scene.own_seat() {
        Some(own) => {
            let says = scene.actions().iter().filter_map(|action| {
                let statement = action.strip_prefix("say:")?;
                Some(Line {
                    action,
                    words: statement_words(scene, model, own, statement),
                    is_true: is_true(model, statement),
                })
            });
            says.collect()
        }
        None => Vec::new(),
    };
    let exchange = match model.stage {
        Stage::Negotiation(exchange) => Some(exchange),
        _ => None,
    };
    if lines.is_empty() && exchange.is_none() {
        return html! {};
    }
    let locale = scene.locale;
    html! {
        section class="panel" aria-label=(locale.word("geister-exchange")) {
            div class="panel__head" { h2 class="panel__title" {
                (locale.word(if exchange.is_some() { "geister-exchange" } else { "speech-title" }))
            } }
            div class="panel__body" {
                @if let Some(exchange) = exchange {
                    @let asked = other(exchange.mover);
                    div class="offer__head" { (mark(exchange.mover, "")) (scene.name(exchange.mover)) }
                    p class="offer__text mt4" {
                        (locale.say("geister-exchange-asks", &[("ghost", ghost_words(scene, model, asked, exchange.asked).into())]))
                    }
                    div class="offer__head mt8" { (mark(asked, "")) (scene.name(asked)) }
                    @if let Some(named) = exchange.named {
                        p class="offer__text mt4" {
                            (locale.say("geister-exchange-price", &[("ghost", ghost_words(scene, model, exchange.mover, named).into())]))
                        }
                    } @else {
                        p class="meta mt4 row" { (icon("clock", "i16")) (locale.word("geister-exchange-open")) }
                    }
                    @if let Some(seat) = exchange.to_answer {
                        p class="meta mt8" { (locale.say("geister-exchange-answer", &[("who", scene.plain_name(seat).to_owned().into())])) }
                    }
                }
                @if !lines.is_empty() { (statement_form(scene, &lines)) }
            }
        }
    }
}
