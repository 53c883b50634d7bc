//! The first page: verdicts by paper, and the findings of all papers.

use super::{
    Page, PaperSection,
    anchors::Anchors,
    html::scrolling,
    verdict::{Counts, Verdict},
};
use crate::{
    number,
    svg::pixels,
    text::{escape, prose},
};

/// How often each verdict was given, and what verdicts mean.
pub(super) fn verdicts(page: &Page, anchors: &Anchors) -> String {
    let all: Vec<Counts> = page.papers.iter().map(PaperSection::counts).collect();
    let most = all.iter().map(|counts| counts.total()).max().unwrap_or(0);
    let mut table =
        String::from("<table class=\"counts\">\n<thead><tr><th scope=\"col\">Paper</th>");
    table += "<td class=\"bars\"></td>";
    for verdict in Verdict::ALL {
        table += &format!("<th scope=\"col\" class=\"num\">{}</th>", verdict.chip());
    }
    table += "<th scope=\"col\" class=\"num\">rows</th></tr></thead>\n<tbody>\n";
    for ((paper, counts), anchors) in page.papers.iter().zip(&all).zip(&anchors.papers) {
        let name = format!(
            "<a href=\"#{}\">{}</a> <span class=\"meta\">{}</span>",
            anchors.own,
            escape(&paper.name),
            escape(&paper.subject)
        );
        table += &line(&name, *counts, &bar(*counts, most));
    }
    let sum = Counts::sum(all.into_iter());
    table += "</tbody>\n<tfoot>\n";
    table += &line("all", sum, "");
    table += "</tfoot>\n</table>\n";
    let mut html = String::from("<section id=\"verdicts\">\n<h2>Verdicts by paper</h2>\n");
    html += "<p class=\"meta\">A row is one figure of a paper beside the same figure measured here. \
             Rows without a published figure get no verdict.</p>\n";
    html += &scrolling("Verdicts by paper", &table);
    for note in &page.notes {
        html += &format!("<p>{}</p>\n", prose(note));
    }
    html += "<details>\n<summary>What the verdicts mean</summary>\n<dl class=\"meanings\">\n";
    for verdict in Verdict::ALL {
        let (chip, meaning) = (verdict.chip(), escape(verdict.meaning()));
        html += &format!("<div><dt>{chip}</dt><dd>{meaning}</dd></div>\n");
    }
    html + "</dl>\n</details>\n</section>\n"
}

fn line(name: &str, counts: Counts, bar: &str) -> String {
    let mut html = format!("<tr><th scope=\"row\">{name}</th><td class=\"bars\">{bar}</td>");
    for (_, count) in counts.each() {
        let class = if count == 0 { "num nil" } else { "num" };
        html += &format!("<td class=\"{class}\">{}</td>", number::count(count));
    }
    html + &format!("<td class=\"num\">{}</td></tr>\n", number::count(counts.total()))
}

/// The counts of a paper as one bar, as long as it has rows. The numbers beside it say the same.
fn bar(counts: Counts, most: u64) -> String {
    const WIDTH: f64 = 260.0;
    const GAP: f64 = 2.0;
    let unit = (WIDTH - GAP * Verdict::ALL.len() as f64) / most.max(1) as f64;
    let mut x = 0.0;
    let mut html = format!(
        "<svg viewBox=\"0 0 {WIDTH} 20\" width=\"{WIDTH}\" height=\"20\" aria-hidden=\"true\">"
    );
    for (verdict, count) in counts.each().filter(|(_, count)| *count > 0) {
        let width = unit * count as f64;
        html += &format!(
            "<rect class=\"{}\" x=\"{}\" y=\"1\" width=\"{}\" height=\"18\" rx=\"2\"/>",
            verdict.class(),
            pixels(x),
            pixels(width)
        );
        x += width + GAP;
    }
    html + "</svg>"
}

/// The findings of all papers. Their roles are said outright, because on a phone the rows are
/// shown as blocks, and some browsers then forget that they are rows.
pub(super) fn findings(page: &Page, anchors: &Anchors) -> String {
    let mut html = String::from("<section id=\"findings\">\n<h2>Findings</h2>\n");
    html += "<p class=\"meta\">What the papers conclude, and whether it was found here too; what was \
             not stands first.</p>\n";
    let findings = page.findings();
    if findings.is_empty() {
        return html + "<p>None of these studies has findings.</p>\n</section>\n";
    }
    html += "<table class=\"findings\" role=\"table\">\n<thead role=\"rowgroup\"><tr role=\"row\">";
    for (name, class) in [
        ("Paper", ""),
        ("The paper finds that", ""),
        ("Here", ""),
        ("n", " class=\"num\""),
        ("Verdict", ""),
    ] {
        html += &format!("<th role=\"columnheader\" scope=\"col\"{class}>{name}</th>");
    }
    html += "</tr></thead>\n<tbody role=\"rowgroup\">\n";
    for (paper, finding) in findings {
        let words = prose(&finding.finding);
        let words = match anchors.study(page, &finding.study) {
            Some(anchor) => format!("<a href=\"#{anchor}\">{words}</a>"),
            None => words,
        };
        let mut chips = finding.verdict.chip();
        if let Some(standard) = finding.standard {
            chips += &format!(" {}", standard.standard_chip());
        }
        let n = finding.n.map(|n| format!("<span class=\"unit\">n </span>{}", number::count(n)));
        html += &format!(
            "<tr role=\"row\"><td role=\"cell\" class=\"meta\">{}</td>\
             <th role=\"rowheader\" scope=\"row\">{words}</th><td role=\"cell\">{}</td>\
             <td role=\"cell\" class=\"num\">{}</td><td role=\"cell\">{chips}</td></tr>\n",
            escape(&paper.name),
            prose(&finding.here),
            n.unwrap_or_default(),
        );
    }
    html + "</tbody>\n</table>\n</section>\n"
}
