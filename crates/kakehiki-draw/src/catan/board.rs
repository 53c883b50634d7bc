//! The island, with everything that may be pressed.

use std::{fmt, sync::LazyLock};

use kakehiki_catan::{Edge, HEXES, Hex, Node};
use kakehiki_core::Seat;
use maud::{Markup, PreEscaped, html};

use super::{
    happenings::{acts_backwards, throws},
    model::{Model, SYMBOLS, WORDS},
    words::{edge_label, hex_label, node_label},
};
use crate::{Scene, piece::seat_class};

/// The length of the sides of a hex.
const SIDE: f64 = 60.0;
/// Half the width of a hex in the length of its sides.
const HALF_WIDTH: f64 = 0.866_025_4;
/// The hexes in each row.
const ROWS: [usize; 5] = [3, 4, 5, 4, 3];
/// The corners of a hex, clockwise from the top, on a grid of half widths and half sides.
const CORNERS: [(f64, f64); 6] =
    [(0.0, -2.0), (1.0, -1.0), (1.0, 1.0), (0.0, 2.0), (-1.0, 1.0), (-1.0, -1.0)];

type Point = (f64, f64);

/// The centre of a hex on the grid, the middle of the island being zero.
fn centre_on_grid(hex: Hex) -> Point {
    let (mut row, mut column) = (0, hex.index());
    while row < ROWS.len() - 1 && column >= ROWS[row] {
        column -= ROWS[row];
        row += 1;
    }
    let indent = 5 - ROWS[row];
    ((indent + 2 * column) as f64 - 4.0, 3.0 * (row as f64 - 2.0))
}

fn point((x, y): Point) -> Point {
    (x * HALF_WIDTH * SIDE, y * SIDE / 2.0)
}

fn centre(hex: Hex) -> Point {
    point(centre_on_grid(hex))
}

/// Where a node is.
pub(super) fn node_point(node: Node) -> Point {
    let hex = node.hexes().next();
    let place = hex.and_then(|hex| {
        let corner = hex.corners().iter().position(|corner| *corner == node)?;
        let ((x, y), (right, down)) = (centre_on_grid(hex), CORNERS[corner]);
        Some(point((x + right, y + down)))
    });
    place.unwrap_or_default()
}

/// A number of tenths, written as a decimal: writing floating-point numbers took a tenth of the time
/// that a table takes to draw.
#[derive(Clone, Copy)]
pub(super) struct Tenths(i32);

impl fmt::Display for Tenths {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, whole, tenth) =
            (if self.0 < 0 { "-" } else { "" }, self.0.abs() / 10, self.0.abs() % 10);
        write!(formatter, "{sign}{whole}")?;
        if tenth == 0 { Ok(()) } else { write!(formatter, ".{tenth}") }
    }
}

pub(super) fn round(number: f64) -> Tenths {
    Tenths((number * 10.0).round() as i32)
}

/// How large a hex is drawn.
#[derive(Clone, Copy)]
enum Size {
    Whole,
    Tile,
    Inner,
}

/// The outlines of all hexes at all sizes, which are the same on every board.
static OUTLINES: LazyLock<Vec<[String; 3]>> = LazyLock::new(|| {
    hexes().map(|hex| [1.0, 0.945, 0.86].map(|size| draw_outline(hex, size))).collect()
});

fn outline(hex: Hex, size: Size) -> &'static str {
    &OUTLINES[hex.index()][size as usize]
}

fn draw_outline(hex: Hex, size: f64) -> String {
    let (x, y) = centre(hex);
    let corners = CORNERS.map(|corner| {
        let (right, down) = point(corner);
        format!("{},{}", round(x + right * size), round(y + down * size))
    });
    corners.join(" ")
}

/// How many of 36 throws give a number.
fn pips(number: u64) -> u64 {
    6_u64.saturating_sub(number.abs_diff(7))
}

fn hexes() -> impl Iterator<Item = Hex> {
    (0..HEXES).filter_map(Hex::new)
}

