//! Monopoly to be watched: the ring of squares with owners, buildings and tokens, cash, and the log.

use kakehiki_core::Seat;
use kakehiki_games::{Observer, Waiting};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    Scene,
    json::{case, items, number, seat, text},
    layout::Pieces,
    piece::{icon, kind_icon, mark, outcome_sentence, seat_class, thinking},
    plain,
};

/// The names of the colours in the order of the board, which is the order of their classes.
const COLOURS: [&str; 8] =
    ["brown", "light-blue", "pink", "orange", "red", "yellow", "green", "dark-blue"];
/// The squares of a side, without its second corner.
const SIDE: u64 = 10;
/// The width of the board.
const WIDTH: f64 = 600.0;
/// The width of a corner.
const CORNER: f64 = 78.0;

/// What all know, in whatever the observer sees.
fn table<'a>(scene: &Scene<'a>) -> &'a Value {
    if scene.observer == Observer::Analyst { &scene.view["public"] } else { scene.view }
}

/// The pieces of a table.
pub(crate) fn pieces(scene: &Scene<'_>) -> Pieces {
    let table = table(scene);
    let locale = scene.locale;
    Pieces {
        status: html! {
            b { (locale.say("catan-turn", &[("n", number(table, "turns").into())])) }
            span class="meta" { (outcome_sentence(scene).unwrap_or_else(|| stage(scene, table))) }
        },
        players: players(scene, table),
        board: html! { svg class="board" viewBox="-8 -8 616 616" role="img" aria-label=(locale.word("monopoly-board")) { (ring(scene, table)) } },
        prompt: html! { p class="prompt" { (outcome_sentence(scene).unwrap_or_else(|| stage(scene, table))) } },
        acts: plain::acts(scene),
        log: plain::log(scene, lines(scene)),
        text_view: text_view(scene, table),
        ..Pieces::default()
    }
}

/// The ring alone.
pub(crate) fn miniature(scene: &Scene<'_>) -> Markup {
    html! {
        svg viewBox="-8 -8 616 616" role="img" aria-label=(scene.locale.word("monopoly-board")) { (ring(scene, table(scene))) }
    }
}

fn stage(scene: &Scene<'_>, table: &Value) -> String {
    let (name, inner) = case(&table["stage"]);
    let who = seat(inner).or_else(|| seat(&table["to_act"])).or_else(|| seat(&table["mover"]));
    let who = who.map(|seat| scene.plain_name(seat).to_owned()).unwrap_or_default();
    let key = format!("monopoly-stage-{name}");
    if !scene.locale.knows(&key) {
        return scene.locale.word("prompt-wait");
    }
    scene.locale.say(&key, &[("who", who.into())])
}

fn players(scene: &Scene<'_>, table: &Value) -> Markup {
    let mover = seat(&table["mover"]);
    let owned = |owner: Seat| {
        items(&table["deeds"])
            .iter()
            .filter(move |deed| seat(&deed["owner"]) == Some(owner))
            .count()
    };
    html! {
        @for (place, player) in Seat::all(scene.seats.len()).zip(items(&table["players"])) {
            @let is_out = player["is_playing"].as_bool() == Some(false);
            div class={ "seat" @if mover == Some(place) && scene.outcome.is_none() { " seat--turn" } @if is_out { " seat--out" } } {
                div class="seat__top" {
                    (mark(place, "")) span class="seat__name" { (scene.plain_name(place)) }
                    @if *scene.waiting == Waiting::Agent(place) { (thinking(scene.locale)) } @else { (kind_icon(scene, place)) }
                    @let cash = number(player, "cash");
                    span class="seat__pts" title=(scene.locale.say("monopoly-cash", &[("n", cash.into())])) { (cash) }
                }
                div class="seat__facts" {
                    span title=(scene.locale.word("monopoly-deeds")) { (icon("deed", "i16")) (owned(place)) }
                    span { (text(&player["square"], "name")) }
                }
            }
        }
    }
}

/// Where a square lies: its corner, its size, and the side of the ring from the bottom on.
fn place(square: u64) -> ((f64, f64), (f64, f64), u64) {
    let (side, along) = (square / SIDE, square % SIDE);
    let step = (WIDTH - 2.0 * CORNER) / 9.0;
    if along == 0 {
        let far = WIDTH - CORNER;
        let corner = [(far, far), (0.0, far), (0.0, 0.0), (far, 0.0)][side as usize % 4];
        return (corner, (CORNER, CORNER), side);
    }
    let from = CORNER + (along - 1) as f64 * step;
    let back = WIDTH - from - step;
    match side {
        0 => ((back, WIDTH - CORNER), (step, CORNER), side),
        1 => ((0.0, back), (CORNER, step), side),
        2 => ((from, 0.0), (step, CORNER), side),
        _ => ((WIDTH - CORNER, from), (CORNER, step), side),
    }
}

