//! The sea, the hexes with their numbers, and the harbours.

use super::{
    canvas::{Anchor, Canvas, Font, Paint, Point},
    landscape::landscape,
    palette::{CARD, DEEP_SEA, INK, PAPER, RED, SAND, SEA, WHITE, colour, ground, word},
};
use crate::rules::{
    board::{Harbour, Terrain, is_red},
    topology::{Edge, HARBOUR_PLACES, Hex, ISLAND, Node},
    view::View,
};

/// Where the middle of the island is.
const CENTRE: Point = (366.0, 392.0);
/// The length of the sides of a hex.
const SIDE: f64 = 62.0;
/// How far a hex reaches to both sides, in the length of its sides.
const HALF_WIDTH: f64 = 0.866_025_4;
/// The middle of the fine grid on which hexes and nodes stand.
const GRID_CENTRE: (i8, i8) = (5, 8);
/// How far the corners of the sea are from its middle.
const SEA_RADIUS: f64 = 356.0;

fn place((x, y): (i8, i8)) -> Point {
    let (right, down) = (f64::from(x - GRID_CENTRE.0), f64::from(y - GRID_CENTRE.1));
    (CENTRE.0 + right * HALF_WIDTH * SIDE, CENTRE.1 + down * SIDE / 2.0)
}

/// Where a node is.
pub(super) fn node_place(node: Node) -> Point {
    place(ISLAND.node_points[node.index()])
}

/// Where the middle of a hex is.
pub(super) fn hex_place(hex: Hex) -> Point {
    place(ISLAND.hex_centres[hex.index()])
}

/// The point between two others.
pub(super) fn between(one: Point, other: Point) -> Point {
    (one.0.midpoint(other.0), one.1.midpoint(other.1))
}

/// Draws the sea and the land.
pub(super) fn draw(canvas: &mut Canvas, view: &View) {
    draw_sea(canvas);
    for (place, coast) in HARBOUR_PLACES.iter().enumerate() {
        if let Some(harbour) = view.board().harbour(place) {
            draw_harbour(canvas, harbour, Edge(ISLAND.coast[*coast]));
        }
    }
    // The beach lies under all hexes, so that it shows along the coast only.
    for hex in Hex::all() {
        canvas.polygon(&corners(hex), Paint::fill(SAND).outlined(SAND, 14.0));
    }
    for hex in Hex::all() {
        draw_hex(canvas, view, hex);
    }
}

fn corners(hex: Hex) -> [Point; 6] {
    ISLAND.hex_nodes[hex.index()].map(|node| node_place(Node(node)))
}

fn draw_sea(canvas: &mut Canvas) {
    let (x, y) = CENTRE;
    let (half, height) = (SEA_RADIUS / 2.0, SEA_RADIUS * HALF_WIDTH);
    let points = [
        (x - SEA_RADIUS, y),
        (x - half, y - height),
        (x + half, y - height),
        (x + SEA_RADIUS, y),
        (x + half, y + height),
        (x - half, y + height),
    ];
    canvas.polygon(&points, Paint::fill(SEA).outlined(DEEP_SEA, 5.0));
    for (right, down) in
        [(0.0, -288.0), (-232.0, -158.0), (274.0, -104.0), (-236.0, 160.0), (232.0, 166.0)]
    {
        let (left, middle) = (x + right - 18.0, y + down);
        let wave = |far: f64, up: f64| (left + far, middle + up);
        let points =
            [wave(0.0, 0.0), wave(5.0, -6.0), wave(12.0, 0.0), wave(19.0, 6.0), wave(24.0, 0.0)];
        canvas.curve(&points, Paint::stroke(DEEP_SEA, 2.0));
    }
}

fn draw_hex(canvas: &mut Canvas, view: &View, hex: Hex) {
    let (x, y) = hex_place(hex);
    let terrain = view.board().terrain(hex);
    let number = view.board().number(hex);
    let what = match terrain {
        None => "not dealt",
        Some(Terrain::Desert) => "desert",
        Some(Terrain::Land(resource)) => word(resource),
    };
    let mut title = format!("{hex}: {what}");
    if let Some(number) = number {
        title += &format!(" {number}");
    }
    if view.robber() == hex && terrain.is_some() {
        title += ", robber";
    }
    canvas.group(&title, |canvas| {
        let colour = terrain.map_or(CARD, ground);
        canvas.polygon(&corners(hex), Paint::fill(colour).outlined(PAPER, 3.0));
        if let Some(terrain) = terrain {
            landscape(canvas, terrain, (x, y - 27.0));
            let letter =
                Font { size: 14.0, is_bold: true, colour: "#55523f", anchor: Anchor::Middle };
            canvas.words((x + 34.0, y + 24.0), letter, &terrain.letter().to_string());
        }
        if let Some(number) = number {
            draw_token(canvas, number, (x, y + 19.0));
        }
    });
}

/// The ways out of 36 in which two dice give a number.
fn dots(number: u8) -> u8 {
    6_u8.saturating_sub(number.abs_diff(7))
}

fn draw_token(canvas: &mut Canvas, number: u8, (x, y): Point) {
    let ink = if is_red(number) { RED } else { INK };
    canvas.circle((x, y), 19.0, Paint::fill("#fdf8e8").outlined("#c9b98f", 1.5));
    let font = Font { size: 18.0, is_bold: true, colour: ink, anchor: Anchor::Middle };
    canvas.words((x, y + 4.0), font, &number.to_string());
    let dots = dots(number);
    for dot in 0..dots {
        let right = (f64::from(dot) - f64::from(dots - 1) / 2.0) * 5.0;
        canvas.circle((x + right, y + 10.5), 1.7, Paint::fill(ink));
    }
}

fn draw_harbour(canvas: &mut Canvas, harbour: Harbour, edge: Edge) {
    let mut ends = edge.ends();
    ends.sort_unstable();
    let [one, other] = ends;
    let ends = [one, other].map(node_place);
    let middle = between(ends[0], ends[1]);
    let touches = |hex: &Hex| {
        let corners = ISLAND.hex_corners[hex.index()];
        corners & one.bit() != 0 && corners & other.bit() != 0
    };
    let inland = Hex::all().find(touches).map_or(CENTRE, hex_place);
    let badge = (middle.0 + (middle.0 - inland.0) * 0.72, middle.1 + (middle.1 - inland.1) * 0.72);
    let (title, rate, letter, fill) = match harbour {
        Harbour::Three => ("any three".to_owned(), "3:1", '?', WHITE),
        Harbour::Two(resource) => {
            (format!("two {}", word(resource)), "2:1", resource.letter(), colour(resource))
        }
    };
    canvas.group(&format!("harbour at {one} and {other}: {title} for one"), |canvas| {
        for end in ends {
            canvas.line(badge, end, Paint::stroke("#8a6a3f", 3.5).dashed());
        }
        canvas.circle(badge, 19.0, Paint::fill(fill).outlined("#4f7d93", 2.0));
        let font = Font { size: 13.0, is_bold: true, colour: INK, anchor: Anchor::Middle };
        canvas.words((badge.0, badge.1 - 0.5), font, rate);
        canvas.words((badge.0, badge.1 + 13.0), Font { size: 12.0, ..font }, &letter.to_string());
    });
}
