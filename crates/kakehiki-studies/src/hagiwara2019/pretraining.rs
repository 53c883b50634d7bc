//! What training against sample agents first is worth against finalists.

use kakehiki_core::Moments;
use kakehiki_werewolf::Model;

use super::school::{
    LEARNING, OWN_FINALISTS, READINGS, SUBSTITUTED, School, Subject, win_rate, wins,
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    verdict::{MARGIN, interval_of},
};

const VILLAGE: u64 = 11;

/// Pairs of trainings at scale 1, and at least.
const PAIRS: u64 = 10;
const LEAST_PAIRS: u64 = 2;

pub(crate) const PRETRAINING: Study = Study {
    id: "hagiwara2019/pretraining",
    title: "Learning against finalists, with and without training against sample agents first",
    about: "In a village of 11: 50,000 games against ten finalists after 2,000,000 against sample \
            agents, and 50,000 without those; 100,000 games of each test at scale 1, against \
            finalists and against sample agents. The finalists are this project's own, as in \
            hagiwara2019/finalists-11. Trainings of one kind differ, so that the finding rests on \
            ten pairs of them at scale 1, and on two at least; the other rows are of the first pair, \
            as the paper has one. The paper gives 69.1 % against sample agents both for the \
            learner that has only met those and, in its table 2, for the one that met finalists \
            after them.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let [pretraining, training, games] =
        ["training", "training_finalists", "games"].map(|name| School::games(order, VILLAGE, name));
    let pairs = order.scaled(PAIRS).max(LEAST_PAIRS);
    let played = pairs * (pretraining + 2 * training + 2 * games) + 4 * games;
    let school = School::new(order, VILLAGE, played);
    let (samples, finalists) = (school.samples(), school.finalists());
    let firsts = school.complete_all((0..pairs).map(|number| {
        let (name, training) = school.numbered("samples", &samples, pretraining, number);
        (name, training, None)
    }))?;
    let both = school.complete_all((0..pairs).zip(&firsts).flat_map(|(number, first)| {
        let (name, training_on) =
            school.numbered("samples-finalists", &finalists, training, number);
        let (other, alone) = school.numbered("finalists", &finalists, training, number);
        [(name, training_on, Some(first)), (other, alone, None)]
    }))?;
    let (first, with, without) = (&firsts[0], &both[0], &both[1]);
    let models = [
        ("against samples only", first, None, Some("sample")),
        ("against samples, then finalists", with, Some("finalists"), Some("sample")),
        (
            "against finalists only",
            without,
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
    let mut gains = Moments::default();
    gains.add(rows[2].measured - rows[4].measured);
    for (number, pair) in both.chunks(2).enumerate().skip(1) {
        let tested = |name: &str, model: &Model| -> Result<f64, StudyError> {
            let name = format!("{name}-{number}");
            Ok(win_rate(school.test(&name, &Subject::best(model), &finalists, games)?))
        };
        gains.add(tested("with", &pair[0])? - tested("without", &pair[1])?);
    }
    let gain = Row::mean(
        "with a first training less without it; tested by finalists",
        "difference of win rates, mean over pairs of trainings",
        &gains,
    );
    let notes = vec![OWN_FINALISTS.to_owned(), READINGS.to_owned()];
    let findings = vec![Finding::positive(
        "Training against sample agents first helps against finalists",
        &gain.metric,
        interval_of(&gain),
        MARGIN,
    )];
    rows.push(gain);
    let report = Report::new(&PRETRAINING, order, rows, notes).concluding(findings);
    Ok(report.tabled("Win rates with and without a first training", "Table 2 of the paper."))
}
