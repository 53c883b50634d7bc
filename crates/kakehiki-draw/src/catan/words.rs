//! Places, cards and statements of Catan in words.

use kakehiki_catan::{Edge, Hex, Node, Spoken, Wording};
use kakehiki_core::{Seat, Tongue};
use maud::{Markup, html};

use super::{
    hand::COSTS,
    happenings::Happening,
    model::{Cards, KINDS, LETTERS, Model, SYMBOLS, WORDS, read_cards, read_terms},
};
use crate::{Locale, Scene, piece::icon};

/// The name of a resource.
pub(crate) fn resource(locale: Locale, kind: usize) -> String {
    locale.word(&format!("res-{}", WORDS[kind % KINDS]))
}

/// A resource as a small card with its name.
pub(crate) fn card(locale: Locale, kind: usize) -> Markup {
    let name = resource(locale, kind);
    let class = SYMBOLS[kind % KINDS];
    html! {
        span class={ "inl t-" (class) } title=(name) { (icon(class, "i16")) span class="sr" { (name) " " } }
    }
}

/// The most cards of a kind that are drawn one by one.
const SINGLY: u8 = 3;

/// Cards as small cards, many of a kind as one with their number.
pub(crate) fn cards(locale: Locale, cards: Cards) -> Markup {
    html! {
        span class="offer__side" {
            @for (kind, count) in cards.iter().enumerate().filter(|(_, count)| **count > 0) {
                @if *count <= SINGLY { @for _ in 0..*count { (card(locale, kind)) } }
                @else { (card(locale, kind)) b { "×" (count) } }
            }
            @if cards.iter().all(|count| *count == 0) { span class="meta" { (locale.word("catan-no-cards")) } }
        }
    }
}

/// Cards in words: “2 wood and 1 ore”.
pub(crate) fn cards_in_words(locale: Locale, cards: Cards) -> String {
    let named = cards.iter().enumerate().filter(|(_, count)| **count > 0).map(|(kind, count)| {
        locale.say(
            "catan-count-of",
            &[("n", (*count).into()), ("what", resource(locale, kind).into())],
        )
    });
    let named: Vec<String> = named.collect();
    match named.as_slice() {
        [] => locale.word("catan-nothing"),
        [one] => one.clone(),
        [first @ .., last] => {
            let comma = locale.word("list-comma");
            let comma = if locale == Locale::En { format!("{comma} ") } else { comma };
            locale.say(
                "list-and",
                &[("first", first.join(&comma).into()), ("last", last.clone().into())],
            )
        }
    }
}

/// A hex in words.
pub(super) fn hex_label(scene: &Scene<'_>, model: &Model, hex: Hex) -> String {
    let land = model.land(hex);
    let what = land.and_then(|land| land.resource);
    let what =
        what.map_or_else(|| scene.locale.word("catan-desert"), |kind| resource(scene.locale, kind));
    let number = land.and_then(|land| land.number).unwrap_or_default();
    let name = if number == 0 { what } else { format!("{what} {number}") };
    let mut neighbours: Vec<Seat> =
        hex.corners().iter().filter_map(|node| Some(model.building(*node)?.0)).collect();
    neighbours.sort();
    neighbours.dedup();
    if neighbours.is_empty() {
        return name;
    }
    let who: Vec<&str> = neighbours.iter().map(|seat| scene.plain_name(*seat)).collect();
    scene.locale.say(
        "catan-hex-with",
        &[("hex", name.into()), ("who", who.join(&scene.locale.word("list-comma")).into())],
    )
}

/// What lies around a node: resources with numbers, and a harbour.
fn around(scene: &Scene<'_>, model: &Model, node: Node) -> Vec<String> {
    let locale = scene.locale;
    let mut parts: Vec<String> = node
        .hexes()
        .filter_map(|hex| model.land(hex))
        .map(|land| match (land.resource, land.number) {
            (Some(kind), Some(number)) => format!("{} {number}", resource(locale, kind)),
            (Some(kind), None) => resource(locale, kind),
            (None, _) => locale.word("catan-desert"),
        })
        .collect();
    let harbour = model.harbours.iter().find(|(edge, _)| edge.ends().contains(&node));
    if let Some((_, what)) = harbour {
        parts.push(match what {
            Some(kind) => {
                locale.say("catan-harbour-of", &[("what", resource(locale, *kind).into())])
            }
            None => locale.word("catan-harbour"),
        });
    }
    parts
}

