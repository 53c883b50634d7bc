//! A contest of finalists of different kinds, beside the contest that the paper quotes.

use std::collections::BTreeMap;

use kakehiki_arena::Interval;
use kakehiki_chart::{DotRow, DotRows, Measure};
use kakehiki_core::{Moments, Seed};
use kakehiki_werewolf::{
    FINALIST_KINDS, FastTable, MAX_PLAYERS, Observer, PublicRecord, Role, State, TableEvent,
};
use serde::{Deserialize, Serialize};

use super::{
    FIGURES,
    school::{OWN_FINALISTS, SUBSTITUTED, School},
};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError,
    list::List,
    published::published,
    verdict::{MARGIN, between},
};

const VILLAGE: u64 = 15;
const KINDS: usize = FINALIST_KINDS.len();

/// Parts of a contest, in each of which everybody sits one place further on; the intervals follow from
/// how they scatter.
const BATCHES: u64 = 30;
/// Games of a contest at scale 1.
const GAMES: u64 = 60_000;

/// How far apart all but the last are in the contest of 2018, as the paper says.
const CLOSE: f64 = 0.07;

const ALL_ROLES: &str = "win rate, all roles";
const AS_WEREWOLF: &str = "win rate as a werewolf";

pub(crate) const CONTEST: Study = Study {
    id: "hagiwara2019/contest",
    title: "How far apart the players of a contest are",
    about: "Tables 3 and 4 of the paper: the win rates of the fourteen finalists of the contest of 2018, \
            over all roles and as werewolves. All but the last lie within seven points, from which the \
            paper concludes that one point counts for much. Here five kinds of this project's own \
            finalists play a contest in villages of 15, three of each kind, roles dealt at random; 60,000 \
            games at scale 1.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.005, 0.1, 1.0)),
    run,
};

/// Games and wins of a kind, over all roles and as werewolves.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Standing {
    all: (u64, u64),
    werewolf: (u64, u64),
}

/// Remembers who is who.
struct Deal([Role; MAX_PLAYERS]);

impl Observer for Deal {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, _record: &PublicRecord) {
        if matches!(event, TableEvent::Dealt) {
            self.0 = *state.roles();
        }
    }
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(GAMES).div_ceil(BATCHES);
    let school = School::new(order, VILLAGE, BATCHES * games);
    let seed = Seed::experiment(order.seed).derive("contest", 0);
    let kinds: Vec<usize> = (0..KINDS).collect();
    let list = List {
        name: "contest",
        of: &format!("contest 1: {games} games a batch, seed {}", order.seed),
        count: BATCHES,
        progress: None,
    };
    let batches: Vec<[Standing; KINDS]> = order.each(&list, |batch| {
        let mut seated: Vec<usize> = kinds.iter().copied().cycle().take(VILLAGE as usize).collect();
        seated.rotate_left(batch as usize % KINDS);
        let players = school.finalists_at(&seated)?;
        let mut table = FastTable::new(school.game(), players);
        let (mut rng, mut deal) = (seed.rng_at(batch), Deal([Role::Villager; MAX_PLAYERS]));
        let mut standings = [Standing::default(); KINDS];
        for _ in 0..games {
            let winner = table.play(&mut rng, &mut deal);
            for (kind, role) in seated.iter().zip(deal.0) {
                let won = u64::from(winner == Some(role.team()));
                let standing = &mut standings[*kind];
                standing.all = (standing.all.0 + 1, standing.all.1 + won);
                if role == Role::Werewolf {
                    standing.werewolf = (standing.werewolf.0 + 1, standing.werewolf.1 + won);
                }
            }
        }
        Ok(standings)
    })?;
    let row = |kind: usize, metric: &str, of: fn(&Standing) -> (u64, u64)| {
        let mut rates = Moments::default();
        for (played, won) in batches.iter().map(|batch| of(&batch[kind])) {
            rates.add(won as f64 / played.max(1) as f64);
        }
        Row::mean(FINALIST_KINDS[kind].0, metric, &rates)
    };
    let all: Vec<Row> = kinds.iter().map(|kind| row(*kind, ALL_ROLES, |it| it.all)).collect();
    let werewolf: Vec<Row> =
        kinds.iter().map(|kind| row(*kind, AS_WEREWOLF, |it| it.werewolf)).collect();
    let tables =
        [(ALL_ROLES, "contest_2018_all", &all), (AS_WEREWOLF, "contest_2018_werewolf", &werewolf)];
    let (mut rows, mut dots) = (Vec::new(), Vec::new());
    for (metric, figure, measured) in tables {
        let theirs: BTreeMap<String, f64> = published(FIGURES, figure);
        let mut theirs: Vec<(String, f64)> = theirs.into_iter().collect();
        theirs.sort_by(|one, other| other.1.total_cmp(&one.1));
        for (label, rate) in &theirs {
            let measure = Measure { published: Some(*rate), ..Measure::default() };
            dots.push((metric.to_owned(), DotRow { label: label.clone(), measure }));
        }
        for row in measured {
            let label = format!("our {}", row.row);
            dots.push((metric.to_owned(), DotRow { label, measure: row.measure() }));
        }
        // The last one is left out on both sides, as in the paper.
        let apart = spread(measured);
        let [first, .., last_but_one, _] = &theirs[..] else { continue };
        rows.push(
            Row::new(
                "best less last but one",
                metric,
                middle(&apart),
                Some(apart),
                games * BATCHES,
            )
            .beside(first.1 - last_but_one.1)
            .compared(SUBSTITUTED),
        );
    }
    let apart = spread(&all);
    let room = Interval { low: CLOSE - apart.high, high: CLOSE - apart.low };
    let findings = vec![Finding::positive(
        "All players of a contest but the last lie within seven points of each other",
        "seven points less the distance from the best to the last but one",
        room,
        MARGIN,
    )];
    rows.splice(0..0, all.into_iter().chain(werewolf));
    let notes = vec![OWN_FINALISTS.to_owned()];
    let figure = DotRows::by_metric(
        "Players of a contest",
        "Tables 3 and 4 of the paper: the finalists of 2018, and five kinds of our own.",
        dots,
    );
    Ok(Report::new(&CONTEST, order, rows, notes).concluding(findings).drawn(figure))
}

/// How far the best is from the last but one.
fn spread(rows: &[Row]) -> Interval {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|one, other| other.measured.total_cmp(&one.measured));
    between(sorted[0], sorted[sorted.len() - 2])
}

const fn middle(interval: &Interval) -> f64 {
    f64::midpoint(interval.low, interval.high)
}
