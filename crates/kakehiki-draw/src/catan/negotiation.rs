//! Trade in Catan, as the negotiation panel shows it.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::{
    happenings::{Happening, happenings},
    model::{Cards, KINDS, LETTERS, Model, SYMBOLS, read_terms},
    words::{self, cards, cards_in_words, is_true, resource, speech, statement},
};
use crate::{
    Scene,
    deal::{self, Answer, Desk, Draft, Good, Incoming, Lot, Offer, Past, Row},
    piece::icon,
    speech::{Line, statement_form},
};

/// The most cards of a kind that an offer asks for.
const MOST: u32 = 19;

fn lot(scene: &Scene<'_>, side: Cards) -> Lot {
    Lot { shown: cards(scene.locale, side), words: cards_in_words(scene.locale, side) }
}

/// The negotiation panel.
pub(super) fn panel(scene: &Scene<'_>, model: &Model) -> Markup {
    let option = |name: &str| scene.options.get(name).map(String::as_str);
    let own = scene.own_seat();
    let players = model.players.len();
    let others: Vec<Seat> = Seat::all(players).filter(|seat| Some(*seat) != own).collect();
    let open = model.offer.as_ref().map(|open| offer(scene, model, open));
    let is_answering = own.is_some() && scene.may("refuse");
    let (incoming, offers) = match (open, is_answering) {
        (Some(open), true) => (Some(incoming(scene, model, open)), Vec::new()),
        (Some(open), false) => (None, vec![open]),
        (None, _) => (None, Vec::new()),
    };
    let may_offer = scene.actions().iter().any(|action| action.starts_with("offer:"));
    let draft =
        may_offer.then(|| own_draft(scene, model, &others, option("trading") == Some("one")));
    let lines: Vec<Line> = own.map_or_else(Vec::new, |own| {
        let says = scene.actions().iter().filter_map(|action| {
            let said = action.strip_prefix("say:")?;
            Some(Line {
                action,
                words: statement(scene, own, said),
                is_true: is_true(scene, model, said),
            })
        });
        says.collect()
    });
    let note =
        if option("trading") == Some("off") { "catan-trading-off" } else { "catan-no-offers" };
    let desk = Desk {
        incoming,
        offers,
        draft,
        note: scene.locale.word(note),
        bank: own.map(|_| bank(scene, model)),
        history: history(scene),
        goods: (0..KINDS)
            .map(|kind| (LETTERS[kind].to_string(), resource(scene.locale, kind)))
            .collect(),
        others,
        statements: html! { @if !lines.is_empty() { div class="offer" { (statement_form(scene, &lines)) } } },
    };
    deal::panel(scene, &desk)
}

fn offer(scene: &Scene<'_>, model: &Model, open: &super::model::Offer) -> Offer {
    let (give, get) = &open.terms;
    let asked = model.stage_seat.filter(|_| model.stage == "answer");
    // Partners are asked one after the other, clockwise from the proposer.
    let players = model.players.len();
    let turn = |seat: Seat| (seat.index() + players - model.mover.index()) % players;
    let rows = open.partners.iter().map(|seat| {
        let counter = open.counters.iter().find(|(from, _)| from == seat);
        let is_waiting = asked.is_some_and(|asked| turn(*seat) >= turn(asked));
        let answer = if open.accepted.contains(seat) {
            Answer::Accepts
        } else if let Some((_, (theirs, mine))) = counter {
            Answer::Counters(lot(scene, *mine), lot(scene, *theirs))
        } else if is_waiting {
            Answer::Thinking
        } else {
            Answer::Refuses
        };
        let confirm = Some(format!("confirm:{seat}")).filter(|action| scene.may(action));
        Row { seat: *seat, answer, confirm }
    });
    let rows: Vec<Row> = rows.collect();
    let left_out =
        Seat::all(players).filter(|seat| *seat != model.mover && !open.partners.contains(seat));
    let left_out = left_out.map(|seat| Row { seat, answer: Answer::NotAsked, confirm: None });
    Offer {
        from: model.mover,
        gives: lot(scene, *give),
        gets: lot(scene, *get),
        rows: rows.into_iter().chain(left_out).collect(),
        withdraw: scene.may("withdraw").then(|| "withdraw".to_owned()),
        speech: recent_speech(scene),
    }
}

/// What others have said in this turn.
fn recent_speech(scene: &Scene<'_>) -> Vec<(Seat, String)> {
    let mut said = Vec::new();
    let happenings = happenings(scene);
    let lines = speech(scene, &happenings);
    for (happening, line) in happenings.iter().zip(lines).rev() {
        match (happening, line) {
            (Happening::Acted { action: "end" | "roll", .. }, _) => break,
            (Happening::Acted { seat, .. }, Some(line)) if Some(*seat) != scene.own_seat() => {
                said.push((*seat, line));
            }
            _ => {}
        }
    }
    said.reverse();
    said
}

fn goods(scene: &Scene<'_>, held: Cards, may_lack: bool, start: &(Cards, Cards)) -> Vec<Good> {
    let goods = (0..KINDS).map(|kind| {
        let name = resource(scene.locale, kind);
        Good {
            unit: LETTERS[kind].to_string(),
            head: html! {
                span class={ "col t-" (SYMBOLS[kind]) } title=(name) {
                    (icon(SYMBOLS[kind], "i16")) small aria-label=(scene.locale.say("catan-you-hold", &[("n", held[kind].into())])) { (held[kind]) }
                }
            },
            name,
            most: (if may_lack { MOST } else { u32::from(held[kind]) }, MOST),
            start: (u32::from(start.0[kind]), u32::from(start.1[kind])),
        }
    });
    goods.collect()
}

