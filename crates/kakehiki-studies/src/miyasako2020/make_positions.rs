//! Makes the sets of positions: templates and self-play, and random boards, with what playouts say of each.

use std::sync::atomic::{AtomicU64, Ordering};

use kakehiki_core::Parameter;
use kakehiki_monopoly::{
    Label, Monopoly, Moyer, Position, Template, WeighedPosition, random_position,
    self_play_position, weigh,
};
use rayon::prelude::*;
use strum::IntoEnumIterator;

use super::{
    RULES, game,
    set::{Entry, Which, to_text},
};
use crate::{Order, Report, Row, Study, StudyError};

pub(crate) const MAKE_POSITIONS: Study = Study {
    id: "miyasako2020/make-positions",
    title: "Makes the three sets of positions that miyasako2020/positions asks about",
    about: "The paper's 30 positions are printed as pictures that are not available, so this makes \
            three sets of its own for two players under the rules of its program: one that anybody \
            may look at, one to be kept apart, and one of boards generated at random, as the \
            paper's were, 30 positions each at scale 1. The first two begin with 14 templates, among them the two positions that the paper's text describes, rebuilt \
            as far as it goes; the set apart has variations of them with other cash, prices, \
            squares and bystanders. The rest are positions of base players' games at turns 20 to \
            90 with a random trade. On a random board each deed is either player's or, up to every \
            second one, the bank's, cash lies between $100 and $2,000, and nothing is built. Both branches of every trade are played out `playouts` times \
            under the base player as it is and without its defects, under common luck, for 200 \
            turns. A position is clear if accepting and refusing differ by more than four standard \
            errors and three points in the same direction under both, policy-dependent if the \
            direction changes, a toss-up otherwise. Of self-play, a position is left out that \
            would make more than two thirds of the set come out the same way, or more than one \
            third of it not clear; of random boards every one is taken. With --out the sets are \
            written to positions.jsonl, positions-apart.jsonl and positions-random.jsonl there; those in studies/ were made with seed 1 at scale 1.",
    parameters: &[Parameter::integer(
        "playouts",
        (1, 10_000_000),
        "20000",
        "playouts of each branch under each base player",
    )],
    sizes: None,
    run,
};

/// Positions of a set at scale 1, as many as the paper's.
const POSITIONS: u64 = 30;

/// The numbers of experiments that belong to one seed of the study; the second half is for the set
/// apart, and the second quarter for random boards.
const EXPERIMENTS: u64 = 1_000_000;

/// Candidates that are weighed at the same time. A fixed number keeps the set the same for any
/// number of threads.
const BATCH: u64 = 8;

/// The first experiment of a set.
fn first_experiment(which: Which, seed: u64) -> u64 {
    let part = match which {
        Which::Public => 0,
        Which::Random => EXPERIMENTS / 4,
        Which::Apart => EXPERIMENTS / 2,
    };
    seed.wrapping_mul(EXPERIMENTS).wrapping_add(part)
}

/// The templates of a set: as they are, varied, or none.
fn templates(which: Which, seed: u64) -> Vec<Position> {
    let first = first_experiment(which, seed);
    let make = |(experiment, template): (u64, Template)| match which {
        Which::Public => Some(template.position()),
        Which::Apart => Some(template.varied(experiment)),
        Which::Random => None,
    };
    (first..).zip(Template::iter()).filter_map(make).collect()
}

/// Whether one more position leaves the set mixed enough.
fn fits(set: &[WeighedPosition], candidate: &WeighedPosition, count: usize) -> bool {
    let is_same = |other: &&WeighedPosition| (other.moyer.gap > 0.0) == (candidate.moyer.gap > 0.0);
    let is_clear = |weighed: &WeighedPosition| weighed.label == Label::Clear;
    let not_clear = set.iter().filter(|weighed| !is_clear(weighed)).count();
    3 * set.iter().filter(is_same).count() < 2 * count
        && (is_clear(candidate) || 3 * not_clear < count)
}

/// Weighs positions on all threads; those that the rules refuse are none.
fn weigh_all(
    order: &Order<'_>,
    game: &Monopoly,
    positions: Vec<Position>,
) -> Result<Vec<WeighedPosition>, StudyError> {
    let playouts = order.settings.integer("playouts") as u32;
    let weighed = order.on_threads(|| {
        let positions = positions.into_par_iter().filter(|_| !order.is_interrupted());
        positions.filter_map(|position| weigh(game, position, playouts).ok()).collect()
    })?;
    if order.is_interrupted() { Err(StudyError::Interrupted) } else { Ok(weighed) }
}

fn make(
    order: &Order<'_>,
    which: Which,
    count: usize,
    done: &AtomicU64,
) -> Result<Vec<WeighedPosition>, StudyError> {
    let game = game();
    let mut made = templates(which, order.seed);
    // A small set has its share of templates, as the whole one has.
    made.truncate((made.len() * count).div_ceil(POSITIONS as usize));
    let mut set = weigh_all(order, &game, made)?;
    set.truncate(count);
    // Behind the experiments of the templates.
    let mut next = first_experiment(which, order.seed) + 100;
    let tell = |set: &[WeighedPosition]| {
        let total = (Which::iter().count() * count) as u64;
        order.report_progress((done.load(Ordering::Relaxed) + set.len() as u64).min(total), total);
    };
    while set.len() < count {
        tell(&set);
        let batch = next..next + BATCH;
        next = batch.end;
        let candidates = batch.filter_map(|seed| match which {
            Which::Public | Which::Apart => self_play_position(&game, Moyer::FAITHFUL, seed),
            Which::Random => random_position(&game, seed),
        });
        for candidate in weigh_all(order, &game, candidates.collect())? {
            if set.len() < count && (which == Which::Random || fits(&set, &candidate, count)) {
                set.push(candidate);
            }
        }
    }
    done.fetch_add(count as u64, Ordering::Relaxed);
    Ok(set)
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let count = order.scaled(POSITIONS) as usize;
    let done = AtomicU64::new(0);
    let mut rows = Vec::new();
    for which in Which::iter() {
        let set = make(order, which, count, &done)?;
        let mut share = |name: &str, is: &dyn Fn(&WeighedPosition) -> bool| {
            let having = set.iter().filter(|weighed| is(weighed)).count() as u64;
            rows.push(Row::share(&format!("{which}: {name}"), "share", having, count as u64));
        };
        share("clear", &|weighed| weighed.label == Label::Clear);
        share("policy-dependent", &|weighed| weighed.label == Label::PolicyDependent);
        share("toss-up", &|weighed| weighed.label == Label::TossUp);
        share("accepting is better, moyer", &|weighed| weighed.moyer.gap > 0.0);
        share("accepting is better, repaired", &|weighed| weighed.moyer_repaired.gap > 0.0);
        if let Some(folder) = order.out {
            let entry = |weighed| Entry { rules: RULES.to_owned(), weighed };
            let entries: Vec<Entry> = set.into_iter().map(entry).collect();
            crate::write_file(&folder.join(which.file_name()), &to_text(&entries))?;
        }
    }
    let notes = vec![format!("{count} positions in each set.")];
    Ok(Report::new(&MAKE_POSITIONS, order, rows, notes))
}
