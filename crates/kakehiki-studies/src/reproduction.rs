//! All studies of the papers at one level, and the report of them.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use kakehiki_arena::Shard;
use kakehiki_chart::{
    Finding as ShownFinding, FindingVerdict, Page, PaperSection, ResultRow, Run, StudySection,
    Verdict,
};
use serde::Serialize;

use crate::{
    Finding, Level, Order, Paper, Report, Row, Study, StudyError,
    reading::{self, Reading},
    standard,
    verdict::holm,
    write_file,
};

/// What came of all studies of some papers.
pub struct Reproduction {
    /// How thoroughly they were run.
    pub level: Level,
    /// The papers with the reports of their studies.
    pub papers: Vec<(&'static Paper, Vec<(&'static Study, Report)>)>,
    /// The number all luck follows from.
    pub seed: u64,
    /// The command.
    pub command: String,
    /// The commit that the program was built from; empty if that is not known.
    pub commit: String,
    /// How long it took since it was last started.
    pub seconds: f64,
    /// Whether an earlier start had left something.
    pub is_resumed: bool,
}

/// The reports as one document.
#[derive(Serialize)]
struct Document<'a> {
    scale: String,
    version: &'static str,
    commit: &'a str,
    seed: u64,
    command: &'a str,
    studies: Vec<&'a Report>,
    verdicts: BTreeMap<String, usize>,
    findings: BTreeMap<String, usize>,
    seconds: f64,
}

/// Where the games of a level are kept below the folder of a report.
pub fn kept_folder(out: &Path, level: Level) -> PathBuf {
    out.join("work").join(level.to_string())
}

impl Paper {
    /// Runs the studies of the paper at a level, and keeps their games below the folder `out` of the
    /// report. Of `common` all but the size and the settings count. `begin` is told of each study
    /// before it is run.
    ///
    /// # Errors
    /// As [`Study::run`].
    pub fn run(
        &self,
        level: Level,
        common: &Order<'_>,
        out: &Path,
        begin: &dyn Fn(&Study),
    ) -> Result<Vec<(&'static Study, Report)>, StudyError> {
        self.each_study(level, common, out, begin, |study, order| Ok((study, study.run(order)?)))
    }

    /// Plays a share of the studies of the paper in the same way, and says what has to be there before
    /// the rest can be played.
    ///
    /// # Errors
    /// As [`Study::run_shard`].
    pub fn run_shard(
        &self,
        level: Level,
        common: &Order<'_>,
        out: &Path,
        shard: Shard,
        begin: &dyn Fn(&Study),
    ) -> Result<Vec<String>, StudyError> {
        let play = |study: &'static Study, order: &Order<'_>| study.run_shard(order, shard);
        let awaited = self.each_study(level, common, out, begin, play)?;
        Ok(awaited.into_iter().flatten().collect())
    }

    fn each_study<T>(
        &self,
        level: Level,
        common: &Order<'_>,
        out: &Path,
        begin: &dyn Fn(&Study),
        work: impl Fn(&'static Study, &Order<'_>) -> Result<T, StudyError>,
    ) -> Result<Vec<T>, StudyError> {
        // One folder for all, so that no game is played twice.
        let folder = kept_folder(out, level).join(self.id);
        let at_level = |study: &'static Study| Some((study, study.order_at(level)?));
        let studies = self.studies().filter_map(at_level);
        let done = studies.map(|(study, Order { scale, settings, .. })| {
            begin(study);
            work(study, &Order { scale, settings, out: Some(&folder), ..common.clone() })
        });
        done.collect()
    }
}

impl Reproduction {
    fn reports(&self) -> impl Iterator<Item = &Report> {
        self.papers.iter().flat_map(|(_, reports)| reports.iter().map(|(_, report)| report))
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.reports().flat_map(|report| &report.rows)
    }

    /// The reports as one JSON document.
    pub fn to_json(&self) -> String {
        let counted = |words: &'static str, count: usize| (words.replace(' ', "-"), count);
        let verdicts = Verdict::ALL.map(|verdict| {
            let rows = self.rows().filter(|row| row.verdict == Some(verdict));
            counted(verdict.words(), rows.count())
        });
        let all = [FindingVerdict::Holds, FindingVerdict::DoesNotHold, FindingVerdict::Undecided];
        let findings = all.map(|verdict| {
            let findings = self.reports().flat_map(|report| &report.findings);
            counted(verdict.words(), findings.filter(|it| it.verdict == verdict).count())
        });
        let document = Document {
            scale: self.level.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            commit: &self.commit,
            seed: self.seed,
            command: &self.command,
            studies: self.reports().collect(),
            verdicts: verdicts.into(),
            findings: findings.into(),
            seconds: self.seconds,
        };
        // Figures that are not numbers become null, so this cannot fail.
        serde_json::to_string(&document).unwrap_or_default() + "\n"
    }

