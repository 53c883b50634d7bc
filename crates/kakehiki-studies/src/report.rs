//! Reports for people: a table for the terminal, a page of Markdown with a plot.

use std::fmt;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets::UTF8_FULL_CONDENSED};

use crate::{Report, Row, plot::plot, study::Study};

/// The table as a terminal shows it.
impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} at scale {}", self.study, self.scale)?;
        let mut table = Table::new();
        table.load_style(UTF8_FULL_CONDENSED).set_header(HEADER);
        // Fits into a terminal; where there is none, the table is as wide as it has to be.
        table.set_content_arrangement(ContentArrangement::Dynamic);
        for row in &self.rows {
            table.add_row(cells(row));
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        write!(formatter, "{table}")?;
        for note in &self.notes {
            write!(formatter, "\n{note}")?;
        }
        Ok(())
    }
}

const HEADER: [&str; 6] = ["row", "metric", "published", "measured", "95 % interval", "n"];

fn cells(row: &Row) -> [String; 6] {
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
    ]
}

impl Report {
    /// The report as Markdown; the plot is expected beside it as `plot.svg`.
    pub fn to_markdown(&self, study: &Study) -> String {
        let mut text = format!("# {}\n\n{}\n\n{}\n\n", study.id, study.title, study.about);
        text += &format!("Run at scale {}.\n\n", self.scale);
        text += &format!("| {} |\n| --- | --- | ---: | ---: | ---: | ---: |\n", HEADER.join(" | "));
        for row in &self.rows {
            text += &format!("| {} |\n", cells(row).join(" | "));
        }
        text += "\n![published beside measured](plot.svg)\n";
        if let Some(figure) = &self.figure {
            text += &format!("\n![{}](figure.svg)\n", figure.title);
        }
        for note in &self.notes {
            text += &format!("\n{note}\n");
        }
        text
    }

    /// The figures as a plot: measured with its interval, published beside it.
    pub fn to_svg(&self) -> String {
        plot(&self.rows)
    }
}
