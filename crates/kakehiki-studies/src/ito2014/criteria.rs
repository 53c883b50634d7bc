//! The criteria against three selfish negotiators, under several attitudes.

use kakehiki_bargain::{MISJUDGED, TENTH};
use kakehiki_core::Parameter;

use super::{
    FIGURES,
    negotiation::{Figures, GREEDY, LEAD, MOVES, POINTS, TABLE, WINS, even, moves, rows, rule},
    reading::{ACCEPTS, CONSTRAINT, MIXED, OTHERS_LEAD, Reading, Setting},
    table::{Challenge, Outcome, PLAYERS},
};
use crate::{Finding, Order, Report, Row, Sizes, Study, StudyError, published::published};

/// The five tables of figures 12 to 16.
pub(super) const SETTINGS: [Setting; 5] = [
    Setting { name: "criteria", one: "attitude=neutral", others: "attitude=neutral" },
    Setting {
        name: "criteria-optimistic",
        one: "attitude=optimistic",
        others: "attitude=optimistic",
    },
    Setting {
        name: "criteria-pessimistic",
        one: "attitude=pessimistic",
        others: "attitude=pessimistic",
    },
    Setting { name: "mixed-optimistic", one: MIXED, others: "bias=optimistic" },
    Setting { name: "mixed-pessimistic", one: MIXED, others: "bias=pessimistic" },
];

/// What can be set in all of them.
pub(super) const PARAMETERS: [Parameter; 8] =
    [MOVES, POINTS, LEAD, ACCEPTS, TENTH, OTHERS_LEAD, MISJUDGED, CONSTRAINT];

/// The same for all five tables, which share their games with the figure of all of them.
pub(super) const SIZES: Sizes = Sizes::scales(0.001, 0.02, 0.5).cheaper(GREEDY, GREEDY);

macro_rules! study {
    ($name:ident, $place:literal, $id:literal, $title:literal, $about:literal) => {
        pub(crate) const $name: Study = Study {
            id: $id,
            title: $title,
            about: $about,
            parameters: &PARAMETERS,
            sizes: Some(SIZES),
            run: |order| run(&$name, SETTINGS[$place], order),
        };
    };
}

study!(
    CRITERIA,
    0,
    "ito2014/criteria",
    "Each criterion against three selfish negotiators who accept what brings them a profit",
    "Figure 12 of the paper: one negotiator by rule points with one of four criteria in each seat \
     against three selfish ones, one card for one, everybody accepting when its own profit is above \
     0; 1,000 games for each seat at scale 1."
);
study!(
    CRITERIA_OPTIMISTIC,
    1,
    "ito2014/criteria-optimistic",
    "Each criterion against three selfish negotiators where everybody accepts optimistically",
    "Figure 13 of the paper: as ito2014/criteria, but everybody accepts what is worth, lead \
     included, up to a tenth less to it than no trade."
);
study!(
    CRITERIA_PESSIMISTIC,
    2,
    "ito2014/criteria-pessimistic",
    "Each criterion against three selfish negotiators where everybody accepts pessimistically",
    "Figure 14 of the paper: as ito2014/criteria, but everybody accepts only what is worth, lead \
     included, more than a tenth more to it than no trade."
);
study!(
    MIXED_OPTIMISTIC,
    3,
    "ito2014/mixed-optimistic",
    "Each criterion against three selfish negotiators who overrate what they get",
    "Figure 15 of the paper: one negotiator with a plain estimator that accepts what has a value \
     above 0 by its criterion, against three selfish ones who take a hand and the lead after a trade for a \
     tenth more than they are worth, in proposing and in accepting."
);
study!(
    MIXED_PESSIMISTIC,
    4,
    "ito2014/mixed-pessimistic",
    "Each criterion against three selfish negotiators who underrate what they get",
    "Figure 16 of the paper: as ito2014/mixed-optimistic, but the three take a hand and the lead after \
     a trade for a tenth less than they are worth."
);

/// The criteria that the paper compares with the selfish one.
pub(super) fn criteria() -> impl Iterator<Item = &'static str> {
    ["profit-first", "accept-first", "sum", "product"].into_iter()
}

/// What the paper says of a criterion in a setting.
pub(super) fn figure(setting: Setting, criterion: &str, column: &str) -> f64 {
    let path = format!("{}.{criterion}.{column}", setting.name);
    published(FIGURES, &path.replace('-', "_"))
}

/// Games of one criterion against three selfish negotiators.
pub(super) fn play(
    order: &Order<'_>,
    setting: Setting,
    criterion: &str,
    games: u64,
    done: &mut u64,
    total: u64,
) -> Result<Outcome, StudyError> {
    let settings = &order.settings;
    let [one, others] = Reading::of(settings).players(setting, criterion);
    let challenge = Challenge {
        name: &format!("{}-{criterion}", setting.name),
        one: &rule(settings, &one),
        others: &rule(settings, &others),
        games,
        options: TABLE,
    };
    challenge.play_all(order, done, total)
}

/// The rows of a criterion in a setting, with what the paper says.
pub(super) fn beside_the_paper(setting: Setting, criterion: &str, outcome: &Outcome) -> Vec<Row> {
    let figure = |column| Some(figure(setting, criterion, column));
    let figures =
        Figures { win: figure("win"), success: figure("success"), accept: figure("accept") };
    rows(criterion, outcome, &figures)
}

fn run(study: &Study, setting: Setting, order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(published(FIGURES, "games.per_seat"));
    let total = criteria().count() as u64 * PLAYERS as u64 * games;
    let mut done = 0;
    let (mut all_rows, mut notes) = (Vec::new(), Vec::new());
    for criterion in criteria() {
        let outcome = play(order, setting, criterion, games, &mut done, total)?;
        all_rows.extend(beside_the_paper(setting, criterion, &outcome));
        notes.push(format!("{criterion}: {}", outcome.undecided()));
    }
    notes.push(format!("All move by {}.", moves(&order.settings)));
    let findings = findings(setting, &all_rows);
    let report = Report::new(study, order, all_rows, notes).concluding(findings);
    let place = SETTINGS.iter().position(|it| *it == setting).unwrap_or(0);
    let caption = format!("Figure {} of the paper.", 12 + place);
    let figure = report.bars(study.title, &caption);
    Ok(report.drawn(figure))
}

/// What the paper concludes from one of the tables alone.
fn findings(setting: Setting, rows: &[Row]) -> Vec<Finding> {
    let wins = |criterion: &str| rows.iter().find(|row| row.row == criterion && row.metric == WINS);
    let others = |one: &'static str| criteria().filter(move |other| *other != one);
    let above = |one, other| Some([wins(one)?, wins(other)?]);
    let even = even();
    let finding = match setting.name {
        "criteria" => Finding::each_above(
            "Accepting first wins least of the four criteria",
            "win rate of the others less that of accept-first",
            others("accept-first").map(|other| (other, above(other, "accept-first"))),
        ),
        "criteria-optimistic" => Finding::each_above(
            "Adding profits up wins most of the four criteria among optimists",
            "win rate of sum less that of the others",
            others("sum").map(|other| (other, above("sum", other))),
        ),
        "criteria-pessimistic" => Finding::each_above(
            "All four criteria win more than a selfish one among pessimists",
            "win rate less a quarter",
            criteria().map(|one| (one, wins(one).map(|row| [row, &even]))),
        ),
        _ => None,
    };
    finding.into_iter().collect()
}
