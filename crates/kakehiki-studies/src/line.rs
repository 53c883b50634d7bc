//! Lines of least squares.

use kakehiki_arena::Interval;
use kakehiki_chart::{Point as Drawn, PointSeries, Source, StraightLine};

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    /// Its place from left to right.
    pub(crate) x: f64,
    /// Its place from bottom to top.
    pub(crate) y: f64,
    /// How much it counts when a line is laid through the points.
    pub(crate) weight: f64,
}

/// The line of least squares through points, each counted by its weight; `None` if they do not fix
/// one.
pub(crate) fn fit(points: &[Point]) -> Option<StraightLine> {
    let sum = |of: &dyn Fn(&Point) -> f64| points.iter().map(|it| it.weight * of(it)).sum::<f64>();
    let total = sum(&|_| 1.0);
    let (x, y) = (sum(&|it| it.x) / total, sum(&|it| it.y) / total);
    let spread = sum(&|it| (it.x - x).powi(2)) / total;
    let slope = sum(&|it| (it.x - x) * (it.y - y)) / total / spread;
    (points.len() > 1 && spread > 1e-12).then_some(StraightLine { slope, intercept: y - slope * x })
}

/// The slope of that line, by the intervals of the points' heights, which know nothing of each other.
pub(crate) fn slope_of(points: &[(Point, Interval)]) -> Option<Interval> {
    combined(points, |from_middle, spread| from_middle / spread)
}

/// The height of that line at a place, in the same way.
pub(crate) fn height_of(points: &[(Point, Interval)], at: f64) -> Option<Interval> {
    let middle = middle_of(points);
    combined(points, |from_middle, spread| 1.0 + from_middle * (at - middle) / spread)
}

/// The middle of points from left to right.
fn middle_of(points: &[(Point, Interval)]) -> f64 {
    let total: f64 = points.iter().map(|(point, _)| point.weight).sum();
    points.iter().map(|(point, _)| point.weight * point.x).sum::<f64>() / total
}

/// A sum of the heights of points, each by its share of the weight times a factor of its place from the
/// middle and the spread of all; `None` if the points do not fix a line.
fn combined(points: &[(Point, Interval)], factor: impl Fn(f64, f64) -> f64) -> Option<Interval> {
    fit(&points.iter().map(|(point, _)| *point).collect::<Vec<_>>())?;
    let total: f64 = points.iter().map(|(point, _)| point.weight).sum();
    let middle = middle_of(points);
    let share = |point: &Point| point.weight / total;
    let spread: f64 =
        points.iter().map(|(point, _)| share(point) * (point.x - middle).powi(2)).sum();
    let (mut value, mut variance) = (0.0, 0.0);
    for (point, height) in points {
        let counts = share(point) * factor(point.x - middle, spread);
        value += counts * point.y;
        variance += (counts * (height.high - height.low) / 2.0).powi(2);
    }
    let half = variance.sqrt();
    Some(Interval { low: value - half, high: value + half })
}

/// Points with the line through them, for a chart.
pub(crate) fn series(name: &str, source: Source, points: &[Point]) -> PointSeries {
    let drawn = |point: &Point| Drawn { x: point.x, y: point.y, ..Drawn::default() };
    PointSeries {
        name: name.to_owned(),
        source,
        points: points.iter().map(drawn).collect(),
        line: fit(points),
    }
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
    fn intervals_of_slopes_and_heights_follow_from_those_of_the_points() {
        let height = |y: f64| Interval { low: y - 0.1, high: y + 0.1 };
        let places = points(&[(0.0, 1.0), (1.0, 3.5), (2.0, 5.0), (3.0, 6.0)]);
        let known: Vec<_> = places.iter().map(|point| (*point, height(point.y))).collect();
        let line = fit(&places).unwrap();
        let around = |value: f64, half: f64, told: Interval| {
            assert!((told.low - (value - half)).abs() < 1e-12, "{told:?}");
            assert!((told.high - (value + half)).abs() < 1e-12, "{told:?}");
        };
        // The spread of 0, 1, 2 and 3 around their middle is 5.
        around(line.slope, 0.1 / 5.0_f64.sqrt(), slope_of(&known).unwrap());
        let at_middle = line.intercept + 1.5 * line.slope;
        around(at_middle, 0.1 / 2.0, height_of(&known, 1.5).unwrap());
        let at_end = line.intercept + 3.0 * line.slope;
        around(at_end, 0.1 * (0.25_f64 + 2.25 / 5.0).sqrt(), height_of(&known, 3.0).unwrap());
        assert_eq!(slope_of(&known[..1]), None);
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
}
