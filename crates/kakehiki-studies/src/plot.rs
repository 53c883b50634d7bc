//! A plot of figures with intervals, as SVG that takes its colours from the page it stands on.

use crate::Row;

const LABELS: f64 = 330.0;
const WIDTH: f64 = 760.0;
const LINE: f64 = 22.0;
const TOP: f64 = 30.0;

/// Draws one line for each row: a dot with its interval for what was measured, a diamond for what
/// was published. Rows of one metric share a scale.
pub(crate) fn plot(rows: &[Row]) -> String {
    let height = TOP + LINE * rows.len() as f64 + 10.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12" role="img"><title>Published beside measured</title>"#
    );
    svg += r"<style>text{fill:var(--ink,#222)}.axis{stroke:var(--line,#bbb)}.measured{fill:var(--accent,#1f6feb);stroke:var(--accent,#1f6feb)}.published{fill:none;stroke:var(--mark,#c2410c);stroke-width:1.5}</style>";
    svg += &format!(
        r#"<circle class="measured" cx="{LABELS}" cy="12" r="4"/><text x="{}" y="16">measured, with its 95 % interval</text><path class="published" d="{}"/><text x="{}" y="16">published</text>"#,
        LABELS + 10.0,
        diamond(LABELS + 230.0, 12.0),
        LABELS + 240.0,
    );
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + LINE * (index as f64 + 0.5);
        let (low, high) = range(rows, &row.metric);
        let place = |value: f64| LABELS + (value - low) / (high - low) * (WIDTH - LABELS - 20.0);
        svg += &format!(
            r#"<text x="{}" y="{}" text-anchor="end">{}</text><line class="axis" x1="{LABELS}" x2="{}" y1="{y}" y2="{y}"/>"#,
            LABELS - 8.0,
            y + 4.0,
            escape(&row.row),
            WIDTH - 20.0,
        );
        if let Some(interval) = row.ci95 {
            svg += &format!(
                r#"<line class="measured" stroke-width="3" x1="{:.1}" x2="{:.1}" y1="{y}" y2="{y}"/>"#,
                place(interval.low),
                place(interval.high)
            );
        }
        svg += &format!(
            r#"<circle class="measured" cx="{:.1}" cy="{y}" r="4"><title>{} {:.3}</title></circle>"#,
            place(row.measured),
            escape(&row.metric),
            row.measured
        );
        if let Some(published) = row.published {
            let mark = diamond(place(published), y);
            svg += &format!(
                r#"<path class="published" d="{mark}"><title>published {published:.3}</title></path>"#
            );
        }
    }
    svg + "</svg>\n"
}

/// The smallest and largest figure of a metric, a little apart even if they are equal.
fn range(rows: &[Row], metric: &str) -> (f64, f64) {
    let of_metric = rows.iter().filter(|row| row.metric == metric);
    let figures = of_metric.flat_map(|row| {
        let interval = row.ci95.map(|interval| [interval.low, interval.high]);
        let interval = interval.into_iter().flatten();
        interval.chain(row.published).chain([row.measured])
    });
    let start = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) =
        figures.fold(start, |(low, high), figure| (low.min(figure), high.max(figure)));
    if high - low > 1e-9 { (low, high) } else { (low - 0.5, high + 0.5) }
}

fn diamond(x: f64, y: f64) -> String {
    format!("M{:.1} {y}L{x:.1} {}L{:.1} {y}L{x:.1} {}Z", x - 5.0, y - 5.0, x + 5.0, y + 5.0)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
