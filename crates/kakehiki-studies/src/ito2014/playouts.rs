//! UCT against three random players, by the number of playouts.

use kakehiki_core::Parameter;

use super::{
    FIGURES,
    negotiation::{own_search, paper_search},
    table::{Challenge, PLAYERS},
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const PLAYOUTS: Study = Study {
    id: "ito2014/playouts",
    title: "UCT with 1, 100 and 1,000 playouts against three random players of Catan",
    about: "Figure 7 of the paper: one UCT player in each seat against three who choose uniformly \
            among what is legal, nobody trades, resource hands are open, 1,000 games for each \
            seat at scale 1. The paper says that playouts are random to the end of the game and \
            that the best mean is played; it does not give the constant C nor how SmartSettlers \
            cuts its list of actions. `reading=paper` is that: uniform playouts to the end, one \
            kind of action, C of `c`. `reading=platform` is this project's own search at the same \
            number of playouts, which prefer to build and are cut off after 100 steps.",
    parameters: &[
        Parameter::choice("reading", &["paper", "platform"], "paper", "whose search"),
        Parameter::number("c", (0.0, 100.0), "1", "weight of exploration in the paper's search"),
        Parameter::integer(
            "most",
            (1, 1000),
            "1000",
            "the largest number of playouts that is played; the rest is left out",
        ),
    ],
    sizes: Some(
        Sizes::scales(0.001, 0.02, 0.05)
            .cheaper(&[("most", "100")], &[])
            .cheapest(&[("most", "100"), ("reading", "platform")]),
    ),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let per_seat: u64 = published(FIGURES, "games.per_seat");
    let games = order.scaled(per_seat);
    let most = settings.integer("most");
    let sizes: Vec<i64> = [1, 100, 1000].into_iter().filter(|size| *size <= most).collect();
    let total = sizes.len() as u64 * PLAYERS as u64 * games;
    let mut done = 0;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for size in sizes {
        let agent = match settings.text("reading") {
            "paper" => paper_search(size, settings.text("c")),
            _ => own_search(size),
        };
        let challenge = Challenge {
            name: &format!("n{size}"),
            one: &agent,
            others: "random",
            games,
            options: &[("trading", "off"), ("hands", "open")],
        };
        let outcome = challenge.play_all(order, &mut done, total)?;
        let by_seat: Vec<f64> = published(FIGURES, &format!("playouts.n{size}.seats"));
        for (index, (seat, figure)) in outcome.seats.iter().zip(by_seat).enumerate() {
            let name = format!("N = {size}, seat {}", index + 1);
            let row = Row::share(&name, "win rate", seat.wins, seat.games);
            rows.push(row.beside(figure).of(per_seat));
        }
        let mean = published(FIGURES, &format!("playouts.n{size}.mean"));
        let name = format!("N = {size}, all seats");
        let row = Row::share(&name, "win rate", outcome.wins(), outcome.games());
        rows.push(row.beside(mean).of(per_seat * PLAYERS as u64));
        notes.push(format!("{agent}: {}", outcome.undecided()));
    }
    let all_seats: Vec<&Row> = rows.iter().filter(|row| row.row.ends_with("all seats")).collect();
    let findings = all_seats.windows(2).map(|pair| {
        let finding = format!("{} wins more than {}", pair[1].row, pair[0].row);
        Finding::positive(&finding, "difference of win rates", between(pair[1], pair[0]), MARGIN)
    });
    let findings = findings.collect();
    let report = Report::new(&PLAYOUTS, order, rows, notes).concluding(findings);
    let figure =
        report.bars("Wins of one UCT player among three random ones", "Figure 7 of the paper.");
    Ok(report.drawn(figure))
}
