//! Lines of least squares.

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
    fn a_weight_counts_like_as_many_points() {
        let mut weighted = points(&[(0.0, 1.0), (1.0, 0.0), (2.0, 5.0)]);
        weighted[1].weight = 3.0;
        let repeated = points(&[(0.0, 1.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 5.0)]);
        let [one, other] = [weighted, repeated].map(|it| fit(&it).unwrap());
        assert!((one.slope - other.slope).abs() < 1e-12);
        assert!((one.intercept - other.intercept).abs() < 1e-12);
    }
}
