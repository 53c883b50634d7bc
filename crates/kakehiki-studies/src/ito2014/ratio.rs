//! Win rate against the ratio of own success to own acceptance, over all settings.

use super::{
    FIGURES,
    criteria::{PARAMETERS, SETTINGS, SIZES, beside_the_paper, criteria, figure, play},
    negotiation::{ACCEPTED, TAKEN, WINS, moves},
    table::PLAYERS,
};
use kakehiki_arena::Interval;
use kakehiki_chart::{Axis, Points, Source};

use crate::{
    Finding, Order, Report, Row, Study, StudyError,
    line::{Point, fit, height_of, series, slope_of},
    published::published,
    verdict::{MARGIN, between, interval_of},
};

pub(crate) const RATIO: Study = Study {
    id: "ito2014/ratio",
    title: "Win rate against success of own offers by acceptance of others', a line for each criterion",
    about: "Figure 17 of the paper: every criterion of figures 12 to 16 is a point, its win rate \
            against the rate at which its offers are accepted divided by the rate at which it \
            accepts; a line of least squares is laid through the five points of each criterion. The \
            published slope is that of the line through the published points, and heights are those of \
            the lines at the middle of all published ratios. Plays all five \
            tables. The interval of a slope or a height is that which the intervals of the win rates give \
            it, the ratios being taken as they are; how well a line fits five points is not in it.",
    parameters: &PARAMETERS,
    sizes: Some(SIZES),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(published(FIGURES, "games.per_seat"));
    let tables = SETTINGS.len() * criteria().count();
    let total = (tables * PLAYERS) as u64 * games;
    let mut done = 0;
    let (mut rows, mut heights) = (Vec::new(), Vec::new());
    let (mut drawn, mut told) = ([Vec::new(), Vec::new()], Told::default());
    let at = middle_of_published();
    for criterion in criteria() {
        let (begun, mut played) = (told.points.len(), 0);
        for setting in SETTINGS {
            let outcome = play(order, setting, criterion, games, &mut done, total)?;
            played += outcome.games();
            told.add(setting.name, criterion, beside_the_paper(setting, criterion, &outcome));
        }
        let points = &told.points[begun..];
        let measured: Vec<Point> = points.iter().map(|(point, _)| *point).collect();
        let in_paper = points_of_paper(criterion);
        let published = fit(&in_paper);
        let slope = fit(&measured).map_or(0.0, |line| line.slope);
        let row = Row::new(criterion, "slope of the win rate", slope, slope_of(points), played);
        let published_slope = published.map(|line| line.slope);
        // Half of the stated effect counts for nothing.
        let margin = published_slope.unwrap_or(0.0).abs() / 2.0;
        rows.push(Row { published: published_slope, margin, ..row });
        if let Some(ci95) = height_of(points, at) {
            let height = f64::midpoint(ci95.low, ci95.high);
            let metric = format!("win rate at a ratio of {at:.1}");
            let row = Row::new(criterion, metric, height, Some(ci95), played);
            let published = published.map(|line| line.intercept + line.slope * at);
            heights.push(Row { published, ..row });
        }
        let mut with_heights = series(criterion, Source::Measured, &measured);
        for (point, (_, height)) in with_heights.points.iter_mut().zip(points) {
            point.interval = Some((height.low, height.high));
        }
        drawn[0].push(with_heights);
        drawn[1].push(series(criterion, Source::Published, &in_paper));
    }
    let notes = vec![format!("All move by {}.", moves(&order.settings))];
    let [measured, in_paper] = drawn;
    let figure = |title: &str, series| Points {
        title: title.to_owned(),
        caption: "Figure 17: a point for each table, a line for each criterion.".to_owned(),
        x: Axis::new("offers accepted by others ÷ offers of others accepted", ""),
        y: Axis::new("win rate", ""),
        series,
    };
    let findings = told.findings(&rows);
    rows.extend(heights);
    let report = Report::new(&RATIO, order, rows, notes).concluding(findings);
    let measured = figure("Win rate by the ratio of success to acceptance, measured", measured);
    Ok(report.drawn(measured).drawn(figure("The same by the published figures", in_paper)))
}

/// The published points of a criterion.
fn points_of_paper(criterion: &str) -> Vec<Point> {
    let points = SETTINGS.into_iter().map(|setting| {
        let figure = |column| figure(setting, criterion, column);
        Point { x: figure("success") / figure("accept"), y: figure("win"), weight: 1.0 }
    });
    points.collect()
}

/// The mean of all published ratios.
fn middle_of_published() -> f64 {
    let ratios: Vec<f64> = criteria().flat_map(points_of_paper).map(|point| point.x).collect();
    ratios.iter().sum::<f64>() / ratios.len() as f64
}

/// The rows of all five tables, and the points that they give.
#[derive(Default)]
struct Told {
    /// With the name of their table.
    rows: Vec<(&'static str, Row)>,
    points: Vec<(Point, Interval)>,
}

impl Told {
    fn add(&mut self, table: &'static str, criterion: &str, rows: Vec<Row>) {
        self.rows.extend(rows.into_iter().map(|row| (table, row)));
        let share = |metric| self.row(table, criterion, metric);
        // Who accepts nothing has no ratio.
        if let (Some(win), Some(taken), Some(accepted)) =
            (share(WINS), share(TAKEN), share(ACCEPTED))
            && accepted.measured > 0.0
        {
            let x = taken.measured / accepted.measured;
            let point = Point { x, y: win.measured, weight: 1.0 };
            self.points.push((point, interval_of(win)));
        }
    }

