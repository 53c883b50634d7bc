//! Whether ghosts that block an exit are dear because they must be captured.

use kakehiki_core::{Moments, Seed};
use kakehiki_geister::{Fate, Geister, Ghost, View, Walk};
use kakehiki_search::{EvenJudge, Playout, Scratch, StepByStep};
use serde::{Deserialize, Serialize};

use super::{LIMIT, PLAYOUTS, WALK, game, positions::candidate};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError, list::List, verdict::interval_of,
};

pub(crate) const BLOCKERS: Study = Study {
    id: "mishio2015/blockers",
    title: "Whether ghosts on an exit have large UPP features because they must be captured",
    about: "The paper sees that ghosts which block the mover's exit have large features, supposes \
            that this is so because the mover has to capture them in order to leave, and leaves the \
            proof to later work. Here 400 positions at scale 1 from random NEGOGeister have an \
            unknown ghost of the other on an exit of the mover. The feature of a ghost is the \
            difference of the mover's results where it is good and where it is bad; it is divided \
            into the part of the playouts in which the ghost was captured and the rest, each with the \
            sign of the whole, so that both add up to the feature. Ghosts on an exit are compared with \
            unknown ghosts of the same position one or two steps from an exit: ghosts that the mover \
            is near to have large features for another reason, as the paper says too.",
    parameters: &[PLAYOUTS, WALK, LIMIT],
    sizes: Some(Sizes::scales(0.01, 0.03, 0.5)),
    run,
};

/// Positions at scale 1.
const POSITIONS: u64 = 400;

/// Half a percentage point counts for nothing.
const MARGIN: f64 = 0.5;

/// What the ghosts of a kind showed in a position, on average.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Shown {
    /// The parts of the feature from playouts in which the ghost was captured and was not, in
    /// percentage points.
    parts: [f64; 2],
    /// How often it was captured.
    captured: f64,
}

impl Shown {
    fn feature(&self) -> f64 {
        self.parts[0] + self.parts[1]
    }

    fn mean(all: &[Self]) -> Self {
        let mean = |of: &dyn Fn(&Self) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        Self {
            parts: [mean(&|it| it.parts[0]), mean(&|it| it.parts[1])],
            captured: mean(&|it| it.captured),
        }
    }
}

/// The playouts of one ghost with one colour.
#[derive(Clone, Copy, Default)]
struct Tally {
    playouts: u32,
    captured: u32,
    /// What they brought above the mean of all, where it was captured and where not.
    gains: [f64; 2],
}

/// The unknown ghosts on exits of the mover, and those near them.
fn measure(game: &Geister, view: &View, order: &Order<'_>, seed: Seed) -> [Shown; 2] {
    let limit = order.settings.integer("limit") as u32;
    // A walk on bit boards forgets which ghost is which.
    let walk = StepByStep(order.settings.choice::<Walk>("walk"));
    let playout: Playout<_, EvenJudge> =
        Playout { limit: (limit > 0).then_some(limit), ..Playout::new(walk) };
    let game = game.without_negotiation();
    let (worlds, mover, other) = (view.worlds(), view.seat(), view.seat().next(2));
    let unknown: Vec<Ghost> =
        view.unknown().iter().filter(|ghost| view.enemy_on_board().contains(*ghost)).collect();
    let playouts = order.settings.integer("playouts") as usize;
    let (mut scratch, mut rng) = (Scratch::default(), seed.rng());
    let mut results = Vec::with_capacity(playouts);
    for index in 0..playouts {
        let world = worlds[index % worlds.len()];
        let mut state = view.world(world);
        let rewards = playout.play(&game, &mut state, &mut scratch, &mut rng);
        let is_captured = |ghost: &Ghost| state.fate(other, *ghost) == Fate::Captured;
        let captured: Vec<bool> = unknown.iter().map(is_captured).collect();
        results.push((world, captured, rewards[mover.index()]));
    }
    let mean = results.iter().map(|(_, _, reward)| reward).sum::<f64>() / playouts as f64;
    let mut shown: [Vec<Shown>; 2] = Default::default();
    for (place, ghost) in unknown.iter().enumerate() {
        let mut tallies = [Tally::default(); 2];
        for (world, captured, reward) in &results {
            let tally = &mut tallies[usize::from(world.contains(*ghost))];
            tally.playouts += 1;
            tally.captured += u32::from(captured[place]);
            tally.gains[usize::from(!captured[place])] += reward - mean;
        }
        let part = |which: usize| {
            let [good, bad] = tallies.map(|it| it.gains[which] / f64::from(it.playouts.max(1)));
            100.0 * (good - bad)
        };
        let parts = [part(0), part(1)];
        let sign = (parts[0] + parts[1]).signum();
        let captured: u32 = tallies.iter().map(|tally| tally.captured).sum();
        let Some(group) = group(view, *ghost) else { continue };
        shown[group].push(Shown {
            parts: parts.map(|part| sign * part),
            captured: f64::from(captured) / playouts as f64,
        });
    }
    shown.map(|of_a_kind| Shown::mean(&of_a_kind))
}

