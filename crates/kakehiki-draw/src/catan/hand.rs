//! The observer's hand, and what it may do that is no trade.

use kakehiki_core::Seat;
use maud::{Markup, html};

use super::{
    model::{CARDS, Cards, KINDS, LETTERS, Model, SYMBOLS, WORDS, read_cards, total},
    words::{card, cards_in_words, resource},
};
use crate::{
    Scene,
    piece::{icon, mark, outcome_sentence},
};

/// What buildings and cards cost, in the order of the resources.
pub(super) const COSTS: [(&str, &str, Cards); 4] = [
    ("road", "road", [1, 1, 0, 0, 0]),
    ("settlement", "settlement", [1, 1, 1, 1, 0]),
    ("city", "city", [0, 0, 0, 2, 3]),
    ("buy", "cards", [0, 0, 1, 1, 1]),
];

/// The observer's cards.
pub(super) fn hand(scene: &Scene<'_>, model: &Model) -> Markup {
    let Some((own, held)) = scene.own_seat().and_then(|own| Some((own, model.hand(own)?))) else {
        return html! {};
    };
    let locale = scene.locale;
    let count = model.player(own).map_or(0, |player| player.hand_size);
    let has_cards = model.cards.values().any(|count| *count > 0);
    html! {
        div class="hand__g" {
            span class="kicker" { (locale.say("catan-my-hand", &[("n", count.into())])) }
            div class="hand__c" role="group" aria-label=(cards_in_words(locale, held)) {
                @for (kind, count) in held.iter().enumerate().filter(|(_, count)| **count > 0) {
                    // A card that is tapped goes into the draft that is open.
                    button id={ "hand-" (LETTERS[kind]) } class={ "rc t-" (SYMBOLS[kind]) @if *count == 2 { " rc--2" } @else if *count > 2 { " rc--3" } }
                        type="button" data-give=(LETTERS[kind]) title=(resource(locale, kind))
                        aria-label=(locale.say("catan-count-of", &[("n", (*count).into()), ("what", resource(locale, kind).into())])) {
                        i aria-hidden="true" { (locale.word(&format!("res-letter-{}", WORDS[kind]))) }
                        (icon(SYMBOLS[kind], "i24"))
                        b class="rc__n" { (count) }
                    }
                }
                @if total(held) == 0 { span class="rc rc--none" {} }
            }
            @if total(model.laid_aside) > 0 {
                span class="meta onw" { (locale.say("catan-laid-aside", &[("cards", cards_in_words(locale, model.laid_aside).into())])) }
            }
        }
        @if has_cards {
            div class="hand__g" {
                span class="kicker" { (locale.word("catan-development")) }
                div class="hand__c hand__c--dev" {
                    @for (word, symbol) in CARDS { (development(scene, model, word, symbol)) }
                }
            }
        }
    }
}

/// The cards of one kind, which may be played where the rules allow it now.
fn development(scene: &Scene<'_>, model: &Model, word: &str, symbol: &str) -> Markup {
    let locale = scene.locale;
    let count = model.cards.get(word).copied().unwrap_or_default();
    if count == 0 {
        return html! {};
    }
    let name = locale.word(&format!("dev-{word}"));
    let inner = |tag: Markup| {
        html! {
            (icon(symbol, "i24")) @if count > 1 { b class="rc__n" { (count) } } (tag)
        }
    };
    let (act, pick) = match word {
        "knight" | "road-building" => (scene.may(word).then_some(word), None),
        "year-of-plenty" => (None, choices(scene, "plenty:").next().map(|_| "plenty")),
        "monopoly" => (None, choices(scene, "monopoly:").next().map(|_| "monopoly")),
        _ => (None, None),
    };
    if act.is_some() || pick.is_some() {
        return html! {
            button class="rc rc--dev" type="button" data-act=[act] data-pick=[pick] aria-pressed=[pick.map(|_| "false")]
                title=(name) aria-label=(locale.say("catan-play-card", &[("card", name.clone().into())])) {
                (inner(html! { b class="rc__tag" { (locale.word("catan-play")) } }))
            }
        };
    }
    let bought = model.bought.get(word).copied().unwrap_or_default();
    html! {
        span class={ "rc rc--dev" @if bought == count { " rc--new" } } title=(name) role="img" aria-label=(name) {
            (inner(html! { @if bought == count { b class="rc__tag rc__tag--wait" { (locale.word("catan-next-turn")) } } }))
        }
    }
}

