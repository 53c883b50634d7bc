//! The researcher's page: who takes part, how far they are, what they left, and the paper's tables.

use std::path::Path;

use kakehiki_core::Tongue;
use kakehiki_draw::Locale;
use kakehiki_studies::{Opponent, Order, Report, find};
use maud::{Markup, html};

use super::{
    export::FILES,
    ledger::{Participant, STUDY},
    sheets::{bar, who},
    stage::Stage,
};

/// A participant as the page lists it.
pub(crate) struct Line {
    pub(crate) participant: Participant,
    pub(crate) stage: Stage,
    /// How many turns were answered for, in all games.
    pub(crate) answers: usize,
    /// Whether its files are written.
    pub(crate) is_exported: bool,
}

/// The page before it has shown by its token that a researcher opens it.
pub(crate) fn shell(locale: Locale) -> Markup {
    html! {
        (bar(locale, None))
        main #content class="wrap" tabindex="-1" {
            div class="hello" { div class="grow" {
                h1 { (locale.word("researcher-heading")) }
                p { (locale.word("researcher-lead")) }
            } }
            div id="researcher" { p class="note" { (locale.word("researcher-token")) } }
        }
    }
}

/// The tables of the paper, counted from what complete participants left.
///
/// # Errors
/// In words, if there is something in the folder that cannot be counted.
pub(crate) fn tables(out: &Path) -> Result<Vec<Report>, String> {
    ["negotiations", "guesses"]
        .into_iter()
        .map(|table| {
            let study = find(&format!("{STUDY}/{table}")).map_err(|error| error.to_string())?;
            let order = Order { participants: Some(out), ..Order::new(study) };
            study.run(&order).map_err(|error| error.to_string())
        })
        .collect()
}

/// What stands on the page.
pub(crate) fn researcher(
    locale: Locale,
    out: &Path,
    lines: &[Line],
    tables: Option<&Result<Vec<Report>, String>>,
) -> Markup {
    let is_simulated = lines.iter().any(|line| line.participant.is_simulated);
    html! {
        @if is_simulated { p class="note" { (locale.word("researcher-simulated-lead")) } }
        p class="row row--wrap" {
            b { (locale.word("researcher-invite")) }
            code data-invite { "/study" }
            button class="btn btn--s" type="button" data-copy-invite data-copied=(locale.word("copied")) { (locale.word("copy")) }
        }
        @if lines.is_empty() {
            p class="meta mt12" { (locale.word("researcher-none")) }
        } @else {
            (participant_table(locale, lines))
        }
        h2 class="mt24" { (locale.word("researcher-export")) }
        p { (locale.word("researcher-folder")) " " code { (out.display()) } }
        p class="mt8" { (locale.word("researcher-command")) }
        pre class="code" { "kakehiki study run " (STUDY) "/negotiations --participants " (out.display()) "\n"
            "kakehiki study run " (STUDY) "/guesses --participants " (out.display()) }
        @if let Some(tables) = tables {
            h2 class="mt24" { (locale.word("researcher-tables")) }
            p class="meta" { (locale.word("researcher-tables-lead")) }
            @match tables {
                Ok(reports) => { @for report in reports { (report_table(locale, report)) } }
                Err(problem) => {
                    p class="problem" { (locale.say("researcher-problem", &[("problem", problem.as_str().into())])) }
                }
            }
        }
    }
}

fn participant_table(locale: Locale, lines: &[Line]) -> Markup {
    let columns = ["number", "order", "language", "progress", "answers", "export"];
    html! {
        div class="doc-scroll mt12" {
            table class="table" {
                thead { tr { @for column in columns { th { (locale.word(&format!("researcher-{column}"))) } } } }
                tbody {
                    @for line in lines {
                        @let participant = &line.participant;
                        tr data-participant=(participant.number) {
                            td { (who(locale, participant.number, participant.is_simulated)) }
                            td { (order(locale, participant)) }
                            td { (language(locale, participant.language)) }
                            td { (progress(locale, line.stage)) }
                            td class="num" { (line.answers) }
                            td {
                                @if line.is_exported {
                                    span class="row row--wrap" {
                                        @for file in FILES {
                                            button class="btn btn--s" type="button" data-file={ (participant.number) "/" (file) } { (file) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn order(locale: Locale, participant: &Participant) -> String {
    let word = |opponent: Opponent| locale.word(&format!("researcher-{opponent}"));
    participant.order.map(word).join(&locale.word("listed"))
}

fn language(locale: Locale, language: Tongue) -> String {
    locale.word(match language {
        Tongue::English => "settings-english",
        Tongue::Japanese => "settings-japanese",
    })
}

fn progress(locale: Locale, stage: Stage) -> String {
    let game = |game: usize, turn: usize| {
        locale.say("researcher-stage-game", &[("n", (game + 1).into()), ("turn", turn.into())])
    };
    match stage {
        Stage::SitDown { game: 0, .. } => locale.word("researcher-stage-consented"),
        Stage::SitDown { game: at, .. } => game(at, 0),
        Stage::Asked { game: at, due } => game(at, due.own),
        Stage::Play { game: at } => locale.say("intro-kicker", &[("n", (at + 1).into())]),
        Stage::Form { .. } => locale.word("researcher-stage-form"),
        Stage::Done => locale.word("researcher-stage-done"),
        Stage::Stopped => locale.word("researcher-stage-stopped"),
    }
}

fn report_table(locale: Locale, report: &Report) -> Markup {
    let columns = ["row", "metric", "measured", "interval", "published"];
    html! {
        div class="doc-scroll mt16" {
            table class="table" {
                thead { tr { @for column in columns { th { (locale.word(&format!("researcher-{column}"))) } } } }
                tbody {
                    @for row in &report.rows {
                        tr {
                            td { (row.row) }
                            td { (row.metric) }
                            td class="num" { (figure(row.measured)) }
                            td class="num" { @if let Some(interval) = row.ci95 { (figure(interval.low)) " – " (figure(interval.high)) } }
                            td class="num" { @if let Some(published) = row.published { (figure(published)) } }
                        }
                    }
                }
            }
        }
    }
}

fn figure(value: f64) -> String {
    if value.abs() >= 10.0 { format!("{value:.1}") } else { format!("{value:.3}") }
}
