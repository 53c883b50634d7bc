//! How many playouts here are as strong as the paper's.

use kakehiki_arena::Interval;
use kakehiki_core::Parameter;

use super::{
    FIGURES,
    negotiation::paper_search,
    table::{Challenge, PLAYERS},
};
use crate::{Order, Report, Row, Sizes, Study, StudyError, published::published};

pub(crate) const MATCHED: Study = Study {
    id: "ito2014/matched",
    title: "How many playouts of the paper's search are as strong here as its 100 and 1,000",
    about: "At 100 playouts the paper's search wins 54 % against three random players, and the same \
            search, as far as it is described, wins 95 % here. Before anything is said about figures \
            that differ, players should be of equal strength. One player by the paper's search \
            (uniform playouts to the end, best mean, nothing extra in the set-up) sits in each seat \
            against three who choose uniformly; nobody trades; 250 games for each seat at scale 1. \
            Between the numbers of playouts that are played, the win rate is taken to go straight \
            in the logarithm of their number, and so are the ends of its intervals: where they meet \
            the published rate are the matching number and its interval.",
    parameters: &[
        Parameter::number("c", (0.0, 100.0), "1", "weight of exploration"),
        Parameter::integer(
            "most",
            (10, 200),
            "200",
            "the largest number of playouts that is played",
        ),
    ],
    sizes: Some(
        Sizes::scales(0.004, 0.008, 0.2)
            .cheaper(&[("most", "50")], &[])
            .cheapest(&[("most", "10")]),
    ),
    run,
};

/// Games of a seat at scale 1.
const GAMES: u64 = 250;
const PLAYOUTS: [i64; 7] = [5, 10, 20, 30, 50, 100, 200];

/// A number of playouts and a share of games won.
type Point = (f64, f64);

/// Where a line through points that are a number of playouts apart reaches a rate, if it does.
fn reached(points: &[Point], rate: f64) -> Option<f64> {
    points.windows(2).find_map(|pair| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        let is_within = (low..=high).contains(&rate) && low < high;
        is_within.then(|| {
            let part = (rate - low) / (high - low);
            part.mul_add(to.ln() - from.ln(), from.ln()).exp()
        })
    })
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(GAMES);
    let most = order.settings.integer("most");
    let sizes: Vec<i64> = PLAYOUTS.into_iter().filter(|playouts| *playouts <= most).collect();
    let total = (sizes.len() * PLAYERS) as u64 * games;
    let (mut done, mut rows) = (0, Vec::new());
    for playouts in &sizes {
        let challenge = Challenge {
            name: &format!("paper-n{playouts}"),
            one: &paper_search(*playouts, order.settings.text("c")),
            others: "random",
            games,
            options: &[("trading", "off"), ("hands", "open")],
        };
        let outcome = challenge.play_all(order, &mut done, total)?;
        let name = format!("N = {playouts}");
        rows.push(Row::share(&name, "win rate", outcome.wins(), outcome.games()));
    }
    let line = |height: &dyn Fn(&Row) -> f64| -> Vec<Point> {
        sizes.iter().zip(&rows).map(|(playouts, row)| (*playouts as f64, height(row))).collect()
    };
    let middle = line(&|row| row.measured);
    let [low, high] = [
        line(&|row| row.ci95.map_or(row.measured, |ci95| ci95.low)),
        line(&|row| row.ci95.map_or(row.measured, |ci95| ci95.high)),
    ];
    let played = PLAYERS as u64 * games;
    let matching = ["n100", "n1000"].into_iter().filter_map(|size| {
        let rate: f64 = published(FIGURES, &format!("playouts.{size}.mean"));
        let name = format!("as strong as the paper's {}", size.replace('n', "N = "));
        // A line of rates that are too low reaches it later.
        let (least, most) = (reached(&high, rate), reached(&low, rate));
        let ci95 = least.zip(most).map(|(low, high)| Interval { low, high });
        Some(Row::new(name, "playouts", reached(&middle, rate)?, ci95, played))
    });
    let matching: Vec<Row> = matching.collect();
    rows.extend(matching);
    Ok(Report::new(&MATCHED, order, rows, Vec::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_reached_between_its_neighbours() {
        let points = [(10.0, 0.3), (40.0, 0.5), (90.0, 0.5), (100.0, 0.9)];
        assert!((reached(&points, 0.4).unwrap() - 20.0).abs() < 1e-9);
        assert!((reached(&points, 0.9).unwrap() - 100.0).abs() < 1e-9);
        assert_eq!(reached(&points, 0.2), None);
        assert_eq!(reached(&points, 0.95), None);
    }
}