fn ring(scene: &Scene<'_>, table: &Value) -> Markup {
    html! {
        rect x="-6" y="-6" width="612" height="612" rx="12" class="mb" {}
        @for square in 0..4 * SIDE {
            @let ((x, y), (width, height), _) = place(square);
            rect x=(x) y=(y) width=(width) height=(height) class="ms" {}
        }
        @for deed in items(&table["deeds"]) { (deed_mark(scene, deed)) }
        @for (seat, player) in Seat::all(scene.seats.len()).zip(items(&table["players"])) {
            @if player["is_playing"].as_bool() != Some(false) {
                @let ((x, y), (width, height), _) = place(number(&player["square"], "number"));
                @let (column, row) = ((seat.index() % 3) as f64, (seat.index() / 3) as f64);
                use href={ "#i-seat-" (seat_class(seat)) } x=(x + width / 2.0 - 26.0 + 17.0 * column) y=(y + height / 2.0 - 8.0 + 17.0 * row)
                    width="17" height="17" class={ "mtok fill-" (seat_class(seat)) } {}
            }
        }
        (centre(scene, table))
    }
}

/// The band of a deed's group, its owner and its buildings.
fn deed_mark(scene: &Scene<'_>, deed: &Value) -> Markup {
    let square = number(&deed["square"], "number");
    let ((x, y), (width, height), side) = place(square);
    let (family, inner) = case(&deed["family"]);
    let colour = COLOURS.iter().position(|colour| inner.as_str() == Some(*colour));
    let band = 16.0;
    let (left, top, wide, high) = match side {
        0 => (x, y, width, band),
        1 => (x + width - band, y, band, height),
        2 => (x, y + height - band, width, band),
        _ => (x, y, band, height),
    };
    let owner = seat(&deed["owner"]);
    let houses = number(deed, "houses");
    let built =
        if deed["has_hotel"].as_bool() == Some(true) { "H".to_owned() } else { houses.to_string() };
    let is_mortgaged = deed["is_mortgaged"].as_bool() == Some(true);
    let middle = (x + width / 2.0, y + height / 2.0);
    html! {
        g {
            title { (text(&deed["square"], "name")) @if let Some(owner) = owner { " – " (scene.plain_name(owner)) } }
            @match colour {
                Some(colour) => rect x=(left) y=(top) width=(wide) height=(high) class={ "gr" (colour) } {},
                None => use href={ "#i-" (if family == "railroad" { "train" } else { "utility" }) } x=(left + wide / 2.0 - 9.0) y=(top + high / 2.0 - 9.0) width="18" height="18" class="port-ic" {},
            }
            @if houses > 0 || built == "H" { text x=(left + wide / 2.0) y=(top + high / 2.0 + 4.5) class="mbuilt" { (built) } }
            @if let Some(owner) = owner {
                @let (x, y) = match side { 0 => (middle.0, y + height - 12.0), 1 => (x + 12.0, middle.1), 2 => (middle.0, y + 12.0), _ => (x + width - 12.0, middle.1) };
                circle cx=(x) cy=(y) r="7" class={ "mown fill-" (seat_class(owner)) @if is_mortgaged { " mown--lent" } } {}
            }
        }
    }
}

/// What goes on in the middle: the dice, an auction or an offer.
fn centre(scene: &Scene<'_>, table: &Value) -> Markup {
    let dice: Vec<u64> = items(&table["turn"]["dice"]).iter().filter_map(Value::as_u64).collect();
    let line = at_stake(scene, table);
    let offer = &table["offer"];
    html! {
        @for (at, die) in dice.iter().filter(|die| (1..=6).contains(*die)).enumerate() {
            use href={ "#i-die-" (die) } x=(250.0 + 54.0 * at as f64) y="230" width="46" height="46" class="mdie" {}
        }
        @if let Some(line) = line { text x="300" y="330" class="mline" { (line) } }
        @if offer.is_object() { text x="300" y="356" class="mline mline--s" { (text(offer, "notation")) } }
    }
}

/// The auction or the offer that is open.
fn at_stake(scene: &Scene<'_>, table: &Value) -> Option<String> {
    let locale = scene.locale;
    let auction = &table["auction"];
    let offer = &table["offer"];
    if auction.is_object() {
        let square = text(&auction["square"], "name").to_owned();
        Some(locale.say(
            "monopoly-auction",
            &[("square", square.into()), ("bid", number(auction, "bid").into())],
        ))
    } else if offer.is_object() {
        let names = |field: &str| seat(&offer[field]).map(|seat| scene.plain_name(seat).to_owned());
        Some(locale.say(
            "monopoly-offer",
            &[
                ("who", names("proposer").unwrap_or_default().into()),
                ("partner", names("partner").unwrap_or_default().into()),
            ],
        ))
    } else {
        None
    }
}

/// What happened, each with whose it is.
pub(crate) fn lines(scene: &Scene<'_>) -> impl Iterator<Item = (Option<Seat>, Markup)> {
    scene.seen.iter().filter_map(|seen| line(scene, &seen.sight))
}