fn choices<'a>(
    scene: &'a Scene<'_>,
    prefix: &'static str,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    scene
        .actions()
        .iter()
        .filter_map(move |action| Some((action.as_str(), action.strip_prefix(prefix)?)))
}

/// What the observer is asked.
pub(super) fn prompt(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    let (title, more) = if scene.outcome.is_some() {
        (outcome_sentence(scene).unwrap_or_default(), String::new())
    } else if scene.is_called() {
        let key = format!("catan-ask-{}", model.stage);
        let n = if model.stage == "discard" {
            discard_size(scene, model).into()
        } else {
            model.free_roads.into()
        };
        let title = if locale.knows(&key) {
            locale.say(&key, &[("n", n)])
        } else {
            locale.word("prompt-yours")
        };
        (title, affordable(scene, model))
    } else {
        (stage_sentence(scene, model), String::new())
    };
    html! {
        p class="prompt" { (title) }
        @if !more.is_empty() { p class="promptsub" { (more) } }
    }
}

/// What goes on, as a sentence about the others.
pub(super) fn stage_sentence(scene: &Scene<'_>, model: &Model) -> String {
    let who = model
        .stage_seat
        .filter(|_| matches!(model.stage.as_str(), "speak" | "answer"))
        .unwrap_or(model.mover);
    let key = format!("catan-stage-{}", model.stage);
    if !scene.locale.knows(&key) {
        return scene.locale.word("prompt-wait");
    }
    scene.locale.say(&key, &[("who", scene.plain_name(who).to_owned().into())])
}

/// What the observer could build, in words.
fn affordable(scene: &Scene<'_>, model: &Model) -> String {
    if model.stage != "act" {
        return String::new();
    }
    let locale = scene.locale;
    let can = |name: &str| {
        scene
            .actions()
            .iter()
            .any(|action| action == name || action.starts_with(&format!("{name}:")))
    };
    let names: Vec<String> = COSTS
        .iter()
        .filter(|(name, ..)| can(name))
        .map(|(name, ..)| locale.word(&format!("catan-build-{name}")))
        .collect();
    if names.is_empty() {
        return locale.word("catan-nothing-affordable");
    }
    locale.say("catan-affordable", &[("what", names.join(&locale.word("list-dot")).into())])
}

/// The cards that the observer holds and has not laid aside.
fn free_cards(scene: &Scene<'_>, model: &Model) -> Cards {
    let mut free = scene.own_seat().and_then(|own| model.hand(own)).unwrap_or_default();
    for (count, aside) in free.iter_mut().zip(model.laid_aside) {
        *count = count.saturating_sub(aside);
    }
    free
}

/// How many cards are to be discarded at once: half of the hand, less what is laid aside, or one where
/// the rules take no more.
fn discard_size(scene: &Scene<'_>, model: &Model) -> u32 {
    let aside = total(model.laid_aside);
    let held = total(free_cards(scene, model)) + aside;
    let is_single = scene.menu.is_none_or(|menu| menu.is_complete);
    if is_single { 1 } else { (held / 2).saturating_sub(aside) }
}

/// What the observer may do on the table.
pub(super) fn acts(scene: &Scene<'_>, model: &Model) -> Markup {
    if !scene.is_called() {
        return html! {};
    }
    let locale = scene.locale;
    match model.stage.as_str() {
        "discard" => discard(scene, model),
        "robber" => victims(scene, model),
        "begin" | "act" => html! {
            (card_choices(scene))
            @if model.stage == "act" { @for (name, symbol, cost) in COSTS { (build(scene, model, name, symbol, cost)) } }
            @if scene.may("roll") {
                button class="btn btn--primary endturn" type="button" data-act="roll" data-key="d" { (locale.word("catan-roll")) " " kbd { "D" } }
            }
            @if scene.may("end") {
                button class="btn btn--primary endturn" type="button" data-act="end" data-key="e" { (locale.word("catan-end")) " " kbd { "E" } }
            }
        },
        "speak" => html! {
            @if scene.may("quiet") { button class="btn btn--primary endturn" type="button" data-act="quiet" { (locale.word("catan-quiet")) } }
        },
        _ => html! {},
    }
}

