//! What learned talk is worth.

use kakehiki_werewolf::{Mode, Talking, Targets};

use super::{
    comparators::difference,
    school::{LEARNING, READINGS, School, Subject, win_rate, wins},
};
use crate::{
    Finding, Order, Report, Sizes, Study, StudyError,
    verdict::{MARGIN, between},
};

const VILLAGE: u64 = 11;

pub(crate) const TALK_ABLATION: Study = Study {
    id: "hagiwara2019/talk-ablation",
    title: "Learned votes and attacks of a werewolf, with learned talk and with random talk",
    about: "In a village of 11 with sample agents, after the training of hagiwara2019/sample-11: \
            100,000 games of each test at scale 1. Random talk is any of the learner's own \
            sentences, among which there are no results.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let [training, games] = ["training", "games"].map(|name| School::games(order, VILLAGE, name));
    let school = School::new(order, VILLAGE, training + 3 * games);
    let samples = school.samples();
    let model = school.train("samples", &samples, training, None)?;
    let test = |name: &str, subject: Subject<'_>| school.test(name, &subject, &samples, games);
    let babbling = |targets| Subject::Learner(&model, Mode::Playing, Talking::Random, targets);
    let learned = test("learned-talk", Subject::best(&model))?;
    let random = test("random-talk", babbling(Targets::Everybody))?;
    let sparing = test("random-talk-sparing", babbling(Targets::AllButFellows))?;
    let published = School::published_games(VILLAGE);
    let rows = vec![
        wins("learned talk", learned).beside(school.figure("sample")).of(published),
        wins("random talk", random).beside(school.figure("sample_random_talk")).of(published),
        wins("random talk, sparing fellows", sparing),
        difference("learned over random talk", learned, random)
            .beside(school.figure("sample") - school.figure("sample_random_talk")),
    ];
    let notes = vec![
        format!(
            "Learned talk is worth {:+.2} points over random talk. The learner reports no result, \
             as in the paper.",
            100.0 * (win_rate(learned) - win_rate(random))
        ),
        READINGS.to_owned(),
    ];
    let findings = vec![Finding::negligible(
        "Learned talk hardly matters",
        "win rate with learned less random talk",
        between(&rows[0], &rows[1]),
        MARGIN,
    )];
    Ok(Report::new(&TALK_ABLATION, order, rows, notes).concluding(findings))
}
