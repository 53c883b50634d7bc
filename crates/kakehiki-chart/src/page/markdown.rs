//! The page as Markdown.

use super::{
    Page, PaperSection, ResultRow, Run, StudySection,
    anchors::{self, Anchors},
    verdict::{Counts, Verdict},
};
use crate::{number, text::markdown};

/// The whole text.
pub(super) fn document(page: &Page, figures: Option<&str>) -> String {
    let mut text = format!("# {}\n\n", markdown(&page.title));
    text += &paragraph(&page.lede);
    text += &run(&page.run);
    text += "## Verdicts by paper\n\n";
    text += &counts(page);
    for note in &page.notes {
        text += &paragraph(note);
    }
    for verdict in Verdict::ALL {
        text += &format!("- *{}*: {}\n", verdict.words(), verdict.meaning());
    }
    text += "\n## Findings\n\n";
    text += &findings(page);
    let anchors = Anchors::new(page);
    for (paper, anchors) in page.papers.iter().zip(&anchors.papers) {
        text += &section(paper, &anchors.studies, figures);
    }
    // One newline at the end, whatever came last.
    format!("{}\n", text.trim_end())
}

/// A paragraph, or nothing.
fn paragraph(words: &str) -> String {
    if words.trim().is_empty() { String::new() } else { format!("{}\n\n", markdown(words)) }
}

/// A line of a table.
fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn code(words: &str) -> String {
    let mut text = String::new();
    for line in words.lines() {
        text += &format!("    {line}\n");
    }
    text + "\n"
}

fn run(run: &Run) -> String {
    let seed = run.seed.to_string();
    let time = run.seconds.map(number::seconds).unwrap_or_default();
    let facts = [
        ("scale", &run.scale),
        ("version", &run.version),
        ("commit", &run.commit),
        ("seed", &seed),
        (if run.is_resumed { "time since it was last started" } else { "time" }, &time),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    let facts: Vec<String> =
        facts.map(|(name, value)| format!("{name} {}", markdown(value))).collect();
    let mut text = format!("Run: {}.\n\n", facts.join(", "));
    if !run.command.is_empty() {
        text += &code(&run.command);
    }
    text
}

fn counts(page: &Page) -> String {
    let mut text = line(
        &["Paper"]
            .into_iter()
            .chain(Verdict::ALL.map(Verdict::words))
            .chain(["rows"])
            .map(str::to_owned)
            .collect::<Vec<_>>(),
    );
    text += "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    let row = |name: &str, counts: Counts| {
        let numbers = counts.each().map(|(_, count)| count).chain([counts.total()]);
        let cells: Vec<String> =
            [markdown(name)].into_iter().chain(numbers.map(number::count)).collect();
        line(&cells)
    };
    for paper in &page.papers {
        text += &row(&paper.name, paper.counts());
    }
    text += &row("all", Counts::sum(page.papers.iter().map(PaperSection::counts)));
    text + "\n"
}

fn findings(page: &Page) -> String {
    let findings = page.findings();
    if findings.is_empty() {
        return "None of these studies has findings.\n\n".to_owned();
    }
    let mut text = String::from("| Paper | The paper finds that | Here | n | Verdict |\n");
    text += "| --- | --- | --- | ---: | --- |\n";
    for (paper, finding) in findings {
        let mut verdict = finding.verdict.words().to_owned();
        if let Some(standard) = finding.standard {
            verdict += &format!(" (standard run: {})", standard.words());
        }
        text += &line(&[
            markdown(&paper.name),
            markdown(&finding.finding),
            markdown(&finding.here),
            number::optional_count(finding.n),
            verdict,
        ]);
    }
    text + "\n"
}

fn section(paper: &PaperSection, anchors: &[String], figures: Option<&str>) -> String {
    let mut text = format!("## {}", markdown(&paper.name));
    if !paper.subject.is_empty() {
        text += &format!(": {}", markdown(&paper.subject));
    }
    text += "\n\n";
    for (what, words) in [("Asked", &paper.asked), ("Found", &paper.found)] {
        if !words.is_empty() {
            text += &paragraph(&format!("{what}: {words}"));
        }
    }
    for (study, anchor) in paper.studies.iter().zip(anchors) {
        text += &study_section(study, anchor, figures);
    }
    text
}

fn study_section(study: &StudySection, anchor: &str, figures: Option<&str>) -> String {
    let mut text = format!("### {}\n\n", markdown(&study.title));
    text += &paragraph(&format!("Study `{}`. {}", study.id.replace('`', ""), study.about));
    for (index, chart) in study.figures.iter().enumerate() {
        text += &format!("#### {}\n\n", markdown(chart.title()));
        text += &paragraph(chart.caption());
        if let Some(folder) = figures {
            let file = anchors::file(anchor, index);
            text += &format!("![{}]({folder}/{file})\n\n", markdown(chart.title()));
        }
        text += &chart.to_markdown_table();
        text += "\n";
    }
    if !study.rows.is_empty() {
        text += &rows(&study.rows);
    }
    for words in study.readings.iter().chain(&study.notes) {
        text += &paragraph(words);
    }
    if !study.settings.is_empty() {
        let set = study.settings.iter();
        let set: Vec<String> = set
            .map(|(name, value)| format!("`{}`", format!("{name}={value}").replace('`', "")))
            .collect();
        text += &format!("Set to {}.\n\n", set.join(", "));
    }
    if !study.command.is_empty() {
        text += &code(&study.command);
    }
    text
}

fn rows(rows: &[ResultRow]) -> String {
    let mut text = String::from(
        "| Row | Metric | Published | n | Measured | 95 % interval | n | Difference | Setting | Verdict |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |\n",
    );
    for row in rows {
        let [published, measured, interval, n] = row.measure().cells();
        text += &line(&[
            markdown(&row.row),
            markdown(&row.metric),
            published,
            number::optional_count(row.published_n),
            measured,
            interval,
            n,
            number::signed_interval(row.difference),
            row.setting().to_owned(),
            row.verdict.map_or(number::NONE, Verdict::words).to_owned(),
        ]);
    }
    text.push('\n');
    for row in rows.iter().filter(|row| !row.explanation.is_empty()) {
        text += &paragraph(&format!("{} ({}): {}", row.row, row.metric, row.explanation));
    }
    text
}
