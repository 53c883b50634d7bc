//! Offers that are on the table: who made them, both sides, and what each partner answers.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::draft::{self, Draft};
use crate::{
    Scene,
    piece::{icon, mark, thinking},
};

/// One side of an offer.
pub(crate) struct Lot {
    pub(crate) shown: Markup,
    pub(crate) words: String,
}

/// What a partner answers.
pub(crate) enum Answer {
    Thinking,
    NotAsked,
    Accepts,
    Refuses,
    /// Another offer: what the proposer would give and get.
    Counters(Lot, Lot),
}

/// A partner and its answer.
pub(crate) struct Row {
    pub(crate) seat: Seat,
    pub(crate) answer: Answer,
    /// What closes the deal with this partner.
    pub(crate) confirm: Option<String>,
}

/// An open offer.
pub(crate) struct Offer {
    pub(crate) from: Seat,
    pub(crate) gives: Lot,
    pub(crate) gets: Lot,
    pub(crate) rows: Vec<Row>,
    pub(crate) withdraw: Option<String>,
    pub(crate) speech: Vec<(Seat, String)>,
}

/// An offer that the observer has to answer.
pub(crate) struct Incoming {
    pub(crate) offer: Offer,
    pub(crate) accept: Option<String>,
    pub(crate) refuse: String,
    /// The counter-offer, beginning with the offer itself; nothing where none may be made.
    pub(crate) counter: Option<Draft>,
    /// What the observer would give, as it is written: for the rules of the browser.
    pub(crate) asks: String,
    /// Whether the proposer is ahead of all others.
    pub(crate) is_from_leader: bool,
}

fn head(scene: &Scene<'_>, offer: &Offer, verb: &str) -> Markup {
    html! {
        div class="offer__head" {
            (mark(offer.from, "")) (scene.name(offer.from)) span { (scene.locale.word(verb)) }
            (offer.gives.shown) (icon("swap", "i16")) span class="sr" { (scene.locale.word("deal-for")) } (offer.gets.shown)
            @if let Some(action) = &offer.withdraw {
                span class="meta" { button id="withdraw" class="btn btn--s btn--quiet" type="button" data-act=(action) { (scene.locale.word("deal-withdraw")) } }
            }
        }
        @for (seat, words) in &offer.speech {
            div class="saywrap" { p class="say" { @if *seat != offer.from { (scene.name(*seat)) ": " } (scene.locale.say("speech-quoted", &[("text", words.clone().into())])) } }
        }
    }
}

/// The answers to an offer.
fn answers(scene: &Scene<'_>, rows: &[Row]) -> Markup {
    let locale = scene.locale;
    html! {
        ul class="answers mt8" aria-label=(locale.word("deal-answers")) {
            @for row in rows {
                li {
                    (mark(row.seat, "s")) (scene.name(row.seat))
                    @match &row.answer {
                        Answer::Thinking => (thinking(locale)),
                        Answer::NotAsked => span class="ans ans--no" { (locale.word("deal-not-asked")) },
                        Answer::Accepts => span class="ans ans--yes" { (icon("check", "i16")) (locale.word("deal-accepts")) },
                        Answer::Refuses => span class="ans ans--no" { (icon("cross", "i16")) (locale.word("deal-refuses")) },
                        Answer::Counters(give, get) => span class="ans ans--counter" {
                            (icon("swap", "i16")) (locale.word("deal-counters")) " " (give.shown) (icon("swap", "i16"))
                            span class="sr" { (locale.word("deal-for")) } (get.shown)
                        },
                    }
                    @if let Some(action) = &row.confirm {
                        button id={ "confirm-" (row.seat) } class="btn btn--s btn--primary" type="button" data-act=(action)
                            aria-label=(locale.say("deal-trade-with", &[("who", scene.plain_name(row.seat).to_owned().into())])) { (locale.word("deal-trade")) }
                    } @else { span {} }
                }
            }
        }
    }
}

/// An open offer with its answers.
pub(super) fn offer(scene: &Scene<'_>, offer: &Offer) -> Markup {
    html! {
        article class="offer" { (head(scene, offer, "deal-offers-verb")) (answers(scene, &offer.rows)) }
    }
}

/// Why somebody may refuse: words for people, beside the game.
const REASONS: [&str; 4] =
    ["reason-not-enough", "reason-need", "reason-ahead", "reason-not-with-you"];

/// Reasons to go with an answer; the script sends the chosen one as a remark of the player.
fn reasons(scene: &Scene<'_>) -> Markup {
    let locale = scene.locale;
    html! {
        div class="row row--wrap reasons mt8" role="group" aria-label=(locale.word("reason-label")) title=(locale.word("reason-help")) {
            @for key in REASONS {
                @let words = locale.word(key);
                button class="chip" type="button" data-reason=(words) aria-pressed="false" { (words) }
            }
        }
    }
}

/// An offer to the observer: accept it, refuse it, or change it and send it back.
pub(super) fn incoming(scene: &Scene<'_>, incoming: &Incoming) -> Markup {
    let locale = scene.locale;
    let version = incoming.counter.as_ref().map_or("", |counter| counter.version.as_str());
    let leader = if incoming.is_from_leader { "true" } else { "false" };
    let words = locale.say(
        "deal-sentence",
        &[
            ("give", incoming.offer.gets.words.clone().into()),
            ("get", incoming.offer.gives.words.clone().into()),
        ],
    );
    let buttons = html! {
        p class="meta autonote" data-auto="" hidden {
            (locale.word("deal-auto")) " "
            button class="btn btn--s" type="button" data-keep="" { (locale.word("deal-keep")) }
        }
        (reasons(scene))
        div class="rowbtns" {
            @if let Some(accept) = &incoming.accept {
                button id="accept" class="btn btn--primary grow" type="button" data-act=(accept) data-key="a" data-plain="" { (locale.word("deal-accept")) " " kbd { "A" } }
            } @else {
                span class="meta grow" data-plain="" { (locale.word("deal-cannot-pay")) }
            }
            @if incoming.counter.is_some() {
                button id="send-counter" class="btn btn--primary grow" type="button" data-send="" data-key="c" data-changed="" data-reasoned="" disabled hidden { (locale.word("deal-send-counter")) " " kbd { "C" } }
                button class="btn" type="button" data-reset="" data-changed="" hidden { (locale.word("deal-reset")) }
            }
            button id="refuse" class="btn btn--quiet" type="button" data-act=(incoming.refuse) data-key="r" data-refuse="" data-reasoned="" { (locale.word("deal-refuse")) " " kbd { "R" } }
        }
    };
    html! {
        article id="incoming" class="offer" data-incoming="" data-watch=(version) data-from=(incoming.offer.from) data-wants=(incoming.asks) data-leader=(leader) {
            (head(scene, &incoming.offer, "deal-offers-you"))
            @match &incoming.counter {
                Some(counter) => {
                    @let inner = html! { (draft::editor(scene, counter)) (draft::sentence(locale)) (draft::predicted(scene)) (buttons) };
                    (draft::open(counter, &inner))
                }
                None => { p class="offer__text mt8" { (words) } (buttons) }
            }
            @if incoming.offer.rows.iter().filter(|row| !matches!(row.answer, Answer::NotAsked)).count() > 1 { (answers(scene, &incoming.offer.rows)) }
        }
    }
}