/// An action in words.
pub(crate) fn act_words(scene: &Scene<'_>, action: &str) -> Option<String> {
    let locale = scene.locale;
    let (verb, rest) = action.split_once(':').unwrap_or((action, ""));
    if verb == "say" {
        return Some(locale.say("speech-quoted", &[("text", said(scene, rest).into())]));
    }
    let key = format!("monopoly-act-{verb}");
    let what = match verb {
        "propose" | "counter" => deal_words(scene, rest),
        _ => rest.parse().ok().and_then(|number| square_name(scene, number)),
    };
    let what = what.unwrap_or_else(|| rest.to_owned());
    locale.knows(&key).then(|| locale.say(&key, &[("what", what.into())]))
}

fn name_of(scene: &Scene<'_>, seat: &str) -> String {
    seat.parse().map(|seat| scene.plain_name(seat).to_owned()).unwrap_or_default()
}

/// A statement in words.
fn said(scene: &Scene<'_>, text: &str) -> String {
    let locale = scene.locale;
    if let Some(seat) = text.strip_prefix("think:winning:") {
        return locale.say("monopoly-say-winning", &[("who", name_of(scene, seat).into())]);
    }
    match text.strip_prefix("will:not-sell:").and_then(|rest| rest.split_once(',')) {
        Some((square, seat)) => {
            let what = square.parse().ok().and_then(|number| square_name(scene, number));
            let what = what.unwrap_or_else(|| square.to_owned());
            let values = [("what", what.into()), ("who", name_of(scene, seat).into())];
            locale.say("monopoly-say-not-sell", &values)
        }
        None => locale.word("monopoly-say-last-offer"),
    }
}

/// A deal in words, from its notation: `P0:12+$75>P1:5`.
fn deal_words(scene: &Scene<'_>, deal: &str) -> Option<String> {
    let (from, to) = deal.split_once('>')?;
    let ((from, gives), (to, gets)) = (from.split_once(':')?, to.split_once(':')?);
    let goods = |goods: &str| {
        let named = goods.split('+').map(|good| match good {
            "c" | "k" => scene.locale.word("monopoly-jail-card"),
            "-" | "" => scene.locale.word("deal-nothing"),
            good => good
                .parse()
                .ok()
                .and_then(|number| square_name(scene, number))
                .unwrap_or_else(|| good.to_owned()),
        });
        named.collect::<Vec<_>>().join(" + ")
    };
    let values = [
        ("from", name_of(scene, from).into()),
        ("gives", goods(gives).into()),
        ("to", name_of(scene, to).into()),
        ("gets", goods(gets).into()),
    ];
    Some(scene.locale.say("monopoly-deal", &values))
}

/// One line of the log.
fn line(scene: &Scene<'_>, sight: &Value) -> Option<(Option<Seat>, Markup)> {
    let locale = scene.locale;
    // A log nests what a sight has at its top.
    let inner = if sight["action"].is_object() { &sight["action"] } else { sight };
    let action = inner["action"].as_str().or_else(|| inner["play"].as_str());
    if let Some(action) = action {
        // The dice and the next player tell of these.
        let is_told = !matches!(action, "roll" | "end" | "pass");
        let words = act_words(scene, action).unwrap_or_else(|| action.to_owned());
        return is_told.then(|| (seat(&inner["seat"]), html! { (words) }));
    }
    let fell = sight["chance"].as_str().or_else(|| sight["chance"]["fell"].as_str())?;
    let words = match fell.split_once(':') {
        Some(("dice", dice)) => {
            locale.say("monopoly-dice", &[("dice", dice.replace('-', " + ").into())])
        }
        _ => locale
            .say("monopoly-card", &[("card", fell.trim_start_matches("card:").to_owned().into())]),
    };
    Some((None, html! { (words) }))
}

fn square_name(scene: &Scene<'_>, square: u64) -> Option<String> {
    let deeds = items(&table(scene)["deeds"]).iter();
    let mut named = deeds.filter(|deed| number(&deed["square"], "number") == square);
    named.next().map(|deed| text(&deed["square"], "name").to_owned())
}

fn text_view(scene: &Scene<'_>, table: &Value) -> Markup {
    let offer = &table["offer"];
    html! {
        @if let Some(line) = at_stake(scene, table) { p { (line) } }
        @if offer.is_object() { p { (deal_words(scene, text(offer, "notation")).unwrap_or_default()) } }
        table class="table" {
            thead { tr { th { (scene.locale.word("monopoly-deeds")) } th { (scene.locale.word("monopoly-owner")) } th { (scene.locale.word("monopoly-houses")) } } }
            tbody { @for deed in items(&table["deeds"]) {
                tr {
                    td { (text(&deed["square"], "name")) }
                    td { (seat(&deed["owner"]).map_or("–", |seat| scene.plain_name(seat))) }
                    td class="num" { @if deed["has_hotel"].as_bool() == Some(true) { (scene.locale.word("monopoly-hotel")) } @else { (number(deed, "houses")) } }
                }
            } }
        }
    }
}
