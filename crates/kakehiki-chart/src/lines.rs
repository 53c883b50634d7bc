//! Lines over an axis of numbers.

use crate::{
    axis::{Axis, Ruler, drawable},
    key::{Key, Sample},
    measure::Measure,
    number,
    plot::{Plot, Reference, explain_reference, listed, upright_fit},
    svg::{Drawing, Mark, Place, Setting, series_class},
    table::DataTable,
};

/// Lines over an axis of numbers, one for each series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// What is shown.
    pub title: String,
    /// Where it comes from, how much was played, and what the intervals are.
    pub caption: String,
    /// What varies from left to right.
    pub x: Axis,
    /// What the lines measure.
    pub y: Axis,
    /// The lines.
    pub series: Vec<LineSeries>,
    /// A level to compare with.
    pub reference: Option<Reference>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineSeries {
    /// What it is.
    pub name: String,
    /// What it goes through, in any order.
    pub points: Vec<LinePoint>,
}

/// A figure at a place of the horizontal axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinePoint {
    /// The place.
    pub x: f64,
    /// The figure.
    pub measure: Measure,
}

const HEIGHT: f64 = 222.0;
/// Where whiskers would stand closer than this, a band shows the intervals.
const CLOSEST: f64 = 14.0;
/// How close marks stand on a line with a band.
const CLOSEST_MARKS: f64 = 60.0;

impl Lines {
    pub(crate) fn draw(&self, setting: Setting, width: f64) -> String {
        let mut drawing = Drawing::new(setting, width, &self.title, &self.caption);
        let points = || self.series.iter().flat_map(LineSeries::sorted);
        // About how much room there is for the points of one line.
        let crowd = self.series.iter().map(|series| series.points.len()).max().unwrap_or(0);
        let as_band = (width - 80.0) / crowd.max(1) as f64 <= CLOSEST;
        self.key(as_band).draw(&mut drawing);
        let reference = self.reference.iter().map(|reference| reference.value);
        let values = points().flat_map(|point| point.measure.values().collect::<Vec<_>>());
        let fit = upright_fit(&self.y);
        let y = Ruler::new(&self.y, values.chain(reference), (0.0, 1.0), 5, fit);
        let plot = Plot::begin(&mut drawing, &self.y, y, HEIGHT, self.reference.as_ref());
        let x = plot.x_axis(&mut drawing, &self.x, points().map(|point| point.x));
        for (index, series) in self.series.iter().enumerate() {
            self.draw_series(&mut drawing, (&plot, &x), (index, series), as_band);
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
        (index, series): (usize, &LineSeries),
        as_band: bool,
    ) {
        let class = series_class(index);
        let points = series.sorted();
        let placed = |of: fn(&Measure) -> Option<f64>| -> Vec<(Place, &LinePoint)> {
            let place = |point: &&LinePoint| plot.place(x, (point.x, of(&point.measure)?));
            points.iter().copied().filter_map(|point| Some((place(&point)?, point))).collect()
        };
        let places = |points: &[(Place, &LinePoint)]| -> Vec<Place> {
            points.iter().map(|(place, _)| *place).collect()
        };
        let (measured, published) = (placed(Measure::drawn), placed(Measure::drawn_published));
        if as_band {
            let low = placed(|measure| measure.drawn_interval().map(|(low, _)| low));
            let high = placed(|measure| measure.drawn_interval().map(|(_, high)| high));
            let around: Vec<Place> =
                places(&low).into_iter().chain(places(&high).into_iter().rev()).collect();
            drawing.path(&format!("{class} band"), &around, true);
        }
        drawing.path(&format!("{class} curve"), &places(&measured), false);
        let alone = self.series.len() == 1;
        let (line, mark) = if alone {
            ("curve dashed published".to_owned(), Mark::Diamond)
        } else {
            (format!("{class} curve dashed"), Mark::Hollow(index))
        };
        drawing.path(&line, &places(&published), false);
        let title = |point: &LinePoint, words: &str| {
            format!("{}, {} {}: {words}", series.name, self.x.label, number::figure(point.x))
        };
        // Published marks are the larger ones and lie below, so that both are seen where they agree.
        for (place, point) in &published {
            drawing.mark(mark, *place, &title(point, &point.measure.published_words()));
        }
        for (place, point) in &measured {
            let ends = point.measure.drawn_interval();
            let ends = ends.and_then(|(low, high)| plot.y.place(low).zip(plot.y.place(high)));
            if let (Some(ends), false) = (ends, as_band) {
                drawing.whisker(place.0, ends, 4.0);
            }
        }
        let mut last = f64::NEG_INFINITY;
        for (place, point) in &measured {
            // Marks side by side would hide the line; a few tell which line it is.
            if as_band && place.0 - last < CLOSEST_MARKS {
                continue;
            }
            last = place.0;
            drawing.mark(Mark::Solid(index), *place, &title(point, &point.measure.words()));
        }
    }

    fn key(&self, as_band: bool) -> Key {
        let mut key = Key::default();
        let mut has_interval = false;
        for (index, series) in self.series.iter().enumerate() {
            let name = if series.name.is_empty() { "measured" } else { &series.name };
            let measures = || series.sorted().into_iter().map(|point| point.measure);
            if measures().any(|measure| measure.drawn().is_some()) {
                key.add(Sample::Curve(index), name);
            }
            has_interval |= measures().any(|measure| measure.drawn_interval().is_some());
            if measures().any(|measure| measure.drawn_published().is_some()) {
                if self.series.len() == 1 {
                    key.add(Sample::Mark(Mark::Diamond), "published");
                } else {
                    key.add(Sample::DashedCurve(index), format!("{name}, published"));
                }
            }
        }
        if has_interval {
            key.add(if as_band { Sample::Band } else { Sample::Whisker }, "95 % interval");
        }
        explain_reference(&mut key, self.reference.as_ref());
        key
    }

    fn description(&self) -> String {
        format!(
            "Lines of {} by {}: {}. Published figures are hollow and dashed, measured ones solid.",
            self.y.title(),
            self.x.title(),
            listed(self.series.iter().map(|series| series.name.as_str())),
        )
    }

    pub(crate) fn table(&self) -> DataTable {
        let mut columns = vec!["Series".to_owned(), self.x.title()];
        columns.extend(Measure::COLUMNS.map(str::to_owned));
        let mut rows = Vec::new();
        for series in &self.series {
            for point in series.sorted() {
                let mut row = vec![series.name.clone(), number::figure(point.x)];
                row.extend(point.measure.cells());
                rows.push(row);
            }
        }
        DataTable { caption: self.y.title(), columns, figures_from: 1, rows }
    }
}

impl LineSeries {
    /// The points that have a place, from left to right.
    fn sorted(&self) -> Vec<&LinePoint> {
        let mut points: Vec<&LinePoint> =
            self.points.iter().filter(|point| drawable(point.x).is_some()).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        points
    }
}
