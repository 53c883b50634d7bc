//! Reports for people: a table for the terminal, a page of Markdown with its figures.

use std::fmt;

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets::UTF8_FULL_CONDENSED,
};

use kakehiki_chart::{Axis, BarSeries, Bars, Chart, DotRow, DotRows, Measure};

use crate::{Report, Row, study::Study};

/// The table as a terminal shows it.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} at scale {}", self.study, self.scale)?;
        let mut table = Table::new();
        table.load_style(UTF8_FULL_CONDENSED).set_header(SHORT_HEADER);
        // Fits into the narrowest terminals that are common.
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(TERMINAL as u16);
        let rows: Vec<[String; 7]> = self.rows.iter().map(cells).collect();
        let widths = widths(&rows);
        table.add_rows(rows);
        for (column, width) in table.column_iter_mut().zip(widths) {
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width as u16 + MARGINS)));
        }
        for column in table.column_iter_mut().skip(2).take(4) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(formatter, "{table}")?;
        for finding in &self.findings {
            let verdict = finding.verdict.words();
            write!(formatter, "\n{}: {verdict} ({}).", finding.finding, finding.test)?;
        }
        for note in &self.notes {
            write!(formatter, "\n{note}")?;
        }
        write!(formatter, "\n{}", self.command)
    }
}

const HEADER: [&str; 7] =
    ["row", "metric", "published", "measured", "95 % interval", "n", "verdict"];

/// The same in a terminal, where room is scarce.
const SHORT_HEADER: [&str; 7] = ["row", "metric", "paper", "here", "95 % interval", "n", "verdict"];

/// The columns of a narrow terminal, those between cells, and those around a cell.
const TERMINAL: usize = 80;
const BORDERS: usize = 8;
const MARGINS: u16 = 2;

/// How wide each column is: figures as wide as they are, and what they leave shared by the words of the
/// first two, by their length. An interval and a verdict take two lines where that is not enough.
fn widths(rows: &[[String; 7]]) -> [usize; 7] {
    let lines = || rows.iter().map(|row| row.each_ref().map(String::as_str)).chain([SHORT_HEADER]);
    let longest_word = |text: &str| text.split(' ').map(|word| word.chars().count()).max();
    let mut widths = [0; 7];
    let mut words = [0; 7];
    for line in lines() {
        for (place, cell) in line.into_iter().enumerate() {
            widths[place] = widths[place].max(cell.chars().count());
            words[place] = words[place].max(longest_word(cell).unwrap_or(0));
        }
    }
    let room = TERMINAL - BORDERS - usize::from(MARGINS) * widths.len();
    for place in [4, 6] {
        if widths.iter().sum::<usize>() > room {
            widths[place] = words[place];
        }
    }
    let left = room.saturating_sub(widths[2..].iter().sum());
    let [row, metric] = [widths[0], widths[1]];
    if row + metric > left {
        let share = left * row / (row + metric).max(1);
        let most = left.saturating_sub(words[1]).max(1);
        widths[0] = share.max(words[0]).min(most);
        widths[1] = left.saturating_sub(widths[0]).max(1);
    }
    widths
}

fn cells(row: &Row) -> [String; 7] {
    let figure = |value: f64| format!("{value:.3}");
    [
        row.row.clone(),
        row.metric.clone(),
        row.published.map_or_else(|| "–".to_owned(), figure),
        figure(row.measured),
        row.ci95.map_or_else(
            || "–".to_owned(),
            |interval| format!("{} – {}", figure(interval.low), figure(interval.high)),
        ),
        row.games.to_string(),
        row.verdict.map_or_else(|| "–".to_owned(), |verdict| verdict.words().to_owned()),
    ]
}

