//! The learner among finalists of different kinds, and against a kind that it never met.

use kakehiki_core::{Moments, Parameter};
use kakehiki_werewolf::{FINALIST_KINDS, REPERTOIRE, Training, UPDATE};

use super::school::{OWN_FINALISTS, READINGS, School, Subject, win_rate, wins};
use crate::{Order, Report, Row, Sizes, Study, StudyError};

const VILLAGE: u64 = 11;

pub(crate) const STRANGERS: Study = Study {
    id: "hagiwara2019/strangers",
    title: "The learner among finalists of different kinds, and against a kind that it never met",
    about: "The paper's ten finalists are ten different programs. Here are five kinds, two of each: who \
            weighs all assignments of roles, who claims at every chance and judges hastily, who goes by \
            results and the crowd, who reads votes, and who keeps quiet. In a village of 11, learners \
            train for 50,000 games at scale 1 against four kinds and are tested in 20,000 against ten \
            of the fifth; others train against that fifth kind alone. The first rows are of learners \
            who train against all five and are tested against them. Intervals are over trainings.",
    parameters: &[
        Parameter::integer("trainings", (2, 100), "4", "trainings of each learner"),
        UPDATE,
        REPERTOIRE,
    ],
    sizes: Some(Sizes::scales(0.001, 0.01, 0.2)),
    run,
};

/// Games of a test at scale 1.
const TESTS: u64 = 20_000;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let trainings = order.settings.integer("trainings") as u64;
    let games = School::games(order, VILLAGE, "training_finalists");
    let tests = order.scaled(TESTS);
    let learners = 1 + 2 * FINALIST_KINDS.len() as u64;
    let untrained = 1 + FINALIST_KINDS.len() as u64;
    let school =
        School::new(order, VILLAGE, learners * trainings * (games + tests) + untrained * tests);
    let blank = school.untrained();
    let before = |met: &[usize]| {
        let opponents = school.finalists_of(met)?;
        school.test(&opponents.name, &Subject::best(&blank), &opponents, tests)
    };
    let all: Vec<usize> = (0..FINALIST_KINDS.len()).collect();
    let others = |kind: &usize| all.iter().copied().filter(|other| other != kind).collect();
    // Whom each learner meets: all kinds, all but one, and one.
    let mut met = vec![all.clone()];
    met.extend(all.iter().map(others));
    met.extend(all.iter().map(|kind| vec![*kind]));
    let mut ordered = Vec::new();
    for kinds in &met {
        let opponents = school.finalists_of(kinds)?;
        for seed in order.seed..order.seed + trainings {
            let name = format!("{}-seed-{seed}", opponents.name).replace([' ', ','], "-");
            ordered.push((name, Training { seed, ..school.training(&opponents, games) }, None));
        }
    }
    let models = school.complete_all(ordered)?;
    // The share of games that a learner wins against some kinds.
    let won = |learner: usize, tested: &[usize]| -> Result<Moments, StudyError> {
        let opponents = school.finalists_of(tested)?;
        let first = learner * trainings as usize;
        let mut won = Moments::default();
        for model in &models[first..first + trainings as usize] {
            let name = format!("{} against {}", model.provenance.opponents, opponents.name);
            won.add(win_rate(school.test(&name, &Subject::best(model), &opponents, tests)?));
        }
        Ok(won)
    };
    let mean =
        |name: &str, won: &Moments| Row::mean(name, "werewolves win, mean over trainings", won);
    let mut rows = vec![
        wins("all kinds, before training", before(&all)?),
        mean("all kinds, trained against all", &won(0, &all)?),
    ];
    let (mut strangers, mut acquainted) = (Moments::default(), Moments::default());
    for (place, (kind, _)) in FINALIST_KINDS.iter().enumerate() {
        let untrained = before(&[place])?;
        let never = won(1 + place, &[place])?;
        let only = won(1 + FINALIST_KINDS.len() + place, &[place])?;
        rows.push(wins(&format!("{kind}s, before training"), untrained));
        rows.push(mean(&format!("{kind}s, trained against all others"), &never));
        rows.push(mean(&format!("{kind}s, trained against them"), &only));
        strangers.add(never.mean() - win_rate(untrained));
        acquainted.add(only.mean() - win_rate(untrained));
    }
    let gain = |name: &str, gains: &Moments| Row::mean(name, "gain, mean over kinds", gains);
    rows.push(gain("against a kind that was never met", &strangers));
    rows.push(gain("against a kind that was met", &acquainted));
    let notes = vec![OWN_FINALISTS.to_owned(), READINGS.to_owned()];
    Ok(Report::new(&STRANGERS, order, rows, notes))
}
