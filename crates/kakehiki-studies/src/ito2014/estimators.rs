//! Which estimate of profit wins: rule points or playouts.

use super::{
    FIGURES,
    negotiation::{
        Figures, GREEDY, LEAD, MOVES, POINTS, READING, STRENGTH, TABLE, WINS, baseline, even,
        moves, rows, rule, uct_trader,
    },
    table::{Challenge, PLAYERS},
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const ESTIMATORS: Study = Study {
    id: "ito2014/estimators",
    title: "Selfish negotiators by rule points and by playouts against those who do not weigh offers",
    about: "Figure 8 of the paper: one selfish negotiator, by rule points with one card for one or \
            two for one, or by 100 playouts of each offer, in each seat against three who accept \
            everything and offer nothing, or who offer and accept at random; 1,000 games for each \
            seat at scale 1. All four choose their other actions by `moves`, in the paper UCT with \
            1,000 playouts.",
    parameters: &[MOVES, POINTS, LEAD, READING, STRENGTH],
    sizes: Some(
        Sizes::scales(0.001, 0.01, 0.03)
            .cheaper(&[("moves", "greedy"), ("reading", "platform")], GREEDY),
    ),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let games = order.scaled(published(FIGURES, "games.per_seat"));
    let uct = format!("{}+{}", moves(settings), uct_trader(settings, 100));
    let lead = settings.text(LEAD.name);
    let with_rule = |deals: &str| rule(settings, &format!("deals={deals}, lead={lead}"));
    let ones = [
        ("rule 1:1", "rule_1for1", with_rule("1:1")),
        ("rule 2:1", "rule_2for1", with_rule("2:1")),
        ("playouts, N = 100", "uct_n100", uct),
    ];
    let others = [("always-accept", "always_accept"), ("random", "random")];
    let total = (ones.len() * others.len() * PLAYERS) as u64 * games;
    let mut done = 0;
    let (mut all_rows, mut notes) = (Vec::new(), Vec::new());
    for (name, figure, one) in &ones {
        for (kind, column) in others {
            let challenge = Challenge {
                name: &format!("{figure}-{column}"),
                one,
                others: &baseline(settings, kind),
                games,
                options: TABLE,
            };
            let outcome = challenge.play_all(order, &mut done, total)?;
            // Two for one was not played against random negotiators.
            let win = (*figure != "rule_2for1" || kind != "random")
                .then(|| published(FIGURES, &format!("estimators.{figure}.{column}")));
            let figures = Figures { win, success: None, accept: None };
            all_rows.extend(rows(&format!("{name} against {kind}"), &outcome, &figures));
            notes.push(format!("{name} against {kind}: {}", outcome.undecided()));
        }
        notes.push(format!("{name} is {one}."));
    }
    let win = |name: &str| all_rows.iter().find(|row| row.row == name && row.metric == WINS);
    let mut findings = Vec::new();
    for (kind, _) in others {
        let rule = win(&format!("rule 1:1 against {kind}"));
        let mut above = |finding: &str, what: &str, other: Option<&Row>| {
            let effect = rule.zip(other).map(|(rule, other)| between(rule, other));
            let finding = format!("{finding}, against {kind}");
            findings.extend(effect.map(|it| Finding::positive(&finding, what, it, MARGIN)));
        };
        above(
            "Playouts of offers lose to rule points",
            "rule points less playouts, win rate",
            win(&format!("playouts, N = 100 against {kind}")),
        );
        above("Rule points win more than a quarter", "win rate less a quarter", Some(&even()));
        if kind == "always-accept" {
            above(
                "Two cards for one win less than one for one",
                "one for one less two for one, win rate",
                win(&format!("rule 2:1 against {kind}")),
            );
        }
    }
    let report = Report::new(&ESTIMATORS, order, all_rows, notes).concluding(findings);
    let figure = report.bars("Wins by the way profit is estimated", "Figure 8 of the paper.");
    Ok(report.drawn(figure))
}
