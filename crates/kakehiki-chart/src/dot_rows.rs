//! A row for each figure: the measured one with its interval, the published one beside it.

use crate::{
    axis::{Axis, Fit, Ruler},
    key::{Key, Sample},
    measure::Measure,
    number,
    plot::listed,
    svg::{Anchor, Drawing, LABEL, LINE, Mark, SMALL, Setting},
    table::DataTable,
    text,
};

/// Rows of figures, those of one metric under each other over an axis of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DotRows {
    /// What is shown.
    pub title: String,
    /// Where it comes from, how much was played, and what the intervals are.
    pub caption: String,
    /// The metrics with their rows.
    pub groups: Vec<DotGroup>,
}

/// The rows of one metric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DotGroup {
    /// The metric. Its axis is linear.
    pub axis: Axis,
    /// The rows from top to bottom.
    pub rows: Vec<DotRow>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DotRow {
    /// What was measured.
    pub label: String,
    /// The figures.
    pub measure: Measure,
}

/// Below this width labels stand above their dots and not at the left of them.
const NARROW: f64 = 480.0;
const LABELS: f64 = 0.32;

/// Where the parts of a row stand.
struct Columns {
    is_narrow: bool,
    label_room: f64,
    left: f64,
    right: f64,
    value_room: f64,
}

impl DotRows {
    /// Groups rows by the metric that stands before each, in the order in which metrics come first.
    pub fn by_metric(
        title: impl Into<String>,
        caption: impl Into<String>,
        rows: impl IntoIterator<Item = (String, DotRow)>,
    ) -> Self {
        let mut groups: Vec<DotGroup> = Vec::new();
        for (metric, row) in rows {
            match groups.iter_mut().find(|group| group.axis.label == metric) {
                Some(group) => group.rows.push(row),
                None => groups.push(DotGroup { axis: Axis::new(metric, ""), rows: vec![row] }),
            }
        }
        Self { title: title.into(), caption: caption.into(), groups }
    }

    pub(crate) fn draw(&self, setting: Setting, width: f64) -> String {
        let mut drawing = Drawing::new(setting, width, &self.title, &self.caption);
        self.key().draw(&mut drawing);
        let columns = self.columns(&drawing);
        for group in &self.groups {
            draw_group(&mut drawing, group, &columns);
        }
        if self.rows().next().is_none() {
            let middle = (width / 2.0, drawing.bottom + 30.0);
            drawing.text(middle, "value", Anchor::Middle, "no figures");
            drawing.bottom += 50.0;
        }
        drawing.finish(&self.description())
    }

    fn rows(&self) -> impl Iterator<Item = &DotRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn columns(&self, drawing: &Drawing) -> Columns {
        let is_narrow = drawing.width < NARROW;
        let values = self.rows().map(|row| text::width(&value(&row.measure), SMALL));
        let value_room = values.fold(0.0, f64::max) * 1.08;
        if is_narrow {
            let (left, right) = (drawing.side() + 8.0, drawing.right() - 8.0);
            let label_room = drawing.right() - drawing.side();
            return Columns { is_narrow, label_room, left, right, value_room };
        }
        let widest = self.rows().map(|row| text::width(&row.label, LABEL)).fold(40.0, f64::max);
        let label_room = widest.min(drawing.width * LABELS);
        let left = drawing.side() + label_room + 18.0;
        let right = drawing.right() - value_room - 18.0;
        Columns { is_narrow, label_room, left, right, value_room }
    }

    fn key(&self) -> Key {
        let mut key = Key::default();
        let any = |of: fn(&Measure) -> bool| self.rows().any(|row| of(&row.measure));
        if any(|measure| measure.drawn().is_some()) {
            key.add(Sample::Mark(Mark::Dot), "measured");
        }
        if any(|measure| measure.drawn_interval().is_some()) {
            key.add(Sample::LevelWhisker, "95 % interval");
        }
        if any(|measure| measure.drawn_published().is_some()) {
            key.add(Sample::Mark(Mark::Diamond), "published");
        }
        key
    }

    fn description(&self) -> String {
        format!(
            "A row for each figure: a dot with its interval for what was measured, a hollow diamond \
             for what was published. Metrics: {}. Rows: {}.",
            listed(self.groups.iter().map(|group| group.axis.label.as_str())),
            listed(self.rows().map(|row| row.label.as_str())),
        )
    }

    pub(crate) fn table(&self) -> DataTable {
        let mut columns = vec!["Row".to_owned(), "Metric".to_owned()];
        columns.extend(Measure::COLUMNS.map(str::to_owned));
        let mut rows = Vec::new();
        for group in &self.groups {
            for row in &group.rows {
                let mut cells = vec![row.label.clone(), group.axis.title()];
                cells.extend(row.measure.cells());
                rows.push(cells);
            }
        }
        DataTable { caption: self.title.clone(), columns, figures_from: 2, rows }
    }
}

