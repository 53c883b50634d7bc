//! Table 4.1: how often participants and AI negotiate, how often it succeeds, and who wins.

use std::path::Path;

use super::{
    FIGURES,
    answers::Opponent,
    course::Measures,
    figures::{added_up, by_participant, difference, mean, published_mean, ratio},
    listeners::PARAMETERS,
    people::{Participant, participants},
    session::{Session, each_kind, games_against},
};
use crate::{
    Comparability, Finding, Order, Report, Row, Sizes, Study, StudyError,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const NEGOTIATIONS: Study = Study {
    id: "nakazawa2018/negotiations",
    title: "Negotiations, their success and the winner against an AI with and without statements, by \
            simulated participants or by people",
    about: "Table 4.1 of the paper: six people played one game of Catan for two against the base \
            player and one against the player that makes statements, some of them false, before it \
            negotiates. Without people the participants are SIMULATED: each plays as the base player \
            does and refuses trades that it believes would let the AI build, by a belief that forgets \
            and that hears statements as one who is deaf to them, trusts them, or weighs them by how \
            often they proved true. Both games of a participant are played in the same seat and under \
            the same luck, every other participant begins, and its trust does not go from one game \
            to the next. Every offer and every counter-offer of either side is a negotiation. The \
            published figures beside simulated ones are means of the six rows, and success what the \
            rows add up to; the printed totals do not follow from the rows. At scale 1 there are `participants` of each kind. With --participants DIR \
            people's games are read and counted instead, and nothing is simulated.",
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

/// The rows of one kind of participant against one opponent.
fn rows_against(title: &str, opponent: Opponent, games: &[Measures]) -> Vec<Row> {
    let title = format!("{title}, {opponent}");
    let numbers = games.iter().map(|game| f64::from(game.negotiations));
    let mut rows = vec![mean(&title, "negotiations a game", numbers)];
    let counts = games.iter().map(|game| [game.succeeded, game.negotiations]);
    rows.extend(ratio(&title, SUCCESS, counts));
    let won = games.iter().filter(|game| game.ai_won).count() as u64;
    rows.push(Row::share(&title, "games the AI wins", won, games.len() as u64));
    rows
}

const SUCCESS: &str = "share that succeeds";

/// What the method changes.
fn rows_of_effect(title: &str, sessions: &[Session]) -> Vec<Row> {
    let title = format!("{title}, presenting less base");
    let row = |metric, number: fn(&Measures) -> f64| {
        difference(&title, metric, sessions, |game| Some(number(game)))
    };
    vec![
        row("negotiations a game", |game| f64::from(game.negotiations)),
        row("trades a game", |game| f64::from(game.succeeded)),
        row("games the AI wins", |game| f64::from(u8::from(game.ai_won))),
    ]
}

/// The same rows with the paper's figures.
fn beside_published(rows: Vec<Row>, opponent: Opponent) -> Vec<Row> {
    let wins: Vec<bool> = published(FIGURES, &format!("{opponent}.ai_wins"));
    let [negotiations, succeeded] = added_up(opponent);
    rows.into_iter()
        .map(|row| match row.metric.as_str() {
            "negotiations a game" => {
                row.beside(published_mean(&format!("{opponent}.negotiations")))
            }
            SUCCESS => row.beside(succeeded / negotiations).of(negotiations as u64),
            _ => {
                let won = wins.iter().filter(|won| **won).count();
                row.beside(won as f64 / wins.len() as f64).of(wins.len() as u64)
            }
        })
        .collect()
}

/// The published rows in words.
fn published_rows() -> Vec<String> {
    let names: Vec<String> = published(FIGURES, "participants.names");
    let strategies: Vec<String> = published(FIGURES, "participants.strategies");
    let against = Opponent::ALL.map(|opponent| {
        let wins: Vec<bool> = published(FIGURES, &format!("{opponent}.ai_wins"));
        let negotiations = by_participant(&format!("{opponent}.negotiations"));
        let success = by_participant(&format!("{opponent}.success"));
        let rows = negotiations.into_iter().zip(success).zip(wins);
        let text = |((negotiations, success), won): ((f64, f64), bool)| {
            let winner = if won { "the AI" } else { "the person" };
            format!(
                "{opponent}: {negotiations} negotiations, {:.1} % succeed, {winner} wins",
                success * 100.0
            )
        };
        rows.map(text).collect::<Vec<_>>()
    });
    let [base, presenting] = &against;
    let rows = names.iter().zip(&strategies).zip(base.iter().zip(presenting));
    rows.map(|((name, strategy), (base, presenting))| {
        format!("Published, {name} ({strategy}): {base}; {presenting}.")
    })
    .collect()
}

/// That the paper's totals are not those of its rows.
fn note_on_totals() -> String {
    let total = |opponent: Opponent| {
        let figure =
            |name: &str| -> u32 { published(FIGURES, &format!("totals.{opponent}.{name}")) };
        let [negotiations, succeeded] = added_up(opponent);
        format!(
            "{} of {} against {opponent}, where the rows add up to {succeeded} of {negotiations}",
            figure("succeeded"),
            figure("negotiations"),
        )
    };
    let [base, presenting] = Opponent::ALL.map(total);
    format!("The paper prints totals that do not agree with its rows: {base}; {presenting}.")
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
    notes.push(note_on_totals());
    let simulated = each_kind(order, |title, sessions| {
        let of_kind = rows_of(title, sessions);
        rows.extend(of_kind.into_iter().map(|row| row.compared(Comparability::Substituted)));
        let undecided = sessions.iter().flatten().filter(|game| !game.is_decided).count();
        let count = sessions.len();
        notes.push(format!("{title}: {count} participants, {undecided} games without a winner."));
    })?;
    notes.push(simulated);
    let findings = findings(&rows);
    let report = Report::new(&NEGOTIATIONS, order, rows, notes).concluding(findings);
    Ok(report.tabled("Negotiations, success and wins", "Table 4.1 of the paper, simulated."))
}

/// The paper's conclusions, for each kind of participants who hear statements.
fn findings(rows: &[Row]) -> Vec<Finding> {
    let hears = |row: &&Row| !row.row.contains("deaf");
    let effects = rows.iter().filter(|row| row.row.ends_with(EFFECT)).filter(hears);
    let findings = effects.filter_map(|row| {
        let finding = match row.metric.as_str() {
            "negotiations a game" => "False information brings more negotiations",
            "trades a game" => "False information brings more trades",
            "games the AI wins" => "False information makes the AI win more",
            _ => return None,
        };
        let who = row.row.trim_end_matches(EFFECT);
        let finding = format!("{finding} ({who})");
        Some(Finding::positive_row(&finding, row, MARGIN))
    });
    let success = |name: &str| rows.iter().find(|row| row.row == name && row.metric == SUCCESS);
    let presenting = format!(", {}", Opponent::Presenting);
    let whose = rows.iter().filter(|row| row.metric == SUCCESS).filter(hears);
    let unmoved = whose.filter_map(|row| {
        let who = row.row.strip_suffix(&presenting)?;
        let effect = between(row, success(&format!("{who}, {}", Opponent::Base))?);
        let finding = format!("False information hardly changes the share that succeeds ({who})");
        Some(Finding::negligible(&finding, "presenting less base", effect, MARGIN))
    });
    findings.chain(unmoved).collect()
}

/// What ends the names of rows about the method's effect.
const EFFECT: &str = ", presenting less base";

fn of_people(order: &Order<'_>, folder: &Path) -> Result<Report, StudyError> {
    let people = participants(folder)?;
    let (mut rows, mut notes) = (Vec::new(), published_rows());
    notes.push(note_on_totals());
    for Participant { name, session, questionnaire } in &people {
        for opponent in Opponent::ALL {
            let games = [session[opponent as usize]];
            // One game has no scatter to make an interval of.
            let alone = rows_against(name, opponent, &games);
            rows.extend(alone.into_iter().map(|row| Row { ci95: None, ..row }));
        }
        notes.push(format!("{name} used the strategy {}.", questionnaire.strategy));
    }
    let sessions: Vec<Session> = people.iter().map(|person| person.session).collect();
    rows.extend(rows_of("all people", &sessions));
    rows.extend(rows_of_questionnaire(&people));
    Ok(Report::new(&NEGOTIATIONS, order, rows, notes))
}

/// How many people said what after their games.
fn rows_of_questionnaire(people: &[Participant]) -> Vec<Row> {
    let asked = by_participant("base.negotiations").len() as f64;
    let row = |metric: &str, figure: &str, said: fn(&Participant) -> bool| {
        let count = people.iter().filter(|person| said(person)).count() as u64;
        let published: f64 = published(FIGURES, &format!("questionnaire.{figure}"));
        Row::share("all people", metric, count, people.len() as u64).beside(published / asked)
    };
    vec![
        row("the statements helped", "statements_helped", |person| {
            person.questionnaire.statements_helped
        }),
        row("presenting was more like a person", "presenting_more_like_a_person", |person| {
            person.questionnaire.more_like_a_person == Opponent::Presenting
        }),
        row(
            "presenting was easier to negotiate with",
            "presenting_easier_to_negotiate",
            |person| person.questionnaire.easier_to_negotiate == Opponent::Presenting,
        ),
    ]
}
