//! Which reading of "completely random" fits figure 6 and table 1 together.

use kakehiki_geister::Walk;

use super::{
    FIGURES, PLAYOUTS,
    examples::{Drawn, PUBLISHED_ERROR, figure_6},
    meter,
    positions::labelled,
    upp::{Answer, ask, row_of},
};
use crate::{
    Order, Report, Row, Sizes, Study, StudyError, published::published, verdict::standard_error,
};

pub(crate) const READINGS: Study = Study {
    id: "mishio2015/readings",
    title: "Figure 6 and table 1 fitted together: how playouts walk, and when they end",
    about: "The paper's playouts are \"completely random\", which may mean three things (all actions \
            alike; the same, but a ghost that can leave does; a ghost first and then its move), and it \
            does not say whether they are cut off. The drawing of figure 6 is doubtful too: if the \
            ghost in its third row stands one column to the left, ghost 6 can be captured at once, as \
            the text says. Every reading is measured beside the eight values of figure 6 and the two \
            shares of table 1. A deviation is in joint standard errors, squared and added up: eight \
            squares are expected to come to 8, two to 2. The positions of table 1 are our own with the \
            answers of a search, so its part says less than that of figure 6.",
    parameters: &[PLAYOUTS],
    sizes: Some(Sizes::scales(0.01, 0.05, 1.0).cheapest(&[("playouts", "500")])),
    run,
};

/// The plies after which playouts are cut off; 0 plays to the end.
const LIMITS: [u32; 4] = [0, 40, 100, 200];

/// So many times the paper's playouts of figure 6 leave nearly the paper's error alone.
const FINER: u32 = 20;

/// The sum of squares that ten deviations exceed once in twenty times.
const SURPRISING: f64 = 18.31;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let mut items = labelled();
    items.truncate(order.scaled(items.len() as u64) as usize);
    let walks = [Walk::Uniform, Walk::EscapeFirst, Walk::GhostFirst];
    let total = (walks.len() * LIMITS.len() * items.len()) as u64;
    let (mut answers, mut done) = (Vec::new(), 0);
    for walk in walks {
        for limit in LIMITS {
            let meter = meter(&order.settings, limit, walk);
            let name = format!("{walk}-{limit}");
            answers.push((walk, limit, ask(order, &name, meter, &items, (done, total))?));
            done += items.len() as u64;
        }
    }
    order.is_whole()?;
    let (mut sums, mut of_figure, mut of_table) = (Vec::new(), Vec::new(), Vec::new());
    for (walk, limit, answers) in &answers {
        let name = match limit {
            0 => format!("{walk}, to the end"),
            limit => format!("{walk}, {limit} plies"),
        };
        let table = table_1(answers);
        of_table.push(Row::new(&name, "table 1, sum of squares", table, None, items.len() as u64));
        for drawn in [Drawn::Printed, Drawn::Moved] {
            let mut meter = meter(&order.settings, *limit, *walk);
            meter.playouts = meter.playouts.saturating_mul(FINER);
            let figure = deviation_of_figure_6(order, drawn, meter);
            let name = format!("{name}, figure 6 as {}", drawn.words());
            let playouts = u64::from(meter.playouts);
            of_figure.push(Row::new(&name, "figure 6, sum of squares", figure, None, playouts));
            sums.push(Row::new(&name, "both, sum of squares", figure + table, None, playouts));
        }
    }
    for rows in [&mut sums, &mut of_figure, &mut of_table] {
        rows.sort_by(|one, other| one.measured.total_cmp(&other.measured));
    }
    let best = &sums[0];
    let notes = vec![format!(
        "The best for both is {}: {:.1}, where ten squares exceed {SURPRISING} once in twenty times.",
        best.row, best.measured
    )];
    let rows = sums.into_iter().chain(of_figure).chain(of_table).collect();
    Ok(Report::new(&READINGS, order, rows, notes))
}

/// How far the shares right are from table 1, early and late.
fn table_1(answers: &[Answer]) -> f64 {
    let squares = ["early", "late"].map(|name| {
        let row = row_of(name, answers);
        let (value, trials) = (row.published.unwrap_or(0.0), row.published_n.unwrap_or(1));
        let theirs = (value * (1.0 - value) / trials as f64).sqrt();
        ((row.measured - value) / standard_error(row.ci95).hypot(theirs)).powi(2)
    });
    squares.iter().sum()
}

/// How far the eight values are from figure 6.
fn deviation_of_figure_6(
    order: &Order<'_>,
    drawn: Drawn,
    meter: kakehiki_geister::FeatureMeter,
) -> f64 {
    let published: Vec<f64> = published(FIGURES, "examples.position_1.features");
    let squares =
        figure_6(order, drawn, meter).into_iter().zip(published).map(|(feature, value)| {
            ((feature.magnitude() - value) / feature.standard_error.hypot(PUBLISHED_ERROR)).powi(2)
        });
    squares.sum()
}
