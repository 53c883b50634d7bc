//! Win rate against the ratio of own success to own acceptance, over all settings.

use super::{
    FIGURES,
    criteria::{PARAMETERS, SETTINGS, SIZES, criteria, figure, play},
    negotiation::moves,
    table::PLAYERS,
};
use kakehiki_arena::Interval;
use kakehiki_chart::{Axis, Points, Source};

use crate::{
    Finding, Order, Report, Row, Study, StudyError,
    line::{Point, fit, series},
    published::published,
    verdict::{MARGIN, between, both, interval_of},
};

pub(crate) const RATIO: Study = Study {
    id: "ito2014/ratio",
    title: "Win rate against success of own offers by acceptance of others', a line for each criterion",
    about: "Figure 17 of the paper: every criterion of figures 12 to 16 is a point, its win rate \
            against the rate at which its offers are accepted divided by the rate at which it \
            accepts; a line of least squares is laid through the five points of each criterion. The \
            published slope is that of the line through the published points. Plays all five \
            tables. The interval of a slope is that which the intervals of the win rates give it, \
            the ratios being taken as they are; how well a line fits five points is not in it.",
    parameters: &PARAMETERS,
    sizes: Some(SIZES),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(published(FIGURES, "games.per_seat"));
    let tables = SETTINGS.len() * criteria().count();
    let total = (tables * PLAYERS) as u64 * games;
    let mut done = 0;
    let (mut rows, mut drawn) = (Vec::new(), [Vec::new(), Vec::new()]);
    let (mut wins, mut points) = (Vec::new(), Vec::new());
    for criterion in criteria() {
        let (mut measured, mut in_paper) = (Vec::new(), Vec::new());
        let (mut played, begun) = (0, points.len());
        for setting in SETTINGS {
            let outcome = play(order, setting, criterion, games, &mut done, total)?;
            played += outcome.games();
            let counters = outcome.counters();
            let rate = |part, whole| counters.share(part, whole).map_or(0.0, |share| share.value);
            let accepted = rate("accepted", "offers-received");
            let win = outcome.wins() as f64 / outcome.games().max(1) as f64;
            let row = Row::share(criterion, "win rate", outcome.wins(), outcome.games());
            // Who accepts nothing has no ratio.
            if accepted > 0.0 {
                let ratio = rate("offers-taken", "offers") / accepted;
                let point = Point { x: ratio, y: win, weight: 1.0 };
                measured.push(point);
                points.push((point, interval_of(&row)));
            }
            wins.push(row);
            let figure = |column| figure(setting, criterion, column);
            let ratio = figure("success") / figure("accept");
            in_paper.push(Point { x: ratio, y: figure("win"), weight: 1.0 });
        }
        let published = fit(&in_paper).map(|line| line.slope);
        let slope = fit(&measured).map_or(0.0, |line| line.slope);
        let ci95 = slope_of(&points[begun..]);
        let row = Row::new(criterion, "slope of the win rate", slope, ci95, played);
        // Half of the stated effect counts for nothing.
        let margin = published.unwrap_or(0.0).abs() / 2.0;
        rows.push(Row { published, margin, ..row });
        let mut with_heights = series(criterion, Source::Measured, &measured);
        for (point, (_, height)) in with_heights.points.iter_mut().zip(&points[begun..]) {
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
    let findings = findings(&wins, &points);
    let report = Report::new(&RATIO, order, rows, notes).concluding(findings);
    let measured = figure("Win rate by the ratio of success to acceptance, measured", measured);
    Ok(report.drawn(measured).drawn(figure("The same by the published figures", in_paper)))
}

/// What the paper concludes from all tables together. Win rates come by criterion and setting.
fn findings(wins: &[Row], points: &[(Point, Interval)]) -> Vec<Finding> {
    let win =
        |criterion: &str, setting: usize| wins.iter().filter(|it| it.row == criterion).nth(setting);
    let lost = |criterion| Some(between(win(criterion, 0)?, win(criterion, 1)?));
    let mut findings = Vec::new();
    if let Some((profit, sum)) = lost("profit-first").zip(lost("sum")) {
        let hurts = Finding::positive("", "profit-first", profit, MARGIN);
        let spares = Finding::negligible("", "sum", sum, MARGIN);
        findings.push(Finding {
            finding: "Optimists hurt who looks at its profit first, and not who adds profits up"
                .to_owned(),
            verdict: both(hurts.verdict, spares.verdict),
            test: format!("win rate lost to optimists, {}; {}", hurts.test, spares.test),
        });
    }
    if let Some(slope) = slope_of(points) {
        findings.push(Finding::positive(
            "Who has its offers accepted and accepts little wins more",
            "slope of the win rate over both ratios, all criteria together",
            slope,
            0.0,
        ));
    }
    findings
}

/// The interval of the slope of a line through points, by the intervals of their heights.
fn slope_of(points: &[(Point, Interval)]) -> Option<Interval> {
    let line = fit(&points.iter().map(|(point, _)| *point).collect::<Vec<_>>())?;
    let count = points.len() as f64;
    let middle = points.iter().map(|(point, _)| point.x).sum::<f64>() / count;
    let spread: f64 = points.iter().map(|(point, _)| (point.x - middle).powi(2)).sum();
    let variance: f64 = points
        .iter()
        .map(|(point, height)| {
            let half = (height.high - height.low) / 2.0;
            ((point.x - middle) / spread * half).powi(2)
        })
        .sum();
    let half = variance.sqrt();
    Some(Interval { low: line.slope - half, high: line.slope + half })
}
