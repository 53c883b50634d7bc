//! The page as one file of HTML.

use super::{Page, Run, anchors::Anchors, overview, section};
use crate::{
    chart_css,
    look::page_variables,
    number,
    text::{escape, prose},
};

const STYLE: &str = include_str!("style.css");

/// The whole document. It is XML as well as HTML, so that tests and tools can read it.
pub(super) fn document(page: &Page) -> String {
    let anchors = Anchors::new(page);
    let mut html =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
    html += &format!("<title>{}</title>\n", escape(&page.title));
    html += &format!("<style>\n{}{STYLE}{}</style>\n</head>\n", page_variables(), chart_css());
    html += "<body>\n<a class=\"skip\" href=\"#report\">Skip to the report</a>\n";
    html += &head(page);
    html += &contents(page, &anchors);
    html += "<main id=\"report\">\n";
    html += &overview::verdicts(page, &anchors);
    html += &overview::findings(page, &anchors);
    for (paper, anchors) in page.papers.iter().zip(&anchors.papers) {
        html += &section::paper(paper, anchors);
    }
    html + "</main>\n</body>\n</html>\n"
}

fn head(page: &Page) -> String {
    let mut html = String::from("<header class=\"head\">\n<div>\n");
    html += &format!("<h1>{}</h1>\n", escape(&page.title));
    if !page.lede.is_empty() {
        html += &format!("<p class=\"lede\">{}</p>\n", prose(&page.lede));
    }
    html += "</div>\n";
    html += &facts(&page.run);
    if !page.run.command.is_empty() {
        html += &format!("<div class=\"whole\">{}</div>\n", command(&page.run.command));
    }
    html + "</header>\n"
}

fn facts(run: &Run) -> String {
    let seed = run.seed.to_string();
    let time = run.seconds.map(number::seconds).unwrap_or_default();
    let facts = [
        ("Scale", &run.scale),
        ("Version", &run.version),
        ("Commit", &run.commit),
        ("Seed", &seed),
        (if run.is_resumed { "Time since it was last started" } else { "Time" }, &time),
    ];
    let mut html = String::from("<dl class=\"facts\">\n");
    for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
        html += &format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(value));
    }
    html + "</dl>\n"
}

/// A command that can be copied.
pub(super) fn command(command: &str) -> String {
    format!("<pre tabindex=\"0\" aria-label=\"command\"><code>{}</code></pre>\n", escape(command))
}

fn contents(page: &Page, anchors: &Anchors) -> String {
    let mut html =
        String::from("<nav id=\"contents\" aria-label=\"Contents\">\n<h2>Contents</h2>\n<ul>\n");
    html += "<li><a href=\"#verdicts\">Verdicts by paper</a></li>\n";
    html += "<li><a href=\"#findings\">Findings</a></li>\n";
    for (paper, anchors) in page.papers.iter().zip(&anchors.papers) {
        html += &format!("<li><a href=\"#{}\">{}</a>", anchors.own, escape(&paper.name));
        if !paper.studies.is_empty() {
            html += "\n<ul>\n";
            for (study, anchor) in paper.studies.iter().zip(&anchors.studies) {
                let title = escape(&study.title);
                html += &format!("<li><a href=\"#{anchor}\">{title}</a></li>\n");
            }
            html += "</ul>\n";
        }
        html += "</li>\n";
    }
    html + "</ul>\n</nav>\n"
}

/// A table in a box of its own, which scrolls where the page is narrower than the table.
pub(super) fn scrolling(label: &str, table: &str) -> String {
    format!(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">\n{table}</div>\n",
        escape(label)
    )
}
