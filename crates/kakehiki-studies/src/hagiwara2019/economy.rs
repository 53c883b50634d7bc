//! How many games learning needs, and what makes it need fewer.

use kakehiki_chart::{Axis, Point, PointSeries, Points};
use kakehiki_core::{Moments, Parameter};
use kakehiki_werewolf::{REPERTOIRE, Training, UPDATE};

use super::school::{READINGS, School, Subject, win_rate};
use crate::{Order, Report, Row, Sizes, Study, StudyError};

const VILLAGE: u64 = 11;

/// Games of the trainings at scale 1, and of each test.
const GAMES: [u64; 7] = [2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000];
const TESTS: u64 = 10_000;

/// The share of games to be won: between that of an untrained learner and that of a trained one.
const AIM: f64 = 0.67;

pub(crate) const ECONOMY: Study = Study {
    id: "hagiwara2019/economy",
    title: "How many games a werewolf needs to learn from",
    about: "The paper leaves open how to learn from fewer games. In a village of 11 with sample agents \
            learners train for 2,000 games and for twice as many up to 128,000 at scale 1, and are tested \
            in 10,000: as in the paper; learning from four earlier games again after each (`replay`); \
            with values shared by situations that differ in day, turn or number of mediums only; and \
            both. Each kind trains several times; intervals are over trainings. The last rows are how \
            many games it takes to win 0.67 of the games, read off the lines through these points.",
    parameters: &[
        Parameter::integer("trainings", (2, 100), "5", "trainings of each kind and length"),
        UPDATE,
        REPERTOIRE,
    ],
    sizes: Some(Sizes::scales(0.002, 0.02, 0.5)),
    run,
};

/// A name for people, a name for files, and what is changed.
type Kind = (&'static str, &'static str, fn(&mut Training));

const KINDS: [Kind; 4] = [
    ("as in the paper", "plain", |_| ()),
    ("four earlier games again", "replay", |it| it.replay = 4),
    ("shared by days, turns and mediums", "shared", share),
    ("both", "both", |it| {
        it.replay = 4;
        share(it);
    }),
];

/// Lets situations that differ in these parts share their values.
fn share(training: &mut Training) {
    training.parts.day = false;
    training.parts.turn = false;
    training.parts.mediums = false;
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let trainings = order.settings.integer("trainings") as u64;
    let lengths = GAMES.map(|games| order.scaled(games));
    let tests = order.scaled(TESTS);
    let of: u64 = lengths.iter().map(|games| trainings * (games + tests)).sum();
    let school = School::new(order, VILLAGE, KINDS.len() as u64 * of);
    let samples = school.samples();
    let mut ordered = Vec::new();
    for (_, file, change) in KINDS {
        for games in lengths {
            for seed in order.seed..order.seed + trainings {
                let mut training = Training { seed, ..school.training(&samples, games) };
                change(&mut training);
                ordered.push((format!("economy-{file}-seed-{seed}"), training, None));
            }
        }
    }
    let models = school.complete_all(ordered)?;
    let (mut rows, mut needed, mut series) = (Vec::new(), Vec::new(), Vec::new());
    let mut models = models.iter();
    for (name, file, _) in KINDS {
        let mut curves = vec![Vec::new(); trainings as usize];
        let mut points = Vec::new();
        for games in lengths {
            let mut won = Moments::default();
            for (curve, model) in curves.iter_mut().zip(models.by_ref()) {
                let test = format!("economy-{file}-{games}");
                let conduct = school.test(&test, &Subject::best(model), &samples, tests)?;
                curve.push((games as f64, win_rate(conduct)));
                won.add(win_rate(conduct));
            }
            let row = Row::mean(
                &format!("{name}, {games} games"),
                "werewolves win, mean over trainings",
                &won,
            );
            let interval = row.ci95.map(|interval| (interval.low, interval.high));
            points.push(Point { x: games as f64, y: row.measured, interval, ..Point::default() });
            rows.push(row);
        }
        let mut games = Moments::default();
        curves.iter().filter_map(|curve| reached(curve)).for_each(|needed| games.add(needed));
        // A training that never reaches it would make a mean of the others look better than it is.
        if games.count() == trainings {
            needed.push(Row::mean(name, "games to win 0.67, mean over trainings", &games));
        }
        series.push(PointSeries { name: name.to_owned(), points, ..PointSeries::default() });
    }
    rows.extend(needed);
    let figure = Points {
        title: "Games won after so many games of training".to_owned(),
        caption: format!("Against sample agents; means of {trainings} trainings."),
        x: Axis::new("games of training", "").logarithmic(),
        y: Axis::new("share of games won", ""),
        series,
    };
    Ok(Report::new(&ECONOMY, order, rows, vec![READINGS.to_owned()]).drawn(figure))
}

/// How many games it took to win as many as are aimed at, by the line between the last point below and
/// the first from which on all are above; nothing where the last point is below.
fn reached(curve: &[(f64, f64)]) -> Option<f64> {
    let after = curve.iter().rposition(|(_, won)| *won < AIM).map_or(0, |last| last + 1);
    let (games, won) = *curve.get(after)?;
    let Some((earlier, less)) = after.checked_sub(1).map(|before| curve[before]) else {
        return Some(games);
    };
    let part = (AIM - less) / (won - less);
    Some(earlier * (games / earlier).powf(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_off_where_it_stays_above_the_aim() {
        let rise = [(1000.0, 0.57), (4000.0, 0.77), (16_000.0, 0.80)];
        // Half of the way in a scale of doublings.
        assert!((reached(&rise).unwrap() - 2000.0).abs() < 1e-6);
        assert_eq!(reached(&rise[..1]), None);
        assert_eq!(reached(&rise[1..]), Some(4000.0));
        let dip = [(1000.0, 0.70), (2000.0, 0.60), (4000.0, 0.74)];
        assert!((reached(&dip).unwrap() - 2000.0 * 2.0_f64.sqrt()).abs() < 1e-6);
    }
}