/// A symbol in the middle of a point.
fn symbol(name: &str, (x, y): Point, size: f64, class: &str) -> Markup {
    html! {
        use href={ "#i-" (name) } x=(round(x - size / 2.0)) y=(round(y - size / 2.0)) width=(round(size)) height=(round(size)) class=(class) {}
    }
}

/// The whole board.
pub(super) fn board(scene: &Scene<'_>, model: &Model) -> Markup {
    let label = scene.locale.word("catan-board");
    html! {
        svg class="board" viewBox="-326 -298 652 598" role="group" aria-label=(label) data-roving="" {
            (PreEscaped(SHORE.as_str()))
            g aria-hidden="true" {
                (harbours(model))
                @for land in &model.lands { (tile(scene, model, land.hex)) }
                @if let Some(hex) = model.robber {
                    @let (x, y) = centre(hex);
                    @let is_desert = model.land(hex).is_some_and(|land| land.resource.is_none());
                    (symbol("robber", if is_desert { (x, y + SIDE * 0.26) } else { (x + SIDE * 0.48, y - SIDE * 0.1) }, SIDE * 0.62, "robber"))
                }
                (roads(model, last_place(scene)))
            }
            (super::outlook::heat_map(scene))
            (buildings(scene, model, last_place(scene)))
            (targets(scene, model))
            (dice(scene, model))
        }
        output class="tip" data-tip="" aria-hidden="true" {}
    }
}

/// The island alone, small.
pub(super) fn small(scene: &Scene<'_>, model: &Model) -> Markup {
    html! {
        svg viewBox="-280 -256 560 512" role="img" aria-label=(scene.locale.word("catan-board")) {
            (coast(false))
            @for land in &model.lands {
                @let kind = land.resource.map_or("desert", |kind| SYMBOLS[kind]);
                polygon points=(outline(land.hex, Size::Tile)) class={ "tile tile-" (kind) } {}
            }
            @for (seat, player) in Seat::all(model.players.len()).zip(&model.players) {
                @for edge in &player.roads { path d=(road_path(*edge)) class={ "rds rds--m ln-" (seat_class(seat)) } {} }
            }
            @for (seat, player) in Seat::all(model.players.len()).zip(&model.players) {
                @for (node, radius) in player.settlements.iter().map(|node| (node, 13.0)).chain(player.cities.iter().map(|node| (node, 19.0))) {
                    @let (x, y) = node_point(*node);
                    circle cx=(round(x)) cy=(round(y)) r=(radius) class={ "pcs fill-" (seat_class(seat)) } {}
                }
            }
        }
    }
}

/// The sea, and the coast with its shadow: the same on every board.
static SHORE: LazyLock<String> =
    LazyLock::new(|| html! { (sea()) g aria-hidden="true" { (coast(true)) } }.into_string());

/// The sea with its pattern of waves.
fn sea() -> Markup {
    let mut waves = String::new();
    for (x, y) in [(22, 0), (0, 11), (44, 11), (22, 22), (0, 33), (44, 33), (22, 44)] {
        for (radius, class) in [("22", "w0"), ("14.5", "w1"), ("7.3", "w1")] {
            waves += &format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" class=\"{class}\"></circle>"
            );
        }
    }
    html! {
        defs { pattern id="sea-waves" width="44" height="22" patternUnits="userSpaceOnUse" { (PreEscaped(waves)) } }
        rect x="-900" y="-700" width="1800" height="1400" fill="url(#sea-waves)" aria-hidden="true" {}
    }
}

fn coast(with_shadow: bool) -> Markup {
    let lands: Vec<&str> = hexes().map(|hex| outline(hex, Size::Whole)).collect();
    html! {
        @if with_shadow {
            g class="coast-sh" transform="translate(0 5)" { @for land in &lands { polygon points=(land) {} } }
        }
        g class="coast" { @for land in &lands { polygon points=(land) {} } }
    }
}

