//! Table 4.2: what participants believe of the AI's cards, and what they want from it.

use std::path::Path;

use super::{
    FIGURES,
    answers::Opponent,
    course::Measures,
    figures::{by_participant, difference, mean, published_mean, ratio},
    listeners::PARAMETERS,
    people::{Participant, participants},
    session::{Session, each_kind, games_against},
};
use crate::{
    Comparability, Finding, Order, Report, Row, Sizes, Study, StudyError,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const GUESSES: Study = Study {
    id: "nakazawa2018/guesses",
    title: "How often participants change what they take the AI to hold and want from it, and how \
            often they are right, simulated or people",
    about: "Table 4.2 of the paper: at the start of each own turn participants said which resource \
            the AI holds most of, and which they want to get from it; counted is how often each \
            answer differs from the one of the turn before, and how often the first is right. The paper \
            adds that right answers come early and changes after statements, without figures. Where \
            the AI holds most of several resources, each of them is right. Without people the \
            participants are SIMULATED, in the games of nakazawa2018/negotiations: they name the \
            resource of which they expect most by their own belief, and the one that the plan of the \
            base player misses most. Published are means of the six rows; the paper does not say how \
            many turns its games had. With --participants DIR people's games and answers are read \
            and counted instead, and nothing is simulated.",
    parameters: &PARAMETERS,
    sizes: Some(Sizes::scales(0.01, 0.15, 1.0)),
    run,
};

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    match order.participants {
        Some(folder) => of_people(order, folder),
        None => of_simulated(order),
    }
}

/// What is counted a game: its name, its place in the file of figures, and where it is found.
type Change = (&'static str, &'static str, fn(&Measures) -> u32);

const CHANGES: [Change; 2] = [
    ("changes of most held a game", "most_held_changes", |game| game.most_held_changes),
    ("changes of wanted a game", "wanted_changes", |game| game.wanted_changes),
];

/// The share of right guesses in a game, if there was one.
fn right_share(game: &Measures) -> Option<f64> {
    (game.turns > 0).then(|| f64::from(game.right) / f64::from(game.turns))
}

/// The rows of one kind of participant against one opponent.
fn rows_against(title: &str, opponent: Opponent, games: &[Measures]) -> Vec<Row> {
    let title = format!("{title}, {opponent}");
    let mut rows: Vec<Row> = CHANGES
        .iter()
        .map(|(metric, _, count)| {
            mean(&title, metric, games.iter().map(|game| f64::from(count(game))))
        })
        .collect();
    let counts = games.iter().map(|game| [game.right, game.turns]);
    rows.extend(ratio(&title, RIGHT, counts));
    for (metric, count) in COURSE {
        rows.extend(ratio(&title, metric, games.iter().map(count)));
    }
    let turns = games.iter().map(|game| f64::from(game.turns));
    rows.push(mean(&title, "own turns a game", turns));
    rows
}

const RIGHT: &str = "most held is right";

