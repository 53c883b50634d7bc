//! Which reading of the paper its figures speak for, and whether they foretell each other.

use std::collections::HashMap;

use kakehiki_core::{Parameter, Settings};

use super::{
    FIGURES,
    criteria::{SETTINGS, beside_the_paper, criteria},
    negotiation::{GREEDY, MOVES, POINTS, TABLE, moves, rule},
    reading::{Reading, Setting},
    table::{Challenge, PLAYERS},
};
use crate::{
    Order, Report, Row, Sizes, Study, StudyError, published::published, verdict::standard_error,
};

pub(crate) const READINGS: Study = Study {
    id: "ito2014/readings",
    title: "Which reading of the paper its figures 12 to 16 speak for",
    about: "The paper leaves open what the lead does, what the tenths of acceptance and of estimates \
            are taken of, whether the sum needs an own profit, what the one of figures 15 and 16 \
            accepts, and whether the others there look at the lead: 216 readings. All are played, as \
            far as they differ, and held against the sixty published figures. The misfit of a figure is \
            the squared difference by its squared error, to which a hundredth is added, so that \
            shares of many offers do not decide alone. Then one table of five is left out, the \
            reading that fits the other four best is chosen, and its misfit at the fifth is \
            measured: a reading that is the paper's should be chosen each time and fit there too. \
            250 games for each seat at scale 1.",
    parameters: &[
        MOVES,
        POINTS,
        Parameter::integer("readings", (2, 216), "216", "how many of them are played"),
    ],
    sizes: Some(
        Sizes::scales(0.004, 0.004, 0.04)
            .cheaper(GREEDY, GREEDY)
            .cheapest(&[("moves", "greedy"), ("readings", "2")]),
    ),
    run,
};

/// Games of a seat at scale 1.
const GAMES: u64 = 250;

/// What is added to the error of every figure.
const LEAST_ERROR: f64 = 0.01;

/// The sums of the misfits of a reading at each table.
type Misfits = [f64; SETTINGS.len()];

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(GAMES);
    let mut readings = Reading::all();
    readings.truncate(order.settings.integer("readings") as usize);
    let challenges = challenges(&readings);
    let total = (challenges.len() * PLAYERS) as u64 * games;
    let mut done = 0;
    let mut misfits: HashMap<&Players, f64> = HashMap::new();
    for (place, players) in challenges.iter().enumerate() {
        let Players { setting, criterion, one, others } = players;
        let challenge = Challenge {
            name: &format!("{}-{criterion}-{place}", setting.name),
            one: &rule(&order.settings, one),
            others: &rule(&order.settings, others),
            games,
            options: TABLE,
        };
        let outcome = challenge.play_all(order, &mut done, total)?;
        let rows = beside_the_paper(*setting, criterion, &outcome);
        misfits.insert(players, rows.iter().map(misfit).sum());
    }
    let at_each = |reading: &Reading<'_>| -> Misfits {
        SETTINGS.map(|setting| {
            let players = criteria().map(|criterion| Players::of(reading, setting, criterion));
            players.map(|players| misfits[&players]).sum()
        })
    };
    let judged: Vec<(Reading<'_>, Misfits)> =
        readings.iter().map(|reading| (*reading, at_each(reading))).collect();
    Ok(report(order, &judged, PLAYERS as u64 * games))
}

/// Who meets whom at a table of a figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Players {
    setting: Setting,
    criterion: &'static str,
    one: String,
    others: String,
}

impl Players {
    fn of(reading: &Reading<'_>, setting: Setting, criterion: &'static str) -> Self {
        let [one, others] = reading.players(setting, criterion);
        Self { setting, criterion, one, others }
    }
}

