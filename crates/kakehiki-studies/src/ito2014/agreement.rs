//! How often playouts and rule points pick the same offer from the same position.

use kakehiki_arena::{Counters, Interval};
use kakehiki_chart::{Axis, Points, Source};
use kakehiki_core::Parameter;

use super::{
    FIGURES,
    decisions::{Decision, decisions},
    negotiation::{LEAD, MOVES, POINTS, READING, STRENGTH, moves, uct_trader},
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    line::{Point, fit, series, slope_of},
    published::published,
    verdict::{MARGIN, between, interval_of},
};

const OTHERS: Parameter = Parameter::choice(
    "others",
    &["always-accept", "random", "never"],
    "always-accept",
    "how the three others at the table trade",
);

const MOST: Parameter = Parameter::integer(
    "most",
    (100, 1000),
    "1000",
    "the largest number of playouts; the rest is left out",
);

const PARAMETERS: [Parameter; 7] = [MOVES, POINTS, LEAD, READING, STRENGTH, OTHERS, MOST];

/// The same for both, which look at the same decisions.
const SIZES: Sizes = Sizes::scales(0.0001, 0.003, 0.01).cheaper(
    &[("moves", "greedy"), ("reading", "platform"), ("most", "100")],
    &[("moves", "greedy"), ("most", "100")],
);

pub(crate) const AGREEMENT: Study = Study {
    id: "ito2014/agreement",
    title: "How often selfish negotiators by playouts and by rule points pick the same offer",
    about: "Figures 9 and 10 of the paper: at every offer decision of a selfish negotiator by 100 or \
            1,000 playouts of each offer in its own games, is the choice by rule points the same? \
            The paper does not say in which games; here three of `others` sit with it, seats in \
            turn. 338,758 decisions at scale 1 for N = 100 and 105,868 for N = 1,000, of whole \
            games. A random choice among all offers and none is compared with rule points in the \
            same positions. Where several offers are equally good by rule points, one of them is \
            drawn. Turns in which nothing can be traded are no decisions; whether the paper counts \
            them is open, and rows say what comes out if it does. With --out the decisions are kept, \
            for ito2014/agreement-by-lead too.",
    parameters: &PARAMETERS,
    sizes: Some(SIZES),
    run: run_agreement,
};

pub(crate) const AGREEMENT_BY_LEAD: Study = Study {
    id: "ito2014/agreement-by-lead",
    title: "That agreement as a function of how likely the strongest opponent is to win",
    about: "Figure 11 of the paper: the decisions of ito2014/agreement, sorted by the greatest chance \
            to win in the playouts of the chosen offer; those where the proposer itself has it are \
            left out. Of the players who are no party to it, playouts tell the chance without a \
            trade, and only where one with them is possible. The \
            line is one of least squares through the tenths, each counted by its decisions; the \
            paper publishes a plot without figures.",
    parameters: &PARAMETERS,
    sizes: Some(SIZES),
    run: run_by_lead,
};

/// The numbers of playouts, and how many decisions the paper looked at.
const PLAYOUTS: [(u32, &str); 2] = [(100, "uct_n100"), (1000, "uct_n1000")];

/// Those that are asked for.
fn sizes(order: &Order<'_>) -> impl Iterator<Item = (u32, &'static str)> {
    let most = order.settings.integer("most");
    PLAYOUTS.into_iter().filter(move |(playouts, _)| i64::from(*playouts) <= most)
}

fn run_agreement(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (playouts, figure) in sizes(order) {
        let decided: u64 = published(FIGURES, &format!("agreement.{figure}.decisions"));
        let all = decisions(order, playouts, order.scaled(decided))?;
        let mut add = |what: &str, figure: Option<&str>, is_part: Test, is_of: Test| {
            let name = format!("N = {playouts}: {what}");
            let published = figure.map(|it| published(FIGURES, &format!("agreement.{it}")));
            let row = share(&name, "share of decisions", &all, is_part, is_of);
            rows.extend(row.map(|row| Row { published, ..row.of(decided) }));
        };
        let path = |column: &str| format!("{figure}.{column}");
        let both = |it: &Decision| it.by_rule.is_some() && it.by_playouts.is_some();
        let same_offer = |it: &Decision| it.by_rule.is_some() && it.is_same();
        let none = |it: &Decision| it.by_rule.is_none() && it.is_same();
        let columns: [(&str, &str, Test); 3] = [
            ("same offer", "same_offer", &same_offer),
            ("both none", "both_none", &none),
            ("same choice", "total", &Decision::is_same),
        ];
        for (what, column, is_part) in columns {
            add(what, Some(&path(column)), is_part, &|it| it.is_open);
            // One of the two readings stands beside the figure, so that it is judged once.
            add(&format!("{what}, in every turn"), None, is_part, &|_| true);
        }
        add("same offer where both offer", Some(&path("same_when_both_offer")), &same_offer, &both);
        let figure = (playouts == 100).then_some("random.total");
        add("random and rule", figure, &Decision::is_same_at_random, &|it| it.is_open);
        let counted = |is_of: Test| all.iter().flatten().filter(|it| is_of(it)).count();
        notes.push(format!(
            "N = {playouts}: {} decisions, and {} turns in which nothing can be traded.",
            counted(&|it| it.is_open),
            counted(&|it| !it.is_open)
        ));
    }
    notes.push(format!(
        "Moves by {}, trades by {}, among {}.",
        moves(&order.settings),
        uct_trader(&order.settings, 100),
        order.settings.text("others"),
    ));
    let findings = findings(&rows);
    let report = Report::new(&AGREEMENT, order, rows, notes).concluding(findings);
    let figure =
        report.bars("Same choice of playouts and rule points", "Figures 9 and 10 of the paper.");
    Ok(report.drawn(figure))
}

