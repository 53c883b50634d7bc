//! The learner against opponents of the class of contest finalists.

use kakehiki_core::Moments;
use kakehiki_werewolf::FinalistSettings;

use super::school::{
    LEARNING, OWN_FINALISTS, READINGS, SUBSTITUTED, School, Subject, finalist, share_of_gain,
    treatment, win_rate, wins,
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    verdict::{MARGIN, between},
};

pub(crate) const FINALISTS_11: Study = Study {
    id: "hagiwara2019/finalists-11",
    title: "A trained werewolf goes on learning against finalists in a village of 11",
    about: "The training of hagiwara2019/sample-11, then 50,000 games against ten finalists, then \
            100,000 games of each test against them at scale 1. The finalists are this project's \
            own `finalist`, written from published descriptions: of their class, but not the \
            paper's opponents, so that levels compare only roughly. Beside the finalist in the \
            learner's seat stands the paper's Udon. Trainings of one kind differ, so that the finding \
            rests on ten at scale 1, and on three at least; the other rows are of the first, as the \
            paper has one.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run: |order| run(order, &FINALISTS_11, 11),
};

pub(crate) const FINALISTS_15: Study = Study {
    id: "hagiwara2019/finalists-15",
    title: "A trained werewolf goes on learning against finalists in a village of 15",
    about: "The training of hagiwara2019/sample-15, then 150,000 games against ten finalists and \
            four sample agents, then 70,000 games of each test against them at scale 1. The \
            finalists are this project's own, as in hagiwara2019/finalists-11. The paper gives no \
            figure here, only that the learner stays slightly below Udon.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0001, 0.002, 0.1)),
    run: |order| run(order, &FINALISTS_15, 15),
};

/// Tests beside those of trained learners.
const TESTS: u64 = 4;

/// Trainings at scale 1, and at least.
const TRAININGS: u64 = 10;
const LEAST_TRAININGS: u64 = 3;

fn run(order: &Order<'_>, study: &Study, village: u64) -> Result<Report, StudyError> {
    let tested = if village == 11 { "games" } else { "games_finalists" };
    let [pretraining, training, games] =
        ["training", "training_finalists", tested].map(|name| School::games(order, village, name));
    let trainings = order.scaled(TRAININGS).max(LEAST_TRAININGS);
    let played = trainings * (pretraining + training + games) + TESTS * games;
    let school = School::new(order, village, played);
    let (samples, finalists) = (school.samples(), school.finalists());
    let test = |name: &str, subject: Subject<'_>| school.test(name, &subject, &finalists, games);
    let own = finalist(FinalistSettings::default());
    let own = test("finalist", Subject::Fixed("finalist", &own))?;
    let untrained = school.untrained();
    let before = test("untrained", Subject::best(&untrained))?;
    let sparing = test("untrained-sparing", Subject::sparing(&untrained))?;
    let firsts = school.complete_all((0..trainings).map(|number| {
        let (name, training) = school.numbered("samples", &samples, pretraining, number);
        (name, training, None)
    }))?;
    let models = school.complete_all((0..trainings).zip(&firsts).map(|(number, first)| {
        let (name, training) = school.numbered("samples-finalists", &finalists, training, number);
        (name, training, Some(first))
    }))?;
    let taken_over = test("pretrained", Subject::best(&firsts[0]))?;
    let after = test("trained", Subject::best(&models[0]))?;
    let mut won = Moments::default();
    won.add(win_rate(after));
    for (model, number) in models[1..].iter().zip(2..) {
        won.add(win_rate(test(&format!("trained-{number}"), Subject::best(model))?));
    }
    let mean = Row::mean(
        "trained against samples, then against finalists, several times",
        "werewolves win, mean over trainings",
        &won,
    );
    let mut last = wins("trained against samples, then against finalists", after);
    let mut fixed = wins("a finalist in the learner's seat", own);
    if village == 11 {
        let published = School::published_games(village);
        last = last.beside(school.figure("finalists")).of(published).compared(SUBSTITUTED);
        fixed = fixed.beside(school.figure("udon_finalists")).of(published).compared(SUBSTITUTED);
    }
    // In the village of 15 the paper's learner stays slightly below.
    let (finding, effect) = if village == 11 {
        ("The trained werewolf wins more than a finalist in its seat", between(&mean, &fixed))
    } else {
        ("A finalist in its seat wins more than the trained werewolf", between(&fixed, &mean))
    };
    let finding = format!("{finding}, in a village of {village}");
    let findings = vec![Finding::positive(&finding, "difference of win rates", effect, MARGIN)];
    let mut rows = vec![
        wins("before training", before),
        wins("before training, sparing fellows", sparing),
        wins("trained against samples only", taken_over),
        last,
        mean,
        fixed,
    ];
    rows.extend(treatment("before training", before));
    rows.extend(treatment("trained against samples only", taken_over));
    rows.extend(treatment("trained against both", after));
    let notes =
        vec![share_of_gain(before, sparing, after), OWN_FINALISTS.to_owned(), READINGS.to_owned()];
    Ok(Report::new(study, order, rows, notes).concluding(findings))
}