/// A share of turns: its name, and how many of how many there are in a game.
type Course = (&'static str, fn(&Measures) -> [u32; 2]);

/// What the paper says of the course of a game without figures: how often the first answer is right in
/// either half of it, and how often it changes where the AI has said something and where not.
const COURSE: [Course; 4] = [
    ("most held is right, first half of a game", |game| [game.early_right, game.early]),
    ("most held is right, second half of a game", |game| {
        [game.right - game.early_right, game.turns - game.early]
    }),
    ("most held changes, after statements", |game| [game.told_changes, game.told]),
    ("most held changes, without any", |game| {
        let all = game.turns.saturating_sub(1);
        [game.most_held_changes - game.told_changes, all - game.told]
    }),
];

/// What the method changes.
fn rows_of_effect(title: &str, sessions: &[Session]) -> Vec<Row> {
    let title = format!("{title}, presenting less base");
    let changes = CHANGES.iter().map(|(metric, _, count)| {
        difference(&title, metric, sessions, |game| Some(f64::from(count(game))))
    });
    changes.chain([difference(&title, RIGHT, sessions, right_share)]).collect()
}

/// The same rows with the paper's figures.
fn beside_published(rows: Vec<Row>, opponent: Opponent) -> Vec<Row> {
    let figure = |metric: &str| {
        let change = CHANGES.iter().find(|(name, ..)| *name == metric);
        let right = (metric == RIGHT).then_some("most_held_right");
        let name = change.map(|(_, name, _)| *name).or(right)?;
        Some(published_mean(&format!("guesses.{opponent}.{name}")))
    };
    rows.into_iter().map(|row| Row { published: figure(&row.metric), ..row }).collect()
}

/// The published rows in words.
fn published_rows() -> Vec<String> {
    let names: Vec<String> = published(FIGURES, "participants.names");
    let against = Opponent::ALL.map(|opponent| {
        let list = |name: &str| by_participant(&format!("guesses.{opponent}.{name}"));
        let (held, wanted) = (list("most_held_changes"), list("wanted_changes"));
        let rows = held.into_iter().zip(wanted).zip(list("most_held_right"));
        let text = |((held, wanted), right): ((f64, f64), f64)| {
            format!(
                "{opponent}: most held changes {held} times and wanted {wanted}, {:.1} % right",
                right * 100.0
            )
        };
        rows.map(text).collect::<Vec<_>>()
    });
    let [base, presenting] = &against;
    let rows = names.iter().zip(base.iter().zip(presenting));
    rows.map(|(name, (base, presenting))| format!("Published, {name}: {base}; {presenting}."))
        .collect()
}

/// The rows of some sessions, beside what is published.
fn rows_of(title: &str, sessions: &[Session]) -> Vec<Row> {
    let mut rows = Vec::new();
    for opponent in Opponent::ALL {
        let games = games_against(sessions, opponent);
        rows.extend(beside_published(rows_against(title, opponent, &games), opponent));
    }
    rows.extend(rows_of_effect(title, sessions));
    rows
}

fn of_simulated(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut notes) = (Vec::new(), published_rows());
    notes.push(each_kind(order, |title, sessions| {
        let of_kind = rows_of(title, sessions);
        rows.extend(of_kind.into_iter().map(|row| row.compared(Comparability::Substituted)));
    })?);
    let findings = findings(&rows);
    let report = Report::new(&GUESSES, order, rows, notes).concluding(findings);
    Ok(report.tabled("What participants believe", "Table 4.2 of the paper, simulated."))
}

/// The paper's conclusions, for each kind of participants who hear statements.
fn findings(rows: &[Row]) -> Vec<Finding> {
    let hears = |row: &&Row| !row.row.contains("deaf");
    // Who forgets nothing is always right.
    let errs = |row: &&Row| row.metric != RIGHT || !row.row.contains("perfect");
    let effects = rows.iter().filter(|row| row.row.ends_with("presenting less base"));
    let effects = effects.filter(hears).filter(errs).map(|row| {
        let finding = match row.metric.as_str() {
            RIGHT => "False information makes guesses right more often",
            metric if metric == CHANGES[0].0 => {
                "False information makes guesses of what is held change more often"
            }
            _ => "False information makes what is wanted change more often",
        };
        let finding = format!("{finding} ({})", row.row);
        Finding::positive_row(&finding, row, MARGIN)
    });
    // What the paper says of the course of a game.
    let of =
        |name: &str, metric: &str| rows.iter().find(|row| row.row == name && row.metric == metric);
    let of_games = rows.iter().filter(|row| row.metric == RIGHT).filter(hears).filter(errs);
    let course = of_games.flat_map(|row| {
        let name = row.row.as_str();
        let compare = |finding: &str, what: &str, [one, other]: [usize; 2]| {
            let effect = between(of(name, COURSE[one].0)?, of(name, COURSE[other].0)?);
            Some(Finding::positive(&format!("{finding} ({name})"), what, effect, MARGIN))
        };
        let early = compare(
            "Guesses are right early in a game",
            "share right in the first half less that in the second",
            [0, 1],
        );
        let told = compare(
            "Guesses change after statements",
            "share changed after statements less that without any",
            [2, 3],
        );
        early.into_iter().chain(told)
    });
    effects.chain(course).collect()
}

fn of_people(order: &Order<'_>, folder: &Path) -> Result<Report, StudyError> {
    let people = participants(folder)?;
    let mut rows = Vec::new();
    for Participant { name, session, .. } in &people {
        for opponent in Opponent::ALL {
            // One game has no scatter to make an interval of.
            let alone = rows_against(name, opponent, &[session[opponent as usize]]);
            rows.extend(alone.into_iter().map(|row| Row { ci95: None, ..row }));
        }
    }
    let sessions: Vec<Session> = people.iter().map(|person| person.session).collect();
    rows.extend(rows_of("all people", &sessions));
    Ok(Report::new(&GUESSES, order, rows, published_rows()))
}
