//! The colours of the drawing, and the marks that tell seats apart without them.

use kakehiki_core::Seat;

use super::canvas::{Canvas, Paint, Point};
use crate::rules::{board::Terrain, resource::Resource};

pub(super) const PAPER: &str = "#faf7f0";
pub(super) const INK: &str = "#2b2a27";
pub(super) const FAINT_INK: &str = "#6f6a60";
pub(super) const CARD: &str = "#ffffff";
pub(super) const CARD_EDGE: &str = "#ddd5c5";
pub(super) const GOLD: &str = "#f2cf63";
pub(super) const SEA: &str = "#cfe8f2";
pub(super) const DEEP_SEA: &str = "#8fc1d8";
pub(super) const SAND: &str = "#f1e2b8";
pub(super) const RED: &str = "#b3261e";
pub(super) const WHITE: &str = "#ffffff";

/// The colour of the ground.
pub(super) const fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Land(resource) => colour(resource),
        Terrain::Desert => "#e9dab0",
    }
}

/// The colour of a resource.
pub(super) const fn colour(resource: Resource) -> &'static str {
    match resource {
        Resource::Wood => "#7fae77",
        Resource::Brick => "#dc9168",
        Resource::Sheep => "#bcdc83",
        Resource::Wheat => "#f3d46b",
        Resource::Ore => "#b4bcc6",
    }
}

/// The word for a resource.
pub(super) const fn word(resource: Resource) -> &'static str {
    match resource {
        Resource::Wood => "wood",
        Resource::Brick => "brick",
        Resource::Sheep => "sheep",
        Resource::Wheat => "wheat",
        Resource::Ore => "ore",
    }
}

/// The colour of a seat, from a palette that people with any colour vision can tell apart.
pub(super) const fn seat_colour(seat: Seat) -> &'static str {
    match seat.index() % 4 {
        0 => "#0072b2",
        1 => "#d55e00",
        2 => "#009e73",
        _ => "#a8447f",
    }
}

/// The mark of a seat: a circle, a square, a triangle or a diamond.
pub(super) fn mark(canvas: &mut Canvas, seat: Seat, (x, y): Point, radius: f64, paint: Paint) {
    match seat.index() % 4 {
        0 => canvas.circle((x, y), radius, paint),
        1 => {
            let side = 1.7 * radius;
            canvas.rectangle((x - side / 2.0, y - side / 2.0), (side, side), 0.0, paint);
        }
        2 => {
            let (top, bottom) = (y - 1.2 * radius, y + 0.8 * radius);
            let points = [(x, top), (x + 1.2 * radius, bottom), (x - 1.2 * radius, bottom)];
            canvas.polygon(&points, paint);
        }
        _ => {
            let far = 1.3 * radius;
            canvas.polygon(&[(x, y - far), (x + far, y), (x, y + far), (x - far, y)], paint);
        }
    }
}
