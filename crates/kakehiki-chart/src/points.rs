//! Points on two axes, with straight lines through them.

use crate::{
    axis::{Axis, Ruler, drawable, drawable_interval},
    key::{Key, Sample},
    number,
    plot::{Plot, listed, upright_fit},
    svg::{Drawing, Mark, Setting, series_class},
    table::DataTable,
};

/// Points of several kinds on two axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// What is shown.
    pub title: String,
    /// Where it comes from, how much was played, and what the intervals are.
    pub caption: String,
    /// What is measured from left to right.
    pub x: Axis,
    /// What is measured from bottom to top.
    pub y: Axis,
    /// The kinds of points.
    pub series: Vec<PointSeries>,
}

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointSeries {
    /// What they are.
    pub name: String,
    /// Whether they were measured or published.
    pub source: Source,
    /// The points.
    pub points: Vec<Point>,
    /// A straight line through them, if one was fitted.
    pub line: Option<StraightLine>,
}

/// Where figures come from.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Source {
    /// They were measured: drawn solid.
    #[default]
    Measured,
    /// They were published: drawn hollow, lines dashed.
    Published,
}

/// A point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Its place from left to right.
    pub x: f64,
    /// Its place from bottom to top.
    pub y: f64,
    /// The 95 % interval of `y`.
    pub interval: Option<(f64, f64)>,
    /// What it is, for the table and for whoever points at it; may be empty.
    pub label: String,
}

/// A straight line: `y = slope · x + intercept`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StraightLine {
    /// How much it rises for each unit of `x`.
    pub slope: f64,
    /// Where it is at `x = 0`.
    pub intercept: f64,
}

const HEIGHT: f64 = 260.0;

impl Points {
    pub(crate) fn draw(&self, setting: Setting, width: f64) -> String {
        let mut drawing = Drawing::new(setting, width, &self.title, &self.caption);
        self.key().draw(&mut drawing);
        let points = || self.series.iter().flat_map(PointSeries::drawn);
        let heights = points().flat_map(|point| {
            let interval = drawable_interval(point.interval);
            interval.into_iter().flat_map(|(low, high)| [low, high]).chain([point.y])
        });
        let ends = self.series.iter().filter_map(PointSeries::line_ends);
        let ends = ends.flat_map(|ends| ends.map(|(_, height)| height));
        let fit = upright_fit(&self.y);
        let y = Ruler::new(&self.y, heights.chain(ends), (0.0, 1.0), 6, fit);
        let plot = Plot::begin(&mut drawing, &self.y, y, HEIGHT, None);
        let x = plot.x_axis(&mut drawing, &self.x, points().map(|point| point.x));
        // Published marks are the larger ones and lie below, so that both are seen where they agree.
        for source in [Source::Published, Source::Measured] {
            let series = self.series.iter().enumerate();
            for numbered in series.filter(|(_, series)| series.source == source) {
                self.draw_series(&mut drawing, (&plot, &x), numbered);
            }
        }
        if points().next().is_none() {
            plot.say_empty(&mut drawing);
        }
        drawing.finish(&self.description())
    }

    fn draw_series(
        &self,
        drawing: &mut Drawing,
        (plot, x): (&Plot, &Ruler),
        (index, series): (usize, &PointSeries),
    ) {
        if let Some([from, to]) = series.line_ends() {
            let ends = plot.place(x, from).zip(plot.place(x, to));
            if let Some((from, to)) = ends {
                let dashed = if series.source == Source::Published { " dashed" } else { "" };
                let class = format!("{} curve{dashed}", series_class(index));
                drawing.path(&class, &[from, to], false);
            }
        }
        for point in series.drawn() {
            let Some(place) = plot.place(x, (point.x, point.y)) else { continue };
            let ends = drawable_interval(point.interval);
            let ends = ends.and_then(|(low, high)| plot.y.place(low).zip(plot.y.place(high)));
            if let Some(ends) = ends {
                drawing.whisker(place.0, ends, 3.5);
            }
            let named = if point.label.is_empty() { &series.name } else { &point.label };
            let figures = [(&self.x, point.x), (&self.y, point.y)]
                .map(|(axis, value)| format!("{} {}", axis.label, number::figure(value)));
            drawing.mark(series.mark(index), place, &format!("{named}: {}", figures.join(", ")));
        }
    }

    fn key(&self) -> Key {
        let mut key = Key::default();
        for (index, series) in self.series.iter().enumerate() {
            let sample = match (series.line_ends(), series.source) {
                (Some(_), Source::Measured) => Sample::Curve(index),
                (Some(_), Source::Published) => Sample::DashedCurve(index),
                (None, _) => Sample::Mark(series.mark(index)),
            };
            let name = match (series.name.as_str(), series.source) {
                ("", Source::Measured) => "measured",
                ("", Source::Published) => "published",
                (name, _) => name,
            };
            key.add(sample, name);
        }
        let mut points = self.series.iter().flat_map(PointSeries::drawn);
        if points.any(|point| drawable_interval(point.interval).is_some()) {
            key.add(Sample::Whisker, "95 % interval");
        }
        key
    }

    fn description(&self) -> String {
        let fitted = self.series.iter().any(|series| series.line.is_some());
        let lines = if fitted { " with straight lines fitted through them" } else { "" };
        format!(
            "Points{lines}: {} by {}. Kinds of points: {}. Published figures are hollow, measured \
             ones solid.",
            self.y.title(),
            self.x.title(),
            listed(self.series.iter().map(|series| series.name.as_str())),
        )
    }

    pub(crate) fn table(&self) -> DataTable {
        let labelled = || self.series.iter().flat_map(|series| &series.points);
        let has_labels = labelled().any(|point| !point.label.is_empty());
        let has_intervals = labelled().any(|point| point.interval.is_some());
        let mut columns = vec!["Series".to_owned()];
        columns.extend(has_labels.then(|| "Point".to_owned()));
        let figures_from = columns.len();
        columns.extend([self.x.title(), self.y.title()]);
        columns.extend(has_intervals.then(|| "95 % interval".to_owned()));
        let mut rows = Vec::new();
        for series in &self.series {
            for point in &series.points {
                let mut row = vec![series.name.clone()];
                row.extend(has_labels.then(|| point.label.clone()));
                row.extend([point.x, point.y].map(number::figure));
                row.extend(has_intervals.then(|| number::interval(point.interval)));
                rows.push(row);
            }
        }
        DataTable {
            caption: format!("{} by {}", self.y.title(), self.x.title()),
            columns,
            figures_from,
            rows,
        }
    }
}

impl PointSeries {
    fn mark(&self, index: usize) -> Mark {
        match self.source {
            Source::Measured => Mark::Solid(index),
            Source::Published => Mark::Hollow(index),
        }
    }

    /// The points that have a place.
    fn drawn(&self) -> impl Iterator<Item = &Point> {
        let has_place = |point: &&Point| drawable(point.x).and(drawable(point.y)).is_some();
        self.points.iter().filter(has_place)
    }

    /// The fitted line from the leftmost to the rightmost point.
    fn line_ends(&self) -> Option<[(f64, f64); 2]> {
        let line = self.line?;
        let low = self.drawn().map(|point| point.x).min_by(f64::total_cmp)?;
        let high = self.drawn().map(|point| point.x).max_by(f64::total_cmp)?;
        let end = |x: f64| Some((x, drawable(line.slope * x + line.intercept)?));
        Some([end(low)?, end(high)?])
    }
}
