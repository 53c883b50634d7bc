//! Whether learning against finalists comes to rest, over several trainings.

use kakehiki_arena::Interval;
use kakehiki_chart::{Axis, Point, PointSeries, Points};
use kakehiki_core::{CurvePoint, Moments, Parameter};
use kakehiki_werewolf::{Model, REPERTOIRE, Training, Update};

use super::school::{OWN_FINALISTS, Opponents, READINGS, School, Subject, win_rate};
use crate::{Order, Report, Row, Sizes, Study, StudyError};

const VILLAGE: u64 = 11;

/// Games of a training and of a test at scale 1.
const GAMES: u64 = 200_000;
const TESTS: u64 = 20_000;

/// The points of a learning curve.
const POINTS: u64 = 20;

pub(crate) const CONVERGENCE: Study = Study {
    id: "hagiwara2019/convergence",
    title: "Learning against finalists, by the paper's update and by two others",
    about: "In a village of 11, learners train for 200,000 games against ten finalists at scale 1, four \
            times as long as the paper's, and are tested in 20,000. One kind is paid as in the paper, when the \
            next decision is made and by the best value of all choices there; one when the game is over, \
            the last decision first, by the best of what was tried; and one so but mostly by what really \
            came after a decision (`trace`). Situations do not tell what the learner did before, so that \
            the first two cannot see what an early vote does to later days. Each kind trains several times under other \
            luck; intervals are over trainings, not over games. With `first` every training goes on from one of \
            its own kind against sample agents, as the paper's learner of figure 2 does. The figure shows the \
            share of games won while learning against finalists, which includes exploration.",
    parameters: &[
        Parameter::integer("trainings", (2, 100), "10", "trainings of each kind"),
        Parameter::number(
            "trace",
            (0.0, 1.0),
            "0.9",
            "how far the third kind is paid by the course of the game",
        ),
        Parameter::integer(
            "first",
            (0, 10_000_000),
            "0",
            "games against sample agents before those against finalists, at scale 1",
        ),
        REPERTOIRE,
    ],
    sizes: Some(Sizes::scales(0.0005, 0.005, 0.25)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let trainings = order.settings.integer("trainings") as u64;
    let [games, tests] = [GAMES, TESTS].map(|games| order.scaled(games));
    let first = match order.settings.integer("first") as u64 {
        0 => 0,
        games => order.scaled(games),
    };
    let school = School::new(order, VILLAGE, 3 * trainings * (first + games + tests));
    let (samples, finalists) = (school.samples(), school.finalists());
    let trace = order.settings.number("trace") as f32;
    let kinds = [
        ("the paper's update", Update::Decision, 0.0),
        ("the last decision first", Update::Game, 0.0),
        ("by the course of the game", Update::Game, trace),
    ];
    let ordered = |opponents: &Opponents, games: u64| -> Vec<(String, Training)> {
        let (school, name) = (&school, &opponents.name);
        let each_kind = kinds.iter().flat_map(|(_, update, trace)| {
            (order.seed..order.seed + trainings).map(move |seed| {
                let training = school.training(opponents, games);
                let training = Training { seed, update: *update, trace: *trace, ..training };
                (format!("{name}-trace-{trace}-seed-{seed}"), training)
            })
        });
        each_kind.collect()
    };
    let alone = |(name, training): (String, Training)| (name, training, None);
    let models = if first == 0 {
        school.complete_all(ordered(&finalists, games).into_iter().map(alone))?
    } else {
        let firsts = school.complete_all(ordered(&samples, first).into_iter().map(alone))?;
        let later = ordered(&finalists, games).into_iter().zip(&firsts);
        school.complete_all(later.map(|((name, training), before)| {
            (format!("{name}-after-{first}"), training, Some(before))
        }))?
    };
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for ((name, update, trace), models) in kinds.iter().zip(models.chunks(trainings as usize)) {
        let (mut won, mut fellows) = (Moments::default(), Moments::default());
        for (number, model) in models.iter().enumerate() {
            let test = format!("{update}-trace-{trace}-{number}");
            let conduct = school.test(&test, &Subject::best(model), &finalists, tests)?;
            won.add(win_rate(conduct));
            fellows.add(conduct.votes_for_fellows as f64 / conduct.votes.max(1) as f64);
        }
        rows.push(Row::mean(&format!("{name}: games won"), "mean over trainings", &won));
        rows.push(Row::mean(
            &format!("{name}: votes for a fellow"),
            "mean over trainings",
            &fellows,
        ));
        let points = curve(models, games);
        series.push(PointSeries { name: (*name).to_owned(), points, ..PointSeries::default() });
    }
    let figure = Points {
        title: "Games won while learning against finalists".to_owned(),
        caption: format!("Means of {trainings} trainings, with their 95 % intervals."),
        x: Axis::new("games of training", ""),
        y: Axis::new("share of games won", "").between(0.0, 0.5),
        series,
    };
    let notes = vec![OWN_FINALISTS.to_owned(), READINGS.to_owned()];
    Ok(Report::new(&CONVERGENCE, order, rows, notes).drawn(figure))
}

/// The share of games won in each part of the trainings, with its interval over trainings.
fn curve(models: &[Model], games: u64) -> Vec<Point> {
    let part_of = |point: &CurvePoint| (point.games - point.played) * POINTS / games.max(1);
    let share_of = |model: &Model, part: u64| {
        let inside = model.curve.iter().filter(|point| part_of(point) == part);
        let (played, won) =
            inside.fold((0, 0), |sum, point| (sum.0 + point.played, sum.1 + point.won));
        (played > 0).then(|| won as f64 / played as f64)
    };
    let point = |part: u64| {
        let shares: Moments = models.iter().filter_map(|model| share_of(model, part)).collect();
        let interval = Interval::of_mean(&shares).map(|interval| (interval.low, interval.high));
        let x = (part + 1) as f64 * games as f64 / POINTS as f64;
        (shares.count() > 0).then(|| Point { x, y: shares.mean(), interval, ..Point::default() })
    };
    (0..POINTS).filter_map(point).collect()
}
