//! A chart of any form, drawn or as a table.

use crate::{Bars, DotRows, Lines, Points, svg::Setting, table::DataTable};

/// A chart of any form. Drawings depend on the data alone: the same data gives the same bytes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chart {
    /// Upright bars in groups.
    Bars(Bars),
    /// Lines over an axis of numbers.
    Lines(Lines),
    /// Points on two axes.
    Points(Points),
    /// A row for each figure.
    DotRows(DotRows),
}

/// The width of a chart that is a file of its own, in pixels.
const LONE_WIDTH: f64 = 720.0;
/// Below this nothing can be read.
const LEAST_WIDTH: f64 = 280.0;

impl Chart {
    /// What is shown.
    pub fn title(&self) -> &str {
        match self {
            Self::Bars(chart) => &chart.title,
            Self::Lines(chart) => &chart.title,
            Self::Points(chart) => &chart.title,
            Self::DotRows(chart) => &chart.title,
        }
    }

    /// Where it comes from, how much was played, and what the intervals are.
    pub fn caption(&self) -> &str {
        match self {
            Self::Bars(chart) => &chart.caption,
            Self::Lines(chart) => &chart.caption,
            Self::Points(chart) => &chart.caption,
            Self::DotRows(chart) => &chart.caption,
        }
    }

    /// The chart as a file of its own, with its title, its caption and its colours, which follow
    /// the reader's theme.
    pub fn to_svg(&self) -> String {
        self.draw(Setting::Lone, LONE_WIDTH)
    }

    /// The chart as a part of a page that shows title and caption itself and has the rules of
    /// [`chart_css`](crate::chart_css). It is laid out anew for each width in pixels, so that text
    /// keeps its size; widths below 280 are taken as 280.
    pub fn to_svg_inside(&self, width: f64) -> String {
        self.draw(Setting::Inside, width.max(LEAST_WIDTH))
    }

    fn draw(&self, setting: Setting, width: f64) -> String {
        match self {
            Self::Bars(chart) => chart.draw(setting, width),
            Self::Lines(chart) => chart.draw(setting, width),
            Self::Points(chart) => chart.draw(setting, width),
            Self::DotRows(chart) => chart.draw(setting, width),
        }
    }

    /// The same figures as a table of HTML.
    pub fn to_html_table(&self) -> String {
        self.table().to_html()
    }

    /// The same figures as a table of Markdown.
    pub fn to_markdown_table(&self) -> String {
        self.table().to_markdown()
    }

    fn table(&self) -> DataTable {
        let table = match self {
            Self::Bars(chart) => chart.table(),
            Self::Lines(chart) => chart.table(),
            Self::Points(chart) => chart.table(),
            Self::DotRows(chart) => chart.table(),
        };
        table.without_silent_columns()
    }

    /// Whether the chart needs more than half the width of a page.
    pub(crate) fn is_wide(&self) -> bool {
        match self {
            Self::Bars(chart) => chart.is_wide(),
            Self::Lines(_) | Self::Points(_) => false,
            Self::DotRows(_) => true,
        }
    }
}

impl From<Bars> for Chart {
    fn from(chart: Bars) -> Self {
        Self::Bars(chart)
    }
}

impl From<Lines> for Chart {
    fn from(chart: Lines) -> Self {
        Self::Lines(chart)
    }
}

impl From<Points> for Chart {
    fn from(chart: Points) -> Self {
        Self::Points(chart)
    }
}

impl From<DotRows> for Chart {
    fn from(chart: DotRows) -> Self {
        Self::DotRows(chart)
    }
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::*;
    use crate::{
        Axis, BarSeries, DotRow, LinePoint, LineSeries, Measure, Point, PointSeries, PublishedAs,
        Reference,
        svg::{LABEL, SMALL},
        text,
    };

    const NAMES: [&str; 6] = [
        "sum",
        "profit first",
        "uct(playouts=1000,worlds=1)+rule(criterion=profit-first)",
        "a criterion of many words that go on and on until nobody knows how they began",
        "駆け引きの達人は誰か",
        "",
    ];

