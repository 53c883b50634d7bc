//! What training against sample agents first is worth against finalists.

use super::school::{OWN_FINALISTS, READINGS, SUBSTITUTED, School, Subject, wins};
use crate::{
    Finding, Order, Report, Sizes, Study, StudyError,
    verdict::{MARGIN, between},
};

const VILLAGE: u64 = 11;

pub(crate) const PRETRAINING: Study = Study {
    id: "hagiwara2019/pretraining",
    title: "Learning against finalists, with and without training against sample agents first",
    about: "In a village of 11: 50,000 games against ten finalists after 2,000,000 against sample \
            agents, and 50,000 without those; 100,000 games of each test at scale 1, against \
            finalists and against sample agents. The finalists are this project's own, as in \
            hagiwara2019/finalists-11. The paper gives 69.1 % against sample agents both for the \
            learner that has only met those and, in its table 2, for the one that met finalists \
            after them.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let [pretraining, training, games] =
        ["training", "training_finalists", "games"].map(|name| School::games(order, VILLAGE, name));
    let school = School::new(order, VILLAGE, pretraining + 2 * training + 6 * games);
    let (samples, finalists) = (school.samples(), school.finalists());
    let first = school.train("samples", &samples, pretraining, None)?;
    let with = school.train("samples-finalists", &finalists, training, Some(&first))?;
    let without = school.train("finalists", &finalists, training, None)?;
    let models = [
        ("against samples only", &first, None, Some("sample")),
        ("against samples, then finalists", &with, Some("finalists"), Some("sample")),
        (
            "against finalists only",
            &without,
            Some("finalists_without_pretraining"),
            Some("sample_without_pretraining"),
        ),
    ];
    let published = School::published_games(VILLAGE);
    let mut rows = Vec::new();
    for (trained, model, by_finalists, by_samples) in models {
        for (opponents, figure) in [(&finalists, by_finalists), (&samples, by_samples)] {
            let name = format!("trained {trained}; tested by {}", opponents.name);
            let kept = name.replace([' ', ',', ';'], "-");
            let row = wins(&name, school.test(&kept, &Subject::best(model), opponents, games)?);
            let row = match figure {
                Some(figure) => row.beside(school.figure(figure)).of(published),
                None => row,
            };
            // Whoever has met finalists has met ours, not the paper's.
            let has_met = opponents.name == finalists.name || trained != "against samples only";
            rows.push(if has_met { row.compared(SUBSTITUTED) } else { row });
        }
    }
    let notes = vec![OWN_FINALISTS.to_owned(), READINGS.to_owned()];
    let findings = vec![Finding::positive(
        "Training against sample agents first helps against finalists",
        "win rate against finalists with less without it",
        between(&rows[2], &rows[4]),
        MARGIN,
    )];
    let report = Report::new(&PRETRAINING, order, rows, notes).concluding(findings);
    Ok(report.tabled("Win rates with and without a first training", "Table 2 of the paper."))
}