fn harbours(model: &Model) -> Markup {
    html! {
        @for (edge, what) in &model.harbours {
            @let [one, two] = edge.ends().map(node_point);
            @let middle = (one.0.midpoint(two.0), one.1.midpoint(two.1));
            @let away = outwards(*edge, middle);
            @let place = (middle.0 + away.0 * SIDE * 0.56, middle.1 + away.1 * SIDE * 0.56);
            @let kind = what.map(|kind| SYMBOLS[kind]);
            path class="pier" d={
                "M" (round(place.0)) " " (round(place.1)) "L" (round(one.0 + away.0 * 3.0)) " " (round(one.1 + away.1 * 3.0))
                "M" (round(place.0)) " " (round(place.1)) "L" (round(two.0 + away.0 * 3.0)) " " (round(two.1 + away.1 * 3.0))
            } {}
            circle cx=(round(place.0)) cy=(round(place.1)) r="19" class={ "port-disc" @if let Some(kind) = kind { " pd-" (kind) } } {}
            (symbol(kind.unwrap_or("harbour"), (place.0, place.1 - 5.0), 18.0, &kind.map_or("port-ic".to_owned(), |kind| format!("port-ic ti-{kind}"))))
            text x=(round(place.0)) y=(round(place.1 + 13.0)) class={ "port-t" @if let Some(kind) = kind { " tt-" (kind) } } { (if kind.is_some() { "2:1" } else { "3:1" }) }
        }
    }
}

/// The direction in which the sea lies from an edge of the coast.
fn outwards(edge: Edge, middle: Point) -> Point {
    let [one, two] = edge.ends();
    let land = one.hexes().find(|hex| two.hexes().any(|other| other == *hex));
    let from = land.map_or((0.0, 0.0), centre);
    let (x, y) = (middle.0 - from.0, middle.1 - from.1);
    let length = x.hypot(y).max(1.0);
    (x / length, y / length)
}

fn tile(scene: &Scene<'_>, model: &Model, hex: Hex) -> Markup {
    let (x, y) = centre(hex);
    let Some(land) = model.land(hex) else {
        return html! {};
    };
    let kind = land.resource.map_or("desert", |kind| SYMBOLS[kind]);
    if !land.is_dealt {
        return html! { polygon points=(outline(hex, Size::Tile)) class="tile tile-desert" {} };
    }
    html! {
        polygon points=(outline(hex, Size::Tile)) class={ "tile tile-" (kind) } {}
        polygon points=(outline(hex, Size::Inner)) class={ "tile-in ti-" (kind) } {}
        (symbol(kind, (x, y - SIDE * 0.38), SIDE * 0.56, &format!("ti-{kind}")))
        @if let Some(number) = land.number {
            @let count = pips(number);
            g class={ "tok" @if count == 5 { " hot" } } {
                circle cx=(round(x)) cy=(round(y + SIDE * 0.3)) r=(SIDE * 0.29) {}
                text x=(round(x)) y=(round(y + SIDE * 0.36)) { (number) }
                @for pip in 0..count {
                    circle class="pip" cx=(round(x + (pip as f64 - (count as f64 - 1.0) / 2.0) * 4.6)) cy=(round(y + SIDE * 0.46)) r="1.5" {}
                }
            }
        }
        @if let Some(resource) = land.resource {
            text x=(round(x - SIDE * 0.5)) y=(round(y + SIDE * 0.36)) class={ "tl tt-" (kind) } {
                (scene.locale.word(&format!("res-letter-{}", WORDS[resource])))
            }
        }
    }
}

fn road_path(edge: Edge) -> String {
    let [one, two] = edge.ends().map(node_point);
    let part = |from: f64, to: f64| round(from + (to - from) * 0.17);
    format!(
        "M{} {}L{} {}",
        part(one.0, two.0),
        part(one.1, two.1),
        part(two.0, one.0),
        part(two.1, one.1)
    )
}

