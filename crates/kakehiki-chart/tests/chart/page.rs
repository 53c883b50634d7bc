//! The specimen of a report as a reader gets it.

use std::collections::BTreeSet;

use kakehiki_chart::{Page, PaperSection, ResultRow, StudySection, Verdict};
use roxmltree::{Document, ParsingOptions};

use crate::specimen;

fn parse(html: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(html, options).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_page_is_well_formed_and_loads_nothing() {
    let html = specimen::page().to_html();
    let document = parse(&html);
    assert_eq!(document.root_element().attribute("lang"), Some("en"));
    assert!(!html.contains("NaN") && !html.contains(">inf"));
    let outside = html.replace("http://www.w3.org/2000/svg", "");
    for what in
        ["http:", "https:", "url(", "@import", "<script", "<link", "<img", " src=", " style="]
    {
        assert!(!outside.contains(what), "{what}");
    }
    assert_eq!(html, specimen::page().to_html(), "the same data gives the same bytes");
}

#[test]
fn every_link_has_an_aim_and_every_name_is_unique() {
    let html = specimen::page().to_html();
    let document = parse(&html);
    let names: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let known: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(known.len(), names.len());
    let links: Vec<&str> =
        document.descendants().filter_map(|node| node.attribute("href")).collect();
    assert!(links.len() > 10);
    for link in links {
        assert!(known.contains(link.strip_prefix('#').unwrap()), "{link}");
    }
    assert!(known.contains("alpha1901-criteria") && known.contains("beta1902-talk"));
}

#[test]
fn tables_scroll_in_boxes_of_their_own() {
    let html = specimen::page().to_html();
    for table in parse(&html).descendants().filter(|node| node.has_tag_name("table")) {
        let in_box = table.ancestors().any(|node| node.attribute("class") == Some("scroll"));
        assert!(in_box || table.attribute("class") == Some("findings"));
    }
}

#[test]
fn every_figure_has_two_drawings_and_a_table() {
    let page = specimen::page();
    let html = page.to_html();
    let figures = page.figure_files().len();
    let document = parse(&html);
    let count = |tag: &str| document.descendants().filter(|node| node.has_tag_name(tag)).count();
    assert_eq!((figures, count("figure"), count("figcaption")), (7, 7, 7));
    assert_eq!(html.matches("class=\"kakehiki-chart\"").count(), 2 * figures);
    assert_eq!(html.matches("<summary>Show as a table</summary>").count(), figures);
}

#[test]
fn verdicts_are_counted_and_surprises_come_first() {
    let page = specimen::page();
    let text = page.to_markdown(None);
    assert!(text.contains("| Alpha (1901) | 1 | 1 | 1 | 1 | 0 | 4 |"), "{text}");
    assert!(text.contains("| all | 3 | 1 | 1 | 2 | 2 | 9 |"), "{text}");
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}"));
    assert!(place("| talk hardly matters |") < place("| profit first wins most |"));
    assert!(text.contains("undecided (standard run: holds)"));
    let html = page.to_html();
    assert!(html.contains("standard run: holds</span>"));
    let place = |words: &str| html.find(words).unwrap_or_else(|| panic!("{words}"));
    assert!(place(">talk hardly matters<") < place(">profit first wins most<"));
}

#[test]
fn markdown_names_the_files_of_its_figures() {
    let page = specimen::page();
    let text = page.to_markdown(Some("figures"));
    let files = page.figure_files();
    let names: BTreeSet<&String> = files.iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), files.len());
    for (name, svg) in &files {
        assert!(text.contains(&format!("](figures/{name})")), "{name}");
        Document::parse(svg).unwrap();
    }
    assert!(!page.to_markdown(None).contains("!["));
    assert!(!text.contains("NaN"));
}

#[test]
fn a_study_can_say_anything() {
    let words = "</style></td><script>alert('x')</script> | `code` & \"more\"";
    let text = || words.to_owned();
    let page = Page {
        title: text(),
        lede: text(),
        notes: vec![text()],
        papers: vec![PaperSection {
            id: text(),
            name: text(),
            subject: text(),
            asked: text(),
            found: text(),
            studies: vec![StudySection {
                id: text(),
                title: text(),
                about: text(),
                rows: vec![ResultRow {
                    row: text(),
                    metric: text(),
                    measured: Some(f64::NAN),
                    interval: Some((f64::NAN, f64::INFINITY)),
                    verdict: Some(Verdict::Differs),
                    explanation: text(),
                    ..ResultRow::default()
                }],
                readings: vec![text()],
                notes: vec![text()],
                settings: vec![(text(), text())],
                command: text(),
                ..StudySection::default()
            }],
            ..PaperSection::default()
        }],
        ..Page::default()
    };
    let html = page.to_html();
    let document = parse(&html);
    assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    assert!(!html.contains("NaN") && !html.contains("inf<"));
    assert!(html.contains("<code>code</code>"));
    let text = page.to_markdown(None);
    let commands = text.lines().filter(|line| line.starts_with("    "));
    assert_eq!(commands.count(), 1, "a command stays as it is");
    for line in text.lines().filter(|line| !line.starts_with("    ")) {
        let mut outside_code = line.split('`').step_by(2);
        assert!(outside_code.all(|part| !part.contains('<')), "{line}");
    }
}

#[test]
fn an_empty_page_is_a_page() {
    let page = Page::default();
    parse(&page.to_html());
    assert!(page.to_markdown(None).contains("None of these studies has findings."));
    assert!(page.figure_files().is_empty());
}