/// Whether a ghost stands on an exit of the mover (0), or one or two steps from one (1).
fn group(view: &View, ghost: Ghost) -> Option<usize> {
    match view.enemy_fate(ghost).square()?.steps_to_exit(view.seat()) {
        0 => Some(0),
        1 | 2 => Some(1),
        _ => None,
    }
}

/// A position with unknown ghosts of both groups.
fn blocked(game: &Geister, seed: Seed) -> View {
    let found = (0..).find_map(|attempt| {
        let (_, view) = candidate(game, seed.derive("attempt", attempt))?;
        let mut groups = [false; 2];
        for ghost in view.enemy_on_board().iter().filter(|ghost| view.unknown().contains(*ghost)) {
            if let Some(group) = group(&view, ghost) {
                groups[group] = true;
            }
        }
        (groups == [true; 2]).then_some(view)
    });
    found.expect("random play puts ghosts on exits again and again")
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let game = game();
    let seed = Seed::experiment(order.seed).derive("blockers", 0);
    let [playouts, walk, limit] =
        ["playouts", "walk", "limit"].map(|name| order.settings.text(name));
    let list = List {
        name: "blockers",
        of: &format!("blockers 2: {playouts} {walk} {limit}, seed {}", order.seed),
        count: order.scaled(POSITIONS),
        progress: None,
    };
    let positions: Vec<[Shown; 2]> = order.each(&list, |index| {
        let seed = seed.derive("position", index);
        let view = blocked(&game, seed.derive("play", 0));
        Ok(measure(&game, &view, order, seed.derive("playouts", 0)))
    })?;
    order.is_whole()?;
    let over = |figure: &dyn Fn(&[Shown; 2]) -> f64| {
        let mut moments = Moments::default();
        for position in &positions {
            moments.add(figure(position));
        }
        moments
    };
    let mut rows = Vec::new();
    for (place, name) in ["ghosts on an exit", "ghosts near one"].into_iter().enumerate() {
        let row = |metric: &str, figure: &dyn Fn(&Shown) -> f64| {
            Row::mean(name, metric, &over(&|position| figure(&position[place])))
        };
        rows.push(row("feature, points", &Shown::feature));
        rows.push(row("of it where captured, points", &|it| it.parts[0]));
        rows.push(row("of it elsewhere, points", &|it| it.parts[1]));
        rows.push(row("share captured in playouts", &|it| it.captured));
    }
    let ahead = Row::mean(
        "on an exit less near one",
        "feature, points",
        &over(&|[on, near]| on.feature() - near.feature()),
    );
    let by_capture = Row::mean(
        "on an exit less near one",
        "where captured less elsewhere, points",
        &over(&|[on, near]| (on.parts[0] - near.parts[0]) - (on.parts[1] - near.parts[1])),
    );
    let findings = vec![
        Finding::positive(
            "Ghosts that block an exit have larger features than ghosts beside it",
            "feature of ghosts on an exit less that of ghosts near one, points",
            interval_of(&ahead),
            MARGIN,
        ),
        Finding::positive(
            "Ghosts that block an exit have large features because they have to be captured",
            "how far they are ahead where they were captured less how far elsewhere, points",
            interval_of(&by_capture),
            MARGIN,
        ),
    ];
    rows.extend([ahead, by_capture]);
    Ok(Report::new(&BLOCKERS, order, rows, Vec::new()).concluding(findings))
}