/// The measured figure with its interval, as it stands behind a row.
fn value(measure: &Measure) -> String {
    match (measure.drawn(), measure.drawn_interval()) {
        (Some(value), Some((low, high))) => {
            let [value, low, high] = number::figures([value, low, high]);
            format!("{value} [{low}, {high}]")
        }
        (Some(value), None) => number::figure(value),
        _ => String::new(),
    }
}

fn draw_group(drawing: &mut Drawing, group: &DotGroup, columns: &Columns) {
    let title = group.axis.title();
    let lines = text::wrap(&title, (drawing.right() - drawing.side()) / 1.1, LABEL, 2);
    drawing.bottom += 8.0;
    let place = (drawing.side(), drawing.bottom + 12.0);
    drawing.lines(place, "label strong", Anchor::Start, &lines, &title);
    drawing.bottom += LINE * lines.lines.len() as f64 + 4.0;

    let values = group.rows.iter().flat_map(|row| row.measure.values());
    let count = ((columns.right - columns.left) / 60.0) as usize;
    let mut ruler = Ruler::new(
        &group.axis,
        values,
        (columns.left, columns.right),
        count.clamp(2, 6),
        Fit::Round,
    );
    ruler.thin_out(SMALL, drawing.width);
    let rows: Vec<(text::Lines, f64)> = group.rows.iter().map(|row| columns.layout(row)).collect();
    let height: f64 = rows.iter().map(|(_, height)| height).sum();
    let (top, bottom) = (drawing.bottom, drawing.bottom + height);
    for tick in &ruler.ticks {
        let Some(x) = ruler.place(tick.value) else { continue };
        // Labels stand on the field of a narrow drawing, and lines must not run through them.
        let from = if columns.is_narrow { bottom } else { top };
        drawing.line("grid", (x, from), (x, bottom + 4.0));
        let middle = ruler.label_middle(tick, SMALL, drawing.width).unwrap_or(x);
        drawing.text((middle, bottom + 17.0), "tick", Anchor::Middle, &tick.label);
    }
    drawing.line("axis", (columns.left, bottom), (columns.right, bottom));
    for (row, (label, height)) in group.rows.iter().zip(&rows) {
        draw_row(drawing, row, label, (&ruler, columns), *height);
        drawing.bottom += height;
    }
    drawing.bottom = bottom + 26.0;
}

impl Columns {
    /// The lines of a row's label, and how high the row is.
    fn layout(&self, row: &DotRow) -> (text::Lines, f64) {
        if self.is_narrow {
            let label = text::wrap(&row.label, self.label_room, LABEL, 3);
            let has_value = f64::from(u8::from(!value(&row.measure).is_empty()));
            let height = LINE * (label.lines.len() as f64 + has_value) + 26.0;
            return (label, height);
        }
        let label = text::wrap(&row.label, self.label_room, LABEL, 3);
        let height = (LINE * label.lines.len() as f64 + 10.0).max(28.0);
        (label, height)
    }
}

fn draw_row(
    drawing: &mut Drawing,
    row: &DotRow,
    label: &text::Lines,
    (ruler, columns): (&Ruler, &Columns),
    height: f64,
) {
    let top = drawing.bottom;
    let words = value(&row.measure);
    let y = if columns.is_narrow {
        let place = (drawing.side(), top + 14.0);
        drawing.lines(place, "label", Anchor::Start, label, &row.label);
        let below = top + 14.0 + LINE * label.lines.len() as f64;
        if !words.is_empty() {
            drawing.text((drawing.side(), below), "value", Anchor::Start, &words);
        }
        top + height - 12.0
    } else {
        let middle = top + height / 2.0;
        let first = middle + 4.5 - LINE * (label.lines.len().max(1) - 1) as f64 / 2.0;
        let place = (drawing.side() + columns.label_room, first);
        drawing.lines(place, "label", Anchor::End, label, &row.label);
        let place = (drawing.right() - columns.value_room, middle + 4.0);
        if !words.is_empty() {
            drawing.text(place, "value", Anchor::Start, &words);
        }
        middle
    };
    drawing.line("grid", (columns.left, y), (columns.right, y));
    let title = |words: &str| format!("{}: {words}", row.label);
    // The published mark is the larger one and lies below, so that both are seen where they agree.
    if let Some(x) = row.measure.drawn_published().and_then(|value| ruler.place(value)) {
        drawing.mark(Mark::Diamond, (x, y), &title(&row.measure.published_words()));
    }
    let ends = row.measure.drawn_interval();
    let ends = ends.and_then(|(low, high)| ruler.place(low).zip(ruler.place(high)));
    if let Some(ends) = ends {
        drawing.level_whisker(y, ends, 4.0);
    }
    if let Some(x) = row.measure.drawn().and_then(|value| ruler.place(value)) {
        drawing.mark(Mark::Dot, (x, y), &title(&row.measure.words()));
    }
}
