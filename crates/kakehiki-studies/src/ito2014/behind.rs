//! Whether it pays to look at points when playouts are hardly ever won.

use super::{
    negotiation::{LEAD, MOVES, POINTS, READING, STRENGTH, TABLE, moves, rule, uct_trader},
    table::{Challenge, PLAYERS},
};
use crate::{Order, Report, Row, Sizes, Study, StudyError, verdict::between};

pub(crate) const BEHIND: Study = Study {
    id: "ito2014/behind",
    title: "Playouts that are lost weighed by the points they came to, for who is far behind",
    about: "Sections 5.3 and 6.2 of the paper: a negotiator that is far behind wins so few playouts \
            that it cannot tell offers apart, and a weight should help. Here a lost playout is worth \
            the share of the points that win which the player came to, times `consolation`; a won one \
            is worth one win as before. So the few wins decide where there are some, and points where \
            there are none. One negotiator by 100 playouts of each offer with some consolation sits \
            with three by rule points; 500 games for each seat at scale 1, the same boards and dice \
            for every consolation.",
    parameters: &[MOVES, POINTS, LEAD, READING, STRENGTH],
    sizes: Some(Sizes::scales(0.002, 0.006, 0.2).cheaper(CHEAP, CHEAP)),
    run,
};

/// The paper's readings would take hours: said in every report.
const CHEAP: &[(&str, &str)] = &[("moves", "greedy"), ("reading", "platform")];

/// Games of a seat at scale 1.
const GAMES: u64 = 500;

/// What all the points that win are worth in a lost playout; at 1, coming near is as good as winning.
const CONSOLATIONS: [&str; 4] = ["0", "0.1", "0.3", "1"];

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let games = order.scaled(GAMES);
    let by_playouts = |consolation: &str| {
        let trader = uct_trader(settings, 100);
        let trader = trader.trim_end_matches(')');
        format!("{}+{trader}, consolation={consolation})", moves(settings))
    };
    let lead = settings.text(LEAD.name);
    let others = rule(settings, &format!("criterion=selfish, lead={lead}"));
    let total = (CONSOLATIONS.len() * PLAYERS) as u64 * games;
    let (mut rows, mut wins, mut done) = (Vec::new(), Vec::new(), 0);
    for consolation in CONSOLATIONS {
        let challenge = Challenge {
            name: &format!("consolation-{consolation}"),
            one: &by_playouts(consolation),
            others: &others,
            games,
            options: TABLE,
        };
        let outcome = challenge.play_all(order, &mut done, total)?;
        let name = format!("consolation {consolation}");
        wins.push(Row::share(&name, "win rate", outcome.wins(), outcome.games()));
        let (counters, taken) = (outcome.counters(), ["offers-taken", "offers"]);
        rows.extend(Row::counters(&name, "offers that were accepted", &counters, taken));
    }
    let gains: Vec<Row> = CONSOLATIONS[1..]
        .iter()
        .zip(&wins[1..])
        .map(|(consolation, row)| {
            let name = format!("consolation {consolation} less none");
            let difference = row.measured - wins[0].measured;
            Row::new(name, "win rate", difference, Some(between(row, &wins[0])), row.games)
        })
        .collect();
    wins.extend(gains);
    rows.splice(0..0, wins);
    let notes = vec![format!("All move by {}.", moves(settings))];
    Ok(Report::new(&BEHIND, order, rows, notes))
}