/// The choices of a card that is played: hidden until it is picked.
fn card_choices(scene: &Scene<'_>) -> Markup {
    let locale = scene.locale;
    html! {
        @for (action, cards) in choices(scene, "plenty:") {
            @let cards = read_cards(cards);
            button class="btn" type="button" data-group="plenty" data-act=(action) aria-label=(cards_in_words(locale, cards)) {
                (super::words::cards(locale, cards))
            }
        }
        @for (action, letter) in choices(scene, "monopoly:") {
            @let kind = LETTERS.iter().position(|known| letter.starts_with(*known)).unwrap_or_default();
            button class="btn" type="button" data-group="monopoly" data-act=(action) { (card(locale, kind)) (resource(locale, kind)) }
        }
    }
}

/// A building or card with its cost, lit up when it can be paid.
fn build(scene: &Scene<'_>, model: &Model, name: &str, symbol: &str, cost: Cards) -> Markup {
    let locale = scene.locale;
    let starts = format!("{name}:");
    let pick = scene.actions().iter().any(|action| action.starts_with(&starts)).then_some(name);
    let act = scene.may(name).then_some(name);
    let held = scene.own_seat().and_then(|own| model.hand(own)).unwrap_or_default();
    let is_open = pick.is_some() || act.is_some();
    let title = locale.word(&format!("catan-build-{name}"));
    let label = locale.say(
        if is_open { "catan-build-label" } else { "catan-build-closed" },
        &[("what", title.clone().into()), ("cost", cards_in_words(locale, cost).into())],
    );
    html! {
        button class="build" type="button" data-pick=[pick] data-act=[act] aria-pressed=[pick.map(|_| "false")]
            aria-disabled=[(!is_open).then_some("true")] aria-label=(label) {
            (icon(symbol, "i24")) span { (title) }
            span class="cost" {
                @for kind in (0..KINDS).filter(|kind| cost[*kind] > 0) {
                    span class={ "inl t-" (SYMBOLS[kind]) @if held[kind] < cost[kind] { " lack" } } { (icon(SYMBOLS[kind], "i16")) }
                    @if cost[kind] > 1 { b { (cost[kind]) } }
                }
            }
        }
    }
}

/// Whom the robber robs, hidden until its hex is picked; where there is one way to rob, the hex itself
/// plays it.
fn victims(scene: &Scene<'_>, model: &Model) -> Markup {
    let hex_of = |rest: &str| rest.split(',').next().unwrap_or_default().to_owned();
    let ways =
        |hex: &str| choices(scene, "robber:").filter(|(_, rest)| hex_of(rest) == hex).count();
    html! {
        @for (action, rest) in choices(scene, "robber:").filter(|(_, rest)| ways(&hex_of(rest)) > 1) {
            @let victim = rest.split_once(',').and_then(|(_, victim)| victim.parse::<Seat>().ok());
            button class="btn" type="button" data-group={ "robber-" (hex_of(rest)) } data-act=(action) {
                @match victim {
                    Some(seat) => {
                        @let cards = model.player(seat).map_or(0, |player| player.hand_size);
                        (mark(seat, "s"))
                        (scene.locale.say("catan-rob", &[("who", scene.plain_name(seat).to_owned().into()), ("n", cards.into())]))
                    }
                    None => (scene.locale.word("catan-rob-nobody")),
                }
            }
        }
    }
}

/// The draft of a discard.
fn discard(scene: &Scene<'_>, model: &Model) -> Markup {
    let locale = scene.locale;
    let held = free_cards(scene, model);
    let size = discard_size(scene, model);
    html! {
        form class="discard panel panel__body" data-draft="discard" data-template="discard:{cards}" data-size=(size) data-version={ (model.turns) "-" (total(model.laid_aside)) } {
            div class="editor editor--one" {
                @for kind in 0..KINDS { span class={ "col t-" (SYMBOLS[kind]) } title=(resource(locale, kind)) { (icon(SYMBOLS[kind], "i16")) " " (held[kind]) } }
                @for kind in 0..KINDS {
                    (crate::deal::stepper(locale, "cards", &LETTERS[kind].to_string(), &resource(locale, kind), 0, u32::from(held[kind])))
                }
            }
            div class="rowbtns" {
                p class="meta grow" role="status" data-count="" data-count-text=(locale.say("catan-discard-count", &[("n", size.into())])) {
                    (locale.say("catan-discard-count", &[("n", size.into())]).replace('#', "0"))
                }
                button class="btn btn--primary" type="button" data-send="" disabled { (locale.word("catan-discard")) }
            }
        }
    }
}
