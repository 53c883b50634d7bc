//! Roads, settlements, cities and the robber.

use kakehiki_core::Seat;

use super::{
    canvas::{Canvas, Paint, Point},
    island::{between, hex_place, node_place},
    palette::{INK, WHITE, mark, seat_colour},
};
use crate::rules::{state::Stage, topology::Edge, view::View};

/// Draws what stands on the board: roads first, for buildings stand on their ends.
pub(super) fn draw(canvas: &mut Canvas, view: &View) {
    if view.stage() != Stage::Deal {
        let (x, y) = hex_place(view.robber());
        let title = format!("robber on {}", view.robber());
        canvas.group(&title, |canvas| draw_robber(canvas, (x - 31.0, y + 17.0)));
    }
    let players = || Seat::all(view.players().len()).zip(view.players());
    for (seat, player) in players() {
        for edge in player.roads() {
            canvas.group(&format!("road of {seat} on {edge}"), |canvas| {
                draw_road(canvas, seat, edge);
            });
        }
    }
    for (seat, player) in players() {
        for node in player.settlements() {
            canvas.group(&format!("settlement of {seat} on {node}"), |canvas| {
                draw_settlement(canvas, seat, node_place(node));
            });
        }
        for node in player.cities() {
            canvas.group(&format!("city of {seat} on {node}"), |canvas| {
                draw_city(canvas, seat, node_place(node));
            });
        }
    }
}

/// A point on the way from one to another.
fn along(from: Point, to: Point, share: f64) -> Point {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

fn draw_road(canvas: &mut Canvas, seat: Seat, edge: Edge) {
    let [one, other] = edge.ends().map(node_place);
    let (from, to) = (along(one, other, 0.2), along(one, other, 0.8));
    canvas.line(from, to, Paint::stroke(INK, 13.0));
    canvas.line(from, to, Paint::stroke(seat_colour(seat), 10.0));
    mark(canvas, seat, between(from, to), 3.6, Paint::fill(WHITE));
}

/// An outline given as steps from a point.
fn outline((x, y): Point, steps: &[Point]) -> Vec<Point> {
    steps.iter().map(|(right, down)| (x + right, y + down)).collect()
}

fn building(seat: Seat) -> Paint {
    Paint::fill(seat_colour(seat)).outlined(INK, 2.0)
}

fn draw_settlement(canvas: &mut Canvas, seat: Seat, (x, y): Point) {
    let steps = [(-12.0, 11.0), (-12.0, -3.0), (0.0, -15.0), (12.0, -3.0), (12.0, 11.0)];
    canvas.polygon(&outline((x, y), &steps), building(seat));
    mark(canvas, seat, (x, y + 2.0), 4.4, Paint::fill(WHITE));
}

fn draw_city(canvas: &mut Canvas, seat: Seat, (x, y): Point) {
    let steps = [
        (-19.0, 14.0),
        (-19.0, -12.0),
        (-15.5, -16.0),
        (-9.0, -23.0),
        (1.0, -13.0),
        (1.0, -5.0),
        (19.0, -5.0),
        (19.0, 14.0),
    ];
    canvas.polygon(&outline((x, y), &steps), building(seat));
    mark(canvas, seat, (x - 8.5, y - 6.0), 4.8, Paint::fill(WHITE));
    for right in [2.0, 10.5] {
        canvas.rectangle((x + right, y), (5.0, 7.0), 0.8, Paint::fill(WHITE));
    }
}

fn draw_robber(canvas: &mut Canvas, (x, y): Point) {
    let paint = Paint::fill("#3a3733").outlined(WHITE, 2.0);
    let steps = [(-10.0, 17.0), (-7.0, -3.0), (0.0, -10.0), (7.0, -3.0), (10.0, 17.0)];
    canvas.polygon(&outline((x, y), &steps), paint);
    canvas.circle((x, y - 11.0), 7.5, paint);
    for right in [-2.7, 2.7] {
        canvas.circle((x + right, y - 11.5), 1.3, Paint::fill(WHITE));
    }
}
