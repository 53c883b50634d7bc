//! The figures of a chart as a table.

use crate::text::{escape, markdown};

/// A table of words and figures. Columns from `figures_from` on hold figures.
pub(crate) struct DataTable {
    pub(crate) caption: String,
    pub(crate) columns: Vec<String>,
    pub(crate) figures_from: usize,
    pub(crate) rows: Vec<Vec<String>>,
}

impl DataTable {
    /// The same table without columns of words in which no row says anything.
    pub(crate) fn without_silent_columns(mut self) -> Self {
        for column in (0..self.figures_from).rev() {
            let is_silent = self.rows.iter().all(|row| row[column].is_empty());
            if is_silent && !self.rows.is_empty() {
                self.columns.remove(column);
                self.figures_from -= 1;
                for row in &mut self.rows {
                    row.remove(column);
                }
            }
        }
        self
    }

    /// The table for a page.
    pub(crate) fn to_html(&self) -> String {
        let class = |index: usize| if index < self.figures_from { "" } else { " class=\"num\"" };
        let mut html =
            format!("<table>\n<caption>{}</caption>\n<thead><tr>", escape(&self.caption));
        for (index, column) in self.columns.iter().enumerate() {
            html += &format!("<th scope=\"col\"{}>{}</th>", class(index), escape(column));
        }
        html += "</tr></thead>\n<tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (index, cell) in row.iter().enumerate() {
                let cell = escape(cell);
                html += &if index == 0 && self.figures_from > 0 {
                    format!("<th scope=\"row\">{cell}</th>")
                } else {
                    format!("<td{}>{cell}</td>", class(index))
                };
            }
            html += "</tr>\n";
        }
        if self.rows.is_empty() {
            html += &format!("<tr><td colspan=\"{}\">no figures</td></tr>\n", self.columns.len());
        }
        html + "</tbody>\n</table>\n"
    }

    /// The table for a text.
    pub(crate) fn to_markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| markdown(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = |index: usize| if index < self.figures_from { "---" } else { "---:" };
        let rules: Vec<&str> = (0..self.columns.len()).map(rule).collect();
        let mut text = line(&self.columns);
        text += &format!("| {} |\n", rules.join(" | "));
        text.extend(self.rows.iter().map(|row| line(row)));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: Vec<Vec<String>>) -> DataTable {
        DataTable {
            caption: "a & b".to_owned(),
            columns: vec!["row".to_owned(), "figure".to_owned()],
            figures_from: 1,
            rows,
        }
    }

    #[test]
    fn cells_are_text() {
        let table = table(vec![vec!["<b>|".to_owned(), "1".to_owned()]]);
        let html = table.to_html();
        assert!(html.contains("<caption>a &amp; b</caption>"));
        assert!(html.contains("<th scope=\"row\">&lt;b&gt;|</th><td class=\"num\">1</td>"));
        assert_eq!(table.to_markdown(), "| row | figure |\n| --- | ---: |\n| &lt;b&gt;\\| | 1 |\n");
    }

    #[test]
    fn columns_in_which_nothing_is_said_are_left_out() {
        let silent = table(vec![vec![String::new(), "1".to_owned()]]).without_silent_columns();
        assert_eq!(silent.to_markdown(), "| figure |\n| ---: |\n| 1 |\n");
        assert_eq!(table(Vec::new()).without_silent_columns().columns.len(), 2);
    }

    #[test]
    fn an_empty_table_says_so() {
        assert!(table(Vec::new()).to_html().contains("<td colspan=\"2\">no figures</td>"));
    }
}
