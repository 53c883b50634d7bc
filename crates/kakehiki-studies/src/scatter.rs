//! Plots of points with lines fitted through them, as SVG.

use crate::plot::{STYLE, escape};

/// Points of several kinds on two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What is shown.
    pub title: &'static str,
    /// What the horizontal axis measures.
    pub x: &'static str,
    /// What the vertical axis measures.
    pub y: &'static str,
    /// The kinds of points, up to four.
    pub series: Vec<Series>,
}

/// Points of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// Where they are.
    pub points: Vec<Point>,
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its place from left to right.
    pub x: f64,
    /// Its place from bottom to top.
    pub y: f64,
    /// How much it counts when a line is laid through the points.
    pub weight: f64,
}

/// A line of least squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) slope: f64,
    pub(crate) intercept: f64,
}

/// The line of least squares through points, each counted by its weight; `None` if they do not fix
/// one.
pub(crate) fn fit(points: &[Point]) -> Option<Line> {
    let sum = |of: &dyn Fn(&Point) -> f64| points.iter().map(|it| it.weight * of(it)).sum::<f64>();
    let total = sum(&|_| 1.0);
    let (x, y) = (sum(&|it| it.x) / total, sum(&|it| it.y) / total);
    let spread = sum(&|it| (it.x - x).powi(2)) / total;
    let slope = sum(&|it| (it.x - x) * (it.y - y)) / total / spread;
    (points.len() > 1 && spread > 1e-12).then_some(Line { slope, intercept: y - slope * x })
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 540.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 360.0;
const TICKS: u32 = 5;

/// Colours that are also apart in grey, and marks that are apart without colour.
const LOOKS: [(&str, &str); 4] =
    [("#1f6feb", "circle"), ("#c2410c", "square"), ("#15803d", "triangle"), ("#6b21a8", "diamond")];

impl Scatter {
    /// The plot.
    pub fn to_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let range_of = |of: fn(&Point) -> f64| range(points().map(of));
        let (x_range, y_range) = (range_of(|point| point.x), range_of(|point| point.y));
        let place = |(x, y): (f64, f64)| {
            (
                LEFT + (x - x_range.0) / (x_range.1 - x_range.0) * (RIGHT - LEFT),
                BOTTOM - (y - y_range.0) / (y_range.1 - y_range.0) * (BOTTOM - TOP),
            )
        };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"12\" role=\"img\"><title>{}</title>{STYLE}",
            escape(self.title)
        );
        for tick in 0..=TICKS {
            let at = |range: (f64, f64)| {
                range.0 + (range.1 - range.0) * f64::from(tick) / f64::from(TICKS)
            };
            let (x, y) = place((at(x_range), at(y_range)));
            svg += &grid_line((x, TOP), (x, BOTTOM));
            svg += &grid_line((LEFT, y), (RIGHT, y));
            svg += &text((x, BOTTOM + 18.0), "middle", &format!("{:.2}", at(x_range)));
            svg += &text((LEFT - 8.0, y + 4.0), "end", &format!("{:.2}", at(y_range)));
        }
        svg += &text((f64::midpoint(LEFT, RIGHT), BOTTOM + 40.0), "middle", self.x);
        svg += &text((LEFT, TOP - 14.0), "start", self.y);
        for (index, series) in self.series.iter().enumerate() {
            let (colour, mark) = LOOKS[index % LOOKS.len()];
            if let Some(line) = fit(&series.points) {
                let end = |x: f64| place((x, line.slope * x + line.intercept));
                let ends = range(series.points.iter().map(|point| point.x));
                let ((x1, y1), (x2, y2)) = (end(ends.0), end(ends.1));
                svg += &format!(
                    "<line stroke=\"{colour}\" stroke-width=\"2\" stroke-opacity=\"0.6\" \
                     x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
                );
            }
            for point in &series.points {
                svg += &symbol(mark, colour, place((point.x, point.y)));
            }
            let y = TOP + 22.0 * (index as f64 + 0.5);
            svg += &symbol(mark, colour, (RIGHT + 24.0, y));
            svg += &text((RIGHT + 38.0, y + 4.0), "start", &series.name);
        }
        svg + "</svg>\n"
    }
}

/// The smallest and the largest, a little apart even if they are equal.
pub(crate) fn range(figures: impl Iterator<Item = f64>) -> (f64, f64) {
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = figures.fold(start, |(low, high), it| (low.min(it), high.max(it)));
    match high - low {
        apart if apart > 1e-9 => (low, high),
        _ if low.is_finite() => (low - 0.5, high + 0.5),
        _ => (0.0, 1.0),
    }
}

fn grid_line((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!(
        "<line class=\"axis\" stroke=\"#bbbbbb\" stroke-width=\"0.5\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" \
         x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    )
}

fn text((x, y): (f64, f64), anchor: &str, words: &str) -> String {
    let words = escape(words);
    format!(
        "<text fill=\"#222222\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"
    )
}

fn symbol(mark: &str, colour: &str, (x, y): (f64, f64)) -> String {
    let around: &[(f64, f64)] = match mark {
        "square" => &[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)],
        "triangle" => &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)],
        "diamond" => &[(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)],
        _ => return format!("<circle fill=\"{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
    };
    let corners: Vec<String> =
        around.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
    format!("<polygon fill=\"{colour}\" points=\"{}\"/>", corners.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(places: &[(f64, f64)]) -> Vec<Point> {
        places.iter().map(|&(x, y)| Point { x, y, weight: 1.0 }).collect()
    }

    #[test]
    fn lines_go_through_points_on_a_line() {
        let line = fit(&points(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)])).unwrap();
        assert!((line.slope - 2.0).abs() < 1e-12 && (line.intercept - 1.0).abs() < 1e-12);
        assert_eq!(fit(&points(&[(1.0, 2.0)])), None);
        assert_eq!(fit(&points(&[(1.0, 2.0), (1.0, 3.0)])), None);
    }

    #[test]
    fn a_weight_counts_like_as_many_points() {
        let mut weighted = points(&[(0.0, 1.0), (1.0, 0.0), (2.0, 5.0)]);
        weighted[1].weight = 3.0;
        let repeated = points(&[(0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 5.0)]);
        let [one, other] = [weighted, repeated].map(|it| fit(&it).unwrap());
        assert!((one.slope - other.slope).abs() < 1e-12);
        assert!((one.intercept - other.intercept).abs() < 1e-12);
    }

    #[test]
    fn every_point_and_line_is_drawn() {
        let series = |name: &str, places: &[(f64, f64)]| Series {
            name: name.to_owned(),
            points: points(places),
        };
        let scatter = Scatter {
            title: "a < b",
            x: "x",
            y: "y",
            series: vec![series("one", &[(0.0, 1.0), (1.0, 2.0)]), series("two", &[(0.5, 1.5)])],
        };
        let svg = scatter.to_svg();
        assert!(svg.contains("a &lt; b"));
        assert_eq!(svg.matches("<circle").count(), 3, "two points and a key");
        assert_eq!(svg.matches("<polygon").count(), 2);
        assert_eq!(svg.matches("stroke-opacity").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let empty = Scatter { series: Vec::new(), ..scatter };
        assert!(!empty.to_svg().contains("NaN"));
    }
}
