//! The picture of how far beliefs can be trusted.

use std::path::Path;

use anyhow::Result;
use kakehiki_arena::{BeliefScore, Tenth};
use kakehiki_chart::{Axis, Chart, LinePoint, LineSeries, Lines, Measure};

/// The file in the folder of results.
const FILE: &str = "calibration.svg";

/// Draws what came true of what agents held to be so likely.
pub(crate) fn draw(scores: &[BeliefScore], folder: &Path) -> Result<()> {
    let as_held = [0.0, 1.0].map(|x| LinePoint { x, measure: Measure::new(x, None, 0) });
    let as_held = LineSeries { name: "as held".to_owned(), points: as_held.into() };
    let point = |tenth: &Tenth| {
        let interval = Some((tenth.ci95.low, tenth.ci95.high));
        LinePoint {
            x: tenth.probability,
            measure: Measure::new(tenth.share, interval, tenth.facts),
        }
    };
    let series = |score: &BeliefScore| LineSeries {
        name: score.agent.clone(),
        points: score.calibration.iter().map(point).collect(),
    };
    let games = scores.iter().map(|score| score.games).max().unwrap_or_default();
    let chart = Chart::from(Lines {
        title: "What came true of what was held to be so likely".to_owned(),
        caption: format!("Hidden facts in every turn of {games} games; intervals game by game."),
        x: Axis::new("held to be so likely", "").between(0.0, 1.0),
        y: Axis::new("share that was true", "").between(0.0, 1.0),
        series: scores.iter().map(series).chain([as_held]).collect(),
        ..Lines::default()
    });
    Ok(fs_err::write(folder.join(FILE), chart.to_svg())?)
}
