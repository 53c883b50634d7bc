//! Upright bars in groups.

use crate::{
    axis::{Axis, Fit, Ruler},
    key::{Key, Sample},
    measure::Measure,
    plot::{Plot, Reference, explain_reference, listed},
    svg::{Anchor, Drawing, LABEL, LINE, Mark, Setting, series_class},
    table::DataTable,
    text,
};

/// Upright bars: a group for each category, in it a bar for each series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// What is shown.
    pub title: String,
    /// Where it comes from, how much was played, and what the intervals are.
    pub caption: String,
    /// What the categories are, as `criterion`; may be empty.
    pub category: String,
    /// What the bars measure. It is linear and has 0 on it.
    pub y: Axis,
    /// The categories from left to right.
    pub categories: Vec<String>,
    /// The bars of each group from left to right.
    pub series: Vec<BarSeries>,
    /// How published figures are shown.
    pub published: PublishedAs,
    /// A level to compare with.
    pub reference: Option<Reference>,
}

/// One bar of each group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSeries {
    /// What it is.
    pub name: String,
    /// Its figures, one for each category.
    pub values: Vec<Measure>,
}

/// How published figures are shown among bars.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum PublishedAs {
    /// As a hollow diamond on the bar of what was measured.
    #[default]
    Diamond,
    /// As a hollow bar at the left of it.
    Bar,
}

const HEIGHT: f64 = 220.0;
/// Where groups go on in a next line.
const HEIGHT_OF_SEVERAL: f64 = 150.0;
const WIDEST_BAR: f64 = 44.0;

impl Bars {
    pub(crate) fn draw(&self, setting: Setting, width: f64) -> String {
        let mut drawing = Drawing::new(setting, width, &self.title, &self.caption);
        self.key().draw(&mut drawing);
        let ruler = self.ruler();
        let room = drawing.right() - drawing.side() - ruler.label_width(12.0) - 12.0;
        let at_once = ((room / self.least_slot()) as usize).max(1);
        // Where a line has no room for all groups, they go on in the next.
        let lines = self.categories.len().div_ceil(at_once).max(1);
        let at_once = self.categories.len().div_ceil(lines).max(1);
        for first in (0..lines).map(|line| line * at_once) {
            if first > 0 {
                drawing.bottom += 12.0;
            }
            self.draw_line(&mut drawing, &ruler, first, at_once);
        }
        drawing.finish(&self.description())
    }

    fn draw_line(&self, drawing: &mut Drawing, ruler: &Ruler, first: usize, at_once: usize) {
        let reference = self.reference.as_ref();
        let height = if at_once < self.categories.len() { HEIGHT_OF_SEVERAL } else { HEIGHT };
        let plot = Plot::begin(drawing, &self.y, ruler.clone(), height, reference);
        let slot = (plot.right - plot.left) / at_once as f64;
        let mut lowest = 0;
        for (place, category) in self.categories.iter().skip(first).take(at_once).enumerate() {
            let centre = plot.left + slot * (place as f64 + 0.5);
            self.draw_group(drawing, &plot, first + place, (centre, slot));
            let label = text::wrap(category, slot - 6.0, LABEL, 3);
            drawing.lines((centre, plot.bottom + 18.0), "label", Anchor::Middle, &label, category);
            lowest = lowest.max(label.lines.len());
        }
        plot.base_line(drawing);
        if self.categories.is_empty() || self.series.is_empty() {
            plot.say_empty(drawing);
        }
        drawing.bottom = plot.bottom + 8.0 + LINE * lowest as f64;
        if first + at_once >= self.categories.len() {
            plot.x_title(drawing, &self.category);
        }
    }

