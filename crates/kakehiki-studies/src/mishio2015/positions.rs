//! The labelled set: positions with the ghost that is most worth seeing, by a search much deeper
//! than playouts.

use std::sync::atomic::{AtomicU64, Ordering};

use kakehiki_core::{Game, Observed, Parameter, Seat, Seed, Settings, Turn};
use kakehiki_geister::{Action, Geister, Ghost, GhostSet, Stage, State, View, Walk};
use kakehiki_search::{InformationSetTrees, Listed, Playout, Policy, Uct, Uniform};
use rand::RngExt;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::game;
use crate::{Order, Report, Row, Study, StudyError};

pub(crate) const POSITIONS: Study = Study {
    id: "mishio2015/positions",
    title: "Makes the labelled set of positions that mishio2015/upp asks about",
    about: "The paper's 200 positions and a person's answers are not published, so this makes a \
            set of its own, which replaces a human's judgement by a search's. Positions come \
            from random NEGOGeister of random length, in which one turn in forty begins with an \
            exchange, so that some ghosts were shown already; the mover is to move, at least two of the other's \
            ghosts unknown and none of them decided by the counts. For every unknown ghost \
            information-set UCT values the mover's view with the ghost known to be good and \
            known to be bad; the mean of both by their chances is what the mover can expect \
            after the ghost was shown. The ghost with the largest expectation is the answer. A \
            position is kept only where the answer is clear: ahead of the second by at least \
            `margin` points and by three standard errors (and already by `margin` points at a \
            tenth of the playouts, which spares the full search of most positions). With --out \
            the set is written to positions.jsonl there; the one in studies/ was made with seed \
            1 at scale 1. Positions with 13 or more ghosts on the board are early, the others \
            late, kept in the paper's proportion of 113 to 87.",
    parameters: &[
        Parameter::integer(
            "playouts",
            (100, 1_000_000_000),
            "20000",
            "playouts of the tree search for each colour of each ghost",
        ),
        Parameter::number(
            "margin",
            (0.0, 100.0),
            "1",
            "how far the answer must be ahead of the second, in percentage points",
        ),
    ],
    sizes: None,
    run,
};

/// Clear positions to make at scale 1, with 13 or more ghosts on the board and with fewer: the
/// paper's numbers and an eighth more, so that the set has more than 200.
const WANTED: [u64; 2] = [127, 98];

/// A position with its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Labelled {
    /// The position, as a snapshot; which of the other's ghosts are bad is one possibility among
    /// many.
    pub(super) position: String,
    /// The letter of the ghost that is most worth seeing.
    pub(super) answer: char,
    /// What seeing each unknown ghost brings, in percentage points above the least, by letter.
    pub(super) worth: Vec<(char, f64)>,
}

/// The set that is part of the program.
const SET: &str = include_str!("../../../../studies/mishio2015-positions.jsonl");

/// The labelled positions, in the order they were made.
///
/// # Panics
/// If the file is not a set: it is part of the program, and a test reads it.
pub(super) fn labelled() -> Vec<Labelled> {
    let lines = SET.lines();
    lines.map(|line| serde_json::from_str(line).expect("a line of the set")).collect()
}

/// Whether a position counts as early: 13 or more ghosts on the board.
pub(super) fn is_early(view: &View) -> bool {
    view.own_on_board().len() + view.enemy_on_board().len() >= 13
}

/// One turn in so many of random play begins with an exchange; with more of them all colours would
/// be known long before a game is late.
const EXCHANGES: u32 = 40;

