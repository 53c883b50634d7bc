//! A report: what was run, the verdicts, the findings, and a section for each paper.
//!
//! Everything here is plain data that a study fills in. Words are text: what would be markup is
//! shown as it is, except that what stands between two backticks is code.

mod anchors;
mod html;
mod markdown;
mod overview;
mod section;
mod verdict;

pub use verdict::{Comparability, FindingVerdict, Verdict};

use crate::{Chart, Measure, number};
use anchors::Anchors;
use verdict::Counts;

/// A report on the experiments of several papers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The title.
    pub title: String,
    /// What the report is, in one or two sentences.
    pub lede: String,
    /// What was run.
    pub run: Run,
    /// What a reader should know about the verdicts as a whole, such as how many rows would differ
    /// by chance.
    pub notes: Vec<String>,
    /// The papers.
    pub papers: Vec<PaperSection>,
}

/// What was run, so that it can be run again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// The size, as `quick`.
    pub scale: String,
    /// The version of the program.
    pub version: String,
    /// The commit it was built from; empty if that is not known.
    pub commit: String,
    /// The number all luck follows from.
    pub seed: u64,
    /// The command.
    pub command: String,
    /// How long it took, in seconds.
    pub seconds: Option<f64>,
    /// Whether an earlier start had left something, so that the time is that of the last part only.
    pub is_resumed: bool,
}

/// What a paper asked and found, and what came of its experiments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaperSection {
    /// The name that studies begin with, as `ito2014`.
    pub id: String,
    /// The paper's name for people, as `Ito (2014)`.
    pub name: String,
    /// What it is about, in two or three words, as `Catan, trading`.
    pub subject: String,
    /// What it asked, in one sentence.
    pub asked: String,
    /// What it found, in one sentence.
    pub found: String,
    /// What it concluded, and whether that holds.
    pub findings: Vec<Finding>,
    /// Its experiments.
    pub studies: Vec<StudySection>,
}

/// A conclusion of a paper, and whether it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// What the paper finds, as `talk hardly matters`.
    pub finding: String,
    /// What was found here, with the figures that decide.
    pub here: String,
    /// How many games, positions or whatever else that rests on.
    pub n: Option<u64>,
    /// Whether it holds.
    pub verdict: FindingVerdict,
    /// What a longer run that is kept with the project said; shown beside this run's verdict.
    pub standard: Option<FindingVerdict>,
    /// The study that shows it, by its id; the finding is then a link to it.
    pub study: String,
}

/// An experiment: its figures as charts and as rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StudySection {
    /// Its id, as `ito2014/criteria`.
    pub id: String,
    /// What it asks, in one line.
    pub title: String,
    /// Its size and how open points are read.
    pub about: String,
    /// The figures of the paper, rebuilt.
    pub figures: Vec<Chart>,
    /// Every figure, published beside measured.
    pub rows: Vec<ResultRow>,
    /// How open points of the paper are read here, and what other readings gave.
    pub readings: Vec<String>,
    /// What a reader should know about the rows.
    pub notes: Vec<String>,
    /// What was set, by name.
    pub settings: Vec<(String, String)>,
    /// The command that runs it alone.
    pub command: String,
}

/// A figure, published beside measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultRow {
    /// What was measured.
    pub row: String,
    /// In which unit.
    pub metric: String,
    /// What the paper says.
    pub published: Option<f64>,
    /// How many games the paper's figure rests on.
    pub published_n: Option<u64>,
    /// What was measured.
    pub measured: Option<f64>,
    /// The 95 % interval of what was measured.
    pub interval: Option<(f64, f64)>,
    /// How many games it rests on.
    pub n: Option<u64>,
    /// The 95 % interval of measured less published.
    pub difference: Option<(f64, f64)>,
    /// How far the setting is the paper's.
    pub comparability: Comparability,
    /// What the figures say; nothing where nothing is published.
    pub verdict: Option<Verdict>,
    /// Why it differs, or whose games were too few; may be empty.
    pub explanation: String,
}

impl Page {
    /// The report as one file of HTML that loads nothing: for bright and dark rooms, for phones and
    /// for paper.
    pub fn to_html(&self) -> String {
        html::document(self)
    }

    /// The report as Markdown. `figures` is the folder, seen from the text, that holds the
    /// [`figure_files`](Self::figure_files); without it the text has the figures' tables alone.
    pub fn to_markdown(&self, figures: Option<&str>) -> String {
        markdown::document(self, figures)
    }

    /// The names and contents of the drawings that the Markdown refers to.
    pub fn figure_files(&self) -> Vec<(String, String)> {
        let anchors = Anchors::new(self);
        let studies = self.papers.iter().zip(&anchors.papers);
        let studies = studies.flat_map(|(paper, own)| paper.studies.iter().zip(&own.studies));
        studies
            .flat_map(|(study, anchor)| {
                let figures = study.figures.iter().enumerate();
                figures.map(move |(index, chart)| (anchors::file(anchor, index), chart.to_svg()))
            })
            .collect()
    }

    /// All findings with their papers, the surprising ones first.
    fn findings(&self) -> Vec<(&PaperSection, &Finding)> {
        let papers = self.papers.iter();
        let mut findings: Vec<_> =
            papers.flat_map(|paper| paper.findings.iter().map(move |it| (paper, it))).collect();
        findings.sort_by_key(|(_, finding)| finding.surprise());
        findings
    }
}

impl PaperSection {
    fn counts(&self) -> Counts {
        let rows = self.studies.iter().flat_map(|study| &study.rows);
        Counts::of(rows.filter_map(|row| row.verdict))
    }
}

impl ResultRow {
    fn measure(&self) -> Measure {
        let Self { measured, interval, n, published, .. } = *self;
        Measure { measured, interval, n, published }
    }

    /// How far the setting is the paper's, in words; where nothing is published there is nothing to
    /// compare.
    fn setting(&self) -> &'static str {
        if self.published.is_some() { self.comparability.words() } else { number::NONE }
    }
}

impl Finding {
    /// Where it stands in the list: what does not hold first, what holds last. A longer run has
    /// the word where this one is undecided.
    fn surprise(&self) -> u8 {
        let decided = match (self.verdict, self.standard) {
            (FindingVerdict::Undecided, Some(standard)) => standard,
            (verdict, _) => verdict,
        };
        match decided {
            FindingVerdict::DoesNotHold => 0,
            FindingVerdict::Undecided => 1,
            FindingVerdict::Holds => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use FindingVerdict::{DoesNotHold, Holds, Undecided};

    use super::*;

    #[test]
    fn surprising_findings_come_first() {
        let finding = |name: &str, verdict, standard| Finding {
            finding: name.to_owned(),
            verdict,
            standard,
            ..Finding::default()
        };
        let paper = |findings| PaperSection { findings, ..PaperSection::default() };
        let page = Page {
            papers: vec![
                paper(vec![finding("a", Holds, None), finding("b", Undecided, Some(DoesNotHold))]),
                paper(vec![finding("c", Undecided, None), finding("d", DoesNotHold, None)]),
            ],
            ..Page::default()
        };
        let names: Vec<&str> = page.findings().iter().map(|(_, it)| it.finding.as_str()).collect();
        assert_eq!(names, ["b", "d", "c", "a"]);
    }
}
