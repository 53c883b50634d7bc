//! Whether it pays to begin with a bad offer.

use super::{
    negotiation::{GREEDY, LEAD, MOVES, POINTS, moves, rule},
    table::{Challenge, PLAYERS},
};
use crate::{Order, Report, Row, Sizes, Study, StudyError, verdict::between};

pub(crate) const FEINTS: Study = Study {
    id: "ito2014/feints",
    title: "A bad offer first, against partners who look at what they were offered before",
    about: "Section 6.2 of the paper leaves to the future to offer something bad first, so that the \
            partner gets a wrong idea and the next offer looks good beside it. Here everybody may make \
            two offers a turn. One negotiator by rule points, with one of three criteria, makes a \
            bad offer first (of those to the partner that it wants to trade with, the one that costs \
            that partner most), or does not. The three others are selfish and take what brings them \
            a profit (`neutral`), or only what also brings them no less than that player's last \
            offers would (`expecting`): who has offered better will again. The same boards and dice \
            with and without feints; 500 games for each seat at scale 1.",
    parameters: &[MOVES, POINTS, LEAD],
    sizes: Some(Sizes::scales(0.002, 0.01, 0.1).cheaper(GREEDY, GREEDY)),
    run,
};

/// Games of a seat at scale 1.
const GAMES: u64 = 500;

const CRITERIA: [&str; 3] = ["profit-first", "sum", "expected"];
const PARTNERS: [&str; 2] = ["neutral", "expecting"];

/// Two offers a turn to one other player each, taken or left, with open resource hands.
const TWO_OFFERS: &[(&str, &str)] = &[
    ("trading", "one"),
    ("offers", "2"),
    ("counters", "off"),
    ("acceptance", "first"),
    ("hands", "open"),
];

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let lead = settings.text(LEAD.name);
    let games = order.scaled(GAMES);
    let total = (CRITERIA.len() * PARTNERS.len() * 2 * PLAYERS) as u64 * games;
    let (mut rows, mut done) = (Vec::new(), 0);
    for partners in PARTNERS {
        let others = format!("criterion=selfish, attitude={partners}, rounds=2, lead={lead}");
        for criterion in CRITERIA {
            let mut wins = Vec::new();
            for feint in ["off", "on"] {
                let one = format!("criterion={criterion}, rounds=2, feint={feint}, lead={lead}");
                let challenge = Challenge {
                    name: &format!("{partners}-{criterion}-{feint}"),
                    one: &rule(settings, &one),
                    others: &rule(settings, &others),
                    games,
                    options: TWO_OFFERS,
                };
                let outcome = challenge.play_all(order, &mut done, total)?;
                let way = if feint == "on" { "bad offer first" } else { "plain" };
                let name = format!("{criterion} among {partners}, {way}");
                let counters = outcome.counters();
                wins.push(Row::share(&name, "win rate", outcome.wins(), outcome.games()));
                let taken = ["offers-taken", "offers"];
                let taken = Row::counters(&name, "offers that were accepted", &counters, taken);
                rows.extend(wins.last().cloned().into_iter().chain(taken));
            }
            let gain = between(&wins[1], &wins[0]);
            rows.push(Row::new(
                format!("{criterion} among {partners}, what the bad offer brings"),
                "win rate",
                wins[1].measured - wins[0].measured,
                Some(gain),
                wins[1].games,
            ));
        }
    }
    let notes = vec![format!("All move by {}.", moves(settings))];
    Ok(Report::new(&FEINTS, order, rows, notes))
}