/// A position from random play of NEGOGeister whose mover has something to find out.
pub(super) fn candidate(game: &Geister, seed: Seed) -> Option<(State, View)> {
    let mut rng = seed.rng();
    let plies = rng.random_range(0..160);
    let (mut state, mut menu) = (game.start(), Vec::new());
    let mut exchanges = false;
    let mover = loop {
        let Turn::Seat(seat) = game.turn(&state) else { return None };
        let action = match state.stage() {
            Stage::Move if state.plies() == plies => break seat,
            Stage::Request => {
                exchanges = rng.random_range(0..EXCHANGES) == 0;
                Uniform.choose(game, &state, &mut menu, &mut rng)
            }
            Stage::Negotiation(session) if exchanges && session.may_counter() => {
                game.menu(&state, &mut menu);
                menu.retain(|action| matches!(action, Action::Name(_)));
                menu[rng.random_range(0..menu.len())]
            }
            Stage::Negotiation(_) if exchanges => Action::Agree,
            Stage::Negotiation(session) if session.may_counter() => Action::Refuse,
            Stage::Negotiation(_) => Action::BreakOff,
            _ => Uniform.choose(game, &state, &mut menu, &mut rng),
        };
        game.play_unchecked(&mut state, &action);
    };
    let view = game.view(&state, &(), mover);
    let unknown = view.unknown().len();
    (unknown >= 2 && (1..unknown).contains(&view.unknown_bad_count())).then_some((state, view))
}

/// What the mover can expect in these worlds, and the standard error of it.
fn expectation(
    game: &Geister,
    view: &View,
    worlds: &[GhostSet],
    playouts: u32,
    seed: Seed,
) -> (f64, f64) {
    let states = worlds.iter().map(|world| view.world(*world)).collect();
    let Ok(worlds) = Listed::new(states) else { return (0.0, f64::INFINITY) };
    let playout = Playout { limit: Some(40), ..Playout::new(Walk::EscapeFirst) };
    let search = Uct { exploration: 0.7, ..Uct::new(playout, playouts) };
    let mut trees = InformationSetTrees::default();
    let estimates = search.search_information_sets(game, view.seat(), &worlds, seed, &mut trees);
    estimates.first().map_or((0.0, f64::INFINITY), |best| (best.mean, best.standard_error))
}

/// What showing each unknown ghost would be worth to the mover, best first.
struct Weighed {
    ghosts: Vec<Worth>,
}

/// What the mover can expect once a ghost was shown, in percentage points.
struct Worth {
    ghost: Ghost,
    mean: f64,
    variance: f64,
}

impl Weighed {
    fn new(game: &Geister, view: &View, playouts: u32, seed: Seed) -> Self {
        let worlds = view.worlds();
        let weigh = |ghost: Ghost| {
            let seed = seed.derive("ghost", ghost.index() as u64);
            let mut worth = Worth { ghost, mean: 0.0, variance: 0.0 };
            for is_bad in [false, true] {
                let fits = |world: &GhostSet| world.contains(ghost) == is_bad;
                let fitting: Vec<GhostSet> = worlds.iter().copied().filter(fits).collect();
                let chance = fitting.len() as f64 / worlds.len() as f64;
                let seed = seed.derive("colour", u64::from(is_bad));
                let (value, error) = expectation(game, view, &fitting, playouts, seed);
                worth.mean += 100.0 * chance * value;
                worth.variance += (100.0 * chance * error).powi(2);
            }
            worth
        };
        let mut ghosts: Vec<Worth> = view.unknown().iter().map(weigh).collect();
        ghosts.sort_by(|one, other| other.mean.total_cmp(&one.mean));
        Self { ghosts }
    }

    /// How far the first is ahead of the second, and the standard error of it.
    fn lead(&self) -> (f64, f64) {
        match self.ghosts.as_slice() {
            [first, second, ..] => {
                (first.mean - second.mean, (first.variance + second.variance).sqrt())
            }
            _ => (0.0, f64::INFINITY),
        }
    }
}

