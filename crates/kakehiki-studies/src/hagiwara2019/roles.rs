//! How well roles are guessed, by naive Bayes as in the paper and by other estimators.

use std::collections::BTreeSet;

use kakehiki_arena::{Interval, PairedMean};
use kakehiki_core::{Parameter, Seed};
use kakehiki_werewolf::{Brain, ESTIMATORS, EstimationRow, FinalistSettings, FittedEstimators};

use super::school::{finalist, line_04, sample};
use crate::{Order, Part, Report, Row, Sizes, Study, StudyError, list::List};

const FITTING: u64 = 20_000;
const TESTING: u64 = 10_000;
/// Test games are played in batches, whose scatter gives the intervals.
const BATCHES: u64 = 20;
/// The point below which 97.5 % of Student's distribution with 19 degrees of freedom lie.
const STUDENT_POINT: f64 = 2.093;
/// Losses are added as whole millionths, so that no order of adding changes a digit.
const UNIT: f64 = 1e6;

pub(crate) const ROLES: Study = Study {
    id: "hagiwara2019/roles",
    title: "How well estimators guess roles, by day and by role",
    about: "The paper's agent guesses roles by naive Bayes over how often each role does what on \
            which day and turn, and publishes no figure on how well. Here estimators are fitted on \
            20,000 games and tested on 10,000 others at scale 1: each evening the lowest living \
            plain villager is asked for the roles of all other living players. Measured are the \
            share of players whose role was thought most likely and the log loss, the mean of −ln \
            of the probability given to the true role. `prior` knows the deal only, `naive` is the \
            paper's, `exact` weighs all assignments of werewolves and possessed by claims, results \
            and votes, `joint` weighs whole deals by the evidence of both, each with a fitted weight \
            of votes. A sample werewolf suspects somebody in the first turns of every day, which a \
            sample villager does not do without a reason: there the acts say more than the claims, \
            and `exact` does not see them.",
    parameters: &[
        Parameter::integer("village", (5, 15), "11", "the number of players"),
        Parameter::choice(
            "players",
            &["sample-0.4", "finalist"],
            "sample-0.4",
            "who plays in all seats",
        ),
    ],
    sizes: Some(Sizes::scales(0.005, 0.05, 1.0)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let game = line_04(order.settings.integer("village").unsigned_abs());
    let brain = match order.settings.text("players") {
        "finalist" => finalist(FinalistSettings::default()),
        _ => sample(),
    };
    let players: Vec<Brain> = vec![brain; game.options().players];
    let (fitting, testing) = (order.scaled(FITTING), order.scaled(TESTING).div_ceil(BATCHES));
    let of = fitting + BATCHES * testing;
    let seed = Seed::experiment(order.seed);
    // Every shard fits the estimators anew: that takes a small part of the time.
    let fitted = match order.part {
        Part::Plan(_) | Part::Merge => None,
        Part::Whole | Part::Shard(_) => Some(order.on_threads(|| {
            FittedEstimators::fit(&game, &players, fitting, seed.derive("fitting", 0))
        })?),
    };
    let list = List {
        name: &format!("roles-{}-{}", game.options().players, order.settings.text("players")),
        of: &format!("roles 1: {testing} games a batch after {fitting}, seed {}", order.seed),
        count: BATCHES,
        progress: Some((fitting, of)),
    };
    let batches: Vec<Vec<EstimationRow>> = order.each(&list, |batch| {
        let fitted = fitted.as_ref();
        Ok(fitted.map_or_else(Vec::new, |it| it.test(testing, seed.derive("testing", batch))))
    })?;
    let mut rows = Vec::new();
    for estimator in ESTIMATORS {
        let figures = |name: String, chosen: &dyn Fn(&EstimationRow) -> bool| {
            let chosen = |row: &EstimationRow| row.estimator == estimator && chosen(row);
            figures(&format!("{estimator}, {name}"), &batches, &chosen)
        };
        rows.extend(figures("all".to_owned(), &|_| true));
        for day in distinct(&batches, |row| row.day) {
            rows.extend(figures(format!("day {day}"), &|row| row.day == day));
        }
        for role in distinct(&batches, |row| row.role) {
            let name = format!("{role}").to_lowercase();
            rows.extend(figures(name, &|row| row.role == role));
        }
    }
    let notes = vec![
        format!(
            "Village of {}, {} in all seats; intervals from the scatter of {BATCHES} batches of \
             {testing} games.",
            game.options().players,
            order.settings.text("players")
        ),
        ranking(&batches),
    ];
    Ok(Report::new(&ROLES, order, rows, notes))
}

/// What occurs in any of the rows, in order: the days on which anything was asked, the last one
/// standing for all later ones, or the roles that anybody had.
fn distinct<T: Ord>(batches: &[Vec<EstimationRow>], of: fn(&EstimationRow) -> T) -> BTreeSet<T> {
    batches.iter().flatten().map(of).collect()
}

/// The share of right guesses and the log loss of some rows of all batches.
fn figures(
    name: &str,
    batches: &[Vec<EstimationRow>],
    chosen: &dyn Fn(&EstimationRow) -> bool,
) -> Vec<Row> {
    let (mut right, mut loss, mut guesses) = (PairedMean::default(), PairedMean::default(), 0);
    for batch in batches {
        let rows = || batch.iter().filter(|row| chosen(row));
        let count: u64 = rows().map(|row| row.guesses).sum();
        right.add(rows().map(|row| row.right).sum(), count);
        let lost: f64 = rows().map(|row| row.log_loss * row.guesses as f64).sum();
        loss.add((UNIT * lost).round() as u64, count);
        guesses += count;
    }
    let (Some(share), Some(mean)) = (right.mean(1), loss.mean(UNIT as u64)) else {
        return Vec::new();
    };
    vec![
        Row::new(name, "right guesses", share, spread_of(&right, 1), guesses),
        Row::new(name, "log loss", mean, spread_of(&loss, UNIT as u64), guesses),
    ]
}

/// The interval that follows from how batches scatter; of nothing that does not scatter, such as
/// how many are plain villagers on the first day, it is a point.
fn spread_of(mean: &PairedMean, unit: u64) -> Option<Interval> {
    let variance = mean.variance(unit).filter(|_| mean.rounds() == BATCHES)?;
    let half = STUDENT_POINT * (variance / BATCHES as f64).sqrt();
    mean.mean(unit).map(|mean| Interval { low: mean - half, high: mean + half })
}

/// The estimators from the best to the worst by log loss over everything, in words.
fn ranking(batches: &[Vec<EstimationRow>]) -> String {
    let mut losses = ESTIMATORS.map(|estimator| {
        let rows = || batches.iter().flatten().filter(|row| row.estimator == estimator);
        let guesses: u64 = rows().map(|row| row.guesses).sum();
        let lost: f64 = rows().map(|row| row.log_loss * row.guesses as f64).sum();
        (lost / guesses.max(1) as f64, estimator)
    });
    losses.sort_by(|one, other| one.0.total_cmp(&other.0));
    let parts = losses.map(|(loss, estimator)| format!("{estimator} {loss:.3}"));
    format!("From the lowest log loss to the highest: {}.", parts.join(", "))
}