    fn row(&self, table: &str, criterion: &str, metric: &str) -> Option<&Row> {
        let is_it =
            |(of, row): &&(&str, Row)| *of == table && row.row == criterion && row.metric == metric;
        self.rows.iter().find(is_it).map(|(_, row)| row)
    }

    /// The same figure in two tables.
    fn pair(&self, tables: [&str; 2], criterion: &str, metric: &str) -> Option<[&Row; 2]> {
        let [one, other] = tables.map(|table| self.row(table, criterion, metric));
        Some([one?, other?])
    }

    /// What the paper concludes from several tables together.
    fn findings(&self, slopes: &[Row]) -> Vec<Finding> {
        const PLAIN: &str = "criteria";
        const OPTIMISTS: &str = "criteria-optimistic";
        const PESSIMISTS: &str = "criteria-pessimistic";
        const OVERRATE: &str = "mixed-optimistic";
        const UNDERRATE: &str = "mixed-pessimistic";
        let lost = |criterion, to| {
            self.pair([PLAIN, to], criterion, WINS).map(|[before, after]| between(before, after))
        };
        let hurt = lost("profit-first", OPTIMISTS).zip(lost("sum", OPTIMISTS));
        let hurt = hurt.and_then(|(profit, sum)| {
            let hurts = Finding::positive("", "profit-first", profit, MARGIN);
            let spares = Finding::spared("", "sum", sum, MARGIN);
            Finding::together(
                "Optimists hurt who looks at its profit first, and not who adds profits up",
                "win rate lost to optimists",
                vec![hurts, spares],
            )
        });
        let slope = slope_of(&self.points).map(|slope| {
            Finding::positive(
                "Who has its offers accepted and accepts little wins more",
                "slope of the win rate over both ratios, all criteria together",
                slope,
                0.0,
            )
        });
        let each = |finding, what, tables, metric| {
            let pairs =
                criteria().map(|criterion| (criterion, self.pair(tables, criterion, metric)));
            Finding::each_above(finding, what, pairs)
        };
        let one = |finding, criterion, tables| {
            let pair = (criterion, self.pair(tables, criterion, WINS));
            Finding::each_above(finding, "win rate lost", [pair])
        };
        let all = [
            hurt,
            slope,
            each(
                "Optimists accept more of what they are offered (three times as much in the paper)",
                "share of offers accepted by optimists less that by others",
                [OPTIMISTS, PLAIN],
                ACCEPTED,
            ),
            one(
                "Accepting first falls off where the others overrate what they get",
                "accept-first",
                [OPTIMISTS, OVERRATE],
            ),
            one(
                "Adding profits up falls off where the others underrate what they get",
                "sum",
                [PESSIMISTS, UNDERRATE],
            ),
            each(
                "Offers succeed less among those who underrate what they get than among those who \
                 overrate it",
                "share of offers that were accepted, by those who overrate less by those who underrate",
                [OVERRATE, UNDERRATE],
                TAKEN,
            ),
            each(
                "All four criteria win less among those who underrate what they get",
                "win rate among those who overrate less among those who underrate",
                [OVERRATE, UNDERRATE],
                WINS,
            ),
            equally_steep(slopes),
            self.best_of_all("sum"),
        ];
        all.into_iter().flatten().collect()
    }

    /// That one criterion wins more than the others over all tables.
    fn best_of_all(&self, best: &str) -> Option<Finding> {
        let over_all = |criterion: &str| {
            let wins = self.rows.iter().map(|(_, row)| row);
            let wins = wins.filter(|row| row.row == criterion && row.metric == WINS);
            let (won, games) = wins.fold((0.0, 0), |(won, games), row| {
                (won + row.measured * row.games as f64, games + row.games)
            });
            Row::share(criterion, WINS, won.round() as u64, games)
        };
        let best_row = over_all(best);
        let others: Vec<Row> = criteria().filter(|it| *it != best).map(over_all).collect();
        let pairs = others.iter().map(|other| (other.row.as_str(), Some([&best_row, other])));
        Finding::each_above(
            "Adding profits up wins most over all five tables",
            "win rate of sum over all tables less that of the others",
            pairs,
        )
    }
}

/// That the lines are as steep as one another: each as the mean of all, but for half of the slope that the
/// paper has.
fn equally_steep(slopes: &[Row]) -> Option<Finding> {
    let mean = |of: &dyn Fn(&Row) -> Option<f64>| {
        let all: Option<Vec<f64>> = slopes.iter().map(of).collect();
        all.filter(|all| !all.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    };
    let (middle, published) = (mean(&|row| Some(row.measured))?, mean(&|row| row.published)?);
    let tests = slopes.iter().map(|row| {
        let Interval { low, high } = interval_of(row);
        let from_mean = Interval { low: low - middle, high: high - middle };
        Finding::negligible("", &row.row, from_mean, published.abs() / 2.0)
    });
    Finding::together(
        "The lines of all criteria are equally steep",
        "slope less the mean of all slopes",
        tests.collect(),
    )
}
