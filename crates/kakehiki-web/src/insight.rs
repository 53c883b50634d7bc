//! Figures about positions for those who may know everything. They take some milliseconds to some
//! seconds, and are made where agents think.

use std::sync::Arc;

use kakehiki_core::{Event, Explanation, Log, Seat};
use kakehiki_draw::{Feature, Measured, Moved, Overlay, Told, figures};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::order::open_table;

/// How many games a win rate at a table rests on: about three percentage points, in some ten milliseconds.
const PLAYOUTS: u32 = 400;

/// What is found out about one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Insight {
    pub(crate) features: Vec<Feature>,
    pub(crate) worth: Option<Measured>,
    pub(crate) told: Vec<Told>,
}

impl Insight {
    /// Looks into the position that a log leaves, `truth` being what an analyst sees of it.
    pub(crate) fn of(log: &Log, truth: &Value) -> Self {
        let at = log.events.len();
        let worth = open_table(&log.header)
            .ok()
            .and_then(|table| table.win_rates(log, &[at], PLAYOUTS).ok()?.pop())
            .map(|worth| Measured { at, worth });
        Self { worth, ..Self::at_once(log, truth) }
    }

    /// As [`of`](Self::of), but without what has to be played out.
    pub(crate) fn at_once(log: &Log, truth: &Value) -> Self {
        let header = &log.header;
        let features = figures(&header.game, &header.options, truth, header.seats.len());
        Self { features, worth: None, told: told(log) }
    }

    /// Lays it beside a game.
    pub(crate) fn overlay(&self, truth: Value) -> Overlay {
        Overlay {
            truth: Some(truth),
            features: self.features.clone(),
            worth: self.worth.clone(),
            told: self.told.clone(),
            ..Overlay::default()
        }
    }
}

/// The events at which turns begin, by who acts: a change of the acting seat begins one.
pub(crate) fn turns(events: &[Event]) -> Vec<usize> {
    let mut last = None;
    let mut turns = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let (Event::Action { seat, .. } | Event::Fallback { seat, .. }) = event else { continue };
        if last.replace(*seat) != Some(*seat) {
            turns.push(at);
        }
    }
    turns
}

/// How many positions of a game are measured at most, and how many games each rests on.
const COURSE: (usize, u32) = (48, 250);

/// What the positions before turns of a game were worth, evenly spread where there are many, and what
/// it came to.
pub(crate) fn course(log: &Log) -> Option<Vec<Measured>> {
    let (most, playouts) = COURSE;
    let turns = turns(&log.events);
    let step = turns.len().div_ceil(most).max(1);
    let mut positions: Vec<usize> = turns.into_iter().step_by(step).collect();
    positions.push(log.events.len());
    positions.dedup();
    let rates = open_table(&log.header).ok()?.win_rates(log, &positions, playouts).ok()?;
    let measured = positions.iter().zip(rates).map(|(at, worth)| Measured { at: *at, worth });
    Some(measured.collect())
}

/// A log as it was after so many events.
pub(crate) fn cut(log: &Log, at: usize) -> Log {
    let events = log.events[..at.min(log.events.len())].to_vec();
    Log { header: log.header.clone(), events, is_torn: false }
}

/// What the agents of a table think after so many events of a log.
pub(crate) fn thoughts(log: &Log, at: usize) -> Vec<(Seat, Explanation)> {
    let Ok(table) = open_table(&log.header) else { return Vec::new() };
    let log = cut(log, at);
    let last = log.events.iter().rposition(Event::is_step).map_or(0, |last| last + 1);
    let thought = |seat| Some((seat, table.thoughts(&log, seat, last).ok()?.pop()?.1));
    Seat::all(log.header.seats.len()).filter_map(thought).collect()
}

/// How far back it is asked what moved a belief, and how many answers are given.
const LATELY: (usize, usize) = (40, 3);

/// The least change of a belief that counts.
const LEAST_MOVE: f64 = 0.005;

/// What moved the belief of a seat about something most lately before an event, the last first.
pub(crate) fn why(log: &Log, at: usize, seat: Seat, fact: &str) -> Option<Vec<Moved>> {
    let (lately, most) = LATELY;
    let table = open_table(&log.header).ok()?;
    let log = &cut(log, at);
    let from = log.events.len().saturating_sub(lately);
    let thoughts = table.thoughts(log, seat, from).ok()?;
    let believed = thoughts.iter().filter_map(|(at, thought)| {
        let belief = thought.beliefs.iter().find(|belief| belief.fact == fact)?;
        Some((*at, belief.probability))
    });
    let believed: Vec<(usize, f64)> = believed.collect();
    let moves = believed.windows(2).filter_map(|pair| {
        let [(_, from), (at, to)] = *pair else { return None };
        let (seat, what) = match log.events.get(at - 1)? {
            Event::Action { seat, play } | Event::Fallback { seat, play, .. } => {
                (Some(*seat), play)
            }
            Event::Chance { fell, .. } => (None, fell),
            _ => return None,
        };
        Some(Moved { at, seat, what: what.clone(), from, to })
    });
    let change = |moved: &Moved| (moved.to - moved.from).abs();
    let mut moves: Vec<Moved> = moves.filter(|moved| change(moved) > LEAST_MOVE).collect();
    moves.sort_by(|one, two| change(two).total_cmp(&change(one)));
    moves.truncate(most);
    moves.sort_by_key(|moved| std::cmp::Reverse(moved.at));
    Some(moves)
}

/// Which statements of a log were true.
fn told(log: &Log) -> Vec<Told> {
    let table = open_table(&log.header).ok();
    let truths = table.and_then(|table| table.truths(log).ok()).unwrap_or_default();
    let told = truths.into_iter().filter_map(|(number, holds)| match log.events.get(number)? {
        Event::Action { seat, play } | Event::Fallback { seat, play, .. } => {
            Some(Told { seat: *seat, play: play.clone(), holds })
        }
        _ => None,
    });
    told.collect()
}

/// Does work of seconds where agents think, when one of them leaves room for it.
pub(crate) async fn think<T: Send + 'static>(
    threads: Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    // The permit goes with the work, so that even work that nobody waits for is counted.
    let permit = threads.acquire_owned().await.ok()?;
    let work = move || {
        let done = work();
        drop(permit);
        done
    };
    tokio::task::spawn_blocking(work).await.ok()
}
