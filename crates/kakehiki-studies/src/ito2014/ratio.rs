//! Win rate against the ratio of own success to own acceptance, over all settings.

use super::{
    FIGURES,
    criteria::{PARAMETERS, SETTINGS, criteria, figure, play},
    table::PLAYERS,
};
use crate::{
    Order, Report, Row, Study, StudyError,
    published::published,
    scatter::{Point, Scatter, Series, fit},
};

pub(crate) static RATIO: Study = Study {
    id: "ito2014/ratio",
    title: "Win rate against success of own offers by acceptance of others', a line for each criterion",
    about: "Figure 17 of the paper: every criterion of figures 12 to 16 is a point, its win rate \
            against the rate at which its offers are accepted divided by the rate at which it \
            accepts; a line of least squares is laid through the five points of each criterion. The \
            published slope is that of the line through the published points. Plays all five \
            tables. The slope of a line through five points has no honest interval beyond theirs, \
            so none is given.",
    parameters: &PARAMETERS,
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(published(FIGURES, "games.per_seat"));
    let tables = SETTINGS.len() * criteria().count();
    let total = (tables * PLAYERS) as u64 * games;
    let mut done = 0;
    let (mut rows, mut series) = (Vec::new(), Vec::new());
    for criterion in criteria() {
        let (mut measured, mut in_paper) = (Vec::new(), Vec::new());
        let mut played = 0;
        for setting in SETTINGS {
            let outcome = play(order, setting, criterion, games, &mut done, total)?;
            played += outcome.games();
            let counters = outcome.counters();
            let rate = |part, whole| counters.share(part, whole).map_or(0.0, |share| share.value);
            let accepted = rate("accepted", "offers-received");
            let win = outcome.wins() as f64 / outcome.games().max(1) as f64;
            // Who accepts nothing has no ratio.
            if accepted > 0.0 {
                let ratio = rate("offers-taken", "offers") / accepted;
                measured.push(Point { x: ratio, y: win, weight: 1.0 });
            }
            let figure = |column| figure(setting, criterion, column);
            let ratio = figure("success") / figure("accept");
            in_paper.push(Point { x: ratio, y: figure("win"), weight: 1.0 });
        }
        let published = fit(&in_paper).map(|line| line.slope);
        let slope = fit(&measured).map_or(0.0, |line| line.slope);
        let row = Row::new(criterion, "slope of the win rate", slope, None, played);
        rows.push(Row { published, ..row });
        series.push(Series { name: criterion.to_owned(), points: measured });
    }
    let notes = vec![format!("All move by {}.", order.settings.text("moves"))];
    let figure = Scatter {
        title: "Win rate by the ratio of success to acceptance",
        x: "offers accepted by others ÷ offers of others accepted",
        y: "win rate",
        series,
    };
    Ok(Report { figure: Some(figure), ..Report::new(&RATIO, order, rows, notes) })
}