/// A node in words: “corner 12, wheat 8, ore 5, 3:1 harbour, empty”.
pub(super) fn node_label(scene: &Scene<'_>, model: &Model, node: Node) -> String {
    let locale = scene.locale;
    let comma = locale.word("list-comma");
    let comma = if locale == Locale::En { format!("{comma} ") } else { comma };
    let state = match model.building(node) {
        None => locale.word("catan-empty"),
        Some((seat, is_city)) => {
            let key = if is_city { "catan-city-of" } else { "catan-settlement-of" };
            locale.say(key, &[("who", scene.plain_name(seat).to_owned().into())])
        }
    };
    let mut parts = vec![locale.say("catan-corner", &[("n", node.index().into())])];
    parts.extend(around(scene, model, node));
    parts.push(state);
    parts.join(&comma)
}

/// An edge in words, by where it leads.
pub(super) fn edge_label(scene: &Scene<'_>, model: &Model, edge: Edge) -> String {
    let locale = scene.locale;
    let comma = locale.word("list-comma");
    let comma = if locale == Locale::En { format!("{comma} ") } else { comma };
    let ends = edge.ends().map(|node| around(scene, model, node).join(&comma));
    let [one, two] = ends;
    locale
        .say("catan-edge", &[("n", edge.index().into()), ("one", one.into()), ("two", two.into())])
}

/// What finds words for the actions of a seat.
pub(crate) fn act_words(scene: &Scene<'_>, own: Seat) -> impl Fn(&str) -> Option<String> {
    let model = Model::read(scene);
    move |action| act(scene, &model, own, action)
}

fn act(scene: &Scene<'_>, model: &Model, own: Seat, action: &str) -> Option<String> {
    let locale = scene.locale;
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    let name = |seat: &str| {
        let seat: Option<Seat> = seat.parse().ok();
        seat.map(|seat| scene.plain_name(seat).to_owned()).unwrap_or_default()
    };
    let at = |key: &str, place: String| locale.say(key, &[("place", place.into())]);
    let terms = |key: &str| {
        let (give, get) = read_terms(rest.split('@').next().unwrap_or_default());
        let [give, get] = [give, get].map(|cards| cards_in_words(locale, cards));
        locale.say(key, &[("give", give.into()), ("get", get.into())])
    };
    let card = |card: &str| {
        let card = locale.word(&format!("dev-{card}"));
        locale.say("catan-play-card", &[("card", card.into())])
    };
    Some(match verb {
        "roll" => locale.word("catan-roll"),
        "end" => locale.word("catan-end"),
        "quiet" => locale.word("catan-quiet"),
        "road" => at("catan-road-here", edge_label(scene, model, rest.parse().ok()?)),
        "settlement" => at("catan-settlement-here", node_label(scene, model, rest.parse().ok()?)),
        "city" => at("catan-city-here", node_label(scene, model, rest.parse().ok()?)),
        "robber" => {
            let (hex, victim) = rest.split_once(',').unwrap_or((rest, ""));
            let place = at("catan-robber-here", hex_label(scene, model, hex.parse().ok()?));
            let robbed = match victim.parse().ok().and_then(|seat: Seat| model.player(seat)) {
                Some(player) => locale.say(
                    "catan-rob",
                    &[("who", name(victim).into()), ("n", player.hand_size.into())],
                ),
                None => locale.word("catan-rob-nobody"),
            };
            format!("{place}; {robbed}")
        }
        "buy" => {
            let cost = COSTS.iter().find(|(name, ..)| *name == "buy")?.2;
            let values = [
                ("what", locale.word("catan-build-buy").into()),
                ("cost", cards_in_words(locale, cost).into()),
            ];
            locale.say("catan-build-label", &values)
        }
        "knight" | "road-building" => card(verb),
        "plenty" => {
            format!("{}: {}", card("year-of-plenty"), cards_in_words(locale, read_cards(rest)))
        }
        "monopoly" => {
            let kind = LETTERS.iter().position(|letter| rest.starts_with(*letter))?;
            format!("{}: {}", card(verb), resource(locale, kind))
        }
        "discard" => {
            let cards = cards_in_words(locale, read_cards(rest));
            format!("{}: {cards}", locale.word("catan-discard"))
        }
        "offer" => {
            let to = rest.split('@').nth(1).unwrap_or_default();
            let to: Vec<String> = to.chars().map(|digit| name(&format!("P{digit}"))).collect();
            let to = to.join(&locale.word("list-dot"));
            format!("{}: {} → {to}", locale.word("deal-new-offer"), terms("deal-sentence"))
        }
        "counter" => format!("{}: {}", locale.word("deal-your-counter"), terms("deal-sentence")),
        "bank" => format!("{}: {}", locale.word("deal-bank"), terms("deal-sentence")),
        "accept" => locale.word("deal-accept"),
        "refuse" => locale.word("deal-refuse"),
        "withdraw" => locale.word("deal-withdraw"),
        "confirm" => locale.say("deal-trade-with", &[("who", name(rest).into())]),
        "say" => locale.say("speech-quoted", &[("text", statement(scene, own, rest).into())]),
        _ => return None,
    })
}