fn roads(model: &Model, last: Option<&str>) -> Markup {
    html! {
        @for (seat, player) in Seat::all(model.players.len()).zip(&model.players) {
            @for edge in &player.roads {
                @let path = road_path(*edge);
                @if last == Some(edge.to_string().as_str()) { path d=(path) class="glow" {} }
                path d=(path) class="rd0" {} path d=(path) class="rd1" {} path d=(path) class={ "rd ln-" (seat_class(seat)) } {}
            }
        }
    }
}

fn settlement_path((x, y): Point) -> String {
    format!("M{} {}v-11l11 -10.4 11 10.4v11z", round(x - 11.0), round(y + 10.4))
}

fn city_path((x, y): Point) -> String {
    format!("M{} {}v-19.2l8.4 -8.4 8.4 8.4v4.8h14.4v14.4z", round(x - 15.6), round(y + 12.0))
}

fn buildings(scene: &Scene<'_>, model: &Model, last: Option<&str>) -> Markup {
    html! {
        @for (seat, player) in Seat::all(model.players.len()).zip(&model.players) {
            @let class = seat_class(seat);
            @for node in &player.settlements {
                @let (x, y) = node_point(*node);
                g role="img" aria-label=(node_label(scene, model, *node)) {
                    @if last == Some(node.to_string().as_str()) { circle cx=(round(x)) cy=(round(y)) r="21" class="glow-spot" {} }
                    path class={ "pc fill-" (class) } d=(settlement_path((x, y))) {}
                    (symbol(&format!("seat-{class}"), (x, y + 2.6), 10.0, &format!("pm on-{class}")))
                }
            }
            @for node in &player.cities {
                @let (x, y) = node_point(*node);
                g role="img" aria-label=(node_label(scene, model, *node)) {
                    @if last == Some(node.to_string().as_str()) { circle cx=(round(x)) cy=(round(y)) r="23" class="glow-spot" {} }
                    path class={ "pc fill-" (class) } d=(city_path((x, y))) {}
                    (symbol(&format!("seat-{class}"), (x + 1.0, y + 4.0), 11.0, &format!("pm on-{class}")))
                }
            }
        }
    }
}

/// The place of the last road or building.
fn last_place<'a>(scene: &Scene<'a>) -> Option<&'a str> {
    acts_backwards(scene).find_map(|(_, action)| {
        let (verb, place) = action.split_once(':')?;
        matches!(verb, "road" | "settlement" | "city").then_some(place)
    })
}

/// What may be pressed: places to build on, hidden until a building is picked where there is a choice,
/// and hexes for the robber.
fn targets(scene: &Scene<'_>, model: &Model) -> Markup {
    let is_direct = model.stage != "act";
    let group = |kind: &'static str| (!is_direct).then_some(kind);
    let mut robbed: Vec<(Hex, Vec<&str>)> = Vec::new();
    for action in scene.actions() {
        let hex =
            action.strip_prefix("robber:").and_then(|rest| rest.split(',').next()?.parse().ok());
        let Some(hex) = hex else { continue };
        match robbed.iter_mut().find(|(known, _)| *known == hex) {
            Some((_, actions)) => actions.push(action),
            None => robbed.push((hex, vec![action])),
        }
    }
    html! {
        @for action in scene.actions() {
            @match action.split_once(':') {
                Some(("road", place)) => { @if let Ok(edge) = place.parse::<Edge>() { (road_target(scene, model, action, edge, group("road"))) } }
                Some(("settlement", place)) => { @if let Ok(node) = place.parse::<Node>() { (node_target(scene, model, action, node, group("settlement"))) } }
                Some(("city", place)) => { @if let Ok(node) = place.parse::<Node>() { (node_target(scene, model, action, node, group("city"))) } }
                _ => {}
            }
        }
        @for (hex, actions) in &robbed { (robber_target(scene, model, *hex, actions)) }
    }
}

