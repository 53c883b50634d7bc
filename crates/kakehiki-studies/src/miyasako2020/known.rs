//! The two positions that the paper describes: how the playouts of both branches come out.

use kakehiki_arena::PairedMean;
use kakehiki_bargain::{Belief, Standpoint};
use kakehiki_core::{Observed, Seed};
use kakehiki_monopoly::{Counts, Miyapoly, Moyer, Position, Template, truth};

use super::{FIGURES, POLICIES, game};
use crate::{
    Comparability, Finding, Order, Report, Row, Sizes, Study, StudyError,
    list::List,
    published::published,
    verdict::{MARGIN, between},
};

pub(crate) const POSITION_1: Study = Study {
    id: "miyasako2020/position-1",
    title: "Ventnor Avenue for a railroad and a green street: playouts beside table 5",
    about: "The person gives Ventnor Avenue, miyapoly gives the B&O Railroad and North Carolina \
            Avenue and completes yellow. The paper prints 200 playouts of each branch, after which \
            its rule had stopped. Cash, squares and the other deeds stand in a picture that is not \
            available; they were searched for so that the playouts come out as printed (see \
            miyasako2020/rebuild), so that the first eight rows do is no test. What is one: the \
            whole rule (up to 1,000 playouts of each branch, a look every 200, a stop at a \
            difference of 100), asked 100 times, has to accept after 200 playouts, and playouts by \
            the base player without its defects should agree. At scale 1 there are 200 playouts of \
            each branch without an early stop.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.05, 1.0, 1.0)),
    run: |order| run(order, &POSITION_1, Template::LikePosition1, "position_1", true),
};

pub(crate) const POSITION_6: Study = Study {
    id: "miyasako2020/position-6",
    title: "Mediterranean Avenue for 1: playouts beside table 6",
    about: "The person gives Mediterranean Avenue for $1, which completes miyapoly's brown; a \
            person accepts, miyapoly refused. The paper explains it by the low rents of brown. The \
            rest of the position stands in a picture that is not available and was searched for so \
            that the playouts come out as printed (see miyasako2020/rebuild), so that the first \
            eight rows do is no test. The printed counts of accepting, 22 won, 151 lost and 27 \
            drawn, make a rate of 0.178 and not the printed 0.228; the search went by the counts. \
            At scale 1 there are 200 playouts of each branch without an early stop, and the whole \
            rule is asked 100 times. Playouts by the base player without its defects follow: they \
            turn the answer; miyasako2020/defect is about why.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.05, 1.0, 1.0)),
    run: |order| run(order, &POSITION_6, Template::LikePosition6, "position_6", false),
};

/// The playouts of each branch that the paper prints.
const PLAYOUTS: u64 = 200;

/// How often the whole rule is asked at scale 1.
const ASKED: u64 = 100;

fn run(
    order: &Order<'_>,
    study: &Study,
    template: Template,
    table: &str,
    is_accepted: bool,
) -> Result<Report, StudyError> {
    let position = template.position();
    let (mut rows, mut notes, mut findings) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (name, policy)) in POLICIES.into_iter().enumerate() {
        let is_published = policy == Moyer::FAITHFUL;
        let table = is_published.then_some(table);
        rows.extend(branches(order, &position, (name, policy), table)?);
        let done = place as u64 * order.scaled(ASKED);
        let answers = answers(order, &position, (name, policy), done)?;
        let accepted = answers.iter().filter(|(accepts, _)| *accepts).count() as u64;
        let asked = answers.len() as u64;
        let row = Row::share(&format!("{name}: accepted"), "share of answers", accepted, asked);
        let printed = is_published.then_some(f64::from(u8::from(is_accepted)));
        let row = Row { published: printed, ..row }.compared(FITTED);
        if is_published {
            let answer = if is_accepted { "accepted" } else { "refused" };
            let half = Row::new("half", "share of answers", 0.5, None, 0);
            let (more, less) = if is_accepted { (&row, &half) } else { (&half, &row) };
            findings.push(Finding::positive(
                &format!("The trade of {} is {answer}", position.name),
                "share of answers beyond one half",
                between(more, less),
                MARGIN,
            ));
        }
        rows.push(row);
        let playouts: u64 = answers.iter().map(|(_, playouts)| u64::from(*playouts)).sum();
        let mean = playouts as f64 / asked.max(1) as f64;
        notes.push(format!("{name}: {mean:.0} playouts of each branch for an answer."));
    }
    notes.push(position.to_line());
    let place = if is_accepted { 5 } else { 6 };
    let caption = format!("Table {place} of the paper, in a position that was fitted to it.");
    let report = Report::new(study, order, rows, notes).concluding(findings);
    Ok(report.tabled("Playouts with and without the trade", &caption))
}

