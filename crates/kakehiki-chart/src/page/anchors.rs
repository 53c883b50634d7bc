//! The names by which links find the sections of a page.

use std::collections::BTreeSet;

use super::Page;

/// The anchors of a page, no two of them equal.
pub(super) struct Anchors {
    pub(super) papers: Vec<PaperAnchors>,
}

/// The anchors of a paper and of its studies.
pub(super) struct PaperAnchors {
    pub(super) own: String,
    pub(super) studies: Vec<String>,
}

/// What the page itself uses.
const RESERVED: [&str; 4] = ["report", "contents", "verdicts", "findings"];

impl Anchors {
    pub(super) fn new(page: &Page) -> Self {
        let mut taken: BTreeSet<String> = RESERVED.map(str::to_owned).into();
        let mut anchor = |id: &str| {
            let slug = slug(id);
            let mut anchor = slug.clone();
            let mut number = 2;
            while !taken.insert(anchor.clone()) {
                anchor = format!("{slug}-{number}");
                number += 1;
            }
            anchor
        };
        let papers = page.papers.iter().map(|paper| {
            let own = anchor(&paper.id);
            let studies = paper.studies.iter().map(|study| anchor(&study.id)).collect();
            PaperAnchors { own, studies }
        });
        Self { papers: papers.collect() }
    }

    /// The anchor of a study by its id.
    pub(super) fn study(&self, page: &Page, id: &str) -> Option<&str> {
        let papers = page.papers.iter().zip(&self.papers);
        let mut studies = papers.flat_map(|(paper, own)| paper.studies.iter().zip(&own.studies));
        studies.find(|(study, _)| study.id == id).map(|(_, anchor)| anchor.as_str())
    }
}

/// Small letters, digits and hyphens.
fn slug(id: &str) -> String {
    let letters = id.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    });
    let letters: String = letters.collect();
    match letters.trim_matches('-') {
        "" => "section".to_owned(),
        slug => slug.to_owned(),
    }
}

/// The name of the file that holds a figure of a study.
pub(super) fn file(anchor: &str, index: usize) -> String {
    format!("{anchor}-figure-{}.svg", index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaperSection, StudySection};

    #[test]
    fn anchors_differ_even_if_names_do_not() {
        let study = |id: &str| StudySection { id: id.to_owned(), ..StudySection::default() };
        let page = Page {
            papers: vec![PaperSection {
                id: "findings".to_owned(),
                studies: vec![study("a/b c"), study("A/b-c"), study("**")],
                ..PaperSection::default()
            }],
            ..Page::default()
        };
        let anchors = Anchors::new(&page);
        assert_eq!(anchors.papers[0].own, "findings-2");
        assert_eq!(anchors.papers[0].studies, ["a-b-c", "a-b-c-2", "section"]);
        assert_eq!(anchors.study(&page, "A/b-c"), Some("a-b-c-2"));
        assert_eq!(anchors.study(&page, "a"), None);
    }
}
