//! The section of a paper and those of its studies.

use super::{
    PaperSection, ResultRow, StudySection,
    anchors::PaperAnchors,
    html::{command, scrolling},
};
use crate::{
    Chart, number,
    text::{escape, prose},
};

/// Widths of drawings in pixels: over the whole page, over half of it, on a phone.
const WHOLE: f64 = 800.0;
const HALF: f64 = 480.0;
const PHONE: f64 = 320.0;

pub(super) fn paper(paper: &PaperSection, anchors: &PaperAnchors) -> String {
    let mut html =
        format!("<section class=\"paper\" id=\"{}\">\n<h2>{}", anchors.own, escape(&paper.name));
    if !paper.subject.is_empty() {
        html += &format!(" <span class=\"subject\">{}</span>", escape(&paper.subject));
    }
    html += "</h2>\n";
    for (what, words) in [("Asked", &paper.asked), ("Found", &paper.found)] {
        if !words.is_empty() {
            html += &format!("<p class=\"asked\"><b>{what}:</b> {}</p>\n", prose(words));
        }
    }
    for (study, anchor) in paper.studies.iter().zip(&anchors.studies) {
        html += &study_section(study, anchor);
    }
    html + "</section>\n"
}

fn study_section(study: &StudySection, anchor: &str) -> String {
    let mut html = format!("<section class=\"study\" id=\"{anchor}\">\n");
    html += &format!(
        "<h3>{} <code class=\"id\">{}</code></h3>\n",
        escape(&study.title),
        escape(&study.id)
    );
    if !study.about.is_empty() {
        html += &format!("<p class=\"about\">{}</p>\n", prose(&study.about));
    }
    html += &figures(&study.figures);
    if !study.rows.is_empty() {
        html += &scrolling(&format!("Rows of {}", study.id), &rows(&study.rows));
    }
    for (title, words) in [("Readings", &study.readings), ("Notes", &study.notes)] {
        if !words.is_empty() {
            let words: Vec<String> =
                words.iter().map(|it| format!("<li>{}</li>\n", prose(it))).collect();
            html += &format!(
                "<h4 class=\"of-notes\">{title}</h4>\n<ul class=\"notes\">\n{}</ul>\n",
                words.concat()
            );
        }
    }
    if !study.settings.is_empty() {
        let set = study.settings.iter();
        let set: Vec<String> =
            set.map(|(name, value)| escape(&format!("{name}={value}"))).collect();
        html +=
            &format!("<p class=\"set\">Set to <code>{}</code>.</p>\n", set.join("</code>, <code>"));
    }
    if !study.command.is_empty() {
        html += &command(&study.command);
    }
    html + "</section>\n"
}

/// The figures, two beside each other where both are narrow.
fn figures(charts: &[Chart]) -> String {
    if charts.is_empty() {
        return String::new();
    }
    let mut html = String::from("<div class=\"figs\">\n");
    let mut rest = charts;
    while let Some((first, others)) = rest.split_first() {
        match others.split_first() {
            Some((second, others)) if !first.is_wide() && !second.is_wide() => {
                html += &figure(first, HALF);
                html += &figure(second, HALF);
                rest = others;
            }
            _ => {
                html += &figure(first, WHOLE);
                rest = others;
            }
        }
    }
    html + "</div>\n"
}

/// A chart in its frame. It is drawn twice, since on a phone another layout is needed; only one of
/// both is ever shown.
fn figure(chart: &Chart, width: f64) -> String {
    let size = if width > HALF { "whole" } else { "half" };
    let mut html =
        format!("<figure class=\"{size}\">\n<figcaption><h4>{}</h4>", escape(chart.title()));
    if !chart.caption().is_empty() {
        html += &format!("<p class=\"meta\">{}</p>", prose(chart.caption()));
    }
    html += "</figcaption>\n";
    html += &format!("<div class=\"on-desk\">\n{}</div>\n", chart.to_svg_inside(width));
    html += &format!("<div class=\"on-phone\">\n{}</div>\n", chart.to_svg_inside(PHONE));
    let table = scrolling(&format!("Table of {}", chart.title()), &chart.to_html_table());
    html += &format!("<details>\n<summary>Show as a table</summary>\n{table}</details>\n");
    html + "</figure>\n"
}

fn rows(rows: &[ResultRow]) -> String {
    let mut html = String::from("<table class=\"rows\">\n<thead><tr>");
    for (name, class) in COLUMNS {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        html += &format!("<th scope=\"col\"{class}>{name}</th>");
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += &result(row);
    }
    html + "</tbody>\n</table>\n"
}

/// The columns of the table of rows.
const COLUMNS: [(&str, &str); 7] = [
    ("Row", ""),
    ("Metric", ""),
    ("Published", "num"),
    ("Measured, 95 % interval", "num"),
    ("Difference, 95 % interval", "num"),
    ("Setting", ""),
    ("Verdict", ""),
];

fn result(row: &ResultRow) -> String {
    let small = |words: Vec<String>| match words.join(", ").as_str() {
        "" => String::new(),
        words => format!("<small>{words}</small>"),
    };
    let n = |n: Option<u64>| n.map(|n| format!("n {}", number::count(n)));
    let published = small(n(row.published_n).into_iter().collect());
    let [published_figure, measured_figure, interval, _] = row.measure().cells();
    let interval = row.interval.map(|_| interval);
    let measured = small(interval.into_iter().chain(n(row.n)).collect());
    let explained = !row.explanation.is_empty();
    let mut html = format!(
        "<tr{}><th scope=\"row\">{}</th><td>{}</td><td class=\"num\">{}{}</td>\
         <td class=\"num\">{}{}</td><td class=\"num\">{}</td><td>{}</td><td>{}</td></tr>\n",
        if explained { " class=\"explained\"" } else { "" },
        prose(&row.row),
        prose(&row.metric),
        published_figure,
        published,
        measured_figure,
        measured,
        number::signed_interval(row.difference),
        row.setting(),
        row.verdict.map_or_else(|| number::NONE.to_owned(), super::Verdict::chip),
    );
    if explained {
        let columns = COLUMNS.len();
        let words = prose(&row.explanation);
        html +=
            &format!("<tr class=\"why\"><td colspan=\"{columns}\"><div>{words}</div></td></tr>\n");
    }
    html
}
