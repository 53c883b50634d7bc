//! What grows on a hex: trees, bricks, sheep, wheat, mountains, dunes.

use super::canvas::{Canvas, Paint, Point};
use crate::rules::{board::Terrain, resource::Resource};

/// Draws the landscape of a terrain round a point, about fifty pixels wide and thirty high.
pub(super) fn landscape(canvas: &mut Canvas, terrain: Terrain, (x, y): Point) {
    match terrain {
        Terrain::Land(Resource::Wood) => {
            for (left, down, size) in [(-17.0, 3.0, 0.85), (17.0, 3.0, 0.85), (0.0, 0.0, 1.1)] {
                tree(canvas, (x + left, y + down), size);
            }
        }
        Terrain::Land(Resource::Brick) => bricks(canvas, (x, y)),
        Terrain::Land(Resource::Sheep) => {
            sheep(canvas, (x - 13.0, y - 3.0), 1.0);
            sheep(canvas, (x + 14.0, y + 5.0), 0.85);
        }
        Terrain::Land(Resource::Wheat) => {
            for (left, down) in [(-16.0, 2.0), (16.0, 2.0), (-5.5, -1.0), (5.5, -1.0)] {
                ear(canvas, (x + left, y + down), left / 6.0);
            }
        }
        Terrain::Land(Resource::Ore) => {
            peak(canvas, (x + 12.0, y + 13.0), (17.0, 22.0));
            peak(canvas, (x - 7.0, y + 13.0), (20.0, 31.0));
        }
        Terrain::Desert => dunes(canvas, (x, y)),
    }
}

fn tree(canvas: &mut Canvas, (x, y): Point, size: f64) {
    let trunk = (x - 1.5 * size, y + 8.0 * size);
    canvas.rectangle(trunk, (3.0 * size, 6.0 * size), 0.5, Paint::fill("#6b4a2f"));
    for (top, bottom, half, green) in
        [(-8.0, 9.0, 10.0, "#2f6b3c"), (-12.0, 2.0, 8.0, "#387846"), (-16.0, -5.0, 6.0, "#438752")]
    {
        let points = [
            (x, y + top * size),
            (x + half * size, y + bottom * size),
            (x - half * size, y + bottom * size),
        ];
        canvas.polygon(&points, Paint::fill(green));
    }
}

fn bricks(canvas: &mut Canvas, (x, y): Point) {
    let rows: [(f64, &[f64]); 3] =
        [(-12.0, &[-8.0]), (-2.0, &[-17.0, 1.0]), (8.0, &[-26.0, -8.0, 10.0])];
    for (down, places) in rows {
        for left in places {
            let paint = Paint::fill("#b4532f").outlined("#8f3d20", 1.0);
            canvas.rectangle((x + left, y + down - 2.0), (16.5, 8.5), 1.5, paint);
        }
    }
}

fn sheep(canvas: &mut Canvas, (x, y): Point, size: f64) {
    for leg in [-5.0, 4.0] {
        let top = (x + leg * size, y + 5.0 * size);
        canvas.line(top, (top.0, y + 11.0 * size), Paint::stroke("#4a4640", 2.0 * size));
    }
    let wool = Paint::fill("#ffffff").outlined("#9aa28c", 1.0);
    canvas.ellipse((x, y), (11.0 * size, 7.5 * size), wool);
    let head = (x + 10.5 * size, y - 3.0 * size);
    canvas.ellipse(head, (4.5 * size, 3.8 * size), Paint::fill("#4a4640"));
    canvas.circle((x + 6.5 * size, y - 6.0 * size), 2.6 * size, Paint::fill("#ffffff"));
}

fn ear(canvas: &mut Canvas, (x, y): Point, lean: f64) {
    let top = (x + lean, y - 14.0);
    canvas.line((x, y + 14.0), top, Paint::stroke("#a67816", 1.6));
    for step in 0..4 {
        let height = f64::from(step) * 5.0 - 12.0;
        let middle = x + lean * (14.0 - height) / 28.0;
        for side in [-1.0, 1.0] {
            let grain = (middle + side * 2.9, y + height);
            canvas.ellipse(grain, (2.2, 3.4), Paint::fill("#c48f1c"));
        }
    }
    canvas.ellipse((top.0, top.1 - 2.0), (2.0, 3.4), Paint::fill("#c48f1c"));
}

fn peak(canvas: &mut Canvas, (x, y): Point, (half, height): Point) {
    let edge = |share: f64, side: f64| (x + side * half * share, y - height * (1.0 - share));
    let rock = Paint::fill("#707b88").outlined("#5a636f", 1.0);
    canvas.polygon(&[edge(0.0, 0.0), edge(1.0, 1.0), edge(1.0, -1.0)], rock);
    let snow = [
        edge(0.0, 0.0),
        edge(0.36, 1.0),
        (x + half * 0.12, y - height * 0.56),
        (x - half * 0.06, y - height * 0.68),
        edge(0.36, -1.0),
    ];
    canvas.polygon(&snow, Paint::fill("#f6f8fa"));
}

fn dunes(canvas: &mut Canvas, (x, y): Point) {
    canvas.circle((x + 16.0, y - 9.0), 5.0, Paint::fill("#e8b23c"));
    let cactus = Paint::stroke("#6f8f4a", 4.5);
    canvas.line((x - 12.0, y + 6.0), (x - 12.0, y - 14.0), cactus);
    canvas.curve(&[(x - 12.0, y - 1.0), (x - 21.0, y), (x - 20.5, y - 8.0)], cactus);
    canvas.curve(&[(x - 12.0, y + 2.0), (x - 4.0, y + 2.0), (x - 4.0, y - 5.0)], cactus);
    for (down, width) in [(8.0, 27.0), (14.0, 20.0)] {
        let points = [
            (x - width, y + down),
            (x - width / 2.0, y + down - 7.0),
            (x, y + down),
            (x + width / 2.0, y + down + 5.0),
            (x + width, y + down - 1.0),
        ];
        canvas.curve(&points, Paint::stroke("#c9ad6a", 2.0));
    }
}
