//! Wins by seat of four random players.

use kakehiki_arena::Draft;

use super::FIGURES;
use crate::{Order, Report, Row, Sizes, Study, StudyError, published::published};

pub(crate) const SEATS: Study = Study {
    id: "ito2014/seats",
    title: "Four random players of Catan without trade: wins by seat",
    about: "Figure 6 of the paper: all four choose uniformly among what is legal, nobody trades, \
            the board is dealt anew for every game; 1,000 games at scale 1. The paper's program \
            is SmartSettlers, whose list of legal actions is not published, and how often an \
            action is chosen depends on how the list is cut: whether roads and exchanges with \
            the bank are listed one by one, as here, or by kind.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.01, 1.0, 20.0)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let wins: Vec<u64> = published(FIGURES, "seats.wins");
    let games: u64 = published(FIGURES, "games.seats");
    let draft = Draft {
        options: [("trading".into(), "off".into())].into(),
        ..Draft::new("catan", &["random"; 4], order.scaled(games))
    };
    let standings = order.play("games", draft, None)?;
    let row = |(seat, published): (&kakehiki_arena::SeatStanding, u64)| {
        let name = format!("seat {}", seat.seat + 1);
        let row = Row::share(&name, "win rate", seat.wins, seat.games);
        row.beside(published as f64 / games as f64).of(games)
    };
    let rows = standings.seats.iter().zip(wins).map(row).collect();
    let notes = vec![format!(
        "{} of {} games were undecided at the turn cap.",
        standings.undecided, standings.games
    )];
    let report = Report::new(&SEATS, order, rows, notes);
    let figure = report.bars("Wins by seat of four random players", "Figure 6 of the paper.");
    Ok(report.drawn(figure))
}
