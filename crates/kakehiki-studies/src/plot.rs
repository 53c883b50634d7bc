//! A plot of figures with intervals, as SVG that takes its colours from the page it stands on.

use crate::{Row, scatter::range};

const LABELS: f64 = 330.0;
const RIGHT: f64 = 740.0;
const WIDTH: f64 = 800.0;
const LINE: f64 = 22.0;
const TOP: f64 = 30.0;

/// A page may set its own colours; viewers that know no variables keep those of the attributes.
pub(crate) const STYLE: &str = "<style>text{fill:var(--ink,#222222)}.axis{stroke:var(--line,#bbbbbb)}\
    .measured{fill:var(--accent,#1f6feb);stroke:var(--accent,#1f6feb)}\
    .published{stroke:var(--mark,#c2410c)}</style>";
const INK: &str = r##"fill="#222222""##;
const AXIS: &str = r##"class="axis" stroke="#bbbbbb""##;
const MEASURED: &str = r##"class="measured" fill="#1f6feb" stroke="#1f6feb""##;
const PUBLISHED: &str = r##"class="published" fill="none" stroke="#c2410c" stroke-width="1.5""##;

/// Draws one line for each row: a dot with its interval for what was measured, a diamond for what
/// was published, and the measured figure behind. Rows of one metric share a scale.
pub(crate) fn plot(rows: &[Row]) -> String {
    let height = TOP + LINE * rows.len() as f64 + 10.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\
         <title>Published beside measured</title>{STYLE}"
    );
    svg += &dot(LABELS, 12.0, "");
    svg += &text(LABELS + 10.0, 16.0, "start", "measured, with its 95 % interval");
    svg += &diamond(LABELS + 230.0, 12.0, "");
    svg += &text(LABELS + 240.0, 16.0, "start", "published");
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        let (low, high) = range_of(rows, &row.metric);
        let place = |value: f64| LABELS + (value - low) / (high - low) * (RIGHT - LABELS);
        svg += &text(LABELS - 10.0, y + 4.0, "end", &row.row);
        svg += &line(AXIS, LABELS, RIGHT, y, 1);
        if let Some(interval) = row.ci95 {
            svg += &line(MEASURED, place(interval.low), place(interval.high), y, 3);
        }
        svg += &dot(place(row.measured), y, &row.metric);
        if let Some(published) = row.published {
            svg += &diamond(place(published), y, &format!("published {published:.3}"));
        }
        svg += &text(WIDTH - 8.0, y + 4.0, "end", &format!("{:.3}", row.measured));
    }
    svg + "</svg>\n"
}

fn text(x: f64, y: f64, anchor: &str, words: &str) -> String {
    let words = escape(words);
    format!("<text {INK} x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>")
}

fn line(look: &str, from: f64, to: f64, y: f64, width: u8) -> String {
    format!(
        "<line {look} stroke-width=\"{width}\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y}\" y2=\"{y}\"/>"
    )
}

fn dot(x: f64, y: f64, title: &str) -> String {
    let title = escape(title);
    format!("<circle {MEASURED} cx=\"{x:.1}\" cy=\"{y}\" r=\"4\"><title>{title}</title></circle>")
}

fn diamond(x: f64, y: f64, title: &str) -> String {
    let (left, right, top, bottom) = (x - 5.0, x + 5.0, y - 5.0, y + 5.0);
    let path = format!("M{left:.1} {y}L{x:.1} {top}L{right:.1} {y}L{x:.1} {bottom}Z");
    format!("<path {PUBLISHED} d=\"{path}\"><title>{}</title></path>", escape(title))
}

/// The smallest and largest figure of a metric, a little apart even if they are equal.
fn range_of(rows: &[Row], metric: &str) -> (f64, f64) {
    let of_metric = rows.iter().filter(|row| row.metric == metric);
    range(of_metric.flat_map(|row| {
        let interval = row.ci95.map(|interval| [interval.low, interval.high]);
        let interval = interval.into_iter().flatten();
        interval.chain(row.published).chain([row.measured])
    }))
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