/// All that have to be played, each once.
fn challenges(readings: &[Reading<'_>]) -> Vec<Players> {
    let mut all: Vec<Players> = Vec::new();
    for setting in SETTINGS {
        for criterion in criteria() {
            for reading in readings {
                let players = Players::of(reading, setting, criterion);
                if !all.contains(&players) {
                    all.push(players);
                }
            }
        }
    }
    all
}

/// How far a figure is off, by its error.
fn misfit(row: &Row) -> f64 {
    row.difference().map_or(0.0, |interval| {
        let off = f64::midpoint(interval.low, interval.high);
        let error = standard_error(Some(interval));
        off * off / (error * error + LEAST_ERROR * LEAST_ERROR)
    })
}

/// The place of the reading that fits best where a table is left out, or at all of them.
fn best(judged: &[(Reading<'_>, Misfits)], without: Option<usize>) -> usize {
    let sum = |misfits: &Misfits| -> f64 {
        let counted = misfits.iter().enumerate().filter(|(place, _)| Some(*place) != without);
        counted.map(|(_, misfit)| misfit).sum()
    };
    let places = 0..judged.len();
    places.min_by(|one, other| sum(&judged[*one].1).total_cmp(&sum(&judged[*other].1))).unwrap_or(0)
}

fn report(order: &Order<'_>, judged: &[(Reading<'_>, Misfits)], games: u64) -> Report {
    // Three figures of each criterion.
    let figures = 3.0 * criteria().count() as f64;
    let defaults = Settings::defaults(&super::criteria::PARAMETERS);
    let default = judged.iter().find(|(reading, _)| *reading == Reading::of(&defaults));
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let mut row = |name: String, misfit: f64| {
        rows.push(Row::new(name, "mean misfit of a figure", misfit / figures, None, games));
    };
    let overall = &judged[best(judged, None)];
    let mut is_one = true;
    for place in 0..SETTINGS.len() {
        let figure = 12 + place;
        let (chosen, misfits) = &judged[best(judged, Some(place))];
        is_one &= *chosen == overall.0;
        let at_this = |it: &&(Reading<'_>, Misfits)| it.1[place];
        let fitting = judged.iter().min_by(|one, other| at_this(one).total_cmp(&at_this(other)));
        row(format!("figure {figure}, by the reading chosen without it"), misfits[place]);
        row(format!("figure {figure}, by the reading chosen with it"), overall.1[place]);
        if let Some((reading, misfits)) = fitting {
            row(format!("figure {figure}, by whatever fits it best"), misfits[place]);
            notes.push(format!("Figure {figure} alone is fitted best by {}.", reading.words()));
        }
        if let Some((_, misfits)) = default {
            row(format!("figure {figure}, by the default"), misfits[place]);
        }
        notes.push(format!("Chosen without figure {figure}: {}.", chosen.words()));
    }
    notes.push(format!("Best over all five: {}.", overall.0.words()));
    let which = if is_one { "One" } else { "No" };
    notes.push(format!("{which} reading is chosen whichever figure is left out."));
    let published_games = PLAYERS as u64 * published::<u64>(FIGURES, "games.per_seat");
    notes.push(format!(
        "{games} games of each criterion, {published_games} in the paper. All move by {}.",
        moves(&order.settings)
    ));
    notes.push(
        "The defaults were chosen in view of all figures, before this study; leaving one out cannot \
         undo that."
            .to_owned(),
    );
    Report::new(&READINGS, order, rows, notes)
}

#[cfg(test)]
mod tests {
    use kakehiki_arena::Interval;

    use super::*;

    #[test]
    fn a_misfit_is_a_squared_difference_by_squared_errors() {
        let ci95 = Some(Interval { low: 0.5 - 0.0196, high: 0.5 + 0.0196 });
        let row = Row::new("one", "share", 0.5, ci95, 100).beside(0.48);
        // 0.02² by 0.01² + 0.01².
        assert!((misfit(&row) - 2.0).abs() < 0.01);
        assert!(misfit(&Row::new("one", "share", 0.5, ci95, 100)).abs() < 1e-12);
    }

    #[test]
    fn the_best_without_a_table_does_not_look_at_it() {
        let reading = Reading::all();
        let judged = [
            (reading[0], [1.0, 1.0, 1.0, 1.0, 9.0]),
            (reading[1], [2.0, 2.0, 2.0, 2.0, 1.0]),
            (reading[2], [0.0, 9.0, 1.0, 1.0, 9.0]),
        ];
        assert_eq!(best(&judged, None), 1);
        assert_eq!(best(&judged, Some(4)), 0);
        assert_eq!(best(&judged, Some(1)), 1);
    }

    #[test]
    fn no_table_is_played_twice() {
        let all = challenges(&Reading::all());
        assert!(all.len() < 216 * 20 / 10, "{}", all.len());
        for reading in Reading::all() {
            for setting in SETTINGS {
                for criterion in criteria() {
                    assert!(all.contains(&Players::of(&reading, setting, criterion)));
                }
            }
        }
    }
}