    /// Charts with awkward names and figures of a size.
    fn charts(size: f64) -> Vec<Chart> {
        let names = || NAMES.iter().map(|name| (*name).to_owned());
        let measure = |index: usize| {
            let value = size * (index as f64 - 2.0);
            Measure::new(value, Some((value - size, value + size)), 100).beside(value + size / 3.0)
        };
        let measures = || (0..NAMES.len()).map(measure);
        let axis = || Axis::new("a metric whose name is long enough for two lines on a phone", "%");
        let bars = |published| Bars {
            y: axis(),
            category: NAMES[3].to_owned(),
            categories: names().chain(names()).collect(),
            series: names()
                .take(3)
                .map(|name| BarSeries { name, values: measures().collect() })
                .collect(),
            published,
            reference: Some(Reference { value: 0.0, label: NAMES[3].to_owned() }),
            title: NAMES[3].to_owned(),
            caption: NAMES[3].to_owned(),
        };
        let place = |(index, measure)| LinePoint { x: size * index as f64, measure };
        let line = |name| LineSeries { name, points: measures().enumerate().map(place).collect() };
        let dot = |measure: Measure| Point {
            x: measure.measured.unwrap_or_default(),
            y: size,
            ..Point::default()
        };
        let cloud = |name| PointSeries {
            name,
            points: measures().map(dot).collect(),
            ..PointSeries::default()
        };
        let rows = names().zip(measures()).enumerate().map(|(index, (label, measure))| {
            (NAMES[index % 4].to_owned(), DotRow { label, measure })
        });
        vec![
            bars(PublishedAs::Diamond).into(),
            bars(PublishedAs::Bar).into(),
            Lines { x: axis(), y: axis(), series: names().map(line).collect(), ..Lines::default() }
                .into(),
            Points {
                x: axis(),
                y: axis(),
                series: names().map(cloud).collect(),
                ..Points::default()
            }
            .into(),
            DotRows::by_metric("", "", rows).into(),
        ]
    }

    /// Left, right, top and bottom of a line of text.
    fn place(node: Node<'_, '_>) -> [f64; 4] {
        let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let class = node.attribute("class").unwrap();
        let size = match class {
            "title" => 18.0,
            _ if class.starts_with("label") => LABEL,
            _ => SMALL,
        };
        let width = text::width(node.text().unwrap_or_default(), size);
        let left = match node.attribute("text-anchor") {
            Some("middle") => number("x") - width / 2.0,
            Some("end") => number("x") - width,
            _ => number("x"),
        };
        [left, left + width, number("y") - size * 0.75, number("y") + size * 0.2]
    }

    #[test]
    fn no_text_covers_another_or_leaves_the_frame() {
        for size in [0.01, 1.0, 30_000.0] {
            for chart in charts(size) {
                let drawings = [280.0, 320.0, 480.0, 800.0].map(|width| chart.to_svg_inside(width));
                for svg in drawings.iter().chain([&chart.to_svg()]) {
                    let document = Document::parse(svg).unwrap();
                    let frame = document.root_element().attribute("viewBox").unwrap();
                    let frame: Vec<f64> = frame.split(' ').map(|it| it.parse().unwrap()).collect();
                    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
                    let texts: Vec<_> = texts.map(|node| (node.text(), place(node))).collect();
                    for (index, (words, [left, right, top, bottom])) in texts.iter().enumerate() {
                        let inside = *left >= -0.1 && *right <= frame[2] + 0.1;
                        assert!(inside && *top >= 0.0 && *bottom <= frame[3], "{words:?} in {svg}");
                        for (others, [its_left, its_right, its_top, its_bottom]) in
                            &texts[index + 1..]
                        {
                            let apart = right <= its_left || its_right <= left;
                            let above = bottom <= its_top || its_bottom <= top;
                            assert!(apart || above, "{words:?} and {others:?} in {svg}");
                        }
                    }
                }
            }
        }
    }
}
