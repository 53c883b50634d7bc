//! The learner against sample agents, before and after training.

use kakehiki_werewolf::{Mode, Talking, Targets};

use super::school::{
    LEARNING, READINGS, School, Subject, share_of_gain, treatment, win_rate, wins,
};
use crate::{
    Finding, Order, Report, Sizes, Study, StudyError,
    verdict::{MARGIN, between},
};

const TESTS: u64 = 5;

pub(crate) const SAMPLE_11: Study = Study {
    id: "hagiwara2019/sample-11",
    title: "A werewolf learns against sample agents in a village of 11",
    about: "2,000,000 games of training and 100,000 of each test at scale 1, one werewolf being \
            the learner and everybody else a sample agent of line 0.4: before training, after it with \
            exploration and without. The last rows ask what was learned: how often the learner \
            votes for and speaks against fellow werewolves, and what never aiming at them is \
            worth by itself.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0005, 0.02, 0.5)),
    run: |order| run(order, &SAMPLE_11, 11),
};

pub(crate) const SAMPLE_15: Study = Study {
    id: "hagiwara2019/sample-15",
    title: "A werewolf learns against sample agents in a village of 15",
    about: "As hagiwara2019/sample-11 with 10,000,000 games of training, in a village of 15 with \
            three werewolves.",
    parameters: &LEARNING,
    sizes: Some(Sizes::scales(0.0001, 0.002, 0.1)),
    run: |order| run(order, &SAMPLE_15, 15),
};

fn run(order: &Order<'_>, study: &Study, village: u64) -> Result<Report, StudyError> {
    let [training, games] = ["training", "games"].map(|name| School::games(order, village, name));
    let school = School::new(order, village, training + TESTS * games);
    let samples = school.samples();
    let test = |name: &str, subject: Subject<'_>| school.test(name, &subject, &samples, games);
    let untrained = school.untrained();
    let before = test("untrained", Subject::best(&untrained))?;
    let sparing = test("untrained-sparing", Subject::sparing(&untrained))?;
    let model = school.train("samples", &samples, training, None)?;
    let exploring = Subject::Learner(&model, Mode::Exploring, Talking::Learned, Targets::Everybody);
    let exploring = test("exploring", exploring)?;
    let after = test("trained", Subject::best(&model))?;
    let both = test("trained-sparing", Subject::sparing(&model))?;
    let published = School::published_games(village);
    let row = |name: &str, conduct, figure: &str| {
        wins(name, conduct).beside(school.figure(figure)).of(published)
    };
    let first = row("before training", before, "before_training");
    let findings = vec![Finding::positive(
        &format!("Learning makes werewolves win more, in a village of {village}"),
        "win rate after less before training",
        between(&wins("after", after), &first),
        MARGIN,
    )];
    let mut rows = vec![
        first.clone(),
        row("after, exploring", exploring, "sample_with_exploration").over(&first),
        row("after", after, "sample").over(&first),
        wins("before, sparing fellows", sparing),
        wins("after, sparing fellows", both),
    ];
    rows.extend(treatment("before training", before));
    rows.extend(treatment("after", after));
    let notes = vec![
        share_of_gain(before, sparing, after),
        format!(
            "On top of training, never aiming at fellows is worth {:+.1} points: what it has not \
             learned of that.",
            100.0 * (win_rate(both) - win_rate(after))
        ),
        format!(
            "While the learner lived, {} fellows were executed before training, {} of them with \
             its vote; after training {}, {} with its vote.",
            before.fellows_executed,
            before.fellows_executed_by_its_vote,
            after.fellows_executed,
            after.fellows_executed_by_its_vote
        ),
        READINGS.to_owned(),
    ];
    Ok(Report::new(study, order, rows, notes).concluding(findings))
}