/// What the paper concludes from both figures.
fn findings(rows: &[Row]) -> Vec<Finding> {
    let above = |finding: &str, what: &str, [one, other]: [&str; 2]| {
        let row = |name: &str| rows.iter().find(|row| row.row == name);
        let effect = between(row(one)?, row(other)?);
        Some(Finding::positive(finding, what, effect, MARGIN))
    };
    let findings = [
        above(
            "Playouts and rule points choose alike more often than chance has it",
            "same choice less that of a random one, N = 100",
            ["N = 100: same choice", "N = 100: random and rule"],
        ),
        above(
            "With ten times the playouts they offer the same more often, where both offer",
            "same offer with N = 1,000 less that with N = 100",
            ["N = 1000: same offer where both offer", "N = 100: same offer where both offer"],
        ),
    ];
    findings.into_iter().flatten().collect()
}

/// Whether a decision counts.
type Test<'a> = &'a dyn Fn(&Decision) -> bool;

/// How many of some decisions are of a kind, with an interval that knows which belong to one game;
/// none where there are none.
fn share(
    row: &str,
    metric: &str,
    games: &[Vec<Decision>],
    is_part: Test,
    is_of: Test,
) -> Option<Row> {
    let mut counters = Counters::new(&["part", "whole"]);
    for game in games {
        let whole = game.iter().filter(|it| is_of(it));
        let part = whole.clone().filter(|it| is_part(it)).count();
        counters.add(&[part as u32, whole.count() as u32]);
    }
    Row::counters(row, metric, &counters, ["part", "whole"])
}

fn run_by_lead(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut drawn, mut findings) = (Vec::new(), Vec::new(), Vec::new());
    for (playouts, figure) in sizes(order) {
        let wanted = order.scaled(published(FIGURES, &format!("agreement.{figure}.decisions")));
        let all = decisions(order, playouts, wanted)?;
        let mut add = |name: &str, is_same: Test| {
            let (mut points, mut heights) = (Vec::new(), Vec::new());
            for tenth in 0..10_u32 {
                let is_here = |it: &Decision| {
                    it.strongest > it.own && ((it.strongest * 10.0) as u32).min(9) == tenth
                };
                let label = format!("{name}, strongest {} – {} %", 10 * tenth, 10 * tenth + 10);
                let row = share(&label, "same choice", &all, is_same, &is_here);
                let x = f64::from(tenth) / 10.0 + 0.05;
                let point = |row: &Row| Point { x, y: row.measured, weight: row.games as f64 };
                points.extend(row.as_ref().map(point));
                heights.extend(row.as_ref().map(interval_of));
                rows.extend(row);
            }
            let known: Vec<_> = points.iter().copied().zip(heights).collect();
            let ci95 = slope_of(&known);
            let slope = fit(&points).map_or(0.0, |line| line.slope);
            let of = all.iter().flatten().filter(|it| it.is_open).count() as u64;
            if let Some(ci95) = ci95.filter(|_| name != "random") {
                let falls = Interval { low: -ci95.high, high: -ci95.low };
                let finding =
                    "They choose alike less often, the likelier the strongest opponent is to win";
                let finding = format!("{finding}, {name}");
                findings.push(Finding::positive(&finding, "fall of the line", falls, 0.0));
            }
            rows.push(Row::new(name, "slope of the agreement", slope, ci95, of));
            drawn.push(series(name, Source::Measured, &points));
        };
        add(&format!("N = {playouts}"), &Decision::is_same);
        if playouts == 100 {
            add("random", &Decision::is_same_at_random);
        }
    }
    let figure = Points {
        title: "Agreement with rule points by the strongest opponent's chance to win".to_owned(),
        caption: "Figure 11 of the paper, which prints no figures.".to_owned(),
        x: Axis::new("the strongest opponent's chance to win", ""),
        y: Axis::new("share of same choices", ""),
        series: drawn,
    };
    let notes = vec![format!("Moves by {}.", moves(&order.settings))];
    let report = Report::new(&AGREEMENT_BY_LEAD, order, rows, notes).concluding(findings);
    Ok(report.drawn(figure))
}