/// Labels a position; `None` if its answer is not clear.
fn label(
    game: &Geister,
    state: &State,
    view: &View,
    settings: &Settings,
    seed: Seed,
) -> Option<Labelled> {
    let game = game.without_negotiation();
    let (playouts, margin) = (settings.integer("playouts") as u32, settings.number("margin"));
    // Most positions are not clear, and a tenth of the playouts shows it.
    let glance = Weighed::new(&game, view, playouts / 10, seed.derive("glance", 0));
    if glance.lead().0 < margin {
        return None;
    }
    let weighed = Weighed::new(&game, view, playouts, seed.derive("look", 0));
    let (lead, error) = weighed.lead();
    let (first, last) = (weighed.ghosts.first()?, weighed.ghosts.last()?);
    (lead >= margin && lead >= 3.0 * error).then(|| Labelled {
        position: game.snapshot(state),
        answer: first.ghost.letter(),
        worth: weighed
            .ghosts
            .iter()
            .map(|worth| (worth.ghost.letter(), ((worth.mean - last.mean) * 100.0).round() / 100.0))
            .collect(),
    })
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let game = game();
    let wanted = WANTED.map(|count| order.scaled(count));
    let total: u64 = wanted.iter().sum();
    let mut kept: [Vec<Labelled>; 2] = Default::default();
    let (mut looked_at, mut next) = ([0_u64; 2], 0_u64);
    let seed = Seed::experiment(order.seed).derive("positions", 0);
    let done = AtomicU64::new(0);
    while kept.iter().zip(wanted).any(|(list, wanted)| (list.len() as u64) < wanted) {
        order.go_on()?;
        // Batches of a fixed size keep the set the same for any number of threads.
        let batch = next..next + 64;
        next = batch.end;
        let full = [0, 1].map(|kind| kept[kind].len() as u64 >= wanted[kind]);
        let found: Vec<(usize, Option<Labelled>)> = order.on_threads(|| {
            let labelled = batch.into_par_iter().filter_map(|index| {
                let seed = seed.derive("position", index);
                let (state, view) = candidate(&game, seed.derive("play", 0))?;
                let kind = usize::from(!is_early(&view));
                if full[kind] || order.is_interrupted() {
                    return None;
                }
                let label = label(&game, &state, &view, &order.settings, seed.derive("label", 0));
                if label.is_some() {
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    order.report_progress(done.min(total), total);
                }
                Some((kind, label))
            });
            labelled.collect()
        })?;
        for (kind, label) in found {
            looked_at[kind] += 1;
            if (kept[kind].len() as u64) < wanted[kind] {
                kept[kind].extend(label);
            }
        }
    }
    if let Some(folder) = order.out {
        write(folder, &kept)?;
    }
    let rows = ["early", "late"].iter().zip(kept.iter().zip(looked_at)).map(
        |(kind, (kept, looked_at))| Row::share(kind, "share clear", kept.len() as u64, looked_at),
    );
    let notes = vec![format!(
        "{} early and {} late positions with a clear answer.",
        kept[0].len(),
        kept[1].len()
    )];
    Ok(Report::new(&POSITIONS, order, rows.collect(), notes))
}

/// Writes the set, early and late positions mixed so that any beginning of it holds both.
fn write(folder: &std::path::Path, kept: &[Vec<Labelled>; 2]) -> Result<(), StudyError> {
    let mut places: Vec<(f64, &Labelled)> = Vec::new();
    for list in kept {
        let spread = |index: usize| (index as f64 + 0.5) / list.len() as f64;
        places.extend(list.iter().enumerate().map(|(index, item)| (spread(index), item)));
    }
    places.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut text = String::new();
    for (_, item) in places {
        text += &serde_json::to_string(item).unwrap_or_default();
        text.push('\n');
    }
    crate::write_file(&folder.join("positions.jsonl"), &text)
}

/// The view of the mover of a labelled position.
pub(super) fn view_of(game: &Geister, item: &Labelled) -> Option<View> {
    let state = game.restore(&item.position).ok()?;
    let Turn::Seat(mover) = game.turn(&state) else { return None };
    Some(game.view(&state, &(), Seat::new(mover.index())))
}