impl Report {
    /// The report as Markdown; the plot is expected beside it as `plot.svg`.
    pub fn to_markdown(&self, study: &Study) -> String {
        let mut text = format!("# {}\n\n{}\n\n{}\n\n", study.id, study.title, study.about);
        text += &format!("Run at scale {}.\n\n", self.scale);
        text += &format!(
            "| {} |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n",
            HEADER.join(" | ")
        );
        for row in &self.rows {
            text += &format!("| {} |\n", cells(row).join(" | "));
        }
        text += "\n![published beside measured](plot.svg)\n";
        for (place, figure) in self.figures.iter().enumerate() {
            text += &format!("\n![{}]({})\n", figure.title(), figure_file(place));
        }
        for finding in &self.findings {
            text += &format!(
                "\n**{}**: {} ({}).\n",
                finding.finding,
                finding.verdict.words(),
                finding.test
            );
        }
        for note in &self.notes {
            text += &format!("\n{note}\n");
        }
        let commit = self.commit.as_ref().map(|commit| format!(" ({commit})")).unwrap_or_default();
        let Self { command, seed, version, .. } = self;
        text + &format!("\n`{command}`, seed {seed}, version {version}{commit}.\n")
    }

    /// All figures as a plot: measured with its interval, published beside it.
    pub fn plot(&self) -> Chart {
        self.dots("Published beside measured", "Intervals are 95 %.").into()
    }

    /// The same under a title of its own: what stands in a table of the paper.
    pub(crate) fn dots(&self, title: &str, caption: &str) -> DotRows {
        let rows = self.rows.iter().map(|row| {
            let dot = DotRow { label: row.row.clone(), measure: row.measure() };
            (row.metric.clone(), dot)
        });
        DotRows::by_metric(title, caption, rows)
    }
}

impl Report {
    /// The rows beside which something is published, as bars: a group for each row and a bar for each
    /// metric.
    pub(crate) fn bars(&self, title: &str, caption: &str) -> Bars {
        let mut rows: Vec<&str> = Vec::new();
        let mut metrics: Vec<&str> = Vec::new();
        let shown = || self.rows.iter().filter(|row| row.published.is_some());
        for row in shown() {
            if !rows.contains(&row.row.as_str()) {
                rows.push(&row.row);
            }
            if !metrics.contains(&row.metric.as_str()) {
                metrics.push(&row.metric);
            }
        }
        let value = |name: &str, metric: &str| {
            let found = shown().find(|row| row.row == name && row.metric == metric);
            found.map_or_else(Measure::default, Row::measure)
        };
        let series = |metric: &&str| BarSeries {
            name: (*metric).to_owned(),
            values: rows.iter().map(|row| value(row, metric)).collect(),
        };
        let unit = if let [metric] = metrics[..] { metric } else { "share" };
        Bars {
            title: title.to_owned(),
            caption: caption.to_owned(),
            y: Axis::new(unit, ""),
            categories: rows.iter().map(|row| (*row).to_owned()).collect(),
            series: metrics.iter().map(series).collect(),
            ..Bars::default()
        }
    }
}

impl Row {
    /// The figure as charts take it.
    pub(crate) fn measure(&self) -> Measure {
        Measure {
            measured: Some(self.measured),
            interval: self.ci95.map(|interval| (interval.low, interval.high)),
            n: Some(self.games),
            published: self.published,
        }
    }
}

/// The name of the file of a figure.
pub(crate) fn figure_file(place: usize) -> String {
    format!("figure-{}.svg", place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Order, Study};

    /// A study of its own: whoever names one of [`crate::STUDIES`] compiles them all.
    const STUDY: Study = Study {
        id: "paper/experiment",
        title: "Who wins",
        about: "Nothing is played.",
        parameters: &[],
        sizes: None,
        run: |order| Ok(Report::new(&STUDY, order, Vec::new(), Vec::new())),
    };

    #[test]
    fn a_terminal_of_80_columns_shows_words_and_figures_whole() {
        let rows = vec![
            Row::share("accept-first", "offers that were accepted", 123, 1_000_000).beside(0.25),
            Row::share("before training, sparing fellows", "werewolves win", 1, 2),
        ];
        let report = Report::new(&STUDY, &Order::new(&STUDY), rows, Vec::new());
        let text = report.to_string();
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        for word in ["accept-first", "werewolves", "accepted", "sparing", "1000000", "0.250"] {
            assert!(text.contains(word), "{word} is broken:\n{text}");
        }
    }
}