    fn draw_group(
        &self,
        drawing: &mut Drawing,
        plot: &Plot,
        category: usize,
        (centre, slot): (f64, f64),
    ) {
        let bars = self.bars_in_group();
        let step = ((slot - 8.0) / bars as f64).min(WIDEST_BAR + 3.0);
        let bar = (step - 2.0).max(2.0);
        let left = centre - step * bars as f64 / 2.0;
        let base = plot.y.base();
        let upright = |at: f64| (at.min(base), (at - base).abs().max(1.0));
        for (index, series) in self.series.iter().enumerate() {
            let Some(measure) = series.values.get(category) else { continue };
            let pair = if self.published == PublishedAs::Bar { 2 } else { 1 };
            let x = left + step * (index * pair + pair - 1) as f64 + (step - bar) / 2.0;
            let title =
                |words: &str| format!("{}, {}: {words}", self.categories[category], series.name);
            if let Some(at) = measure.drawn().and_then(|value| plot.y.place(value)) {
                let (top, height) = upright(at);
                let class = format!("{} solid", series_class(index));
                drawing.bar(&class, (x, top), (bar, height), &title(&measure.words()));
            }
            let published = measure.drawn_published().and_then(|value| plot.y.place(value));
            let published_title = title(&measure.published_words());
            if let (Some(at), PublishedAs::Bar) = (published, self.published) {
                let (top, height) = upright(at);
                let class = format!("{} hollow outline", series_class(index));
                let inner = (bar - 2.0).max(1.0);
                drawing.bar(&class, (x - step + 1.0, top), (inner, height), &published_title);
            }
            let middle = x + bar / 2.0;
            if let Some((low, high)) = measure.drawn_interval() {
                let ends = plot.y.place(low).zip(plot.y.place(high));
                if let Some(ends) = ends {
                    drawing.whisker(middle, ends, (bar / 3.0).min(4.0));
                }
            }
            if let (Some(at), PublishedAs::Diamond) = (published, self.published) {
                // Beside the whisker where there is room, so that neither hides the other.
                let aside =
                    if measure.drawn_interval().is_some() { (bar / 3.0).min(8.0) } else { 0.0 };
                drawing.mark(Mark::Diamond, (middle + aside, at), &published_title);
            }
        }
    }

    fn bars_in_group(&self) -> usize {
        let pair = if self.published == PublishedAs::Bar { 2 } else { 1 };
        (self.series.len() * pair).max(1)
    }

    /// The narrowest that a group can be: its bars must be seen and its label read.
    fn least_slot(&self) -> f64 {
        let words = self.categories.iter().flat_map(|category| category.split_whitespace());
        let longest = words.map(|word| text::width(word, LABEL)).fold(0.0, f64::max);
        let bars = self.bars_in_group() as f64 * 11.0 + 12.0;
        bars.max(longest.min(90.0) + 8.0).max(44.0)
    }

    /// Whether the chart needs more than half a page.
    pub(crate) fn is_wide(&self) -> bool {
        self.least_slot() * self.categories.len() as f64 > 420.0
    }

    fn measures(&self) -> impl Iterator<Item = &Measure> {
        self.series.iter().flat_map(|series| series.values.iter().take(self.categories.len()))
    }

    fn ruler(&self) -> Ruler {
        let reference = self.reference.iter().map(|reference| reference.value);
        let values = self.measures().flat_map(Measure::values).chain(reference);
        Ruler::new(&self.y, values, (0.0, 1.0), 5, Fit::RoundFromZero)
    }

    fn key(&self) -> Key {
        let mut key = Key::default();
        let has_published = self.measures().any(|measure| measure.drawn_published().is_some());
        let as_bars = self.published == PublishedAs::Bar && has_published;
        for (index, series) in self.series.iter().enumerate() {
            let name = |kind: &str| match series.name.as_str() {
                "" => kind.to_owned(),
                name => format!("{name}, {kind}"),
            };
            if as_bars {
                key.add(Sample::HollowBar(index), name("published"));
                key.add(Sample::Bar(index), name("measured"));
            } else {
                let own = if series.name.is_empty() { "measured" } else { &series.name };
                key.add(Sample::Bar(index), own);
            }
        }
        if self.measures().any(|measure| measure.drawn_interval().is_some()) {
            key.add(Sample::Whisker, "95 % interval");
        }
        if has_published && !as_bars {
            key.add(Sample::Mark(Mark::Diamond), "published");
        }
        explain_reference(&mut key, self.reference.as_ref());
        key
    }

    fn description(&self) -> String {
        format!(
            "Upright bars. They measure {}. Groups: {}. Bars of a group: {}. Published figures are \
             hollow, measured ones solid.",
            self.y.title(),
            listed(self.categories.iter().map(String::as_str)),
            listed(self.series.iter().map(|series| series.name.as_str())),
        )
    }

    pub(crate) fn table(&self) -> DataTable {
        let category = if self.category.is_empty() { "Category" } else { &self.category };
        let mut columns = vec![category.to_owned(), "Series".to_owned()];
        columns.extend(Measure::COLUMNS.map(str::to_owned));
        let mut rows = Vec::new();
        for (index, category) in self.categories.iter().enumerate() {
            for series in &self.series {
                let measure = series.values.get(index).copied().unwrap_or_default();
                let mut row = vec![category.clone(), series.name.clone()];
                row.extend(measure.cells());
                rows.push(row);
            }
        }
        DataTable { caption: self.y.title(), columns, figures_from: 2, rows }
    }
}