fn held(scene: &Scene<'_>, model: &Model) -> Cards {
    scene.own_seat().and_then(|own| model.hand(own)).unwrap_or_default()
}

/// The draft of an offer of the observer.
fn own_draft(scene: &Scene<'_>, model: &Model, others: &[Seat], is_to_one: bool) -> Draft {
    let most: u64 = scene.options.get("offers").and_then(|most| most.parse().ok()).unwrap_or(3);
    let left = most.saturating_sub(model.offers_made);
    let may_lack = scene.options.get("unheld-offers").is_some_and(|value| value == "on");
    Draft {
        kind: "offer",
        template: "offer:{give}>{get}@{to}".to_owned(),
        joint: "",
        goods: goods(scene, held(scene, model), may_lack, &Default::default()),
        partners: others.iter().map(|seat| (*seat, seat.index().to_string())).collect(),
        is_to_one,
        version: format!("{}-{}", model.turns, model.offers_made),
        left: scene.locale.say("deal-left", &[("n", left.into())]),
        may_ask: scene.is_practice,
    }
}

/// An offer that the observer answers.
fn incoming(scene: &Scene<'_>, model: &Model, offer: Offer) -> Incoming {
    let terms = model.offer.as_ref().map(|open| open.terms).unwrap_or_default();
    let (theirs, mine) = terms;
    let may_counter = scene.options.get("counters").is_none_or(|value| value == "on");
    let counter = may_counter.then(|| Draft {
        kind: "counter",
        template: "counter:{give}>{get}".to_owned(),
        joint: "",
        goods: goods(scene, held(scene, model), false, &(mine, theirs)),
        partners: Vec::new(),
        is_to_one: true,
        version: format!("{}-{}-{}", model.turns, model.offers_made, model.mover),
        left: String::new(),
        may_ask: false,
    });
    let points =
        |seat: Seat| model.player(seat).and_then(|player| player.points).unwrap_or_default();
    let most = Seat::all(model.players.len()).filter(|seat| *seat != model.mover).map(points).max();
    Incoming {
        accept: scene.may("accept").then(|| "accept".to_owned()),
        refuse: "refuse".to_owned(),
        counter,
        asks: LETTERS
            .iter()
            .zip(mine)
            .flat_map(|(letter, count)| vec![*letter; usize::from(count)])
            .collect(),
        is_from_leader: most.is_some_and(|most| points(model.mover) > most),
        offer,
    }
}

/// What the bank takes and gives: a button for every exchange that can be paid.
fn bank(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    let exchanges: Vec<(&str, usize, usize)> = scene
        .actions()
        .iter()
        .filter_map(|action| {
            let (give, get) = action.strip_prefix("bank:")?.split_once('>')?;
            let kind = |text: &str| LETTERS.iter().position(|letter| text.starts_with(*letter));
            Some((action.as_str(), kind(give)?, kind(get)?))
        })
        .collect();
    let own = scene.own_seat().unwrap_or(Seat::new(0));
    html! {
        @if exchanges.is_empty() { p class="meta" { (locale.word("catan-bank-nothing")) } }
        @for give in 0..KINDS {
            @if exchanges.iter().any(|(_, from, _)| *from == give) {
                div class="bankrow" {
                    span { b { (model.rate(own, give)) } " " (words::card(locale, give)) " " (icon("swap", "i16")) }
                    @for (action, _, get) in exchanges.iter().filter(|(_, from, _)| *from == give) {
                        button id={ "bank-" (LETTERS[give]) (LETTERS[*get]) } class="btn btn--s" type="button" data-act=(action)
                            aria-label=(locale.say("catan-bank-exchange", &[("n", model.rate(own, give).into()), ("give", resource(locale, give).into()), ("get", resource(locale, *get).into())])) {
                            "1 " (words::card(locale, *get))
                        }
                    }
                }
            }
        }
    }
}

/// The last offers with how they came out.
fn history(scene: &Scene<'_>) -> Vec<Past> {
    // Who offered what, and to whom it went; most are forgotten, so words are found for the last only.
    let mut offers: Vec<(Seat, &str, Option<Seat>)> = Vec::new();
    for happening in happenings(scene) {
        match happening {
            Happening::Acted { seat, action } => {
                if let Some(rest) = action.strip_prefix("offer:") {
                    offers.push((seat, rest.split('@').next().unwrap_or_default(), None));
                } else if let (Some(partner), Some((_, _, done))) =
                    (action.strip_prefix("confirm:"), offers.last_mut())
                {
                    *done = Some(partner.parse().unwrap_or(seat));
                }
            }
            Happening::Traded { partner, .. } => {
                if let Some((_, _, done)) = offers.last_mut() {
                    *done = Some(partner);
                }
            }
            _ => {}
        }
    }
    let last = offers.len().saturating_sub(deal::REMEMBERED);
    let past = offers[last..].iter().map(|(seat, written, done)| {
        let mut past = offered(scene, *seat, written);
        if let Some(partner) = done {
            past.done_with(scene, *partner);
        }
        past
    });
    past.collect()
}

fn offered(scene: &Scene<'_>, from: Seat, written: &str) -> Past {
    let (give, get) = read_terms(written);
    let again = (Some(from) == scene.own_seat()).then(|| {
        let (give, get) = written.split_once('>').unwrap_or_default();
        (give.to_owned(), get.to_owned())
    });
    Past {
        from,
        gives: cards(scene.locale, give),
        gets: cards(scene.locale, get),
        outcome: scene.locale.word("deal-came-to-nothing"),
        is_done: false,
        again,
    }
}