fn road_target(
    scene: &Scene<'_>,
    model: &Model,
    action: &str,
    edge: Edge,
    group: Option<&str>,
) -> Markup {
    let path = road_path(edge);
    html! {
        g id={ "to-" (edge) } class="target" role="button" tabindex="-1" data-group=[group] data-act=(action)
            aria-label=(scene.locale.say("catan-road-here", &[("place", edge_label(scene, model, edge).into())])) {
            path d=(path) class="chit chit--road" {}
            path d=(path) class="legal-road" {}
        }
    }
}

fn node_target(
    scene: &Scene<'_>,
    model: &Model,
    action: &str,
    node: Node,
    group: Option<&str>,
) -> Markup {
    let (x, y) = node_point(node);
    let key = if action.starts_with("city") { "catan-city-here" } else { "catan-settlement-here" };
    let label = scene.locale.say(key, &[("place", node_label(scene, model, node).into())]);
    html! {
        g id={ "to-" (node) } class="target" role="button" tabindex="-1" data-group=[group] data-act=(action) aria-label=(label) {
            circle cx=(round(x)) cy=(round(y)) r="22" class="chit" {}
            circle cx=(round(x)) cy=(round(y)) r=(if action.starts_with("city") { "19" } else { "9" }) class={ "legal" @if action.starts_with("city") { " legal--ring" } } {}
        }
    }
}

/// A hex for the robber: at once where there is one way to rob, and by a choice of victims otherwise.
fn robber_target(scene: &Scene<'_>, model: &Model, hex: Hex, actions: &[&str]) -> Markup {
    let label =
        scene.locale.say("catan-robber-here", &[("place", hex_label(scene, model, hex).into())]);
    let act = (actions.len() == 1).then(|| actions[0]);
    let pick = (actions.len() > 1).then(|| format!("robber-{hex}"));
    html! {
        g id={ "to-" (hex) } class="target" role="button" tabindex="-1" data-act=[act] data-pick=[pick] aria-label=(label) {
            polygon points=(outline(hex, Size::Inner)) class="chit chit--hex" {}
        }
    }
}

/// The last throw and how often each total fell, with how often it was to be expected.
fn dice(scene: &Scene<'_>, model: &Model) -> Markup {
    let mut counts = [0_u64; 13];
    for total in throws(scene) {
        if let Some(count) = counts.get_mut(total as usize) {
            *count += 1;
        }
    }
    let thrower = acts_backwards(scene).find(|(_, action)| *action == "roll");
    let roller = thrower.map_or(model.mover, |(seat, _)| seat);
    let rolls: u64 = counts.iter().sum();
    let Some(last) = model.last_roll.filter(|_| rolls > 0) else {
        return html! {};
    };
    let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
    let most = most.max(rolls as f64 * 5.0 / 36.0 + 1.0);
    let height = |count: f64| (400.0 * count / most).round() / 10.0;
    let label = scene.locale.say("catan-dice-label", &[("n", rolls.into()), ("last", last.into())]);
    html! {
        g role="img" aria-label=(label) {
            g class="die die--total" data-watch=(rolls) {
                rect x="-310" y="236" width="46" height="46" rx="9" class="dieplate" {}
                text x="-287" y="268" class="dietotal" { (last) }
            }
            text x="-312" y="224" class="hcap" { (scene.locale.say("catan-rolled", &[("who", scene.plain_name(roller).to_owned().into())])) }
            text x="166" y="224" class="hcap" { (scene.locale.say(if scene.is_cut() { "catan-last-rolls" } else { "catan-rolls" }, &[("n", rolls.into())])) }
            @for total in 2..=12_u64 {
                @let x = 166.0 + (total - 2) as f64 * 13.6;
                @let count = height(counts[total as usize] as f64);
                @let expected = height(rolls as f64 * pips(total) as f64 / 36.0);
                rect x=(round(x)) y=(round(280.0 - count)) width="10.4" height=(round(count)) rx="1.5" class={ "hb" @if total == last { " hb-now" } } {}
                text x=(round(x + 5.2)) y="292" class="ht" { (total) }
                path d={ "M" (round(x - 0.6)) " " (round(280.0 - expected)) "h11.6" } class="hexp" {}
            }
        }
    }
}