/// What the playouts of both branches came to, beside a table of the paper.
fn branches(
    order: &Order<'_>,
    position: &Position,
    (name, policy): (&str, Moyer),
    table: Option<&str>,
) -> Result<Vec<Row>, StudyError> {
    let playouts = u32::try_from(order.scaled(PLAYOUTS)).unwrap_or(u32::MAX);
    let seed = Seed::experiment(order.seed).derive("branches", 0);
    let truth = order.on_threads(|| truth(&game(), position, policy, playouts, seed))?;
    // The templates are part of the program, and a test opens every one of them.
    let Ok(truth) = truth else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    for (branch, counts) in [("accept", truth.accept), ("refuse", truth.refuse)] {
        let Counts { wins, losses, draws } = counts;
        let figure = |what: &str| {
            let path = |table: &str| format!("{table}.{branch}.{what}");
            table.map(|table| published::<f64>(FIGURES, &path(table)))
        };
        let title = |what: &str| format!("{name}: {branch}, {what}");
        for (what, count) in [("win", wins), ("lose", losses), ("draw", draws)] {
            let share = Row::share(&title(what), METRIC, u64::from(count), u64::from(playouts));
            let printed = figure(what).map(|count| count / PLAYOUTS as f64);
            rows.push(Row { published: printed, ..share }.of(PLAYOUTS).compared(FITTED));
        }
        let mut mean = PairedMean::default();
        for (count, halves) in [(wins, 2), (draws, 1), (losses, 0)] {
            (0..count).for_each(|_| mean.add(halves, 1));
        }
        let (rate, interval) = (mean.mean(2).unwrap_or(0.0), mean.interval(2));
        let row = Row::new(title("rate"), METRIC, rate, Some(interval), u64::from(playouts));
        rows.push(Row { published: figure("rate"), ..row }.of(PLAYOUTS).compared(FITTED));
    }
    Ok(rows)
}

const METRIC: &str = "share of playouts";

/// The rest of the position was searched for so that these come out as printed.
const FITTED: Comparability = Comparability::Fitted;

/// Asks the published rule again and again: whether it accepts, and after how many playouts.
fn answers(
    order: &Order<'_>,
    position: &Position,
    (name, policy): (&str, Moyer),
    done: u64,
) -> Result<Vec<(bool, u32)>, StudyError> {
    let game = game();
    let Ok((state, deal)) = position.open(&game) else { return Ok(Vec::new()) };
    let view = game.view(&state, &(), deal.partner);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, deal.partner, &belief);
    let seed = Seed::experiment(order.seed).derive("answers", 0);
    let count = order.scaled(ASKED);
    let list = List {
        name: &format!("asked-{}-{name}", position.name),
        of: &format!("answers 1: {}, {name}, seed {}", position.to_line(), order.seed),
        count,
        progress: Some((done, POLICIES.len() as u64 * count)),
    };
    order.each(&list, |index| {
        let negotiator = Miyapoly { policy, ..Miyapoly::default() };
        let branches = negotiator.compare(&at, &deal, &mut seed.rng_at(index));
        let accepts = branches.with.mean(at.seat) > branches.without.mean(at.seat);
        Ok((accepts, branches.with.playouts()))
    })
}
