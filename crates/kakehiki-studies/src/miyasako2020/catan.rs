//! The paper's way of answering in another game: offers of Catan.

use kakehiki_arena::Draft;
use kakehiki_core::Parameter;

use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    verdict::{MARGIN, between},
};

pub(crate) const ANSWERS_IN_CATAN: Study = Study {
    id: "miyasako2020/catan",
    title: "Offers of Catan answered by playouts, by rule points, and without a thought",
    about: "The paper would like to see its method in games other than Monopoly. Here one player \
            of four answers the offers of three others, who move as it does and offer by rule \
            points. It makes no offers and no counter-offers of its own, so that nothing but its \
            answers differs: by playouts of both futures to the end of the game, as in the paper; \
            by rule points; or always yes or no. Playouts choose as the quick player of Catan, \
            `weighted`, and both futures have the same dice. Every game is played with the one in \
            each of the four seats. A mean outcome counts a win as 1, so that players of equal \
            strength get one quarter. Nothing is published beside it. 2,000 games a row at scale 1.",
    parameters: &[Parameter::integer(
        "playouts",
        (1, 1_000_000),
        "200",
        "playouts of each future of an offer",
    )],
    sizes: Some(Sizes::scales(0.002, 0.02, 0.2)),
    run,
};

/// Games of a row at scale 1.
const GAMES: u64 = 2000;
const SEATS: u64 = 4;
/// How everybody moves.
const MOVES: &str = "greedy(worlds=1)";

/// The way that is the paper's, and the one beside which it is seen.
const BY_PLAYOUTS: usize = 0;
const NEVER: usize = 2;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let playouts = order.settings.text("playouts");
    let silent = "rounds=0, counter=off";
    let ways = [
        ("by playouts", format!("bargain({silent}, playouts={playouts}, cutoff=0)")),
        ("by rule points", format!("rule({silent})")),
        ("always no", "baseline(kind=never)".to_owned()),
        ("always yes", format!("baseline({silent}, kind=always-accept)")),
    ];
    let rounds = order.scaled(GAMES).div_ceil(SEATS);
    let total = ways.len() as u64 * SEATS * rounds;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for (number, (name, way)) in (0..).zip(&ways) {
        let other = format!("{MOVES}+rule");
        let one = format!("{MOVES}+{way}");
        let agents = [one.as_str(), &other, &other, &other];
        let draft = Draft { rotate: true, ..Draft::new("catan", &agents, rounds) };
        let folder = name.replace(' ', "-");
        let standings = order.play(&folder, draft, Some((number * SEATS * rounds, total)))?;
        let agent = &standings.agents[0];
        rows.push(Row::outcome(name, agent));
        if let Some(row) =
            Row::counters(name, "offers accepted", &agent.counters, ["accepted", "offers-received"])
        {
            rows.push(row);
        }
        notes.push(format!("{name}: {} wins of {} games.", agent.wins, agent.games));
    }
    let outcome = |way: usize| rows.iter().find(|row| row.row == ways[way].0);
    let findings = outcome(BY_PLAYOUTS).zip(outcome(NEVER)).map(|(one, other)| {
        Finding::positive(
            "Answering by playouts is better than never trading, in Catan too",
            "mean outcome by playouts less that of always no",
            between(one, other),
            MARGIN,
        )
    });
    Ok(Report::new(&ANSWERS_IN_CATAN, order, rows, notes)
        .concluding(findings.into_iter().collect()))
}