    /// The report as a page.
    pub fn to_page(&self) -> Page {
        let compared = self
            .rows()
            .filter(|row| row.verdict.is_some_and(|verdict| verdict != Verdict::NotComparable));
        let (compared, beyond) = (compared.count(), holm(self.rows()));
        let sized = match self.level {
            Level::Smoke => {
                "A game or so of each study, to see that everything works: the figures \
                             mean nothing."
            }
            Level::Quick => {
                "Some minutes of games: cheap movers in `ito2014` and a short training \
                             in `hagiwara2019` stand for the papers' own."
            }
            Level::Standard => {
                "About an hour of games, with cheaper movers in `ito2014` than the \
                                paper's."
            }
            Level::Full => "The published sizes.",
        };
        Page {
            title: "Five papers, run again".to_owned(),
            lede: format!(
                "Every experiment of five papers on games of negotiation and deceit, with the \
                 published figures beside those measured here. {sized}"
            ),
            run: Run {
                scale: self.level.to_string(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                commit: self.commit.clone(),
                seed: self.seed,
                command: self.command.clone(),
                seconds: Some(self.seconds),
                is_resumed: self.is_resumed,
            },
            notes: vec![format!(
                "Of {compared} figures that can be compared, about {:.0} would lie outside their 95 % \
                 interval by chance alone. By the rule of Holm, {beyond} differ beyond that.",
                compared as f64 * 0.05
            )],
            papers: self
                .papers
                .iter()
                .map(|(paper, reports)| section(paper, self.level, reports))
                .collect(),
        }
    }
}

fn section(paper: &Paper, level: Level, reports: &[(&'static Study, Report)]) -> PaperSection {
    // A short run that cannot decide is helped by the long one that is kept.
    let kept = |study: &Study, finding: &Finding| {
        let is_open = finding.verdict == FindingVerdict::Undecided;
        let is_short = matches!(level, Level::Smoke | Level::Quick);
        standard::verdict(study.id, &finding.finding).filter(|_| is_open && is_short)
    };
    let findings = reports.iter().flat_map(|(study, report)| {
        report.findings.iter().map(|finding| ShownFinding {
            finding: finding.finding.clone(),
            here: finding.test.clone(),
            n: None,
            verdict: finding.verdict,
            standard: kept(study, finding),
            study: study.id.to_owned(),
        })
    });
    PaperSection {
        id: paper.id.to_owned(),
        name: paper.name.to_owned(),
        subject: paper.subject.to_owned(),
        asked: paper.asked.to_owned(),
        found: paper.found.to_owned(),
        findings: findings.collect(),
        studies: reports.iter().map(|(study, report)| study_section(study, report)).collect(),
    }
}

fn study_section(study: &Study, report: &Report) -> StudySection {
    let mut figures = report.figures.clone();
    if figures.is_empty() {
        figures.push(report.plot());
    }
    let reading = reading::of(study.id);
    StudySection {
        id: study.id.to_owned(),
        title: study.title.to_owned(),
        about: format!("Run at scale {}. {}", report.scale, study.about),
        figures,
        rows: report.rows.iter().map(|row| shown(row, reading)).collect(),
        readings: reading.map(Reading::sentences).unwrap_or_default(),
        notes: report.notes.clone(),
        settings: report.settings.clone().into_iter().collect(),
        command: report.command.clone(),
    }
}

fn shown(row: &Row, reading: Option<&Reading>) -> ResultRow {
    let ends = |interval: kakehiki_arena::Interval| (interval.low, interval.high);
    let explanation = match row.verdict {
        Some(Verdict::TooFewGames) => format!("{} games are too few", row.whose_games()),
        Some(Verdict::Differs) => {
            let reason = reading.and_then(|reading| reading.reason(&row.row, &row.metric));
            reason.unwrap_or_default().to_owned()
        }
        _ => String::new(),
    };
    ResultRow {
        row: row.row.clone(),
        metric: row.metric.clone(),
        published: row.published,
        published_n: row.published_n,
        measured: Some(row.measured),
        interval: row.ci95.map(ends),
        n: Some(row.games),
        difference: row.difference_ci95.map(ends),
        comparability: row.comparability,
        verdict: row.verdict,
        explanation,
    }
}

/// Writes the report into a folder: `index.html`, `report.md` with its figures, and `report.json`.
///
/// # Errors
/// If a file cannot be written; each is there as a whole or not at all.
pub fn write_reproduction(folder: &Path, reproduction: &Reproduction) -> Result<(), StudyError> {
    const FIGURES: &str = "figures";
    let page = reproduction.to_page();
    write_file(&folder.join("index.html"), &page.to_html())?;
    for (name, svg) in page.figure_files() {
        write_file(&folder.join(FIGURES).join(name), &svg)?;
    }
    write_file(&folder.join("report.md"), &page.to_markdown(Some(FIGURES)))?;
    write_file(&folder.join("report.json"), &reproduction.to_json())
}