/// What was said at each happening, in words: lines about the speaker itself vary as people vary them.
pub(super) fn speech(scene: &Scene<'_>, happenings: &[Happening<'_>]) -> Vec<Option<String>> {
    let tongue = match scene.locale {
        Locale::En => Tongue::English,
        Locale::Ja => Tongue::Japanese,
    };
    let mut wording = Wording::new();
    let lines = happenings.iter().map(|happening| {
        let Happening::Acted { seat, action } = happening else {
            return None;
        };
        let said = action.strip_prefix("say:")?;
        let spoken: Option<Spoken> = said.parse().ok();
        let varied = spoken.map(|spoken| wording.say(*seat, spoken, tongue));
        // Those that name others are said with the names of this table.
        let is_about_itself = said.starts_with(&format!("{seat}:")) || said == "will:last-offer";
        varied.filter(|_| is_about_itself).or_else(|| Some(statement(scene, *seat, said)))
    });
    lines.collect()
}

/// A statement in the words of who makes it.
pub(super) fn statement(scene: &Scene<'_>, speaker: Seat, text: &str) -> String {
    let locale = scene.locale;
    let name = |seat: &str| {
        let seat: Option<Seat> = seat.parse().ok();
        seat.map(|seat| scene.plain_name(seat).to_owned()).unwrap_or_default()
    };
    if let Some(intention) = text.strip_prefix("will:") {
        return match intention.strip_prefix("not-rob:") {
            Some(seat) => locale.say("catan-say-not-rob", &[("who", name(seat).into())]),
            None => locale.word("catan-say-last-offer"),
        };
    }
    if let Some(seat) = text.strip_prefix("think:winning:") {
        return locale.say("catan-say-winning", &[("who", name(seat).into())]);
    }
    fact(scene, speaker, text).unwrap_or_else(|| text.to_owned())
}

fn fact(scene: &Scene<'_>, speaker: Seat, text: &str) -> Option<String> {
    let locale = scene.locale;
    let (seat, rest) = text.split_once(':')?;
    let sign = [">=", "<", "="].into_iter().find(|sign| rest.contains(sign))?;
    let (what, count) = rest.split_once(sign)?;
    let count: u64 = count.parse().ok()?;
    let owner: Seat = seat.parse().ok()?;
    let who = scene.plain_name(owner).to_owned();
    let is_own = owner == speaker;
    if let Some(drawn) = what.strip_prefix("drew-") {
        return Some(
            locale.say("catan-say-drew", &[("card", locale.word(&format!("dev-{drawn}")).into())]),
        );
    }
    if what == "points" {
        let key = if is_own { "catan-say-points" } else { "catan-say-their-points" };
        return Some(locale.say(key, &[("n", count.into()), ("who", who.into())]));
    }
    let thing = match WORDS.iter().position(|word| *word == what) {
        Some(kind) => resource(locale, kind),
        None => locale.word(&format!("dev-{what}")),
    };
    let key = match (is_own, sign, count) {
        (true, "<", 1) | (true, "=", 0) => "catan-say-none",
        (false, "<", 1) | (false, "=", 0) => "catan-say-their-none",
        (true, ">=", _) => "catan-say-at-least",
        (false, ">=", _) => "catan-say-their-at-least",
        (true, "<", _) => "catan-say-below",
        (false, "<", _) => "catan-say-their-below",
        (true, ..) => "catan-say-exactly",
        (false, ..) => "catan-say-their-exactly",
    };
    Some(locale.say(key, &[("n", count.into()), ("what", thing.into()), ("who", who.into())]))
}

/// Whether a statement of the observer about itself is true, where its own cards tell.
pub(super) fn is_true(scene: &Scene<'_>, model: &Model, text: &str) -> Option<bool> {
    let (seat, rest) = text.split_once(':')?;
    let owner: Seat = seat.parse().ok()?;
    let own = scene.own_seat().filter(|own| *own == owner)?;
    let sign = [">=", "<", "="].into_iter().find(|sign| rest.contains(sign))?;
    let (what, count) = rest.split_once(sign)?;
    let count: u64 = count.parse().ok()?;
    let held = match (WORDS.iter().position(|word| *word == what), what) {
        (Some(kind), _) => u64::from(model.hand(own)?[kind]),
        (None, "points") => {
            model.player(own)?.points?
                + model.cards.get("victory-point").copied().unwrap_or_default()
        }
        (None, what) => match what.strip_prefix("drew-") {
            Some(card) => *model.bought.get(card)?,
            None => *model.cards.get(what)?,
        },
    };
    Some(match sign {
        ">=" => held >= count,
        "<" => held < count,
        _ => held == count,
    })
}
